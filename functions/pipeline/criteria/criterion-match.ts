import type { Criterion } from '#shared/criteria.ts';
import type { Stated } from '#shared/results.ts';
import { englishNameOf, linesNamed, linesOf } from '../language/synonyms.ts';
import { type Kind, mayBeForm } from '../language/word-forms.ts';
import { EITHER, FORMER, nameKeyOf, wordsOf } from '../language/words.ts';
import { isCountry, isPlaceName } from '../places/gazetteer.ts';
import { intersects, whereaboutsIn } from '../places/whereabouts.ts';
import { askedIn, mayMeanFirm } from './beside-work.ts';
import { withoutFieldsOfOthers } from './field-of-work.ts';
import { languageAsked } from './language-match.ts';
import {
  isElsewhere,
  isKnownElsewhere,
  isOfAnother,
  mayLieIn,
  peopleShare,
  placeShare,
} from './place-match.ts';
import { DEGREE, ROLE, SCHOOL, type Slot, STUDY } from './slots.ts';
import { isBrokenUp, type Meaning, overlap, PARTLY, readFor, withoutLookalikes } from './word-overlap.ts';
import { areEnough, yearsAsked } from './years.ts';

/*
 * Whether some words of a profile say something of a criterion. It is decided by words in common, once their forms, abbreviations and
 * the other names of a thing are told apart; where that cannot be told, they do not. docs/behaviour.md#criteria
 */

