import { casedWordsOf, memoize, sharedLetters, wordsOf } from '../language/words.ts';
import { gazetteer } from './gazetteer.ts';

/* Nationalities: irregular ones, and those that begin like the country's name. */

/** Nationalities that cannot be recognised from the country's name. */
const IRREGULAR_DEMONYMS: Readonly<Record<string, string>> = {
  US: 'estadounidense',
  GR: 'greek griego griega grego grega grecque griechin',
  GB: 'english englishman englishwoman scottish scot welsh briton',
  NL: 'dutch',
  CH: 'swiss suizo suiza',
  FR: 'french frances franzose franzosin',
  ES: 'spaniard espanol espanola',
  PL: 'polish pole',
  DK: 'danish dane danes',
  FI: 'finnish finn',
  IE: 'irish',
  CZ: 'czech',
  DE: 'deutsch',
  DO: 'dominican dominicans dominicano dominicana',
  TH: 'thai',
  KZ: 'kazakh kazakhs',
  NZ: 'kiwi',
  SA: 'saudi',
  LA: 'lao laotian',
  AF: 'afghan afghans',
  BA: 'bosnio',
  CI: 'ivorian ivorians ivoirien ivoirienne',
  CR: 'costarricense',
  EC: 'ecuatoriano ecuatoriana',
  GT: 'guatemalteco guatemalteca',
  HK: 'hongkonger hongkongers',
  HR: 'croat croats',
  HU: 'hungaro hungara',
  LB: 'libanes',
  NE: 'nigerien nigeriens nigerienne',
  NI: 'nicaraguense',
  PE: 'peruvienne peruviennes',
  PR: 'puertorriqueno puertorriquena boricua',
  SN: 'senegales',
  RS: 'serb serbs',
  SE: 'swede swedes',
  SK: 'slovak slovaks',
  TJ: 'tajik tajiks',
  TR: 'turk turks',
  TT: 'tobagonian',
  UZ: 'uzbek uzbeks',
  VE: 'venezolano venezolana',
};

/** Nationalities of two words. */
const TWO_WORD_DEMONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'cape verdean': 'CV',
    'costa rican': 'CR',
    'east timorese': 'TL',
    'hong konger': 'HK',
    'new zealander': 'NZ',
    'north korean': 'KP',
    'north macedonian': 'MK',
    'northern irish': 'GB',
    'puerto rican': 'PR',
    'sierra leonean': 'SL',
    'south african': 'ZA',
    'south korean': 'KR',
    'south sudanese': 'SS',
    'sri lankan': 'LK',
  }),
);

const COUNTRY_BY_IRREGULAR_DEMONYM = new Map(
  Object.entries(IRREGULAR_DEMONYMS).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
);

const EXCLUDING_PREFIXES = new Set([
  'latin',
  'south',
  'north',
  'central',
  'speaks',
  'speak',
  'fluent',
  'bilingual',
]);

/** The countries whose nationalities a text names: 'Peruvian', but not 'Latin American', 'New Mexican' or 'speaks Spanish'. */
export const nationalitiesIn: (text: string) => ReadonlySet<string> = memoize((text) => {
  const words = wordsOf(text);
  const cased = casedWordsOf(text);
  const found = words.flatMap((word, index) => {
    const before = words[index - 1] ?? '';
    const countryOfTwoWords = TWO_WORD_DEMONYMS.get(`${before} ${word.replace(/(?<=n|r)s$/, '')}`);
    const isExcluded = EXCLUDING_PREFIXES.has(before) || cased[index - 1] === 'New';
    return countryOfTwoWords ?? (isExcluded ? [] : (countryOfDemonym(word) ?? []));
  });
  return new Set(found);
});

const DEMONYM_PATTERN =
  /^\p{L}{2,}(?:ans?|ese|ish|is?|ers?|an[oa]s?|en[oa]|in[oae]|eir[oa]s?|ay[oa]|esas?|iens?|iennes?|aises?|(?<!a)in|innen)$/u;

/** 'Schwedin': everything before this ending must match the country's name, since given names end like this too, such as 'Quentin'. */
const GERMAN_FEMININE_ENDING = /(?:er)?in(?:nen)?$/;

/** Personal names and other words that only begin like a country's name. */
const NOT_DEMONYMS = new Set(
  'barber barbers belanger brazier catalan catalans catalina chin colombino cyprian domino francine francis francois georgina georgine germaine germana germano indexer indexers jordana jordi katakana katarina malin malina malti mauris monacelli monahan mongolfier perugini peruzzi polanski roman romana romano romanowski romans server servers spaghetti span spanner spanners spans zambrano'.split(
    ' ',
  ),
);

/** The fewest letters that the names of a country and its people share. */
const ROOT_LENGTH = 4;
/** The most letters that each may have beyond the shared ones: Norw-ay, Norw-egian. */
const MAX_NAME_ENDING = 3;
const MAX_DEMONYM_ENDING = 5;

/** One-word country names with their codes, by their first {@link ROOT_LENGTH} letters; built on first use, like the gazetteer. */
let roots: ReadonlyMap<string, readonly (readonly [name: string, code: string])[]> | undefined;

const rootsOf = (countries: ReadonlyMap<string, string>) =>
  Map.groupBy(
    [...countries].filter(([name]) => !name.includes(' ')),
    ([name]) => name.slice(0, ROOT_LENGTH),
  );

function countryOfDemonym(word: string): string | undefined {
  const irregular = COUNTRY_BY_IRREGULAR_DEMONYM.get(word);
  if (irregular !== undefined) return irregular;
  if (NOT_DEMONYMS.has(word) || !DEMONYM_PATTERN.test(word)) return undefined;
  const { countries, names } = gazetteer();
  if (names.has(word)) return undefined;
  roots ??= rootsOf(countries);
  let best: { code: string; shared: number } | undefined;
  for (const [name, code] of roots.get(word.slice(0, ROOT_LENGTH)) ?? []) {
    const shared = sharedLetters(name, word);
    const feminineEnding = GERMAN_FEMININE_ENDING.exec(word);
    const maxEnding = feminineEnding === null ? MAX_DEMONYM_ENDING : feminineEnding[0].length;
    const fits = name.length - shared <= MAX_NAME_ENDING && word.length - shared <= maxEnding;
    if (fits && shared > (best?.shared ?? 0)) best = { code, shared };
  }
  return best?.code;
}
