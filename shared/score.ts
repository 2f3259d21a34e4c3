import * as v from 'valibot';

/** A relevance score: 0 to 100, as stored and shown. */
export const Score = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
