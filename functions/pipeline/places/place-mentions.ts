import { casedWordsOf, fold } from '../language/words.ts';
import { gazetteer, type Place } from './gazetteer.ts';

/* Finds known place names in a text, and letters after them, each with everything it may mean. */

/** Case-sensitive: 'us' is a word, 'US' is a country. */
const UNITED_STATES = /\bU\.?S\.?(?:A\.?)?(?![\p{L}\p{N}])/gu;
const UNITED_KINGDOM = /\bU\.?K\.?(?![\p{L}\p{N}])/gu;

/**
 * 'LA' is Los Angeles unless it follows another town, and then means Louisiana ('Baton Rouge, LA'), or is part of a name ('LA Times',
 * 'EN LA PAZ').
 */
const LOS_ANGELES =
  /(?=L\.?A)(?<![,(–—-]\s*)(?<!(?<![\p{L}\p{N}])(?!(?:In|Greater|Downtown|Central|North|South|East|West)\s)\p{Lu}[\p{L}.]*\s+)(?<![\p{L}\p{N}.])L(?:A|\.A\.)(?![\p{L}\p{N}])(?!\s+(?!Area\b|Metro)\p{Lu})/gu;

interface Word {
  word: string;
  /** Index of the part between commas that it is in. */
  part: number;
  isCapitalised: boolean;
}

/** A range of a text's words, with all the places that they may name. */
interface Name {
  meanings: readonly Place[];
  isLetters: boolean;
  /** Whether they are letters that follow just a town which may be in their state: 'Cambridge, MA', but not 'Karur, IN'. */
  isAfterTown: boolean;
  from: number;
  to: number;
}

/** A name in the context of those before and after it. */
export interface Mention extends Name {
  /** Whether it says where the previous name is: 'Lima, Peru'. */
  locatesPrevious: boolean;
  /** Unlikely but possible meanings. */
  unlikelyMeanings: readonly Place[];
}

const PLACE_SEPARATOR = /[;|·•/!?…]|\s&\s|\s[-–—]\s|(?<=\p{L}{3}|,\s\p{Lu}{2})\.(?:\s|$)/u;
const PART_SEPARATOR = /[,()]/;
/** Words that may come between the names of one place: 'Paris in Texas', 'Provincia de Lima'. */
const JOINING_WORDS = new Set(['in', 'the', 'of', 'de', 'del', 'do', 'da']);
/** Allows for one unknown part between two known ones: 'London, Middlesex County, Ontario'. */
const MAX_PART_DISTANCE = 2;

/** All places that a text names, in order. */
export function mentionsIn(text: string): Mention[] {
  const places = text
    .replaceAll(UNITED_STATES, 'United States')
    .replaceAll(UNITED_KINGDOM, 'United Kingdom')
    .replaceAll(LOS_ANGELES, 'Los Angeles')
    .split(PLACE_SEPARATOR);
  return places.flatMap((place) => {
    const parts = place.split(PART_SEPARATOR);
    const words = parts.flatMap(wordsOfPart);
    const names = namesIn(words);
    const letters = lettersIn(parts, words, places.length === 1);
    const starts = new Set(names.map(({ from }) => from));
    return [...names, ...letters.filter(({ from }) => !starts.has(from))]
      .sort((one, other) => one.from - other.from)
      .map((name, index, all) => ({
        ...name,
        locatesPrevious: locatesPrevious(name, all[index - 1], all[index + 1], words),
        unlikelyMeanings: [],
      }));
  });
}

const wordsOfPart = (text: string, part: number): Word[] =>
  casedWordsOf(text).map((word) => ({
    word: fold(word),
    part,
    isCapitalised: /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word),
  }));

const MAX_NAME_WORDS = 5;

/** 'New London' is not London. */
const NEW_PLACE_PREFIXES = new Set(['new', 'baja']);

/** The longest known names among words, from left to right. */
function namesIn(words: readonly Word[]): Name[] {
  const { names } = gazetteer();
  const found: Name[] = [];
  for (let from = 0; from < words.length; from += 1) {
    const before = words[from - 1];
    if (
      before !== undefined &&
      NEW_PLACE_PREFIXES.has(before.word) &&
      before.isCapitalised &&
      before.part === words[from]?.part
    )
      continue;
    for (let to = Math.min(words.length, from + MAX_NAME_WORDS); to > from; to -= 1) {
      const key = words.slice(from, to).map(({ word }) => word);
      const meanings = names.get(key.join(' '));
      if (meanings === undefined) continue;
      if (meanings.length > 0) found.push({ meanings, isLetters: false, isAfterTown: false, from, to });
      from = to - 1;
      break;
    }
  }
  return found;
}

/** Also before a postal code: 'MA 02139', 'ON N2L 3G1'. */
const STATE_LETTERS = /^\s*([A-Z]{2,3})(?:\s+(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d))?\s*$/;

/** What letters may mean at a place's end, or before its country: 'Lima, PE', 'Plano, TX, USA'. CA may be Canada or California. */
function lettersIn(parts: readonly string[], words: readonly Word[], isWhole: boolean): Name[] {
  const { countryCodes, letters: byLetters } = gazetteer();
  return parts.flatMap((text, part) => {
    const letters = STATE_LETTERS.exec(text)?.[1] ?? '';
    const left = parts.length - 1 - part;
    if (left > 1 || (part === 0 && !(isWhole && left === 0))) return [];
    const states = byLetters.get(letters) ?? [];
    const meanings = left === 0 && countryCodes.has(letters) ? [{ country: letters }, ...states] : states;
    const from = words.findIndex((word) => word.part === part);
    const to = words.findLastIndex((word) => word.part === part) + 1;
    const isAfterTown =
      part === 1 &&
      left === 0 &&
      /\p{Ll}/u.test(parts[0] ?? '') &&
      isTownBefore(letters, words.slice(0, from));
    return meanings.length === 0 ? [] : [{ meanings, isLetters: true, isAfterTown, from, to }];
  });
}

/**
 * Whether letters after these words more likely mean a state than a country. They do, except after towns of a country with the same
 * letters; for some states, only after the state's own towns.
 */
function isTownBefore(letters: string, before: readonly Word[]): boolean {
  const { townsBefore, foreignTownsBefore } = gazetteer();
  const last = before.slice(-MAX_NAME_WORDS).map(({ word }) => word);
  const isOneOf = (towns: ReadonlySet<string> | undefined) =>
    last.some((_, at) => towns?.has(last.slice(at).join(' ')));
  const own = townsBefore.get(letters);
  return own === undefined ? !isOneOf(foreignTownsBefore.get(letters)) : isOneOf(own);
}

/** Whether a name continues the one before it, with nothing in between that is not part of the same place. */
function locatesPrevious(
  name: Name,
  before: Name | undefined,
  after: Name | undefined,
  words: readonly Word[],
): boolean {
  const [last, first, next] = [words[(before?.to ?? 0) - 1], words[name.from], words[name.to]];
  if (before === undefined || last === undefined || first === undefined) return false;
  // 'Texas Instruments'
  const isOfLongerName = next?.part === first.part && next.isCapitalised && after?.from !== name.to;
  return (
    !isOfLongerName &&
    first.part - last.part <= MAX_PART_DISTANCE &&
    words
      .slice(before.to, name.from)
      .every(
        ({ word, part, isCapitalised }) => JOINING_WORDS.has(word) || (isCapitalised && part < first.part),
      )
  );
}
