import { normalize } from './normalize.ts';

/* Normalisation for all text searches, so that words typed without accents match words written with them. */

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
