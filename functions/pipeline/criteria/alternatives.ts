import type { Stated } from '#shared/results.ts';
import { EITHER, nameKeyOf } from '../language/words.ts';

/* The words that a criterion is asked for in: 'Lima or Cusco' are two alternatives, either of which is enough. */

/** The same for texts that differ only in letter case, accents and punctuation. */
export const keyOf = (text: string): string => nameKeyOf(text) || text.toLowerCase();

/** A criterion with only those of its alternatives that stay; undefined where none does. */
export function someOf<Asked extends Stated>(
  asked: Asked,
  stays: (each: Asked) => boolean,
): Asked | undefined {
  const some = alternativesOf(asked).filter(stays);
  return some.length === 0 ? undefined : { ...asked, text: some.map(({ text }) => text).join(EITHER) };
}

export const alternativesOf = <Asked extends Stated>(asked: Asked): Asked[] =>
  asked.text.split(EITHER).map((text) => ({ ...asked, text }));
