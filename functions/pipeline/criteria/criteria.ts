import type { Criterion } from '#shared/criteria.ts';
import { type Stated, statedIn, type TargetCriteria } from '#shared/results.ts';
import { EITHER, nameKeyOf, occurrences, singularOf } from '../language/words.ts';
import { isCountry, isPlaceName } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesOfPeople, countriesOfRegion } from '../places/regions.ts';
import { countriesIn, isPartOfName } from '../places/whereabouts.ts';

type Subject = Criterion['subject'];

/** The criteria in a model's reply, with how strongly it says each is asked for. */
export interface MarkedCriteria {
  targetCriteria: TargetCriteria;
  /** Those of the criteria's texts that are only nice to have. */
  preferred: readonly string[];
  /** What people must not be or have; not among `targetCriteria`. */
  excluded: readonly { subject: Subject; text: string }[];
}

const MOST_EXCLUDED = 5;

const WORDS_BETWEEN =
  '(?:a|an|the|any|other|more|from|at|in|with|of|by|for|currently|now|working|works?|employed|people|anyone|anybody|those|who|are|is|being|be|having|have|has|had|people|ex|former|part|based|located|lives?|living)';
/** What says, right before something, that it must not be. */
const NEGATION =
  "(?:not(?! (?:only|just|necessarily))|n't|neither|nor|without|except(?:ing|ion of)?(?: for)?|excluding|excludes?|other than|rather than|instead of|avoid(?:ing)?|nobody|any(?:one|where) but|but not)";
/** Between two words that are two: 'no-code' and 'not-for-profit' are one, and negate nothing. */
const APART = '[\\s:-]*[\\s:]';
const negatedBy = (negation: string): string =>
  `(?:^|[\\s,;:(])${negation}(?:${APART}${WORDS_BETWEEN})*${APART}["“']?$`;
/** Or a dash as in a Google query; at the beginning of a line, or in a list after a colon, it is a bullet. */
const NEGATED = new RegExp(
  `${negatedBy(NEGATION)}|(?:^|\\n)(?:[^\\n:]|:(?!\\s))*[^\\s:][^\\n\\S]+-["“]?$`,
  'i',
);
/** In Portuguese "no" is 'in the', before a singular: 'no Brasil'. */
const NEGATED_BY_NO = new RegExp(negatedBy('no(?! (?:less|more|matter|need))'), 'i');
/** Words of English and Spanish that Portuguese requests lack, even those with English job titles: 'Head of Sales no Brasil'. */
const NO_PORTUGUESE =
  /(?<![\p{L}-])(?:the|with|who|from|at|but|or|not|are|is|have|has|in(?= \p{Lu})|en|el|los|las|del|y|con)(?![\p{L}-])/u;
