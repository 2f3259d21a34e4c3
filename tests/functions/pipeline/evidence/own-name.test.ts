import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';

describe('a person’s name', () => {
  const verdictOf = (
    title: string,
    snippet: string,
    subject: Criterion['subject'],
    text: string,
    quote?: string,
  ) => {
    const criteria: Criterion[] = [{ id: 'c1', subject, text, need: 'required' }];
    const sources = sourcesOf({ title, snippet });
    const found = quote
      ? weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources)
      : findingsOf(criteria, sources);
    return found.verdicts[0]?.verdict;
  };

  it.each([
    'Austin Smith, PhD',
    'Austin Smith, MBA, SHRM-SCP',
    'Austin Smith (He/Him)',
    'Austin Smith, P.E. (He/Him)',
  ])('is no place, whatever follows it: %s', (name) => {
    const said = [
      `${name} - Engineer | LinkedIn`,
      'Austin Smith is an engineer.',
      'location',
      'Austin',
    ] as const;
    expect(verdictOf(...said)).toBe('unclear');
    expect(verdictOf(...said, 'Austin Smith')).toBe('unclear');
  });

  it.each([
    ['Ana Poma, PhD', 'education', 'PhD', 'PhD'],
    ['Ana Poma, Ph.D., CFA', 'education', 'doctorate', 'Ph.D.'],
    ['Ana Poma, MBA, CPA (She/Her)', 'experience', 'CPA', 'CPA'],
  ] as const)('can be followed by titles that count as evidence: %s', (name, subject, text, quote) => {
    const said = [`${name} - Baker | LinkedIn`, 'Bakes.', subject, text] as const;
    expect(verdictOf(...said)).toBe('met');
    expect(verdictOf(...said, quote)).toBe('met');
  });

  it.each(['Poma, Austin - Baker', 'POMA, AUSTIN - Baker', 'Ana Poma, Austin - Baker'])(
    'may contain a comma: %s',
    (title) => {
      expect(verdictOf(title, '', 'location', 'Austin')).toBe('unclear');
    },
  );
});
