import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import type { Verdict } from '#shared/criteria.ts';

describe('an excluded level', () => {
  it.each<[string, string, Verdict['verdict']]>([
    ['junior developer', 'Junior Developer', 'notMet'],
    ['junior developer', 'Developer', 'unclear'],
    ['junior developer', 'Senior Developer', 'unclear'],
    ['junior team lead', 'Team Lead', 'unclear'],
  ])('needs its word: %s in %s', (text, headline, verdict) => {
    const criteria = [{ id: 'c1', subject: 'profession', text, need: 'excluded' }] as const;
    const sources = sourcesOf({ title: `Ana Poma - ${headline}`, snippet: '' });
    expect(findingsOf(criteria, sources).verdicts).toMatchObject([{ verdict }]);
  });
});
