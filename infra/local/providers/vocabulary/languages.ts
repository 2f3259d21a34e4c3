/** Languages people speak; those of the countries are added to these. */
export const LANGUAGES =
  'English, Spanish, French, German, Italian, Portuguese, Dutch, Swedish, Norwegian, Danish, Finnish, Icelandic, Polish, Czech, Slovak, Hungarian, Romanian, Bulgarian, Croatian, Serbian, Slovenian, Ukrainian, Russian, Greek, Turkish, Arabic, Hebrew, Persian, Farsi, Kurdish, Urdu, Hindi, Punjabi, Bengali, Tamil, Telugu, Sinhala, Nepali, Mandarin, Cantonese, Japanese, Korean, Vietnamese, Thai, Khmer, Indonesian, Malay, Tagalog, Swahili, Amharic, Yoruba, Igbo, Hausa, Twi, Wolof, Zulu, Afrikaans, Shona, Quechua, Aymara, Guaraní, Catalan, Basque, Welsh, Irish, Māori, Latin, Esperanto, Haitian Creole, American Sign Language, Sign Language';

/** Regions a request may name, with the country codes they hold. */
export const REGIONS: Readonly<Record<string, string>> = {
  Europe:
    'GB IE DE AT CH FR BE NL LU ES PT IT GR PL CZ SK HU RO BG HR RS SI UA SE NO DK FI IS EE LV LT BA AL MK ME CY MT MD BY',
  'European Union': 'IE DE AT FR BE NL LU ES PT IT GR PL CZ SK HU RO BG HR SI SE DK FI EE LV LT',
  'Eastern Europe': 'PL CZ SK HU RO BG UA RU RS MD BY',
  Scandinavia: 'SE NO DK',
  Nordics: 'SE NO DK FI IS',
  Baltics: 'EE LV LT',
  Balkans: 'HR RS SI BG BA AL MK ME',
  Asia: 'CN HK TW JP KR IN PK BD LK NP ID MY SG PH VN TH KH KZ UZ AF',
  'Southeast Asia': 'ID MY SG PH VN TH KH',
  'South Asia': 'IN PK BD LK NP',
  'East Asia': 'CN HK TW JP KR',
  'Central Asia': 'KZ UZ',
  'Middle East': 'TR IL LB JO SA AE QA IQ IR EG SY PS KW BH OM YE',
  Africa: 'EG MA TN DZ NG GH SN CI CM KE UG TZ RW ET ZA ZW ZM MZ LY SD SO CD ML BJ TG BF AO NA BW MW MU',
  'East Africa': 'KE UG TZ RW ET SO',
  'West Africa': 'NG GH SN CI CM ML BJ TG BF',
  'North Africa': 'EG MA TN DZ LY SD',
  'Latin America': 'MX GT SV HN NI CR PA DO PR CU CO VE EC PE BO CL AR UY PY BR',
  'South America': 'CO VE EC PE BO CL AR UY PY BR',
  'Central America': 'GT SV HN NI CR PA',
  Caribbean: 'JM TT HT DO PR CU',
  'North America': 'US CA MX',
  Oceania: 'AU NZ FJ',
};

/** Areas named by more than a city, with the cities they hold. */
export const AREAS: Readonly<Record<string, string>> = {
  'San Francisco Bay Area': 'San Francisco; Palo Alto; San Jose',
  'Bay Area': 'San Francisco; Palo Alto; San Jose',
  'Silicon Valley': 'San Francisco; Palo Alto; San Jose',
  'New York City': 'New York; Brooklyn',
  NYC: 'New York; Brooklyn',
  'Washington DC': 'Washington',
  'New England': 'Boston; Cambridge; Burlington',
  Bangalore: 'Bengaluru',
  Hollywood: 'Los Angeles',
  Manhattan: 'New York',
  'East Coast': 'New York; Boston; Philadelphia; Washington; Miami',
  'West Coast': 'San Francisco; Los Angeles; Seattle; Portland; San Diego',
};

/** What the people of a region are called. */
export const REGION_DEMONYMS: Readonly<Record<string, string>> = {
  African: 'Africa',
  'East African': 'East Africa',
  'West African': 'West Africa',
  'North African': 'North Africa',
  European: 'Europe',
  'Eastern European': 'Eastern Europe',
  Scandinavian: 'Scandinavia',
  Nordic: 'Nordics',
  Baltic: 'Baltics',
  Balkan: 'Balkans',
  Asian: 'Asia',
  'Southeast Asian': 'Southeast Asia',
  'South Asian': 'South Asia',
  'East Asian': 'East Asia',
  'Central Asian': 'Central Asia',
  'Middle Eastern': 'Middle East',
  'Latin American': 'Latin America',
  Latino: 'Latin America',
  Latina: 'Latin America',
  'South American': 'South America',
  'Central American': 'Central America',
  Caribbean: 'Caribbean',
};
