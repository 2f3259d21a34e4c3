/**
 * The first `maxLength` UTF-16 code units of a text, well-formed so that they can be stored: surrogate pairs are not split, and lone
 * surrogates are replaced.
 */
export const truncate = (text: string, maxLength: number): string =>
  (text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : text).toWellFormed();
