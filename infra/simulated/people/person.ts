import type { Firm, School } from '../vocabulary/institutions.ts';
import type { Profession } from '../vocabulary/occupations.ts';
import type { City, Country } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read.ts';

/** A job somebody has (no end) or had; years are calendar years. */
export type Job = { title: string; firm: Firm; city: City; from: number; to: number | null };

export type Study = { school: School; degree: string; field: string; from: number; to: number };

/** All the true facts about an invented person, of which pages and records show a part. */
export type Person = {
  slug: string;
  firstName: string;
  lastName: string;
  origin: Country;
  city: City;
  /** Where the web says they live, which some have left. */
  shownCity: City;
  stage: 'student' | 'working' | 'retired';
  profession: Profession;
  specialism: Term | null;
  title: string;
  /** From the present (or last) to the first; empty for many students. */
  jobs: readonly Job[];
  /** From the latest to the first. */
  studies: readonly Study[];
  /** Whether their page names their degrees. */
  tellsDegrees: boolean;
  interests: readonly Term[];
  languages: readonly string[];
  /** Years of experience. */
  years: number;
  headline: string;
  /** The sentences of the "about" text. */
  about: readonly string[];
  /** How the profile-data providers respond for this person. */
  record: 'full' | 'sparse' | 'missing' | 'other';
};

export function fullName(person: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${person.firstName} ${person.lastName}`;
}

/** Career ranks that a request can ask for. */
export const RANKS = ['junior', 'senior', 'partner'] as const;
export type Rank = (typeof RANKS)[number];

/**
 * The parts of a wish that somebody can nearly have, so that their page still mentions it: they used to live in the place, or have just
 * left it; used to work at the firm; taught at the school; hire for the profession; work with the country.
 */
export const NEAR_MISS_KINDS = ['lived', 'moved', 'firm', 'school', 'profession', 'origin'] as const;
export type NearMissKind = (typeof NEAR_MISS_KINDS)[number];

/** What is given about a person before chance decides the rest. */
export type Wish = {
  origin?: Country;
  cities?: readonly City[];
  profession?: Profession;
  specialism?: Term | null;
  firm?: Firm;
  school?: School;
  field?: string;
  interests?: readonly Term[];
  languages?: readonly string[];
  stage?: Person['stage'];
  rank?: Rank;
  degree?: Term;
  /** The part that the person lacks but mentions. */
  nearMiss?: NearMissKind;
  /** Has the name of somebody who fits the rest of the wish. */
  isNamesake?: true;
};

/** One wish that combines the given ones: interests and languages add up; of everything else the last one counts. */
export function joinWishes(wishes: readonly Wish[]): Wish {
  const interests = wishes.flatMap((wish) => wish.interests ?? []);
  const languages = wishes.flatMap((wish) => wish.languages ?? []);
  const joined: Wish = {};
  for (const wish of wishes) Object.assign(joined, wish);
  return {
    ...joined,
    ...(interests.length > 0 && { interests }),
    ...(languages.length > 0 && { languages }),
  };
}
