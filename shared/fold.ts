/* Normalisation for all text searches, so that words typed without accents match words written with them. */

/**
 * Up to sixteen stretches that each end with their combining marks. Pieces end within a run of marks only after the thirty that Unicode's
 * Stream-Safe Text Format allows, so that normalising a piece changes no other.
 */
const PIECES = /(?:\P{M}*\p{M}{0,30}){1,16}/gu;

/** Normalises a text piece by piece, since the string's own method takes quadratic time on a run of combining marks. */
export const normalize = (text: string, form: 'NFKC' | 'NFKD'): string =>
  text.replace(PIECES, (piece) => piece.normalize(form));

const NON_ASCII = /[^\0-\x7f]/;
/** Letters that Unicode does not decompose into a base letter and a mark, and what people type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * The accents and points that people omit when typing. Vowel signs, as in Hindi, and Japanese voicing marks are kept, since they
 * distinguish words.
 */
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}]/gu;

/** The text without accents and ligatures. Its case is kept. */
export const withoutMarks = (text: string): string =>
  NON_ASCII.test(text) ? normalize(text, 'NFKD').replace(ACCENTS, '') : text;

/** The form in which texts are compared: without case, accents and ligatures. */
export const fold = (text: string): string =>
  // Lower-cased after decomposition, since mathematical letters ('𝗖𝗘𝗢') only have a lower case then.
  withoutMarks(text)
    .toLowerCase()
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
