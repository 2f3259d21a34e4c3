import type { Person } from '../directory/person.ts';
import { fullName } from '../directory/person.ts';
import { fold, holdsPhrase } from '../text/fold.ts';
import type { Random } from '../text/random.ts';
import { countryOf, placeText } from '../vocabulary/places.ts';
import type { WebQuery } from './parse-query.ts';

/** A search result before it is given a position: no snippet and no extensions where the search engine shows none. */
export type Result = { title: string; link: string; snippet: string | null; extensions: readonly string[] };

/** Search engines cut titles and snippets at about these lengths (characters). */
const TITLE_LENGTH = 78;
const SNIPPET_LENGTH = 320;

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} ...`;
}

function writeTitle(person: Person, random: Random): string {
  const name = fullName(person);
  const firm = person.jobs[0]?.firm.name;
  const roll = random.next();
  if (roll < 0.06) return `${name} | LinkedIn`;
  if (roll < 0.4 && firm !== undefined)
    return cut(`${name} - ${person.title} - ${firm}`, TITLE_LENGTH).concat(' | LinkedIn');
  return cut(`${name} - ${person.headline}`, TITLE_LENGTH);
}

/** The sentences that show most of what the query asks and `shown` does not, as a search engine picks them. */
function aboutFor(options: { person: Person; query: WebQuery; shown: string; most: number }): string {
  const { person, query, shown, most } = options;
  const chosen = new Set<string>();
  let unseen = query.groups.filter((group) => !group.some((phrase) => holdsPhrase(fold(shown), phrase)));
  while (chosen.size < most) {
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

function writeSnippet(options: {
  person: Person;
  query: WebQuery;
  title: string;
  random: Random;
}): string | null {
  const { person, query, title, random } = options;
  const roll = random.next();
  if (roll < 0.05) return null;
  if (roll < 0.2) {
    return `${person.headline}. ${aboutFor({ person, query, shown: person.headline, most: random.pick([1, 2]) })}`;
  }
  const [job] = person.jobs;
  const [study] = person.studies;
  const place = random.chance(0.5) ? person.city.name : placeText(person.city);
  const facts = [
    ...(job === undefined ? [] : [`Experience: ${job.firm.name}`]),
    ...(study === undefined || random.chance(0.22) ? [] : [`Education: ${study.school.name}`]),
    ...(random.chance(0.1) ? [] : [`Location: ${place}`]),
  ].join(' · ');
  const shown = `${title} · ${facts} · ${facts.includes('Location') ? countryOf(person.city.country).name : ''}`;
  const about = aboutFor({ person, query, shown, most: random.pick([1, 2, 2, 2, 3]) });
  const connections = random.chance(0.7) ? '500+' : random.between(12, 480);
  const ending = `${connections} connections on LinkedIn. View ${fullName(person)}’s profile on LinkedIn, a professional community of 1 billion members.`;
  return cut([about, facts, ending].filter((part) => part !== '').join(' · '), SNIPPET_LENGTH);
}

function hostOf(person: Person, random: Random): string {
  const code = person.city.country.toLowerCase();
  if (code === 'us' || random.chance(0.45)) return 'www.linkedin.com';
  return `${code === 'gb' ? 'uk' : code}.linkedin.com`;
}

/** The page of a person under one of the addresses it has. */
export function linkTo(person: Person, random: Random): string {
  const ending = random.chance(0.15)
    ? random.pick(['/', '?trk=public_profile', '?originalSubdomain=pe', '/en'])
    : '';
  return `https://${hostOf(person, random)}/in/${encodeURIComponent(person.slug)}${ending}`;
}

/** A person's page as a search engine lists it for a query. */
export function writePersonResult(options: { person: Person; query: WebQuery; random: Random }): Result {
  const { person, query, random } = options;
  const country = countryOf(person.city.country).name;
  const place = [person.city.name, person.city.state ?? country].join(', ');
  const extensions = random.chance(0.4) ? [place, person.title, person.jobs[0]?.firm.name ?? country] : [];
  const title = writeTitle(person, random);
  return {
    title,
    link: linkTo(person, random),
    snippet: writeSnippet({ person, query, title, random }),
    extensions,
  };
}
