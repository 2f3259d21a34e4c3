/*
 * Ways to hide words from a filter but not from a model. A large model undoes every one of these when asked to, and often without being
 * asked.
 */

/** Replaces characters of the Unicode tag block with the printable ASCII they represent. */
const decodeTagCharacters = (text: string): string =>
  text.replace(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000));

const removeInvisible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES = { from: 'аеорсухіѕјԁһмтнвкΑΕΟΡ', to: 'aeopcyxisjdhmthbkAEOP' };

const replaceLookalikes = (text: string): string =>
  text.normalize('NFKC').replace(/[^\p{ASCII}]/gu, (letter) => {
    const at = LOOKALIKES.from.indexOf(letter);
    return at === -1 ? letter : (LOOKALIKES.to[at] ?? letter);
  });

const isReadable = (text: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\n]{8,}$/u.test(text);

/** The pattern's matches, decoded, as far as the result is readable. */
const decodeMatches = (text: string, pattern: RegExp, encoding: BufferEncoding): string =>
  [...text.matchAll(pattern)]
    .map(([match]) => Buffer.from(match.replace(/\s/g, ''), encoding).toString())
    .filter(isReadable)
    .join('\n');

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

const LEETSPEAK = { from: '0134578@$', to: 'oieastbas' };
const normaliseLeetspeak = (text: string): string =>
  text.replace(/[0134578@$]/g, (digit) => LEETSPEAK.to[LEETSPEAK.from.indexOf(digit)] ?? digit);

const reverseText = (text: string): string => Array.from(text).toReversed().join('');

const fromCodePoint = (code: number): string =>
  Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';

const decodeEscapes = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (_, code: string) => fromCodePoint(Number(code)))
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => fromCodePoint(Number.parseInt(code, 16)))
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());

/** Turns 's e t  m y' into 'set my'. */
const joinSpacedLetters = (text: string): string =>
  text.replace(/(?<!\S)(?:\S )+\S(?!\S)/g, (letters) => letters.replaceAll(' ', '')).replace(/_+/g, ' ');

const MAX_TEXT_LENGTH = 20_000;

/** Every possible reading of a text: as it is, and with each disguise removed. */
export function readingsOf(text: string): string[] {
  const shown = removeInvisible(decodeTagCharacters(text.slice(0, MAX_TEXT_LENGTH)));
  const plain = replaceLookalikes(shown);
  return [
    ...new Set([
      shown,
      plain,
      decodeEscapes(plain),
      rot13(plain),
      reverseText(plain),
      normaliseLeetspeak(plain),
      joinSpacedLetters(plain),
      decodeMatches(plain, /[A-Za-z0-9+/]{16,}={0,2}/g, 'base64'),
      decodeMatches(plain, /(?:[0-9a-f]{2} ?){10,}/gi, 'hex'),
    ]),
  ].filter((reading) => reading !== '');
}
