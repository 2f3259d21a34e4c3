import type { StatedCriterion } from '#shared/results.ts';
import { fold } from '../language/words.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesOfPeople, countriesOfRegion } from '../places/regions.ts';
import { countriesIn } from '../places/whereabouts.ts';
import { isOfNow, isTrueOfAll, type Occurrence } from './wording.ts';

/* How a request negates something: by the words before it, or by the list that it is part of. docs/behaviour.md#criteria */

const WORDS_BETWEEN =
  '(?:a|an|the|any|other|more|from|at|in|with|of|by|for|currently|now|working|work(?:s|ed)?|employed|studied|people|anyone|anybody|those|who|are|is|being|be|having|have|has|had|owns?|owning|runs?|running|ex|former|part|based|located|lives?|living)';
/** 'Off limits: Google', but not 'Nothing is off limits: Google'. */
const OFF_LIMITS = '(?<!\\b(?:not|none|nothing|nobody|no \\p{L}+)(?: is| are)? )off[- ]limits(?=:)';
/** Words that negate what directly follows; not 'needn't', 'if not' (except 'only if not') or 'with or without'. */
const NEGATION = `(?:(?:(?<!\\b(?:whether or|need|(?<!\\bonly )if) )not|cannot|(?!need)\\p{L}+n['’]t)(?! (?:only|just|necessarily))(?: (?:want|show|include)(?: to see| me)?)?|never|no longer(?= (?:at|with|in|for|work(?:s|ing)?|employed|based|liv(?:es?|ing)) )|neither|nor|(?<!\\b(?:with or|even) )(?:without|w/o)|except(?:ing|ion of)?(?: for)?|excluding|excludes?|${OFF_LIMITS}|other than|rather than|instead of|avoid(?:ing)?|nobody|no one|any(?:one|where) but|but not)`;
/** Between two separate words: 'no-code' and 'not-for-profit' are single words, and negate nothing. */
const WORD_GAP = '[\\s:-]*[\\s:]';
const negationBefore = (negation: string): string =>
  `(?:^|[\\s,;:(])${negation}(?:${WORD_GAP}${WORDS_BETWEEN})*${WORD_GAP}["“']?$`;
