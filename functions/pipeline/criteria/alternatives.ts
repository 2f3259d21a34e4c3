import type { Criterion } from '#shared/criteria.ts';
import type { StatedCriterion } from '#shared/results.ts';
import {
  ALTERNATIVE_SEPARATOR,
  containsContentWords,
  includesText,
  nameKeyOf,
  splitAlternatives,
} from '../language/words.ts';
import { isCountry, isPlaceName, isState } from '../places/gazetteer.ts';
import { areDisjoint, countriesIn, intersects, whereaboutsIn } from '../places/whereabouts.ts';
import { DEGREE, ROLE } from './slots.ts';

/* The alternatives within a criterion's text: 'Lima or Cusco' are two, either of which is enough. */

/** In characters; genuine criteria are shorter. */
export const MAX_CRITERION_LENGTH = 120;
/** In words; ten alternatives of two words each, with the words between them, have as many. */
export const MAX_CRITERION_WORDS = 30;
export const MAX_ALTERNATIVES = 10;

/** A comparison key, equal for texts that differ only in letter case, accents and punctuation. */
export const keyOf = (text: string): string => nameKeyOf(text) || text.toLowerCase();

/** A criterion reduced to the alternatives that pass; undefined if none does. */
export function filterAlternatives<Asked extends StatedCriterion>(
  asked: Asked,
  shouldKeep: (each: Asked) => boolean,
): Asked | undefined {
  const kept = alternativesOf(asked).filter(shouldKeep);
  return kept.length === 0
    ? undefined
    : { ...asked, text: kept.map(({ text }) => text).join(ALTERNATIVE_SEPARATOR) };
}

export const alternativesOf = <Asked extends StatedCriterion>(asked: Asked): Asked[] =>
  splitAlternatives(asked.text).map((text) => ({ ...asked, text }));

/** Begins what belongs to the words before a comma: 'Google, with Java or Go', 'Amazon.com, Inc. or Google', 'English, fluent or native'. */
const DETAIL =
  /^(?:\d[\d+–-]*\s|(?:in|at|with|without|who|that|for|and|but|not|including|ideally|preferably|based|inc|llc|ltd|corp|gmbh|llp|lp|plc|n\.a|s\.a|p\.c)\b|co(?:\.|$)|(?:[abc][12]|fluent|native|bilingual|conversational)(?:\sor\s|$))/i;
/** A rank whose field follows: 'VP, Sales or Marketing'. */
const BARE_RANK = /^(?:[es]?vp|director|head|manager|lead|partner|associate|professor|fellow)$/i;
/** A level, which is no alternative of its own: 'Senior, Staff or Principal Engineer'. */
const BARE_LEVEL = /^(?:junior|jr|mid(?:[- ]level)?|senior|sr|staff|lead|principal)$/i;
/** Open ends that continue no list: 'Product manager, senior or above'. */
const UPWARDS = / or (?:higher|above|over|later|better|more)\b/i;
/** Joins the last items before an 'or': 'Python, SQL, and Tableau or Power BI'. */
const AND_AT_END = /,[^,]*\band\s[^,]*$/i;
/** Not before an open end: 'AWS, Azure, or similar'. */
const ITEM_SEPARATOR = /,\s+(?!or\s)/;

/**
 * A criterion with 'or' between all its alternatives: 'Boston or New York or Lima' for 'Boston, New York or Lima', but not for 'Lima, Peru or
 * Berlin'. In an education, a comma may join what is wanted together, unless the request itself has the list.
 */
export function separateAlternatives<Stated extends StatedCriterion>(asked: Stated, request = ''): Stated {
  const { subject, text } = asked;
  if (!/, .* or /.test(text) || (subject === 'education' && !includesText(request, text))) return asked;
  const alternatives = splitAlternatives(text);
  const isSkill = subject === 'experience' || subject === 'interest';
  if (alternatives.length === 1 ? UPWARDS.test(text) : isSkill && AND_AT_END.test(alternatives.at(-2) ?? ''))
    return asked;
  const [last = '', ...details] = alternatives.at(-1)?.split(ITEM_SEPARATOR) ?? [];
  // The last item of a list has no comma: 'Skadden, Arps or Paul, Weiss' are two firms.
  const isPaired = alternatives.length > 1 && details.some((each) => !DETAIL.test(each));
  const isDetail = (before: string, part: string) =>
    DETAIL.test(part) ||
    (subject === 'location'
      ? isLocatedBy(before, part, last) || (isPaired && !before.includes(',') && !isElsewhere(before, part))
      : subject === 'education'
        ? DEGREE.test(before) !== DEGREE.test(part) || isCampus(before, part)
        : isPaired ||
          (subject === 'profession' && isField(before, part, last)) ||
          (part.includes(' & ') && last.includes(' & ')));
  const parts = alternatives.flatMap((alternative) => {
    const list: string[] = [];
    for (const part of alternative.replace(/,$/, '').split(ITEM_SEPARATOR)) {
      const before = list.at(-1);
      if (before !== undefined && isDetail(before, part)) list.splice(-1, 1, `${before}, ${part}`);
      else list.push(part);
    }
    return list;
  });
  const separate = parts.join(ALTERNATIVE_SEPARATOR);
  const isLevel = (each: string) => BARE_LEVEL.test(each);
  const isOfLevels =
    subject === 'profession' && (parts.slice(0, -1).every(isLevel) || parts.slice(1).every(isLevel));
  return areFew(parts, separate) && !isOfLevels ? { ...asked, text: separate } : asked;
}

