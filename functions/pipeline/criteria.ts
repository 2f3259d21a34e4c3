import type { Criterion } from '#shared/criteria.ts';
import type { TargetCriteria } from '#shared/results.ts';
import { isCountry, nationalitiesIn } from './places.ts';
import { EITHER, occurrences, wordsOf } from './words.ts';

type Subject = Criterion['subject'];

/** What a model says of how much is asked for something, as read from its reply. */
export interface MarkedCriteria {
  targetCriteria: TargetCriteria;
  /** Those of the criteria's texts that are only nice to have. */
  preferred: readonly string[];
  /** What people must not be or have; not among `targetCriteria`. */
  excluded: readonly { subject: Subject; text: string }[];
}

const MOST_EXCLUDED = 5;

const WORDS_BETWEEN =
  '(?:a|an|the|any|other|more|from|at|in|with|of|by|for|currently|now|working|works?|employed|people|anyone|anybody|those|who|are|is|being|be|having|have|has|had|people|ex|former|part|based|living)';
/** What says, right before something, that it must not be. */
const NEGATION =
  "(?:not(?! (?:only|just|necessarily))|n't|no(?! (?:less|more|matter|need))|nor|without|except(?:ing|ion of)?(?: for)?|excluding|excludes?|other than|rather than|instead of|avoid(?:ing)?|nobody|anyone but|but not|non)";
