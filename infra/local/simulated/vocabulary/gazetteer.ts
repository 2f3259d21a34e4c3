import { fold } from '../fold.ts';
import { FIRMS, SCHOOLS } from './institutions.ts';
import { DEGREES, FIELDS, INTERESTS, LANGUAGES, PROFESSIONS } from './occupations.ts';
import { COUNTRIES, type Country, REGION_PEOPLE, WIDER_PLACES } from './places.ts';
import { readList, readTable } from './read.ts';

/** What a phrase can stand for. */
export type Kind =
  | 'school'
  | 'firm'
  | 'place'
  | 'nationality'
  | 'language'
  | 'profession'
  | 'specialism'
  | 'interest'
  | 'field'
  | 'stage'
  | 'industry';

/** A thing that requests name: its usual name, the other ways of saying it, and what implies it (a city its country). */
export type Entity = {
  kind: Kind;
  name: string;
  alternatives: readonly string[];
  implied: readonly string[];
};

const entity = (
  kind: Kind,
  name: string,
  others: readonly string[] = [],
  implied: readonly string[] = [],
): Entity => {
  return { kind, name, alternatives: [name, ...others], implied };
};

/** The people of a country belong to its regions; a page that names the country implies them. */
function regionPeople({ demonym, countries }: { demonym: string; countries: readonly Country[] }): Entity {
  const demonyms = countries.map((country) => country.demonym);
  return entity(
    'nationality',
    demonym,
    demonyms,
    countries.map((country) => country.name),
  );
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
  const cities = COUNTRIES.flatMap((country) => country.cities.map((city) => entity('place', city.name)));
  const states = new Map<string, string[]>();
  for (const city of COUNTRIES.flatMap((country) => country.cities)) {
    if (city.state !== null) states.set(city.state, [...(states.get(city.state) ?? []), city.name]);
  }
  const wider = WIDER_PLACES.map(({ name, countries: held, cities: towns }) =>
    entity(
      'place',
      name,
      [...held.map((country) => country.name), ...towns],
      held.flatMap((country) => country.cities.map((city) => city.name)),
    ),
  );
  return [
    ...countries,
    ...nationalities,
    ...REGION_PEOPLE.map((people) => regionPeople(people)),
    ...cities,
    ...[...states].map(([name, towns]) => entity('place', name, [], towns)),
    ...wider,
  ];
}

function workEntities(): Entity[] {
  return PROFESSIONS.flatMap((profession) => [
    ...[profession.name, ...profession.otherNames].map((name) =>
      entity(
        'profession',
        name,
        [profession.name, ...profession.otherNames].filter((other) => other !== name),
      ),
    ),
    ...profession.specialisms.map((special) => entity('specialism', special.name, special.otherNames)),
    ...profession.industries.map((industry) => entity('industry', industry)),
  ]);
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
];

const BY_PHRASE = new Map<string, Entity[]>();

/** Whether the entity's alternatives are only names of its parts, which do not mean the whole. */
function isWider({ kind, name }: Entity): boolean {
  if (kind === 'nationality') return REGION_PEOPLE.some(({ demonym }) => demonym === name);
  return kind === 'place' && WIDER_PLACES.some((area) => area.name === name);
}

function add(entry: Entity): void {
  const own = entry.kind === 'profession' ? [entry.name] : entry.alternatives;
  const phrases = entry.kind === 'nationality' ? own.slice(0, -1) : own;
  const wider = isWider(entry) ? [entry.name] : phrases;
  for (const phrase of new Set(wider.map((each) => fold(each)))) {
    if (phrase === '') continue;
    const known = BY_PHRASE.get(phrase) ?? [];
    if (!known.some((other) => other.kind === entry.kind && other.name === entry.name)) {
      BY_PHRASE.set(phrase, [...known, entry]);
    }
  }
}

for (const entry of [
  ...SCHOOLS.map((school) => entity('school', school.name, school.otherNames)),
  ...FIRMS.map((firm) => entity('firm', firm.name, firm.otherNames)),
  ...placeEntities(),
  ...LANGUAGES.map((language) => entity('language', language)),
  ...workEntities(),
  ...INTERESTS.map((interest) => entity('interest', interest.name, interest.otherNames)),
  ...DEGREES.map((degree) => entity('field', degree.name, degree.otherNames)),
  ...FIELDS.map((field) => entity('field', field.name, field.otherNames)),
  ...STAGES,
]) {
  add(entry);
}

/** Gives the further words of a file the meaning that a phrase already has. */
function addWords(file: string, kind: Kind): void {
  for (const [name = '', words] of readTable(file)) {
    const meaning = BY_PHRASE.get(fold(name))?.find((known) => known.kind === kind);
    if (meaning === undefined) throw new RangeError(`no ${kind} ${name}`);
    for (const phrase of readList(words).map((word) => fold(word))) {
      const known = BY_PHRASE.get(phrase) ?? [];
      if (!known.some((other) => other.kind === kind)) BY_PHRASE.set(phrase, [...known, meaning]);
    }
  }
}

addWords('profession-words', 'profession');
addWords('nationality-words', 'nationality');
addWords('place-words', 'place');

/** The most words a known phrase has. */
export const LONGEST_PHRASE = Math.max(...[...BY_PHRASE.keys()].map((phrase) => phrase.split(' ').length));

/** What a folded phrase can stand for; empty when it is unknown. */
export function lookUp(phrase: string): readonly Entity[] {
  return BY_PHRASE.get(phrase) ?? [];
}

const STOP_WORDS = new Set(readTable('stop-words').flatMap(([line]) => readList(line, ' ')));

/** Whether a folded word says nothing about who is wanted. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || STOP_WORDS.has(`${word}s`);
}
