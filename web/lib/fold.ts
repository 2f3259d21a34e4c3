/* How texts are compared wherever somebody looks for words: what is typed without accents finds what is written with them. */

const ASCII_ONLY = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;
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

/** Text as it is compared: without case, accents and ligatures. */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  // Letters drawn as symbols ('𝗖𝗘𝗢') have a case once they come apart.
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);
}
