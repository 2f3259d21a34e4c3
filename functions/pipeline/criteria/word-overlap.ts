import { linesNamed, linesOf } from '../language/synonyms.ts';
import { isForm, type Kind } from '../language/word-forms.ts';
import { hasUnit, memoize, nameKeyOf, SMALL_WORDS, singularOf, wordsOf } from '../language/words.ts';
import { isState } from '../places/gazetteer.ts';
import { areDisjoint, countriesIn, intersects, whereaboutsIn } from '../places/whereabouts.ts';
import { ROLE, SCHOOL } from './slots.ts';

/*
 * How much of what is asked for is covered by some words of a profile: by the same words or forms of them, an abbreviation, or a synonym.
 */

/** Words that by themselves say nothing about a criterion. */
const FILLER_WORDS = new Set([
  ...SMALL_WORDS,
  ...'los las en del da do von experience experienced experiences interest interests interested background work works working worked years year skills skill knowledge expert experts expertise professional professionals people person someone speaks fluent degree university universidad college school institute faculty department senior junior based living lives born now currently presently s field sector industry industries companies company firm firms'.split(
    ' ',
  ),
]);

/** Whether a folded word by itself says nothing about a criterion. */
export const isFillerWord = (word: string): boolean => FILLER_WORDS.has(word);

/** A word with a built-in negation: 'non-executive', 'no-code', 'not-for-profit'. */
const NEGATIVE_COMPOUND = /\b(?:non[-\s]+|no-|not-for-|not for (?=profit\b))(\p{L}+)/giu;
/** A single letter that belongs to the next word: 'E-commerce'. */
const LETTER_PREFIX = /(?<![\p{L}\p{N}])\p{L}-(?=\p{L}{2})/gu;

/** Words of that kind that say something before a role: 'School Nurse'. */
const FILLER_IN_ROLE = /^(?:people|field|school|knowledge|skills|company|industry|experience)$/;
const ABOUT_PEOPLE = /\b(?:of|managing|leading) people\b|\bpeople (?:management|leadership|op)/;

const asOneWord = (text: string): string => text.replace(/[-\s]+/g, '');

/** The meaningful words of a text; one with a built-in negation counts as one word. */
const meaningfulWords = memoize((text): readonly string[] => {
  const words = wordsOf(text.replace(NEGATIVE_COMPOUND, asOneWord).replace(LETTER_PREFIX, asOneWord));
  const isRole = (word = '') => !/^(?:over|under|after|other)$/.test(word) && ROLE.test(singularOf(word));
  const isPartOfRole = (word: string, at: number) =>
    (word === 'people' && ABOUT_PEOPLE.test(words.join(' '))) ||
    (FILLER_IN_ROLE.test(word) && isRole(words[at + 1]));
  const nonFiller = words.filter((word, at) => !FILLER_WORDS.has(word) || isPartOfRole(word, at));
  return nonFiller.length > 0 ? nonFiller : words;
});

/** The Portuguese 'in the', before a name: 'Engenheira no Nubank', but not 'has no PhD', 'speaks no German' or 'Python, no Java'. */
const PORTUGUESE_IN =
  /(?<=\p{L}\s)(?<!(?<!\p{L})(?:[Hh]a[sd]|have|having|with|is|are|there|but|and|or|to|of|in|still|yet|almost|little|\p{L}+ly|got|holds?|needs?|requires?|knows?|[Ss]peaks?|reads?|writes?|says?|shows?|lists?|offers?|earned)\s)(?<!['’]\p{L}{1,2}\s)no(?=\s(?:\p{Lu}|iFood))/gu;

/**
 * Joins the parts of words with a built-in negation in a quote, unless they negate a wanted word: 'non-executive director' says that
 * somebody is not an executive director.
 */
export const joinNegativeCompounds = (wanted: readonly string[], quote: string): string =>
  quote
    .replace(PORTUGUESE_IN, 'em')
    .replace(NEGATIVE_COMPOUND, (whole, word: string) =>
      wanted.flatMap(meaningfulWords).some((part) => isForm(part, word.toLowerCase(), 'words'))
        ? whole
        : asOneWord(whole),
    );

/** A name of one or two letters, such as Go, C and R, or '.NET'. */
const SHORT_NAME = /(?<![\p{L}\p{N}.]|Series\s)(?:\p{Lu}\p{Ll}?|\.NET)(?![\p{L}\p{N}+#&])/gu;
const shortNamesIn = memoize(
  (text): readonly string[] => text.replace(/\bgolang\b/i, 'Go').match(SHORT_NAME) ?? [],
);
/** Make it part of another word: 'Go-to-Market', 'C-level'. */
const COMPOUND_SUFFIX = /^-(?:to|live|getter|level|suite)(?!\p{L})/iu;

/** A firm or tool that is called like an ordinary word. */
const WORD_AS_NAME = /(?:^|\b(?:at|for)\s)(Target|Gap|Visa|Square|Indeed|Chase|Box|Block|Wise|Excel)$/u;

/** A text without such a word in its ordinary sense: 'sales targets', 'visa sponsorship', 'I excel at', but not 'cashier at target'. */
function withoutOrdinaryWord(wanted: string, text: string): string {
  const [, name] = WORD_AS_NAME.exec(wanted) ?? [];
  if (name === undefined) return text;
  const after = name === 'Excel' ? '(?=\\s(?:at|in)\\s)' : '(?![\\p{L}\\p{N}]|\\.com)';
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}]|\\bat\\s|@\\s?)(?:${name.toLowerCase()}s?|${name}s)${after}`, 'gu'),
    ' ',
  );
}

/** A text without words that only look like a name: 'let us go', 'net revenue', the initial of a person's name. */
export const withoutLookalikes = (wanted: string, text: string): string =>
  shortNamesIn(wanted).reduce(
    (left, name) => {
      const word = name.replace('.', '');
      const places = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}+#&])`, 'giu');
      return left.replace(places, (found, at: number) => {
        const [before, after] = [left.slice(0, at), left.slice(at + found.length)];
        const isInitial = /\p{Lu}\p{L}+\s$/u.test(before) && /^\.\s\p{Lu}/u.test(after);
        const isName = found === word || (name !== word && before.endsWith('.'));
        return isName && !isInitial && !COMPOUND_SUFFIX.test(after) ? found : ' ';
      });
    },
    withoutOrdinaryWord(wanted, text),
  );

