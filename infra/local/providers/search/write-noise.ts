import type { Person } from '../directory/person.ts';
import { fullName } from '../directory/person.ts';
import type { Random } from '../text/random.ts';
import type { WebQuery } from './parse-query.ts';
import type { Result } from './write-result.ts';
import { writePersonResult } from './write-result.ts';

const dashed = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

function companyPage(person: Person): Result {
  const firm = person.jobs[0]?.firm.name ?? person.studies[0]?.school.name ?? 'LinkedIn';
  return {
    title: `${firm} | LinkedIn`,
    link: `https://www.linkedin.com/company/${encodeURIComponent(dashed(firm))}`,
    snippet: `${firm} on LinkedIn. Followers, jobs and news. See who works there.`,
    extensions: [],
  };
}

function post(person: Person, random: Random): Result {
  return {
    title: `${fullName(person)}'s Post`,
    link: `https://www.linkedin.com/posts/${encodeURIComponent(person.slug)}_activity-${random.between(1e9, 9e9)}`,
    snippet: `Skip to main content · ${person.about.at(-2) ?? ''} Like · Comment`,
    extensions: [],
  };
}

function people(person: Person, random: Random): Result {
  const path = [person.firstName, person.lastName].map((name) => encodeURIComponent(name)).join('/');
  return {
    title: `${random.between(10, 300)}+ "${fullName(person)}" profiles | LinkedIn`,
    link: `https://www.linkedin.com/pub/dir/${path}`,
    snippet: `There are many professionals named ${fullName(person)}, who use LinkedIn to exchange information.`,
    extensions: [],
  };
}

function blog(person: Person): Result {
  return {
    title: `${person.profession.name} profiles worth reading`,
    link: `https://example.org/blog/linkedin.com/in/${encodeURIComponent(person.slug)}`,
    snippet: `Notes on how to write a profile as a ${person.profession.name}, with examples.`,
    extensions: [],
  };
}

function samePerson(person: Person, query: WebQuery, random: Random): Result {
  const result = writePersonResult({ person, query, random });
  const host = random.pick(['pe', 'uk', 'de', 'in', 'ca', 'fr']);
  const ending = random.pick(['', '/', '?trk=people-guest_people_search-card']);
  return { ...result, link: `https://${host}.linkedin.com/in/${encodeURIComponent(person.slug)}${ending}` };
}

/** Something a search returns that is no new person: a company, a post, a name list, a blog, or a page seen before. */
export function writeNoise(options: { seen: readonly Person[]; query: WebQuery; random: Random }): Result {
  const { seen, query, random } = options;
  const person = random.pick(seen);
  const roll = random.next();
  if (roll < 0.35) return samePerson(person, query, random);
  if (roll < 0.55) return companyPage(person);
  if (roll < 0.75) return post(person, random);
  return roll < 0.9 ? people(person, random) : blog(person);
}
