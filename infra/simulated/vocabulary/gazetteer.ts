import { fold } from '../fold.ts';
import { FIRMS, SCHOOLS } from './institutions.ts';
import {
  CERTIFICATES,
  DEGREES,
  FIELDS,
  INDUSTRIES,
  INTERESTS,
  LANGUAGES,
  PROFESSIONS,
} from './occupations.ts';
import { CITIES, COUNTRIES, type Country, REGION_PEOPLE, WIDER_PLACES } from './places.ts';
import { readList, readTable, type Term } from './read.ts';

/** The kinds of things a phrase can mean, likeliest first unless the context decides. */
export const KINDS = [
  'school',
  'nationality',
  'place',
  'profession',
  'firm',
  'specialism',
  'interest',
  'language',
  'field',
  'industry',
  'stage',
  'certificate',
] as const;
export type Kind = (typeof KINDS)[number];

type Names = readonly string[];

/** A thing that requests name: its usual name, synonyms, and names that imply it (a city its country). */
export type Entity = {
  kind: Kind;
  name: string;
  alternatives: Names;
  implied: Names;
};

function entity(kind: Kind, name: string, others: Names = [], implied: Names = []): Entity {
  return { kind, name, alternatives: [name, ...others], implied };
}

const namesOf = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name);

/** A region's people are those of its countries; a page that names one of the countries implies them. */
function regionPeople({ demonym, countries }: { demonym: string; countries: readonly Country[] }): Entity {
  const demonyms = countries.map((country) => country.demonym);
  return entity('nationality', demonym, demonyms, namesOf(countries));
}

function placeEntities(): Entity[] {
  const countries = COUNTRIES.map((country) =>
    entity(
      'place',
      country.name,
      country.otherNames,
      country.cities.flatMap((city) => [city.name, city.state ?? city.name]),
    ),
  );
  const nationalities = COUNTRIES.map((country) =>
    entity('nationality', country.demonym, [...country.otherDemonyms, country.name], country.otherNames),
  );
  const states = Map.groupBy(CITIES, (city) => city.state);
  states.delete(null);
  const wider = WIDER_PLACES.map(({ name, countries: held, cities: towns }) =>
    entity(
      'place',
      name,
      [...namesOf(held), ...towns],
      held.flatMap((country) => namesOf(country.cities)),
    ),
  );
  return [
    ...countries,
    ...nationalities,
    ...REGION_PEOPLE.map((people) => regionPeople(people)),
    ...CITIES.map((city) => entity('place', city.name)),
    ...[...states].map(([name, towns]) => entity('place', name ?? '', [], namesOf(towns))),
    ...wider,
  ];
}

const termEntities = (kind: Kind, terms: readonly Term[]): Entity[] =>
  terms.map(({ name, otherNames }) => entity(kind, name, otherNames));

function workEntities(): Entity[] {
  return PROFESSIONS.flatMap((profession) => {
    const names = [profession.name, ...profession.otherNames];
    const others = (name: string) => names.filter((other) => other !== name);
    return [
      ...names.map((name) => entity('profession', name, others(name))),
      ...termEntities('specialism', profession.specialisms),
      ...profession.industries.map((industry) =>
        entity('industry', industry, INDUSTRIES.find(({ name }) => name === industry)?.otherNames),
      ),
    ];
  });
}

const STAGES: readonly Entity[] = [
  entity('stage', 'student', ['graduate student', 'undergraduate', 'studying', 'PhD student']),
  entity('stage', 'retired', ['retiree', 'former']),
  entity('stage', 'senior', ['lead', 'principal'], ['chief', 'head', 'executive']),
  entity(
    'stage',
    'junior',
    ['entry-level', 'intern', 'trainee'],
    ['associate', 'assistant', 'resident', 'postdoctoral'],
  ),
  entity('stage', 'partner'),
  entity('stage', 'managing director'),
];

/** Certificates by their acronyms: 'CPA' from 'Certified Public Accountant (CPA)'. */
const certificateEntities = (): Entity[] =>
  CERTIFICATES.flatMap(({ name }) => {
    const [, title, letters] = /^(.+) \(([A-Z-]+)\)$/.exec(name) ?? [];
    return title === undefined || letters === undefined ? [] : [entity('certificate', letters, [title])];
  });

const ENTITIES_BY_PHRASE = new Map<string, Entity[]>();

/** Whether the entity's alternatives only name its parts, which do not mean the whole. */
function isWider({ kind, name }: Entity): boolean {
  if (kind === 'nationality') return REGION_PEOPLE.some(({ demonym }) => demonym === name);
  return kind === 'place' && WIDER_PLACES.some((area) => area.name === name);
}

function addEntity(entry: Entity): void {
  const own = entry.kind === 'profession' ? [entry.name] : entry.alternatives;
  const phrases = entry.kind === 'nationality' ? own.slice(0, -1) : own;
  const wider = isWider(entry) ? [entry.name] : phrases;
  for (const phrase of new Set(wider.map((each) => fold(each)))) {
    if (phrase === '') continue;
    const known = ENTITIES_BY_PHRASE.get(phrase) ?? [];
    if (!known.some((other) => other.kind === entry.kind && other.name === entry.name)) {
      ENTITIES_BY_PHRASE.set(phrase, [...known, entry]);
    }
  }
}

for (const entry of [
  ...termEntities('school', SCHOOLS),
  ...termEntities('firm', FIRMS),
  ...placeEntities(),
  ...LANGUAGES.map((language) => entity('language', language)),
  ...workEntities(),
  ...termEntities('interest', INTERESTS),
  ...termEntities('field', [...DEGREES, ...FIELDS]),
  ...STAGES,
  ...certificateEntities(),
]) {
  addEntity(entry);
}

/** Gives the extra words in a file the meaning of an existing phrase. */
function addSynonyms(file: string, kind: Kind): void {
  for (const [name = '', words] of readTable(file)) {
    const meaning = ENTITIES_BY_PHRASE.get(fold(name))?.find((known) => known.kind === kind);
    if (meaning === undefined) throw new RangeError(`no ${kind} ${name}`);
    for (const phrase of readList(words).map((word) => fold(word))) {
      const known = ENTITIES_BY_PHRASE.get(phrase) ?? [];
      if (!known.some((other) => other.kind === kind)) ENTITIES_BY_PHRASE.set(phrase, [...known, meaning]);
    }
  }
}

addSynonyms('profession-words', 'profession');
addSynonyms('nationality-words', 'nationality');
addSynonyms('place-words', 'place');
addSynonyms('language-words', 'language');

/** The most words in a known phrase. */
export const MAX_PHRASE_WORDS = Math.max(
  ...[...ENTITIES_BY_PHRASE.keys()].map((phrase) => phrase.split(' ').length),
);

/** The possible meanings of a folded phrase; empty if it is unknown. */
export function lookUp(phrase: string): readonly Entity[] {
  return ENTITIES_BY_PHRASE.get(phrase) ?? [];
}

const STOP_WORDS = new Set(readTable('stop-words').flatMap(([line]) => readList(line, ' ')));

/** Whether a folded word says nothing about who is wanted. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || STOP_WORDS.has(`${word}s`);
}
