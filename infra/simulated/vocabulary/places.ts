import { readList, readTable } from './read.ts';

/** A country somebody comes from or lives in. */
export type Country = {
  code: string;
  name: string;
  otherNames: readonly string[];
  demonym: string;
  otherDemonyms: readonly string[];
  languages: readonly string[];
  /** Where names come from: a faker locale, or `=list` for a list in names.txt. */
  namesFrom: readonly string[];
  cities: readonly City[];
};

/** A city, with its state where it is usually written. */
export type City = { name: string; state: string | null; country: string };

function readCity(cell: string, country: string): City {
  const [name = '', state] = readList(cell);
  return { name, state: state ?? null, country };
}

function readCountry(cells: readonly string[]): Country {
  const [code = '', name = '', others, demonym = '', demonyms, languages, namesFrom, cities] = cells;
  return {
    code,
    name,
    otherNames: readList(others),
    demonym,
    otherDemonyms: readList(demonyms),
    languages: readList(languages),
    namesFrom: readList(namesFrom),
    cities: readList(cities, ';').map((cell) => readCity(cell, code)),
  };
}

export const COUNTRIES: readonly Country[] = readTable('countries').map((cells) => readCountry(cells));

const COUNTRIES_BY_CODE = new Map(COUNTRIES.map((country) => [country.code, country]));

/** The country with the code; throws if it is not in the vocabulary. */
export function countryOf(code: string): Country {
  const country = COUNTRIES_BY_CODE.get(code);
  if (country === undefined) throw new RangeError(`no country ${code}`);
  return country;
}

/** A region or area, with the countries or cities in it. */
type Area = { name: string; countries: readonly Country[]; cities: readonly string[] };

/** Regions (several countries) and areas (several cities). */
export const WIDER_PLACES: readonly Area[] = [
  ...readTable('regions').map(([name = '', codes]) => {
    return { name, countries: readList(codes, ' ').map((code) => countryOf(code)), cities: [] };
  }),
  ...readTable('areas').map(([name = '', cities]) => {
    return { name, countries: [], cities: readList(cities, ';') };
  }),
];

/** `Boston, Massachusetts, United States`, as a profile writes it. */
export function placeText(city: City): string {
  const country = countryOf(city.country).name;
  return [city.name, city.state, country]
    .filter((part, at, all) => all.indexOf(part) === at && part)
    .join(', ');
}

const STATE_ROWS = readTable('states');

/** US states by the abbreviation that follows a town. */
export const STATES: ReadonlyMap<string, string> = new Map(
  STATE_ROWS.map(([letters = '', name = '']) => [letters, name]),
);

/** Every city that a request can name. The last ones are in no country's list, so nobody lives there by chance. */
export const CITIES: readonly City[] = [
  ...COUNTRIES.flatMap((country) => country.cities),
  ...STATE_ROWS.flatMap(([, state = '', towns]) =>
    readList(towns, ';').map((name) => ({ name, state, country: 'US' })),
  ),
];

/** The cities of a named place: a city, a state, a country, or a region or area. */
export function citiesOf(name: string): readonly City[] {
  const country = COUNTRIES.find((each) => each.name === name);
  if (country !== undefined) return country.cities;
  const area = WIDER_PLACES.find((each) => each.name === name);
  if (area === undefined) return CITIES.filter((city) => city.name === name || city.state === name);
  const towns = CITIES.filter((city) => area.cities.includes(city.name));
  return [...area.countries.flatMap(({ cities }) => cities.slice(0, 1)), ...towns];
}

/** The demonyms of regions, with the countries in each. */
export const REGION_PEOPLE: readonly { demonym: string; countries: readonly Country[] }[] = readTable(
  'region-demonyms',
).map(([demonym = '', region]) => {
  return { demonym, countries: WIDER_PLACES.find(({ name }) => name === region)?.countries ?? [] };
});

/** The countries whose people have this demonym. */
export function countriesOf(demonym: string): readonly Country[] {
  const region = REGION_PEOPLE.find((people) => people.demonym === demonym);
  return region?.countries ?? COUNTRIES.filter((country) => country.demonym === demonym);
}

/** All demonyms of a country's people, its own and those of its regions. */
export function demonymsOf(country: Country): string[] {
  const wider = REGION_PEOPLE.filter(({ countries }) => countries.includes(country));
  return [country.demonym, ...country.otherDemonyms, ...wider.map(({ demonym }) => demonym)];
}
