import { isFragment, wholeBeginning } from '#shared/fragment.ts';
import type { DisplayProfile } from '#shared/results.ts';

/*
 * How a card shows a person's fields. Answers from before fields were checked against their source may contain fragments of truncated text;
 * no card shows those.
 */

const PLACEHOLDERS: ReadonlySet<string> = new Set(['', 'unknown', 'not specified', 'not available', 'n/a']);

const isMeaningful = (text: string): boolean =>
  !PLACEHOLDERS.has(text.trim().toLowerCase()) && !isFragment(text);

/** Two parts of a fact, e.g. title and company; undefined unless both are meaningful. */
export function fact(first: string, second: string): string | undefined {
  if (!isMeaningful(first) || !isMeaningful(second)) return undefined;
  return `${first.trim()} · ${second.trim()}`;
}

export const headlineOf = ({ headline }: DisplayProfile): string =>
  isFragment(headline) ? wholeBeginning(headline) : headline.trim();

/** A part of a fact by itself; empty if it is not meaningful. */
export const meaningfulText = (text: string): string => (isMeaningful(text) ? text.trim() : '');

export const locationOf = ({ location }: DisplayProfile): string => meaningfulText(location);

/** The items of a record's list that are meaningful. */
export const meaningfulTexts = (texts: readonly string[] = []): readonly string[] =>
  texts.map(meaningfulText).filter(Boolean);

/** The same as one fact; empty if there are none. */
export const listed = (texts?: readonly string[]): string => meaningfulTexts(texts).join(' · ');

export const MAX_TAGS_PER_CARD = 4;

/** The tags that a card shows, and those that it only counts; blank, repeated and truncated ones are left out. */
export function splitTags(tags: readonly string[]): { shown: readonly string[]; hidden: readonly string[] } {
  const distinct = [...new Set(tags.map((tag) => tag.trim()))].filter(
    (tag) => tag !== '' && !isFragment(tag),
  );
  return { shown: distinct.slice(0, MAX_TAGS_PER_CARD), hidden: distinct.slice(MAX_TAGS_PER_CARD) };
}
