import { nameFromTitle, withoutCredentials } from '#shared/page-title.ts';
import type { Slot } from '../criteria/slots.ts';
import { labelBefore } from './local-reading.ts';

/* A person's texts: the sentences, facts and headlines they consist of, and the pieces of these that could be quotes. */

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

/** A character of a word. */
export const WORD = /[\p{L}\p{N}\p{M}]/u;

export const withSingleSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The person's name in a title, without credentials and pronouns after it: 'Ana Poma, PhD', 'Ana Poma (she/her)'. */
export const nameIn = (title: string): string =>
  withoutCredentials(nameFromTitle(title)).replace(/(?<!\s)\s*\([^)]*(?:\)\P{L}*)?$/u, '');

const BEFORE_HEADLINE = /^[\s,()|–—-]*/;
function headlineStart(title: string): number {
  const { length } = nameIn(title);
  return length + (BEFORE_HEADLINE.exec(title.slice(length))?.[0].length ?? 0);
}

/** What follows each of a snippet's labels. */
export const SLOT_OF_LABEL = {
  Experience: 'company',
  Education: 'school',
  Location: 'place',
} as const satisfies Record<string, Slot>;

/** Whether somebody has retired belongs to what they did: 'Registered Nurse | Retired' is one piece. */
const PIECE_ENDS =
  /(?:\s+[-–—]\s+|\s*\|\s*)(?!\s*(?:now\s)?[Rr]etired\s*(?:$|[|;·•.…]))|\s*[·•;]\s*|(?<=\p{L}{3}[.!?])(?<!\b(?:[Pp]rev|[BM]\.?Eng|[BM]\.?Tech|[BM]\.?Arch|Hons|Dept|Univ|Prof)\.)\s+|\s*(?:\.{3}|…)\s*/gu;

/** A headline counts as one sentence although it has parts: 'Professor - University of Oxford'. */
export function sentenceStart(source: Source['source'], text: string, at: number): number {
  if (source === 'title') return Math.min(at, headlineStart(text));
  const last = [...text.slice(0, at).matchAll(PIECE_ENDS)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

export function sentenceEnd(source: Source['source'], text: string, at: number): number {
  if (source === 'title') return text.length;
  const length = text.slice(at).search(PIECE_ENDS);
  return length === -1 ? text.length : at + length;
}

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

/** Of a title or snippet; genuine ones have fewer. Limited, since every criterion is matched against each. */
const MAX_PARTS = 30;

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
  const maxParts = source === 'record' ? undefined : MAX_PARTS;
  return partsOf(text, headline)
    .slice(0, maxParts)
    .map((part) => {
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

/** The most words that a quote may have. */
export const MAX_QUOTE_WORDS = 15;
const WINDOW_STEP = 8;

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
