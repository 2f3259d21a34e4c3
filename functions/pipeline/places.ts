import { casedWordsOf, remembering, wordsOf } from './words.ts';

/*
 * Which countries a text names: by their names in a few languages, their best known towns, and what their people are called. Countries'
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

/**
 * Towns that profiles name without their country. A slash stands between those of one urban area, which are not told apart, and an equals
 * sign between names of the same one.
 */
const TOWNS: Readonly<Record<string, string>> = {
  AE: 'Dubai, Abu Dhabi',
  AR: 'Buenos Aires, Cordoba, Rosario, Mendoza',
  AT: 'Vienna=Wien, Graz, Salzburg',
  BD: 'Dhaka',
  BE: 'Brussels, Antwerp, Ghent, Leuven',
  BO: 'La Paz, Santa Cruz de la Sierra, Cochabamba',
  BR: 'Sao Paulo, Rio de Janeiro, Brasilia, Belo Horizonte, Porto Alegre, Curitiba, Recife',
  CH: 'Zurich, Geneva, Lausanne, Basel, Bern',
  CL: 'Santiago, Valparaiso, Concepcion',
  CN: 'Beijing, Shanghai, Shenzhen, Hangzhou, Guangzhou',
  CO: 'Bogota, Medellin, Cali, Barranquilla',
  CR: 'San Jose de Costa Rica',
  CU: 'Havana=La Habana',
  CZ: 'Prague, Brno',
  DE: 'Berlin, Munich=Munchen, Hamburg, Frankfurt, Cologne=Koln, Stuttgart, Dusseldorf, Leipzig, Dresden, Heidelberg',
  DK: 'Copenhagen, Aarhus',
  DO: 'Santo Domingo',
  EC: 'Quito, Guayaquil, Cuenca',
  EE: 'Tallinn',
  EG: 'Cairo, Alexandria',
  ES: 'Madrid, Barcelona, Valencia, Sevilla=Seville, Bilbao',
  ET: 'Addis Ababa',
  FI: 'Helsinki/Espoo, Tampere',
  FR: 'Paris, Lyon, Marseille, Toulouse, Bordeaux, Grenoble',
  GB: 'London, Manchester, Edinburgh, Bristol, Oxford, Leeds, Glasgow, Liverpool',
  GH: 'Accra',
  GR: 'Athens, Thessaloniki',
  HU: 'Budapest',
  ID: 'Jakarta, Bandung',
  IE: 'Dublin, Cork, Galway',
  IL: 'Tel Aviv, Jerusalem, Haifa',
  IN: 'Bangalore=Bengaluru, Mumbai, Delhi=New Delhi, Kolkata, Hyderabad, Chennai, Pune',
  IT: 'Rome=Roma, Milan=Milano, Turin=Torino, Bologna, Naples',
  JP: 'Tokyo, Osaka, Kyoto',
  KE: 'Nairobi, Mombasa',
  KR: 'Seoul, Busan',
  LB: 'Beirut',
  MA: 'Casablanca, Rabat',
  MX: 'Mexico City=Ciudad de Mexico, Monterrey, Guadalajara, Puebla',
  MY: 'Kuala Lumpur',
  NG: 'Lagos, Abuja',
  NL: 'Amsterdam, Rotterdam/The Hague/Delft, Utrecht, Eindhoven',
  NO: 'Oslo, Bergen',
  NZ: 'Auckland, Wellington',
  PE: 'Lima/Callao, Arequipa, Cusco=Cuzco, Trujillo, Piura',
  PH: 'Manila, Cebu',
  PK: 'Karachi, Lahore, Islamabad',
  PL: 'Warsaw, Krakow, Wroclaw, Gdansk',
  PT: 'Lisbon=Lisboa, Porto',
  PY: 'Asuncion',
  RO: 'Bucharest, Cluj',
  RS: 'Belgrade',
  RU: 'Moscow, Saint Petersburg',
  RW: 'Kigali',
  SA: 'Riyadh, Jeddah',
  SE: 'Stockholm, Malmo/Lund, Gothenburg, Uppsala',
  SK: 'Bratislava, Kosice',
  SN: 'Dakar',
  TH: 'Bangkok',
  TN: 'Tunis',
  TR: 'Istanbul, Ankara, Izmir',
  TW: 'Taipei',
  TZ: 'Dar es Salaam',
  UA: 'Kyiv=Kiev, Lviv',
  UG: 'Kampala',
  UY: 'Montevideo',
  VE: 'Caracas, Maracaibo',
  VN: 'Hanoi, Ho Chi Minh City=Saigon',
  ZA: 'Johannesburg/Pretoria, Cape Town, Durban',
};

