/* How texts are compared wherever words are looked for: what is typed without accents finds what is written with them. */

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Letters that do not come apart into a plain one and its mark, and what they are typed as. */
const PLAIN: Readonly<Record<string, string>> = {
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
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * The accents and points that people leave out when they type. Vowel signs, as in Hindi, and the marks of Japanese sounds make other words.
 */
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}]/gu;

/** Text in its own letter case, without accents and ligatures. */
export const withoutMarks = (text: string): string =>
  BEYOND_ASCII.test(text) ? text.normalize('NFKD').replace(ACCENTS, '') : text;

/** Text as it is compared: without case, accents and ligatures. */
export const fold = (text: string): string =>
  // Letters drawn as symbols ('𝗖𝗘𝗢') have a case once they come apart.
  withoutMarks(text)
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);
