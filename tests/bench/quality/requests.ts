import type { Person } from '#infra/simulated/people/person.ts';
import { createRandom, type Random } from '#infra/simulated/random.ts';
import { FIRMS } from '#infra/simulated/vocabulary/institutions.ts';
import { countryOf } from '#infra/simulated/vocabulary/places.ts';

/*
 * Requests made from facts about invented people. Each comes with its criteria as predicates over those facts, so that the truth
 * against which answers are measured is independent of pages, prompts and models.
 */

/** One criterion, and whether a person meets it. */
interface Wanted {
  need: 'required' | 'preferred' | 'excluded';
  holds(person: Person): boolean;
}

/** The kinds of request, by what they ask for besides a profession. */
export const KINDS = [
  'place',
  'origin',
  'specialism',
  'school',
  'employer',
  'interest',
  'exclusion',
  'preference',
] as const;
type Kind = (typeof KINDS)[number];

export interface QualityRequest {
  kind: Kind;
  text: string;
  wanted: readonly Wanted[];
}

/** Whether a person fits: everything required and nothing excluded. */
export const fits = ({ wanted }: QualityRequest, person: Person): boolean =>
  wanted.every(({ need, holds }) => need === 'preferred' || holds(person) === (need === 'required'));

/** How well a person fits, 0 to 1: the share of criteria met, with preferred ones at half weight; 0 if anything excluded holds. */
export function gradeOf({ wanted }: QualityRequest, person: Person): number {
  if (wanted.some(({ need, holds }) => need === 'excluded' && holds(person))) return 0;
  const weights = wanted
    .filter(({ need }) => need !== 'excluded')
    .map(({ need, holds }) => ({ weight: need === 'required' ? 1 : 0.5, has: holds(person) }));
  const sum = (list: typeof weights): number => list.reduce((total, { weight }) => total + weight, 0);
  return sum(weights.filter(({ has }) => has)) / sum(weights);
}

const required = (holds: Wanted['holds']): Wanted => ({ need: 'required', holds });
const preferred = (holds: Wanted['holds']): Wanted => ({ need: 'preferred', holds });
const excluded = (holds: Wanted['holds']): Wanted => ({ need: 'excluded', holds });

/** People who have left the profession or are still studying for it do not count. */
const worksAs =
  ({ profession }: Person): Wanted['holds'] =>
  (other) =>
    other.profession.name === profession.name && other.stage === 'working';
const livesInCity =
  ({ city }: Person): Wanted['holds'] =>
  (other) =>
    other.city.name === city.name && other.city.country === city.country;
const livesInCountry =
  ({ city }: Person): Wanted['holds'] =>
  (other) =>
    other.city.country === city.country;
const comesFrom =
  ({ origin }: Person): Wanted['holds'] =>
  (other) =>
    other.origin.code === origin.code;
const hasDoctorate: Wanted['holds'] = ({ studies }) => studies.some(({ degree }) => degree.endsWith('PhD'));

/** Builds a request for people like this person; undefined if the person lacks the necessary facts. */
type Ask = (person: Person, random: Random) => Omit<QualityRequest, 'kind'> | undefined;

