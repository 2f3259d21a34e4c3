import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedProviders } from '#infra/local/simulated-providers.ts';
import { buildDirectory, type Directory } from '#infra/simulated/people/directory.ts';
import type { Person } from '#infra/simulated/people/person.ts';
import { startProviders } from './ask.ts';

let providers: SimulatedProviders;
let directory: Directory;

beforeAll(async () => {
  providers = await startProviders();
  directory = await providers.directory;
});

afterAll(() => providers.close());

type Provider = 'enrichlayer' | 'proxycurl';

const HEADERS = { authorization: 'Bearer k' };

function lookUp(
  provider: Provider,
  address: string,
  headers: Record<string, string> = HEADERS,
): Promise<Response> {
  const { enrichLayerBaseUrl, proxycurlBaseUrl } = providers;
  const asked = encodeURIComponent(address);
  const url =
    provider === 'enrichlayer'
      ? `${enrichLayerBaseUrl}/profile?profile_url=${asked}`
      : `${proxycurlBaseUrl}/linkedin?url=${asked}`;
  return fetch(url, { headers });
}

function anyone(record: Person['record']): Person {
  const person = directory.people.find((each) => each.record === record);
  if (person === undefined) throw new Error(`nobody with a ${record} record`);
  return person;
}

const page = (person: Person): string => `https://www.linkedin.com/in/${encodeURIComponent(person.slug)}`;

const FIELDS =
  'accomplishment_courses accomplishment_honors_awards accomplishment_organisations accomplishment_patents accomplishment_projects accomplishment_publications accomplishment_test_scores activities articles background_cover_image_url certifications city connections country country_full_name education experiences first_name follower_count full_name groups headline languages languages_and_proficiencies last_name occupation people_also_viewed profile_pic_url public_identifier recommendations similarly_named_profiles state summary volunteer_work';

describe.each(['enrichlayer', 'proxycurl'] as const)('%s', (provider) => {
  it('returns the same fields as a recorded lookup', async () => {
    const person = anyone('full');
    const response = await lookUp(provider, page(person));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-proxycurl-credit-cost')).toBe(provider === 'proxycurl' ? '1' : null);
    const body = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(body).toSorted().join(' ')).toBe(FIELDS);
    expect(body).toMatchObject({
      public_identifier: person.slug,
      country: person.city.country,
      experiences: [
        {
          company: person.jobs[0]?.firm.name,
          company_linkedin_profile_url: expect.stringContaining('/company/'),
          title: person.jobs[0]?.title,
          starts_at: { day: 1, month: 1 },
          ends_at: null,
          description: null,
          logo_url: null,
          location: expect.any(String),
        },
        ...person.jobs.slice(1).map((job) => ({ title: job.title })),
      ],
      education: person.studies.map((study) => ({
        school: study.school.name,
        degree_name: study.degree,
        grade: null,
      })),
    });
  });

  it('returns languages, publications and certificates in the providers’ wording', async () => {
    const person = directory.people.find(
      ({ record, profession, languages }) =>
        record === 'full' && profession.ladder === 'science' && languages.length > 1,
    );
    if (person === undefined) throw new Error('no scientist who speaks two languages');
    expect(await (await lookUp(provider, page(person))).json()).toMatchObject({
      languages: person.languages,
      languages_and_proficiencies: person.languages.map((name, at) => ({
        name,
        proficiency: at === 0 ? 'NATIVE_OR_BILINGUAL' : expect.stringMatching(/^(FULL|PROFESSIONAL)_/),
      })),
      accomplishment_publications: [{ name: expect.any(String) }],
    });
    const accountants = directory.people.filter(
      ({ record, profession }) => record === 'full' && profession.name === 'accountant',
    );
    const records = await Promise.all(
      accountants.map(async (each) => (await lookUp(provider, page(each))).json()),
    );
    expect(records).toContainEqual(
      expect.objectContaining({
        certifications: [
          expect.objectContaining({ name: 'Certified Public Accountant (CPA)', authority: 'AICPA' }),
        ],
      }),
    );
  });

  it('returns sparse records for some people', async () => {
    const body: unknown = await (await lookUp(provider, page(anyone('sparse')))).json();
    expect(Object.keys(Object(body)).toSorted().join(' ')).toBe(FIELDS);
    expect(body).toMatchObject({
      headline: null,
      summary: null,
      city: null,
      experiences: [],
      education: [],
      certifications: [],
    });
  });

  it('returns someone else’s record for a few people, always the same one', async () => {
    const person = anyone('other');
    const answers = (await Promise.all(
      [0, 1].map(async () => (await lookUp(provider, page(person))).json()),
    )) as {
      public_identifier: string;
    }[];
    expect(answers[0]?.public_identifier).not.toBe(person.slug);
    expect(answers[0]).toEqual(answers[1]);
  });

  it('answers 404 for people without a record', async () => {
    const addresses = [page(anyone('missing')), 'https://www.linkedin.com/in/nobody-of-this-name-0'];
    for (const address of addresses) {
      const response = await lookUp(provider, address);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        code: 404,
        description: 'Person profile does not exist',
        name: 'Not Found',
      });
    }
  });

  it('accepts every address form that a search returns', async () => {
    const person = anyone('full');
    const slug = encodeURIComponent(person.slug);
    const addresses = [
      `https://pe.linkedin.com/in/${slug}/`,
      `https://uk.linkedin.com/in/${slug.toUpperCase()}?trk=x`,
    ];
    for (const address of addresses) {
      expect(await (await lookUp(provider, address)).json()).toMatchObject({
        public_identifier: person.slug,
      });
    }
  });

  it('rejects calls without a key and addresses that are not profiles', async () => {
    expect((await lookUp(provider, page(anyone('full')), {})).status).toBe(401);
    for (const address of [
      'x',
      'https://example.org/linkedin.com/in/a',
      'https://linkedin.com/company/a',
      'https://linkedin.com/in/%E0%A4%A',
    ]) {
      expect((await lookUp(provider, address)).status).toBe(400);
    }
  });
});

