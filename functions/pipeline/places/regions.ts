import { nameKeyOf } from '../language/words.ts';

/* Regions made up of countries, and the names of their people. */

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
const SUB_SAHARAN =
  'AO BF BI BJ BW CD CF CG CI CM CV ER ET GA GH GM GN GQ GW KE LR LS MG ML MU MW MZ NA NE NG RW SC SL SN SS SZ TD TG TZ UG ZA ZM ZW';

/** Names for the people of several countries together, with the countries, or names above them: 'scandinavian, FI IS'. */
const PEOPLES: Readonly<Record<string, string>> = {
  scandinavian: 'DK NO SE',
  nordic: 'scandinavian, FI IS',
  baltic: 'EE LT LV',
  balkan: 'AL BA BG GR HR ME MK RO RS SI',
  european: `${EU}, AL BA BY CH GB IS LI MC MD ME MK NO RS SM UA`,
  african: `${SUB_SAHARAN}, DJ DZ EG KM LY MA MR SD SO TN`,
  'southeast asian': 'BN ID KH LA MM MY PH SG TH TL VN',
  'south asian': 'AF BD BT IN LK MV NP PK',
  'east asian': 'CN HK JP KP KR MN MO TW',
  asian: 'southeast asian, south asian, east asian, KG KZ TJ TM UZ',
  'middle eastern': 'AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE',
  'latin american': 'AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE',
  'north american': 'CA MX US',
  'central american': 'BZ CR GT HN NI PA SV',
  congolese: 'CD CG',
  caribbean: 'AG AW BB BS CU DM DO GD HT JM KN LC PR TT VC',
  'south american': 'AR BO BR CL CO EC GY PE PY SR UY VE',
};

/**
 * Regions as places: their names, separated by equals signs; the names of their people, or their countries; and countries that not
 * everyone counts as part of them, so that living there speaks neither for the region nor against it.
 */
const REGION_ENTRIES: readonly (readonly [names: string, members: string, perhaps?: string])[] = [
  ['Africa', 'african'],
  ['Americas', 'north american, central american, caribbean, south american'],
  ['APAC=Asia Pacific', 'east asian, southeast asian, south asian, AU NZ', 'FJ KG KZ PG TJ TM UZ'],
  ['Asia', 'asian, middle eastern', 'AM AZ CY GE RU'],
  ['Balkans', 'balkan'],
  ['Baltics', 'baltic'],
  ['Benelux', 'BE LU NL'],
  ['Caribbean=Caribe', 'caribbean', 'BZ GY SR'],
  ['CEE=Central and Eastern Europe', 'BG CZ EE HR HU LT LV PL RO RS SI SK', 'AL AT BA BY DE ME MD MK RU UA'],
  ['Central America=America Central=Centroamerica', 'central american', 'MX'],
  ['Central Asia', 'KG KZ TJ TM UZ', 'AF MN'],
  ['Central Europe', 'AT CZ DE HU PL SK', 'CH HR LI LT LV EE RO RS SI'],
  ['Congo', 'congolese'],
  ['DACH', 'AT CH DE', 'LI'],
  ['East Africa=Eastern Africa', 'BI DJ ER ET KE RW SO SS TZ UG', 'KM MG MU MW MZ SC SD ZM ZW'],
  ['East Asia', 'east asian'],
  ['Eastern Europe', 'BG BY CZ HU MD PL RO RU SK UA', 'AL AM AZ BA EE GE HR LT LV ME MK RS SI'],
  ['EMEA', 'european, middle eastern, african', 'AF AM AZ GE KG KZ PK RU TJ TM UZ'],
  ['EU=European Union', EU],
  ['Europe', 'european', 'AM AZ GE KZ RU TR'],
  ['GCC=Gulf states=Persian Gulf', 'AE BH KW OM QA SA', 'IQ IR'],
  ['Latin America=Latam=America Latina=Latinoamerica', 'latin american'],
  ['Maghreb', 'DZ LY MA TN', 'MR'],
  ['MENA=Middle East and North Africa', 'middle eastern, DZ LY MA TN', 'MR SD'],
  ['Middle East', 'middle eastern'],
  ['Nordics', 'nordic'],
  ['North Africa=Northern Africa', 'DZ EG LY MA TN', 'MR SD'],
  [
    'North America=America del Norte=America do Norte=Norteamerica',
    'north american',
    'central american, caribbean',
  ],
  ['Northern Europe', 'nordic, baltic', 'GB IE'],
  ['Oceania', 'AU FJ NZ PG SB TO VU WS', 'ID'],
  ['Scandinavia', 'scandinavian'],
  ['South America=America del Sur=America do Sul=Sudamerica', 'south american'],
  ['South Asia', 'south asian'],
  ['Southeast Asia', 'southeast asian'],
  ['Southern Africa', 'BW LS NA SZ ZA', 'AO MG MW MZ ZM ZW'],
  ['Southern Europe', 'ES GR IT MT PT', 'AD AL BA CY FR HR ME MK RS SI SM TR'],
  ['Sub-Saharan Africa', SUB_SAHARAN, 'DJ KM MR SD SO'],
  ['West Africa=Western Africa', 'BF BJ CI CV GH GM GN GW LR ML NE NG SL SN TG', 'MR'],
  ['Western Europe', 'AT BE CH DE FR GB IE LI LU MC NL', 'AD DK ES FI IS IT MT NO PT SE SM'],
];

