import { fold, holdsPhrase } from '../fold.ts';
import { joinSlug } from '../people/names.ts';
import { fullName, type Person } from '../people/person.ts';
import { createRandom, hashText, type Random } from '../random.ts';
import { countryOf, placeText } from '../vocabulary/places.ts';
import type { WebQuery } from './query.ts';

/** A search result before it is given a position; without snippet or extensions where the search engine shows none. */
export type Result = { title: string; link: string; snippet: string | null; extensions?: readonly string[] };

/** In characters; search engines cut titles and snippets at about these lengths. */
const MAX_TITLE_LENGTH = 78;
const MAX_SNIPPET_LENGTH = 320;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} ...`;
}

function writeTitle(person: Person, random: Random): string {
  const name = fullName(person);
  const firm = person.jobs[0]?.firm.name;
  const roll = random.next();
  if (roll < 0.06) return `${name} | LinkedIn`;
  if (roll < 0.4 && firm !== undefined)
    return cut(`${name} - ${person.title} - ${firm}`, MAX_TITLE_LENGTH).concat(' | LinkedIn');
  return cut(`${name} - ${person.headline}`, MAX_TITLE_LENGTH);
}

/** The sentences that match most of the query beyond what `shown` does, as a search engine picks them. */
function pickSentences(person: Person, query: WebQuery, shown: string, maxSentences: number): string {
  const chosen = new Set<string>();
  let unseen = query.groups.filter((group) => !group.some((phrase) => holdsPhrase(fold(shown), phrase)));
  while (chosen.size < maxSentences) {
    const shows = (sentence: string, group: readonly string[]): boolean =>
      group.some((phrase) => holdsPhrase(fold(sentence), phrase));
    const [best] = person.about
      .filter((sentence) => !chosen.has(sentence))
      .map((sentence) => ({ sentence, left: unseen.filter((group) => !shows(sentence, group)) }))
      .toSorted((one, other) => one.left.length - other.left.length);
    if (best === undefined) break;
    chosen.add(best.sentence);
    unseen = best.left;
  }
  return person.about.filter((sentence) => chosen.has(sentence)).join(' ');
}

function writeSnippet(person: Person, query: WebQuery, title: string, random: Random): string | null {
  const roll = random.next();
  if (roll < 0.05) return null;
  if (roll < 0.2) {
    return `${person.headline}. ${pickSentences(person, query, person.headline, random.pick([1, 2]))}`;
  }
  const [job] = person.jobs;
  const [study] = person.studies;
  const place = random.chance(0.5) ? person.shownCity.name : placeText(person.shownCity);
  const facts = [
    ...(job === undefined ? [] : [`Experience: ${job.firm.name}`]),
    ...(study === undefined || random.chance(0.22) ? [] : [`Education: ${study.school.name}`]),
    ...(random.chance(0.1) ? [] : [`Location: ${place}`]),
  ].join(' · ');
  const shown = `${title} · ${facts} · ${facts.includes('Location') ? countryOf(person.shownCity.country).name : ''}`;
  const about = pickSentences(person, query, shown, random.pick([1, 2, 2, 2, 3]));
  const connections = random.chance(0.7) ? '500+' : random.between(12, 480);
  const ending = `${connections} connections on LinkedIn. View ${fullName(person)}’s profile on LinkedIn, a professional community of 1 billion members.`;
  return cut([about, facts, ending].filter((part) => part !== '').join(' · '), MAX_SNIPPET_LENGTH);
}

function hostOf(person: Person, random: Random): string {
  const code = person.shownCity.country.toLowerCase();
  if (code === 'us' || random.chance(0.45)) return 'www.linkedin.com';
  return `${code === 'gb' ? 'uk' : code}.linkedin.com`;
}

/** One of the URLs of a person's page. */
function linkTo(person: Person, random: Random): string {
  const ending = random.chance(0.15)
    ? random.pick(['/', '?trk=public_profile', '?originalSubdomain=pe', '/en'])
    : '';
  return `https://${hostOf(person, random)}/in/${encodeURIComponent(person.slug)}${ending}`;
}

/** A person's page as a search engine lists it for a query. */
function writePersonResult(person: Person, query: WebQuery, random: Random): Result {
  const { shownCity } = person;
  const country = countryOf(shownCity.country).name;
  const place = [shownCity.name, shownCity.state ?? country].join(', ');
  const firm = person.jobs[0]?.firm.name;
  const extensions = random.chance(0.4) ? [place, person.title, ...(firm === undefined ? [] : [firm])] : [];
  const title = writeTitle(person, random);
  const link = linkTo(person, random);
  return { title, link, snippet: writeSnippet(person, query, title, random), extensions };
}

