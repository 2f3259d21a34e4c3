import { memoize, nameKeyOf } from '../language/words.ts';
import { gazetteer, isCountry, isState, type Place } from './gazetteer.ts';
import { type Mention, mentionsIn } from './place-mentions.ts';

/* Resolves the places that a text names: of several with the same name, the one meant, judging by what follows and what else is named. */

/** The places that a text names: two-letter country codes, and states and towns as in the gazetteer. */
export interface Whereabouts {
  countries: ReadonlySet<string>;
  states: ReadonlySet<string>;
  towns: ReadonlySet<string>;
  /** The urban areas of the towns. */
  areas: ReadonlySet<string>;
  /** What may be meant as well, if nothing in the text decides it. */
  either: { countries: ReadonlySet<string>; states: ReadonlySet<string> };
  /** The countries and states given by name, rather than by letters or by a town in them. */
  named: { countries: ReadonlySet<string>; states: ReadonlySet<string> };
}

/** Resolves the places that a text names. */
export const whereaboutsIn: (text: string) => Whereabouts = memoize((text) => {
  const mentions = narrowMeanings(mentionsIn(text));
  const certainties = certaintiesOf(mentions);
  const byCertainty = Map.groupBy(mentions, (mention) => certainties.get(mention));
  const told = byCertainty.get('told') ?? [];
  const placesOf = (some: readonly Mention[] = []) => some.flatMap(({ meanings }) => meanings);
  const certain = placesOf(told);
  const open = [
    ...placesOf(byCertainty.get('open')),
    ...told.flatMap(({ unlikelyMeanings }) => unlikelyMeanings),
  ];
  // 'New England'
  const ofOneCountry = placesOf(
    mentions.filter(({ meanings }) => meanings.length > 1 && valuesOf(meanings, 'country').size === 1),
  );
  const named = placesOf(told.filter(({ isLetters }) => !isLetters)).filter(({ town }) => town === undefined);
  return {
    countries: valuesOf([...certain, ...ofOneCountry], 'country'),
    states: valuesOf(certain, 'state'),
    towns: valuesOf(certain, 'town'),
    areas: valuesOf(certain, 'area'),
    either: { countries: valuesOf(open, 'country'), states: valuesOf(open, 'state') },
    named: { countries: valuesOf(named, 'country'), states: valuesOf(named, 'state') },
  };
});

const valuesOf = (places: readonly Place[], key: 'country' | 'state' | 'town' | 'area'): Set<string> =>
  new Set(places.flatMap((place) => place[key] ?? []));

/** Narrows a name's meanings to places that may lie in the place named next, if there are any: 'San Jose, CA'. */
const narrowByNext = (mention: Mention, index: number, all: readonly Mention[]): Mention => {
  const next = all[index + 1];
  const fitting = mention.meanings.filter(
    (place) => next?.locatesPrevious && next.meanings.some((wider) => mayContain(wider, place)),
  );
  return fitting.length > 0 ? { ...mention, meanings: fitting } : mention;
};

/**
 * Narrows a name's meanings to places in a country that is beyond doubt, if there are any: 'Perth, WA' is in Australia, 'Bellevue, WA' is
 * not. After a town not known here, letters mean a state rather than a country: 'Kokomo, IN'.
 */
function narrowMeanings(allMentions: readonly Mention[]): Mention[] {
  const mentions = allMentions.map(narrowByNext);
  const certain = new Set(
    mentions.flatMap(({ meanings }) => (meanings.length === 1 ? meanings.map(({ country }) => country) : [])),
  );
  const { rarelyMeant } = gazetteer();
  return mentions.map((mention) => {
    const fitting = mention.meanings.filter(({ country }) => certain.has(country));
    if (fitting.length > 0) return { ...mention, meanings: fitting };
    const isUsual = ({ state, country }: Place) => !rarelyMeant.has(state ?? country);
    const isLikelyState = mention.isAfterTown && mention.meanings.some((each) => each.state && isUsual(each));
    const unlikelyMeanings = mention.meanings.filter(
      (place) => mention.isLetters && (!isUsual(place) || (isLikelyState && isWholeCountry(place))),
    );
    const usual = mention.meanings.filter((place) => !unlikelyMeanings.includes(place));
    return usual.length > 0 ? { ...mention, meanings: usual, unlikelyMeanings } : mention;
  });
}

type Certainty = 'told' | 'open' | 'ruled out';

/** How many names before and after one are considered: more than any address has. */
const MAX_NEIGHBOURS = 6;

/** Goes from last to first, since a name that is ruled out says nothing about those before it. */
function certaintiesOf(mentions: readonly Mention[]): Map<Mention, Certainty> {
  const certainties = new Map<Mention, Certainty>();
  for (const [index, mention] of [...mentions.entries()].toReversed()) {
    const wider = locatingMentions(mentions.slice(index + 1, index + 1 + MAX_NEIGHBOURS)).filter(
      (each) => certainties.get(each) !== 'ruled out',
    );
    certainties.set(
      mention,
      certaintyOf(mention, mentions.slice(Math.max(0, index - MAX_NEIGHBOURS), index), wider),
    );
  }
  return certainties;
}

