import type { Criterion } from '#shared/criteria.ts';
import type { StatedCriterion } from '#shared/results.ts';
import { containsAllWords, singularOf } from '../language/words.ts';
import { isCountry, isPlaceName, isState } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesIn, intersects } from '../places/whereabouts.ts';
import * as negation from './negation.ts';
import * as wording from './wording.ts';

/* What a request explicitly excludes, whatever the model says. docs/behaviour.md#criteria */

/** A capitalised or quoted name, or a single plural noun, not followed by words that it could belong to. */
const NAME_OR_PLURAL = new RegExp(
  `(?:["“]([^"”]{2,40})["”]|(?<![\\p{L}\\p{N}])(?!(?:NOT|Not|NO|No|WITHOUT|Without|EXCLUDING|Excluding|EXCEPT|Except|Nobody|Avoid|Kein(?:e[nmrs]?)?|Nicht|Ohne|Sin|Sans|Sauf)\\b)(\\p{Lu}[\\p{L}\\p{N}&.'’+]*(?:\\s+(?:&\\s+)?(?!(?:NOT|AND|OR)\\b)\\p{Lu}[\\p{L}\\p{N}&.'’+]*){0,3})|(?<![\\p{L}\\p{N}])([a-z]{4,}[^s\\s]s))(?![\\p{L}\\p{N}])(?=\\s*(?:[.,;!?)]|$|\\s-\\S|(?:based|${wording.NOW}|or|nor|and|not|NOT|AND|OR|in|at|who|with|but|please|from|und|oder|noch|aber|bitte|y|o|ni|et|ou)\\b))`,
  'gu',
);
/** What people do without, or the end of a name: 'Doctors without Borders', 'Médicos sin Fronteras'. */
const NOT_AN_EXCLUSION =
  /^(?:years|months|days|others|details|results|profiles|duplicates|limits|restrictions|matters|things|reasons|strings|doubts|exceptions|excuses|preferences|worries|nights|weekends|holidays|borders|fronteras|fronteiras|fronti[eè]res|grenzen)$/i;
/** German capitalises all nouns; these do not name people or firms. */
const GERMAN_COMMON_NOUN = /(?:ung|ungen|heit|keit|schaft|nis|nisse|zeit|arbeit|problem|probleme|muss)$/i;

/** In characters; anything longer is a job description, which names firms and rules too. */
const MAX_PLAIN_REQUEST_LENGTH = 1_000;

/**
 * What a request explicitly excludes: "NOT Deloitte", "without a PhD", "no recruiters", -"KPMG", "keine Freelancer". In a job description,
 * only what clearly describes unwanted people counts.
 */
export function namedExclusions(
  request: string,
  { isTranslated }: { isTranslated: boolean },
): StatedCriterion[] {
  const plain = request.length <= MAX_PLAIN_REQUEST_LENGTH ? exclusionsIn(request, isTranslated) : [];
  const unwanted = unwantedIn(request).flatMap(({ text, isAboutPeople }) =>
    exclusionsIn(`not ${text}`, isTranslated).filter(isAboutPeople),
  );
  return [...plain, ...unwanted];
}

function exclusionsIn(words: string, isTranslated: boolean): StatedCriterion[] {
  const request = wording.singleSpaced(words);
  return [...request.matchAll(NAME_OR_PLURAL)].flatMap(({ 0: whole, 1: quoted, 2: name, 3: noun, index }) => {
    if (NOT_AN_EXCLUSION.test(whole)) return [];
    const named = name?.replace(/(?<!\.\p{L})[.,]$/u, '');
    const before = request.slice(Math.max(0, index - wording.MAX_REACH_LENGTH), index);
    const occurrence = {
      before,
      after: request.slice(index + whole.length),
      form: noun ?? named ?? quoted ?? whole,
    };
    if (wording.isWaived(occurrence) || wording.isLackedNow(occurrence)) return [];
    const isInEnglish = negation.isNegatedInEnglish(occurrence);
    const isInOtherLanguage = () =>
      !isTranslated && !GERMAN_COMMON_NOUN.test(whole) && negation.isNegatedInOtherLanguage(occurrence);
    if (!isInEnglish && !isInOtherLanguage()) return [];
    const one = isInEnglish && noun ? singularOf(noun) : whole;
    const text = quoted ?? (named && singularName(named)) ?? one;
    return [limitToPresent({ subject: subjectOf(text, before), text }, [occurrence])];
  });
}