/**
 * Of countries whose states and provinces profiles name, these by the letters that stand after a town, each with its towns. What is called
 * like people or firms ('Victoria', 'Regina', 'Halifax') is left to what stands after it.
 */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AU: {
    ACT: 'Australian Capital Territory: Canberra',
    NSW: 'New South Wales: Sydney',
    NT: 'Northern Territory',
    QLD: 'Queensland: Brisbane',
    SA: 'South Australia: Adelaide',
    TAS: 'Tasmania',
    VIC: 'State of Victoria: Melbourne',
    WA: 'Western Australia: Perth',
  },
  CA: {
    AB: 'Alberta: Calgary, Edmonton',
    BC: 'British Columbia: Vancouver',
    MB: 'Manitoba: Winnipeg',
    NB: 'New Brunswick: Fredericton, Moncton',
    NL: 'Newfoundland and Labrador',
    NS: 'Nova Scotia',
    NT: 'Northwest Territories',
    NU: 'Nunavut',
    ON: 'Ontario: Toronto, Ottawa',
    PE: 'Prince Edward Island: Charlottetown',
    QC: 'Quebec: Montreal',
    SK: 'Saskatchewan: Saskatoon',
    YT: 'Yukon',
  },
  US: {
    AL: 'Alabama',
    AK: 'Alaska',
    AZ: 'Arizona: Phoenix',
    AR: 'Arkansas',
    CA: 'California: Los Angeles, San Diego, San Francisco/San Francisco Bay Area=Bay Area/Silicon Valley/Palo Alto/Mountain View',
    CO: 'Colorado: Denver',
    CT: 'Connecticut',
    DC: 'District of Columbia: Washington DC=Washington D.C.',
    DE: 'Delaware',
    FL: 'Florida: Miami',
    GA: 'Georgia: Atlanta',
    HI: 'Hawaii',
    ID: 'Idaho',
    IL: 'Illinois: Chicago',
    IN: 'Indiana',
    IA: 'Iowa',
    KS: 'Kansas',
    KY: 'Kentucky',
    LA: 'Louisiana',
    ME: 'Maine',
    MD: 'Maryland',
    MA: 'Massachusetts: Boston',
    MI: 'Michigan: Detroit',
    MN: 'Minnesota: Minneapolis',
    MS: 'Mississippi',
    MO: 'Missouri',
    MT: 'Montana',
    NE: 'Nebraska',
    NV: 'Nevada',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NY: 'New York: New York=New York City=NYC/Brooklyn',
    NC: 'North Carolina',
    ND: 'North Dakota',
    OH: 'Ohio',
    OK: 'Oklahoma',
    OR: 'Oregon: Portland',
    PA: 'Pennsylvania: Philadelphia, Pittsburgh',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas: Austin, Houston, Dallas',
    UT: 'Utah',
    VT: 'Vermont',
    VA: 'Virginia',
    WA: 'Washington: Seattle, Spokane, Tacoma',
    WV: 'West Virginia',
    WI: 'Wisconsin',
    WY: 'Wyoming',
  },
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
 * Regions as places: their names, with an equals sign between those of the same one, what their people are called, and which countries only
 * some count to them: living there speaks neither for the region nor against it.
 */