/**
 * A town or state is ruled out if a different state or country follows it: 'Portland, Maine'. Letters after a town known elsewhere leave
 * open whether it is a namesake, or whether they belong to a state not known here: 'Naples, FL', 'Milano, MI'. So does 'New York', since
 * 'London, New York' may be two towns.
 */
function certaintyOf(mention: Mention, earlier: readonly Mention[], wider: readonly Mention[]): Certainty {
  const certainties = mention.meanings.map((place) => certaintyOfPlace(place, mention, earlier, wider));
  const [only = 'open', ...others] = certainties;
  if (others.length === 0) return only;
  return certainties.every((each) => each === 'ruled out') ? 'ruled out' : 'open';
}

function certaintyOfPlace(
  place: Place,
  mention: Mention,
  earlier: readonly Mention[],
  wider: readonly Mention[],
): Certainty {
  if (isWholeCountry(place)) {
    const before = earlier.findLast(({ isLetters }) => !isLetters);
    const isDoubtful =
      mention.isLetters &&
      mention.locatesPrevious &&
      before?.meanings.every((each) => !mayContain(place, each));
    return isDoubtful ? 'open' : certaintyOfCountry(wider[0], place, mention);
  }
  const contradicting = wider.filter(({ meanings }) => !meanings.some((each) => mayContain(each, place)));
  if (contradicting.length === 0) return 'told';
  const isSure = ({ meanings, isLetters }: Mention) =>
    meanings.every(({ town }) => town === undefined) &&
    (!isLetters || mention.isLetters || meanings.every(({ country }) => country === place.country));
  return contradicting.some(isSure) ? 'ruled out' : 'open';
}

/** A country's name means a town directly before the letters of a state in another country: 'Lebanon, TN'. */
function certaintyOfCountry(
  next: Mention | undefined,
  { country }: Place,
  { isLetters, to }: Mention,
): Certainty {
  const isTown =
    !isLetters &&
    next?.isLetters &&
    next.from === to &&
    next.meanings.every((each) => each.country !== country);
  if (!isTown) return 'told';
  return next.isAfterTown ? 'ruled out' : 'open';
}

/** Of the names that follow a place, those that say where it is: up to a country or another town. */
function locatingMentions(later: readonly Mention[]): Mention[] {
  const end = later.findIndex(
    ({ locatesPrevious, meanings }) =>
      !locatesPrevious || meanings.every(({ town, isState }) => town !== undefined && !isState),
  );
  const country = later.findIndex(({ meanings }) => meanings.every(isWholeCountry));
  const ends = [end, country === -1 ? -1 : country + 1].filter((at) => at !== -1);
  return later.slice(0, Math.min(later.length, ...ends));
}

const isWholeCountry = ({ state, town }: Place): boolean => state === undefined && town === undefined;

/** Whether a place may lie in a wider one. Two states of one country do not exclude each other, since both may be meant. */
const mayContain = (wider: Place, place: Place): boolean =>
  wider.country === place.country &&
  (place.town === undefined ||
    wider.state === undefined ||
    place.state === undefined ||
    wider.state === place.state);

/** The two-letter codes of the countries that a text names, or names places in, including all that it may mean. */
export function countriesIn(text: string): Set<string> {
  const { countries, either } = whereaboutsIn(text);
  return new Set([...countries, ...either.countries]);
}

export const intersects = <Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): boolean =>
  [...one].some((value) => other.has(value));

/** Whether both have members, but none in common. */
export const areDisjoint = <Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): boolean =>
  one.size > 0 && other.size > 0 && !intersects(one, other);

const NEXT_WORDS = /^(?: [\p{L}\p{M}.'’-]+){1,2}/u;
// Matches only from the start of a word: starting within words too would take quadratic time.
const LAST_WORDS = /(?<![\p{L}\p{M}.'’-])(?:[\p{L}\p{M}.'’-]+ ){1,2}$/u;

/** Whether a text, given what surrounds it, is only part of another place's name: 'Mexico' in 'Mexico City', 'England' in 'New England'. */
export function isPartOfName(before: string, text: string, after: string): boolean {
  const last = LAST_WORDS.exec(before)?.[0].trim().split(' ') ?? [];
  const next = NEXT_WORDS.exec(after)?.[0].trim().split(' ') ?? [];
  // 'Quebec City'
  const isTown = whereaboutsIn(text).towns.size > 0;
  if (next[0] === 'City' && !isTown && (isCountry(text) || isState(text))) return true;
  const names = [0, 1, 2].flatMap((from) =>
    [0, 1, 2].map((to) => [...last.slice(last.length - from), text, ...next.slice(0, to)].join(' ')),
  );
  return names.some((name) => nameKeyOf(name) !== nameKeyOf(text) && isOtherPlace(name, text));
}

/** Whether a name is known as that of a place other than the one whose name it contains. */
function isOtherPlace(name: string, text: string): boolean {
  const meanings = gazetteer().names.get(nameKeyOf(name));
  if (meanings === undefined) return false;
  const [whole, part] = [whereaboutsIn(name), whereaboutsIn(text)];
  const isTown = whole.towns.size > 0 && !intersects(whole.towns, part.towns);
  const isInIt = intersects(whole.areas, part.areas);
  const isAbroad = part.countries.size > 0 && !intersects(whole.countries, part.countries);
  return isAbroad || (isTown && !isInIt);
}
