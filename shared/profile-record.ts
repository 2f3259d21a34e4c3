import * as v from 'valibot';

/** A field of an unexpected type counts as missing, so that a paid record is not lost because of it. */
const text = v.optional(v.fallback(v.nullable(v.string()), null));

/** Some providers send numbers as text. */
const number = v.fallback(
  v.optional(v.nullable(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]))),
  null,
);
const DateParts = v.object({ day: number, month: number, year: number });
type DateParts = v.InferOutput<typeof DateParts>;

const DATE_PATTERN = /^(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d))?)?(?!\d)/;

/** Parses '2020-12-31', '2020-12' or '2020', which is how some providers write a date. */
function parseDate(text: string): DateParts | null {
  const { year, month, day } = DATE_PATTERN.exec(text)?.groups ?? {};
  const numberOf = (part: string | undefined) => (part === undefined ? null : Number(part));
  return { day: numberOf(day), month: numberOf(month), year: numberOf(year) };
}

/** A date as profile-data providers return it; month and day may be null. A date without a year counts as missing. */
const PartialDate = v.optional(
  v.pipe(
    v.fallback(v.nullable(v.union([DateParts, v.pipe(v.string(), v.transform(parseDate))])), null),
    v.transform((date) => (date?.year ? date : null)),
  ),
);
export type PartialDate = v.InferOutput<typeof PartialDate>;

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

const Language = v.object({ name: text, proficiency: text });

/** `ends_at` is when it expires. */
const Certification = v.object({ name: text, ends_at: PartialDate });

const Volunteering = v.object({ title: text, company: text, description: text });
const Project = v.object({ title: text, description: text });
const Publication = v.object({ name: text });
const Titled = v.object({ title: text });

/** Providers send null for an empty list. Invalid entries are left out. */
const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.fallback(v.optional(v.nullable(v.array(v.unknown())), []), []),
    v.transform((list) => (list ?? []).flatMap((entry) => parseEntry(item, entry))),
  );

/** A list of texts; accepts a single text instead of a list. */
const texts = v.pipe(
  v.fallback(v.union([v.array(v.unknown()), v.string(), v.null()]), []),
  v.transform((value) => [value ?? []].flat().filter((entry) => typeof entry === 'string')),
);

function parseEntry<Schema extends v.GenericSchema>(item: Schema, entry: unknown): v.InferOutput<Schema>[] {
  const result = v.safeParse(item, entry);
  return result.success ? [result.output] : [];
}

/** Whether a record's field contains the names in a person's profile URLs, which are compared but never shown. */
export const isIdentifierField = (field: string): boolean =>
  field === 'public_identifier' || field === 'former_public_identifiers';

/** A profile-data record, with the providers' field names. Almost every field can be null. docs/behaviour.md#profile-record */
export const ProfileRecord = v.object({
  public_identifier: text,
  /** Earlier names in the person's profile URL, if the provider lists them. */
  former_public_identifiers: v.optional(texts),
  /** When the provider read the person's page, as an ISO date or time, if the provider says so. */
  last_updated: text,
  /** One of the texts contained invisible characters, which have been removed. */
  hasHiddenText: v.optional(v.boolean()),
  first_name: text,
  last_name: text,
  full_name: text,
  headline: text,
  /** The person's current job according to the provider: 'Nurse at Quipu Clinic'. */
  occupation: text,
  summary: text,
  country: text,
  city: text,
  state: text,
  experiences: listOf(Experience),
  education: listOf(Education),
  languages: v.optional(texts),
  languages_and_proficiencies: v.optional(listOf(Language)),
  certifications: v.optional(listOf(Certification)),
  skills: v.optional(texts),
  volunteer_work: v.optional(listOf(Volunteering)),
  accomplishment_projects: v.optional(listOf(Project)),
  accomplishment_publications: v.optional(listOf(Publication)),
  accomplishment_patents: v.optional(listOf(Titled)),
  accomplishment_honors_awards: v.optional(listOf(Titled)),
});
export type ProfileRecord = v.InferOutput<typeof ProfileRecord>;
