import { wordsOf } from './words.ts';

/*
 * Which countries a text names: by their names in a few languages, their best known cities, and what their people are called. Countries'
 * names come from the Unicode data that the runtime carries; the rest is what it leaves out.
 */

/** ISO 3166-1. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KM KR KP KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VE VN WS YE ZA ZM ZW'.split(
    ' ',
  );
const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de'];

/** Names that people use and the data does not have. */
const MORE_NAMES: Readonly<Record<string, string>> = {
  US: 'USA, U.S., U.S.A., America, Estados Unidos de America',
  GB: 'Great Britain, Britain, England, Scotland, Wales, Northern Ireland',
  AE: 'UAE, Emirates',
  CZ: 'Czech Republic',
  HK: 'Hong Kong',
  KR: 'Korea',
  NL: 'Holland, The Netherlands',
  TR: 'Turkey',
};

/** Cities, states and provinces that profiles name without their country. */
const CITIES: Readonly<Record<string, string>> = {
  AE: 'Dubai, Abu Dhabi',
  AR: 'Buenos Aires, Cordoba, Rosario, Mendoza',
  AT: 'Vienna, Wien, Graz, Salzburg',
  AU: 'Sydney, Melbourne, Brisbane, Perth, Adelaide, Canberra, New South Wales, Queensland',
  BD: 'Dhaka',
  BE: 'Brussels, Antwerp, Ghent, Leuven',
  BO: 'La Paz, Santa Cruz de la Sierra, Cochabamba',
  BR: 'Sao Paulo, Rio de Janeiro, Brasilia, Belo Horizonte, Porto Alegre, Curitiba, Recife',
  CA: 'Toronto, Vancouver, Montreal, Ottawa, Calgary, Edmonton, Ontario, Quebec, British Columbia, Alberta',
  CH: 'Zurich, Geneva, Lausanne, Basel, Bern',
  CL: 'Santiago, Valparaiso, Concepcion',
  CN: 'Beijing, Shanghai, Shenzhen, Hangzhou, Guangzhou',
  CO: 'Bogota, Medellin, Cali, Barranquilla',
  CR: 'San Jose de Costa Rica',
  CU: 'Havana, La Habana',
  CZ: 'Prague, Brno',
  DE: 'Berlin, Munich, Munchen, Hamburg, Frankfurt, Cologne, Koln, Stuttgart, Dusseldorf, Leipzig, Dresden, Heidelberg',
  DK: 'Copenhagen, Aarhus',
  DO: 'Santo Domingo',
  EC: 'Quito, Guayaquil, Cuenca',
  EE: 'Tallinn',
  EG: 'Cairo, Alexandria',
  ES: 'Madrid, Barcelona, Valencia, Sevilla, Seville, Bilbao',
  ET: 'Addis Ababa',
  FI: 'Helsinki, Espoo, Tampere',
  FR: 'Paris, Lyon, Marseille, Toulouse, Bordeaux, Grenoble',
  GB: 'London, Manchester, Edinburgh, Bristol, Oxford, Leeds, Glasgow, Liverpool',
  GH: 'Accra',
  GR: 'Athens, Thessaloniki',
  HU: 'Budapest',
  ID: 'Jakarta, Bandung',
  IE: 'Dublin, Cork, Galway',
  IL: 'Tel Aviv, Jerusalem, Haifa',
  IN: 'Bangalore, Bengaluru, Mumbai, Delhi, New Delhi, Kolkata, Hyderabad, Chennai, Pune',
  IT: 'Rome, Roma, Milan, Milano, Turin, Torino, Bologna, Naples',
  JP: 'Tokyo, Osaka, Kyoto',
  KE: 'Nairobi, Mombasa',
  KR: 'Seoul, Busan',
  LB: 'Beirut',
  MA: 'Casablanca, Rabat',
  MX: 'Mexico City, Ciudad de Mexico, Monterrey, Guadalajara, Puebla',
  MY: 'Kuala Lumpur',
  NG: 'Lagos, Abuja',
  NL: 'Amsterdam, Rotterdam, Utrecht, The Hague, Eindhoven, Delft',
  NO: 'Oslo, Bergen',
  NZ: 'Auckland, Wellington',
  PE: 'Lima, Arequipa, Cusco, Cuzco, Trujillo, Piura, Callao',
  PH: 'Manila, Cebu',
  PK: 'Karachi, Lahore, Islamabad',
  PL: 'Warsaw, Krakow, Wroclaw, Gdansk',
  PT: 'Lisbon, Lisboa, Porto',
  PY: 'Asuncion',
  RO: 'Bucharest, Cluj',
  RS: 'Belgrade',
  RU: 'Moscow, Saint Petersburg',
  RW: 'Kigali',
  SA: 'Riyadh, Jeddah',
  SE: 'Stockholm, Malmo, Gothenburg, Lund, Uppsala',
  SN: 'Dakar',
  TH: 'Bangkok',
  TN: 'Tunis',
  TR: 'Istanbul, Ankara, Izmir',
  TW: 'Taipei',
  TZ: 'Dar es Salaam',
  UA: 'Kyiv, Kiev, Lviv',
  UG: 'Kampala',
  US: 'New York, New York City, NYC, Brooklyn, San Francisco, Los Angeles, Chicago, Denver, Detroit, Phoenix, Bay Area, Silicon Valley, Palo Alto, Mountain View, San Diego, Boston, Seattle, Austin, Houston, Dallas, Miami, Atlanta, Philadelphia, Pittsburgh, Minneapolis, Portland, Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, Washington DC, West Virginia, Wisconsin, Wyoming',
  UY: 'Montevideo',
  VE: 'Caracas, Maracaibo',
  VN: 'Hanoi, Ho Chi Minh City, Saigon',
  ZA: 'Johannesburg, Cape Town, Durban, Pretoria',
};

