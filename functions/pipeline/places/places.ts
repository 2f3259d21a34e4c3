import { casedWordsOf, fold, remembering, sharedLetters, wordsOf } from '../language/words.ts';
import { gazetteer, nameKeyOf, type Place, ROOT_LETTERS } from './gazetteer.ts';

/*
 * What a text names of places and peoples: the known names in it and letters after them, and where each is by what stands after it.
 */

/** 'us' is a word, and 'US' a country. */
const SHORT_NAMES = /\bU\.?S\.?(?:A\.?)?(?![\p{L}\p{N}])/gu;
const UNITED_KINGDOM = /\bU\.?K\.?(?![\p{L}\p{N}])/gu;

/**
 * 'LA' is Los Angeles where it does not end a place after another town, which is in Louisiana, and belongs to no name: 'Baton Rouge, LA', 'LA
 * Times', 'EN LA PAZ'.
 */
const LOS_ANGELES =
  /(?=L\.?A)(?<![,(–—-]\s*)(?<!(?<![\p{L}\p{N}])(?!(?:In|Greater|Downtown|Central|North|South|East|West)\s)\p{Lu}[\p{L}.]*\s+)(?<![\p{L}\p{N}.])L(?:A|\.A\.)(?![\p{L}\p{N}])(?!\s+(?!Area\b|Metro)\p{Lu})/gu;

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
    mentionsIn(
      text
        .replaceAll(SHORT_NAMES, 'United States')
        .replaceAll(UNITED_KINGDOM, 'United Kingdom')
        .replaceAll(LOS_ANGELES, 'Los Angeles'),
    ),
  );
  const certainties = certaintiesOf(mentions);
  const byCertainty = Map.groupBy(mentions, (mention) => certainties.get(mention));
  const told = byCertainty.get('told') ?? [];
  const placesOf = (some: readonly Mention[] = []) => some.flatMap(({ meant }) => meant);
  const certain = placesOf(told);
  const open = [...placesOf(byCertainty.get('open')), ...told.flatMap(({ besides }) => besides)];
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

const setOf = (places: readonly Place[], key: 'country' | 'state' | 'town' | 'area'): Set<string> =>
  new Set(places.flatMap((place) => place[key] ?? []));

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

interface Mention extends Name {
  /** Whether it says where the one before it is: 'Lima, Peru'. */
  isAround: boolean;
  /** What it hardly means, but may. */
  besides: readonly Place[];
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
      .map((name, at, all) => ({
        ...name,
        isAround: isAround(name, all[at - 1], all[at + 1], words),
        besides: [],
      }));
  });
}

const wordsOfPart = (text: string, part: number): Word[] =>
  casedWordsOf(text).map((word) => ({
    word: fold(word),
    part,
    isCapitalised: /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word),
  }));

const LONGEST_NAME = 5;

/** 'New London' is another town than London. */
const OTHER_OF_NAME = new Set(['new', 'baja']);