/** Whether alternatives, and the text with all of them, are within a criterion's limits. */
const areFew = (all: readonly unknown[], text: string): boolean =>
  all.length <= MAX_ALTERNATIVES && text.length <= MAX_CRITERION_LENGTH;

/** Whether a role's field follows it, rather than another role: 'Vice President, Sales', but not 'engineer, architect or designer'. */
function isField(role: string, part: string, last: string): boolean {
  if (BARE_RANK.test(role)) return true;
  const [rank = ''] = part.split(' ');
  const isRole = ROLE.test(part) || BARE_RANK.test(rank);
  return !isRole && !(ROLE.test(last) && !/\s/.test(role + part));
}

const isStateCode = (text: string): boolean => /^\p{Lu}{2,3}$/u.test(text);

/** Whether two places are known to be in different states or countries. */
function isElsewhere(one: string, other: string): boolean {
  const [first, second] = [whereaboutsIn(one), whereaboutsIn(other)];
  return areDisjoint(first.states, second.states) || areDisjoint(first.countries, second.countries);
}

/** Of countries whose states are not known here, the regions that recruiters add to towns most: 'Munich, Bavaria or Berlin'. */
const REGION =
  /^(?:Bavaria|Hess[ei]n?|Saxony|Baden[- ]W[uü]rttemberg|Catalonia|Andalusia|Lombardy|Tuscany|Karnataka|Telangana|Maharashtra|Tamil Nadu|Jalisco|Nuevo Le[oó]n)$/i;

/**
 * Whether a place is said to be in the one after a comma: 'Lima, Peru', but not 'Boston, New York' or 'Germany, Austria'.
 * @param last the last item of the list
 */
function isLocatedBy(place: string, around: string, last: string): boolean {
  if (isPlaceName(`${place} ${around}`)) return true;
  const [inner, outer] = [whereaboutsIn(place), whereaboutsIn(around)];
  const isWide = isCountry(place) || isState(place);
  if (isCountry(around))
    return isWide
      ? intersects(countriesIn(place), outer.countries)
      : !areDisjoint(inner.countries, outer.countries);
  if (isWide && isStateCode(around)) return !areDisjoint(inner.states, outer.states);
  // 'Lebanon, New Hampshire or Nashua', but not 'Canada, New York or San Francisco'
  if (isWide)
    return isState(around) && areDisjoint(inner.countries, outer.countries) && !isElsewhere(last, around);
  if (REGION.test(around)) return true;
  const isTown = outer.towns.size > 0;
  return isStateCode(around) ? !isTown : isState(around) && !(isTown && isElsewhere(place, around));
}

/** Towns better known for their campus than as places. */
const CAMPUS_TOWN =
  /^(?:Amherst|Ann Arbor|Berkeley|Bloomington|Chapel Hill|College Park|Davis|Irvine|Merced|Riverside|Santa (?:Barbara|Cruz)|Twin Cities|Urbana[-–]Champaign)$/i;
const CAMPUS_SCHOOL = /\b(?:universi\w*|college|school|institut\w*)\b/i;

/** Whether a school is followed by its town: 'University of California, Berkeley'. */
export const isCampus = (school: string, town: string): boolean =>
  CAMPUS_SCHOOL.test(school) && (isPlaceName(town) || CAMPUS_TOWN.test(town));

/** Something a request asks for, and how strongly. */
type Asked = StatedCriterion & Pick<Criterion, 'need'>;

/** Merges criteria that the request lists as alternatives: models return 'at Shopify or Amazon' as two. */
export function joinAlternatives(all: readonly Asked[], request: string): Asked[] {
  const joined = [...all];
  for (const list of joinOverlapping([...listsAfterOneOf(request, all), ...listsEndingInOr(request, all)])) {
    const [first] = list;
    const at = first === undefined ? -1 : joined.indexOf(first);
    const text = list.map((each) => each.text).join(ALTERNATIVE_SEPARATOR);
    if (first === undefined || at === -1 || !areFew(list, text)) continue;
    if (!list.every((each) => joined.includes(each))) continue;
    joined[at] = { ...first, text };
    for (const other of list.slice(1)) joined.splice(joined.indexOf(other), 1);
  }
  return joined;
}

/** Lists that share an item as one: 'React or Angular or Vue'. */
function joinOverlapping(lists: readonly Asked[][]): Asked[][] {
  const joined: Asked[][] = [];
  for (const list of lists) {
    const known = joined.find((each) => each.some((one) => list.includes(one)));
    if (known === undefined) joined.push([...list]);
    else known.push(...list.filter((one) => !known.includes(one)));
  }
  return joined;
}