/** Or a dash, as in a Google query; at the beginning of a line, or in a list after a colon, a dash is a bullet. */
const NEGATED_BEFORE = new RegExp(
  `${negationBefore(NEGATION)}|(?:^|\\n)(?:[^\\n:]|:(?!\\s))*[^\\s:][^\\n\\S]+-["“]?$`,
  'iu',
);
/** In Portuguese, "no" before a singular means 'in the': 'no Brasil'. */
const NEGATED_BY_NO = new RegExp(negationBefore('no(?! (?:less|more|matter|need))'), 'iu');
/** Before a place, if it says where people are: not 'experience outside the US', nor 'just outside London', which is near it. */
const NEGATED_BY_OUTSIDE =
  /(?<!\b(?:experience|worked|stud\w+|lived|clients?|customers?|markets?|projects?|business|born|raised|educated|trained|degrees?|travel\w*|just|right)\s+)\boutside(?:\s+of)?\s+(?:the\s+)?["“']?$/iu;
const NOT_EXCLUDING =
  "(?:not|dont|\\p{L}+n['’]t|never|stop|without|no need to) (?:exclud(?:e|ing)|avoid(?:ing)?)";
/** Allows what follows, up to the next negation: 'do not exclude Google or Meta, but no agencies'. */
const ALLOWED_BEFORE = new RegExp(
  `\\b${NOT_EXCLUDING}(?:(?!\\b(?:but|not?|never|without|except\\w*|exclud\\w*|avoid\\w*)\\b|n['’]t\\b)[^.;!?\\n])*$`,
  'iu',
);
/** Allows what directly follows: 'do not exclude Google', 'don’t exclude engineers from Google'. */
const EXPLICITLY_ALLOWED_BEFORE = new RegExp(
  negationBefore(`${NOT_EXCLUDING}(?: \\p{L}+s(?= (?:at|from|in|with) ))?`),
  'iu',
);
/** English and Spanish words that do not occur in Portuguese requests, even those with English job titles: 'Head of Sales no Brasil'. */
const NON_PORTUGUESE_WORD =
  /(?<![\p{L}-])(?:the|with|who|from|at|but|or|not|are|is|have|has|in(?= \p{Lu})|en|el|los|las|del|y|con)(?![\p{L}-])/u;
/** The plural of a word in capitals: 'MBAs', 'PhDs'. */
export const PLURAL_OF_CAPITALS = /^\p{Lu}\p{L}*\p{Lu}s$/u;
/** An English plural: 'agencies', but not 'campus' or 'inglês'. */
const PLURAL = new RegExp(`^\\p{Ll}.*[^aisuê]s$|${PLURAL_OF_CAPITALS.source}`, 'u');
/** Usually forms one word with what follows ('Non-Executive'); it negates only the name of a place or people: 'non-US'. */
const NON_PREFIX = /(?:^|[\s,;:(])non[\s-]+["“']?$/i;
/** Whether a text is part of a word with a built-in negation that is often written as several words: 'not for profit'. */
const isInNegativeCompound = (before: string, form: string): boolean =>
  /(?:^|[\s,;:(])(?:not[ -]for[ -]\|profits?|no[ -]\|code)(?!\p{L})/iu.test(`${before}|${form}`);
/** The same in German, Spanish, Portuguese and French. Only the German ones may be capitalised: 'Sans Serif' and 'SIN' are names. */
const FOREIGN_WORDS_BETWEEN =
  '(?:bei|beim|in|im|aus|von|vom|der|die|das|den|dem|eine?[nmrs]?|aktuell|derzeit|en|de|del|la|las|los|el|una?|em|n[ao]s?|d[ao]s?|chez|du|des|les?|à|a|aux?|est\\p{L}+|trabaj\\p{L}+|trabalh\\p{L}+|viv\\p{L}+|resid\\p{L}+|mor[ae]m|se[aj]\\p{L}+|hay\\p{L}+)';
const FOREIGN_NEGATION =
  "(?:[Kk]ein(?:e[nmrs]?)?|[Nn]icht(?! (?:nur|bloß|unbedingt|zwingend))|(?<!\\b(?:mit oder|auch|selbst|sogar) )[Oo]hne|[Aa]u(?:ß|ss)er(?:halb)?|[Ww]eder|(?<!\\b(?:con o|incluso|aun) )sin|(?:no|n[aã]o)(?=\\s(?:est[aáeé]|trabaj|trabalh|viv|resid|mor[ae]m|se[aj][an]|haya|en\\s|del?\\s))|n[aã]o(?=\\s(?:n[ao]s?|em|d[ao]s?)\\s)|excepto|salvo|(?<!\\b(?:avec ou|m[eê]me) )sans|sauf|pas(?= (?:de|du|des|chez|à|a|en|aux?) | d['’]))";
const FOREIGN_NEGATED_BEFORE = new RegExp(
  `(?:^|[\\s,;:(])${FOREIGN_NEGATION}(?:\\s+${FOREIGN_WORDS_BETWEEN})*\\s+(?:d['’])?["“„']?$`,
  'u',
);

const NEVER_MATCHES = '(?!)';
/** Patterns for the text before the last item of a list, and before and after an item in the middle. */
const listPatterns = (last: string, between: string) => ({
  last: new RegExp(`["”']?\\s*,?\\s+(?:${last})\\s+(?<opening>(?:${between}\\s+)*)["“„']?$`, 'iu'),
  before: new RegExp(`["”']?\\s*,\\s+(?<opening>(?:${between}\\s+)*)["“„']?$`, 'iu'),
  after: new RegExp(`^["”']?(?:,\\s+[^\\s,.;:!?][^,.;:!?\\n]{0,39}){0,10}?,?\\s+(?:${last})\\s`, 'iu'),
});
const OR_LIST = listPatterns('or|nor', WORDS_BETWEEN);
const AND_LIST = listPatterns('and', NEVER_MATCHES);
const FOREIGN_OR_LIST = listPatterns('oder|noch|o|ni|ou', FOREIGN_WORDS_BETWEEN);
/** Negations that "and" continues: `NEGATED_PAIR` only to a second item, `NEGATED_LIST` in longer lists too. */
const NEGATED_PAIR = /(?:^|\s)not\s+["“']?$/i;
const NEGATED_LIST = new RegExp(
  `(?:^|\\s)(?:exclud(?:e|es|ing)|except(?: for)?|other than|${OFF_LIMITS}):?\\s+["“']?$`,
  'iu',
);
/**
 * Begins a list item that may be about something else: 'not Google, in Berlin or Lima', 'not at Google, who speak Urdu or Greek'. Of the
 * German relative pronouns only 'die', since 'der' is usually an article in such lists: 'nicht in Peru, der Schweiz oder Chile'.
 */
const LEADING_WORD =
  /^(?:(?:and|und|y|e|et)\s+)?(in|at|from|with|by|for|near|bei|aus|mit|en|de|con|com|chez|à|avec|who|that|(?:hav|liv|work|speak|know|study)ing|based|located|worked|studied|fluent|interested|currently|now|former(?:ly)?|someone|die|que|qui|bas[eé]e?s)(?!\p{L})/iu;
/** Part of a name: 'Banco de Chile', 'Teach for America'. */
const NAME_JOINT = /^(?:de|for) /;
/** And earlier lines. A full stop after two letters is an abbreviation's: 'St. Gallen'. */
const EARLIER_SENTENCES = /^.*(?:[;!?]|[^,]\n|\p{L}{3}\.\s)\s*/su;
/** Begins what is wanted in place of what is negated: 'not in Berlin, but in Munich or Hamburg'. */
const WANTED_INSTEAD =
  /(?:^|\s)(?:but|only|just|rather|ideally|prefer\w*|sondern|nur|lieber|sino|solo|mejor|mas|apenas|mais|plutot|seulement)\s/i;
/** What follows the first item after it is wanted: 'instead of Java, Kotlin or Scala'. */
const INSTEAD_OF = /(?:^|[.:]\s*)(?:instead of|rather than)(?:\s+(?:the|an?))? $/i;
/** In words; anything longer is not a list item. */
const MAX_ITEM_WORDS = 4;

/** Any negation, in the languages that requests are likely to be in; matched without accents. */
const ANY_NEGATION =
  /\b(?:not?|neither|nor|none|nobody|never|non|without|except\w*|exclu\w*|avoid\w*|remov\w*|(?:leave|filter|take)\s+(?:\S+\s+){0,4}out|get rid of|hide|minus|off[- ]limits|apart from|aside from|outside|other than|rather than|instead|but|sin|ni|salvo|(?<!\b(?:al|por lo|pelo|ao) )menos|nunca|jamas|tampoco|fuera|ningun\w*|descart\w*|quit[ae]\w*|sans|pas|sauf|hors|hormis|dehors|jamais|aucun\w*|ne|ohne|nicht|nie|niemals|niemand|kein\w*|weder|ausser(?:halb)?|ausgenommen|ausgeschlossen|sem|nao|nem|exceto|fora|nenhum\w*|senza|tranne|eccetto|esclu\w*|nessun\w*)\b|n['’]t|\bw\/o\b|(?:^|[^\s:][^\n\S]+)-["“\p{L}]/iu;

export const mayNegate = (request: string): boolean => ANY_NEGATION.test(fold(request));

/** Whether the words around a text in a request negate it. */
export const isNegated = (occurrence: Occurrence): boolean =>
  isNegatedInEnglish(occurrence) || isNegatedInOtherLanguage(occurrence);

export const isNegatedInOtherLanguage = (occurrence: Occurrence): boolean => {
  const isNegation = (text: string) => FOREIGN_NEGATED_BEFORE.test(text);
  return isNegation(occurrence.before) || continuesNegation(occurrence, FOREIGN_OR_LIST, isNegation);
};

/** In English, and in the few words of other languages that English shares: 'no Google'. */
export function isNegatedInEnglish(occurrence: Occurrence): boolean {
  const { before, after, form } = occurrence;
  if (NON_PREFIX.test(before) && namesPlaceOrPeople(form)) return true;
  if (isInNegativeCompound(before, form) || ALLOWED_BEFORE.test(before)) return false;
  const canNegateWithNo =
    PLURAL.test(form) || NON_PORTUGUESE_WORD.test(before) || NON_PORTUGUESE_WORD.test(after);
  const isNegation = (text: string) =>
    NEGATED_BEFORE.test(text) ||
    (canNegateWithNo && NEGATED_BY_NO.test(text)) ||
    (NEGATED_BY_OUTSIDE.test(text) && namesPlaceOrPeople(form));
  return (
    isNegation(before) ||
    continuesNegation(occurrence, OR_LIST, isNegation) ||
    continuesNegation(
      occurrence,
      AND_LIST,
      (text, isPair) => NEGATED_LIST.test(text) || (isPair && NEGATED_PAIR.test(text)),
    )
  );
}

/** Whether a request says not to exclude what it names here. Unlike what merely comes later in such a clause: 'hide Meta' after a comma. */
export const isExplicitlyAllowed = (occurrence: Occurrence): boolean => {
  const isAllowing = (text: string) => EXPLICITLY_ALLOWED_BEFORE.test(text);
  return (
    isAllowing(occurrence.before) ||
    continuesNegation(occurrence, OR_LIST, isAllowing) ||
    continuesNegation(occurrence, AND_LIST, isAllowing)
  );
};

/** Whether a text names a place or a people. */
export const namesPlaceOrPeople = (text: string): boolean =>
  countriesIn(text).size +
    countriesOfRegion(text).size +
    nationalitiesIn(text).size +
    countriesOfPeople(text).size >
  0;

/** Whether a text is in a list that begins with a negation: "or" continues any negation, but "and" may begin something else. */
function continuesNegation(
  { before, after }: Occurrence,
  patterns: ReturnType<typeof listPatterns>,
  isNegation: (before: string, isPair: boolean) => boolean,
): boolean {
  const last = patterns.last.exec(before);
  const joint = last ?? (patterns.after.test(after) ? patterns.before.exec(before) : null);
  if (joint === null) return false;
  const sentence = before.slice(0, joint.index).replace(EARLIER_SENTENCES, '');
  const items = sentence.split(/,\s+/);
  const openings = last ? [] : [joint.groups?.['opening'] ?? ''];
  // Walk back through the earlier items to the one right after the negation.
  for (let at = items.length - 1; at >= 0; at--) {
    const words = items[at]?.split(/\s+/) ?? [];
    const leadUpTo = (end: number) => `${[...items.slice(0, at), words.slice(0, end).join(' ')].join(', ')} `;
    const first = [1, 2, 3].find((count) => {
      const isPair = last !== null && at === items.length - 1;
      return count <= words.length && isNegation(leadUpTo(-count), isPair);
    });
    if (first !== undefined) {
      const own = words.slice(-first).slice(1).join(' ');
      if (isWantedInstead(openings, { lead: leadUpTo(-first), own })) return false;
      return [...openings, own.replace(NAME_JOINT, '')].every((part) => {
        const leading = LEADING_WORD.exec(part);
        // 'Nobody who works at Google, who worked at Meta or …': the negation covers the repeated 'who' as well.
        const isCovered = (word: string, index: number) =>
          word === leading?.[1] && isNegation(leadUpTo(index + 1), false);
        return leading === null || words.some(isCovered);
      });
    }
    if (words.length > MAX_ITEM_WORDS) return false;
    openings.push(items[at] ?? '');
  }
  return false;
}

/** Whether a negation ends within a list: what follows its first item is wanted in place of it. */
const isWantedInstead = (
  openings: readonly string[],
  { lead, own }: { lead: string; own: string },
): boolean =>
  [...openings, own].some((part) => WANTED_INSTEAD.test(`${part} `)) ||
  (openings.length > 0 && INSTEAD_OF.test(lead));

/** A text that begins with its own negation: 'not Deloitte', but not a limit such as 'no more than 5 years'. */
const LEADING_NEGATION =
  /^(?!not for[ -]profit|no code\b|(?:not?|nicht) (?:more|less|fewer|m[aá]s|menos|mehr|weniger) )(?:not|no|without|excluding|except|exclude|kein(?:e[nmrs]?)?|ohne|nicht)\s+(?:an?\s+|from\s+|at\s+|bei\s+)?(?=\S)/i;

/** The rest of a text that begins with its own negation; undefined if it does not. */
export function ownNegated(text: string): string | undefined {
  const rest = text.replace(LEADING_NEGATION, '');
  if (rest !== text) return rest;
  const name = text.replace(/^non[\s-]+(?=\S)/i, '');
  return name !== text && namesPlaceOrPeople(name) ? name : undefined;
}

/**
 * Whether a request excludes everybody who has something. 'Not currently at Google' does not: people may have been there before. A place, as
 * a location, refers to the present anyway.
 */
export const isLeftOut = (request: string, { text, subject }: StatedCriterion): boolean =>
  isTrueOfAll(
    request,
    text,
    (occurrence) => isNegated(occurrence) && (!isOfNow(occurrence) || subject === 'location'),
  );

/** Whether a request has a text only in words with a built-in negation, which ask for something else: 'non-technical'. */
export const isOnlyAfterNon = (request: string, text: string): boolean =>
  isTrueOfAll(
    request,
    text,
    ({ before, form }) => NON_PREFIX.test(before) || isInNegativeCompound(before, form),
  );
