import { describe, expect, it } from 'vitest';
import { type AssessmentInput, assessmentPrompt } from '#functions/pipeline/model/prompts/assessment.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { foundProfile, recordOf } from '#tests/support/fake-providers.ts';

const profile = foundProfile(1);

function recordShown(recorded: Partial<ProfileRecord>, criteria: readonly Criterion[] = []) {
  const query = {
    googleSearchQuery: '',
    targetCriteria: { interests: [], experience: [] },
    alternativeSearchTerms: [],
    criteria: [...criteria],
  };
  const input: AssessmentInput = {
    request: 'people',
    query,
    profile: { ...profile, relevanceScore: 70, reasoning: '', shouldVerify: true, scoreSource: 'model' },
    record: recordOf(profile.url, recorded),
  };
  return JSON.parse(assessmentPrompt.user(input)).record;
}

const asked = (subject: Criterion['subject'], text: string): Criterion[] => [
  { id: 'c1', subject, text, need: 'required' },
];
const job = (company: string, year: number | null) => ({
  title: 'Clerk',
  company,
  ends_at: year === null ? null : { year, month: 1, day: 1 },
});
const companies = (shown: { experiences: { company: string }[] }) =>
  shown.experiences.map(({ company }) => company);

describe('the record that an assessment is shown', () => {
  const past = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fernhollow Bank'].map((name, at) =>
    job(name, 2020 - at),
  );

  it('has the job that is asked for, however long ago it was, and the present one', () => {
    const experiences = [...past, job('Hazel', null)];
    expect(companies(recordShown({ experiences }, asked('experience', 'Fernhollow Bank')))).toEqual([
      'Alder',
      'Birch',
      'Fernhollow Bank',
      'Hazel',
    ]);
    expect(companies(recordShown({ experiences: past }))).toEqual(['Alder', 'Birch', 'Cedar', 'Dogwood']);
  });

  it('has a job that was sent twice once', () => {
    const experiences = [job('Hazel', null), job('Hazel', null), ...past];
    expect(companies(recordShown({ experiences }))).toEqual(['Hazel', 'Alder', 'Birch', 'Cedar']);
    const told = [{ ...job('Hazel', null), title: 'Clerk' }, ...experiences];
    expect(companies(recordShown({ experiences: told }, asked('experience', 'Clerk')))).toContain('Hazel');
  });

  it('has the school that is asked for', () => {
    const education = ['Ashdown', 'Birchwood', 'Cedarfield', 'Lund University'].map((school) => ({ school }));
    const shown = recordShown({ education }, asked('education', 'Lund University'));
    expect(shown.education.map(({ school }: { school: string }) => school)).toEqual([
      'Ashdown',
      'Birchwood',
      'Lund University',
    ]);
  });

  it('says of no present job that it ends', () => {
    const [present] = recordShown({ experiences: [job('Hazel', 2999)] }).experiences;
    expect(present).toEqual({ title: 'Clerk', company: 'Hazel' });
  });

  it('has what is listed besides, without certificates that have expired', () => {
    expect(
      recordShown({
        languages: ['Spanish', 'Quechua'],
        languages_and_proficiencies: [{ name: 'Spanish', proficiency: 'FULL_PROFESSIONAL' }],
        certifications: [
          { name: 'PMP', ends_at: null },
          { name: 'CPR', ends_at: { year: 2019, month: 1, day: 1 } },
        ],
        skills: ['Kotlin'],
        volunteer_work: [{ title: 'Mentor', company: 'Code Club', description: null }],
      }),
    ).toMatchObject({
      languages: ['Spanish (full professional)', 'Quechua'],
      certifications: ['PMP'],
      skills: ['Kotlin'],
      volunteering: ['Mentor at Code Club'],
    });
  });

  it('has of long lists what is asked for, within a bound that descriptions of jobs share', () => {
    const certifications = Array.from({ length: 40 }, (_, at) => ({
      name: `Certificate of something ${at}`,
    }));
    const experiences = [{ ...job('Hazel', null), description: 'd'.repeat(100) }];
    const shown = recordShown(
      { experiences, certifications: [...certifications, { name: 'PMP' }] },
      asked('experience', 'PMP'),
    );
    expect(shown.certifications[0]).toBe('PMP');
    const { certifications: listed, experiences: jobs } = shown;
    expect(listed.length).toBeLessThan(15);
    expect(jobs[0].description ?? '').not.toHaveLength(60);
    expect(recordShown({ experiences }).experiences[0].description).toHaveLength(60);
  });
});