const REGIONS: readonly (readonly [names: string, people: string, perhaps?: string])[] = [
  ['Africa', 'african'],
  ['Americas', 'north american, central american, caribbean, south american'],
  ['Asia', 'asian, middle eastern', 'AM AZ CY EG GE KZ RU TR'],
  ['Balkans', 'balkan'],
  ['Baltics', 'baltic'],
  ['Caribbean=Caribe', 'caribbean', 'BZ GY SR'],
  ['Central America=America Central=Centroamerica', 'central american', 'MX'],
  ['East Asia', 'east asian'],
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
/** Regions of some of a country's states. */
const REGIONS_OF_STATES: Readonly<Record<string, string>> = {
  'New England': 'US-CT US-MA US-ME US-NH US-RI US-VT',
};

const DEMONYM =
  /^\p{L}{2,}(?:an|ans|ian|ians|ean|ese|ish|i|is|er|ers|ano|ana|anos|anas|eno|ena|ino|ina|ine)$/u;

/** Letters that a country's name and its people's may each have of their own: Norw-ay, Norw-egian. */
const OWN_OF_NAME = 3;
const OWN_OF_PEOPLE = 5;
const LEAST_SHARED = 4;

/** A known state or town. */
interface Place {
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
  /** Countries by each of their names, folded. */
  countries: ReadonlyMap<string, string>;
  /** What each folded name may stand for: countries, states, those that make up a region, towns; nothing for regions of countries. */
  names: ReadonlyMap<string, readonly Place[]>;
  /** The folded names of states, and of regions that some make up. */
  states: ReadonlySet<string>;
  /** Countries by the folded names of regions: those that belong to one, and those that some count to it. */
  regions: ReadonlyMap<string, { sure: readonly string[]; perhaps: readonly string[] }>;
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
  const add = (names: readonly string[], code: string) => {
    for (const key of names.map(keyOf)) if (key !== '' && !countries.has(key)) countries.set(key, code);
  };
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of CODES) add([names.of(code)?.replace(/\s*\(.*\)|\s+SAR .*/g, '') ?? ''], code);
  }
  for (const [code, list] of Object.entries(MORE_NAMES)) add(list.split(', '), code);
  const roots = Map.groupBy(
    [...countries].filter(([name]) => !name.includes(' ')),
    ([name]) => name.slice(0, LEAST_SHARED),
  );
  const people = new Map(
    Object.entries(IRREGULAR).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
  );
  const listed = Object.entries(STATES).flatMap(([country, states]) =>
    Object.entries(states).map(([letters, list]) => {
      const [name = '', towns = ''] = list.split(': ');
      return { place: { country, state: `${country}-${letters}` }, name: keyOf(name), towns };
    }),
  );
  const stateNames = listed.map(({ name }) => name);
  const places = new Map<string, Place>([
    ...listed.map(({ name, place }) => [name, place] as const),
    ...Object.entries(TOWNS).flatMap(([country, towns]) => townsOf(towns, { country })),
    ...listed.flatMap(({ place, towns }) =>
      townsOf(towns, place).map(
        ([name, town]) => [name, { ...town, isState: stateNames.includes(name) }] as const,
      ),
    ),
  ]);
  const groups = Object.entries(REGIONS_OF_STATES).map(([name, list]) => {
    const states = list.split(' ').map((state) => ({ country: state.slice(0, 2), state }));
    return [keyOf(name), states] as const;
  });
  const regions = new Map(
    REGIONS.flatMap(([list, peoples, perhaps]) => {
      const sure = peoples.split(', ').flatMap((people) => REGION_PEOPLE[people]?.split(' ') ?? []);
      const countries = { sure, perhaps: perhaps?.split(' ') ?? [] };
      return list.split('=').map((name) => [keyOf(name), countries] as const);
    }),
  );
  const names = new Map<string, readonly Place[]>([
    ...[...regions.keys()].map((name) => [name, []] as const),
    ...[...countries].map(([name, country]) => [name, [{ country }]] as const),
    ...[...places].map(([name, place]) => {
      const country = countries.get(name);
      return [name, country === undefined ? [place] : [{ country }, place]] as const;
    }),
    ...groups,
  ]);
  const states = new Set([...stateNames, ...groups.map(([name]) => name)]);
  made = { countries, names, states, regions, roots, people };
  return made;
}

