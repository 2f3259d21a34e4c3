/* Unicode normalisation in linear time. */

/**
 * Up to sixteen stretches that each end with their combining marks. Pieces end within a run of marks only after the thirty that Unicode's
 * Stream-Safe Text Format allows, so that normalising a piece changes no other.
 */
const PIECES = /(?:\P{M}*\p{M}{0,30}){1,16}/gu;

/** Normalises a text piece by piece, since the string's own method takes quadratic time on a run of combining marks. */
export const normalize = (text: string, form: 'NFKC' | 'NFKD'): string =>
  text.replace(PIECES, (piece) => piece.normalize(form));
