import { nameFromTitle } from '#shared/page-title.ts';
import type { Slot } from '../criteria/criterion-match.ts';
import { UNSPACED } from '../language/words.ts';
import { labelAt } from './local-reading.ts';

/* Where a person's texts say something: the places where a quote stands in them word for word, and what of them may itself be a quote. */

/** One of a person's texts, as a quote may come from it. */
export interface Source {
  source: 'title' | 'snippet' | 'record';
  text: string;
  slot?: Slot;
}

/** Of a quote. */
const MOST_WORDS = 15;

/** Compatibility forms and white space folded. */
const smooth = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** The same and letter case, nothing else. */
const fold = (text: string): string => smooth(text).toLowerCase();

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Where a quote begins in a folded text, as whole words; -1 where it does not stand. */
function findWhole(text: string, quote: string): number {
  const [first = '', last = ''] = [quote, Array.from(quote).at(-1) ?? ''];
  const isEdge = (inside: string, outside: string | undefined) =>
    outside === undefined || !WORD.test(inside) || !WORD.test(outside) || UNSPACED.test(inside);
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1);
    const after = Array.from(text.slice(at + quote.length, at + quote.length + 2))[0];
    if (isEdge(Array.from(first)[0] ?? '', before) && isEdge(last, after)) return at;
  }
  return -1;
}

/** A place where a quote stands. */
interface Found {
  source: Source['source'];
  slot: Slot | undefined;
  /** The quote with the rest of the names that it begins or ends in: 'University of California' for 'California'. */
  whole: string;
}

/** Every one of a person's texts in which a quote stands word for word; none for one that is blank, too long or no whole word. */
export function findQuote(quote: string, sources: readonly Source[]): Found[] {
  const wanted = fold(quote);
  const words = wanted.split(' ');
  if (!WORD.test(wanted) || words.length > MOST_WORDS) return [];
  return sources.flatMap(({ source, text, slot }) => {
    const plain = smooth(text);
    const folded = plain.toLowerCase();
    const at = findWhole(folded, wanted);
    if (at === -1) return [];
    // Few letters are two in lower case, 'İ' is one: places are then not the same.
    const isAligned = folded.length === plain.length;
    const whole = isAligned ? withWholeNames(plain, at, at + wanted.length) : quote;
    return [{ source, slot: slot ?? slotAt(source, folded, at, wanted), whole }];
  });
}

/** A name at the end of a text. */
const NAME_AT_END = '(?:,\\s*|(?<!\\S))\\p{Lu}[^\\s,:]*(?:\\s+\\p{Lu}[^\\s,:]*)*\\s*';
export const LAST_NAME = new RegExp(`${NAME_AT_END}$`, 'u');
/** A name goes on, to either side, in capitals and in the small words that join them. */
const NAME_WORD = '\\p{Lu}[^\\s,;:.|·()]*';
const NAME_LINK = '(?:(?:of|de|del|da|do|for|and|&) )?';
const REST_BEFORE = new RegExp(`(?:${NAME_WORD} ${NAME_LINK})+$`, 'u');
const REST_AFTER = new RegExp(`^(?: ${NAME_LINK}${NAME_WORD})+`, 'u');

/** Some words of a text, from `start` to before `end`, with the rest of a name of which they have only a part. */
function withWholeNames(text: string, start: number, end: number): string {
  const words = text.slice(start, end);
  const before = /^\p{Lu}/u.test(words) ? REST_BEFORE.exec(text.slice(0, start))?.[0] : undefined;
  const after = LAST_NAME.test(words) ? REST_AFTER.exec(text.slice(end))?.[0] : undefined;
  return `${before ?? ''}${words}${after ?? ''}`;
}

/** What a snippet's labels stand before. */
const SLOT_OF_LABEL: Readonly<Record<string, Slot>> = {
  experience: 'company',
  education: 'school',
  location: 'place',
};

/** A title is a name and a headline; a snippet has labels. */
function slotAt(source: Source['source'], text: string, at: number, quote: string): Slot | undefined {
  if (source === 'title') return at + quote.length <= fold(nameFromTitle(text)).length ? 'name' : 'role';
  if (source !== 'snippet') return undefined;
  const label = labelAt(text, at);
  return label && SLOT_OF_LABEL[label];
}

/** Right before a cut a name may be the beginning of a longer name, 'at California ...' of an institute there; not as the place of a location. */
const CUT_NAME = new RegExp(`(?<![Ll]ocation:[^·|]*)${NAME_AT_END}(?=\\.{3}|…)`, 'gu');

/**
 * Texts as they tell of where somebody is and comes from: a name of which the rest may be missing is no place. Search engines cut texts off;
 * records are whole.
 */
export const withoutCutNames = (sources: readonly Source[]): Source[] =>
  sources.map((each) =>
    each.source === 'record' ? each : { ...each, text: each.text.replace(CUT_NAME, '') },
  );

const PIECE_ENDS = /\s+[-–—|·•]\s+|\s*[·|•;]\s*|(?<=\p{L}{3}[.!?])\s+|\s*(?:\.{3}|…)\s*/u;
const WINDOW_STEP = 8;

/** A text as quotes: its sentences and facts, long ones in pieces of as many words as a quote may have, which overlap. */
export function piecesOf(source: Source): Source[] {
  const parts = source.text.split(PIECE_ENDS).filter((part) => WORD.test(part));
  const first = source.source === 'title' ? parts.slice(1) : parts;
  return first.flatMap((part) => {
    const label = /^\s*(experience|education|location):\s*/i.exec(part);
    const text = part
      .slice(label?.[0].length ?? 0)
      .replace(/\s+/gu, ' ')
      .trim();
    const slot = source.slot ?? slotOfPiece(source.source, label?.[1]);
    return windows(text).map((piece) => ({ source: source.source, text: piece, ...(slot && { slot }) }));
  });
}

const slotOfPiece = (source: Source['source'], label: string | undefined): Slot | undefined =>
  label === undefined ? (source === 'title' ? 'role' : undefined) : SLOT_OF_LABEL[label.toLowerCase()];

function windows(text: string): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length <= MOST_WORDS) return words.length === 0 ? [] : [words.join(' ')];
  const starts = Array.from({ length: Math.ceil((words.length - MOST_WORDS) / WINDOW_STEP) + 1 });
  return starts.map((_, index) =>
    words.slice(index * WINDOW_STEP, index * WINDOW_STEP + MOST_WORDS).join(' '),
  );
}
