import type { ProfileRecord } from '#shared/profile-record.ts';
import { nameKeyOf } from '../language/words.ts';
import * as data from './place-names.ts';
import { REGIONS } from './regions.ts';

/* The places that are known here: countries by their names in a few languages, states, towns and regions. */

/** A known country, state or town. */
export interface Place {
  country: string;
  /** By country and letters: 'US-CA'. */
  state?: string;
  /** One town has one, however it is called. */
  town?: string;
  /** The town's urban area. */
  area?: string;
  /** Whether a state has the name, of a town too: New York. */
  isState?: boolean;
}

interface Gazetteer {
  /** Countries by two letters. */
  codes: ReadonlySet<string>;
  /** Countries by each of their names, folded. */
  countries: ReadonlyMap<string, string>;
  /** What each folded name may stand for: countries, states, those that make up a region, towns; nothing for regions of countries. */
  names: ReadonlyMap<string, readonly Place[]>;
  /** States by the letters that stand after a town. */
  letters: ReadonlyMap<string, readonly Place[]>;
  /** The folded towns behind which letters are a state's, of those that are otherwise rather a country's. */
  townsBefore: ReadonlyMap<string, ReadonlySet<string>>;
  /** The folded towns behind which letters that are otherwise rather a state's may be a country's. */
  foreignTownsBefore: ReadonlyMap<string, ReadonlySet<string>>;
  /** The folded names of states by country and letters. */
  stateNames: ReadonlyMap<string, string>;
  /** States and countries that their letters stand for only where something else says so. */
  outnumbered: ReadonlySet<string>;
  /** The folded names of states, and of regions that some make up. */
  states: ReadonlySet<string>;
}

let made: Gazetteer | undefined;

/** All that is known, made when first asked for: a search that never needs it does not wait for it. */
export function gazetteer(): Gazetteer {
  if (made !== undefined) return made;
  const countries = new Map<string, string>();
  const add = (names: readonly string[], code: string) => {
    for (const key of names.map(nameKeyOf)) if (key !== '' && !countries.has(key)) countries.set(key, code);
  };
  for (const language of data.LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of data.CODES) add([names.of(code)?.replace(/\s*\(.*\)|\s+SAR .*/g, '') ?? ''], code);
  }
  for (const [code, list] of Object.entries(data.MORE_NAMES)) add(list.split(', '), code);
  const listed = Object.entries(data.STATES).flatMap(([country, states]) =>
    Object.entries(states).map(([letters, list]) => {
      const [name = '', towns = ''] = list.split(': ');
      return { letters, place: { country, state: `${country}-${letters}` }, name: nameKeyOf(name), towns };
    }),
  );
  const stateNames = listed.map(({ name }) => name);
  const places: (readonly [name: string, place: Place])[] = [
    ...listed.map(({ name, place }) => [name, place] as const),
    ...Object.entries(data.TOWNS).flatMap(([country, towns]) => townsOf(towns, { country })),
    ...listed.flatMap(({ place, towns }) =>
      townsOf(towns, place).map(
        ([name, town]) => [name, { ...town, isState: stateNames.includes(name) }] as const,
      ),
    ),
  ];
  const groups = Object.entries(data.REGIONS_OF_STATES).map(([name, list]) => {
    const states = list.split(' ').map((state) => ({ country: state.slice(0, 2), state }));
    return [nameKeyOf(name), states] as const;
  });
  const names = new Map<string, readonly Place[]>([
    ...[...REGIONS.keys()].map((name) => [name, []] as const),
    ...[...countries].map(([name, country]) => [name, [{ country }]] as const),
    ...[...Map.groupBy(places, ([name]) => name)].map(([name, all]) => {
      const country = countries.get(name);
      // A town in a state of its own name is meant rather than the state.
      const meant = new Map(all.map(([, place]) => [place.state ?? place.country, place])).values();
      return [name, country === undefined ? [...meant] : [{ country }, ...meant]] as const;
    }),
    ...groups,
  ]);
  const states = new Set([...stateNames, ...groups.map(([name]) => name)]);
  const letters = new Map(
    [...Map.groupBy(listed, (each) => each.letters)].map(([each, states]) => [
      each,
      states.map(({ place }) => place),
    ]),
  );
  const sets = { codes: new Set(data.CODES), outnumbered: new Set(data.OUTNUMBERED), states };
  const townsBefore = byLetters(data.TOWNS_BEFORE_LETTERS);
  const foreignTownsBefore = byLetters(data.FOREIGN_TOWNS_BEFORE_LETTERS);
  const namesOfStates = new Map(listed.map(({ place, name }) => [place.state, name]));
  made = { ...sets, countries, names, letters, townsBefore, foreignTownsBefore, stateNames: namesOfStates };
  return made;
}

/** Lists of towns as the folded names in them. */
const byLetters = (lists: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(lists).map(([letters, towns]) => [letters, new Set(towns.split(', ').map(nameKeyOf))]),
  );

/** The towns of a list, each by all its names. */
const townsOf = (list: string, around: Place): (readonly [name: string, place: Place])[] =>
  list
    .split(', ')
    .flatMap((area) =>
      area
        .split('/')
        .flatMap((town) =>
          town.split('=').map((name) => [nameKeyOf(name), { ...around, town, area }] as const),
        ),
    );

/** Whether a text is a country's name and nothing besides. */
export const isCountry = (text: string): boolean =>
  gazetteer().countries.has(nameKeyOf(text)) || /^(?:the )?(?:U\.?S\.?(?:A\.?)?|U\.?K\.?)$/.test(text.trim());

/** Whether a text is the name of a state or province, or of a region that some make up, and nothing besides. */
export const isState = (text: string): boolean => gazetteer().states.has(nameKeyOf(text));

/** Whether a text is the name of a country, state, town or region, and nothing besides. */
export const isPlaceName = (text: string): boolean => gazetteer().names.has(nameKeyOf(text));

// Made when first asked for: a function that starts would wait for it.
let countryNames: Intl.DisplayNames | undefined;

/** A record's country as people write it. */
export function countryName(code: string | null | undefined): string | undefined {
  if (!code || !/^[A-Z]{2}$/.test(code)) return code ?? undefined;
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return countryNames.of(code);
}

/** Where a record says that somebody is, as people write it: 'Berlin, Germany', also where the town comes with its state and country. */
export const writtenPlace = ({
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