/** What people are called whose country's name does not begin like it. */
const IRREGULAR: Readonly<Record<string, string>> = {
  US: 'american americans estadounidense',
  GR: 'greek',
  GB: 'british english englishman englishwoman scottish scot welsh briton',
  NL: 'dutch',
  CH: 'swiss suizo suiza',
  FR: 'french frances francesa',
  ES: 'spanish spaniard espanol espanola',
  PL: 'polish pole',
  DK: 'danish dane',
  FI: 'finnish finn',
  IE: 'irish',
  PH: 'filipino filipina philippine',
  CZ: 'czech',
  DE: 'aleman alemana deutsch',
  TH: 'thai',
  KR: 'korean',
  NZ: 'kiwi',
  SA: 'saudi',
  LA: 'lao laotian',
};

/** What the people of several countries are called together. */
const REGION_PEOPLE: Readonly<Record<string, string>> = {
  scandinavian: 'DK NO SE',
  nordic: 'DK FI IS NO SE',
  baltic: 'EE LT LV',
  balkan: 'AL BA BG HR ME MK RS SI',
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
  'south american': 'AR BO BR CL CO EC GY PE PY SR UY VE',
};

const DEMONYM =
  /^\p{L}{2,}(?:an|ans|ian|ians|ean|ese|ish|i|is|er|ers|ano|ana|anos|anas|eno|ena|ino|ina|ine)$/u;

/** Letters that a country's name and its people's may each have of their own: Norw-ay, Norw-egian. */
const OWN_OF_NAME = 3;
const OWN_OF_PEOPLE = 5;
const LEAST_SHARED = 4;

interface Gazetteer {
  /** Countries by each of their names, folded. */
  countries: ReadonlyMap<string, string>;
  /** Countries by the folded names of places in them. */
  cities: ReadonlyMap<string, string>;
  /** Names of one word with their countries, by the letters that a people's name shares at least. */
  roots: ReadonlyMap<string, readonly (readonly [name: string, code: string])[]>;
  /** Countries by irregular names of their people. */
  people: ReadonlyMap<string, string>;
}

const keyOf = (name: string): string => wordsOf(name).join(' ');

let made: Gazetteer | undefined;

