import type { Person } from '../directory/person.ts';
import { fullName } from '../directory/person.ts';
import { ranksOf } from '../directory/rank.ts';
import { fold, holdsPhrase } from '../text/fold.ts';
import { demonymsOf, placeText, WIDER_PLACES } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read-lines.ts';

/** What a search engine knows of a person's page: folded text, fields divided by a bar that no phrase crosses. */
export type PageText = { id: number; title: string; body: string };

const spread = (term: Term): readonly string[] => [term.name, ...term.otherNames];

/** A doctorate would else make a doctor of a philosopher. */
const shortDegree = (degree: string): string => degree.replace(/^(Juris Doctor|Doctor of \w+) - /, '');

function regionsOf(person: Person): string[] {
  return WIDER_PLACES.filter(
    (area) =>
      area.countries.some((country) => country.code === person.city.country) ||
      area.cities.includes(person.city.name),
  ).map((area) => area.name);
}

/** The text that a search engine has read on a person's page, with the synonyms it would know. */
export function writePageText(person: Person, id: number): PageText {
  const { origin, profession, specialism } = person;
  const parts = [
    ...person.about,
    placeText(person.city),
    ...regionsOf(person),
    origin.name,
    ...demonymsOf(origin),
    ...ranksOf(person.title),
    profession.name,
    ...profession.otherNames,
    ...(specialism === null ? [] : spread(specialism)),
    ...person.jobs.flatMap((job) => [job.title, ...spread(job.firm), job.firm.industry]),
    ...person.studies.flatMap((study) => [shortDegree(study.degree), study.field, ...spread(study.school)]),
    ...person.interests.flatMap((interest) => spread(interest)),
    ...(person.stage === 'working' ? [] : [person.stage, 'studying']),
  ];
  const body = [...new Set(parts.map((part) => fold(part)))].join(' | ');
  return { id, title: fold(`${fullName(person)} ${person.headline}`), body };
}

/** Whether a folded phrase stands on the page. */
export function pageHolds({ title, body }: PageText, phrase: string): boolean {
  return holdsPhrase(title, phrase) || holdsPhrase(body, phrase);
}
