import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { fold, holdsPhrase } from '../fold.ts';
import { ranksOf } from '../people/career.ts';
import { fullName, type Person } from '../people/person.ts';
import { demonymsOf, placeText, WIDER_PLACES } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read.ts';

/** What a search engine knows of a person's page: folded text, fields divided by a bar that no phrase crosses. */
type PageText = { id: number; title: string; body: string };

const spread = (term: Term): readonly string[] => [term.name, ...term.otherNames];

/** What a page shows of a career: the present job and the one before. */
const JOBS_SHOWN = 2;

/** Without this, everybody with a doctorate would be found as a doctor. */
const shortDegree = (degree: string): string => degree.replace(/^(Juris Doctor|Doctor of \w+) - /, '');

function regionsOf(person: Person): string[] {
  return WIDER_PLACES.filter(
    (area) =>
      area.countries.some((country) => country.code === person.shownCity.country) ||
      area.cities.includes(person.shownCity.name),
  ).map((area) => area.name);
}

/** The text that a search engine has read on a person's page, with the synonyms it would know. */
export function writePageText(person: Person, id: number): PageText {
  const { origin, profession, specialism } = person;
  const parts = [
    ...person.about,
    placeText(person.shownCity),
    ...regionsOf(person),
    origin.name,
    ...demonymsOf(origin),
    ...ranksOf(person.title),
    profession.name,
    ...profession.otherNames,
    ...(specialism === null ? [] : spread(specialism)),
    ...person.jobs.slice(0, JOBS_SHOWN).flatMap((job) => [job.title, ...spread(job.firm), job.firm.industry]),
    ...person.studies.flatMap((study) => [study.field, ...spread(study.school)]),
    ...(person.tellsDegrees ? person.studies.map(({ degree }) => shortDegree(degree)) : []),
    ...person.interests.flatMap((interest) => spread(interest)),
    ...(person.stage === 'working' ? [] : [person.stage, 'studying']),
  ];
  const body = [...new Set(parts.map((part) => fold(part)))].join(' | ');
  return { id, title: fold(`${fullName(person)} ${person.headline}`), body };
}

/** Whether the page contains a folded phrase. */
export function pageHolds({ title, body }: PageText, phrase: string): boolean {
  return holdsPhrase(title, phrase) || holdsPhrase(body, phrase);
}

/** How well each page that holds a folded phrase fits it, by the page's id; higher is better. */
export type ScorePages = (phrase: string) => Map<number, number>;

/** Pages after which other work may run: thousands take a second or two, and the same thread serves the site. */
const PAGES_AT_ONCE = 50;

/** Indexes the people's pages, whose ids are the indexes of the people. */
export async function indexPages(
  people: readonly Person[],
  signal: AbortSignal | undefined,
): Promise<ScorePages> {
  const pages: PageText[] = [];
  const index = new MiniSearch<PageText>({
    fields: ['title', 'body'],
    tokenize: (text) => text.split(/[ |]+/),
    processTerm: (term) => term || null,
    searchOptions: { boost: { title: 2 }, combineWith: 'AND' },
  });
  for (const [id, person] of people.entries()) {
    const page = writePageText(person, id);
    pages.push(page);
    index.add(page);
    if (id % PAGES_AT_ONCE === 0) await setImmediate(undefined, { signal });
  }
  return (phrase) => {
    const scores = new Map<number, number>();
    for (const hit of index.search(phrase)) {
      const id = Number(hit.id);
      const page = pages[id];
      if (page && pageHolds(page, phrase)) scores.set(id, hit.score);
    }
    return scores;
  };
}