/** Made when first asked for: a search that never needs it does not wait for it. */
function gazetteer(): Gazetteer {
  if (made !== undefined) return made;
  const countries = new Map<string, string>();
  const cities = new Map<string, string>();
  const add = (to: Map<string, string>, names: readonly string[], code: string) => {
    for (const key of names.map(keyOf)) if (key !== '' && !to.has(key)) to.set(key, code);
  };
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of CODES)
      add(countries, [names.of(code)?.replace(/\s*\(.*\)|\s+SAR .*/g, '') ?? ''], code);
  }
  for (const [code, list] of Object.entries(MORE_NAMES)) add(countries, list.split(', '), code);
  for (const [code, list] of Object.entries(CITIES)) add(cities, list.split(', '), code);
  const roots = Map.groupBy(
    [...countries].filter(([name]) => !name.includes(' ')),
    ([name]) => name.slice(0, LEAST_SHARED),
  );
  const people = new Map(
    Object.entries(IRREGULAR).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
  );
  made = { countries, cities, roots, people };
  return made;
}

const LONGEST_NAME = 5;

/** The longest names of a map in a list of words, from left to right. */
function namesIn(words: readonly string[], ...maps: ReadonlyMap<string, string>[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1)
    for (let size = Math.min(LONGEST_NAME, words.length - at); size > 0; size -= 1) {
      const name = words.slice(at, at + size).join(' ');
      const code = maps.map((map) => map.get(name)).find((each) => each !== undefined);
      if (code === undefined) continue;
      found.push(code);
      at += size - 1;
      break;
    }
  return found;
}

/** What stands at the end of a record's place: `Lima, PE`. A state's letters may be a country's too, and then count as either. */
const CODE_AT_END = /(?:^|,)\s*([A-Z]{2})\s*$/;

const REGION_BEFORE = new Set([
  'latin',
  'south',
  'north',
  'central',
  'speaks',
  'speak',
  'fluent',
  'bilingual',
]);
/** 'us' is a word, and 'US' a country. */
const SHORT_NAMES = /\bU\.?S\.?(?:A\.?)?(?![\p{L}\p{N}])/u;
const UNITED_KINGDOM = /\bU\.?K\.?(?![\p{L}\p{N}])/u;

/** The countries that a text names, or in which the places are that it names, as two letters each. */
export function countriesIn(text: string): Set<string> {
  const { countries, cities } = gazetteer();
  const found = new Set(namesIn(wordsOf(text), countries, cities));
  const code = CODE_AT_END.exec(text)?.[1];
  if (code !== undefined && CODES.includes(code)) found.add(code);
  if (SHORT_NAMES.test(text)) found.add('US');
  if (UNITED_KINGDOM.test(text)) found.add('GB');
  return found;
}

/** Whether a text is a country's name and nothing besides. */
export const isCountry = (text: string): boolean =>
  gazetteer().countries.has(keyOf(text)) || /^(?:the )?(?:U\.?S\.?(?:A\.?)?|U\.?K\.?)$/.test(text.trim());

/** The countries whose people a text names: 'Peruvian', but neither 'Latin American' nor 'speaks Spanish'. */
export function nationalitiesIn(text: string): Set<string> {
  const words = wordsOf(text);
  const found = words.flatMap((word, index) =>
    REGION_BEFORE.has(words[index - 1] ?? '') ? [] : (countryOfPeople(word) ?? []),
  );
  return new Set(found);
}

/** The countries of 'Scandinavian' or 'Latin Americans', where a text says just that; none for any other. */
export const countriesOfRegion = (text: string): Set<string> =>
  new Set(REGION_PEOPLE[keyOf(text).replace(/s$/, '')]?.split(' '));

function countryOfPeople(word: string): string | undefined {
  const { people, roots, countries, cities } = gazetteer();
  const irregular = people.get(word);
  if (irregular !== undefined) return irregular;
  if (!DEMONYM.test(word) || countries.has(word) || cities.has(word)) return undefined;
  let best: { code: string; shared: number } | undefined;
  for (const [name, code] of roots.get(word.slice(0, LEAST_SHARED)) ?? []) {
    const shared = sharedLetters(name, word);
    const fits = name.length - shared <= OWN_OF_NAME && word.length - shared <= OWN_OF_PEOPLE;
    if (fits && shared > (best?.shared ?? 0)) best = { code, shared };
  }
  return best?.code;
}

/** How many letters two words have in common at their beginning. */
export function sharedLetters(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}
