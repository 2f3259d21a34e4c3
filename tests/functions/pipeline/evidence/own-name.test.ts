import { describe, expect, it, vi } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import { withoutName } from '#functions/pipeline/evidence/own-name.ts';
import type { Criterion } from '#shared/criteria.ts';

describe('the person’s own name', () => {
  const found = (subject: Criterion['subject'], text: string, title: string, snippet: string) => {
    const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
    return findingsOf(criteria, sourcesOf({ title: `${title} | LinkedIn`, snippet })).verdicts[0];
  };

  it('does not show a profession', () => {
    expect(found('profession', 'baker', 'Ana Baker - Lawyer', 'Ana Baker is a lawyer.')?.verdict).toBe(
      'unclear',
    );
    expect(found('profession', 'investor', 'Angel Poma - Nurse', 'Angel Poma is a nurse.')?.verdict).toBe(
      'unclear',
    );
    expect(found('profession', 'lawyer', 'Ana Baker - Lawyer', 'Ana Baker is a lawyer.')?.verdict).toBe(
      'met',
    );
  });

  it.each<[subject: Criterion['subject'], text: string, title: string]>([
    ['education', 'PhD', 'Dr. Ana Poma, PhD, CFA - Portfolio Manager'],
    ['experience', 'CFA', 'Dr. Ana Poma, PhD, CFA - Portfolio Manager'],
    ['profession', 'physician', 'Ana Poma, MD'],
    ['education', 'MBA holder', 'Ana Poma, MBA - Manager'],
    ['education', 'MBA', 'Ana Poma MBA - Manager'],
    ['education', 'MBA', 'Ana Poma MBA, PMP (She/Her) - Manager'],
    ['experience', 'PMP', 'Ana Poma, MBA PMP® - Manager'],
    ['education', 'doctorate', 'Dr. Ana María de la Cruz Ph.D. | Chemist'],
    ['experience', 'PMP certified', 'Ana Poma, PMP'],
    ['experience', 'PMP certification', 'Ana Poma, MBA, PMP® - Planner'],
    ['experience', 'certified PMP', 'Ana Poma - Planner, PMP'],
    ['experience', 'CFA charterholder', 'Ana Poma, CFA - Analyst'],
    ['profession', 'licensed CPA', 'Ana Poma - Controller | CPA'],
    ['profession', 'manager', 'Ana Poma (she/her) - Manager'],
  ])('ends before the credentials that follow it: %s %s in %j', (subject, text, title) => {
    expect(found(subject, text, title, '')).toMatchObject({
      verdict: 'met',
      quote: expect.stringMatching(/^\p{L}/u),
    });
  });

  it.each(['Jean MBA - Manager', 'Jean Mba - Manager', 'ANA POMA MBA - Manager', 'Ana MBA Poma - Manager'])(
    'may itself look like credentials, which then show nothing: %s',
    (title) => {
      expect(found('education', 'MBA', title, '')?.verdict).toBe('unclear');
    },
  );

  it.each([
    ['Chad Miller', 'location', 'Chad', 'Chad works at Quipu Works. Write to Chad today.'],
    ['Chad A. Miller', 'nationality', 'Chadian', 'Chad Miller is a clerk.'],
    ['Jordan Smith, MBA', 'nationality', 'Jordanian', 'Jordan has worked here for years.'],
    ['Jordan Smith (He/Him)', 'location', 'Jordan', 'I worked with Jordan. Jordan’s work was great.'],
    ['Georgia Brown', 'location', 'Georgia', 'Meet Georgia!'],
    ['Israel Garcia', 'nationality', 'Israeli', 'Israel is a clerk at Quipu Works.'],
    ['Paris Jones', 'nationality', 'French', 'Paris leads a team of ten.'],
    ['German Lopez', 'nationality', 'German', 'German is a clerk.'],
    ['Jack M. London', 'location', 'London', 'Jack London is a clerk.'],
    ['Ana Poma', 'location', 'Chad', 'Reports to Chad Miller.'],
    ['Ana Poma', 'nationality', 'Chadian', 'Reports to Chad Miller.'],
  ] as const)(
    'shows no place or nationality, nor does part of it or another name: %s, %s %s by %s',
    (name, subject, text, snippet) => {
      expect(found(subject, text, `${name} - Clerk`, snippet)?.verdict).toBe('unclear');
    },
  );

  it.each([
    ['Jordan Smith', 'location', 'Jordan', 'Location: Amman, Jordan'],
    ['Jordan Smith', 'location', 'Jordan', 'Location: Jordan'],
    ['Jordan Smith', 'location', 'Jordan', 'Clerk based in Jordan.'],
    ['Jordan Smith', 'nationality', 'Jordanian', 'Jordanian clerk.'],
    ['Jack London', 'location', 'London', 'Clerk · London · Loves dogs'],
    ['Paris Jones', 'location', 'Paris', 'Lives in Paris, France.'],
    ['German Lopez', 'nationality', 'German', 'I am German.'],
    ['Ana Poma', 'location', 'Paris', 'Paris Office Manager'],
    ['Ana Poma', 'location', 'Charlotte', 'Charlotte Metro'],
  ] as const)(
    'does not hide a real place or nationality of that name: %s, %s %s by %s',
    (name, subject, text, snippet) => {
      expect(found(subject, text, `${name} - Clerk`, snippet)?.verdict).toBe('met');
    },
  );

  it('is told apart from a place even if credentials follow it', () => {
    const criterion = ['Ana Lima, MD - Nurse', 'Ana Lima is a nurse in Quito.'] as const;
    expect(found('location', 'Lima', ...criterion)?.verdict).not.toBe('met');
    expect(found('location', 'Quito', ...criterion)?.verdict).toBe('met');
  });
});

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

  it('is looked for part by part, each once, however often the name repeats it', () => {
    const blankName = withoutName([{ source: 'title', text: 'Lima Peru Lima Peru Lima Peru - Nurse' }]);
    const searched = vi.spyOn(String.prototype, 'replaceAll');
    expect(blankName('Lima has worked with Peru.').trim()).toBe('has worked with     .');
    expect(searched).toHaveBeenCalledTimes(3);
    searched.mockRestore();
  });
});
