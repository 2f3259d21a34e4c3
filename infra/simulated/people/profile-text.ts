import type { Random } from '../random.ts';
import { type City, type Country, countryOf } from '../vocabulary/places.ts';
import type { Person, Study } from './person.ts';

type Facts = Omit<Person, 'headline' | 'about' | 'slug' | 'record'>;

const EMOJI = ['🚀', '🌱', '✨', '🌍', '💡', '🎓', '🦙', '☕'];

const LIST_FORMAT = new Intl.ListFormat('en-GB');

/** The line under the name. */
export function writeHeadline(facts: Facts, random: Random): string {
  const [job] = facts.jobs;
  const likes = facts.interests.map((interest) => interest.name);
  const firm = job === undefined ? '' : ` at ${job.firm.name}`;
  const study = facts.studies[0];
  const plain =
    facts.stage === 'student' ? `${facts.title} at ${study?.school.name ?? ''}` : `${facts.title}${firm}`;
  const styles = [
    plain,
    `${facts.title} | ${LIST_FORMAT.format(likes.slice(0, 2))}`,
    `${plain} | ${likes[0] ?? ''}`,
  ];
  const emoji = random.chance(0.07) ? ` ${random.pick(EMOJI)}` : '';
  return `${random.pick(styles)}${emoji}`;
}

function originSentence(origin: Country, city: City, random: Random): string {
  const home = random.pick(origin.cities).name;
  if (origin.code === city.country) return `${origin.demonym}, based in ${city.name}.`;
  return random.pick([
    `Originally from ${home}, ${origin.name}, now living in ${city.name}.`,
    `${origin.demonym} living in ${city.name}, ${countryOf(city.country).name}.`,
    `Born and raised in ${home}, ${origin.name}.`,
  ]);
}

function workSentence(facts: Facts): string {
  const [job] = facts.jobs;
  const industry = job?.firm.industry ?? facts.profession.industries[0] ?? '';
  const where = industry === 'startup' ? 'startups' : industry;
  const work = facts.title.replace(/^(Retired|Former) /, '');
  if (facts.stage === 'student') return `${facts.title}, hoping to work in ${where}.`;
  if (facts.stage === 'retired') return `Retired ${work} after ${facts.years} years in ${where}.`;
  return `${work} with ${facts.years} years of experience in ${where}.`;
}

/** ` (PhD)`, if the degree has a short name and the page names it. */
function degreeNote({ degree }: Study, { tellsDegrees }: Facts): string {
  if (!tellsDegrees) return '';
  const [, short] = degree.split(' - ');
  return short === undefined ? '' : ` (${short})`;
}

/** The sentences of the "about" text: work, origin, studies, interests, languages. */
export function writeAbout(facts: Facts, random: Random): string[] {
  const [study] = facts.studies;
  const verb = facts.stage === 'student' ? 'Studying' : 'Studied';
  return [
    workSentence(facts),
    originSentence(facts.origin, facts.shownCity, random),
    ...(study === undefined
      ? []
      : [`${verb} ${study.field} at ${study.school.name}${degreeNote(study, facts)}.`]),
    `${random.pick(['Interested in', 'Passionate about', 'I care about'])} ${LIST_FORMAT.format(facts.interests.map((each) => each.name))}.`,
    `Speaks ${LIST_FORMAT.format(facts.languages)}.`,
  ];
}
