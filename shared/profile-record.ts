import * as v from 'valibot';

/** A field of an unexpected type is no reason to lose a record that was paid for: it counts as missing. */
const text = v.optional(v.fallback(v.nullable(v.string()), null));

/** Day, month and year as the profile-data providers give them; month and day may be null. */
const number = v.nullish(v.number());
const PartialDate = v.optional(
  v.fallback(v.nullable(v.object({ day: number, month: number, year: number })), null),
);

const Experience = v.object({
  starts_at: PartialDate,
  ends_at: PartialDate,
  company: text,
  title: text,
  description: text,
  location: text,
});

const Education = v.object({
  starts_at: PartialDate,
  ends_at: PartialDate,
  field_of_study: text,
  degree_name: text,
  school: text,
  description: text,
});

/** Providers send null for an empty list; entries that are no entries are left out. */
const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.fallback(v.optional(v.nullable(v.array(v.unknown())), []), []),
    v.transform((list) => (list ?? []).flatMap((entry) => readEntry(item, entry))),
  );

/** A list of texts, also where the provider sends one alone. */
const texts = v.pipe(
  v.fallback(v.union([v.array(v.unknown()), v.string(), v.null()]), []),
  v.transform((value) => [value ?? []].flat().filter((entry) => typeof entry === 'string')),
);

function readEntry<Schema extends v.GenericSchema>(item: Schema, entry: unknown): v.InferOutput<Schema>[] {
  const result = v.safeParse(item, entry);
  return result.success ? [result.output] : [];
}

/** A profile-data record, named as the providers name it. Almost every field can be null. docs/behaviour.md#profile-record */
export const ProfileRecord = v.object({
  public_identifier: text,
  /** Names in the profile's address that the person had before, where the provider says so. */
  former_public_identifiers: v.optional(texts),
  /** When the provider read the person's page, as an ISO date or time; absent where it does not say. */
  last_updated: text,
  /** One of the texts held characters that nobody sees; they are left out. */
  hasHiddenText: v.optional(v.boolean()),
  first_name: text,
  last_name: text,
  full_name: text,
  headline: text,
  summary: text,
  country: text,
  city: text,
  state: text,
  experiences: listOf(Experience),
  education: listOf(Education),
});
export type ProfileRecord = v.InferOutput<typeof ProfileRecord>;