const NEGATED = /\b(?:no|not|never|without|non|lacks?|none)\b(?!\.?\s*\d)/i;
const PAST = new RegExp(`\\b(?:${FORMER}|retired|no longer|until \\d{4})\\b`, 'i');
/** Up to where something else begins: 'ex-Google' of 'Engineer, ex-Google', 'Former Analyst' before 'now Product Lead'. */
const PAST_PART = new RegExp(
  `(?<!\\p{L})(?:${FORMER}|retired)\\b[-.:\\s]+\\p{L}[^,;|()&→]*?(?=[,;|()&→]|\\s[-–—]\\s|\\s(?:and\\s|but\\s)?(?:now|currently|today|turned)\\b|$)`,
  'giu',
);
const RESIDENCE = /\b(?:liv(?:es?|ed|ing)|based|locat(?:ed|ion)|resid\w+|born|raised|grew up|from)\b/i;
/** What somebody has studied is no profession: 'Studied architecture at', 'graduate student in journalism', 'Bachelor of Laws', 'B.Eng. in Mechanical Engineering'. */
const STUDY_PART =
  /\b(?:stud(?:ied|ying|ies)|students? (?:of|in)|(?:graduat|major)(?:ed|ing) in|(?:bachelor|master)(?:['’]?s)?(?: degree)? (?:of|in)|(?:degree|diploma|ph\.?d\.?|(?:ll\.?[bm]|[bm]\.?(?:sc?|a|eng|tech|arch|com))\.?) in)\s[^.,;|·()]*?(?=\s(?:at|from|with|and|but|now|who)\s|\s[-–—]\s|[.,;|·()]|$)/gi;
/** The same without a joining word, where no role is in it: 'B.Eng. Mechanical Engineering', but not 'MSc Civil Engineer'. */
const DEGREE_PART =
  /(?<![\p{L}.])(?:Ph\.?D|LL\.?[BM]|[BM]\.?(?:[Ss][Cc]?|A|[Ee]ng|[Tt]ech|[Aa]rch|[Cc]om))\.?\s\p{Lu}[^.,;|·()]*?(?=\s(?:at|from|with|but|now|who)\s|\s[-–—]\s|[.,;|·()]|$)/gu;
/** 'Mechanical Engineering graduate'; a 'Graduate Engineer' has a role. */
const GRADUATE_PART =
  /(?<![\p{L}-])(?:(?!(?:and|or|with|as|an?|&)\s)[\p{L}&-]+\s){1,3}[Gg]raduates?(?!\s\p{Lu}|\p{L})/gu;

/** Who helps those who are asked for, works with them, or is still to be one: 'Physician Assistant', 'Law Student', 'Investor Relations', 'Founder’s Associate'. */
const HELPER =
  /(?<!\p{L})(?:assistants?|aides?|technicians?|receptionists?|secretar(?:y|ies)|advocates?|students?|candidates?|relations|(?<=\p{L}[eo]rs?(?:['’]s?)?\s)(?<!\b(?:senior|junior)\s)associates?)(?!\p{L})/iu;
const HELPER_PART = new RegExp(
  `(?<![\\p{L}.&'’-])(?:(?!(?:and|or|&|turned|then|former|now|ex)\\s)[\\p{L}.&'’-]+\\s){1,3}${HELPER.source}`,
  'giu',
);

/** Who was among the first is no founder: 'Founding Engineer'. */
const FOUNDING =
  /(?<!\p{L})founding(?=\s(?!(?:partner|ceo|cto|president|director|principal|editor|chair)\b)\p{L})/giu;

/** Words of a role that mean another thing before these: 'Pilot Program Manager', 'Chef de projet', 'Driving growth'. */
const OTHER_SENSE =
  /(?<!\p{L})(?:pilot(?=\s(?:programs?|programmes?|projects?|stud(?:y|ies)|tests?|testing|plants?|scale|phase|runs?)(?!\p{L}))|chef(?=\s(?:de\s(?!cuisine|partie)|d['’]))|(?:driving|building)(?=\s(?!(?:instructor|examiner|school|trainer|contractor|site|control|surveyor|services)(?!\p{L}))\p{L}))/giu;

/** Of the work that is called development a developer's is only this, before it or behind: 'Sales Development Representative', 'Head of Learning & Development'. */
const OF_SOFTWARE =
  '(?:software|web(?:site)?|apps?|applications?|mobile|games?|front[-\\s]?end|back[-\\s]?end|full[-\\s]?stack|ios|android|api|database|embedded|firmware|cloud|plug-?in|wordpress|salesforce|sap|abap|crm|erp|blockchain|java|javascript|typescript|python|php|ruby|\\.net|react|node|c\\+\\+|c#|systems?|tools?|platform)';
const OTHER_DEVELOPMENT = new RegExp(
  `(?<!${OF_SOFTWARE}(?:\\s(?:&|and)\\s\\p{L}+)?[-\\s])(?<!\\p{L})development(?!\\s(?:engineer|lead|team))(?!\\p{L})`,
  'giu',
);
const IS_DEVELOPER = /^(?:(?:an?|senior|junior|lead)\s+)*developers?$/i;

/** '#OpenToWork' */
const HASHTAG = /#(?:\p{Lu}\p{Ll}+){2,6}(?!\p{L})/gu;

/** Of whoever studies it is all that there is to tell. */
const STUDENT = linesNamed('student');

/** What is asked for, a language by its name alone. */
const alternativesOf = (criterion: Criterion): string[] =>
  criterion.text.split(EITHER).map((each) => languageAsked(criterion, each) ?? each);

const NO_MORE: Meaning = () => false;
const HAS_FORM: Meaning = (asked, text) => wordsOf(text).some((word) => mayBeForm(asked, word));
/** A 'German teacher' is nobody by being in Germany. */
const HAS_FORM_OF_WORK: Meaning = (asked, text) =>
  englishNameOf(asked) === undefined && HAS_FORM(asked, text);
const HAS_TOWN: Meaning = (asked, text) => intersects(whereaboutsIn(asked).towns, whereaboutsIn(text).towns);

/** The country in which something is asked for: 'studied in Japan', 'experience in the US'. */
const IN_COUNTRY = /^(?:.*\bin\s+)?(?:the\s+)?(?<country>.+)$/is;
function countryAsked(wanted: string): string | undefined {
  const { country } = IN_COUNTRY.exec(wanted.trim())?.groups ?? {};
  return country && isCountry(country) ? country : undefined;
}

/** What a model may mean that has judged: code does not contradict it for want of a word's form. A name in capitals has none. */
function meaningFor({ subject }: Criterion, wanted: string): Meaning {
  if (subject === 'location' || subject === 'nationality') return NO_MORE;
  if (SCHOOL.test(wanted)) return HAS_TOWN;
  // A country is no language.
  if (languageAsked({ subject }, wanted) !== undefined) return NO_MORE;
  const country = subject === 'education' || subject === 'experience' ? countryAsked(wanted) : undefined;
  // 'University of Tokyo' for who has studied in Japan.
  if (country !== undefined)
    return (asked, text) =>
      HAS_FORM(asked, text) || intersects(whereaboutsIn(country).countries, whereaboutsIn(text).countries);
  if (subject === 'profession') return HAS_FORM_OF_WORK;
  return /^\p{Lu}/u.test(wanted) ? NO_MORE : HAS_FORM;
}

/**
 * Whether some words bear out a model that says of them that the person has what the criterion names; `slot` is what the place tells in which they
 * stand.
 */
export const says = (criterion: Criterion, quote: string, slot: Slot | undefined): boolean =>
  saysPart(criterion, quote, slot, meaningFor) > 0 ||
  (criterion.subject === 'location' &&
    !NEGATED.test(quote) &&
    alternativesOf(criterion).some((wanted) => mayLieIn(wanted, quote, slot)));

/** Whether some words say so of all of it: what code takes for met where no model has spoken. */
export const showsWhole = (criterion: Criterion, text: string, slot: Slot | undefined): boolean =>
  saysPart(criterion, text, slot) === 1 &&
  !alternativesOf(criterion).every((wanted) => mayMeanFirm(criterion, wanted, text, slot));

/** Whether a text names what a criterion does, in the same or other words, whatever is asked of it. */
export const isNamedBy = (stated: Stated, text: string): boolean =>
  showsWhole({ id: '', ...stated, need: 'required' }, text, undefined);

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
  if (subject === 'location') return placeShare(wanted, quote, slot);
  if (subject === 'nationality') return peopleShare(wanted, quote, slot, need);
  if (subject === 'education' && mayBeOfTown(wanted) && isPlace(quote, slot)) return 0;
  const spoken = quote.replaceAll(HASHTAG, (tag) => tag.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  const own =
    subject === 'profession' ? roleIn(wanted, { quote: spoken, slot }) : withoutLookalikes(wanted, spoken);
  const shareBy = (asked: string) =>
    overlap(asked, own, kindOf(criterion, asked, slot), meaning(criterion, asked));
  const share = Math.max(...[...new Set([wanted, askedIn(slot, wanted, own)])].map(shareBy));
  // A 'Software Development Engineer' is a software engineer by another name.
  const isOther =
    subject === 'profession' &&
    isBrokenUp(wanted, own) &&
    !intersects(linesNamed(nameKeyOf(wanted)), linesOf(own));
  return isOther ? Math.min(share, PARTLY) : share;
}

/** What some words tell of what somebody is now, as far as it may be the role that is asked for. */
function roleIn(wanted: string, { quote, slot }: Said): string {
  const present = quote.replaceAll(PAST_PART, ' ');
  const isStudent = intersects(linesOf(wanted), STUDENT);
  if (slot === 'study' || (slot === 'school' && !isStudent) || PAST.test(present)) return '';
  return isStudent ? withoutLookalikes(wanted, present) : workIn(present, wanted);
}

/** What some words tell of somebody's work. */
function workIn(quote: string, wanted: string): string {
  const meant = wanted.search(OTHER_SENSE) === -1 ? quote.replaceAll(OTHER_SENSE, ' ') : quote;
  const done = IS_DEVELOPER.test(wanted) ? meant.replaceAll(OTHER_DEVELOPMENT, ' ') : meant;
  const studied = done
    .replaceAll(STUDY_PART, ' ')
    .replaceAll(DEGREE_PART, (part) => (ROLE.test(part) ? part : ' '))
    .replaceAll(GRADUATE_PART, ' ');
  const work = /\bfounding\b/i.test(wanted) ? studied : studied.replaceAll(FOUNDING, ' ');
  return withoutFieldsOfOthers(wanted, HELPER.test(wanted) ? work : work.replaceAll(HELPER_PART, ' '));
}

function kindOf({ subject }: Criterion, wanted: string, slot: Slot | undefined): Kind {
  if (subject === 'location') return 'place';
  const isName = subject === 'nationality' || slot === 'school' || slot === 'company' || SCHOOL.test(wanted);
  return isName ? 'name' : 'words';
}

/** 'University of Oxford', 'Oxford' */
const mayBeOfTown = (wanted: string): boolean => SCHOOL.test(wanted) || isPlaceName(wanted);

/** Where somebody lives says nothing of a school that is named after the town. */
const isPlace = (quote: string, slot: Slot | undefined): boolean =>
  slot === 'place' ||
  ((RESIDENCE.test(quote) || isAddress(quote)) &&
    !SCHOOL.test(quote) &&
    !STUDY.test(quote) &&
    !DEGREE.test(quote));

/** 'Oxford, UK' */
const isAddress = (text: string): boolean => {
  const [town = '', ...around] = text.split(/,\s+/);
  return isCountry(around.at(-1) ?? '') && isPlaceName(town);
};

/** Whether some words name something else of the criterion's subject: another place, school or company, or that it is not so. */
export function saysOtherwise(criterion: Criterion, words: string, slot: Slot | undefined): boolean {
  if (slot === 'name') return false;
  const wanted = alternativesOf(criterion);
  const quote = readFor(wanted, words);
  const isOfRole = criterion.subject === 'profession';
  const isShared = wanted.some((each) => {
    const own = isOfRole ? withoutFieldsOfOthers(each, quote) : quote;
    return overlap(each, own, kindOf(criterion, each, slot), meaningFor(criterion, each)) > 0;
  });
  if (NEGATED.test(quote)) return isShared;
  const years = wanted.flatMap((each) => yearsAsked(each) ?? []);
  if (years.length === wanted.length) return years.every((each) => areEnough(each, quote) === false);
  if (isShared && PAST.test(quote) && isOfRole) return true;
  if (criterion.subject === 'location') return isElsewhere(wanted, quote, slot);
  if (criterion.subject === 'nationality') return isOfAnother(wanted, quote);
  if (isShared) return false;
  if (criterion.subject === 'education') return wanted.every((each) => isOtherStudy(each, quote, slot));
  if (isOfRole) return slot === 'role' || (slot === undefined && ROLE.test(quote));
  return criterion.subject === 'experience' && (slot === 'company' || slot === 'role');
}

/** Whether some words of where a person is say so by what is known of places: what code takes for not met where no model has spoken. */
export const showsElsewhere = (criterion: Criterion, text: string, slot: Slot | undefined): boolean =>
  criterion.subject === 'location' &&
  slot === 'place' &&
  !NEGATED.test(text) &&
  alternativesOf(criterion).every((wanted) => isKnownElsewhere(wanted, text));

function isOtherStudy(wanted: string, quote: string, slot: Slot | undefined): boolean {
  const isDegree = DEGREE.test(quote) || slot === 'study';
  if (DEGREE.test(wanted)) return isDegree;
  if (SCHOOL.test(wanted) || /^\p{Lu}/u.test(wanted)) return SCHOOL.test(quote) || slot === 'school';
  return isDegree || STUDY.test(quote);
}