const OR_WORD = /[\s,](?:(?:and|y|und|et|e)\/)?(?:or|oder|ou|o|u)\s/gi;
const OTHER_OR = /\s(?:or|oder|ou|o|u)\s/i;
const AND_AT_START = /^\s*(?:and|und|y|et?|&)\s/i;
const MAX_LISTS = 20;
/** In characters, on each side of an 'or'. */
const MAX_SIDE_LENGTH = 200;
const CLAUSE_END = /[.;:!?()\n]/;

const ONE_OF_PHRASE =
  /(?<!\p{L})(?:(?:at least |any )?one(?: or more)? of|(?:any|either) of|(?:mindestens |wenigstens )?eine[srnm]? (?:von|der)|(?:al menos |por lo menos )?un[oa] de|au moins une? (?:de|des|parmi)|pelo menos uma? (?:de|d[oa]s)|almeno un[oa] (?:di|tra))(?: (?:the following|these|those|folgenden|estos|estas|seguintes|seguenti))?\s*:?\s+/giu;
/** Separates the items of such a list; a conjunction precedes the last one. */
const LIST_SEPARATOR =
  /(\s*,\s*(?:(?:and|or|und|oder|y|o|et|ou|e)\s+)?|\s+(?:and\/or|and|or|und|oder|y|o|et|ou|e|&)\s+|\/)/iu;

/** The criteria in each list after 'at least one of', in order. */
const listsAfterOneOf = (request: string, all: readonly Asked[]): Asked[][] =>
  [...request.matchAll(ONE_OF_PHRASE)].slice(0, MAX_LISTS).flatMap(({ 0: opening, index }) => {
    const start = index + opening.length;
    const [clause = ''] = request.slice(start, start + MAX_SIDE_LENGTH).split(CLAUSE_END);
    const pieces = clause.split(LIST_SEPARATOR);
    const list: Asked[] = [];
    for (let at = 0; at < pieces.length; at += 2) {
      const each = all.find((one) => !list.includes(one) && isNamedAt('beginning', pieces[at] ?? '', one));
      const { subject, need } = list[0] ?? each ?? {};
      if (each === undefined || each.subject !== subject || each.need !== need) break;
      list.push(each);
      if (/\p{L}|&/u.test(pieces[at - 1] ?? '')) break;
    }
    return list.length > 1 ? [list] : [];
  });

/** The criteria in each list that ends in 'or', in order. */
function listsEndingInOr(request: string, all: readonly Asked[]): Asked[][] {
  return [...request.matchAll(OR_WORD)].slice(0, MAX_LISTS).flatMap(({ 0: or, index }) => {
    const before =
      request
        .slice(Math.max(0, index - MAX_SIDE_LENGTH), index)
        .split(CLAUSE_END)
        .at(-1) ?? '';
    const after = request.slice(index + or.length).slice(0, MAX_SIDE_LENGTH);
    const [following = ''] = after.split(/[,.;:!?()\n]/);
    const last = all.find((each) => isNamedAt('beginning', following, each));
    if (last === undefined) return [];
    const list = listUpTo(last, before, all);
    return list.length > 1 ? [list] : [];
  });
}

/** The criteria of a list in order, from its last item and the words before the 'or'. */
function listUpTo(last: Asked, before: string, all: readonly Asked[]): Asked[] {
  const list = [last];
  for (const part of before.replace(/,\s*$/, '').split(',').toReversed()) {
    // Another list: 'React or Angular' in 'React or Angular, Java or Kotlin'.
    if (list.length > 1 && OTHER_OR.test(part)) break;
    const each = namedAtEnd(part, all, list);
    if (each === undefined) break;
    list.unshift(each);
    // An item with other words before the name is the first of its list: 'works at Shopify' in 'knows Java, works at Shopify or Amazon'.
    if (AND_AT_START.test(part) || !containsContentWords(each.text, part.replace(LEADING_WORDS, ''))) break;
  }
  return list;
}

/** The criterion named at the end of some words, with the list's subject and need; one that is named in full comes first. */
function namedAtEnd(words: string, all: readonly Asked[], list: readonly Asked[]): Asked | undefined {
  const [first] = list;
  const named = all.filter(
    (each) =>
      !list.includes(each) &&
      each.subject === first?.subject &&
      each.need === first.need &&
      isNamedAt('end', words, each),
  );
  return named.find(({ text }) => containsContentWords(words, text)) ?? named[0];
}

const LEADING_WORDS =
  /^\s*(?:(?:either|at|in|from|with|for|an?|the|bei|mit|en|de|con|chez|avec|com|em)\s+)*/i;
/** In words. */
const NAME_LENGTHS = [1, 2, 3, 4];

/** Whether a text begins or ends with a criterion's name: in full, or with a capitalised part of it, such as 'Stanford'. */
function isNamedAt(where: 'beginning' | 'end', text: string, { text: name }: Asked): boolean {
  const words = text.replace(LEADING_WORDS, '').replace(/["“”]/g, '').trim().split(/\s+/);
  return NAME_LENGTHS.map((length) =>
    (where === 'end' ? words.slice(-length) : words.slice(0, length)).join(' '),
  ).some(
    (part) => containsContentWords(name, part) && (containsContentWords(part, name) || /^\p{Lu}/u.test(part)),
  );
}
