import { memoize, textsIn } from '../language/words.ts';

/** In letters and digits: that many in a row are no coincidence. */
const PIECE_LENGTH = 24;
const BASE64_TEXT = /[\w+/-]{32,}/g;

const toLetters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Instructions, of which there are only a few, cut into pieces, each forwards and backwards. */
const piecesOf = memoize((instructions): readonly string[] => {
  const whole = toLetters(instructions);
  return Array.from({ length: Math.floor(whole.length / PIECE_LENGTH) }, (_, index) =>
    whole.slice(index * PIECE_LENGTH, (index + 1) * PIECE_LENGTH),
  ).flatMap((piece) => [piece, Array.from(piece).toReversed().join('')]);
});

/**
 * Whether a reply repeats the instructions verbatim, backwards or in base64: a page may have told the model to print them. Translations
 * and paraphrases are not recognised.
 */
export function repeatsInstructions(reply: unknown, instructions: string): boolean {
  const texts = textsIn(reply);
  const decoded = texts
    .flatMap((text) => text.match(BASE64_TEXT) ?? [])
    .map((code) => Buffer.from(code, 'base64').toString());
  const replyLetters = toLetters([...texts, ...decoded].join(''));
  return (
    replyLetters.length >= PIECE_LENGTH &&
    piecesOf(instructions).some((piece) => replyLetters.includes(piece))
  );
}
