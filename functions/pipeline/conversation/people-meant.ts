import { nameFromTitle } from '#shared/page-title.ts';
import type { Basis } from '#shared/search-request.ts';
import { mentions, placesIn, wordsOf } from '../language/words.ts';
import { type Example, exampleOf } from './examples.ts';
import { type Mention, rejectionsAmong } from './rejections.ts';

/* Which of an answer's people a request mentions, and whether it wants others like them or rejects them. */

type Person = Basis['people'][number];

const MOST_GENERIC = 5;

const ORDINALS: readonly RegExp[] = [
  /\b(?:first|erste[nrs]?|primer[oa]?|premi(?:er|ère)|primeir[oa])\b/i,
  /\b(?:second|zweite[nrs]?|segund[oa]|deuxième)\b/i,
  /\b(?:third|dritte[nrs]?|tercer[oa]?|troisième|terceir[oa])\b/i,
];
const JOINED_BY = String.raw`\s+(?:and|or|und|oder|y|et|ou|e)\s+`;
const JOINT = String.raw`(?:\s*,\s*|${JOINED_BY})`;
/** One rank or several: 'number 1', 'numbers 1, 2 and 5'. */
const RANKS = new RegExp(
  String.raw`(?:\b(?:numbers?|nos?\.?|nr\.?|nummern?|n[uú]meros?|num[eé]ros?|ranks?|persons?|people|profiles?|candidates?)\s*|#\s*)\d{1,2}\b(?:(?:\s*[,&]\s*|${JOINED_BY})#?\d{1,2}\b(?!\s*(?:[%+]|years?\b|yrs?\b|more\b|jahre|años|ans\b|anos)))*`,
  'giu',
);
/** A comparison with people who are not named one by one. */
const COMPARES =
  /\b(?:like|similar to|resembl\w+|same (?:\w+ ){0,2}as|such as|wie|ähnlich\w*|como|parecid[oa]s?|comme|similaires?)\s+(?:(?:the|die|den|der|los|las|les|os|as)\s+)?(?:these|those|them|him|her|this|that|ones?|top|best|people (?:above|here)|diese\w*|besten|estos|estas|mejores|ceux|celles|esses|estes)\b/iu;

/** Refers to the person named last: 'isn't available, find someone like her'. */
const COMPARES_ONE = /\b(?:him|her|this|that|this person|them)\b/i;

/** The people of an answer that a request mentions. */
export interface Meant {
  /** People that others should resemble, given by rank or name, or as the best ones ('like these'). */
  examples: Example[];
  /** People the request rejects: 'remove number 1', 'not like the second one'. */
  leftOut: { rank: number; person: Person }[];
}

export function peopleMeant(request: string, people: readonly Person[]): Meant {
  const spokenOf = people.map((person, index) => ({
    person,
    rank: index + 1,
    mentions: [...mentionsOfRank(request, index + 1), ...mentionsOfName(request, person)],
  }));
  const rejectionOf = rejectionsAmong(
    request,
    spokenOf.flatMap(({ mentions: all }) => all),
  );
  const rejectionsOf = ({ mentions: all }: (typeof spokenOf)[number]) => all.map(rejectionOf);
  const leftOut = spokenOf.filter((each) =>
    rejectionsOf(each).some((says) => says === 'out' || says === 'replaced'),
  );
  const stay = spokenOf.filter((each) => rejectionsOf(each).every((says) => says === undefined));
  const meant = stay.filter(({ mentions: all }) => all.length > 0);
  const doubted = spokenOf.filter((each) => {
    const says = rejectionsOf(each);
    return says.includes('doubted') && says.every((one) => one === undefined || one === 'doubted');
  });
  const others = doubted.length > 0 && COMPARES_ONE.test(request) ? doubted : stay;
  const generic = meant.length === 0 && COMPARES.test(request) ? others.slice(0, MOST_GENERIC) : meant;
  return { examples: generic.map(({ person, rank }) => exampleOf(person, rank)), leftOut };
}

function mentionsOfRank(request: string, rank: number): Mention[] {
  const numbered = [...request.matchAll(RANKS)].flatMap(({ 0: words, index: start }) =>
    [...words.matchAll(/^\D*\d+|\d+/g)].flatMap(({ 0: one, index }) =>
      Number(/\d+$/.exec(one)?.[0]) === rank
        ? [{ start: start + index, end: start + index + one.length }]
        : [],
    ),
  );
  const ordinal = ORDINALS[rank - 1];
  const ordered = ordinal === undefined ? [] : [...request.matchAll(ofPeople(ordinal))];
  return [
    ...numbered,
    ...ordered.map(({ index, 0: words }) => ({ start: index, end: index + words.length })),
  ];
}

const ORDINAL = ORDINALS.map(({ source }) => source).join('|');

/** 'The second one' or 'the first and second', not 'second language'. */
const ofPeople = (ordinal: RegExp): RegExp =>
  new RegExp(
    `(?<=(?:\\bthe|\\bwie|\\bder|\\bdie|\\bden|\\bdem|\\bel|\\bal|\\bla|\\ble|\\bo|\\ba)\\s+(?:(?:${ORDINAL})${JOINT}){0,2})${ordinal.source}(?:\\s+(?:ones?|person|people|profiles?|candidates?|match|result|hit|in the list)\\b|(?=\\s*[,.;!?]|\\s*$|${JOINT}(?:${ORDINAL})))`,
    'giu',
  );

/** Where a request names somebody by at least two of their names. */
function mentionsOfName(request: string, { title }: Person): Mention[] {
  const names = wordsOf(nameFromTitle(title)).filter((word) => word.length > 1);
  const named = names.filter((word) => mentions(request, word));
  if (named.length < 2) return [];
  const places = named.flatMap((word) => placesIn(request, word));
  return places.toSorted((a, b) => a.start - b.start).reduce<Mention[]>(withPlace(request), []);
}

/** Adds a place, merged with the last one if only white space separates them. */
const withPlace =
  (request: string) =>
  (places: Mention[], { start, end }: Mention): Mention[] => {
    const last = places.at(-1);
    if (last !== undefined && start > last.end && request.slice(last.end, start).trim() === '')
      last.end = end;
    else places.push({ start, end });
    return places;
  };
