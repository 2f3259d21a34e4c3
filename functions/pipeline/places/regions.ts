import { nameKeyOf } from '../language/words.ts';

/* Regions made up of countries, and the names of their people. */

/** Names for the people of several countries together, with the countries. */
const PEOPLES: Readonly<Record<string, string>> = {
  scandinavian: 'DK NO SE',
  nordic: 'DK FI IS NO SE',
  baltic: 'EE LT LV',
  balkan: 'AL BA BG GR HR ME MK RO RS SI',
  european:
    'AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA',
  african:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS SZ TD TG TN TZ UG ZA ZM ZW',
  asian: 'AF BD BN BT CN HK ID IN JP KG KH KP KR KZ LA LK MM MN MO MV MY NP PH PK SG TH TJ TL TM TW UZ VN',
  'southeast asian': 'BN ID KH LA MM MY PH SG TH TL VN',
  'south asian': 'AF BD BT IN LK MV NP PK',
  'east asian': 'CN HK JP KP KR MN MO TW',
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
  ['Asia', 'asian, middle eastern', 'AM AZ CY EG GE KZ RU TR'],
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
  ['EMEA', 'european, middle eastern, african', 'AF AM AZ GE KG KZ PK RU TJ TM TR UZ'],
  ['EU=European Union', 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'],
  ['Europe', 'european', 'AM AZ CY GE KZ RU TR'],
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
    'AG AW BB BS BZ CR CU DM DO GD GT HN HT JM KN LC NI PA PR SV TT VC',
  ],
  ['Northern Europe', 'nordic, baltic', 'GB IE'],
  ['Oceania', 'AU FJ NZ PG SB TO VU WS', 'ID'],
  ['Scandinavia', 'scandinavian'],
  ['South America=America del Sur=America do Sul=Sudamerica', 'south american'],
  ['South Asia', 'south asian'],
  ['Southeast Asia', 'southeast asian'],
  ['Southern Africa', 'BW LS NA SZ ZA', 'AO MG MW MZ ZM ZW'],
  ['Southern Europe', 'ES GR IT MT PT', 'AD AL BA CY FR HR ME MK RS SI SM TR'],
  [
    'Sub-Saharan Africa',
    'AO BF BI BJ BW CD CF CG CI CM CV ER ET GA GH GM GN GQ GW KE LR LS MG ML MU MW MZ NA NE NG RW SC SL SN SS SZ TD TG TZ UG ZA ZM ZW',
    'DJ KM MR SD SO',
  ],
  ['West Africa=Western Africa', 'BF BJ CI CV GH GM GN GW LR ML NE NG SL SN TG', 'MR'],
  ['Western Europe', 'AT BE CH DE FR GB IE LI LU MC NL', 'AD DK ES FI IS IT MT NO PT SE SM'],
];

/** Regions made up of US states, known only if a text is just their name: 'East Coast Road' may be in Singapore. */
const US_REGIONS: Readonly<Record<string, string>> = {
  'East Coast=Eastern Seaboard':
    'US-CT US-DC US-DE US-FL US-GA US-MA US-MD US-ME US-NC US-NH US-NJ US-NY US-PA US-RI US-SC US-VA',
  'Mid-Atlantic': 'US-DC US-DE US-MD US-NJ US-NY US-PA US-VA US-WV',
  'Midwest=Midwestern United States':
    'US-IA US-IL US-IN US-KS US-MI US-MN US-MO US-ND US-NE US-OH US-SD US-WI',
  'Pacific Northwest=PNW': 'US-ID US-OR US-WA',
  'Tri-State Area': 'US-CT US-NJ US-NY',
  'West Coast': 'US-CA US-OR US-WA',
};

/** Territories that not everyone counts as part of their country. */
const TERRITORIES: Readonly<Record<string, string>> = { CN: 'HK MO', DK: 'GL', US: 'PR' };

/** Countries by the name of their people. */
const COUNTRIES_BY_PEOPLE = new Map(
  Object.entries(PEOPLES).map(([people, list]) => [people, list.split(' ')] as const),
);

const underEachName = <Value>(names: string, value: Value) =>
  names.split('=').map((name) => [nameKeyOf(name), value] as const);

/** Countries by the folded names of regions: those that certainly belong to one, and those that only some count as part of it. */
export const REGIONS: ReadonlyMap<string, { sure: readonly string[]; perhaps: readonly string[] }> = new Map(
  REGION_ENTRIES.flatMap(([list, members, perhaps]) => {
    const sure = members.split(', ').flatMap((each) => COUNTRIES_BY_PEOPLE.get(each) ?? each.split(' '));
    return underEachName(list, { sure, perhaps: perhaps?.split(' ') ?? [] });
  }),
);

const STATES_BY_US_REGION = new Map(
  Object.entries(US_REGIONS).flatMap(([list, states]) => underEachName(list, states.split(' '))),
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