function companyPage(person: Person): Result {
  const firm = person.jobs[0]?.firm.name ?? person.studies[0]?.school.name ?? 'LinkedIn';
  return {
    title: `${firm} | LinkedIn`,
    link: `https://www.linkedin.com/company/${encodeURIComponent(joinSlug(firm, { keepsAccents: true }))}`,
    snippet: `${firm} on LinkedIn. Followers, jobs and news. See who works there.`,
  };
}

function postPage(person: Person, random: Random): Result {
  return {
    title: `${fullName(person)}'s Post`,
    link: `https://www.linkedin.com/posts/${encodeURIComponent(person.slug)}_activity-${random.between(1e9, 9e9)}`,
    snippet: `Skip to main content · ${person.about.at(-2) ?? ''} Like · Comment`,
  };
}

function nameListPage(person: Person, random: Random): Result {
  const path = [person.firstName, person.lastName].map((name) => encodeURIComponent(name)).join('/');
  return {
    title: `${random.between(10, 300)}+ "${fullName(person)}" profiles | LinkedIn`,
    link: `https://www.linkedin.com/pub/dir/${path}`,
    snippet: `There are many professionals named ${fullName(person)}, who use LinkedIn to exchange information.`,
  };
}

function blogPage(person: Person): Result {
  return {
    title: `${person.profession.name} profiles worth reading`,
    link: `https://example.org/blog/linkedin.com/in/${encodeURIComponent(person.slug)}`,
    snippet: `Notes on how to write a profile as a ${person.profession.name}, with examples.`,
  };
}

function duplicateResult(person: Person, query: WebQuery, random: Random): Result {
  const result = writePersonResult(person, query, random);
  const host = random.pick(['pe', 'uk', 'de', 'in', 'ca', 'fr']);
  const ending = random.pick(['', '/', '?trk=people-guest_people_search-card']);
  return { ...result, link: `https://${host}.linkedin.com/in/${encodeURIComponent(person.slug)}${ending}` };
}

/** A result that is not a new person: a company, a post, a name list, a blog, or a page seen before. */
function writeNoise(seen: readonly Person[], query: WebQuery, random: Random): Result {
  const person = random.pick(seen);
  const roll = random.next();
  if (roll < 0.35) return duplicateResult(person, query, random);
  if (roll < 0.55) return companyPage(person);
  if (roll < 0.75) return postPage(person, random);
  return roll < 0.9 ? nameListPage(person, random) : blogPage(person);
}

/** Results per page, whatever `num` says. */
export const PAGE_SIZE = 10;

/** Google shows no further pages. */
const MAX_PAGES = 30;

/** One page of results, and whether another follows. */
export type Page = { results: readonly Result[]; hasNext: boolean };

type Share = { people: readonly Person[]; noise: number; seen: readonly Person[] };

/** The people on the page, how many other results to mix in, and everybody shown so far. */
function shareOf(found: readonly Person[], page: number, seed: number): Share {
  let used = 0;
  for (let at = 0; at <= page; at += 1) {
    const wanted = createRandom(seed + at).between(2, 4);
    const left = found.length - used;
    const noise = left >= PAGE_SIZE - wanted ? wanted : Math.min(wanted, Math.floor(left / 2));
    const people = found.slice(used, used + PAGE_SIZE - noise);
    used += people.length;
    if (at === page) return { people, noise, seen: found.slice(0, used) };
  }
  return { people: [], noise: 0, seen: [] };
}

/** A page (from 0) of a query's results: people in order, mixed with two to four other results. */
export function fillPage(options: {
  found: readonly Person[];
  query: WebQuery;
  text: string;
  page: number;
  seed: number;
}): Page {
  const { found, query, text, page } = options;
  if (page >= MAX_PAGES || page < 0) return { results: [], hasNext: false };
  const seed = hashText(`${options.seed}:${text}`);
  const { people, noise, seen } = shareOf(found, page, seed);
  if (people.length === 0) return { results: [], hasNext: false };
  const random = createRandom(seed + 1000 + page);
  const results = people.map((person) =>
    writePersonResult(person, query, createRandom(hashText(`${seed}:${person.slug}`))),
  );
  for (let added = 0; added < noise; added += 1) {
    results.splice(random.between(1, results.length), 0, writeNoise(seen, query, random));
  }
  return { results, hasNext: seen.length < found.length && page + 1 < MAX_PAGES };
}
