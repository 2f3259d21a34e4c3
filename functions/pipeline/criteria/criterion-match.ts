import type { Criterion } from '#shared/criteria.ts';
import type { Stated } from '#shared/results.ts';
import { linesNamed, linesOf } from '../language/synonyms.ts';
import { type Kind, mayBeForm } from '../language/word-forms.ts';
import { EITHER, FORMER, occurrences, wordsOf } from '../language/words.ts';
import { isCountry, isState } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesOfPeople, countriesOfRegion, widestRegion } from '../places/regions.ts';
import {
  areApart,
  countriesIn,
  intersects,
  isPartOfName,
  type Whereabouts,
  whereaboutsIn,
} from '../places/whereabouts.ts';
import {
  initialsOf,
  isAbbreviated,
  type Meaning,
  overlap,
  readFor,
  withoutLookalikes,
} from './word-overlap.ts';
import { areEnough, yearsAsked } from './years.ts';

/*
 * Whether some words of a profile say something of a criterion. It is decided by words in common, once their forms, abbreviations and
 * the other names of a thing are told apart; where that cannot be told, they do not. docs/behaviour.md#criteria
 */

/** What a piece of a person's texts is about, where its place tells. */
export type Slot = 'name' | 'place' | 'role' | 'company' | 'school' | 'study';

export const DEGREE =
  /\b(?:ph\.?d|dphil|doctora\w*|mba|m\.?sc?|m\.?a|m\.?eng|b\.?sc?|b\.?a|b\.?eng|ll\.?[bm]|j\.?d|bachelor\w*|master\w*|licenci\w*|maestr\w*|diploma|associate)\b/i;
export const SCHOOL =
  /\b(?:universi\w*|college|school|institut\w*|academy|polytech\w*|pontifi\w*|hochschule|ecole)\b/i;
export const STUDY = /\b(?:stud(?:y|ied|ies|ying)|major(?:ed)?|degree|graduat\w+)\b/i;
export const ROLE =
  /(?<!\p{L})\p{L}{2,}(?:er|ers|or|ors|ist|ists|ant|ants|ian|ians|ee|man|woman|chief|head)\b|\b(?:chief|head|director|ceo|cto|cfo|president|partner|intern|nurse|student|retired|analyst|fellow|associate)\b/iu;
const NEGATED = /\b(?:no|not|never|without|non|lacks?|none)\b(?!\.?\s*\d)/i;
const PAST = new RegExp(`\\b(?:${FORMER}|retired|no longer|until \\d{4})\\b`, 'i');
const ORIGIN = /\b(?:born|raised|originally|native|grew up|nacid[oa]|from|hails|roots)\b/i;
const RESIDENCE = /\b(?:liv(?:es?|ed|ing)|based|locat(?:ed|ion)|resid\w+|born|raised|grew up|from)\b/i;
const ORIGIN_PART =
  /\b(?:born|raised|originally|native|grew up|lived(?!.*\bsince\b))\b.*?(?=,?\s+now\b|[.·;|]|$)/gis;
const ORIGIN_ALONE = new RegExp(
  `${ORIGIN.source}.*?(?=,?\\s+(?:now|currently|based|living|lives?)\\b|[.·;|]|$)`,
  'gis',
);
/** A language, of which a nationality is often the name too: 'speaks Spanish', 'Spanish teacher', 'German literature'. */
const LANGUAGE_PART =
  /(?<!\p{L})(?:speaks?|speaking|fluent in|bilingual in|languages?:?|spricht|sprechen|sprachen:?|habl[ao]|idiomas?:?|fal[ao]|línguas?:?|parle|langues?:?|parl[ao]|lingue:?)\s[^.·;|]*|(?<!\p{L})\p{L}+[-\s]+(?:language|speak(?:er|ing)|teacher|tutor|translator|interpreter|literature|philology|studies)s?\b/giu;

