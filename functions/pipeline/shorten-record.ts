import type { ProfileRecord } from '#shared/profile-record.ts';

/** What a model needs to judge a match; the rest of a long record costs tokens and says little. Lengths in characters. */
const MOST_EXPERIENCES = 5;
const MOST_EDUCATION = 3;
const LONGEST_SUMMARY = 280;
const LONGEST_HEADLINE = 160;
const LONGEST_DESCRIPTION = 80;
const LONGEST_NAME = 70;
const LONGEST_PLACE = 40;

const cut = (text: string | null | undefined, length: number) => text?.slice(0, length) || undefined;

/** The record without its empty fields, its lists and texts cut to what a model needs. */
export function shortenRecord(record: ProfileRecord): Record<string, unknown> {
  const { full_name, headline, summary, city, state, country, experiences, education } = record;
  return {
    full_name: full_name ?? undefined,
    headline: cut(headline, LONGEST_HEADLINE),
    summary: cut(summary, LONGEST_SUMMARY),
    location: [city, state, country].filter(Boolean).join(', ') || undefined,
    experiences: experiences
      .slice(0, MOST_EXPERIENCES)
      .map(({ title, company, starts_at, ends_at, ...rest }) => ({
        title: cut(title, LONGEST_NAME),
        company: cut(company, LONGEST_NAME),
        from: starts_at?.year ?? undefined,
        to: ends_at?.year ?? undefined,
        location: cut(rest.location, LONGEST_PLACE),
        description: cut(rest.description, LONGEST_DESCRIPTION),
      })),
    education: education.slice(0, MOST_EDUCATION).map(({ school, degree_name, field_of_study, ends_at }) => ({
      school: cut(school, LONGEST_NAME),
      degree: cut(degree_name, LONGEST_NAME),
      field: cut(field_of_study, LONGEST_NAME),
      to: ends_at?.year ?? undefined,
    })),
  };
}
