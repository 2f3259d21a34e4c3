/*
 * Search engines cut titles and snippets where their line ends. What is left reads like a fact but is not one: 'Student at
 * California ...' names no company called California, and 'fintech and' is not an interest.
 */

const ELLIPSIS = /\s*(?:\.{3,}|…)\s*$/;
/** Lower case only: there are companies called 'On' and 'Built In', and funding comes in a 'Series A'. */
const JOINING =
  /[\s,(](?:and|or|with|for|of|in|at|to|from|by|the|an?|who|that|y|e|o|de|del|la|el|los|las|en|da|do|dos|em|et|du|des|und|oder|von|bei|für|&|@)$/u;
const PUNCTUATION = /[\s,;:|·•(–—-]+$/;

/** Whether a text stops before its end: at an ellipsis, or at a word that only joins it to the next. */
export const isFragment = (text: string): boolean => ELLIPSIS.test(text) || JOINING.test(barred(text));

/** Without the punctuation that only joins it to what followed. */
const barred = (text: string): string => text.trim().replace(PUNCTUATION, '');

/** A text as it was cut, and whether the cut went through it rather than beside it, behind a mark that ends a part. */
export function withoutEllipsis(text: string): { text: string; isCut: boolean } {
  const rest = text.replace(ELLIPSIS, '');
  if (rest === text) return { text: text.trim(), isCut: false };
  return { text: barred(rest), isCut: !/\s[|·•–—-]\s*$|[.!?]["”’)]?$/u.test(rest) };
}

/** Where one part of a text ends for certain, the best place first. */
const ENDS = [
  /\s+[-–—|·•]\s+/gu,
  /\s+(?:at\s|@)/gu,
  /[,;:]\s+|\s+\(|\s+(?:in|for|with|from|to|by|who|that|en|em|bei|für)\s+/gu,
] as const;

/** The beginning of a cut text that is whole without what followed; empty where there is none. */
export function wholeBeginning(text: string): string {
  const padded = `${text.replace(ELLIPSIS, '')} `;
  const end = ENDS.map((pattern) => [...padded.matchAll(pattern)].at(-1)?.index).find(
    (index) => index !== undefined,
  );
  if (end === undefined) return '';
  const beginning = barred(padded.slice(0, end));
  return isFragment(beginning) ? wholeBeginning(beginning) : beginning;
}