/** The towns of a list, each by all its names. */
const townsOf = (list: string, around: Place): (readonly [name: string, place: Place])[] =>
  list
    .split(', ')
    .flatMap((area) =>
      area
        .split('/')
        .flatMap((town) => town.split('=').map((name) => [keyOf(name), { ...around, town, area }] as const)),
    );

interface Word {
  word: string;
  /** Which of the parts between commas it stands in. */
  part: number;
  isCapitalised: boolean;
}

/** Words of a text, from one up to another, with all the places that they may name. */
interface Name {
  meant: readonly Place[];
  isLetters: boolean;
  from: number;
  to: number;
}

/** A name, and whether it says where the one before it is: 'Lima, Peru'. */
interface Mention extends Name {
  isAround: boolean;
}

const PLACE_ENDS = /[;|·•/!?…]|\s&\s|\s[-–—]\s|(?<=\p{L}{3})\.\s/u;
const PART_ENDS = /[,()]/;
/** Lie between the names of one place: 'Paris in Texas', 'Provincia de Lima'. */
const JOINING = new Set(['in', 'the', 'of', 'de', 'del', 'do', 'da']);
/** A known name, one part that is not known, and one that is: 'London, Middlesex County, Ontario'. */
const FARTHEST_PART = 2;

/** Everything that a text names, in its order. */
function mentionsIn(text: string): Mention[] {
  const places = text.split(PLACE_ENDS);
  return places.flatMap((place, index) => {
    const parts = place.split(PART_ENDS);
    const words = parts.flatMap(wordsOfPart);
    const names = namesIn(words);
    const letters = index === places.length - 1 ? lettersIn(parts, words, places.length === 1) : [];
    const starts = new Set(names.map(({ from }) => from));
    return [...names, ...letters.filter(({ from }) => !starts.has(from))]
      .sort((one, other) => one.from - other.from)
      .map((name, at, all) => ({ ...name, isAround: isAround(name, all[at - 1], all[at + 1], words) }));
  });
}

const wordsOfPart = (text: string, part: number): Word[] =>
  casedWordsOf(text).map((word) => ({
    word: word.toLowerCase(),
    part,
    isCapitalised: /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word),
  }));

const LONGEST_NAME = 5;

/** The longest known names among words, from left to right. 'New London' is another town than London. */
function namesIn(words: readonly Word[]): Name[] {
  const { names } = gazetteer();
  const found: Name[] = [];
  for (let from = 0; from < words.length; from += 1) {
    const before = words[from - 1];
    if (before?.word === 'new' && before.isCapitalised && before.part === words[from]?.part) continue;
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to -= 1) {
      const key = words.slice(from, to).map(({ word }) => word);
      const meant = names.get(key.join(' '));
      if (meant === undefined) continue;
      if (meant.length > 0) found.push({ meant, isLetters: false, from, to });
      from = to - 1;
      break;
    }
  }
  return found;
}

const LETTERS = /^\s*([A-Z]{2,3})\s*$/;

/** What letters may stand for at the end of a text, a state's before its country too: 'Lima, PE', 'Plano, TX, USA', and CA for Canada or California. */
function lettersIn(parts: readonly string[], words: readonly Word[], isWhole: boolean): Name[] {
  return parts.flatMap((text, part) => {
    const letters = LETTERS.exec(text)?.[1] ?? '';
    const left = parts.length - 1 - part;
    if (left > 1 || (part === 0 && !(isWhole && left === 0))) return [];
    const states = Object.entries(STATES).flatMap(([country, byLetters]) =>
      letters in byLetters ? [{ country, state: `${country}-${letters}` }] : [],
    );
    const meant = left === 0 && CODES.includes(letters) ? [{ country: letters }, ...states] : states;
    const from = words.findIndex((word) => word.part === part);
    return meant.length === 0 ? [] : [{ meant, isLetters: true, from, to: from + 1 }];
  });
}

