import { describe, expect, it } from 'vitest';
import type { Claim } from '#functions/pipeline/evidence/evidence.ts';
import { agreeing, knownOf } from '#functions/pipeline/evidence/reason.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';

type Told = 'met' | 'notMet' | 'unclear';
const CRITERIA: readonly Criterion[] = [
  { id: 'c1', subject: 'location', text: 'Peru', need: 'required' },
  { id: 'c2', subject: 'profession', text: 'lawyer', need: 'required' },
  { id: 'c3', subject: 'education', text: 'PhD', need: 'preferred' },
  { id: 'c4', subject: 'experience', text: 'Google', need: 'excluded' },
  { id: 'c5', subject: 'location', text: 'US or Canada', need: 'required' },
];

const verdictsOf = (list: readonly Told[]): Verdict[] =>
  list.map((verdict, index) => {
    const criterionId = `c${index + 1}`;
    return verdict === 'unclear'
      ? { criterionId, verdict }
      : { criterionId, verdict, quote: 'q', source: 'title' };
  });

/** The reason given verdicts on place, profession, degree, firm and one of two countries, in this order. */
const told = (reason: string, ...verdicts: Told[]) =>
  agreeing(reason, knownOf(CRITERIA, { verdicts: verdictsOf(verdicts), struck: [] }));

describe('the reason for a score', () => {
  it.each<[string, ...Told[]]>([
    ['Lawyer in Lima, no PhD.', 'met', 'met', 'notMet'],
    ['Lawyer in Lima, no PhD.', 'unclear', 'unclear', 'unclear'],
    ['Lives in Madrid, not Peru; a lawyer.', 'notMet', 'met'],
    ['Not in Lima.', 'met'],
    ['Not in Peru, Chile or Lima.', 'notMet'],
    ['Peruvian lawyer does not have a PhD.', 'met', 'met', 'notMet'],
    ['PhD not shown.', 'met', 'met', 'unclear'],
    ['Never worked at Google.', 'met', 'met', 'unclear', 'met'],
    ['Works at Google.', 'met', 'met', 'unclear', 'notMet'],
    ['Not in Canada but in Boston.', 'unclear', 'unclear', 'unclear', 'unclear', 'met'],
    ['Recruits for roles such as lawyer.', 'unclear', 'notMet'],
    ['Not only a lawyer in Lima, but a professor.', 'met', 'met'],
    ['', 'met'],
  ])('is the model’s if it agrees with the verdicts: %s %s', (reason, ...verdicts) => {
    expect(told(reason, ...verdicts)).toBe(reason);
  });

  it.each<[string, string, ...Told[]]>([
    ['Lawyer, but not in Peru.', 'Lawyer.', 'met', 'met'],
    ['Not based in Peru; a lawyer with a PhD.', 'A lawyer with a PhD.', 'met', 'met', 'met'],
    ['A lawyer. Based in Lima.', 'A lawyer.', 'notMet', 'met'],
    ['Based in Peru though the PhD is missing.', 'The PhD is missing.', 'notMet', 'met', 'unclear'],
    ['PhD isn’t mentioned. A lawyer.', 'A lawyer.', 'met', 'met', 'met'],
    ['No doctorate. A lawyer.', 'A lawyer.', 'met', 'met', 'met'],
    ['No doctorate! A lawyer.', 'A lawyer.', 'met', 'met', 'met'],
    ['A lawyer (civil law). Based in Lima.', 'A lawyer (civil law).', 'notMet', 'met'],
    ['A lawyer since 2015. Based in Lima.', 'A lawyer since 2015.', 'notMet', 'met'],
    [
      'Matches profession (lawyer); the result does not show location (Peru).',
      'Matches profession (lawyer).',
      'met',
      'met',
    ],
    ['Not at Google.', '', 'met', 'met', 'unclear', 'notMet'],
    ['Works at Google.', '', 'met', 'met', 'unclear', 'met'],
    ['Lives outside the US and Canada.', '', 'met', 'met', 'met', 'met', 'met'],
    ['A lawyer in the United States.', '', 'unclear', 'met', 'met', 'met', 'notMet'],
  ])('omits what contradicts the verdicts: %s → %s', (reason, left, ...verdicts) => {
    expect(told(reason, ...verdicts)).toBe(left);
  });

  it.each<[string, string, claim: Claim['verdict'], id: string]>([
    ['Lives in Peru; a lawyer.', 'Lives in Peru.', 'met', 'c2'],
    ['Lives in Peru; not shown to be a lawyer.', 'Lives in Peru; not shown to be a lawyer.', 'met', 'c2'],
    ...[
      'It cannot be confirmed whether she is a lawyer.',
      'To be asked if she is a lawyer.',
      'She cannot be called a lawyer.',
    ].map((reason): [string, string, 'met', string] => [reason, reason, 'met', 'c2']),
    ['Lives in Peru; a lawyer.', 'Lives in Peru; a lawyer.', 'notMet', 'c2'],
    ['A lawyer, but works at Google.', 'A lawyer.', 'notMet', 'c4'],
    ['A lawyer. Not at Google.', 'A lawyer. Not at Google.', 'met', 'c4'],
  ])(
    'omits what the model claims the person has if its quote does not show it: %s → %s',
    (reason, left, verdict, id) => {
      const verdicts = verdictsOf(CRITERIA.map(() => 'unclear'));
      const struck = [{ id, verdict, quote: 'q' }];
      expect(agreeing(reason, knownOf(CRITERIA, { verdicts, struck }))).toBe(left);
    },
  );

  it.each<[string, string, shown: string, struck: string]>([
    ['Senior data scientist at Acme.', 'same', 'profession: data scientist', 'experience: data science'],
    ['Works on AI as a machine learning engineer.', 'same', 'experience: AI', 'interest: AI'],
    ['Lives in Peru.', 'same', 'location: Peru', 'experience: Peru'],
    ['Worked in Peru.', '', 'location: Peru', 'experience: Peru'],
    ['Peruvian lawyer in Lima.', '', 'location: Lima', 'nationality: Peruvian'],
    ['A lawyer.', '', 'interest: law', 'profession: lawyer'],
  ])(
    'keeps such a claim if a quote shows the same in another regard: %s → %s (%s)',
    (reason, left, ...both) => {
      const criteria = both.map((each, index): Criterion => {
        const [subject, text = ''] = each.split(': ') as [Criterion['subject'], string];
        return { id: `c${index + 1}`, subject, text, need: 'required' };
      });
      const struck = [{ id: 'c2', verdict: 'met', quote: 'q' }] as const;
      const known = knownOf(criteria, { verdicts: verdictsOf(['met', 'unclear']), struck });
      expect(agreeing(reason, known)).toBe(left === 'same' ? reason : left);
    },
  );
});
