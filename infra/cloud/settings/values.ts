import * as v from 'valibot';
import { PRICE_PATTERN, PRICE_WANTED } from '#shared/operator-choices.ts';

/* Schemas for setting values, each with a message saying what to write. `-c` gives every value as text, cdk.json with its JSON type. */

/** Text that matches a pattern. */
export const text = (pattern: RegExp, wanted: string) => v.pipe(v.string(wanted), v.regex(pattern, wanted));

/** Between two bounds, inclusive. */
export const wholeNumber = (from: number, to: number) => {
  const wanted = `must be a whole number from ${from} to ${to}`;
  const digits = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number));
  const number = v.union([v.number(), digits], wanted);
  return v.pipe(number, v.integer(wanted), v.minValue(from, wanted), v.maxValue(to, wanted));
};

/** Text that may consist of digits, for which cdk.json may give a number. */
export const numberOrText = <Schema extends v.GenericSchema<string, unknown>>(schema: Schema) =>
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === 'number' ? String(given) : given)),
    schema,
  );

/** Yes or no. */
export const flag = () => {
  const word = v.pipe(
    v.picklist(['true', 'false']),
    v.transform((value) => value === 'true'),
  );
  return v.union([v.boolean(), word], 'must be true or false');
};

/** @param example shown in the error message */
export const mailAddress = (example: string) =>
  text(/^[^\s@<>]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, `must be an email address such as ${example}`);

/** @param example shown in the error message */
export const webAddress = (example: string) =>
  text(/^https:\/\/[a-z0-9.-]+(:\d+)?(\/[^\s]*)?$/i, `must be an https address such as ${example}`);

/** In US dollars, kept as written. */
export const price = () => {
  const digits = v.union([v.pipe(v.number(), v.transform(String)), v.string()], PRICE_WANTED);
  return v.pipe(digits, v.regex(PRICE_PATTERN, PRICE_WANTED));
};

/**
 * A list: an array in cdk.json, or comma-separated on the command line. Text without any entry is rejected: it may come from an unset
 * variable, and an empty list means that everything is allowed, which only `[]` in cdk.json says explicitly.
 */
export const listOf = <Item extends v.GenericSchema<string, string>>(item: Item, maxEntries: number) => {
  const list = v.pipe(
    v.union([v.array(v.string()), v.string()], 'must be a comma-separated list'),
    v.check(
      (given) => typeof given !== 'string' || /[^\s,]/.test(given),
      'must name at least one; to allow any, write [] in cdk.json',
    ),
    v.transform((given) => (typeof given === 'string' ? given.split(/[\s,]+/).filter(Boolean) : given)),
  );
  return v.optional(
    v.pipe(list, v.array(item), v.maxLength(maxEntries, `must have at most ${maxEntries} entries`)),
    [],
  );
};
