/**
 * The first `longest` UTF-16 code units of a text, well-formed so that they can be stored: surrogate pairs are not split, and lone
 * surrogates are replaced.
 */
export const truncate = (text: string, longest: number): string =>
  (text.length > longest ? text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') : text).toWellFormed();
