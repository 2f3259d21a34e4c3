import { casedWordsOf, fold } from '../language/words.ts';
import { gazetteer, type Place } from './gazetteer.ts';

/* Finds known place names in a text, and letters after them, each with everything it may mean. */

/** Case-sensitive: 'us' is a word, 'US' is a country. */
const SHORT_NAMES = /\bU\.?S\.?(?:A\.?)?(?![\p{L}\p{N}])/gu;
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
  meant: readonly Place[];
  isLetters: boolean;
  /** Whether they are letters that follow just a town which may be in their state: 'Cambridge, MA', but not 'Karur, IN'. */
  isAfterTown: boolean;
  from: number;
  to: number;
}

/** A name in the context of those before and after it. */
export interface Mention extends Name {
  /** Whether it says where the previous name is: 'Lima, Peru'. */
  isAround: boolean;
  /** Unlikely but possible meanings. */
  besides: readonly Place[];
}

const PLACE_ENDS = /[;|·•/!?…]|\s&\s|\s[-–—]\s|(?<=\p{L}{3}|,\s\p{Lu}{2})\.(?:\s|$)/u;
const PART_ENDS = /[,()]/;
/** Words that may come between the names of one place: 'Paris in Texas', 'Provincia de Lima'. */
const JOINING = new Set(['in', 'the', 'of', 'de', 'del', 'do', 'da']);
/** Allows for one unknown part between two known ones: 'London, Middlesex County, Ontario'. */
const FARTHEST_PART = 2;

/** All places that a text names, in order. */
export function mentionsIn(text: string): Mention[] {
  const places = text
    .replaceAll(SHORT_NAMES, 'United States')
    .replaceAll(UNITED_KINGDOM, 'United Kingdom')
    .replaceAll(LOS_ANGELES, 'Los Angeles')
    .split(PLACE_ENDS);
  return places.flatMap((place) => {
    const parts = place.split(PART_ENDS);
    const words = parts.flatMap(wordsOfPart);
    const names = namesIn(words);
    const letters = lettersIn(parts, words, places.length === 1);
    const starts = new Set(names.map(({ from }) => from));
    return [...names, ...letters.filter(({ from }) => !starts.has(from))]
      .sort((one, other) => one.from - other.from)
      .map((name, at, all) => ({
        ...name,
        isAround: isAround(name, all[at - 1], all[at + 1], words),
        besides: [],
      }));
  });
}

const wordsOfPart = (text: string, part: number): Word[] =>
  casedWordsOf(text).map((word) => ({
    word: fold(word),
    part,
    isCapitalised: /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word),
  }));

const LONGEST_NAME = 5;

/** 'New London' is not London. */
const OTHER_OF_NAME = new Set(['new', 'baja']);

/** The longest known names among words, from left to right. */
function namesIn(words: readonly Word[]): Name[] {
  const { names } = gazetteer();
  const found: Name[] = [];
  for (let from = 0; from < words.length; from += 1) {
    const before = words[from - 1];
    if (
      before !== undefined &&
      OTHER_OF_NAME.has(before.word) &&
      before.isCapitalised &&
      before.part === words[from]?.part
    )
      continue;
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to -= 1) {
      const key = words.slice(from, to).map(({ word }) => word);
      const meant = names.get(key.join(' '));
      if (meant === undefined) continue;
      if (meant.length > 0) found.push({ meant, isLetters: false, isAfterTown: false, from, to });
      from = to - 1;
      break;
    }
  }
  return found;
}

/** Also before a postal code: 'MA 02139', 'ON N2L 3G1'. */
const LETTERS = /^\s*([A-Z]{2,3})(?:\s+(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d))?\s*$/;

/** What letters may mean at a place's end, or before its country: 'Lima, PE', 'Plano, TX, USA'. CA may be Canada or California. */
function lettersIn(parts: readonly string[], words: readonly Word[], isWhole: boolean): Name[] {
  const { codes, letters: byLetters } = gazetteer();
  return parts.flatMap((text, part) => {
    const letters = LETTERS.exec(text)?.[1] ?? '';
    const left = parts.length - 1 - part;
    if (left > 1 || (part === 0 && !(isWhole && left === 0))) return [];
    const states = byLetters.get(letters) ?? [];
    const meant = left === 0 && codes.has(letters) ? [{ country: letters }, ...states] : states;
    const from = words.findIndex((word) => word.part === part);
    const to = words.findLastIndex((word) => word.part === part) + 1;
    const isAfterTown =
      part === 1 &&
      left === 0 &&
      /\p{Ll}/u.test(parts[0] ?? '') &&
      isTownBefore(letters, words.slice(0, from));
    return meant.length === 0 ? [] : [{ meant, isLetters: true, isAfterTown, from, to }];
  });
}

/**
 * Whether letters after these words more likely mean a state than a country. They do, except after towns of a country with the same
 * letters; for some states, only after the state's own towns.
 */
function isTownBefore(letters: string, before: readonly Word[]): boolean {
  const { townsBefore, foreignTownsBefore } = gazetteer();
  const last = before.slice(-LONGEST_NAME).map(({ word }) => word);
  const isOneOf = (towns: ReadonlySet<string> | undefined) =>
    last.some((_, at) => towns?.has(last.slice(at).join(' ')));
  const own = townsBefore.get(letters);
  return own === undefined ? !isOneOf(foreignTownsBefore.get(letters)) : isOneOf(own);
}

/** Whether a name continues the one before it, with nothing in between that is not part of the same place. */
function isAround(
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
    first.part - last.part <= FARTHEST_PART &&
    words
      .slice(before.to, name.from)
      .every(({ word, part, isCapitalised }) => JOINING.has(word) || (isCapitalised && part < first.part))
  );
}
