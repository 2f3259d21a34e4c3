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

describe('the record shown to an assessment', () => {
  const past = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fernhollow Bank'].map((name, at) =>
    job(name, 2020 - at),
  );

  it('includes the job the criteria ask for, however old, and the present one', () => {
    const experiences = [...past, job('Hazel', null)];
    expect(companies(recordShown({ experiences }, asked('experience', 'Fernhollow Bank')))).toEqual([
      'Alder',
      'Birch',
      'Fernhollow Bank',
      'Hazel',
    ]);
    expect(companies(recordShown({ experiences: past }))).toEqual(['Alder', 'Birch', 'Cedar', 'Dogwood']);
  });

  it.each([
    ['its description', { description: 'Ran Kubernetes clusters' }, asked('experience', 'Kubernetes')],
    ['its location', { location: 'Arequipa' }, asked('location', 'Arequipa')],
  ])('includes a job that only %s shows to be asked for', (_, told, criteria) => {
    const experiences = [...past, { ...job('Hazel', 2010), ...told }];
    expect(companies(recordShown({ experiences }, criteria))).toEqual(['Alder', 'Birch', 'Cedar', 'Hazel']);
  });

  it('includes a duplicated job only once', () => {
    const experiences = [job('Hazel', null), job('Hazel', null), ...past];
    expect(companies(recordShown({ experiences }))).toEqual(['Hazel', 'Alder', 'Birch', 'Cedar']);
    const told = [{ ...job('Hazel', null), title: 'Clerk' }, ...experiences];
    expect(companies(recordShown({ experiences: told }, asked('experience', 'Clerk')))).toContain('Hazel');
  });

  it.each([
    ['name', {}, 'Lund University'],
    ['degree', { degree_name: 'Diploma in Oceanography' }, 'Oceanography'],
    ['field', { field_of_study: 'Oceanography' }, 'Oceanography'],
  ])('includes the school the criteria ask for by %s', (_, told, text) => {
    const schools = ['Ashdown', 'Birchwood', 'Cedarfield'].map((school) => ({ school }));
    const education = [...schools, { school: 'Lund University', ...told }];
    const shown = recordShown({ education }, asked('education', text));
    expect(shown.education.map(({ school }: { school: string }) => school)).toEqual([
      'Ashdown',
      'Birchwood',
      'Lund University',
    ]);
  });

  it('gives no end date for a present job', () => {
    const [present] = recordShown({ experiences: [job('Hazel', 2999)] }).experiences;
    expect(present).toEqual({ title: 'Clerk', company: 'Hazel' });
  });

  it('includes languages, skills, volunteering and certificates that have not expired', () => {
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

  it('puts what the criteria ask for first in long lists, within a limit shared with job descriptions', () => {
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
