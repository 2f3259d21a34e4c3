import { fold } from '../fold.ts';
import type { Random } from '../random.ts';
import { FIRMS, type Firm, OWN_FIRM_ENDINGS } from '../vocabulary/institutions.ts';
import { ladderOf, type Profession } from '../vocabulary/occupations.ts';
import type { City } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read.ts';
import { type Job, RANKS, type Rank, type Wish } from './person.ts';

const ROOT_WORDS =
  'Quipu Verda Luma Nori Tala Kanto Mira Solen Fjord Baobab Andina Kite Ember Halo Zephyr Otter Lark Tide Cedar Pampa';
const ROOTS = ROOT_WORDS.split(' ');

/** `food and beverage lawyer` in title case; words with capitals of their own keep them. */
function capitalise(text: string): string {
  return text
    .replace(
      /(^|[\s\-/(])(\p{Ll})(?=\p{L}{2,})/gu,
      (_all, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
    )
    .replace(/\b(And|Of)\b/g, (word) => word.toLowerCase());
}

function ownFirm(industry: string, lastName: string, random: Random): Firm {
  const endings = OWN_FIRM_ENDINGS.get(industry) ?? ['Group'];
  const root = industry === 'startup' || random.chance(0.3) ? random.pick(ROOTS) : lastName;
  return { name: `${root} ${random.pick(endings)}`, otherNames: [], industry };
}

function chooseFirm(profession: Profession, lastName: string, random: Random): Firm {
  const industry = random.pick(profession.industries);
  const real = FIRMS.filter((firm) => firm.industry === industry);
  const own = OWN_FIRM_ENDINGS.has(industry) && (real.length === 0 || random.chance(0.5));
  return own || real.length === 0 ? ownFirm(industry, lastName, random) : random.pick(real);
}

/** What the profession is called on this person's profile, preceded by the specialism. */
export function workName(profession: Profession, specialism: Term | null, random: Random): string {
  const own = profession.otherNames.filter((name) => fold(name) !== fold(profession.name));
  const plain = specialism !== null || own.length === 0 || random.chance(0.55);
  const name = plain ? profession.name : random.pick(own);
  const repeated = specialism !== null && fold(name).includes(fold(specialism.name));
  return capitalise(specialism === null || repeated ? name : `${specialism.name} ${name}`);
}

/** Years spent on each step of a ladder. */
const STEP_YEARS = 3;

/** Years of experience at which a person reaches a step (from 0) of a ladder. */
export function yearsAt(step: number, random: Random): number {
  return Math.max(2, step * STEP_YEARS + random.between(0, STEP_YEARS - 1));
}

/** A career from the present back to the first job; `work` is the profession as the person writes it. */
export function chooseJobs(options: {
  wish: Wish;
  /** The firm of the job before the present one. */
  formerFirm: Firm | undefined;
  profession: Profession;
  work: string;
  city: City;
  lastName: string;
  years: number;
  now: number;
  retired: boolean;
  random: Random;
}): Job[] {
  const { wish, formerFirm, profession, work, city, lastName, years, now, retired, random } = options;
  const ladder = ladderOf(profession);
  const last = Math.min(ladder.length - 1, Math.floor(years / STEP_YEARS));
  const jobs: Job[] = [];
  let to: number | null = retired ? now - random.between(1, 6) : null;
  let left = years;
  for (let step = last; step >= 0 && left > 0 && jobs.length < 4; step -= 1) {
    const length = jobs.length === 3 || step === 0 ? left : Math.min(left, random.between(1, 6));
    const wished = [wish.firm, formerFirm][jobs.length];
    const firm = wished ?? chooseFirm(profession, lastName, random);
    const from = (to ?? now) - length;
    jobs.push({ title: (ladder[step] ?? '{p}').replace('{p}', work), firm, city, from, to });
    to = from;
    left -= length;
  }
  return jobs;
}

const TITLE_PATTERNS: Readonly<Record<Rank, RegExp>> = {
  junior: /^(Junior|Assistant|Associate|Resident|Postdoctoral)|, Analyst$/,
  senior: /^(Senior|Lead|Principal|Chief|Head|Executive)/,
  partner: /Partner$/,
};

/** The ranks that a title implies, such as junior for an associate. */
export function ranksOf(title: string): Rank[] {
  return RANKS.filter((rank) => TITLE_PATTERNS[rank].test(title));
}

/** The lowest step of a ladder (titles from bottom to top) with the rank; the nearest end if no step has it. */
export function stepOf(ladder: readonly string[], rank: Rank): number {
  const step = ladder.findIndex((title) => TITLE_PATTERNS[rank].test(title));
  if (step >= 0) return step;
  return rank === 'junior' ? 0 : ladder.length - 1;
}
