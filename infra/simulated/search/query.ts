import { fold, foldWords, holdsPhrase } from '../fold.ts';
import type { Wish } from '../people/person.ts';
import { type Entity, isStopWord, type Kind, lookUp } from '../vocabulary/gazetteer.ts';
import { FIRMS, SCHOOLS } from '../vocabulary/institutions.ts';
import { DEGREES, FIELDS, INTERESTS, PROFESSIONS, type Profession } from '../vocabulary/occupations.ts';
import { citiesOf, countriesOf } from '../vocabulary/places.ts';

/** A parsed Google query: each group needs one of its folded phrases; `without` phrases must be absent. */
export type WebQuery = {
  groups: readonly (readonly string[])[];
  without: readonly string[];
  /** Quoted groups of words unknown to the vocabulary, such as a place where nobody lives: only pages that contain them match. */
  exact: readonly (readonly string[])[];
};

/** Google ignores further words. */
const MAX_GROUPS = 32;

type Token = { text: string; quoted: boolean };

function tokenise(query: string): Token[] {
  const pattern = /(-?)"([^"]*)"|[()]|[^\s()"]+/g;
  return [...query.slice(0, 12_000).matchAll(pattern)].map(([whole, minus, phrase]) =>
    phrase === undefined ? { text: whole, quoted: false } : { text: `${minus ?? ''}${phrase}`, quoted: true },
  );
}

/** The phrases of a token: a quoted one is a single phrase, and a stop word gives none. */
function phrasesOf(token: Token): string[] {
  if (token.quoted) return [fold(token.text)].filter((phrase) => phrase !== '');
  return foldWords(token.text).filter((word) => !isStopWord(word));
}

/** Parses `site:`, quotes, OR, parentheses and `-`; stop words outside quotes are dropped. */
export function parseQuery(query: string): WebQuery {
  const groups: string[][] = [];
  const without: string[] = [];
  let joins = false;
  for (const token of tokenise(query)) {
    const { text, quoted } = token;
    if (!quoted && (text === '(' || text === ')')) {
      joins = false;
    } else if (!quoted && (text === 'OR' || text === '|')) {
      joins = true;
    } else if (text.startsWith('-') && text.length > 1) {
      without.push(...phrasesOf({ text: text.slice(1), quoted }));
    } else if (quoted || !/^(site|inurl|intitle):/i.test(text)) {
      addPhrases(groups, phrasesOf(token), joins);
      joins = false;
    }
  }
  const read = groups.slice(0, MAX_GROUPS);
  return { groups: read, without, exact: findExactGroups(read, query) };
}

function findExactGroups(groups: readonly (readonly string[])[], query: string): WebQuery['exact'] {
  const inQuotes = new Set(tokenise(query).flatMap((token) => (token.quoted ? phrasesOf(token) : [])));
  return groups.filter((group) => group.every((phrase) => inQuotes.has(phrase) && isUnknown(phrase)));
}

/** Whether none of a folded phrase's words are in the vocabulary. */
const isUnknown = (phrase: string): boolean =>
  lookUp(phrase).length === 0 &&
  phrase
    .split(' ')
    .every((word) => !isStopWord(word) && lookUp(word).length === 0 && professionsWith(word).length === 0);

function addPhrases(groups: string[][], phrases: readonly string[], joins: boolean): void {
  const last = groups.at(-1);
  if (joins && last !== undefined) last.push(...phrases);
  else groups.push(...phrases.map((phrase) => [phrase]));
}

/** One criterion of a query, as alternative wishes: for a country, one for each of its cities. */
export type Part = readonly Wish[];

type Reader = (entity: Entity, profession: Profession | undefined) => Part;

const withName = <Thing extends { name: string }>(list: readonly Thing[], { name }: Entity): Thing[] =>
  list.filter((thing) => thing.name === name);

const specialismsIn = (professions: readonly Profession[], entity: Entity): Part =>
  professions.flatMap((each) => withName(each.specialisms, entity).map((specialism) => ({ specialism })));

/** The most typical professions of an industry, distributed over its firms. */
function professionsInIndustry(industry: string, firms: Part): Part {
  const typical = PROFESSIONS.filter(({ industries }) => industries[0] === industry);
  return typical.map((profession, at) => ({ profession, ...firms[at % firms.length] }));
}

