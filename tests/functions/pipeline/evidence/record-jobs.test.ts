import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import { type Job, jobsOf } from '#functions/pipeline/evidence/record-jobs.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const URL = 'https://www.linkedin.com/in/rumi-quispe';
const date = (year: number, month: number | null = null, day: number | null = null) => ({ year, month, day });

describe('the jobs of a record', () => {
  const read = (job: Partial<Job>) => {
    const { all, present } = jobsOf(
      recordOf(URL, { experiences: [{ title: 'Nurse', company: 'Quipu Clinic', ...job }] }),
      NOW,
    );
    return present.length > 0 ? 'present' : all.length > 0 ? 'over' : 'none';
  };

  it.each<[Partial<Job>, string]>([
    [{ ends_at: null }, 'present'],
    [{ starts_at: date(2026, 6, 1), ends_at: null }, 'present'],
    [{ starts_at: date(2026), ends_at: null }, 'present'],
    [{ starts_at: date(2026, 6), ends_at: null }, 'present'],
    [{ starts_at: date(2026, 6, 16), ends_at: null }, 'none'],
    [{ starts_at: date(2026, 9, 1), ends_at: null }, 'none'],
    [{ starts_at: date(2027), ends_at: null }, 'none'],
    [{ ends_at: date(2025, 12, 31) }, 'over'],
    [{ ends_at: date(2026, 5, 31) }, 'over'],
    [{ ends_at: date(2026, 6) }, 'over'],
    [{ ends_at: date(2026, 6, 15) }, 'over'],
    [{ ends_at: date(2026, 6, 14) }, 'over'],
    // A bare year, which some providers send as its last day.
    [{ ends_at: date(2026) }, 'over'],
    [{ ends_at: date(2026, 12, 31) }, 'over'],
    [{ ends_at: date(2026, 9, 30) }, 'present'],
    [{ ends_at: date(2028, 12, 31) }, 'present'],
    [{ title: 'Career Break', ends_at: null }, 'none'],
    [{ title: 'Career Break Coach', ends_at: null }, 'present'],
    [{ title: 'Full-time parent', company: 'Career break', ends_at: null }, 'none'],
  ])('are classified by their dates: %j is %s', (job, when) => {
    expect(read(job)).toBe(when);
  });
});

describe('a job as evidence', () => {
  const tell = (
    subject: Criterion['subject'],
    text: string,
    record: Partial<ProfileRecord>,
    need: Criterion['need'] = 'required',
  ) =>
    findingsOf(
      [{ id: 'c1', subject, text, need }],
      sourcesOf({ title: 'Rumi Quispe', snippet: '' }, recordOf(URL, { headline: null, ...record })),
    ).verdicts[0]?.verdict;
  const google = { title: 'Nurse', company: 'Google' };

  it('counts for nothing before it begins', () => {
    const experiences = [{ ...google, starts_at: date(2999), ends_at: null }];
    expect(tell('experience', 'works at Google', { experiences })).toBe('unclear');
    expect(tell('experience', 'Google', { experiences })).toBe('unclear');
  });

  it('counts as present until a future end date', () => {
    const other = { title: 'Baker', company: 'Marlowe', ends_at: null };
    const experiences = [other, { ...google, ends_at: date(2999) }];
    expect(tell('experience', 'works at Google', { experiences })).toBe('met');
  });

  it('still counts as the profession during a career break', () => {
    const experiences = [
      { title: 'Career Break', company: null, ends_at: null },
      { title: 'Nurse', company: 'Quipu Clinic', ends_at: date(2025) },
    ];
    expect(tell('profession', 'nurse', { experiences })).toBe('met');
  });

  it.each(['Confidential', 'Undisclosed', 'Private', 'Stealth Startup', 'Stealth Mode Company'])(
    'does not rule out a firm if its own is hidden: %s',
    (company) => {
      const experiences = [{ title: 'Engineer', company, ends_at: null }];
      expect(tell('experience', 'Google', { experiences }, 'excluded')).toBe('unclear');
      const told = [{ title: 'Engineer', company: 'Fernhollow Bank', ends_at: null }];
      expect(tell('experience', 'Google', { experiences: told }, 'excluded')).toBe('met');
    },
  );

  it('shows where someone has worked, not where they live or come from', () => {
    const record = recordOf(URL, {
      ...{ headline: null, city: null, state: null, country: null },
      experiences: [{ ...google, location: 'Lima, Peru', ends_at: date(2020) }],
    });
    const claimed = (subject: Criterion['subject'], text: string) =>
      weighClaims(
        [{ id: 'c1', verdict: 'met', quote: 'Lima, Peru' }],
        [{ id: 'c1', subject, text, need: 'required' }],
        sourcesOf({ title: 'Rumi Quispe', snippet: '' }, record),
      ).verdicts[0]?.verdict;
    expect(claimed('experience', 'has worked in Peru')).toBe('met');
    expect(claimed('location', 'Peru')).toBe('unclear');
    expect(claimed('nationality', 'Peruvian')).toBe('unclear');
  });

  it('is taken from the occupation if the record lists none', () => {
    const occupation = 'Nurse at Quipu Clinic';
    expect(tell('profession', 'nurse', { experiences: [], occupation })).toBe('met');
    const experiences = [{ title: 'Baker', company: 'Marlowe', ends_at: null }];
    expect(tell('profession', 'nurse', { experiences, occupation })).toBe('unclear');
  });
});
