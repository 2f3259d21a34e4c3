import * as v from 'valibot';
import { isCanonical } from './linkedin-url.ts';

/* What the schemas of requests and responses are made of. */

/** A whole number, from 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A visible character: neither whitespace nor invisible like a zero-width space. */
const VISIBLE_CHARACTER = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;

/** Trimmed, non-blank text of at most that many characters. Lone surrogates are rejected, since they cannot be stored. */
export const nonBlankText = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => value.isWellFormed(), 'must be valid Unicode'),
    v.regex(VISIBLE_CHARACTER, 'must not be empty'),
    v.maxLength(maxLength, `must be at most ${maxLength} characters`),
  );

/** Trimmed text written by the user. It may be empty, and keeps its line breaks. */
export const userText = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => value.isWellFormed(), 'must be valid Unicode'),
    v.maxLength(maxLength, `must be at most ${maxLength} characters`),
  );

export const listOf = <Item extends v.GenericSchema>(item: Item, maxEntries: number) =>
  v.pipe(v.array(item), v.maxLength(maxEntries, `must have at most ${maxEntries} entries`));

/** A profile URL in canonical form. */
export const ProfileUrl = v.pipe(v.string(), v.check(isCanonical, 'must be a canonical profile URL'));

/** Makes the schema reject unknown fields, at any depth, that it would otherwise drop silently. */
export function withoutUnknownFields<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }): v.InferOutput<Schema> => {
      const result = v.safeParse(schema, dataset.value, { abortEarly: true });
      const fault = result.success
        ? findDroppedField(dataset.value, result.output)
        : `is invalid at "${v.getDotPath(result.issues[0]) ?? ''}"`;
      if (result.success && fault === undefined) return result.output;
      addIssue({ message: fault ?? '' });
      return NEVER;
    }),
  );
}

function findDroppedField(given: unknown, kept: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if (typeof kept !== 'object' || kept === null || Array.isArray(given) !== Array.isArray(kept))
    return 'is not of the expected kind';
  const keptFields = new Map<string, unknown>(Object.entries(kept));
  for (const [name, value] of Object.entries(given)) {
    const fault = keptFields.has(name)
      ? findDroppedField(value, keptFields.get(name))
      : `holds an unknown field "${name.slice(0, 80)}"`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The body of a PATCH: at least one of these fields. */
export const changeOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.strictObject(entries),
    v.check((body) => Object.keys(body).length > 0, 'must change something'),
  );
