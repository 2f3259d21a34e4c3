import { nameFromTitle, withoutCredentials } from '#shared/page-title.ts';
import type { Basis } from '#shared/search-request.ts';
import { mentions, placesIn, wordsOf } from '../language/words.ts';
import { type Example, exampleOf } from './examples.ts';
import { leavesOut, type Mention, rejectionsAmong } from './rejections.ts';

/* Which of an answer's people a request mentions, and whether it wants others like them or rejects them. */

type Person = Basis['people'][number];

const MAX_GENERIC_EXAMPLES = 5;

const ORDINALS: readonly RegExp[] = [
  /\b(?:first|erste[nrs]?|primer[oa]?|premi(?:er|ère)|primeir[oa])\b/i,
  /\b(?:second|zweite[nrs]?|segund[oa]|deuxième)\b/i,
  /\b(?:third|dritte[nrs]?|tercer[oa]?|troisième|terceir[oa])\b/i,
];
const CONJUNCTION = String.raw`\s+(?:and|n?or|und|oder|y|et|ou|e)\s+`;
const LIST_SEPARATOR = String.raw`(?:\s*,\s*|${CONJUNCTION})`;
const YEARS = String.raw`years?\b|yrs?\b|jahre|años|ans\b|anos`;
/** Between the first and the last of several ranks: 'numbers 2-5', 'candidates 11 to 20'. */
const RANGE_WORDS = String.raw`\s+(?:to|through|bis|hasta|à|até|a)\s+`;
const RANGE = String.raw`[^\S\n]*[-–][^\S\n]*|${RANGE_WORDS}`;
/** One rank or several: 'number 1', 'numbers 1, 2 and 5', but not 'candidates 5+ years'. */
const RANK_MENTION = new RegExp(
  String.raw`(?:\b(?:numbers?|nos?\.?|nr\.?|nummern?|n[uú]meros?|num[eé]ros?|ranks?|persons?|people|profiles?|candidates?)\s*|(?<![\p{L}\p{N}])#\s*)\d{1,2}\b(?!(?:(?:[-–]|${RANGE_WORDS})\d+)?\+?\s*(?:%|${YEARS}))(?:(?:\s*[,&]${CONJUNCTION}|\s*[,&]\s*|${CONJUNCTION}|${RANGE})#?\d{1,2}\b(?!\s*(?:[%+]|more\b|${YEARS})))*`,
  'giu',
);
/** In a rank mention. */
const RANKS = new RegExp(String.raw`(?:^\D*|#)?(?<first>\d+)(?:(?:${RANGE})#?(?<last>\d+))?`, 'giu');
/** A comparison with people who are not named one by one: not 'I'd like those in Lima', where 'like' is a verb, nor 'not like these'. */
const COMPARISON =
  /\b(?<!(?:\b(?:would|not(?! just)|never)|n['’]t|['’]d)\s+(?:(?:also|really|just|the|so)\s+)?|\b(?:nicht|no|não|pas)\s+(?:so\s+)?)(?:like|similar to|resembl\w+|same (?:\w+ ){0,2}as|such as|wie|ähnlich\w*|como|parecid[oa]s?|comme|similaires?)\s+(?:(?:the|die|den|der|los|las|les|os|as)\s+)?(?:these|those|them|him|her|this|that|ones?|top|best|people (?:above|here)|diese\w*|besten|estos|estas|mejores|ceux|celles|esses|estes)\b/iu;

/** Refers to the person named last: 'isn't available, find someone like her'. */
const SINGULAR_REFERENCE = /\b(?:him|her|this|that|this person|them)\b/i;

/** The people of an answer that a request mentions. */
export interface Meant {
  /** People that others should resemble, given by rank or name, or as the best ones ('like these'). */
  examples: Example[];
  /** People the request rejects: 'remove number 1', 'not like the second one'. */
  leftOut: Person[];
}

/**
 * @param people those without a rank are out of sight, and only a name or an address can mean them
 * @param leftOutUrls addresses of people that the request rejects in another way
 */