const STOP_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'at', 'de', 'la', 'del', 'y']);
export const initialsOf = (words: readonly string[]): string =>
  words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word[0])
    .join('');

/**
 * Abbreviations in a text, folded. Callers accept two letters only as the initials of the wanted words: the other way round, almost any
 * longer text would match.
 */
const abbreviationsIn = memoize((text): readonly string[] =>
  (text.match(/(?<![\p{L}\p{N}])(?:\p{Lu}[\p{Lu}&]{1,5}|(?:\p{Lu}\.){2,6})(?![\p{L}\p{N}])/gu) ?? []).map(
    (word) => word.toLowerCase().replaceAll('.', ''),
  ),
);

/**
 * Whether a text has the initials of several wanted words: 'SF'. A state's letters are not another place's ('Baton Rouge, LA'), unless the
 * text names another country: 'Chennai, TN, India'.
 */
export function isAbbreviated(wanted: string, text: string, kind: Kind): boolean {
  const all = wordsOf(wanted);
  const initials = initialsOf(all);
  if (all.length < 2 || !abbreviationsIn(text).includes(initials)) return false;
  if (kind === 'place' && areDisjoint(countriesIn(wanted), countriesIn(text))) return false;
  const states = statesIn(initials.toUpperCase());
  if (kind !== 'place' || states.size === 0) return true;
  const countries = new Set([...states].map((state) => state.slice(0, 2)));
  return (
    (isState(wanted) && intersects(states, statesIn(wanted))) ||
    areDisjoint(countries, whereaboutsIn(text).named.countries)
  );
}

/** The states that a text names, or may name. */
function statesIn(text: string): ReadonlySet<string> {
  const { states, either } = whereaboutsIn(text);
  return new Set([...states, ...either.states]);
}

/** In what initials stand for without doubt: schools, degrees, certificates, ranks, and a few others. */
const ABBREVIATED_NAME = new RegExp(
  `${SCHOOL.source}|bachelor|master|doctor|certified|chartered|chief .*officer|vice president|development representative|site reliability|amazon web|customer relationship|boston consulting`,
  'iu',
);

/** Whether words in a row are known by their initials: any three may have those of 'SAP' or 'CRM'. */
function areKnownBy(initials: string, words: readonly string[]): boolean {
  const all = words.filter((word) => !STOP_WORDS.has(word));
  return all.some((_, at) => {
    const row = all.slice(at, at + initials.length);
    return initialsOf(row) === initials && ABBREVIATED_NAME.test(row.join(' '));
  });
}

/** A partial match: enough to support a model's claim, but not for code alone. */
export const PARTLY = 0.5;

/** Whether a text may mean a wanted word that it does not contain. */
export type Meaning = (word: string, text: string) => boolean;

/**
 * Whether a text has a wanted word, alone or together with the one next to it, written as one word or two: 'healthcare' and 'Health-Care'.
 */
function hasWordOrCompound(text: string, asked: readonly string[], at: number): boolean {
  const [before = '', part = '', after = ''] = [asked[at - 1], asked[at], asked[at + 1]];
  return [part, before + part, part + after].some((unit) => hasUnit(text, unit));
}

/** In words. */
const MAX_UNIT_WORDS = 4;

/**
 * Whether a wanted word is part of a multi-word name that a text has a synonym of: 'VP' for the 'Vice President' of 'Vice President of
 * Engineering'.
 */
function isPartOfKnownName(asked: readonly string[], at: number, lines: ReadonlySet<number>): boolean {
  for (let from = Math.max(0, at - MAX_UNIT_WORDS + 1); from <= at; from += 1)
    for (let to = Math.max(at + 1, from + 2); to <= Math.min(asked.length, from + MAX_UNIT_WORDS); to += 1)
      if (intersects(linesNamed(asked.slice(from, to).join(' ')), lines)) return true;
  return false;
}