const ASK: Readonly<Record<Kind, Ask>> = {
  place: (person) => ({
    text: `${plural(person)} in ${person.city.name}`,
    wanted: [required(worksAs(person)), required(livesInCity(person))],
  }),
  origin(person) {
    const { origin, city } = person;
    if (origin.code === city.country) return undefined;
    return {
      text: `${origin.demonym} ${plural(person)} in ${countryName(person)}`,
      wanted: [required(worksAs(person)), required(comesFrom(person)), required(livesInCountry(person))],
    };
  },
  specialism(person) {
    const { specialism } = person;
    if (specialism === null) return undefined;
    return {
      text: `${specialism.name} ${plural(person)} in ${countryName(person)}`,
      wanted: [
        required(worksAs(person)),
        required((other) => other.specialism?.name === specialism.name),
        required(livesInCountry(person)),
      ],
    };
  },
  school(person) {
    const [study] = person.studies;
    if (study === undefined) return undefined;
    const { school } = study;
    return {
      text: `${plural(person)} who studied at ${school.name}`,
      wanted: [
        required(worksAs(person)),
        required(({ studies }) => studies.some((each) => each.school.name === school.name)),
      ],
    };
  },
  employer(person) {
    const firm = knownFirm(person);
    if (firm === undefined) return undefined;
    return {
      text: `${plural(person)} who work at ${firm} in ${countryName(person)}`,
      wanted: [
        required(worksAs(person)),
        required(({ jobs }) => jobs[0]?.firm.name === firm),
        required(livesInCountry(person)),
      ],
    };
  },
  interest(person, random) {
    const interest = random.pick(person.interests);
    return {
      text: `${plural(person)} in ${countryName(person)} interested in ${interest.name}`,
      wanted: [
        required(worksAs(person)),
        required(livesInCountry(person)),
        required(({ interests }) => interests.some(({ name }) => name === interest.name)),
      ],
    };
  },
  exclusion(person) {
    const base = `${plural(person)} in ${countryName(person)}`;
    const wanted = [required(worksAs(person)), required(livesInCountry(person))];
    if (hasDoctorate(person))
      return { text: `${base} without a PhD`, wanted: [...wanted, excluded(hasDoctorate)] };
    const firm = knownFirm(person);
    if (firm === undefined) return undefined;
    const hasWorkedThere: Wanted['holds'] = ({ jobs }) => jobs.some((job) => job.firm.name === firm);
    return { text: `${base}, NOT ${firm}`, wanted: [...wanted, excluded(hasWorkedThere)] };
  },
  preference(person, random) {
    const language = random.pick(person.languages);
    const interest = random.pick(person.interests);
    const base = `${plural(person)} in ${person.city.name}`;
    const wanted = [required(worksAs(person)), required(livesInCity(person))];
    if (random.chance(0.5))
      return {
        text: `${base}, ideally with ${interest.name} interests`,
        wanted: [...wanted, preferred(({ interests }) => interests.includes(interest))],
      };
    return {
      text: `${base} who speak ${language} as a plus`,
      wanted: [...wanted, preferred(({ languages }) => languages.includes(language))],
    };
  },
};

/** Countries that take an article. */
const WITH_ARTICLE = /^(?:United|Netherlands|Philippines|Czech Republic|Dominican Republic|Bahamas|Maldives)/;

function countryName({ city }: Person): string {
  const { name } = countryOf(city.country);
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

function plural({ profession: { name } }: Person): string {
  if (name.endsWith('man')) return name.replace(/man$/, 'men');
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** The person’s employer, if others may work there too. */
function knownFirm({ jobs: [job] }: Person): string | undefined {
  return FIRMS.find(({ name }) => name === job?.firm.name)?.name;
}

const OPENINGS = ['', '', '', 'Find ', 'I am looking for ', 'Show me '];

/**
 * Makes `count` different requests, the same number of each kind. Each is based on a person in the directory, who either fits or has
 * what is excluded. The same seed and people give the same requests.
 */
export function makeRequests(options: {
  count: number;
  seed: number;
  people: readonly Person[];
}): QualityRequest[] {
  const random = createRandom(options.seed);
  const working = options.people.filter(({ stage }) => stage === 'working');
  const requests = new Map<string, QualityRequest>();
  while (requests.size < options.count) {
    const kind = KINDS[requests.size % KINDS.length] ?? 'place';
    const asked = ASK[kind](random.pick(working), random);
    if (asked === undefined) continue;
    const text = random.pick(OPENINGS) + asked.text;
    if (!requests.has(text)) requests.set(text, { ...asked, kind, text });
  }
  return [...requests.values()];
}
