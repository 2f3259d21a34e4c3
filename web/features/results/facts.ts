import { isFragment, wholeBeginning } from '#shared/fragment.ts';
import { TAGS_ON_A_CARD } from '#shared/limits.ts';
import type { DisplayProfile } from '#shared/results.ts';

/*
 * What a card shows of a person's fields. Answers from before fields were checked against their source may hold what was left of a text
 * that was cut off; no card shows that.
 */

const SAYS_NOTHING: ReadonlySet<string> = new Set(['', 'unknown', 'not specified', 'not available', 'n/a']);

const saysSomething = (text: string): boolean =>
  !SAYS_NOTHING.has(text.trim().toLowerCase()) && !isFragment(text);

/** Two parts of a fact joined by `joiner`, e.g. title and company; undefined unless both say something. */
export function fact(first: string, joiner: string, second: string): string | undefined {
  if (!saysSomething(first) || !saysSomething(second)) return undefined;
  return first.trim() + joiner + second.trim();
}

export const headlineOf = ({ headline }: DisplayProfile): string =>
  isFragment(headline) ? wholeBeginning(headline) : headline.trim();

/** A part of a fact by itself; empty where it says nothing. */
export const said = (text: string): string => (saysSomething(text) ? text.trim() : '');

export const locationOf = ({ location }: DisplayProfile): string => said(location);

/** What a record lists, as one fact; empty where it lists nothing. */
export const listed = (texts: readonly string[] = []): string => texts.map(said).filter(Boolean).join(' · ');

/** The tags a card shows and those it only counts; blank and repeated ones are left out. */
export function splitTags(tags: readonly string[]): { shown: readonly string[]; hidden: readonly string[] } {
  const distinct = [...new Set(tags.map((tag) => tag.trim()))].filter(
    (tag) => tag !== '' && !isFragment(tag),
  );
  return { shown: distinct.slice(0, TAGS_ON_A_CARD), hidden: distinct.slice(TAGS_ON_A_CARD) };
}
