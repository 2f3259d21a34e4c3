import type { Random } from '../random.ts';
import type { Firm } from '../vocabulary/institutions.ts';
import { professionNamed } from '../vocabulary/occupations.ts';
import { type City, COUNTRIES } from '../vocabulary/places.ts';
import type { NearMissKind, Wish } from './person.ts';

/** Somebody who lacks one part of a wish, or no longer has it, but whose page mentions it. */
type NearMiss = {
  /** What the person really has. */
  wish: Wish;
  /** What the page says about the missing part. */
  aside?: string;
  /** Where the web still shows somebody who has moved. */
  shownCity?: City;
  formerFirm?: Firm;
};

type NearMissMaker = (wish: Wish, random: Random, now: number) => NearMiss;

function citiesAbroad({ cities: [city] = [] }: Wish, random: Random): City[] {
  const abroad = COUNTRIES.filter(({ code }) => code !== city?.country);
  return [...random.pick(abroad).cities];
}

/** A near miss of each kind; a wish without that part is returned unchanged. */
const NEAR_MISS_MAKERS: Readonly<Record<NearMissKind, NearMissMaker>> = {
  lived(wish, random, now) {
    const [city] = wish.cities ?? [];
    if (city === undefined) return { wish };
    const aside = `Lived in ${city.name} until ${now - random.between(1, 8)}.`;
    return { wish: { ...wish, cities: citiesAbroad(wish, random) }, aside };
  },
  moved(wish, random) {
    const [city] = wish.cities ?? [];
    return city === undefined
      ? { wish }
      : { wish: { ...wish, cities: citiesAbroad(wish, random) }, shownCity: city };
  },
  firm({ firm, ...wish }) {
    return firm === undefined ? { wish } : { wish, formerFirm: firm, aside: `Formerly at ${firm.name}.` };
  },
  school({ school, ...wish }) {
    return school === undefined ? { wish } : { wish, aside: `Guest lecturer at ${school.name}.` };
  },
  profession(wish) {
    const { profession } = wish;
    if (profession === undefined) return { wish };
    const specialism = wish.specialism ? `${wish.specialism.name} ` : '';
    return {
      wish: { ...wish, profession: professionNamed('recruiter'), specialism: null },
      aside: `Hiring for roles such as ${specialism}${profession.name}.`,
    };
  },
  origin(wish, random) {
    const { origin } = wish;
    if (origin === undefined) return { wish };
    const others = COUNTRIES.filter((country) => country !== origin);
    return {
      wish: { ...wish, origin: random.pick(others) },
      aside: `Works with partners in ${origin.name}.`,
    };
  },
};

/** The kinds of near miss that a wish allows. */
export function nearMissKindsOf({ cities, firm, school, profession, origin, stage }: Wish): NearMissKind[] {
  return [
    ...(profession !== undefined && profession.name !== 'recruiter' && stage === undefined
      ? (['profession'] as const)
      : []),
    ...(cities ? (['moved', 'lived'] as const) : []),
    ...(firm ? (['firm'] as const) : []),
    ...(school ? (['school'] as const) : []),
    ...(origin ? (['origin'] as const) : []),
  ];
}

/** The wish to generate a person for: unchanged, or without what the person only nearly has. @param now the calendar year */
export const applyNearMiss = (wish: Wish, random: Random, now: number): NearMiss =>
  wish.nearMiss === undefined ? { wish } : NEAR_MISS_MAKERS[wish.nearMiss](wish, random, now);
