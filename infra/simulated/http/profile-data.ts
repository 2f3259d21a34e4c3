import { Hono } from 'hono';
import type { Directory } from '../people/directory.ts';
import { fullName, type Job, type Person, type Study } from '../people/person.ts';
import { createRandom, hashText } from '../random.ts';
import { CERTIFICATES } from '../vocabulary/occupations.ts';
import { countryOf, placeText } from '../vocabulary/places.ts';
import { bearerOf, type IsKey, type Wait } from './calls.ts';

/** Countries that the provider does not call by their usual name. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = { US: 'United States of America' };

const day = (year: number, month: number): object => ({ day: 1, month, year });

function experience(job: Job): object {
  const slug = job.firm.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return {
    starts_at: day(job.from, 1),
    ends_at: job.to === null ? null : day(job.to, 12),
    company: job.firm.name,
    company_linkedin_profile_url: `https://www.linkedin.com/company/${encodeURIComponent(slug)}`,
    title: job.title,
    description: null,
    location: placeText(job.city),
    logo_url: null,
  };
}

function education(study: Study): object {
  return {
    starts_at: day(study.from, 9),
    ends_at: day(study.to, 6),
    field_of_study: study.field,
    degree_name: study.degree,
    school: study.school.name,
    description: null,
    grade: null,
  };
}

/** In the order in which people list languages, starting with their own. */
const PROFICIENCIES = ['NATIVE_OR_BILINGUAL', 'FULL_PROFESSIONAL', 'PROFESSIONAL_WORKING'];

const proficiency = (name: string, at: number): object => ({
  name,
  proficiency: PROFICIENCIES[Math.min(at, PROFICIENCIES.length - 1)],
});

/** The sections below jobs and schools; few people fill in all of them. */
function writeLists(person: Person): object {
  const random = createRandom(hashText(`${person.slug} lists`));
  const [interest, other = interest] = person.interests;
  const year = (person.jobs[0]?.from ?? person.studies[0]?.to ?? 2020) - random.between(0, 3);
  const certificates = CERTIFICATES.filter(({ professions }) => professions.includes(person.profession.name));
  return {
    languages_and_proficiencies: person.languages.map(proficiency),
    certifications: random.some(certificates, random.between(0, 2)).map(({ name, authority }) => ({
      starts_at: day(year, random.between(1, 12)),
      ends_at: null,
      name,
      license_number: null,
      display_source: null,
      authority,
      url: null,
    })),
    volunteer_work:
      interest && random.chance(0.25)
        ? [
            {
              starts_at: day(year, 3),
              ends_at: null,
              title: 'Volunteer',
              cause: null,
              company: `Friends of ${interest.name}`,
              company_linkedin_profile_url: null,
              description: null,
              logo_url: null,
            },
          ]
        : [],
    accomplishment_publications:
      person.profession.ladder === 'science'
        ? [
            {
              name: `On ${person.specialism?.name ?? person.profession.fields[0] ?? person.profession.name}`,
              publisher: null,
              published_on: day(year, 1),
              description: null,
              url: null,
            },
          ]
        : [],
    accomplishment_projects:
      other && random.chance(0.2)
        ? [
            {
              starts_at: day(year, 1),
              ends_at: null,
              title: `A handbook of ${other.name}`,
              description: null,
              url: null,
            },
          ]
        : [],
  };
}

/** The other fields of a record, mostly empty. The last ones are about other people or say nothing about anybody's work. */
const EMPTY_LISTS = {
  languages_and_proficiencies: [],
  certifications: [],
  volunteer_work: [],
  accomplishment_publications: [],
  accomplishment_projects: [],
  accomplishment_courses: [],
  accomplishment_honors_awards: [],
  accomplishment_organisations: [],
  accomplishment_patents: [],
  accomplishment_test_scores: [],
  activities: [],
  articles: [],
  groups: [],
  recommendations: [],
  similarly_named_profiles: [],
  people_also_viewed: [
    {
      link: 'https://www.linkedin.com/in/quill-marlowe-of-fernhollow',
      name: 'Quill Marlowe',
      summary: 'Recruiter at Fernhollow Bank',
      location: null,
    },
  ],
};

