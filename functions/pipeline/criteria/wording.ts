import {
  containsContentWords,
  FORMER,
  fold,
  memoize,
  occurrences,
  singularOf,
  splitAlternatives,
} from '../language/words.ts';
import { isPartOfName } from '../places/whereabouts.ts';

/* How a request qualifies what it names: whether the words around it soften, waive or stress it. docs/behaviour.md#criteria */

/** A comma after the softening word only where that begins a sentence: 'Ideally, they speak Urdu', but not 'in Lima ideally, Java'. */
const SOFT_BEFORE =
  /\b(?:ideally|preferably|optionally|if possible|bonus(?: points)?|nice[- ]to[- ]have|even better if|preferring|with a preference for|would be (?:nice|great)|a plus(?: if|:))(?:(?<=(?:^|[.;\n]\s?)\w+),)?[^.;,\n]*$/i;
const SOFT_LIST = /\b(?:nice[- ]to[- ]haves?|bonus|preferred|optional|pluses):[^.;\n]*$/i;
/**
 * 'Kotlin a plus', 'Kotlin plus.' and 'Kotlin (a plus)', on one line; in 'Java plus Kotlin', it joins the two, and 'Java (a plus: Kotlin)' and
 * 'managers at Useful Networks' are about something else.
 */
const SOFT_AFTER =
  /^["”')]*(?: [\p{L}-]+)? \(?(?!plus ["“']?[\p{L}\p{N}])(?:(?:is|are|being|as|would be) )?(?:only |just )?(?:an? )?(?:big |strong |definite )?(?:plus|bonus|advantage|(?:nice|good)[- ]to[- ]have|helpful|useful|preferred|preferable|desirable|desired|optional|welcome|ideal)\b(?!(?<=\([^()]*|helpful|useful)(?: (?!but\b)[\p{L}\p{N}]|:))|^["”')]*(?: [\p{L}-]+)? (?:would be|if) (?:nice|great|good|possible)\b/iu;

const REQUIRED_WORD = String.raw`(?:a[^\S\n]+)?(?:must(?:[-\s]have)?|required|requirement|mandatory|obligatory|necessary|essential|needed)`;
const STRESSING_WORDS =
  '(?:(?:only|just|both|now|still|really|absolutely|actually|definitely|strictly|clearly)[^\\S\\n]+){0,2}';

/** Any softening or 'not required', in the languages that requests are likely to be in; matched without accents. */
const ANY_SOFTENING =
  /\b(?:ideal\w*|prefer\w*|op[tcz]ion\w*|optativ\w*|poss?i[bv]\w*|bonus|plus|nice|des(?:ir|e[aj]|ider)\w*|advantag\w*|atout|vorteil\w*|diferencial|welcome|willkommen|bienvenu\w*|better|besser|mieux|mejor|melhor|meglio|valora\w*|bevorzugt|vorzugsweise|wunschenswert|moglich\w*|gern\w*|liebsten|souhait\w*|appreci\w*|gradit\w*|helpful|useful|beneficial|an asset(?! (?:class|manag))|good to have|valued|hopefully|favou?r\w*|extra points)\b/i;