/** The plural of a word in capitals: 'MBAs', 'PhDs'. */
const PLURAL_OF_CAPITALS = /^\p{Lu}\p{L}*\p{Lu}s$/u;
/** An English plural: 'agencies', but not 'campus' or 'inglês'. */
const PLURAL = new RegExp(`^\\p{Ll}.*[^aisuê]s$|${PLURAL_OF_CAPITALS.source}`, 'u');
/** Makes one word with most that follow, 'Non-Executive'; it only negates the name of a place or a people: 'non-US'. */
const NON = /(?:^|[\s,;:(])non[\s-]+["“']?$/i;
/** The end of "not recruiters or " and "excluding Deloitte and ". */
const OR_BEFORE = new RegExp(`["”']?\\s*,?\\s*\\b(?:or|nor)\\s+(?:${WORDS_BETWEEN}\\s+)*["“']?$`, 'i');
const AND_BEFORE = /["”']?\s+and\s+["“']?$/i;
const NEGATED_LIST = /(?:^|\s)(?:not|excluding|except(?: for)?|other than)\s+["“']?$/i;

const SOFT_BEFORE =
  /\b(?:ideally|preferably|optionally|if possible|bonus(?: points)?|nice[- ]to[- ]have|even better if|preferring|with a preference for|would be (?:nice|great)|a plus(?: if|:))[^.;,\n]*$/i;
const SOFT_LIST = /\b(?:nice[- ]to[- ]haves?|bonus|preferred|optional|pluses):[^.;\n]*$/i;
/** 'Kotlin a plus', 'Kotlin plus.', in one line; in 'Java plus Kotlin' it joins the two. */
const SOFT_AFTER =
  /^["”')]*(?:[^\S\n]+[\p{L}-]+)?[^\S\n]+(?!plus[^\S\n]+["“']?[\p{L}\p{N}])(?:(?:is|are|being|as|would be)[^\S\n]+)?(?:only[^\S\n]+|just[^\S\n]+)?(?:an?[^\S\n]+)?(?:big[^\S\n]+|strong[^\S\n]+|definite[^\S\n]+)?(?:plus|bonus|advantage|nice[- ]to[- ]have|preferred|preferable|desirable|desired|optional|welcome|ideal)\b|^["”')]*(?:[^\S\n]+[\p{L}-]+)?[^\S\n]+(?:would be|if) (?:nice|great|good|possible)\b/iu;

/** Whether a request softens or negates anything at all, in the languages that requests are likely in. */
const ANY_SOFT =
  /\b(?:ideal\w*|prefer\w*|préf\w*|option\w*|possib\w*|bonus|plus|nice|desir\w*|advantag\w*|welcome|better|deseable|valorable|bevorzugt|vorzugsweise|wünschenswert|möglich\w*|gern\w*|desejáv\w*|souhait\w*)\b/iu;
const ANY_NEGATION =
  /\b(?:not?|neither|nor|none|nobody|never|non|without|except\w*|exclu\w*|avoid\w*|remov\w*|(?:leave|filter|take)\s+(?:\S+\s+){0,4}out|get rid of|hide|minus|apart from|aside from|outside|other than|rather than|instead|but|sin|ni|salvo|(?<!\b(?:al|por lo|pelo|ao) )menos|nunca|tampoco|fuera|quit[ae]\w*|sans|pas|sauf|hors|dehors|jamais|ohne|nicht|kein\w*|weder|(?:außer|ausser)(?:halb)?|sem|não|nem|exceto|fora|senza|tranne|eccetto)\b|n't|(?:^|[^\s:][^\n\S]+)-["“\p{L}]/iu;

export const maySoften = (request: string): boolean => ANY_SOFT.test(request);
export const mayNegate = (request: string): boolean => ANY_NEGATION.test(request);

/** How far a negating or softening word reaches, in characters. */
const LONGEST_REACH = 300;
/** Of one text in a request: whoever says it more often says nothing new. */
const MOST_PLACES = 50;

/** Where a request has a text, and in which form. */
export interface Place {
  before: string;
  after: string;
  form: string;
}

/** Where a request has a text, or its plural or singular; not where it is part of another place's name. */
export function placesOf(request: string, text: string): Place[] {
  const otherForms = [
    `${text}s`,
    `${text}es`,
    text.replace(/y$/, 'ies'),
    text.replace(/e?s$/, ''),
    singularOf(text),
  ];
  return [...new Set([...text.split(EITHER), ...otherForms])].flatMap((form) =>
    occurrences(request, form)
      .slice(0, MOST_PLACES)
      .map(({ before, after }) => ({
        before: before.slice(-LONGEST_REACH),
        after: after.slice(0, LONGEST_REACH),
        form,
      }))
      .filter(({ before, after }) => !isPartOfName(before, form, after)),
  );
}

/** Whether what stands around a text in a request negates it. */
function isNegated({ before, after, form }: Place): boolean {
  if (NON.test(before) && isOfPlace(form)) return true;
  const isNo = PLURAL.test(form) || NO_PORTUGUESE.test(before) || NO_PORTUGUESE.test(after);
  const isNegation = (text: string) => NEGATED.test(text) || (isNo && NEGATED_BY_NO.test(text));
  return (
    isNegation(before) ||
    continuesNegation(before, OR_BEFORE, isNegation) ||
    continuesNegation(before, AND_BEFORE, (text) => NEGATED_LIST.test(text))
  );
}

/** After what is not required: 'a PhD is not needed', 'PhD not required'. */
const NOT_NEEDED =
  /^["”']?(?:[^\S\n]+(?:requirement|criterion|part|bit))?[^\S\n]+(?:(?:(?:is|are)(?:n.?t| not| no longer)|not|no longer)[^\S\n]+(?:(?!only\b)(?:\w+ly|so|that|too|very|really)[^\S\n]+)?(?:needed|required|necessary|mandatory|important|relevant|a must)|(?:do|does)(?:n.?t| not) matter)\b/i;
/** After it, where "no" stands before it: 'no PhD required'. */
const NEEDED = /^["”']?(?:[^\S\n]+(?:degree|is|are))*[^\S\n]+(?:needed|required|necessary|mandatory)\b/i;
const NO_BEFORE = /(?:^|[\s,;:(])no(?:\s+(?:formal|prior|specific))*\s+["“']?$/i;

/** Whether a request says that what it names there is not required. */
export const isWaived = ({ before, after }: Place): boolean =>
  NOT_NEEDED.test(after) || (NO_BEFORE.test(before) && NEEDED.test(after));

/** Whether a text names a place or a people. */
const isOfPlace = (text: string): boolean =>
  countriesIn(text).size +
    countriesOfRegion(text).size +
    nationalitiesIn(text).size +
    countriesOfPeople(text).size >
  0;

/** Whether a text stands in a list that a negation begins: "or" continues any, "and" may begin something else. */
function continuesNegation(before: string, joint: RegExp, isNegation: (text: string) => boolean): boolean {
  const at = before.search(joint);
  if (at === -1) return false;
  const words = before.slice(0, at).split(/\s+/);
  return [1, 2, 3].some((count) => isNegation(`${words.slice(0, -count).join(' ')} `));
}

const isSoft = ({ before, after }: Place): boolean =>
  SOFT_BEFORE.test(before) || SOFT_LIST.test(before) || SOFT_AFTER.test(after);

/** A text that begins with its own negation: 'not Deloitte'. */
const OWN_NEGATION = /^(?:not|no|without|excluding|except|exclude)\s+(?:an?\s+|from\s+|at\s+)?(?=\S)/i;

/** What a text negates that begins with its own negation. */
function ownNegated(text: string): string | undefined {
  const rest = text.replace(OWN_NEGATION, '');
  if (rest !== text) return rest;
  const name = text.replace(/^non[\s-]+(?=\S)/i, '');
  return name !== text && isOfPlace(name) ? name : undefined;
}

/** The same for texts that differ only in letter case, accents and punctuation. */
export const keyOf = (text: string): string => nameKeyOf(text) || text.toLowerCase();

/**
 * The criteria of a request: what the model says, as far as the request bears it out. A mark is ignored if the request names the thing but
 * has no such word; what the request itself negates or softens counts so whatever the model says. docs/behaviour.md#criteria
 */
export function readCriteria(marked: MarkedCriteria, request: string): Criterion[] {
  const preferred = new Set(marked.preferred.map(keyOf));
  const isNeedless = ({ text }: Stated) => !preferred.has(keyOf(text)) && isSaid(request, text, isWaived);
  const isOut = ({ text }: Stated) => ownNegated(text) !== undefined || isLeftOut(request, text);
  const listed = statedIn(marked.targetCriteria).filter((asked) => !isNeedless(asked));
  const excluded = distinctExclusions([
    ...marked.excluded.filter((asked) => isBorneOut(request, asked.text, ANY_NEGATION) && !isNeedless(asked)),
    ...listed.flatMap(alternativesOf).filter(isOut),
    ...namedExclusions(request),
  ]);
  const isWanted = (asked: Stated) =>
    !isOut(asked) && !excluded.has(keyOf(asked.text)) && !isOnlyAfterNon(request, asked.text);
  const wanted = listed.flatMap((asked) => someOf(asked, isWanted) ?? []);
  const all = [
    ...wanted.map((asked) => ({ ...asked, need: needOf(asked, preferred, request) })),
    ...[...excluded.values()].map((asked) => ({ ...asked, need: 'excluded' as const })),
  ];
  const distinct = new Map(all.toReversed().map((each) => [`${each.subject} ${keyOf(each.text)}`, each]));
  return [...distinct.values()].toReversed().map((each, index) => ({ id: `c${index + 1}`, ...each }));
}

/** A criterion with only those of its alternatives that stay; undefined where none does. */
export function someOf<Asked extends Stated>(
  asked: Asked,
  stays: (each: Asked) => boolean,
): Asked | undefined {
  const some = alternativesOf(asked).filter(stays);
  return some.length === 0 ? undefined : { ...asked, text: some.map(({ text }) => text).join(EITHER) };
}

export const alternativesOf = <Asked extends Stated>(asked: Asked): Asked[] =>
  asked.text.split(EITHER).map((text) => ({ ...asked, text }));

/** Whether a request has a word for a mark, or does not name the thing, as one in another language. */
const isBorneOut = (request: string, text: string, cue: RegExp): boolean =>
  cue.test(request) || placesOf(request, text).length === 0;

/** Whether something holds of a text everywhere a request has it; false where it does not have it. */
function isSaid(request: string, text: string, says: (place: Place) => boolean): boolean {
  const places = placesOf(request, text);
  return places.length > 0 && places.every(says);
}

const isLeftOut = (request: string, text: string): boolean => isSaid(request, text, isNegated);

/** Whether a request has a text only in words with 'non-', which ask for something else: 'non-technical'. */
const isOnlyAfterNon = (request: string, text: string): boolean =>
  isSaid(request, text, ({ before }) => NON.test(before));

/** By key. If one text is part of another, only the shorter counts, which excludes more: 'McKinsey', not 'McKinsey & Company'. */
function distinctExclusions(list: readonly Stated[]): Map<string, Stated> {
  const distinct = new Map<string, Stated>();
  for (const asked of list) {
    const text = ownNegated(asked.text) ?? asked.text;
    const key = keyOf(text);
    const holds = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `);
    const longer = [...distinct.keys()].find((known) => holds(known, key));
    const isKnown = distinct.has(key) || [...distinct.keys()].some((known) => holds(key, known));
    const subject = distinct.get(longer ?? '')?.subject ?? asked.subject;
    if (longer !== undefined) distinct.delete(longer);
    if (longer !== undefined || (!isKnown && distinct.size < MOST_EXCLUDED))
      distinct.set(key, { subject, text });
  }
  return distinct;
}

/** How much a request asks for something that it names; undefined where it does not. */
export function needIn(request: string, text: string): Criterion['need'] | undefined {
  if (placesOf(request, text).length === 0) return undefined;
  if (isLeftOut(request, text)) return 'excluded';
  return isSaid(request, text, isSoft) ? 'preferred' : 'required';
}

function needOf({ text }: Stated, preferred: ReadonlySet<string>, request: string): 'required' | 'preferred' {
  const isMarked = preferred.has(keyOf(text)) && isBorneOut(request, text, ANY_SOFT);
  return isMarked || isSaid(request, text, isSoft) ? 'preferred' : 'required';
}

/** The criteria that are asked for and scored, as the fields of a search query; any of them may be missing. */
export function targetOf(criteria: readonly Criterion[]): TargetCriteria {
  const texts = (wanted: Subject): string[] =>
    criteria
      .filter(({ subject, need, isUnscored }) => subject === wanted && need !== 'excluded' && !isUnscored)
      .map(({ text }) => text);
  const field = (subject: Subject) => texts(subject).join(EITHER) || undefined;
  return {
    nationality: field('nationality'),
    location: field('location'),
    education: field('education'),
    profession: field('profession'),
    interests: texts('interest'),
    experience: texts('experience'),
  };
}

/** A name in capitals or quotes, or one plural noun, with nothing after it that it could belong to. */
const NAMED =
  /(?:["“]([^"”]{2,40})["”]|(?<![\p{L}\p{N}])(?!(?:NOT|Not|NO|No|WITHOUT|Without|EXCLUDING|Excluding|EXCEPT|Except|Nobody|Avoid)\b)(\p{Lu}[\p{L}\p{N}&.'’+]*(?:\s+(?:&\s+)?\p{Lu}[\p{L}\p{N}&.'’+]*){0,3})|(?<![\p{L}\p{N}])([a-z]{4,}[^s\s]s))(?=\s*(?:[.,;!?)]|$|(?:or|nor|and|in|at|who|with|but|please|from)\b))/gu;
const NO_NOUN =
  /^(?:years|months|days|others|details|results|profiles|duplicates|limits|restrictions|matters|things|reasons|strings|doubts)$/;

/** In characters: anything longer is a job description, which names firms and rules too. */
const LONGEST_PLAIN_REQUEST = 1_000;

/** What a request excludes in plain words: "NOT Deloitte", "without a PhD", "no recruiters", -"KPMG". */
function namedExclusions(request: string): Stated[] {
  if (request.length > LONGEST_PLAIN_REQUEST) return [];
  return [...request.matchAll(NAMED)].flatMap(({ 0: whole, 1: quoted, 2: name, 3: noun, index }) => {
    const named = name?.replace(/[.,]$/, '');
    const text = quoted ?? (named && singularName(named)) ?? (noun && singularOf(noun)) ?? whole;
    const before = request.slice(0, index);
    const after = request.slice(index + whole.length);
    if (NO_NOUN.test(whole) || !isNegated({ before, after, form: noun ?? named ?? text })) return [];
    return [{ subject: subjectOf(text, before), text }];
  });
}

const singularName = (name: string): string => (PLURAL_OF_CAPITALS.test(name) ? name.slice(0, -1) : name);

const DEGREE = /^(?:ph\.?d|mba|msc|bsc|ma|ba|jd|md|llm|doctora\w*|master\w*|bachelor\w*|degree)$/i;
const ROLE = /(?:er|or|ist|ant|ian|man|nt)s?$/;

/** Before a place. A town may give its name to a university or a firm: 'NOT Oxford'. */
const WHERE = /\b(?:in|from|near|around)\s+(?:the\s+)?$/i;

function subjectOf(text: string, before: string): Subject {
  if (DEGREE.test(text)) return 'education';
  if (isCountry(text) || (WHERE.test(before) && isPlaceName(text))) return 'location';
  if (nationalitiesIn(text).size > 0) return 'nationality';
  return /^[a-z]/.test(text) && ROLE.test(text) ? 'profession' : 'experience';
}

/** A criterion as one for each thing it asks for: 'Dartmouth College, PhD'. */
export const partsOf = (criterion: Criterion): Criterion[] =>
  criterion.subject === 'education'
    ? criterion.text.split(/,\s+/).map((text) => ({ ...criterion, text }))
    : [criterion];
