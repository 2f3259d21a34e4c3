import type { ProfileRecord } from '#shared/profile-record.ts';
import { nameKeyOf } from '../language/words.ts';
import * as data from './place-names.ts';
import { REGIONS } from './regions.ts';

/* The known places: countries by their names in a few languages, states, towns and regions. */

/** A known country, state or town. */
export interface Place {
  country: string;
  /** Country code and letters: 'US-CA'. */
  state?: string;
  /** The same for all names of one town. */
  town?: string;
  /** The town's urban area. */
  area?: string;
  /** Whether the town's name is also a state's: New York. */
  isState?: boolean;
}

interface Gazetteer {
  /** Two-letter country codes. */
  countryCodes: ReadonlySet<string>;
  /** Country codes by each folded name of the country. */
  countries: ReadonlyMap<string, string>;
  /** What each folded name may mean: countries, states, the states of a region, towns. Empty for regions made up of countries. */
  names: ReadonlyMap<string, readonly Place[]>;
  /** States by their letters, as written after a town. */
  letters: ReadonlyMap<string, readonly Place[]>;
  /** For letters that usually mean a country: the folded towns after which they mean a state. */
  townsBefore: ReadonlyMap<string, ReadonlySet<string>>;
  /** For letters that usually mean a state: the folded towns after which they may mean a country. */
  foreignTownsBefore: ReadonlyMap<string, ReadonlySet<string>>;
  /** The folded names of states, by country code and letters. */
  stateNames: ReadonlyMap<string, string>;
  /** States and countries that their letters mean only if something else in the text says so. */
  rarelyMeant: ReadonlySet<string>;
  /** The folded names of states, and of regions made up of states. */
  states: ReadonlySet<string>;
}

let builtGazetteer: Gazetteer | undefined;

/** Everything known, built on first use, so that a search that never needs it does not wait for it. */
export function gazetteer(): Gazetteer {
  if (builtGazetteer !== undefined) return builtGazetteer;
  const countries = new Map<string, string>();
  const add = (names: readonly string[], code: string) => {
    // 'Congo' may be either of two countries.
    for (const key of names.map(nameKeyOf))
      if (key !== '' && !countries.has(key) && !REGIONS.has(key)) countries.set(key, code);
  };
  for (const language of data.LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of data.COUNTRY_CODES)
      add([names.of(code)?.replace(/\s*\(.*\)|\s+SAR .*/g, '') ?? ''], code);
  }
  for (const [code, list] of Object.entries(data.MORE_COUNTRY_NAMES)) add(list.split(', '), code);
  const stateEntries = Object.entries(data.STATES).flatMap(([country, states]) =>
    Object.entries(states).map(([letters, list]) => {
      const [name = '', towns = ''] = list.split(': ');
      return { letters, place: { country, state: `${country}-${letters}` }, name: nameKeyOf(name), towns };
    }),
  );
  const stateNames = stateEntries.map(({ name }) => name);
  const places: (readonly [name: string, place: Place])[] = [
    ...stateEntries.map(({ name, place }) => [name, place] as const),
    ...Object.entries(data.TOWNS).flatMap(([country, towns]) => townsOf(towns, { country })),
    ...stateEntries.flatMap(({ place, towns }) =>
      townsOf(towns, place).map(
        ([name, town]) => [name, { ...town, isState: stateNames.includes(name) }] as const,
      ),
    ),
  ];
  const stateRegions = Object.entries(data.REGIONS_OF_STATES).map(([name, list]) => {
    const states = list.split(' ').map((state) => ({ country: state.slice(0, 2), state }));
    return [nameKeyOf(name), states] as const;
  });
  const names = new Map<string, readonly Place[]>([
    ...[...REGIONS.keys()].map((name) => [name, []] as const),
    ...[...countries].map(([name, country]) => [name, [{ country }]] as const),
    ...[...Map.groupBy(places, ([name]) => name)].map(([name, all]) => {
      const country = countries.get(name);
      // A town takes precedence over a state of the same name that it is in.
      const meant = new Map(all.map(([, place]) => [place.state ?? place.country, place])).values();
      return [name, country === undefined ? [...meant] : [{ country }, ...meant]] as const;
    }),
    ...stateRegions,
  ]);
  const byLetters = Map.groupBy(stateEntries, (each) => each.letters);
  builtGazetteer = {
    countryCodes: new Set(data.COUNTRY_CODES),
    countries,
    names,
    letters: new Map([...byLetters].map(([letters, all]) => [letters, all.map(({ place }) => place)])),
    townsBefore: townsByLetters(data.TOWNS_BEFORE_LETTERS),
    foreignTownsBefore: townsByLetters(data.FOREIGN_TOWNS_BEFORE_LETTERS),
    stateNames: new Map(stateEntries.map(({ place, name }) => [place.state, name])),
    rarelyMeant: new Set(data.RARELY_MEANT),
    states: new Set([...stateNames, ...stateRegions.map(([name]) => name)]),
  };
  return builtGazetteer;
}

/** Lists of towns as sets of folded names. */
const townsByLetters = (lists: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(lists).map(([letters, towns]) => [letters, new Set(towns.split(', ').map(nameKeyOf))]),
  );

/** The towns of a list, each under all of its names. */
const townsOf = (list: string, around: Place): (readonly [name: string, place: Place])[] =>
  list
    .split(',')
    .flatMap((area) =>
      area
        .split('/')
        .flatMap((town) =>
          town.split('=').map((name) => [nameKeyOf(name), { ...around, town, area }] as const),
        ),
    );

/** Whether a text is a country's name and nothing else. */
export const isCountry = (text: string): boolean =>
  gazetteer().countries.has(nameKeyOf(text)) || /^(?:the )?(?:U\.?S\.?(?:A\.?)?|U\.?K\.?)$/.test(text.trim());

/** Whether a text is the name of a state or province, or of a region made up of these, and nothing else. */
export const isState = (text: string): boolean => gazetteer().states.has(nameKeyOf(text));

/** Whether a text is the name of a country, state, town or region, and nothing else. */
export const isPlaceName = (text: string): boolean => gazetteer().names.has(nameKeyOf(text));

// Created on first use, so that it does not delay a function's start.
let countryNames: Intl.DisplayNames | undefined;

/** A record's country as people write it. */
export function countryName(code: string | null | undefined): string | undefined {
  if (!code || !/^[A-Z]{2}$/.test(code)) return code ?? undefined;
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return countryNames.of(code);
}

/** A record's place as people write it: 'Berlin, Germany'. State and country are not repeated if the city already includes them. */
export const formatPlace = ({
  city,
  state,
  country,
}: Pick<ProfileRecord, 'city' | 'state' | 'country'>): string =>
  [
    ...new Map(
      [city, state, countryName(country)]
        .flatMap((part) => part?.split(/,\s*/) ?? [])
        .filter((part) => part !== '')
        .map((part) => [nameKeyOf(part), part]),
    ).values(),
  ].join(', ');
