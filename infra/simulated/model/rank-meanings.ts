import { type Entity, isStopWord, KINDS, lookUp } from '../vocabulary/gazetteer.ts';

/* What a phrase may mean, and which of its meanings the words next to it make likely. */

/** Firms whose names are everyday words count as firms only after a word such as `at` or `for`. */
const EVERYDAY_FIRM_PATTERN =
  /^(apple|orange|target|visa|delta|mars|nike|oracle|meta|uber|stripe|ge|met|big|un|grab|dole|vale|claro|ey|accel|benchmark|apollo|red cross|world bank|shell|roche|scale ai|google)$/;

/** Firms' acronyms that are otherwise everyday words: 'the Big 4' does not mean BIG. */
const ACRONYM_PATTERN = /^(?:big|met)$/;

/** The possible meanings of a phrase as typed; none for a stop word. */
export function meaningsOf(phrase: string, typed = ''): readonly Entity[] {
  const isEveryday = isStopWord(phrase) && phrase !== 'studying';
  const isLowerCase = ACRONYM_PATTERN.test(phrase) && !/^\p{Lu}+$/u.test(typed);
  return isEveryday || isLowerCase ? [] : lookUp(phrase);
}

const WORK_PREPOSITIONS = new Set(['at', 'for', 'with', 'of', 'by', 'ex', 'former', 'from']);
const SPEECH_PATTERN =
  /^(speak|speaking|spoken|fluent|speaker|bilingual|trilingual|native|spricht|sprechen|sprechend|habla|hablan|hablen|parle|parlent|parlant)$/;
/**
 * Context that marks a word as a language rather than a nationality: 'Spanish teacher', 'Danish required', 'B2 German', 'without French'.
 */
const AFTER_LANGUAGE_PATTERN =
  /^(teacher|tutor|translator|interpreter|instructor|required|mandatory|essential|needed)$/;
const BEFORE_LANGUAGE_PATTERN = /^(?:[abc][12]|without)$/;
const BEFORE_FIELD_PATTERN =
  /^(study|studying|studied|major|majoring|degree|phd|msc|bsc|student|learning|learned|graduate|ba|ma|mba)$/;

/** Context that makes an LLM a degree rather than a language model. */
const LAW_PATTERN =
  /^(law|lawyer|attorney|counsel|legal|solicitor|barrister|jurist|abogad[oa]|avocate?|advogad[oa])$/;
const AFTER_SECTOR_PATTERN = /^(experience|sector|industry|background|work)$/;

const BEFORE_SECTOR_PATTERN = /^(?:experience|background|career) in$/;

/** How many words before a phrase are near it. */
const NEAR = 3;
/** How many words on each side `rankMeaning` reads, to see past the other languages of a list. */
export const WORDS_AROUND = 12;

const isInListOfLanguages = (word: string): boolean =>
  word === 'or' || lookUp(word).some(({ kind }) => kind === 'language');

/** Whether a language is marked as spoken, by itself or in a list: 'who speak French, German or Dutch', 'Spanish or Italian speakers'. */
function isSpoken(before: readonly string[], after: readonly string[]): boolean {
  const start = before.findLastIndex((word) => !isInListOfLanguages(word)) + 1;
  const end = after.findIndex((word) => !isInListOfLanguages(word));
  const next = after.slice(0, end).includes('or') ? after[end] : after[0];
  return [...before.slice(-NEAR), ...before.slice(0, start).slice(-NEAR), next ?? ''].some((word) =>
    SPEECH_PATTERN.test(word),
  );
}

type Surroundings = { before: readonly string[]; after: readonly string[]; word: string };

export function rankMeaning(entity: Entity, around: Surroundings): number {
  const { before, after, word } = around;
  const base = KINDS.indexOf(entity.kind);
  const speech =
    isSpoken(before, after) ||
    AFTER_LANGUAGE_PATTERN.test(after[0] ?? '') ||
    BEFORE_LANGUAGE_PATTERN.test(before.at(-1) ?? '');
  if (entity.kind === 'language' && speech) return -3;
  if (entity.kind === 'nationality' && speech) return 20;
  if (entity.kind === 'firm' && EVERYDAY_FIRM_PATTERN.test(word))
    return WORK_PREPOSITIONS.has(before.at(-1) ?? '') ? -2 : 20;
  return isIndicated(entity, around) ? -2 : base;
}

/** Whether the surrounding words indicate this meaning. */
function isIndicated({ kind, name }: Entity, { before, after }: Surroundings): boolean {
  if (kind === 'place') return before.findLast((each) => each !== 'the') === 'in';
  if (kind === 'industry')
    return (
      AFTER_SECTOR_PATTERN.test(after[0] ?? '') || BEFORE_SECTOR_PATTERN.test(before.slice(-2).join(' '))
    );
  if (name === 'LLM')
    return [...before.slice(-NEAR), ...after.slice(0, 2)].some((each) => LAW_PATTERN.test(each));
  return kind === 'field' && before.slice(-2).some((each) => BEFORE_FIELD_PATTERN.test(each));
}
