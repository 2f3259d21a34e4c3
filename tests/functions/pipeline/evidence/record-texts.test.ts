import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { criterion, RECORD, type Row } from '../judging.ts';

it('the descriptions of a job and of a school show what they say', () => {
  const record = {
    ...RECORD,
    experiences: [{ title: 'Clerk', company: 'Marlowe', description: 'Wrote Kotlin.', ends_at: null }],
    education: [{ school: 'Lund University', description: 'Chess club' }],
  };
  const criteria = [criterion('c1', 'experience', 'Kotlin'), criterion('c2', 'interest', 'chess')];
  const { verdicts } = findingsOf(criteria, sourcesOf({ title: 'Ana Poma', snippet: '' }, record));
  expect(verdicts).toMatchObject([{ quote: 'Wrote Kotlin.' }, { quote: 'Chess club' }]);
});

describe('an excluded criterion and a record', () => {
  const complete = {
    experiences: [
      { title: 'Data Scientist', company: 'Fernhollow Bank', ends_at: null },
      { title: 'Nurse', company: 'Quipu Clinic', ends_at: { year: 2020, month: null, day: null } },
    ],
    education: [{ school: 'Lund University', degree_name: 'Bachelor of Science - BSc' }],
  };
  const tell = (
    subject: Criterion['subject'],
    text: string,
    record: Partial<ProfileRecord> = {},
    need: Criterion['need'] = 'excluded',
  ) =>
    findingsOf(
      [{ id: 'c1', subject, text, need }],
      sourcesOf({ title: 'Ana Poma', snippet: '' }, { ...RECORD, ...complete, ...record }),
    ).verdicts[0];

  it.each<Row>([
    ['experience', 'Google', 'Fernhollow Bank'],
    ['experience', 'Google or Meta', 'Fernhollow Bank'],
    ['experience', 'Oxford', 'Fernhollow Bank'],
    ['education', 'PhD', 'Bachelor of Science'],
    ['education', 'Harvard University', 'Lund University'],
    ['profession', 'recruiter', 'Data Scientist'],
  ])('is met if the record shows another value: %s %s, but %s', (subject, text, quote) => {
    expect(tell(subject, text)).toEqual({ criterionId: 'c1', verdict: 'met', quote, source: 'record' });
    expect(tell(subject, text, {}, 'required')).toMatchObject({ verdict: 'unclear' });
  });

  it.each<[Criterion['subject'], string, string, Partial<ProfileRecord>]>([
    ['experience', 'Google', 'has no present employer', { experiences: complete.experiences.slice(1) }],
    [
      'experience',
      'Google',
      'has one without a name',
      { experiences: [...complete.experiences, { title: 'Adviser', company: null, ends_at: null }] },
    ],
    ['experience', 'Google Cloud', 'speaks of a part of it', { summary: 'Moves banks to the cloud.' }],
    ['experience', 'Java', 'has a skill of that name nowhere', {}],
    ['experience', 'agency', 'names no kind of firm', {}],
    ['experience', 'Google or agency', 'names no kind of firm for one of them', {}],
    ['experience', 'Oxford', 'may leave a school out', { education: [] }],
    ['experience', 'Ashdown University', 'may leave a school out', { education: [] }],
    [
      'education',
      'Harvard University',
      'has a degree without its school',
      { education: [...complete.education, { school: null, degree_name: 'MSc' }] },
    ],
    [
      'profession',
      'recruiter',
      'has a job without its title',
      { experiences: [...complete.experiences, { title: null, company: 'Marlowe', ends_at: null }] },
    ],
    [
      'education',
      'PhD',
      'has a school without its degree',
      { education: [...complete.education, { school: 'Larkmoor Institute', degree_name: null }] },
    ],
    ['education', 'PhD', 'has no schools', { education: [] }],
    ['interest', 'sales', 'has other things', {}],
  ])('stays unclear: %s %s, if the record %s', (subject, text, _, record) => {
    expect(tell(subject, text, record)).toEqual({ criterionId: 'c1', verdict: 'unclear' });
  });

  it('is not met if a past job shows it', () => {
    expect(tell('experience', 'Quipu Clinic')).toMatchObject({ verdict: 'notMet', quote: 'Quipu Clinic' });
  });
});