export function mentionedPeople(
  request: string,
  people: readonly Person[],
  leftOutUrls: readonly string[] = [],
): Meant {
  const peopleWithMentions = people.map((person) => ({
    person,
    mentions: [...mentionsOfRank(request, person), ...mentionsOfName(request, person)],
  }));
  const rejectionOf = rejectionsAmong(
    request,
    peopleWithMentions.flatMap(({ mentions: all }) => all),
  );
  const rejectionsOf = ({ mentions: all }: (typeof peopleWithMentions)[number]) => all.map(rejectionOf);
  const leftOut = peopleWithMentions.filter(
    (each) =>
      leftOutUrls.includes(each.person.url) ||
      (rejectionsOf(each).some(leavesOut) && !rejectionsOf(each).includes('kept')),
  );
  const others = peopleWithMentions.filter((each) => !leftOut.includes(each));
  const notDoubted = others.filter((each) => !rejectionsOf(each).includes('doubted'));
  const mentioned = notDoubted.filter((each) =>
    rejectionsOf(each).some((says) => says === undefined || says === 'kept'),
  );
  const discussed = others.filter((each) => !mentioned.includes(each) && each.mentions.length > 0);
  const inSight = notDoubted.filter(({ person }) => person.rank !== undefined);
  const compared = discussed.length > 0 && SINGULAR_REFERENCE.test(request) ? discussed : inSight;
  const chosen =
    mentioned.length === 0 && COMPARISON.test(request) ? compared.slice(0, MAX_GENERIC_EXAMPLES) : mentioned;
  return {
    examples: chosen.map(({ person }) => exampleOf(person)),
    leftOut: leftOut.map(({ person }) => person),
  };
}

function mentionsOfRank(request: string, { rank }: Person): Mention[] {
  if (rank === undefined) return [];
  const numbered = [...request.matchAll(RANK_MENTION)].flatMap(({ 0: words, index: start }) =>
    [...words.matchAll(RANKS)].flatMap(({ 0: one, index, groups }) =>
      Number(groups?.['first']) <= rank && rank <= Number(groups?.['last'] ?? groups?.['first'])
        ? [{ start: start + index, end: start + index + one.length }]
        : [],
    ),
  );
  const ordinal = ORDINALS[rank - 1];
  const ordinals = ordinal === undefined ? [] : [...request.matchAll(ordinalPatternFor(ordinal))];
  return [
    ...numbered,
    ...ordinals.map(({ index, 0: words }) => ({ start: index, end: index + words.length })),
  ];
}

const ORDINAL = ORDINALS.map(({ source }) => source).join('|');

const ARTICLE = '(?:the|wie|d(?:e[rnm]|ie)|el|al?|la|le|o)';
const AFTER_ORDINAL = String.raw`(?:\s+(?:ones?|person|people|profiles?|candidates?|match|result|hit|in the list)\b|(?=\s*[,.;!?]|\s*$|\s+(?:aren?|don?|out|passen)\b))`;

/** 'The second one', 'the first and second' or 'the first and the second', not 'second language'. */
const ordinalPatternFor = (ordinal: RegExp): RegExp =>
  new RegExp(
    `(?<=\\b${ARTICLE}\\s+(?:(?:${ORDINAL})${LIST_SEPARATOR}){0,2})${ordinal.source}(?:${AFTER_ORDINAL}|(?=(?:${LIST_SEPARATOR}(?:${ARTICLE}\\s+)?(?:${ORDINAL})){1,2}${AFTER_ORDINAL}))`,
    'giu',
  );

/** An initial, or a word of a name that is also an article, a preposition or a conjunction. */
const PARTICLE = /^(?:.|de|la|las|los|del|el|da|das|do|dos|di|du|le|van|von|der|den|und)$/;
const isParticle = (word: string): boolean => PARTICLE.test(word);

/** A surname of several words: 'van der Meer', 'de la Cruz'. */
const SURNAME = /(?<!\p{L})(?:v[ao]n|de l[aeo]s?)\s.+$/iu;

/** '(she/her)'. Other words in parentheses may be names: 'Robert Smith (Bob)'. */
const PRONOUNS = /\([^)]*\/[^)]*\)?/gu;

/**
 * Where a request names somebody by at least two of their names, or by a surname of several words. Particles are names only to people who
 * have no others: 'Le Van Duc'.
 */
function mentionsOfName(request: string, { title }: Person): Mention[] {
  const name = withoutCredentials(nameFromTitle(title)).replace(PRONOUNS, '');
  const words = [...new Set(wordsOf(name))].filter((word) => word.length > 1);
  const names = words.filter((word) => !isParticle(word));
  const named = (names.length < 2 ? words : names).filter((word) => mentions(request, word));
  if (named.length < 2) return placesIn(request, SURNAME.exec(name)?.[0] ?? '');
  const places = named.flatMap((word) => placesIn(request, word));
  return places.toSorted((a, b) => a.start - b.start).reduce<Mention[]>(addMention(request), []);
}

/** Whether a request gives somebody's name, rather than a number in the list. */
export const isNamedIn = (request: string, person: Person): boolean =>
  mentionsOfName(request, person).length > 0;

/** Adds a place, merged with the last one if no words but particles separate them. */
const addMention =
  (request: string) =>
  (places: Mention[], { start, end }: Mention): Mention[] => {
    const last = places.at(-1);
    if (last !== undefined && start > last.end && wordsOf(request.slice(last.end, start)).every(isParticle))
      last.end = end;
    else places.push({ start, end });
    return places;
  };
