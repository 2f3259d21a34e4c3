import { normalize } from '#shared/fold.ts';
import type { Slot } from '../criteria/slots.ts';
import { UNSPACED } from '../language/words.ts';
import { ALL_LABELS, labelAt, labelBefore } from './local-reading.ts';
import {
  MAX_QUOTE_WORDS,
  nameIn,
  type Passage,
  type Range,
  SLOT_OF_LABEL,
  type Source,
  sentenceEnd,
  sentenceStart,
  WORD,
  withSingleSpaces,
} from './pieces.ts';

/* Where a quote occurs in a person's texts, word for word. */

/** Occurrences of one quote that are examined in a text; further ones add nothing. */
const MAX_OCCURRENCES = 20;

/** Folds compatibility forms and white space. */
export const normalizeText = (text: string): string => withSingleSpaces(normalize(text, 'NFKC'));

/** Folds letter case and the variants of apostrophes, quotation marks and dashes, which models write in their plain form; nothing else. */
const foldTypography = (normalized: string): string =>
  normalized
    .toLowerCase()
    .replace(/[‘’‚‛ʼ`′]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-');

/** The indices where a quote occurs in a folded text as whole words, up to `MAX_OCCURRENCES`. */
function findWholeWords(text: string, quote: string): number[] {
  const characters = Array.from(quote);
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
    if (isEdge(characters[0] ?? '', before) && isEdge(characters.at(-1) ?? '', after)) indices.push(at);
  }
  return indices;
}

/** An occurrence of a quote, without the snippet's label that it may begin with. */
interface QuoteMatch extends Passage {
  source: Source['source'];
  /** The quote, extended to the full names that it begins or ends within: 'University of California' for 'California'. */
  whole: Range;
}

/**
 * The length of the snippet's label that a quote begins with, 'Experience: '. It says what the rest is about, unless further labels follow,
 * each with a fact of its own: then 0.
 */
function labelLength(quote: string): number {
  const length = labelBefore(quote)?.length ?? 0;
  return quote.slice(length).search(ALL_LABELS) === -1 ? length : 0;
}

/** Before a label: the beginning of a snippet, or the end of another of its facts. 'Passionate about education: …' has none. */
const BEFORE_LABEL = /(?:^|[·.!?…|;])\s*$/u;

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
    const label = source === 'snippet' ? labelLength(wanted) : 0;
    return findWholeWords(folded, wanted).flatMap((at): QuoteMatch[] => {
      const isLabelled = label > 0 && BEFORE_LABEL.test(folded.slice(0, at));
      const from = isLabelled ? at + label : at;
      const to = at + wanted.length;
      if (from === to) return [];
      const about = {
        source,
        slot: slot ?? slotAt(source, isAligned ? plain : folded, { from, to }),
        isOver,
      };
      if (!isAligned) {
        const sentence = normalizeText(quote).slice(from - at);
        const all = { from: 0, to: sentence.length };
        return [{ ...about, sentence, ...all, whole: all }];
      }
      const whole = withWholeNames(plain, from, to);
      const start = Math.min(whole.from, sentenceStart(source, plain, from));
      return [
        {
          ...about,
          sentence: plain.slice(start, sentenceEnd(source, plain, whole.to)),
          from: from - start,
          to: to - start,
          whole: { from: whole.from - start, to: whole.to - start },
        },
      ];
    });
  });
}

/** A title is a name and a headline; a snippet has labels. */
function slotAt(source: Source['source'], text: string, { from, to }: Range): Slot | undefined {
  if (source === 'title') return to <= foldTypography(nameIn(text)).length ? 'name' : 'role';
  if (source !== 'snippet') return undefined;
  const label = labelAt(text, from);
  return label && SLOT_OF_LABEL[label];
}

/** A name at the end of a text, starting at its first word. */
const NAME_AT_END =
  '(?:,\\s*|(?<!\\S))(?<!\\p{Lu}[^\\s,:]*\\s+)\\p{Lu}[^\\s,:]*(?:\\s+\\p{Lu}[^\\s,:]*)*\\s*';
const LAST_NAME = new RegExp(`${NAME_AT_END}$`, 'u');
/** A name continues on both sides, in capitalised words and the small words that join them. */
const NAME_WORD = '\\p{Lu}[^\\s,;:.|·()]*';
const NAME_LINK = '(?:(?:of|de|del|degli|des|da|di|do|du|for|and|&) )?';
const NAME_PART_BEFORE = new RegExp(
  // 'École polytechnique fédérale de Lausanne'
  `(?:${NAME_WORD} ${NAME_LINK})+$|(?<!\\p{L})(?:[ÉE]cole|Escuela|Escola|Universit[éà])(?: \\p{Ll}[\\p{L}’'-]*){0,4} (?:de|des|di|du) $`,
  'u',
);
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