const NEGATED = new RegExp(
  `(?:^|[\\s,;:(])${NEGATION}(?:[\\s:-]+${WORDS_BETWEEN})*[\\s:-]+["“']?$|(?:^|\\s)-["“]?$`,
  'i',
);
/** The end of "not recruiters or " and "excluding Deloitte and ". */
const OR_BEFORE = new RegExp(`["”']?\\s*,?\\s*\\b(?:or|nor)\\s+(?:${WORDS_BETWEEN}\\s+)*["“']?$`, 'i');
const AND_BEFORE = /["”']?\s+and\s+["“']?$/i;
const NEGATED_LIST = /(?:^|\s)(?:not|excluding|except(?: for)?|other than)\s+["“']?$/i;

const SOFT_BEFORE =
  /\b(?:ideally|preferably|optionally|if possible|bonus(?: points)?|nice[- ]to[- ]have|even better if|preferring|with a preference for|would be (?:nice|great)|a plus(?: if|:))[^.;,\n]*$/i;
const SOFT_LIST = /\b(?:nice[- ]to[- ]haves?|bonus|preferred|optional|pluses):[^.;\n]*$/i;
const SOFT_AFTER =
  /^["”')]*(?:\s+[\p{L}-]+)?\s+(?:(?:is|are|being|as|would be)\s+)?(?:an?\s+)?(?:big\s+|strong\s+|definite\s+)?(?:plus|bonus|advantage|nice[- ]to[- ]have|preferred|preferable|desirable|desired|optional|welcome|ideal)\b|^["”')]*(?:\s+[\p{L}-]+)?\s+(?:would be|if) (?:nice|great|good|possible)\b/iu;

/** Whether a request softens or negates anything at all, in the languages that requests are likely in. */
const ANY_SOFT =
  /\b(?:ideal\w*|prefer\w*|préf\w*|option\w*|possib\w*|bonus|plus|nice|desir\w*|advantag\w*|welcome|better|deseable|valorable|bevorzugt|vorzugsweise|wünschenswert|möglich\w*|gern\w*|desejáv\w*|souhait\w*)\b/iu;
const ANY_NEGATION =
  /\b(?:not?|nor|none|nobody|never|non|without|except\w*|exclu\w*|avoid\w*|other than|rather than|instead|but|sin|ni|salvo|sans|pas|sauf|hors|ohne|nicht|kein\w*|außer|sem|não|senza|tranne|eccetto)\b|n't|(?:^|\s)-["“\p{L}]/iu;

/** Where a request has a text, or its plural or singular. */
function placesOf(request: string, text: string): { before: string; after: string }[] {
  const otherForms = [`${text}s`, `${text}es`, text.replace(/e?s$/, '')];
  return [...text.split(EITHER), ...otherForms].flatMap((form) => occurrences(request, form));
}

function isNegated(before: string): boolean {
  if (NEGATED.test(before)) return true;
  return goesOn(before, OR_BEFORE, NEGATED) || goesOn(before, AND_BEFORE, NEGATED_LIST);
}

/** Whether a list goes on that a negation begins: "or" goes on with any, "and" may begin something else. */
function goesOn(before: string, joint: RegExp, negation: RegExp): boolean {
  const at = before.search(joint);
  if (at === -1) return false;
  const words = before.slice(0, at).split(/\s+/);
  return [1, 2, 3].some((count) => negation.test(`${words.slice(0, -count).join(' ')} `));
}

const isSoft = ({ before, after }: { before: string; after: string }): boolean =>
  SOFT_BEFORE.test(before) || SOFT_LIST.test(before) || SOFT_AFTER.test(after);

/** A text that begins with its own negation: 'not Deloitte'. */
const OWN_NEGATION = /^(?:not|no|non|without|excluding|except|exclude)[\s-]+(?:an?\s+|from\s+|at\s+)?(?=\S)/i;

interface Asked {
  subject: Subject;
  text: string;
}

/** Everything that is asked for, one by one, in the order of the fields. */
function listOf(criteria: TargetCriteria): Asked[] {
  const { nationality, location, education, profession, interests, experience } = criteria;
  const fields: readonly (readonly [Subject, readonly (string | undefined)[]])[] = [
    ['nationality', [nationality]],
    ['location', [location]],
    ['education', [education]],
    ['profession', [profession]],
    ['interest', interests],
    ['experience', experience],
  ];
  return fields.flatMap(([subject, texts]) =>
    texts.flatMap((text) =>
      text === undefined || text.trim() === '' ? [] : [{ subject, text: text.trim() }],
    ),
  );
}

const keyOf = (text: string): string => wordsOf(text).join(' ') || text.toLowerCase();

/**
 * The criteria of a request: what the model says, as far as the request bears it out. A mark for which the request has no word, though it
 * names the thing, is not taken; what the request itself negates or softens counts so whatever the model says. docs/behaviour.md#criteria
 */
export function readCriteria(
  marked: MarkedCriteria,
  request: string,
): { targetCriteria: TargetCriteria; criteria: Criterion[] } {
  const listed = listOf(marked.targetCriteria);
  const isOut = (asked: Asked) => OWN_NEGATION.test(asked.text) || isLeftOut(request, asked.text);
  const excluded = distinctExclusions([
    ...marked.excluded.filter(({ text }) => isBorneOut(request, text, ANY_NEGATION)),
    ...listed.filter(isOut),
    ...namedExclusions(request),
  ]);
  const preferred = new Set(marked.preferred.map(keyOf));
  const wanted = listed.filter((asked) => !isOut(asked) && !excluded.has(keyOf(asked.text)));
  const all = [
    ...wanted.map((asked) => ({ ...asked, need: needOf(asked, preferred, request) })),
    ...[...excluded.values()].map((asked) => ({ ...asked, need: 'excluded' as const })),
  ];
  const distinct = new Map(all.toReversed().map((each) => [`${each.subject} ${keyOf(each.text)}`, each]));
  return {
    targetCriteria: keepWanted(marked.targetCriteria, new Set(wanted.map(({ text }) => text))),
    criteria: [...distinct.values()].toReversed().map((each, index) => ({ id: `c${index + 1}`, ...each })),
  };
}

/** Whether a request has a word for a mark, or does not name the thing, as one in another language. */
const isBorneOut = (request: string, text: string, cue: RegExp): boolean =>
  cue.test(request) || placesOf(request, text).length === 0;

function isLeftOut(request: string, text: string): boolean {
  const places = placesOf(request, text);
  return places.length > 0 && places.every(({ before }) => isNegated(before));
}

/** By what is the same text; of one that is part of another only the shorter counts, which leaves out more: 'McKinsey', not 'McKinsey & Company'. */
function distinctExclusions(list: readonly Asked[]): Map<string, Asked> {
  const distinct = new Map<string, Asked>();
  for (const asked of list) {
    const text = asked.text.replace(OWN_NEGATION, '');
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

function needOf({ text }: Asked, preferred: ReadonlySet<string>, request: string): 'required' | 'preferred' {
  const places = placesOf(request, text);
  const isMarked = preferred.has(keyOf(text)) && isBorneOut(request, text, ANY_SOFT);
  return isMarked || (places.length > 0 && places.every(isSoft)) ? 'preferred' : 'required';
}

/** The fields without what is left out, so that nothing counts it as asked for. */
export function keepWanted(criteria: TargetCriteria, wanted: ReadonlySet<string>): TargetCriteria {
  const keep = (text: string | undefined) =>
    text !== undefined && wanted.has(text.trim()) ? text : undefined;
  return {
    nationality: keep(criteria.nationality),
    location: keep(criteria.location),
    education: keep(criteria.education),
    profession: keep(criteria.profession),
    interests: criteria.interests.filter((text) => keep(text) !== undefined),
    experience: criteria.experience.filter((text) => keep(text) !== undefined),
  };
}

/** A name in capitals or quotes, or one plural noun, with nothing after it that it could belong to. */
const NAMED =
  /(?:["“]([^"”]{2,40})["”]|(?<![\p{L}\p{N}])(?!(?:NOT|Not|NO|No|WITHOUT|Without|EXCLUDING|Excluding|EXCEPT|Except|Nobody|Avoid)\b)(\p{Lu}[\p{L}\p{N}&.'’+]*(?:\s+(?:&\s+)?\p{Lu}[\p{L}\p{N}&.'’+]*){0,3})|(?<![\p{L}\p{N}])([a-z]{4,}[^s\s]s))(?=\s*(?:[.,;!?)]|$|(?:or|nor|and|in|at|who|with|but|please|from)\b))/gu;
const NO_NOUN =
  /^(?:years|months|days|others|details|results|profiles|duplicates|limits|restrictions|matters|things|reasons|strings|doubts)$/;

/** What a request leaves out in plain words: "NOT Deloitte", "without a PhD", "no recruiters", -"KPMG". */
function namedExclusions(request: string): Asked[] {
  return [...request.matchAll(NAMED)].flatMap(({ 0: whole, 1: quoted, 2: name, 3: noun, index }) => {
    const text = quoted ?? name?.replace(/[.,]$/, '') ?? noun?.replace(/s$/, '') ?? whole;
    if (NO_NOUN.test(whole) || !isNegated(request.slice(0, index))) return [];
    return [{ subject: subjectOf(text), text }];
  });
}

const DEGREE = /^(?:ph\.?d|mba|msc|bsc|ma|ba|jd|md|llm|doctora\w*|master\w*|bachelor\w*|degree)$/i;
const ROLE = /(?:er|or|ist|ant|ian|man|nt)s?$/;

function subjectOf(text: string): Subject {
  if (DEGREE.test(text)) return 'education';
  if (isCountry(text)) return 'location';
  if (nationalitiesIn(text).size > 0) return 'nationality';
  return /^[a-z]/.test(text) && ROLE.test(text) ? 'profession' : 'experience';
}

/** In characters and words: Google ignores or refuses what is longer. */
const LONGEST_QUERY = 500;
const MOST_WORDS = 32;
const PROFILE_PAGES = 'site:linkedin.com/in';

const TOKEN = /-?"[^"]*"?|\(|\)|[^\s()"]+/g;

/**
 * A Google query for profile pages that leaves out what is excluded, whatever the model wrote, within the bounds that Google sets. What is
 * left out stands first: where a query is too long its end is cut.
 */
export function completeQuery(query: string, criteria: readonly Criterion[]): string {
  const excluded = criteria
    .filter(({ need }) => need === 'excluded')
    .flatMap(({ text }) => text.split(EITHER))
    .map((text) => text.replaceAll('"', '').trim())
    .filter((text) => text !== '');
  const keys = new Set(excluded.map(keyOf));
  const tokens = (query.match(TOKEN) ?? []).filter((token) => !isAbout(token, keys));
  const rest = tokens.filter((token) => token !== PROFILE_PAGES);
  const restricted = rest.some((token) => token.includes(PROFILE_PAGES)) ? [] : [PROFILE_PAGES];
  return joinTokens(withinBounds([...restricted, ...excluded.map((text) => `-"${text}"`), ...rest]));
}

/** Whether a token asks for, or leaves out, exactly one of these texts. */
const isAbout = (token: string, keys: ReadonlySet<string>): boolean =>
  /^-?["\p{L}]/u.test(token) &&
  !/^\w+:/.test(token) &&
  token !== 'OR' &&
  keys.has(keyOf(token.replace(/^-/, '')));

const wordCount = (token: string): number =>
  token === 'OR' || token === '(' || token === ')'
    ? 0
    : token.replaceAll('"', ' ').trim().split(/\s+/).length;

function withinBounds(tokens: readonly string[]): string[] {
  const kept: string[] = [];
  let words = 0;
  for (const token of tokens) {
    words += wordCount(token);
    if (words > MOST_WORDS || joinTokens([...kept, token]).length > LONGEST_QUERY) break;
    kept.push(token);
  }
  return kept;
}

/** The tokens as one query, without groups and alternatives that nothing is left of. */
function joinTokens(tokens: readonly string[]): string {
  const open =
    tokens.filter((token) => token === '(').length - tokens.filter((token) => token === ')').length;
  let joined = [...tokens, ...Array<string>(Math.max(0, open)).fill(')')].join(' ');
  for (let before = ''; before !== joined; ) {
    before = joined;
    joined = joined
      .replace(/\( (?:OR )*/g, '( ')
      .replace(/(?: OR)+(?= (?:OR|\))|$)/g, '')
      .replace(/\( \)/g, '')
      .replace(/\s+/g, ' ')
      .replace(/^(site:\S+) OR /, '$1 ')
      .trim();
  }
  return joined.replaceAll('( ', '(').replaceAll(' )', ')');
}