/** What somebody has studied is no profession: 'Studied architecture at', 'graduate student in journalism', 'Bachelor of Laws'. */
const STUDY_PART =
  /\b(?:stud(?:ied|ying|ies)|students? (?:of|in)|(?:graduat|major)(?:ed|ing) in|(?:bachelor|master)(?:['’]?s)?(?: degree)? (?:of|in)|(?:degree|diploma|b\.?sc?\.?|m\.?sc?\.?|b\.?a\.?|m\.?a\.?|ll\.?[bm]\.?) in)\s[^.,;|·()]*?(?=\s(?:at|from|with|and|but|now|who)\s|[.,;|·()]|$)/gi;

/** Of whoever studies it is all that there is to tell. */
const STUDENT = linesNamed('student');

const alternativesOf = ({ text }: Criterion): string[] => text.split(EITHER);

const NO_MORE: Meaning = () => false;
const HAS_FORM: Meaning = (asked, text) => wordsOf(text).some((word) => mayBeForm(asked, word));
const HAS_TOWN: Meaning = (asked, text) => intersects(whereaboutsIn(asked).towns, whereaboutsIn(text).towns);

/** What a model may mean that has judged: code does not contradict it for want of a word's form. A name in capitals has none. */
function meaningFor({ subject }: Criterion, wanted: string): Meaning {
  if (subject === 'location' || subject === 'nationality') return NO_MORE;
  if (SCHOOL.test(wanted)) return HAS_TOWN;
  return subject !== 'profession' && /^\p{Lu}/u.test(wanted) ? NO_MORE : HAS_FORM;
}

const countriesOf = (text: string): Set<string> => new Set([...countriesIn(text), ...nationalitiesIn(text)]);

/**
 * Whether some words bear out a model that says of them that the person has what the criterion names; `slot` is what the place tells in which they
 * stand.
 */
export const says = (criterion: Criterion, quote: string, slot: Slot | undefined): boolean =>
  saysPart(criterion, quote, slot, meaningFor) > 0 || mayLieIn(criterion, quote, slot);

/** Whether some words say so of all of it: what code takes for met where no model has spoken. */
export const showsWhole = (criterion: Criterion, text: string, slot: Slot | undefined): boolean =>
  saysPart(criterion, text, slot) === 1;

/** Whether a text names what a criterion does, in the same or other words, whatever is asked of it. */
export const isNamedBy = (stated: Stated, text: string): boolean =>
  showsWhole({ id: '', ...stated, need: 'required' }, text, undefined);

/** What a text says in part: a model's word may rest on it, and code alone does not. */
const PARTLY = 0.5;

function saysPart(
  criterion: Criterion,
  words: string,
  slot: Slot | undefined,
  meaning: typeof meaningFor = () => NO_MORE,
): number {
  const alternatives = alternativesOf(criterion);
  const quote = readFor(alternatives, words);
  if (slot === 'name' || NEGATED.test(quote)) return 0;
  return Math.max(0, ...alternatives.map((wanted) => shareOf(criterion, wanted, { quote, slot }, meaning)));
}

/** Some words, and what the place tells in which they stand. */
interface Said {
  quote: string;
  slot: Slot | undefined;
}

/** What is asked for in years as well takes both: 'Python' alone says a part of '5+ years of Python', and '3 years of Python' nothing of it. */
function shareOf(criterion: Criterion, wanted: string, said: Said, meaning: typeof meaningFor): number {
  // Of how many years nobody may have, a page says in part: '2 years at Fernhollow Bank'.
  const years = criterion.need === 'excluded' ? undefined : yearsAsked(wanted);
  if (years === undefined) return shareOfAll(criterion, wanted, said, meaning);
  const isLong = areEnough(years, said.quote);
  if (isLong === false || (years.rest === '' && !isLong)) return 0;
  const rest = years.rest === '' ? 1 : shareOfAll(criterion, years.rest, said, meaning);
  return isLong ? rest : rest * PARTLY;
}

function shareOfAll(
  criterion: Criterion,
  wanted: string,
  { quote, slot }: Said,
  meaning: typeof meaningFor,
): number {
  const { subject, need } = criterion;
  if (subject === 'location') return placeShare(wanted, quote.replaceAll(ORIGIN_PART, ' '), slot);
  if (subject === 'nationality') return peopleShare(wanted, quote.replaceAll(LANGUAGE_PART, ' '), slot, need);
  if (subject === 'education' && SCHOOL.test(wanted) && isPlace(quote, slot)) return 0;
  if (subject === 'profession' && (slot === 'study' || PAST.test(quote))) return 0;
  const isWork = subject === 'profession' && !intersects(linesOf(wanted), STUDENT);
  const own = isWork ? quote.replaceAll(STUDY_PART, ' ') : withoutLookalikes(wanted, quote);
  return overlap(wanted, own, kindOf(criterion, wanted, slot), meaning(criterion, wanted));
}

function kindOf({ subject }: Criterion, wanted: string, slot: Slot | undefined): Kind {
  if (subject === 'location') return 'place';
  const isName = subject === 'nationality' || slot === 'school' || slot === 'company' || SCHOOL.test(wanted);
  return isName ? 'name' : 'words';
}

/** Where somebody lives says nothing of a school that is named after the town. */
const isPlace = (quote: string, slot: Slot | undefined): boolean =>
  slot === 'place' ||
  (RESIDENCE.test(quote) && !SCHOOL.test(quote) && !STUDY.test(quote) && !DEGREE.test(quote));

function placeShare(wanted: string, quote: string, slot: Slot | undefined): number {
  if (slot === 'school' || slot === 'company' || slot === 'study' || SCHOOL.test(quote)) return 0;
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(quote)];
  if (isState(wanted)) {
    if (isNamedAlone(wanted, quote)) return 1;
    return isTownElsewhere(asked, quote, 'states') ? 0 : stateShare(wanted, quote);
  }
  if (isCountry(wanted))
    return isTownElsewhere(asked, quote, 'countries') ? 0 : shareAmong(asked.countries, stated, 'countries');
  // Where the American places are, not the people.
  const people = countriesOfOnePeople(wanted);
  if (people.size > 0) return shareAmong(people, stated, 'countries');
  const inRegion = shareAmong(countriesOfRegion(wanted), stated, 'countries');
  const ofTown = isTownOf(wanted, quote) ? 1 : 0;
  const ofArea = intersects(asked.areas, stated.areas) ? shareOfArea(wanted) : 0;
  const ofWords = slot === 'place' && isNamesake(wanted, quote) ? 0 : overlap(wanted, quote, 'place');
  return Math.max(inRegion, ofTown, ofArea, ofWords);
}

/** No place that anybody could be at. */
const NOWHERE =
  /\b(?:remote\w*|anywhere|everywhere|world\w*|global\w*|international\w*|earth|online|internet|virtual|hybrid)\b/i;

/** Whether somebody's place may lie in the one that is asked for, of which one is not known here: 'Rosenheim' in Bavaria, or 'Munich'. */
function mayLieIn(criterion: Criterion, quote: string, slot: Slot | undefined): boolean {
  if (criterion.subject !== 'location' || slot !== 'place' || NEGATED.test(quote)) return false;
  const place = quote.replaceAll(ORIGIN_PART, ' ');
  return (
    !isCountry(place) &&
    !NOWHERE.test(place) &&
    alternativesOf(criterion).some(
      (wanted) => (isUnknown(place) || isUnknown(wanted)) && !isKnownElsewhere(wanted, place),
    )
  );
}

/** Whether a place is none of those that are known here. */
function isUnknown(place: string): boolean {
  const { countries, states, either } = whereaboutsIn(place);
  const known = [
    countries,
    states,
    either.countries,
    either.states,
    countriesOfRegion(place),
    countriesOfPeople(place),
  ];
  return known.every(({ size }) => size === 0) && !NOWHERE.test(place) && wordsOf(place).length > 0;
}

/** Whether a state is named: by 'Topeka, Kansas', but not by 'Kansas City', nor Virginia by 'West Virginia'. */
const isNamedAlone = (state: string, quote: string): boolean =>
  occurrences(quote, state).some(
    ({ before, after }) => !isPartOfName(before, state, after) && !/\bwest\s+$/i.test(before),
  );

/** Whether another state comes after what may be a state or a country: 'Kansas City, Missouri', 'Peru, Illinois'. */
function isTownElsewhere(asked: Whereabouts, quote: string, of: 'countries' | 'states'): boolean {
  const stated = whereaboutsIn(quote.replace(/^[^,]*,?/, ''));
  return stated.states.size > 0 && areApart(asked[of], stated[of]);
}

/** The countries of 'American' or 'Scandinavian', where a text says just that. */
const countriesOfOnePeople = (text: string): Set<string> =>
  new Set([...(wordsOf(text).length === 1 ? nationalitiesIn(text) : []), ...countriesOfPeople(text)]);

/** Of an urban area all its towns are part, and of a town only it: 'Bay Area'. */
const shareOfArea = (wanted: string): number => (/\barea$/i.test(wanted.trim()) ? 1 : PARTLY);

const shareAmong = (values: ReadonlySet<string>, stated: Whereabouts, of: 'countries' | 'states'): number =>
  intersects(values, stated[of]) ? 1 : intersects(values, stated.either[of]) ? PARTLY : 0;

/** By known places in the state, and by its initials, as far as they are its own: 'NY', and not 'SC' in Brazil. */
function stateShare(wanted: string, quote: string): number {
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(quote)];
  const states = asked.states.size > 0 ? asked.states : asked.either.states;
  const ofPlaces = shareAmong(states, stated, 'states');
  if (!isAbbreviated(wanted, quote, 'place')) return ofPlaces;
  const initials = whereaboutsIn(initialsOf(wordsOf(wanted)).toUpperCase());
  return Math.max(ofPlaces, shareAmong(states, initials, 'states'));
}

/** Whether a place is, before what it says is around it, the same known town. */
const isTownOf = (wanted: string, place: string): boolean => intersects(townsOf(wanted), townsOf(place));

function townsOf(place: string): ReadonlySet<string> {
  const { towns } = whereaboutsIn(place);
  const before = whereaboutsIn(place.replace(/,.*/s, ''));
  return new Set([...before.towns].filter((town) => towns.has(town)));
}

/** Whether two places share words and no more, since both say in which country or state they are: 'Cambridge, UK' and 'Cambridge, Massachusetts'. */
function isNamesake(wanted: string, place: string): boolean {
  const [asked, stated] = [whereaboutsIn(wanted).named, whereaboutsIn(place).named];
  return (
    (areApart(asked.countries, stated.countries) || areApart(asked.states, stated.states)) &&
    overlap(wanted, place, 'place') < 1
  );
}

function peopleShare(wanted: string, quote: string, slot: Slot | undefined, need: Criterion['need']): number {
  // Where somebody studied or works is not where they come from.
  if (slot === 'school' || slot === 'company' || SCHOOL.test(quote)) return 0;
  // What somebody says to be counts for more than where they are: 'Greek living in Hamburg, Germany'.
  if (!ORIGIN.test(quote) && isOfAnother([wanted], quote)) return 0;
  const countries = countriesOf(wanted);
  // Where somebody lives speaks for a people, and is no reason to leave them out.
  const places = need === 'excluded' ? (quote.match(ORIGIN_ALONE) ?? []).join('; ') : quote;
  const among = (values: ReadonlySet<string>) =>
    intersects(values, new Set([...whereaboutsIn(places).countries, ...nationalitiesIn(quote)]))
      ? 1
      : intersects(values, countriesIn(places))
        ? PARTLY
        : 0;
  return countries.size > 0
    ? among(countries)
    : Math.max(among(countriesOfPeople(wanted)), overlap(wanted, quote, 'name'));
}

/** Whether some words name something else of the criterion's subject: another place, school or company, or that it is not so. */
export function saysOtherwise(criterion: Criterion, words: string, slot: Slot | undefined): boolean {
  if (slot === 'name') return false;
  const wanted = alternativesOf(criterion);
  const quote = readFor(wanted, words);
  const isShared = wanted.some(
    (each) => overlap(each, quote, kindOf(criterion, each, slot), meaningFor(criterion, each)) > 0,
  );
  if (NEGATED.test(quote)) return isShared;
  const years = wanted.flatMap((each) => yearsAsked(each) ?? []);
  if (years.length === wanted.length) return years.every((each) => areEnough(each, quote) === false);
  if (isShared && PAST.test(quote) && criterion.subject === 'profession') return true;
  if (criterion.subject === 'location') return isElsewhere(wanted, quote.replaceAll(ORIGIN_PART, ' '), slot);
  if (criterion.subject === 'nationality') return isOfAnother(wanted, quote.replaceAll(LANGUAGE_PART, ' '));
  if (isShared) return false;
  if (criterion.subject === 'education') return wanted.every((each) => isOtherStudy(each, quote, slot));
  if (criterion.subject === 'profession') return slot === 'role' || (slot === undefined && ROLE.test(quote));
  return criterion.subject === 'experience' && (slot === 'company' || slot === 'role');
}

/** Whether some words of where a person is say so by what is known of places: what code takes for not met where no model has spoken. */
export const showsElsewhere = (criterion: Criterion, text: string, slot: Slot | undefined): boolean =>
  criterion.subject === 'location' &&
  slot === 'place' &&
  !NEGATED.test(text) &&
  alternativesOf(criterion).every((wanted) => isKnownElsewhere(wanted, text.replaceAll(ORIGIN_PART, ' ')));

function isElsewhere(wanted: readonly string[], quote: string, slot: Slot | undefined): boolean {
  if (slot === 'school' || slot === 'company' || slot === 'study') return false;
  return wanted.every((each) => {
    if (slot !== 'place') return isInAnotherCountry(each, quote);
    if (isKnownElsewhere(each, quote)) return true;
    // A country alone does not tell in which of its towns, and of a town that is not known here the model's word counts.
    const isWide = isCountry(each) || countriesOfRegion(each).size > 0;
    return (!isWide || isUnknown(quote)) && !isCountry(quote) && placeShare(each, quote, slot) === 0;
  });
}

function isInAnotherCountry(wanted: string, quote: string): boolean {
  if (!isCountry(wanted) && overlap(wanted, quote, 'place') > 0) return false;
  const stated = countriesIn(quote);
  const region = widestRegion(wanted);
  const asked = region.size > 0 ? region : countriesIn(wanted);
  return areApart(asked, stated);
}

/** Whether it is known that a place is not in another one: its country, state or town is another. */
function isKnownElsewhere(wanted: string, quote: string): boolean {
  if (isInAnotherCountry(wanted, quote) || isNamesake(wanted, quote)) return true;
  const [asked, stated] = [whereaboutsIn(wanted), whereaboutsIn(quote)];
  return (
    areApart(asked.areas, stated.areas) ||
    (areApart(asked.states, stated.states) && overlap(wanted, quote, 'place') === 0)
  );
}

function isOfAnother(wanted: readonly string[], quote: string): boolean {
  const stated = ORIGIN.test(quote) ? countriesOf(quote) : nationalitiesIn(quote);
  const asked = wanted.map((each) => new Set([...countriesOf(each), ...countriesOfPeople(each)]));
  return stated.size > 0 && asked.every((countries) => countries.size > 0 && !intersects(countries, stated));
}

function isOtherStudy(wanted: string, quote: string, slot: Slot | undefined): boolean {
  const isDegree = DEGREE.test(quote) || slot === 'study';
  if (DEGREE.test(wanted)) return isDegree;
  if (SCHOOL.test(wanted) || /^\p{Lu}/u.test(wanted)) return SCHOOL.test(quote) || slot === 'school';
  return isDegree || STUDY.test(quote);
}