const READERS: Readonly<Record<Kind, Reader>> = {
  profession: (entity) =>
    PROFESSIONS.filter((each) => [each.name, ...each.otherNames].includes(entity.name)).map((profession) => ({
      profession,
    })),
  place: ({ name }) => citiesOf(name).map((city) => ({ cities: [city] })),
  nationality: ({ name }) => countriesOf(name).map((origin) => ({ origin })),
  language: ({ name }) => [{ languages: [name] }],
  school: (entity) => withName(SCHOOLS, entity).map((school) => ({ school })),
  firm: (entity) => withName(FIRMS, entity).map((firm) => ({ firm })),
  stage: ({ name }) => {
    if (name === 'student' || name === 'retired') return [{ stage: name }];
    return name === 'senior' || name === 'junior' || name === 'partner' ? [{ rank: name }] : [];
  },
  specialism: (entity, profession) => specialismsIn(profession ? [profession] : PROFESSIONS, entity),
  interest: (entity) => withName(INTERESTS, entity).map((interest) => ({ interests: [interest] })),
  field: (entity) => [
    ...withName(DEGREES, entity).map((degree) => ({ degree })),
    ...withName(FIELDS, entity).map(({ name }) => ({ field: name })),
  ],
  // Certificates follow from the profession.
  certificate: () => [],
  industry: ({ name }, profession) => {
    const firms = FIRMS.filter((firm) => firm.industry === name).map((firm) => ({ firm }));
    return profession === undefined ? professionsInIndustry(name, firms) : firms;
  },
};

const waysOf = ({ alternatives }: Entity): string[] => alternatives.map((way) => fold(way));

/** How similar the entity's names are to the group's phrases: the share that they have in common, from 0 to 1. */
function similarity(entity: Entity, group: readonly string[]): number {
  const ways = new Set(waysOf(entity));
  const shared = group.filter((phrase) => ways.has(phrase)).length;
  return shared / (ways.size + group.length - shared);
}

/** Professions that contain a word, such as `engineer`. */
function professionsWith(word: string): Part {
  return PROFESSIONS.filter(({ name }) => holdsPhrase(fold(name), word)).map((profession) => ({
    profession,
  }));
}

/** The possible meanings of the group's phrases, likeliest first: together they distinguish a language from a nationality. */
function meaningsOf(group: readonly string[]): Entity[] {
  return [...new Set(group.flatMap((phrase) => lookUp(phrase)))].toSorted(
    (one, other) => similarity(other, group) - similarity(one, group),
  );
}

/** Other entities of the same kind, named by the group's remaining phrases: 'Stanford' next to 'Harvard'. */
function otherMeanings(meaning: Entity, group: readonly string[], meanings: readonly Entity[]): Entity[] {
  const named = new Set(waysOf(meaning));
  return meanings.filter((each) => {
    const left = waysOf(each).filter((way) => group.includes(way) && !named.has(way));
    const isBeside = each.kind === meaning.kind && left.length > 0;
    if (isBeside) for (const way of left) named.add(way);
    return isBeside;
  });
}

function readPart(group: readonly string[], profession: Profession | undefined): Part {
  const meanings = meaningsOf(group);
  if (meanings[0]?.kind === 'certificate') return [];
  const own = meanings.filter((meaning) => meaning.kind === 'specialism');
  for (const meaning of profession === undefined ? meanings : [...own, ...meanings]) {
    const part = READERS[meaning.kind](meaning, profession);
    if (part.length > 0)
      return [
        ...part,
        ...otherMeanings(meaning, group, meanings).flatMap((each) => READERS[each.kind](each, profession)),
      ];
  }
  return meanings.length === 0 ? professionsWith(group[0] ?? '') : [];
}

/** `Berlin` and `Germany` narrow each other; `Paris` and `Lyon` are alternatives. */
function narrowPlaces(places: readonly Part[]): Part {
  const commonPlaces = places.reduce((left, part) =>
    left.filter((wish) => part.some((other) => other.cities?.[0] === wish.cities?.[0])),
  );
  return commonPlaces.length > 0 ? commonPlaces : places.flat();
}

/** The profession asked for, if any; not one that is only typical of an industry. */
function professionIn(query: WebQuery): Profession | undefined {
  const wishes = query.groups.flatMap((group) => readPart(group, undefined));
  return wishes.find((wish) => wish.profession && !wish.firm)?.profession;
}

/** The criteria of a query, as far as the vocabulary knows its words; empty if it knows none. */
export function readParts(query: WebQuery): Part[] {
  const profession = professionIn(query);
  const parts = query.groups.map((group) => readPart(group, profession)).filter((part) => part.length > 0);
  const places = parts.filter((part) => part.some((wish) => wish.cities));
  if (places.length < 2) return parts;
  return [...parts.filter((part) => !places.includes(part)), narrowPlaces(places)];
}
