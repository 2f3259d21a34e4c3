/*
 * Search engines truncate titles and snippets at the end of the line. The remaining fragment can read like a fact that it is not: 'Student
 * at California ...' does not name a company called California, and 'fintech and' is not an interest.
 */

const ELLIPSIS = /(?<!\s)\s*(?:(?<!\.)\.{3,}|…)\s*$/;
/** Lower case only: there are companies called 'On' and 'Built In', and funding comes in a 'Series A'. */
const TRAILING_CONNECTIVE =
  /[\s,(](?:and|or|with|for|of|in|at|to|from|by|the|an?|who|that|y|e|o|de|del|la|el|los|las|en|da|do|dos|em|et|du|des|und|oder|von|bei|für|&|@)$/u;
const TRAILING_PUNCTUATION = /(?<![\s,;:|·•(–—-])[\s,;:|·•(–—-]+$/;

/** Whether a text is truncated: it ends with an ellipsis, or with a word that only joins it to the next one. */
export const isFragment = (text: string): boolean =>
  ELLIPSIS.test(text) || TRAILING_CONNECTIVE.test(withoutTrailingPunctuation(text));

/** The text without trailing punctuation that only joined it to what followed. */
const withoutTrailingPunctuation = (text: string): string => text.trim().replace(TRAILING_PUNCTUATION, '');

/** The text without a trailing ellipsis. `isCut` is false if the cut came right after a separator or the end of a sentence. */
export function withoutEllipsis(text: string): { text: string; isCut: boolean } {
  const rest = text.replace(ELLIPSIS, '');
  if (rest === text) return { text: text.trim(), isCut: false };
  return { text: withoutTrailingPunctuation(rest), isCut: !/\s[|·•–—-]\s*$|[.!?]["”’)]?$/u.test(rest) };
}

/** Boundaries where one part of a text certainly ends, the strongest first. */
const PART_BOUNDARIES = [
  /\s[-–—|·•]\s/gu,
  /\s(?:at\s|@)/gu,
  /[,;:]\s|\s(?:\(|(?:in|for|with|from|to|by|who|that|en|em|bei|für)\s)/gu,
] as const;

/**
 * How often an end that is a fragment too is cut off. Genuine headlines have a few of them; cutting thousands off a hostile one, word by
 * word, would take quadratic time.
 */
const MAX_CUTS = 10;

/** The beginning of a truncated text that is complete on its own; empty if there is none. */
export function wholeBeginning(text: string): string {
  let beginning = text;
  for (let cuts = 0; cuts < MAX_CUTS; cuts += 1) {
    const padded = `${beginning.replace(ELLIPSIS, '')} `;
    const end = PART_BOUNDARIES.map((pattern) => [...padded.matchAll(pattern)].at(-1)?.index).find(
      (index) => index !== undefined,
    );
    if (end === undefined) return '';
    beginning = withoutTrailingPunctuation(padded.slice(0, end));
    if (!isFragment(beginning)) return beginning;
  }
  return '';
}
