import type { Firm, School } from '../vocabulary/institutions.ts';
import type { Profession } from '../vocabulary/occupations.ts';
import type { City, Country } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read-lines.ts';

/** A job somebody has (no end) or had; years are calendar years. */
export type Job = { title: string; firm: Firm; city: City; from: number; to: number | null };

/** A course of study. */
export type Study = { school: School; degree: string; field: string; from: number; to: number };

/** An invented person, the truth that pages and records tell in part. */
export type Person = {
  slug: string;
  firstName: string;
  lastName: string;
  origin: Country;
  city: City;
  stage: 'student' | 'working' | 'retired';
  profession: Profession;
  specialism: Term | null;
  title: string;
  /** From the present (or last) to the first; empty for many students. */
  jobs: readonly Job[];
  /** From the latest to the first. */
  studies: readonly Study[];
  interests: readonly Term[];
  languages: readonly string[];
  /** Years of experience. */
  years: number;
  headline: string;
  /** The sentences of the "about" text. */
  about: readonly string[];
  /** How the profile-data providers answer for this person. */
  record: 'full' | 'sparse' | 'missing' | 'other';
};

/** The name in full, as the profile shows it. */
export function fullName(person: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${person.firstName} ${person.lastName}`;
}
