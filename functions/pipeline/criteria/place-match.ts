import { occurrences, wordsOf } from '../language/words.ts';
import { gazetteer, isCountry, isState } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { METRO_REACH } from '../places/place-names.ts';
import {
  countriesOfPeople,
  countriesOfRegion,
  statesOfRegion,
  widestRegion,
  withTerritories,
} from '../places/regions.ts';
import {
  areDisjoint,
  countriesIn,
  intersects,
  isPartOfName,
  type Whereabouts,
  whereaboutsIn,
} from '../places/whereabouts.ts';
import { NATIVE } from './nationality-match.ts';
import { SCHOOL, type Slot } from './slots.ts';
import { initialsOf, isAbbreviated, overlap, PARTLY } from './word-overlap.ts';

/* Whether a profile's words show that somebody is in a wanted place. docs/behaviour.md#criteria */

const ORIGIN_PART = new RegExp(
  `\\b(?:born|raised|originally|${NATIVE}|grew up|lived(?!.*\\bsince\\b))\\b.*?(?=,?\\s+(?:now|currently|based|living|lives?|[\\p{L}-]+-based)\\b|[.·;|]|$)`,
  'gisu',
);

const STATE_CODE = /(?<=,\s*)[A-Z]{2,3}(?=\s*$)/u;
/** Spells out the state's letters at the end of a place: 'Boulder, CO' and 'Boulder, Colorado, United States' are the same. */
const withStateName = (place: string): string =>
  place.replace(STATE_CODE, (letters) => {
    const state = [...whereaboutsIn(place).states].find((each) => each.endsWith(`-${letters}`));
    return gazetteer().stateNames.get(state ?? '') ?? letters;
  });

/** Something known to be a place may be named like a school: 'State College, Pennsylvania'. */
const isOfSchoolOrFirm = (quote: string, slot: Slot | undefined): boolean =>
  slot === 'school' || slot === 'company' || slot === 'study' || (slot !== 'place' && SCHOOL.test(quote));

/** How well the words about a person's location match a wanted place, from 0 to 1. */
export function placeShare(wanted: string, words: string, slot: Slot | undefined): number {
  const quote = words.replaceAll(ORIGIN_PART, ' ');
  if (isOfSchoolOrFirm(quote, slot)) return 0;
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(quote)];
  if (isState(wanted)) {
    if (!namesStateItself(wanted, quote)) return stateShare(wanted, quote);
    // Only a model can tell whether the 'Ontario' in California is meant; the capital is often called 'Washington'.
    const isTown = slot === 'place' && isTownElsewhere(asked, quote, 'states') && !WASHINGTON_DC.test(quote);
    return isTown ? PARTLY : 1;
  }
  if (isCountry(wanted)) {
    const isTown = townsOf(quote).size === 0 && isTownElsewhere(asked, quote, 'countries');
    return isTown ? 0 : shareAmong(asked.countries, stated, 'countries');
  }
  // 'American' as a location means the country, not the people.
  const people = countriesOfOnePeople(wanted);
  if (people.size > 0) return shareAmong(people, stated, 'countries');
  const inRegion = Math.max(
    shareAmong(countriesOfRegion(wanted), stated, 'countries'),
    shareAmong(statesOfRegion(wanted), stated, 'states'),
  );
  const ofTown = isSameTown(wanted, quote) ? 1 : 0;
  const ofArea = intersects(asked.areas, stated.areas) ? shareOfArea(wanted) : 0;
  return Math.max(inRegion, ofTown, ofArea, shareOfWords(wanted, quote, slot));
}

/** How many of a place's words are in a quote. Of a namesake abroad, only a model can tell that it is meant: 'London, Ontario'. */
function shareOfWords(wanted: string, quote: string, slot: Slot | undefined): number {
  if (slot === 'place' && isNamesake(wanted, quote)) return 0;
  // The Tampa Bay Area is not the Bay Area.
  if (areDisjoint(whereaboutsIn(wanted).areas, whereaboutsIn(quote).areas)) return 0;
  const text = withStateName(withoutNewPlaces(wanted, quote));
  const share = overlap(withStateName(wanted), text, 'place');
  if (isLikelyNamesake(wanted, quote)) return Math.min(share, PARTLY);
  return overlap(withoutCommonCountry(wanted, quote), text, 'place') === 1 ? 1 : share;
}

