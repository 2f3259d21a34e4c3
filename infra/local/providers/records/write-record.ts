import type { Job, Person, Study } from '../directory/person.ts';
import { fullName } from '../directory/person.ts';
import { hashText } from '../text/random.ts';
import { countryOf, placeText } from '../vocabulary/places.ts';

/** What the provider calls the countries it does not call by their usual name. */
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

/** The person's record in the shape Proxycurl and Enrich Layer share; a sparse one lacks what makes it useful. */
export function writeRecord(person: Person): object {
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
    connections: chance % 3 === 0 ? chance % 500 : 500,
  };
}