/** The longest known names among words, from left to right. */
function namesIn(words: readonly Word[]): Name[] {
  const { names } = gazetteer();
  const found: Name[] = [];
  for (let from = 0; from < words.length; from += 1) {
    const before = words[from - 1];
    if (
      before !== undefined &&
      OTHER_OF_NAME.has(before.word) &&
      before.isCapitalised &&
      before.part === words[from]?.part
    )
      continue;
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
  const { codes, letters: byLetters } = gazetteer();
  return parts.flatMap((text, part) => {
    const letters = LETTERS.exec(text)?.[1] ?? '';
    const left = parts.length - 1 - part;
    if (left > 1 || (part === 0 && !(isWhole && left === 0))) return [];
    const states = byLetters.get(letters) ?? [];
    const meant = left === 0 && codes.has(letters) ? [{ country: letters }, ...states] : states;
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

/** What stands for several places only as those that may lie in what stands around it: 'San Jose, CA'. */
const fittedAround = (mention: Mention, index: number, all: readonly Mention[]): Mention => {
  const next = all[index + 1];
  const meant = mention.meant.filter(
    (place) => next?.isAround && next.meant.some((wider) => mayHold(wider, place)),
  );
  return meant.length > 0 ? { ...mention, meant } : mention;
};

/**
 * What stands for several places only as those that lie in a country of which there is no doubt, where one does: 'Perth, WA', but
 * 'Bellevue, WA'.
 */
function fitted(every: readonly Mention[]): Mention[] {
  const mentions = every.map(fittedAround);
  const certain = new Set(
    mentions.flatMap(({ meant }) => (meant.length === 1 ? meant.map(({ country }) => country) : [])),
  );
  const { outnumbered } = gazetteer();
  return mentions.map((mention) => {
    const fitting = mention.meant.filter(({ country }) => certain.has(country));
    if (fitting.length > 0) return { ...mention, meant: fitting };
    const besides = mention.meant.filter(
      ({ state, country }) => mention.isLetters && outnumbered.has(state ?? country),
    );
    const usual = mention.meant.filter((place) => !besides.includes(place));
    return usual.length > 0 ? { ...mention, meant: usual, besides } : mention;
  });
}

type Certainty = 'told' | 'open' | 'ruled out';

/** Names before and after one that say where it is: more than any address has. */
const MOST_AROUND = 6;

/** From the last on, since what is ruled out says nothing of what stands before it. */
function certaintiesOf(mentions: readonly Mention[]): Map<Mention, Certainty> {
  const certainties = new Map<Mention, Certainty>();
  for (const [index, mention] of [...mentions.entries()].toReversed()) {
    const wider = around(mentions.slice(index + 1, index + 1 + MOST_AROUND)).filter(
      (each) => certainties.get(each) !== 'ruled out',
    );
    certainties.set(
      mention,
      certaintyOf(mention, mentions.slice(Math.max(0, index - MOST_AROUND), index), wider),
    );
  }
  return certainties;
}

/**
 * Where its state or country is another, so is a town, and a state: 'Portland, Maine'. After a town that is known elsewhere letters leave
 * open whether it is a namesake or they belong to a state that is not known here: 'Naples, FL' and 'Milano, MI'; so does 'New York', since
 * 'London, New York' may be two towns.
 */
function certaintyOf(mention: Mention, earlier: readonly Mention[], wider: readonly Mention[]): Certainty {
  const certainties = mention.meant.map((place) => certaintyAs(place, mention, earlier, wider));
  const [only = 'open', ...others] = certainties;
  if (others.length === 0) return only;
  return certainties.every((each) => each === 'ruled out') ? 'ruled out' : 'open';
}

function certaintyAs(
  place: Place,
  mention: Mention,
  earlier: readonly Mention[],
  wider: readonly Mention[],
): Certainty {
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

/** The countries that a text names, or in which the places are that it names, as two letters each; all that it may mean. */
export function countriesIn(text: string): Set<string> {
  const { countries, either } = whereaboutsIn(text);
  return new Set([...countries, ...either.countries]);
}

/** Whether a text is a country's name and nothing besides. */
export const isCountry = (text: string): boolean =>
  gazetteer().countries.has(nameKeyOf(text)) || /^(?:the )?(?:U\.?S\.?(?:A\.?)?|U\.?K\.?)$/.test(text.trim());

/** Whether a text is the name of a state or province, or of a region that some make up, and nothing besides. */
export const isState = (text: string): boolean => gazetteer().states.has(nameKeyOf(text));

/** Whether a text is the name of a country, state, town or region, and nothing besides. */
export const isPlaceName = (text: string): boolean => gazetteer().names.has(nameKeyOf(text));

export const intersects = <Value>(one: ReadonlySet<Value>, other: ReadonlySet<Value>): boolean =>
  [...one].some((value) => other.has(value));

const NEXT_WORDS = /^(?: [\p{L}\p{M}.'’-]+){1,2}/u;
// Looked for from where a word begins only: from within each it would take the square of the text's length.
const LAST_WORDS = /(?<![\p{L}\p{M}.'’-])(?:[\p{L}\p{M}.'’-]+ ){1,2}$/u;

/** Whether a text, between what stands before and after it, is only part of another place's name: 'Mexico' in 'Mexico City', 'England' in 'New England'. */
export function isPartOfName(before: string, text: string, after: string): boolean {
  const last = LAST_WORDS.exec(before)?.[0].trim().split(' ') ?? [];
  const next = NEXT_WORDS.exec(after)?.[0].trim().split(' ') ?? [];
  // 'Quebec City'
  const isTown = whereaboutsIn(text).towns.size > 0;
  if (next[0] === 'City' && !isTown && (isCountry(text) || isState(text))) return true;
  const names = [0, 1, 2].flatMap((from) =>
    [0, 1, 2].map((to) => [...last.slice(last.length - from), text, ...next.slice(0, to)].join(' ')),
  );
  return names.some((name) => nameKeyOf(name) !== nameKeyOf(text) && isOtherPlace(name, text));
}

/** Whether a name is known as that of another place than the one whose name it has in it. */
function isOtherPlace(name: string, text: string): boolean {
  const meant = gazetteer().names.get(nameKeyOf(name));
  if (meant === undefined) return false;
  const [whole, part] = [whereaboutsIn(name), whereaboutsIn(text)];
  const isTown = whole.towns.size > 0 && !intersects(whole.towns, part.towns);
  const isInIt = intersects(whole.areas, part.areas);
  const isAbroad = part.countries.size > 0 && !intersects(whole.countries, part.countries);
  return isAbroad || (isTown && !isInIt);
}

const regionOf = (text: string) => gazetteer().regions.get(nameKeyOf(text).replace(/^the /, ''));

/** The countries of 'Europe' or 'Latin America', where a text says just that; none for any other. */
export const countriesOfRegion = (text: string): Set<string> => new Set(regionOf(text)?.sure);

/** With those that may be counted to it. */
export const widestRegion = (text: string): Set<string> => {
  const { sure = [], perhaps = [] } = regionOf(text) ?? {};
  return new Set([...sure, ...perhaps]);
};

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
  new Set(gazetteer().regionPeople.get(nameKeyOf(text).replace(/s$/, '')));

const DEMONYM =
  /^\p{L}{2,}(?:an|ans|ian|ians|ean|ese|ish|i|is|er|ers|ano|ana|anos|anas|eno|ena|ino|ina|ine|eiro|eira|eiros|eiras)$/u;

/** Letters that a country's name and its people's may each have of their own: Norw-ay, Norw-egian. */
const OWN_OF_NAME = 3;
const OWN_OF_PEOPLE = 5;

function countryOfPeople(word: string): string | undefined {
  const { people, roots, names } = gazetteer();
  const irregular = people.get(word);
  if (irregular !== undefined) return irregular;
  if (!DEMONYM.test(word) || names.has(word)) return undefined;
  let best: { code: string; shared: number } | undefined;
  for (const [name, code] of roots.get(word.slice(0, ROOT_LETTERS)) ?? []) {
    const shared = sharedLetters(name, word);
    const fits = name.length - shared <= OWN_OF_NAME && word.length - shared <= OWN_OF_PEOPLE;
    if (fits && shared > (best?.shared ?? 0)) best = { code, shared };
  }
  return best?.code;
}

// Made when first asked for: a function that starts would wait for it.
let countryNames: Intl.DisplayNames | undefined;

/** A record's country as people write it. */
export function countryName(code: string | null | undefined): string | undefined {
  if (!code || !/^[A-Z]{2}$/.test(code)) return code ?? undefined;
  countryNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return countryNames.of(code);
}
