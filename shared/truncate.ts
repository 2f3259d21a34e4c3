/**
 * The beginning of a text, at most `longest` UTF-16 code units of it, as it can be stored: no surrogate pair is cut in half, and a half
 * that came alone is replaced.
 */
export const truncate = (text: string, longest: number): string =>
  (text.length > longest ? text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') : text).toWellFormed();