const NOT_A_MUST =
  /(?:\b(?:not|nicht|kein\w*|no|pas|nao|non)|n['’]t)\b[^.,;:!?\n]{0,30}\b(?:must|requir\w*|need\w*|neces\w*|mandatory|essential|important\w*|muss|pflicht|zwingend|notwendig|notig|erforderlich|imprescindib\w*|indispensab\w*|obligat\w*|obrigator\w*|obbligator\w*)\b/i;
export const maySoften = (request: string): boolean => {
  const plain = fold(request);
  return ANY_SOFTENING.test(plain) || NOT_A_MUST.test(plain);
};

/** Asks about the present, such as 'working at Deloitte', but not 'experience working at Deloitte'. */
const ASKS_NOW =
  /^(?!.*\b(?:experienced?|background|worked|past|previous(?:ly)?|former(?:ly)?|ex)\b).*\b(?:current(?:ly)?|presently|now|(?:works?|working|employed)\s(?:at|for|by))\b/i;
export const asksNow = (text: string): boolean => ASKS_NOW.test(text);

/** Asks for former members, or names them: 'ex-Google', 'Google alumna'. */
export const FORMER_MEMBER = new RegExp(`\\b(?:${FORMER}|alum\\w*)\\b`, 'i');

/** Before a name, alone or in a list. */
const beforeName = (prepositions: string): string =>
  `\\b(?:${prepositions})\\s+(?:(?:an?|the)\\s+)?(?:[^.;:!?\\n]{1,60}?(?:,|\\s(?:or|nor|oder|o|ou))\\s+(?:(?:at|with|for|by|bei|en|chez)\\s+)?)?["“„']?$`;
const NOW_BEFORE = new RegExp(
  `\\b(?:currently|presently|(?<!^\\s*)now|still|no longer|aktuell|derzeit|momentan|zurzeit|nicht mehr|actualmente|ya no|actuellement|plus|attualmente|piu|atualmente|mais(?! (?:pas|sans)\\b))(?:\\s+[^\\s.,;:!?]+){0,5}?\\s+${beforeName('at|with|for|by|bei|beim|en|chez|na|no|in')}`,
  'iu',
);
const ENGLISH_NAME_BEFORE = new RegExp(beforeName('at|with|for|by|in'), 'iu');
/** Limits what it follows to the present, as alternatives of a pattern. */
export const NOW =
  'any\\s?more|any longer|at (?:the moment|present)|currently|presently|today|(?:right )?now';
const NOW_AFTER = new RegExp(`^["”']?(?:(?:,|\\s+(?:or|nor))\\s+[^\\s,.;:!?]+){0,4}\\s+(?:${NOW})\\b`, 'i');

/** Whether a request refers to where people are at present: 'not currently at Google', 'don’t work at Google anymore'. */
export const isOfNow = ({ before, after }: Occurrence): boolean =>
  NOW_BEFORE.test(before) || (ENGLISH_NAME_BEFORE.test(before) && NOW_AFTER.test(after));

/** Whether something is limited to the present that is not where people are: 'We have no designers today' says what the asker lacks. */
export const isLackedNow = ({ before, after }: Occurrence): boolean =>
  !ENGLISH_NAME_BEFORE.test(before) && NOW_AFTER.test(after);

/** How far a negating or softening word reaches, in characters. */
export const MAX_REACH_LENGTH = 300;
/** Occurrences of one text that are examined in a request; further ones add nothing. */
const MAX_OCCURRENCES = 50;

/** An occurrence of a text in a request: the words around it and its form there. */
export interface Occurrence {
  before: string;
  after: string;
  form: string;
}

/** The occurrences of a text in a request, in singular or plural, except as part of another place's name. */
export const occurrencesOf = (request: string, text: string): readonly Occurrence[] =>
  occurrencesIn(request).own(text);

/** Whether a request has a text only as part of another place's name. */
export function isOnlyInLongerName(request: string, text: string): boolean {
  const all = allOccurrences(request, text);
  return all.length > 0 && all.every(isInLongerName);
}

const isInLongerName = ({ before, after, form }: Occurrence): boolean => isPartOfName(before, form, after);

/** With one space or line break for each run of white space: a long run would push a negation out of reach and slow patterns down. */
export const singleSpaced = (request: string): string =>
  request.replace(/\s+/g, (run) => (run.includes('\n') ? '\n' : ' '));

const allOccurrences = (request: string, text: string): readonly Occurrence[] =>
  occurrencesIn(request).all(text);

let latest = { request: '', found: findOccurrencesIn('') };

/** The same criterion is looked for in the same request by dozens of rules. Only the latest request's are kept. */
function occurrencesIn(request: string) {
  if (latest.request !== request) latest = { request, found: findOccurrencesIn(request) };
  return latest.found;
}

function findOccurrencesIn(request: string) {
  const spaced = singleSpaced(request);
  const all = memoize((text): readonly Occurrence[] => {
    const otherForms = [
      `${text}s`,
      `${text}es`,
      text.replace(/y$/, 'ies'),
      text.replace(/e?s$/, ''),
      singularOf(text),
    ];
    return [...new Set([...splitAlternatives(text), ...otherForms])].flatMap((form) =>
      occurrences(spaced, form)
        .slice(0, MAX_OCCURRENCES)
        .map(({ before, after }) => ({
          before: before.slice(-MAX_REACH_LENGTH),
          after: after.slice(0, MAX_REACH_LENGTH),
          form,
        })),
    );
  });
  return {
    all,
    own: memoize((text): readonly Occurrence[] => all(text).filter((each) => !isInLongerName(each))),
  };
}

/** Follows what is not required: 'a PhD is not needed', 'PhD not required'. */
const NOT_NEEDED_AFTER =
  /^["”']?(?: (?:requirement|criterion|part|bit))? \(?(?:(?:(?:is|are)(?:n.?t| not| no longer)|not|no longer) (?:(?!only\b)(?:\w+ly|so|that|too|very|really) )?(?:needed|required|necessary|mandatory|obligatory|essential|important|relevant|a must)|(?:do|does)(?:n.?t| not) matter)\b(?!(?<=\([^()]*)(?: (?!but\b)[\p{L}\p{N}]|:))|^["”']?\s+(?:ist\s+)?nicht\s+(?:(?:unbedingt|zwingend)\s+)?(?:erforderlich|notwendig|n[oö]tig|Voraussetzung)(?!\p{L})/iu;
/** One or two words. */
const ITEM = '[^\\s,.;:!?()]+(?: [^\\s,.;:!?()]+)?';
/** 'No PhD required', 'neither an MBA nor a PhD is required'. */
const NONE_NEEDED = new RegExp(
  `(?<=^|[\\s,;:(])(?:no|neither|kein(?:e[nmrs]?)?)(?: (?:formal|prior|specific|an?))*\\s(?:(?:${ITEM}, )*${ITEM},? (?:or|nor|oder) (?:an? )?)?${ITEM}(?: (?:degree|experience|is|are))* (?:needed|required|necessary|mandatory|erforderlich|notwendig|n[oö]tig)(?!\\p{L})`,
  'giu',
);

/** Also before the second of two: 'even without a PhD or MBA'. */
const WITH_OR_WITHOUT = new RegExp(
  `\\b(?:(?:with or|even|fine|ok(?:ay)?|mind|(?<=(?:not|n['’]t) )exclude \\w+)(?: if (?:\\w+ ){0,2}(?:no|\\w+n['’]t have)| without)|(?:mit oder|auch|selbst|sogar) ohne|(?:con o|incluso|aun) sin|(?:avec ou|m[eê]me) sans|(?:com ou|mesmo) sem)\\s+(?:(?:an?|any|having|speaking|eine?[nm]?|una?|une?|uma?)\\s+)*(?:${ITEM} (?:or|oder|o|ou) (?:an? )?)?["“„']?$`,
  'i',
);

/** 'Without the MBA requirement' */
const WITHOUT_BEFORE = /\b(?:without|no)\s+(?:(?:the|an?|any)\s+)?["“']?$/i;
const REQUIREMENT_AFTER = /^["”']? (?:requirement|criterion|condition)s?\b/i;

/** Whether a request says that what it names here is not required. */
export const isWaived = ({ before, after }: Occurrence): boolean =>
  NOT_NEEDED_AFTER.test(after) ||
  (WITHOUT_BEFORE.test(before) && REQUIREMENT_AFTER.test(after)) ||
  WITH_OR_WITHOUT.test(before) ||
  [...`${before}|${after}`.matchAll(NONE_NEEDED)].some(([found]) => found.includes('|'));

export const isSoft = ({ before, after }: Occurrence): boolean =>
  SOFT_BEFORE.test(before) || SOFT_LIST.test(before) || SOFT_AFTER.test(after);

const STATES_NEED = new RegExp(
  `\\b(?<verb>is|are|would be|should be)\\s+${STRESSING_WORDS}(?:${REQUIRED_WORD}|(?<soft>(?:an?\\s+)?(?:nice|plus|bonus|advantage|asset(?!\\s+(?:class|manag))|helpful|useful|optional|preferred|preferable|desirable)))\\b`,
  'giu',
);
/** In characters: how far before the verb its subject may begin. */
const MAX_SUBJECT_LENGTH = 80;
const FILLER =
  /^(?:(?:so|then|and|both|either|please|now|also|actually|ok|okay|the|an?|having|being|knowing|speaking|living|based|working|studying|studies|experience)\s+)+|\s+(?:part|bit|criterion|requirement|experience|background|degree)$/giu;

/**
 * How strongly a request explicitly asks for something ('Oxford is only nice to have'), naming it by all or some of its words ('University
 * of Oxford').
 */
export function needStated(request: string, text: string): 'required' | 'preferred' | undefined {
  const isNamed = occurrencesOf(request, text).length > 0;
  const isText = (words: string) =>
    containsContentWords(text, words) && (!isNamed || containsContentWords(words, text));
  const stated = [...request.matchAll(STATES_NEED)].findLast(({ index, groups }) => {
    const clause = request.slice(Math.max(0, index - MAX_SUBJECT_LENGTH), index).split(/[.;:!?\n]|\bbut\b/i);
    const subjects = (clause.at(-1) ?? '').split(/,|\band\b/i);
    const meant = /^are$/i.test(groups?.['verb'] ?? '') ? subjects : subjects.slice(-1);
    const each = meant.flatMap((words) => words.split(/\bor\b/i)).map((words) => words.trim());
    return each.some((words) => isText(words.replace(FILLER, '')));
  });
  return stated && (stated.groups?.['soft'] === undefined ? 'required' : 'preferred');
}

/** Whether a condition is true of every occurrence of a text in a request; false if there is none. */
export function isTrueOfAll(
  request: string,
  text: string,
  predicate: (occurrence: Occurrence) => boolean,
): boolean {
  const occurrences = occurrencesOf(request, text);
  return occurrences.length > 0 && occurrences.every(predicate);
}