/** Whether a name goes on from the one before it, with nothing between that is not part of the same place. */
function isAround(
  name: Name,
  before: Name | undefined,
  after: Name | undefined,
  words: readonly Word[],
): boolean {
  const [last, first, next] = [words[(before?.to ?? 0) - 1], words[name.from], words[name.to]];
  if (before === undefined || last === undefined || first === undefined) return false;
  // 'Texas Instruments'
  const isOfLongerName = next?.part === first.part && next.isCapitalised && after?.from !== name.to;
  return (
    !isOfLongerName &&
    first.part - last.part <= FARTHEST_PART &&
    words
      .slice(before.to, name.from)
      .every(({ word, part, isCapitalised }) => JOINING.has(word) || (isCapitalised && part < first.part))
  );
}

/** Where the places are that a text names, by countries of two letters and states and towns as known here. */
export interface Whereabouts {
  countries: ReadonlySet<string>;
  states: ReadonlySet<string>;
  towns: ReadonlySet<string>;
  /** The urban areas of the towns. */
  areas: ReadonlySet<string>;
  /** What may be meant besides, where nothing tells whether it is. */
  either: { countries: ReadonlySet<string>; states: ReadonlySet<string> };
  /** Those of the countries and states that it has the names of, rather than of towns in them or letters. */
  named: { countries: ReadonlySet<string>; states: ReadonlySet<string> };
}

/** What a text names of where something is. */
export const whereaboutsIn: (text: string) => Whereabouts = remembering((text) => {
  const mentions = fitted(
    mentionsIn(text.replaceAll(SHORT_NAMES, 'United States').replaceAll(UNITED_KINGDOM, 'United Kingdom')),
  );
  const certainties = certaintiesOf(mentions);
  const byCertainty = Map.groupBy(mentions, (mention) => certainties.get(mention));
  const told = byCertainty.get('told') ?? [];
  const placesOf = (some: readonly Mention[] = []) => some.flatMap(({ meant }) => meant);
  const [certain, open] = [placesOf(told), placesOf(byCertainty.get('open'))];
  // 'New England'
  const ofOneCountry = placesOf(
    mentions.filter(({ meant }) => meant.length > 1 && setOf(meant, 'country').size === 1),
  );
  const named = placesOf(told.filter(({ isLetters }) => !isLetters)).filter(({ town }) => town === undefined);
  return {
    countries: setOf([...certain, ...ofOneCountry], 'country'),
    states: setOf(certain, 'state'),
    towns: setOf(certain, 'town'),
    areas: setOf(certain, 'area'),
    either: { countries: setOf(open, 'country'), states: setOf(open, 'state') },
    named: { countries: setOf(named, 'country'), states: setOf(named, 'state') },
  };
});

/** What stands for several places only as those that lie in a country of which there is no doubt, where one does. */
function fitted(mentions: readonly Mention[]): Mention[] {
  const certain = new Set(
    mentions.flatMap(({ meant }) => (meant.length === 1 ? meant.map(({ country }) => country) : [])),
  );
  return mentions.map((mention) => {
    const fitting = mention.meant.filter(({ country }) => certain.has(country));
    return fitting.length === 0 ? mention : { ...mention, meant: fitting };
  });
}

type Certainty = 'told' | 'open' | 'ruled out';

/** From the last on, since what is ruled out says nothing of what stands before it. */
function certaintiesOf(mentions: readonly Mention[]): Map<Mention, Certainty> {
  const certainties = new Map<Mention, Certainty>();
  for (const [index, mention] of [...mentions.entries()].toReversed()) {
    const wider = around(mentions.slice(index + 1)).filter((each) => certainties.get(each) !== 'ruled out');
    certainties.set(mention, certaintyOf(mention, mentions.slice(0, index), wider));
  }
  return certainties;
}

/**
 * Where its state or country is another, so is a town, and a state: 'Portland, Maine'. After a town that is known elsewhere letters leave
 * open whether it is a namesake or they belong to a state that is not known here: 'Naples, FL' and 'Milano, MI'; so does 'New York', since
 * 'London, New York' may be two towns.
 */