/** Regions made up of US states, by their letters, known only if a text is just their name: 'East Coast Road' may be in Singapore. */
const US_REGIONS: Readonly<Record<string, string>> = {
  'East Coast=Eastern Seaboard': 'CT DC DE FL GA MA MD ME NC NH NJ NY PA RI SC VA',
  'Mid-Atlantic': 'DC DE MD NJ NY PA VA WV',
  'Midwest=Midwestern United States': 'IA IL IN KS MI MN MO ND NE OH SD WI',
  'Pacific Northwest=PNW': 'ID OR WA',
  'Tri-State Area': 'CT NJ NY',
  'West Coast': 'CA OR WA',
};

/** Territories that not everyone counts as part of their country. */
const TERRITORIES: Readonly<Record<string, string>> = { CN: 'HK MO', DK: 'GL', US: 'PR' };

/** Countries by the name of their people, filled in order, since a list may name those above it. */
const COUNTRIES_BY_PEOPLE = new Map<string, readonly string[]>();
const countriesOf = (list: string): readonly string[] =>
  list.split(', ').flatMap((each) => COUNTRIES_BY_PEOPLE.get(each) ?? each.split(' '));
for (const [people, list] of Object.entries(PEOPLES)) COUNTRIES_BY_PEOPLE.set(people, countriesOf(list));

const underEachName = <Value>(names: string, value: Value) =>
  names.split('=').map((name) => [nameKeyOf(name), value] as const);

/** Countries by the folded names of regions: those that certainly belong to one, and those that only some count as part of it. */
export const REGIONS: ReadonlyMap<string, { sure: readonly string[]; perhaps: readonly string[] }> = new Map(
  REGION_ENTRIES.flatMap(([list, members, perhaps]) =>
    underEachName(list, { sure: countriesOf(members), perhaps: perhaps ? countriesOf(perhaps) : [] }),
  ),
);

const STATES_BY_US_REGION = new Map(
  Object.entries(US_REGIONS).flatMap(([list, letters]) =>
    underEachName(
      list,
      letters.split(' ').map((each) => `US-${each}`),
    ),
  ),
);

const regionKeyOf = (text: string): string => nameKeyOf(text).replace(/^the /, '');

const regionOf = (text: string) => REGIONS.get(regionKeyOf(text));

/** The states of a region if a text is just its name, such as 'Midwest'; otherwise none. */
export const statesOfRegion = (text: string): Set<string> =>
  new Set(STATES_BY_US_REGION.get(regionKeyOf(text)));

/** The countries of a region if a text is just its name, such as 'Europe' or 'Latin America'; otherwise none. */
export const countriesOfRegion = (text: string): Set<string> => new Set(regionOf(text)?.sure);

/** Like {@link countriesOfRegion}, plus the countries that only some count as part of it; for a region made up of states, their country. */
export const widestRegion = (text: string): Set<string> => {
  const { sure = [], perhaps = [] } = regionOf(text) ?? {};
  const ofStates = [...statesOfRegion(text)].map((state) => state.slice(0, 2));
  return new Set([...sure, ...perhaps, ...ofStates]);
};

/** Countries, plus their territories that not everyone counts as part of them. */
export const withTerritories = (countries: ReadonlySet<string>): Set<string> =>
  new Set([...countries].flatMap((code) => [code, ...(TERRITORIES[code]?.split(' ') ?? [])]));

/** The countries of a region's people if a text is just their name, such as 'Scandinavian' or 'Latin Americans'; otherwise none. */
export const countriesOfPeople = (text: string): Set<string> =>
  new Set(COUNTRIES_BY_PEOPLE.get(nameKeyOf(text).replace(/s$/, '')));