/** Where a phrase moves on from what it names to details: 'consultant in healthcare'. */
const PHRASE_END = /[,;()]|\s(?:in|at|of|for|with|and|from|to|on|who|de|en|für|bei)\s/iu;
/** May occur within a role without changing it: 'Product & Growth Manager', 'Manager, Product'. */
const ROLE_CONNECTOR = /[,;|/&+()–—-]|\s(?:and|y|und|e|et|of|for|de)\s/iu;

/**
 * Whether a text has the last two words of a role only with others in between, which make it another role: 'Product Marketing Manager' for
 * 'product manager'.
 */
export function isBrokenUp(role: string, text: string): boolean {
  const [phrase = ''] = role.split(PHRASE_END);
  // An 'early-stage tech investor' is still an 'early-stage investor'.
  if (/\p{L}-\p{L}+\s+\S+$/u.test(phrase)) return false;
  const [modifier, head] = wordsOf(phrase).slice(-2);
  if (modifier === undefined || head === undefined) return false;
  const words = [...text.matchAll(/[\p{L}\p{N}+#]+/gu)].map(({ 0: word, index }) => {
    const [folded = ''] = wordsOf(word);
    return { folded, from: index, to: index + word.length };
  });
  const placesOf = (asked: string) =>
    words.flatMap(({ folded }, at) => (isForm(asked, folded, 'words') ? [at] : []));
  const [modifiers, heads] = [placesOf(modifier), placesOf(head)];
  if (modifiers.length === 0 || heads.length === 0) return false;
  const isWhole = (from: number, to: number) =>
    from > to ||
    ROLE_CONNECTOR.test(text.slice(words[from]?.to, words[to]?.from)) ||
    words.slice(from + 1, to).every(({ folded }) => FILLER_WORDS.has(folded));
  return !modifiers.some((from) => heads.some((to) => isWhole(from, to)));
}

/** Words that only look like an abbreviation: 'MS Excel' is no degree, and neither are "J'ai" and 'ma passion' in French. */
const NO_ABBREVIATION =
  /\bMS(?=\s(?:Office|Excel|SQL|Word|Access|Dynamics|PowerPoint|Teams)\b)|\bJD(?=\sSports|\.com)|(?<=\b[Jj]['’])ai\b|(?<![\p{L}\p{N}])ma(?![\p{L}\p{N}])/gu;

/** Initials without their dots, 'JP Morgan' for 'J.P. Morgan', and 'SeriesA', whose letter is no article. */
const withWholeNames = memoize((text) =>
  text
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{Lu}\.){2,}(?!\p{Ll})/gu, (initials) => initials.replaceAll('.', ''))
    .replaceAll(/\bseries(?=[-\s]a\s?(?:[-–/,&]|and|to|or)\s?[b-f]\b)/gi, 'series $&')
    .replaceAll(/\bseries[-\s]a\b\+?/gi, (name) => asOneWord(name).replace('+', '')),
);

/** The share of a criterion's words that some words of a profile cover, from 0 to 1. */
export function overlap(
  wantedText: string,
  statedText: string,
  kind: Kind,
  mayMean: Meaning = () => false,
): number {
  const wanted = withWholeNames(wantedText);
  const stated = withWholeNames(statedText);
  const text = wanted.search(NO_ABBREVIATION) === -1 ? stated.replaceAll(NO_ABBREVIATION, ' ') : stated;
  const asked = meaningfulWords(wanted);
  const words = wordsOf(text);
  if (asked.length === 0 || words.length === 0) return 0;
  const lines = linesOf(text);
  // If the whole text is a known name, any synonym of it is a full match, but synonyms of its parts are none.
  const named = new Set([nameKeyOf(wanted), asked.join(' ')].flatMap((name) => [...linesNamed(name)]));
  if (intersects(named, lines)) return 1;
  if (isAbbreviated(wanted, text, kind)) return 1;
  // Of a known name, only its own words: the Manipal Institute of Technology is not MIT.
  const shortened =
    named.size > 0
      ? []
      : abbreviationsIn(wanted).filter((short) => short.length > 2 && initialsOf(words).includes(short));
  const isCovered = (part: string, at: number) =>
    words.some((word) => isForm(part, word, kind)) ||
    // 'New Port' and 'Newport' are different places.
    (kind !== 'place' && hasWordOrCompound(text, asked, at)) ||
    mayMean(part, text) ||
    (named.size === 0 && intersects(linesNamed(part), lines));
  const byInitials = asked.filter((part, at) => shortened.includes(part) && !isCovered(part, at));
  const covered = asked.filter((part, at) => byInitials.includes(part) || isCovered(part, at));
  // Only together with the rest: 'VP Sales' says nothing about a 'Vice President of Engineering'.
  const isWhole =
    named.size === 0 &&
    asked.every((part, at) => covered.includes(part) || isPartOfKnownName(asked, at, lines));
  const share = isWhole ? 1 : covered.length / asked.length;
  return byInitials.every((short) => areKnownBy(short, words)) ? share : Math.min(share, PARTLY);
}
