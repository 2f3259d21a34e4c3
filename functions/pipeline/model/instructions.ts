/** In letters and digits: that many in a row are no coincidence. */
const TELLING = 24;
const BASE64 = /[\w+/-]{32,}/g;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Pieces by instructions, of which there are only a few. */
const known = new Map<string, readonly string[]>();

/** Instructions cut into pieces, each forwards and backwards. */
function piecesOf(instructions: string): readonly string[] {
  const before = known.get(instructions);
  if (before !== undefined) return before;
  const whole = lettersOf(instructions);
  const pieces = Array.from({ length: Math.floor(whole.length / TELLING) }, (_, index) =>
    whole.slice(index * TELLING, (index + 1) * TELLING),
  ).flatMap((piece) => [piece, Array.from(piece).toReversed().join('')]);
  known.set(instructions, pieces);
  return pieces;
}

/** Every string in a parsed reply. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * Whether a reply repeats the instructions verbatim, backwards or in base64: a page may have told the model to print them. Translations
 * and paraphrases are not recognised.
 */
export function repeatsInstructions(reply: unknown, instructions: string): boolean {
  const texts = textsIn(reply);
  const decoded = texts
    .flatMap((text) => text.match(BASE64) ?? [])
    .map((code) => Buffer.from(code, 'base64').toString());
  const said = lettersOf([...texts, ...decoded].join(''));
  return said.length >= TELLING && piecesOf(instructions).some((piece) => said.includes(piece));
}
