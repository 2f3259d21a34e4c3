import { nameFromTitle, withoutCredentials } from '#shared/page-title.ts';
import type { Slot } from '../criteria/slots.ts';
import { UNSPACED } from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { labelAt, labelBefore } from './local-reading.ts';

/* Where a quote occurs in a person's texts, word for word, and which pieces of the texts could be quotes themselves. */

/** One of a person's texts, which a quote may come from. */
export interface Source {
  source: 'title' | 'snippet' | 'record';
  text: string;
  slot?: Slot;
  /** Whether it is part of a complete list, such as all present employers. */
  isFromCompleteList?: boolean;
  /** Whether it is over: a past job of somebody who has a present one, or an expired certificate. */
  isOver?: boolean;
}

/** The most words that a quote may have. */
const MAX_QUOTE_WORDS = 15;
/** Occurrences of one quote that are examined in a text; further ones add nothing. */
const MAX_OCCURRENCES = 20;

export const withSingleSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Folds compatibility forms and white space. */
const normalizeText = (text: string): string => withSingleSpaces(text.normalize('NFKC'));

/** Folds letter case and the variants of apostrophes, quotation marks and dashes, which models write in their plain form; nothing else. */
const foldTypography = (normalized: string): string =>
  normalized
    .toLowerCase()
    .replace(/[‘’‚‛ʼ`′]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-');

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** The indices where a quote occurs in a folded text as whole words, up to `MAX_OCCURRENCES`. */
function findWholeWords(text: string, quote: string): number[] {
  const [first = '', last = ''] = [quote, Array.from(quote).at(-1) ?? ''];
  const isEdge = (inside: string, outside: string | undefined) =>
    outside === undefined || !WORD.test(inside) || !WORD.test(outside) || UNSPACED.test(inside);
  const indices: number[] = [];
  for (
    let at = text.indexOf(quote);
    at !== -1 && indices.length < MAX_OCCURRENCES;
    at = text.indexOf(quote, at + 1)
  ) {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1);
    const after = Array.from(text.slice(at + quote.length, at + quote.length + 2))[0];
    if (isEdge(Array.from(first)[0] ?? '', before) && isEdge(last, after)) indices.push(at);
  }
  return indices;
}

/** A range of indices; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Some words in context: the sentence, fact or headline that contains them, and their range in it. */
export interface Passage extends Range {
  sentence: string;
  slot: Slot | undefined;
  isOver: boolean;
}

/** An occurrence of a quote. */
interface QuoteMatch extends Passage {
  source: Source['source'];
  /** The quote, extended to the full names that it begins or ends within: 'University of California' for 'California'. */
  whole: Range;
}

/** Every verbatim occurrence of a quote in a person's texts; none if it is blank, too long or not made of whole words. */
export function findQuote(quote: string, sources: readonly Source[]): QuoteMatch[] {
  const wanted = foldTypography(normalizeText(quote));
  const words = wanted.split(' ');
  if (!WORD.test(wanted) || words.length > MAX_QUOTE_WORDS) return [];
  return sources.flatMap(({ source, text, slot, isOver = false }) => {
    const plain = normalizeText(text);
    const folded = foldTypography(plain);
    // A few letters, such as 'İ', become two in lower case, which shifts the indices.
    const isAligned = folded.length === plain.length;
    return findWholeWords(folded, wanted).map((from): QuoteMatch => {
      const found = {
        source,
        slot: slot ?? slotAt(source, isAligned ? plain : folded, from, wanted),
        isOver,
      };
      if (!isAligned) {
        const all = { from: 0, to: quote.length };
        return { ...found, sentence: quote, ...all, whole: all };
      }
      const to = from + wanted.length;
      const whole = withWholeNames(plain, from, to);
      const start = Math.min(whole.from, sentenceStart(source, plain, from));
      return {
        ...found,
        sentence: plain.slice(start, sentenceEnd(source, plain, whole.to)),
        from: from - start,
        to: to - start,
        whole: { from: whole.from - start, to: whole.to - start },
      };
    });
  });
}

/** A headline counts as one sentence although it has parts: 'Professor - University of Oxford'. */
function sentenceStart(source: Source['source'], text: string, at: number): number {
  if (source === 'title') return Math.min(at, headlineStart(text));
  const last = [...text.slice(0, at).matchAll(PIECE_ENDS)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

function sentenceEnd(source: Source['source'], text: string, at: number): number {
  if (source === 'title') return text.length;
  const length = text.slice(at).search(PIECE_ENDS);
  return length === -1 ? text.length : at + length;
}

/** The person's name in a title, without credentials and pronouns after it: 'Ana Poma, PhD', 'Ana Poma (she/her)'. */
const nameIn = (title: string): string =>
  withoutCredentials(nameFromTitle(title)).replace(/(?<!\s)\s*\(.*$/s, '');

const BEFORE_HEADLINE = /^[\s,()|–—-]*/;
function headlineStart(title: string): number {
  const { length } = nameIn(title);
  return length + (BEFORE_HEADLINE.exec(title.slice(length))?.[0].length ?? 0);
}

/** A name at the end of a text, starting at its first word. */
const NAME_AT_END =
  '(?:,\\s*|(?<!\\S))(?<!\\p{Lu}[^\\s,:]*\\s+)\\p{Lu}[^\\s,:]*(?:\\s+\\p{Lu}[^\\s,:]*)*\\s*';
const LAST_NAME = new RegExp(`${NAME_AT_END}$`, 'u');
/** A name continues on both sides, in capitalised words and the small words that join them. */
const NAME_WORD = '\\p{Lu}[^\\s,;:.|·()]*';
const NAME_LINK = '(?:(?:of|de|del|des|da|di|do|du|for|and|&) )?';
const NAME_PART_BEFORE = new RegExp(`(?:${NAME_WORD} ${NAME_LINK})+$`, 'u');
/** In characters, before the quote. Limited, since a match is tried from each index. */
const MAX_NAME_PART_LENGTH = 100;
const NAME_PART_AFTER = new RegExp(`^(?: ${NAME_LINK}${NAME_WORD})+`, 'u');

/** A range, extended to the full name if it covers only part of one. */
function withWholeNames(text: string, start: number, end: number): Range {
  const words = text.slice(start, end);
  const before = /^\p{Lu}/u.test(words)
    ? NAME_PART_BEFORE.exec(text.slice(Math.max(0, start - MAX_NAME_PART_LENGTH), start))?.[0]
    : undefined;
  const after = LAST_NAME.test(words) ? NAME_PART_AFTER.exec(text.slice(end))?.[0] : undefined;
  return { from: start - (before?.length ?? 0), to: end + (after?.length ?? 0) };
}

/** A passage's range without a name at its end. */
export function withoutLastName({ sentence, from, to }: Passage): Range {
  const words = sentence.slice(from, to).replace(LAST_NAME, '');
  return { from, to: from + words.length };
}

/** What follows each of a snippet's labels. */
const SLOT_OF_LABEL = {
  Experience: 'company',
  Education: 'school',
  Location: 'place',
} as const satisfies Record<string, Slot>;

/** A title is a name and a headline; a snippet has labels. */
function slotAt(source: Source['source'], text: string, at: number, quote: string): Slot | undefined {
  if (source === 'title') return at + quote.length <= foldTypography(nameIn(text)).length ? 'name' : 'role';
  if (source !== 'snippet') return undefined;
  const label = labelAt(text, at);
  return label && SLOT_OF_LABEL[label];
}

/** A name right before a cut may be the beginning of a longer one: 'at California ...' may be an institute there. */
const CUT_NAME = new RegExp(`${NAME_AT_END}(?=\\.{3}|…)`, 'gu');

/**
 * Texts without names that may be cut off, which cannot show a place, except after 'Location:'. Search engines truncate texts; records are
 * complete.
 */
export const withoutCutNames = (sources: readonly Source[]): Source[] =>
  sources.map((each) =>
    each.source === 'record'
      ? each
      : {
          ...each,
          text: each.text.replace(CUT_NAME, (name, at: number) =>
            labelAt(each.text, at) === 'Location' ? name : '',
          ),
        },
  );

/** In characters: how much text before a part of a name is examined. */
const MAX_LEAD_LENGTH = 20;
/** In words: a single first name may be a town that somebody lives in. */
const MIN_NAME_WORDS = 2;

/** Precedes a word that means a place or people: 'in Jordan', 'Amman, Jordan', 'a German teacher', but not 'Jordan is' or 'Meet Jordan'. */
const BEFORE_PLACE =
  /(?:^|[^\p{L}])(?:in|from|(?:mov\p{L}+|relocat\p{L}+|return\p{L}*|back|came)\sto|near|of|at|across|around|throughout|within|outside|between|and|or|via|born|fluent|speaks?|native|an?|the|is|am|i['’]m)\s(?:the\s)?$|[,|·•:;(/&→]\s*$|\s[-–—]\s$/iu;

/**
 * A function that blanks the person's own name, which may be a place or role too ('Austin Smith is …', 'Peter Baker'), and any part of it
 * that may be a place or people but is not used as one ('Jordan has worked here').
 */
export function withoutName(sources: readonly Source[]): (text: string) => string {
  const title = sources.find(({ source }) => source === 'title')?.text ?? '';
  const name = normalizeText(nameIn(title));
  if (name.split(' ').length < MIN_NAME_WORDS) return (text) => text;
  const parts = name.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];
  const placeLikeParts = parts.filter((part) => isPlaceName(part) || nationalitiesIn(part).size > 0);
  const partPatterns = placeLikeParts.map(
    (part) => new RegExp(`(?<![\\p{L}\\p{N}])${part}(?![\\p{L}\\p{N}])(?!-\\p{L})`, 'gu'),
  );
  const blank = (words: string) => ' '.repeat(words.length);
  return (text) =>
    partPatterns.reduce(
      (left, part) =>
        left.trim() === '' || placeLikeParts.includes(left.trim())
          ? left
          : left.replaceAll(part, (word, at: number) =>
              BEFORE_PLACE.test(left.slice(Math.max(0, at - MAX_LEAD_LENGTH), at)) ? word : blank(word),
            ),
      text.replaceAll(name, blank(name)),
    );
}

const PIECE_ENDS =
  /\s+[-–—|·•]\s+|\s*[·|•;]\s*|(?<=\p{L}{3}[.!?])(?<!\b(?:[Pp]rev|[BM]\.?Eng|[BM]\.?Tech|[BM]\.?Arch|Hons|Dept|Univ|Prof)\.)\s+|\s*(?:\.{3}|…)\s*/gu;
const WINDOW_STEP = 8;

/** Some words of a text that could be a quote. */
export interface Piece extends Range {
  source: Source['source'];
  text: string;
  slot: Slot | undefined;
  isFromCompleteList: boolean;
}

/** A sentence, fact or headline with its pieces. A long one has several overlapping pieces, each with as many words as a quote may have. */
export interface Sentence extends Pick<Passage, 'sentence' | 'slot' | 'isOver'> {
  source: Source['source'];
  pieces: readonly Piece[];
}

export function sentencesOf({
  source,
  text: given,
  slot: known,
  isFromCompleteList = false,
  isOver = false,
}: Source): Sentence[] {
  const isTitle = source === 'title';
  const text = withSingleSpaces(given);
  const headline = isTitle ? headlineStart(text) : 0;
  return partsOf(text, headline).map((part) => {
    const label = labelBefore(text.slice(part.from, part.to));
    const start = part.from + (label?.length ?? 0);
    const sentence = isTitle ? text.slice(headline) : text.slice(start, part.to);
    const offset = isTitle ? start - headline : 0;
    const slot = known ?? (label ? SLOT_OF_LABEL[label.label] : isTitle ? 'role' : undefined);
    const pieces = windows(text.slice(start, part.to)).map(({ from, to }) => ({
      source,
      text: text.slice(start + from, start + to),
      slot,
      isFromCompleteList,
      from: offset + from,
      to: offset + to,
    }));
    return { source, sentence, slot, isOver, pieces };
  });
}

/** The sentences and facts of a text, from an index on. */
function partsOf(text: string, start: number): Range[] {
  const ends = [...text.matchAll(PIECE_ENDS)].filter(({ index }) => index >= start);
  return [...ends, undefined]
    .map((end, index) => {
      const before = ends[index - 1];
      return {
        from: before === undefined ? start : before.index + before[0].length,
        to: end?.index ?? text.length,
      };
    })
    .filter(({ from, to }) => WORD.test(text.slice(from, to)));
}

function windows(text: string): Range[] {
  const words = [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
  }));
  const rangeOf = (some: readonly Range[]): Range[] => {
    const [first, last] = [some[0], some.at(-1)];
    return first && last ? [{ from: first.from, to: last.to }] : [];
  };
  const steps = Math.max(0, Math.ceil((words.length - MAX_QUOTE_WORDS) / WINDOW_STEP));
  return Array.from({ length: steps + 1 }, (_, index) => index * WINDOW_STEP).flatMap((from) =>
    rangeOf(words.slice(from, from + MAX_QUOTE_WORDS)),
  );
}
