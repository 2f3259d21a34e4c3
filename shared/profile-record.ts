import * as v from 'valibot';

const text = v.nullish(v.string());

/** Day, month and year as the profile-data providers give them; month and day may be null. */
const PartialDate = v.nullish(
  v.object({ day: v.nullish(v.number()), month: v.nullish(v.number()), year: v.nullish(v.number()) }),
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

/** Providers send null for an empty list. */
const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.optional(v.nullable(v.array(item)), []),
    v.transform((list) => list ?? []),
  );

/** A profile-data record (specification §3), named as the providers name it. Almost every field can be null. */
export const ProfileRecord = v.object({
  public_identifier: text,
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