/** 'Reading' for 'Reading, UK' if a text names the same country, perhaps by another name: 'Reading, England'. */
function withoutCommonCountry(wanted: string, text: string): string {
  const at = wanted.lastIndexOf(',');
  const country = wanted.slice(at + 1);
  const isCommon = isCountry(country) && intersects(countriesIn(country), whereaboutsIn(text).countries);
  return at > 0 && isCommon ? wanted.slice(0, at) : wanted;
}

const NEW_PLACE = /(?<![\p{L}\p{M}])(?:New|Baja)\s\p{Lu}[\p{L}\p{M}]+/gu;
/** Blanks places named after other ones: 'New Jersey' is not Jersey. */
const withoutNewPlaces = (wanted: string, quote: string): string =>
  /\b(?:new|baja)\b/i.test(wanted) ? quote : quote.replaceAll(NEW_PLACE, ' ');

/** Whether a place or region known by its name alone is in another country than the one that a text gives. */
function isLikelyNamesake(wanted: string, place: string): boolean {
  const region = widestRegion(wanted);
  return areDisjoint(region.size > 0 ? region : whereaboutsIn(wanted).countries, countriesIn(place));
}

/** Given as locations, but not places. */
const NON_PLACE =
  /\b(?:remote\w*|anywhere|everywhere|world\w*|global\w*|international\w*|earth|online|internet|virtual|hybrid)\b/i;

/** Whether a person's location may lie in the wanted place, if the gazetteer lacks one of the two: 'Rosenheim' in Bavaria, or 'Munich'. */
export function mayLieIn(wanted: string, words: string, slot: Slot | undefined): boolean {
  const place = words.replaceAll(ORIGIN_PART, ' ');
  if (slot !== 'place' || isCountry(place) || NON_PLACE.test(place)) return false;
  return (isUnknown(place) || isUnknown(wanted)) && !isKnownElsewhere(wanted, place);
}

/** Whether the gazetteer lacks a place. */
function isUnknown(place: string): boolean {
  const { countries, states, either } = whereaboutsIn(place);
  const known = [
    countries,
    states,
    either.countries,
    either.states,
    countriesOfRegion(place),
    countriesOfPeople(place),
  ];
  return known.every(({ size }) => size === 0) && !NON_PLACE.test(place) && wordsOf(place).length > 0;
}

/**
 * Whether a text names the state itself: 'Topeka, Kansas', but not 'Kansas City', nor 'West Virginia' for Virginia or 'Baja California' for
 * California.
 */
const namesStateItself = (state: string, quote: string): boolean =>
  occurrences(quote, state).some(
    ({ before, after }) => !isPartOfName(before, state, after) && !/\b(?:baja|west)\s+$/i.test(before),
  );

/** Whether the name of a state or country is followed by another state, and so is a town's: 'Kansas City, Missouri', 'Peru, Illinois'. */
function isTownElsewhere(asked: Whereabouts, quote: string, of: 'countries' | 'states'): boolean {
  const stated = whereaboutsIn(quote.replace(/^[^,]*/, ''));
  return stated.states.size > 0 && areDisjoint(asked[of], stated[of]);
}

/** The countries of a text that is only a people's name, such as 'American' or 'Scandinavian'. */
const countriesOfOnePeople = (text: string): Set<string> =>
  new Set([...(wordsOf(text).length === 1 ? nationalitiesIn(text) : []), ...countriesOfPeople(text)]);

/** The share of a location in the same urban area: full if the area is wanted ('Bay Area'), partial if another town in it is. */
const shareOfArea = (wanted: string): number => (/\b(?:area|valley)$/i.test(wanted.trim()) ? 1 : PARTLY);

const shareAmong = (values: ReadonlySet<string>, stated: Whereabouts, of: 'countries' | 'states'): number =>
  intersects(values, stated[of]) ? 1 : intersects(values, stated.either[of]) ? PARTLY : 0;

/** Matches known places in the state, and its initials unless they mean something else: 'NY', but not 'SC' in Brazil. */
function stateShare(wanted: string, quote: string): number {
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(quote)];
  const states = asked.states.size > 0 ? asked.states : asked.either.states;
  const ofPlaces = shareAmong(states, stated, 'states');
  if (!isAbbreviated(wanted, quote, 'place')) return ofPlaces;
  const initials = whereaboutsIn(initialsOf(wordsOf(wanted)).toUpperCase());
  return Math.max(ofPlaces, shareAmong(states, initials, 'states'));
}

