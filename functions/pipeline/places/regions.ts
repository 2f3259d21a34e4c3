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
  ['Asia', 'asian, middle eastern', 'AM AZ CY EG GE KZ RU TR'],
  ['Balkans', 'balkan'],
  ['Baltics', 'baltic'],
  ['Benelux', 'BE LU NL'],
  ['Caribbean=Caribe', 'caribbean', 'BZ GY SR'],
  ['Central America=America Central=Centroamerica', 'central american', 'MX'],
  ['DACH', 'AT CH DE', 'LI'],
  ['East Asia', 'east asian'],
  ['EMEA', 'european, middle eastern, african', 'AF AM AZ GE KG KZ PK RU TJ TM TR UZ'],
  ['EU=European Union', 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'],
  ['Europe', 'european', 'AM AZ CY GE KZ RU TR'],
  ['Latin America=Latam=America Latina=Latinoamerica', 'latin american'],
  ['Middle East', 'middle eastern'],
  ['Nordics', 'nordic'],
  [
    'North America=America del Norte=America do Norte=Norteamerica',
    'north american',
    'AG AW BB BS BZ CR CU DM DO GD GT HN HT JM KN LC NI PA PR SV TT VC',
  ],
  ['Scandinavia', 'scandinavian'],
  ['South America=America del Sur=America do Sul=Sudamerica', 'south american'],
  ['South Asia', 'south asian'],
  ['Southeast Asia', 'southeast asian'],
];

/** Countries by the name of their people. */
const COUNTRIES_BY_PEOPLE = new Map(
  Object.entries(PEOPLES).map(([people, list]) => [people, list.split(' ')] as const),
);

/** Countries by the folded names of regions: those that certainly belong to one, and those that only some count as part of it. */
export const REGIONS: ReadonlyMap<string, { sure: readonly string[]; perhaps: readonly string[] }> = new Map(
  REGION_ENTRIES.flatMap(([list, members, perhaps]) => {
    const sure = members.split(', ').flatMap((each) => COUNTRIES_BY_PEOPLE.get(each) ?? each.split(' '));
    const countries = { sure, perhaps: perhaps?.split(' ') ?? [] };
    return list.split('=').map((name) => [nameKeyOf(name), countries] as const);
  }),
);

const regionOf = (text: string) => REGIONS.get(nameKeyOf(text).replace(/^the /, ''));

/** The countries of a region if a text is just its name, such as 'Europe' or 'Latin America'; otherwise none. */
export const countriesOfRegion = (text: string): Set<string> => new Set(regionOf(text)?.sure);

/** Like {@link countriesOfRegion}, plus the countries that only some count as part of it. */
export const widestRegion = (text: string): Set<string> => {
  const { sure = [], perhaps = [] } = regionOf(text) ?? {};
  return new Set([...sure, ...perhaps]);
};

/** The countries of a region's people if a text is just their name, such as 'Scandinavian' or 'Latin Americans'; otherwise none. */
export const countriesOfPeople = (text: string): Set<string> =>
  new Set(COUNTRIES_BY_PEOPLE.get(nameKeyOf(text).replace(/s$/, '')));
