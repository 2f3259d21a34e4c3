import * as v from 'valibot';

/** Longest text taken from a model for one field, in characters: more than a card can show. */
const LONGEST_TEXT = 1_000;

const cut = (text: string): string => text.trim().slice(0, LONGEST_TEXT);

/** A text field of a model's reply: anything that is not text counts as missing. */
export const replyText = v.pipe(
  v.fallback(v.string(), ''),
  v.transform((text) => cut(text)),
);

/** A list of texts; a single text counts as a list of one, blanks are dropped. */
export const replyTexts = (most: number) =>
  v.pipe(
    v.fallback(v.union([v.array(v.unknown()), v.string()]), []),
    v.transform((value) =>
      [value]
        .flat()
        .filter((item) => typeof item === 'string')
        .map((item) => cut(item))
        .filter((item) => item !== '')
        .slice(0, most),
    ),
  );

/** A 0–100 score, also when sent as text ("95"); anything out of range is not a score. */
export const replyScore = v.pipe(
  v.union([
    v.number(),
    v.pipe(v.string(), v.trim(), v.regex(/^\d+(\.\d+)?\s*%?$/), v.transform(Number.parseFloat)),
  ]),
  v.minValue(0),
  v.maxValue(100),
  v.transform(Math.round),
);

/** A yes or no, also when sent as text. */
export const replyFlag = v.pipe(
  v.unknown(),
  v.transform((value) => value === true || (typeof value === 'string' && /^(true|yes)$/i.test(value))),
);
