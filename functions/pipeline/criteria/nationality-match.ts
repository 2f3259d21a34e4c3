import type { Criterion } from '#shared/criteria.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesOfPeople } from '../places/regions.ts';
import { countriesIn, intersects, whereaboutsIn } from '../places/whereabouts.ts';
import { LANGUAGE, THING } from './language-match.ts';
import { SCHOOL, type Slot } from './slots.ts';
import { overlap, PARTLY } from './word-overlap.ts';

/* Whether a profile's words show that somebody comes from a wanted country or belongs to a wanted people. docs/behaviour.md#criteria */

/** Of a place or people: not 'React Native Developer in Berlin', nor 'native speaker in Berlin'. */
export const NATIVE =
  '(?<!\\b(?:react|cloud|digital|ai)[-\\s])native(?!\\s(?:speak|mobile|ios|android|app|ad)\\w*)';
const ORIGIN_WORD = new RegExp(
  `\\b(?:born|raised|originally|${NATIVE}|grew up|nacid[oa]|from|hails|roots)\\b`,
  'i',
);
const ORIGIN_PHRASE = new RegExp(
  `${ORIGIN_WORD.source}.*?(?=,?\\s+(?:now|currently|based|living|lives?)\\b|[.·;|]|$)`,
  'gis',
);
/** Things and languages that are named after a people. */
const NON_PEOPLE_PART = new RegExp(`${LANGUAGE}|${THING}`, 'giu');

const countriesOf = (text: string): Set<string> => new Set([...countriesIn(text), ...nationalitiesIn(text)]);

/** How well some words show a nationality, from 0 to 1. */
export function peopleShare(
  wanted: string,
  words: string,
  slot: Slot | undefined,
  need: Criterion['need'],
): number {
  const quote = words.replaceAll(NON_PEOPLE_PART, ' ');
  // Where somebody studied or works is not where they come from.
  if (slot === 'school' || slot === 'company' || SCHOOL.test(quote)) return 0;
  // The nationality that somebody states outweighs where they live: 'Greek living in Hamburg, Germany'.
  if (!ORIGIN_WORD.test(quote) && isOfAnother([wanted], quote)) return 0;
  const countries = countriesOf(wanted);
  // Living in a country is evidence for its nationality, but no reason to exclude somebody for it.
  const places = need === 'excluded' ? (quote.match(ORIGIN_PHRASE) ?? []).join('; ') : quote;
  const among = (values: ReadonlySet<string>) =>
    intersects(values, new Set([...whereaboutsIn(places).countries, ...nationalitiesIn(quote)]))
      ? 1
      : intersects(values, countriesIn(places))
        ? PARTLY
        : 0;
  return countries.size > 0
    ? among(countries)
    : Math.max(among(countriesOfPeople(wanted)), overlap(wanted, quote, 'name'));
}

/** Whether some words say that a person belongs to another people. */
export function isOfAnother(wanted: readonly string[], words: string): boolean {
  const quote = words.replaceAll(NON_PEOPLE_PART, ' ');
  const stated = ORIGIN_WORD.test(quote) ? countriesOf(quote) : nationalitiesIn(quote);
  const asked = wanted.map((each) => new Set([...countriesOf(each), ...countriesOfPeople(each)]));
  return stated.size > 0 && asked.every((countries) => countries.size > 0 && !intersects(countries, stated));
}
