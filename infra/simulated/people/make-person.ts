import { createRandom, hashText, type Random } from '../random.ts';
import { INTERESTS, ladderOf, PROFESSIONS, type Profession } from '../vocabulary/occupations.ts';
import { type City, COUNTRIES, type Country, countryOf } from '../vocabulary/places.ts';
import { chooseJobs, stepOf, workName, yearsAt } from './career.ts';
import { makeName, type Name } from './names.ts';
import { applyNearMiss } from './near-miss.ts';
import type { Person, Rank, Study, Wish } from './person.ts';
import { writeAbout, writeHeadline } from './profile-text.ts';
import { chooseStudies } from './studies.ts';

/** The current calendar year in the directory, in which careers and studies end. */
const CURRENT_YEAR = 2026;

/** Countries that many profiles come from, listed more often the more common they are. */
const COMMON_ORIGINS = 'US US US US IN IN GB GB PE PE CN DE BR NG MX FR CA PH KE AU'.split(' ');

/** Countries that people move to. */
const HUBS =
  'US US US US US US US GB GB GB DE DE CA CA AU AU SG SG AE FR ES NL CH JP IE SE KE ZA BR MX'.split(' ');

/** Where somebody comes from and lives; most stay at home. */
function choosePlace(wish: Wish, random: Random): { origin: Country; city: City } {
  const home = wish.cities?.[0]?.country;
  const anywhere = (): Country =>
    random.chance(0.45) ? countryOf(random.pick(COMMON_ORIGINS)) : random.pick(COUNTRIES);
  const local = home !== undefined && random.chance(0.6) ? countryOf(home) : anywhere();
  const origin = wish.origin ?? local;
  const country = random.chance(0.6) ? origin : countryOf(random.pick(HUBS));
  return { origin, city: random.pick(wish.cities ?? country.cities) };
}

type Stage = Person['stage'];

function chooseStage(random: Random): Stage {
  const roll = random.next();
  if (roll < 0.07) return 'student';
  return roll < 0.1 ? 'retired' : 'working';
}

function chooseYears(stage: Stage, rank: Rank | undefined, profession: Profession, random: Random): number {
  if (stage === 'working' && rank !== undefined) return yearsAt(stepOf(ladderOf(profession), rank), random);
  if (stage === 'student') return random.between(0, 1);
  return stage === 'retired' ? random.between(25, 40) : random.between(2, 25);
}

function chooseLanguages(wish: Wish, origin: Country, city: City, random: Random): string[] {
  const local = countryOf(city.country).languages.slice(0, 1);
  const own = origin.languages.filter((_language, at) => at === 0 || random.chance(0.7));
  return [...new Set([...(wish.languages ?? own), ...local])];
}

function writeTitle(options: {
  stage: Stage;
  work: string;
  job: string;
  study: Study | undefined;
  random: Random;
}): string {
  const { stage, work, job, study, random } = options;
  if (stage === 'retired') return `Retired ${work}`;
  if (stage === 'working') return job;
  const field = study?.field ?? 'General Studies';
  return study?.degree.startsWith('Doctor of Philosophy')
    ? `PhD Student in ${field}`
    : random.pick([
        `${field} Student`,
        `Graduate Student in ${field}`,
        `${field} student and research assistant`,
      ]);
}

function chooseRecord(random: Random): Person['record'] {
  const roll = random.next();
  if (roll < 0.01) return 'other';
  if (roll < 0.05) return 'missing';
  return roll < 0.15 ? 'sparse' : 'full';
}

function chooseProfession(wish: Wish, random: Random): Pick<Person, 'profession' | 'specialism'> {
  const profession: Profession = wish.profession ?? random.pick(PROFESSIONS);
  if (wish.specialism !== undefined) return { profession, specialism: wish.specialism };
  const specialised = profession.specialisms.length > 0 && random.chance(0.65);
  return { profession, specialism: specialised ? random.pick(profession.specialisms) : null };
}

/** The share of people (without a place in their wish) who have moved but are still shown at their old place. */
const MOVED_SHARE = 0.05;
/** The share of people whose page names their degrees. */
const DEGREES_SHOWN_SHARE = 0.75;

/**
 * A person who fits the wish; chance decides the rest. `toSlug` makes the profile's slug from the name, which is the person's own unless a
 * namesake's is given.
 */
export function makePerson(options: {
  wish: Wish;
  random: Random;
  toSlug: (name: string) => string;
  name?: Name | undefined;
}): Person {
  const { random, toSlug } = options;
  const { wish, formerFirm, shownCity, aside } = applyNearMiss(options.wish, random, CURRENT_YEAR);
  const { origin, city } = choosePlace(wish, random);
  const ownName = makeName(origin, random);
  const { firstName, lastName } = options.name ?? ownName;
  const { profession, specialism } = chooseProfession(wish, random);
  const stage = wish.stage ?? (wish.profession === undefined ? chooseStage(random) : 'working');
  const years = chooseYears(stage, wish.rank, profession, random);
  const graduated = stage === 'student' ? CURRENT_YEAR + random.between(1, 3) : CURRENT_YEAR - years;
  const studies = chooseStudies({ wish, origin, city, profession, graduated, random });
  const work = workName(profession, specialism, random);
  const retired = stage === 'retired';
  const employed =
    stage === 'student'
      ? []
      : chooseJobs({
          wish,
          formerFirm,
          profession,
          work,
          city,
          lastName,
          years,
          now: CURRENT_YEAR,
          retired,
          random,
        });
  const title = writeTitle({ stage, work, job: employed[0]?.title ?? work, study: studies[0], random });
  const added = random.some(INTERESTS, wish.interests ? 1 : 3);
  const interests = [...new Set([...(wish.interests ?? []), ...added])];
  const languages = chooseLanguages(wish, origin, city, random);
  const slug = toSlug(`${firstName} ${lastName}`);
  // What the web shows has a separate random source, so that drawing it does not change any facts.
  const pageRandom = createRandom(hashText(slug));
  const hasMoved = wish.cities === undefined && pageRandom.chance(MOVED_SHARE);
  const facts = {
    firstName,
    lastName,
    origin,
    city,
    shownCity: shownCity ?? (hasMoved ? pageRandom.pick(countryOf(pageRandom.pick(HUBS)).cities) : city),
    stage,
    profession,
    specialism,
    title,
    jobs: employed,
    studies,
    tellsDegrees: wish.degree !== undefined || pageRandom.chance(DEGREES_SHOWN_SHARE),
    interests,
    languages,
    years,
  };
  return {
    ...facts,
    slug,
    headline: writeHeadline(facts, random),
    about: [...writeAbout(facts, random), ...(aside ? [aside] : [])],
    record: chooseRecord(random),
  };
}
