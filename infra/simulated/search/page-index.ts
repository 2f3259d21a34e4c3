import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { fold, holdsPhrase } from '../fold.ts';
import { ranksOf } from '../people/career.ts';
import { fullName, type Person } from '../people/person.ts';
import { demonymsOf, placeText, WIDER_PLACES } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read.ts';

/** A search engine's view of a person's page: folded text, with fields separated by a bar that no phrase crosses. */
type PageText = { id: number; title: string; body: string };

const allNames = (term: Term): readonly string[] => [term.name, ...term.otherNames];

/** How many jobs a page shows: the present one and the one before. */
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

/** The text of a person's page as a search engine indexes it, including synonyms it would know. */
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
    ...(specialism === null ? [] : allNames(specialism)),
    ...person.jobs
      .slice(0, JOBS_SHOWN)
      .flatMap((job) => [job.title, ...allNames(job.firm), job.firm.industry]),
    ...person.studies.flatMap((study) => [study.field, ...allNames(study.school)]),
    ...(person.tellsDegrees ? person.studies.map(({ degree }) => shortDegree(degree)) : []),
    ...person.interests.flatMap((interest) => allNames(interest)),
    ...(person.stage === 'working' ? [] : [person.stage, 'studying']),
  ];
  const body = [...new Set(parts.map((part) => fold(part)))].join(' | ');
  return { id, title: fold(`${fullName(person)} ${person.headline}`), body };
}

/** Whether the page contains a folded phrase. */
export function pageHolds({ title, body }: PageText, phrase: string): boolean {
  return holdsPhrase(title, phrase) || holdsPhrase(body, phrase);
}

/** Scores by page id, for the pages that contain a folded phrase; higher is better. */
export type ScorePages = (phrase: string) => Map<number, number>;

/** Pages to index before yielding to other work: thousands take a second or two, on the same thread that serves the site. */
const PAGES_PER_BATCH = 50;

/** Indexes the people's pages; page ids are the people's positions in the list. */
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
    if (id % PAGES_PER_BATCH === 0) await setImmediate(undefined, { signal });
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