describe('the directory', () => {
  it('holds the requested number of people, each with their own page', () => {
    expect(directory.people).toHaveLength(6000);
    expect(new Set(directory.people.map(({ slug }) => slug)).size).toBe(6000);
    expect(directory.people.every((person) => directory.bySlug.get(person.slug) === person)).toBe(true);
  });

  it('depends only on the seed', async () => {
    const names = async (seed: number): Promise<string[]> =>
      (await buildDirectory({ seed, people: 1000 })).people.map(
        ({ slug, headline }) => `${slug} ${headline}`,
      );
    expect(await names(3)).toEqual(await names(3));
    expect(await names(3)).not.toEqual(await names(4));
  });

  it('has namesakes, who are different people', () => {
    const namesakes = directory.people.filter((person) => directory.namesakeOf(person) !== undefined);
    expect(namesakes.length / directory.people.length).toBeGreaterThan(0.03);
    expect(namesakes.length / directory.people.length).toBeLessThan(0.09);
    for (const person of namesakes) {
      const other = directory.namesakeOf(person);
      expect(other?.slug).not.toBe(person.slug);
      expect(other?.lastName).toBe(person.lastName);
    }
  });

  it.each([
    ['sparse', 0.07, 0.13],
    ['missing', 0.025, 0.055],
    ['other', 0.004, 0.02],
  ] as const)('has a realistic share of %s records', (record, low, high) => {
    const share =
      directory.people.filter((person) => person.record === record).length / directory.people.length;
    expect(share).toBeGreaterThan(low);
    expect(share).toBeLessThan(high);
  });

  it('is diverse', () => {
    const count = (of: (person: Person) => string): number =>
      new Set(directory.people.map((person) => of(person))).size;
    expect(count((person) => person.origin.code)).toBeGreaterThanOrEqual(60);
    expect(count((person) => person.profession.name)).toBeGreaterThanOrEqual(120);
    expect(count((person) => person.studies[0]?.school.name ?? '')).toBeGreaterThanOrEqual(120);
    expect(count((person) => person.jobs[0]?.firm.name ?? '')).toBeGreaterThanOrEqual(150);
    expect(directory.people.some((person) => /\p{Script=Arabic}/u.test(person.lastName))).toBe(true);
    expect(directory.people.some((person) => /\p{Emoji_Presentation}/u.test(person.headline))).toBe(true);
  });
});
