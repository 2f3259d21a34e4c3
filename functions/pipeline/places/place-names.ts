/*
 * The names of places, as data: without accents, and with a comma or space between those of different ones. Countries' names come
 * from the Unicode data that the runtime carries; the rest is what it leaves out.
 */

/** ISO 3166-1. */
export const CODES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KM KR KP KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS SV SY SZ TD TG TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VE VN WS YE ZA ZM ZW'.split(
    ' ',
  );
export const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de'];

/** Names that people use and the data does not have. */
export const MORE_NAMES: Readonly<Record<string, string>> = {
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
export const TOWNS: Readonly<Record<string, string>> = {
  AE: 'Dubai, Abu Dhabi',
  AR: 'Buenos Aires, Cordoba, Rosario, Mendoza',
  AT: 'Vienna=Wien, Graz, Salzburg',
  BD: 'Dhaka',
  BE: 'Brussels=Bruxelles=Brussel, Antwerp=Antwerpen=Anvers, Ghent=Gent, Leuven',
  BO: 'La Paz, Santa Cruz de la Sierra, Cochabamba',
  BR: 'Sao Paulo, Rio de Janeiro, Brasilia, Belo Horizonte, Porto Alegre, Curitiba, Recife',
  CH: 'Zurich, Geneva=Geneve=Genf=Ginebra, Lausanne, Basel, Bern=Berne',
  CL: 'Santiago, Valparaiso, Concepcion',
  CN: 'Beijing, Shanghai, Shenzhen, Hangzhou, Guangzhou',
  CO: 'Bogota, Medellin, Cali, Barranquilla',
  CR: 'San Jose=San Jose de Costa Rica',
  CU: 'Havana=La Habana',
  CZ: 'Prague=Praha, Brno',
  DE: 'Berlin, Munich=Munchen, Hamburg, Frankfurt, Cologne=Koln, Stuttgart, Dusseldorf, Leipzig, Dresden, Heidelberg',
  DK: 'Copenhagen=Kobenhavn, Aarhus',
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
  IT: 'Rome=Roma, Milan=Milano, Turin=Torino, Bologna, Naples=Napoli',
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
  PL: 'Warsaw=Warszawa=Varsovia, Krakow=Cracow, Wroclaw, Gdansk',
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
  TT: 'Port of Spain',
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
export const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
    CA: 'California: Los Angeles, San Diego, San Francisco=SF/San Francisco Bay Area=Bay Area/Silicon Valley/Palo Alto/Mountain View/Oakland/San Jose',
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

/** Regions of some of a country's states. */
export const REGIONS_OF_STATES: Readonly<Record<string, string>> = {
  'New England': 'US-CT US-MA US-ME US-NH US-RI US-VT',
};

/** States and countries whose letters mean a state or country of many more people, where nothing says that they are meant: SC the Seychelles. */
export const OUTNUMBERED = ['AU-SA', 'AU-WA', 'CA-NL', 'CA-PE', 'SC'];