const PRESENT_PREFIX = 'currently at ';

/** Limits an exclusion to the present if the request does so throughout. A location or profession refers to the present anyway. */
export const limitToPresent = (
  out: StatedCriterion,
  occurrences: readonly wording.Occurrence[],
): StatedCriterion =>
  out.subject === 'experience' && occurrences.length > 0 && occurrences.every(wording.isOfNow)
    ? { ...out, text: PRESENT_PREFIX + out.text }
    : out;

/**
 * Whether a model's mark is the same exclusion as one that code found, in other words: both are limited to the present, 'works at Google'.
 */
export const isSamePresentExclusion = (own: StatedCriterion, marked: StatedCriterion): boolean =>
  own.text.startsWith(PRESENT_PREFIX) &&
  wording.asksNow(marked.text) &&
  containsAllWords(marked.text, own.text.slice(PRESENT_PREFIX.length));

/** The singular of 'MBAs' or 'Americans'. */
const singularName = (name: string): string =>
  negation.PLURAL_OF_CAPITALS.test(name) || isNationalityPlural(name) ? name.slice(0, -1) : name;

const isNationalityPlural = (name: string): boolean =>
  name.endsWith('s') && !isPlaceName(name) && nationalitiesIn(name.slice(0, -1)).size > 0;

const DEGREE = /^(?:ph\.?d|mba|msc|bsc|ma|ba|jd|md|llm|doctora\w*|doktor\w*|master\w*|bachelor\w*|degree)$/i;
const ROLE =
  /^(?:[a-z].*(?:er|or|ist|ant|ian|man|nt)s?|(?:chef|clerk|coach|intern|nurse|paralegal|pilot|surgeon)s?|C\p{Lu}O)$/u;

/** Precedes a place. Otherwise a town's name may be a university's or firm's: 'NOT Oxford'. */
const PLACE_PREPOSITION = /\b(?:in|from|near|around|em|en|outside(?:\s+of)?)\s+(?:the\s+)?$/i;
const LIST_SEPARATOR = /(?:,|,?\s(?:or|nor|and|oder|noch|o|ni|ou))\s$/i;
/** The last word, the last two and the last three. */
const LAST_WORDS = [/\S+$/, /\S+\s\S+$/, /\S+\s\S+\s\S+$/];

function isPlace(text: string): boolean {
  // 'Panama City', but not 'Manchester City'
  const region = text.replace(/ City$/, '');
  return isPlaceName(text) || isCountry(region) || isState(region);
}

/** Whether these words say that what follows is a place, as far as it may be one: 'in', or 'in Lima or'. */
function isAfterPreposition(before: string): boolean {
  if (PLACE_PREPOSITION.test(before)) return true;
  const list = before.replace(LIST_SEPARATOR, '');
  return (
    list !== before &&
    LAST_WORDS.some((pattern) => {
      const [words = ''] = pattern.exec(list) ?? [];
      return words !== '' && isPlace(words) && isAfterPreposition(list.slice(0, -words.length));
    })
  );
}

function subjectOf(text: string, before: string): Criterion['subject'] {
  if (DEGREE.test(text)) return 'education';
  if (isCountry(text) || (isPlace(text) && isAfterPreposition(before))) return 'location';
  if (nationalitiesIn(text).size > 0) return 'nationality';
  return ROLE.test(text) ? 'profession' : 'experience';
}

/** Whether one of two exclusions is of a country as a place, and the other of its people. */
export const arePlaceAndPeople = (one: StatedCriterion, other: StatedCriterion): boolean =>
  one.subject !== other.subject && intersects(countriesNamed(one), countriesNamed(other));

