import { fold } from '../text/fold.ts';
import type { Random } from '../text/random.ts';
import type { Firm } from '../vocabulary/institutions.ts';
import { FIRMS, OWN_FIRM_ENDINGS } from '../vocabulary/institutions.ts';
import type { Profession } from '../vocabulary/occupations.ts';
import { LADDERS } from '../vocabulary/occupations.ts';
import type { City } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read-lines.ts';
import type { Job } from './person.ts';
import type { Wish } from './read-groups.ts';

const ROOTS =
  'Quipu Verda Luma Nori Tala Kanto Mira Solen Fjord Baobab Andina Kite Ember Halo Zephyr Otter Lark Tide Cedar Pampa'.split(
    ' ',
  );

/** `food and beverage lawyer` as a title: words that carry capitals of their own keep them. */
function capitalise(text: string): string {
  return text
    .replace(
      /(^|[\s\-/(])(\p{Ll})(?=\p{L}{2,})/gu,
      (_all, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
    )
    .replace(/\b(And|Of)\b/g, (word) => word.toLowerCase());
}

function ownFirm(options: { industry: string; lastName: string; random: Random }): Firm {
  const { industry, lastName, random } = options;
  const endings = OWN_FIRM_ENDINGS.get(industry) ?? ['Group'];
  const root = industry === 'startup' || random.chance(0.3) ? random.pick(ROOTS) : lastName;
  return { name: `${root} ${random.pick(endings)}`, otherNames: [], industry };
}

function chooseFirm(options: { profession: Profession; lastName: string; random: Random }): Firm {
  const { profession, lastName, random } = options;
  const industry = random.pick(profession.industries);
  const real = FIRMS.filter((firm) => firm.industry === industry);
  const own = OWN_FIRM_ENDINGS.has(industry) && (real.length === 0 || random.chance(0.5));
  return own || real.length === 0 ? ownFirm({ industry, lastName, random }) : random.pick(real);
}

/** What the profession is called on this person's profile, with the specialism before it. */
export function workName(options: {
  profession: Profession;
  specialism: Term | null;
  random: Random;
}): string {
  const { profession, specialism, random } = options;
  const own = profession.otherNames.filter((name) => fold(name) !== fold(profession.name));
  const plain = specialism !== null || own.length === 0 || random.chance(0.55);
  const name = plain ? profession.name : random.pick(own);
  const repeated = specialism !== null && fold(name).includes(fold(specialism.name));
  return capitalise(specialism === null || repeated ? name : `${specialism.name} ${name}`);
}

/** Years that somebody stays on each rung of a ladder. */
const RUNG_YEARS = 3;

/** The titles of the profession's careers, from the start to the top. */
export function ladderOf(profession: Profession): readonly string[] {
  return LADDERS[profession.ladder] ?? ['{p}'];
}

/** Years of experience with which somebody stands on that rung. */
export function yearsAt(rung: number, random: Random): number {
  return Math.max(2, rung * RUNG_YEARS + random.between(0, RUNG_YEARS - 1));
}

/** A career from the present to the first job; `work` is the name of the profession as the person writes it. */
export function chooseJobs(options: {
  wish: Wish;
  profession: Profession;
  work: string;
  city: City;
  lastName: string;
  years: number;
  now: number;
  retired: boolean;
  random: Random;
}): Job[] {
  const { wish, profession, work, city, lastName, years, now, retired, random } = options;
  const ladder = ladderOf(profession);
  const last = Math.min(ladder.length - 1, Math.floor(years / RUNG_YEARS));
  const jobs: Job[] = [];
  let to: number | null = retired ? now - random.between(1, 6) : null;
  let left = years;
  for (let step = last; step >= 0 && left > 0 && jobs.length < 4; step -= 1) {
    const length = jobs.length === 3 || step === 0 ? left : Math.min(left, random.between(1, 6));
    const wished = jobs.length === 0 ? wish.firm : undefined;
    const firm = wished ?? chooseFirm({ profession, lastName, random });
    const from = (to ?? now) - length;
    jobs.push({ title: (ladder[step] ?? '{p}').replace('{p}', work), firm, city, from, to });
    to = from;
    left -= length;
  }
  return jobs;
}