function certaintyOf(mention: Mention, earlier: readonly Mention[], wider: readonly Mention[]): Certainty {
  const [place, ...others] = mention.meant;
  if (place === undefined || others.length > 0) return 'open';
  if (isWholeCountry(place)) {
    const before = earlier.findLast(({ isLetters }) => !isLetters);
    const isDoubtful =
      mention.isLetters && mention.isAround && before?.meant.every((each) => !mayHold(place, each));
    return isDoubtful ? 'open' : 'told';
  }
  const against = wider.filter(({ meant }) => !meant.some((each) => mayHold(each, place)));
  if (against.length === 0) return 'told';
  const isSure = ({ meant, isLetters }: Mention) =>
    meant.every(({ town }) => town === undefined) &&
    (!isLetters || mention.isLetters || meant.every(({ country }) => country === place.country));
  return against.some(isSure) ? 'ruled out' : 'open';
}

/** What says where something is, of all that follows it: up to a country or another town. */
function around(later: readonly Mention[]): Mention[] {
  const end = later.findIndex(
    ({ isAround, meant }) => !isAround || meant.every(({ town, isState }) => town !== undefined && !isState),
  );
  const country = later.findIndex(({ meant }) => meant.every(isWholeCountry));
  const ends = [end, country === -1 ? -1 : country + 1].filter((at) => at !== -1);
  return later.slice(0, Math.min(later.length, ...ends));
}

const isWholeCountry = ({ state, town }: Place): boolean => state === undefined && town === undefined;

/** Whether one of two places may lie in the other, wider one. Of two states neither does, and both may be meant. */
const mayHold = (wider: Place, place: Place): boolean =>
  wider.country === place.country &&
  (place.town === undefined ||
    wider.state === undefined ||
    place.state === undefined ||
    wider.state === place.state);

const setOf = (places: readonly Place[], key: 'country' | 'state' | 'town' | 'area'): Set<string> =>
  new Set(places.flatMap((place) => place[key] ?? []));

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
const SHORT_NAMES = /\bU\.?S\.?(?:A\.?)?(?![\p{L}\p{N}])/gu;
const UNITED_KINGDOM = /\bU\.?K\.?(?![\p{L}\p{N}])/gu;

/** The countries that a text names, or in which the places are that it names, as two letters each; all that it may mean. */
export function countriesIn(text: string): Set<string> {
  const { countries, either } = whereaboutsIn(text);
  return new Set([...countries, ...either.countries]);
}

/** Whether a text is a country's name and nothing besides. */
export const isCountry = (text: string): boolean =>
  gazetteer().countries.has(keyOf(text)) || /^(?:the )?(?:U\.?S\.?(?:A\.?)?|U\.?K\.?)$/.test(text.trim());

/** Whether a text is the name of a state or province, or of a region that some make up, and nothing besides. */
export const isState = (text: string): boolean => gazetteer().states.has(keyOf(text));

const regionOf = (text: string) => gazetteer().regions.get(keyOf(text).replace(/^the /, ''));

/** The countries of 'Europe' or 'Latin America', where a text says just that; none for any other. */
export const countriesOfRegion = (text: string): Set<string> => new Set(regionOf(text)?.sure);

/** With those that may be counted to it. */
export const widestRegion = (text: string): Set<string> => {
  const { sure = [], perhaps = [] } = regionOf(text) ?? {};
  return new Set([...sure, ...perhaps]);
};

/** The countries whose people a text names: 'Peruvian', but neither 'Latin American' nor 'speaks Spanish'. */
export function nationalitiesIn(text: string): Set<string> {
  const words = wordsOf(text);
  const found = words.flatMap((word, index) =>
    REGION_BEFORE.has(words[index - 1] ?? '') ? [] : (countryOfPeople(word) ?? []),
  );
  return new Set(found);
}

/** The countries of 'Scandinavian' or 'Latin Americans', where a text says just that; none for any other. */
export const countriesOfPeople = (text: string): Set<string> =>
  new Set(REGION_PEOPLE[keyOf(text).replace(/s$/, '')]?.split(' '));

function countryOfPeople(word: string): string | undefined {
  const { people, roots, names } = gazetteer();
  const irregular = people.get(word);
  if (irregular !== undefined) return irregular;
  if (!DEMONYM.test(word) || names.has(word)) return undefined;
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