const countriesNamed = ({ text }: StatedCriterion): ReadonlySet<string> =>
  isCountry(text) ? countriesIn(text) : nationalitiesIn(text);

/** Words of a job description that describe unwanted people. */
interface Unwanted {
  text: string;
  /** Whether an exclusion found in the text is about people: a firm's rules are worded alike, 'no meetings'. */
  isAboutPeople: (found: StatedCriterion) => boolean;
}

/** In characters, for a line that describes unwanted people. */
const MAX_LINE_LENGTH = 120;
const BULLET = /^\s*(?:[-–*•·]|\d{1,2}[.)])\s*/;
/** 'We do not want', as a heading or before the people who are meant. Read on after any line break, or long white space would be slow. */
const UNWANTED_PHRASE =
  /^(?:(?:who|whom|what)\s+)?(?:we\s+(?:(?:do\s+not|don['’]t)\s+(?:want|consider|accept|hire)|are(?:\s+not|n['’]t)\s+looking\s+for)|not\s+wanted|unwanted|exclu(?:ded|de|sions)|please\s+(?:no|not|exclude))\b\s*:?\s*(.*)$/is;
const NO_CLAUSE = /^(?:no|not)\s+(.+?)(,?\s+please)?$/i;
/** People that job descriptions often turn away explicitly. */
const UNWANTED_ROLE = /^(?:recruiter|headhunter|agency|freelancer|contractor|consultancy|staffing agency)$/i;
const PEOPLE_NOUN = /^(?:agency|agencies|\p{L}+(?:er|or|ist|ant|ian|man|nt)s?)$/iu;

const ANYBODY_WORD = /^(?:people|those|anyone|anybody|candidates|applicants)$/i;

const isPeopleOrName = ({ text }: StatedCriterion): boolean =>
  PEOPLE_NOUN.test(text) || text.startsWith(PRESENT_PREFIX) || /^\p{Lu}/u.test(text);
const isUnwantedRole = ({ text }: StatedCriterion): boolean => UNWANTED_ROLE.test(text);

/** The unwanted people, line by line: lists under a heading that introduces them, and clauses such as 'please no recruiters'. */
function unwantedIn(request: string): Unwanted[] {
  const found: Unwanted[] = [];
  /** 'heading' right after such a heading, then how the lines under it begin. */
  let section: 'heading' | 'bullets' | 'lines' | undefined;
  for (const line of request.split('\n')) {
    const text = line.replace(BULLET, '').trim();
    const begins = BULLET.test(line) ? 'bullets' : 'lines';
    if (text === '') section = section === 'heading' ? section : undefined;
    else if (UNWANTED_PHRASE.exec(text)?.[1] === '') section = 'heading';
    else if (
      text.length <= MAX_LINE_LENGTH &&
      !text.endsWith(':') &&
      (section === 'heading' || section === begins)
    ) {
      section = begins;
      found.push({ text: withoutCapital(text), isAboutPeople: isPeopleOrName });
    } else {
      section = undefined;
      found.push(...clausesOf(line).flatMap(unwantedClause));
    }
  }
  return found;
}

const clausesOf = (line: string): string[] =>
  line.split(/[.;!?()]|,(?=\s*(?:please|no|not)\s)/).map((clause) => clause.replace(BULLET, '').trim());

function unwantedClause(clause: string): Unwanted[] {
  if (clause.length > MAX_LINE_LENGTH) return [];
  const [, text = ''] = UNWANTED_PHRASE.exec(clause) ?? [];
  if (text !== '') return [{ text: withoutCapital(text), isAboutPeople: isPeopleOrName }];
  const [, named, please] = NO_CLAUSE.exec(clause) ?? [];
  return named === undefined
    ? []
    : [{ text: named, isAboutPeople: please ? isPeopleOrName : isUnwantedRole }];
}

/** Lower-cases the first word of a line unless it may be a name: 'Agencies and freelancers'. */
const withoutCapital = (text: string): string =>
  text.replace(/^\p{L}+/u, (word) =>
    PEOPLE_NOUN.test(word) || ANYBODY_WORD.test(word) ? word.toLowerCase() : word,
  );
