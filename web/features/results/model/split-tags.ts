import { TAGS_ON_A_CARD } from '#shared/constants.ts';

/** The tags a card shows and those it only counts; blank and repeated ones are left out. */
export function splitTags(tags: readonly string[]): { shown: readonly string[]; hidden: readonly string[] } {
  const distinct = [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== '');
  return { shown: distinct.slice(0, TAGS_ON_A_CARD), hidden: distinct.slice(TAGS_ON_A_CARD) };
}