/** The person's record in the format that Proxycurl and Enrich Layer share; a sparse one lacks the useful fields. */
function writeRecord(person: Person): object {
  const sparse = person.record === 'sparse';
  const [job] = person.jobs;
  const chance = hashText(person.slug);
  const { code, name } = countryOf(person.city.country);
  return {
    public_identifier: person.slug,
    profile_pic_url: null,
    background_cover_image_url: null,
    first_name: person.firstName,
    last_name: person.lastName,
    full_name: fullName(person),
    follower_count: chance % 5000,
    occupation: job === undefined ? person.title : `${job.title} at ${job.firm.name}`,
    headline: sparse ? null : person.headline,
    summary: sparse ? null : person.about.join(' '),
    country: code,
    country_full_name: COUNTRY_NAMES[code] ?? name,
    city: sparse ? null : person.city.name,
    state: sparse ? null : person.city.state,
    experiences: sparse ? [] : person.jobs.map((each) => experience(each)),
    education: sparse ? [] : person.studies.map((each) => education(each)),
    languages: person.languages,
    ...EMPTY_LISTS,
    ...(sparse ? undefined : writeLists(person)),
    connections: chance % 3 === 0 ? chance % 500 : 500,
  };
}

/** The account's remaining credits; requesting the balance costs nothing. */
const CREDITS = 1_000;

const NOT_FOUND = { code: 404, description: 'Person profile does not exist', name: 'Not Found' };
const INVALID_KEY = { code: 401, description: 'Invalid API Key', name: 'Unauthorized' };

/** The slug in a profile URL, or null for any other URL. */
function slugOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  const [, slug] = /^\/in\/([^/]+)/.exec(pathname) ?? [];
  if (slug === undefined || !/(^|\.)linkedin\.com$/.test(host)) return null;
  try {
    return decodeURIComponent(slug).normalize('NFC').toLowerCase();
  } catch {
    return null;
  }
}

/** The person whose record the provider returns by mistake: a namesake, someone with the same given name, or anyone else. */
function wrongPersonFor(person: Person, { people, namesakeOf }: Directory): Person {
  const namesake = namesakeOf(person);
  if (namesake !== undefined) return namesake;
  const others = people.filter((other) => other !== person && other.record === 'full');
  const alike = others.filter((other) => other.firstName === person.firstName);
  const pool = alike.length > 0 ? alike : others;
  return pool[hashText(person.slug) % pool.length] ?? person;
}

function recordFor(directory: Directory, slug: string): object | null {
  const person = directory.bySlug.get(slug);
  if (person === undefined || person.record === 'missing') return null;
  if (person.record === 'other') return writeRecord(wrongPersonFor(person, directory));
  return writeRecord(person);
}

/** Proxycurl v2 or Enrich Layer v2, which return the same records and differ in path, parameter and headers. */
export function profileDataRoutes(options: {
  path: string;
  parameter: string;
  headers: Readonly<Record<string, string>>;
  directory: Promise<Directory>;
  isKey: IsKey;
  wait: Wait;
}): Hono {
  const { path, parameter, headers, directory, isKey, wait } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    if (isKey(bearerOf(c))) return next();
    return c.json(INVALID_KEY, 401);
  });
  app.get('/credit-balance', (c) => c.json({ credit_balance: CREDITS }));
  app.get(path, async (c) => {
    const address = c.req.query(parameter);
    const slug = address === undefined ? null : slugOf(address);
    if (slug === null) {
      const description = `Missing or invalid parameter: ${parameter}`;
      return c.json({ code: 400, description, name: 'Bad Request' }, 400);
    }
    await wait('lookup', c.req.raw.signal);
    const record = recordFor(await directory, slug);
    return record === null ? c.json(NOT_FOUND, 404, headers) : c.json(record, 200, headers);
  });
  return app;
}