/** A town whose name includes what follows the comma. */
const WASHINGTON_DC = /^Washington,\s*(?:D\.?C\.?|District of Columbia)(?!\p{L})/iu;

/** Whether two places are the same known town: the one before the comma, as identified by the rest. */
function isSameTown(wanted: string, place: string): boolean {
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(place)];
  return (
    intersects(townsOf(wanted), townsOf(place)) &&
    !areDisjoint(asked.countries, stated.countries) &&
    !areDisjoint(asked.states, stated.states)
  );
}

/** Of a place's towns, the one that it begins with. Its name alone may not say which town is meant: 'Cambridge, UK'. */
function townsOf(place: string): ReadonlySet<string> {
  const first = place.replace(WASHINGTON_DC, 'Washington DC').replace(/,.*/s, '');
  const alone = whereaboutsIn(first).towns;
  const isFirst = (town: string) =>
    alone.has(town) || town.split('=').some((name) => occurrences(first, name).length > 0);
  return new Set([...whereaboutsIn(place).towns].filter(isFirst));
}

/**
 * Whether two places only share a name, since the countries or states that both give differ: 'Cambridge, UK' and 'Cambridge,
 * Massachusetts'.
 */
function isNamesake(wanted: string, place: string): boolean {
  const name = withStateName(wanted);
  const [asked, stated] = [whereaboutsIn(name).named, whereaboutsIn(place).named];
  return (
    (areDisjoint(asked.countries, stated.countries) || areDisjoint(asked.states, stated.states)) &&
    overlap(name, place, 'place') < 1
  );
}

/** Whether the words about a person's location support a model's claim that the person is elsewhere. */
export function isElsewhere(wanted: readonly string[], words: string, slot: Slot | undefined): boolean {
  const quote = words.replaceAll(ORIGIN_PART, ' ');
  if (slot === 'school' || slot === 'company' || slot === 'study') return false;
  return wanted.every((each) => {
    if (slot !== 'place') return isInAnotherCountry(each, quote);
    if (isKnownElsewhere(each, quote) || isLikelyNamesake(each, quote)) return true;
    // A country alone does not say which of its towns is meant. If the gazetteer lacks a town, the model is believed.
    const isWide = isCountry(each) || countriesOfRegion(each).size > 0;
    return (!isWide || isUnknown(quote)) && !isCountry(quote) && placeShare(each, quote, slot) === 0;
  });
}

function isInAnotherCountry(wanted: string, quote: string): boolean {
  if (!isCountry(wanted) && overlap(wanted, quote, 'place') > 0) return false;
  const stated = countriesIn(quote);
  const region = widestRegion(wanted);
  const asked = region.size > 0 ? region : countriesIn(wanted);
  return areDisjoint(isCountry(wanted) ? withTerritories(asked) : asked, stated);
}

/** Whether a metropolitan area reaches into a place: into Reston, or somewhere in Virginia, as 'Washington DC-Baltimore Area' does. */
function isInReach(wanted: Whereabouts, metro: string): boolean {
  if (!/\b(?:greater|area|region|metro)/i.test(metro)) return false;
  const places = wanted.areas.size > 0 ? wanted.areas : wanted.states;
  return [...townsOf(metro)].some((town) =>
    METRO_REACH[town.replace(/=.*/, '')]?.split(', ').some((each) => places.has(each)),
  );
}

/** Whether a place is known to be outside another one: in a different country, state or urban area. */
export function isKnownElsewhere(wanted: string, words: string): boolean {
  const quote = words.replaceAll(ORIGIN_PART, ' ');
  if (isInAnotherCountry(wanted, quote) || (!isCountry(wanted) && isNamesake(wanted, quote))) return true;
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(quote)];
  if (isInReach(asked, quote)) return false;
  return (
    areDisjoint(asked.areas, stated.areas) ||
    areDisjoint(statesOfRegion(wanted), stated.states) ||
    (areDisjoint(asked.states, stated.states) &&
      !intersects(asked.countries, stated.either.countries) &&
      overlap(wanted, quote, 'place') === 0)
  );
}
