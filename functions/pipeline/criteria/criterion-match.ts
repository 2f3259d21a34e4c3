import type { Criterion } from '#shared/criteria.ts';
import type { StatedCriterion } from '#shared/results.ts';
import { englishNameOf } from '../language/synonyms.ts';
import { type Kind, mayBeForm } from '../language/word-forms.ts';
import { alternativesIn, fold, isOpenEnded, wordsOf } from '../language/words.ts';
import { isCountry, isPlaceName } from '../places/gazetteer.ts';
import { intersects, whereaboutsIn } from '../places/whereabouts.ts';
import { withoutFieldsOfOthers } from './field-of-work.ts';
import { languageAsked } from './language-match.ts';
import { isOfAnother, peopleShare } from './nationality-match.ts';
import { namesPlaceOrPeople } from './negation.ts';
import { isFirmName, mayMeanFirm, withoutImpliedWords } from './other-entries.ts';
import { isElsewhere, isKnownElsewhere, mayLieIn, placeShare } from './place-match.ts';
import { ASKS_PAST, isOfOtherLevel, isOtherRole, PAST_WORD, roleIn } from './role-match.ts';
import { namesOtherUniversity } from './school-names.ts';
import { DEGREE, ROLE, SCHOOL, type Slot, STUDY } from './slots.ts';
import { joinNegativeCompounds, type Meaning, overlap, PARTLY, withoutLookalikes } from './word-overlap.ts';
import { FORMER_MEMBER } from './wording.ts';
import { areEnough, yearsAsked } from './years.ts';

/*
 * Whether some words of a profile support a criterion. It is decided by words in common, counting their forms, abbreviations and synonyms;
 * in doubt they do not. docs/behaviour.md#criteria
 */

export const NEGATION = /\b(?:no|not|never|without(?! borders)|non|lacks?|none)\b(?!\.?\s*\d)/i;

/** The alternatives of a criterion, with a language reduced to its name. */
const alternativeTexts = (criterion: Criterion): string[] =>
  alternativesIn(criterion.text).map((each) => languageAsked(criterion, each) ?? each);

const matchesNothing: Meaning = () => false;
const matchesWordForm: Meaning = (asked, text) => wordsOf(text).some((word) => mayBeForm(asked, word));
/** Being in Germany does not make anybody a 'German teacher'. */
const matchesWordFormOfWork: Meaning = (asked, text) =>
  englishNameOf(asked) === undefined && matchesWordForm(asked, text);
const matchesTown: Meaning = (asked, text) =>
  intersects(whereaboutsIn(asked).towns, whereaboutsIn(text).towns);

/** The country that a request is limited to: 'studied in Japan', 'experience in the US'. */
const COUNTRY_PHRASE = /^(?:.*\bin\s+)?(?:the\s+)?(?<country>.+)$/is;
function countryAsked(wanted: string): string | undefined {
  const { country } = COUNTRY_PHRASE.exec(wanted.trim())?.groups ?? {};
  return country && isCountry(country) ? country : undefined;
}

/** 2 for a doctorate, 1 for a master's degree, and 0 for others. */
function degreeLevel(text: string): number {
  if (/\b(?:ph\.?d|dphil|doctora?\w*)\b/i.test(text)) return 2;
  return /\b(?:mba|m\.?sc?|m\.?a|m\.?eng|ll\.?m|j\.?d|master\w*|maestr\w*)\b/i.test(text) ? 1 : 0;
}

/**
 * How loosely words may match once a model has made a claim: code does not contradict it over the form of a word. Capitalised names have
 * only one form.
 */
function meaningFor({ subject, text: all }: Criterion, wanted: string): Meaning {
  if (subject === 'location' || subject === 'nationality') return matchesNothing;
  // 'Or higher', 'or a related field'
  if (subject === 'education' && isOpenEnded(all))
    return (_, text) => DEGREE.test(text) && degreeLevel(text) >= degreeLevel(wanted);
  if (SCHOOL.test(wanted)) return matchesTown;
  // A country does not show its language.
  if (languageAsked({ subject }, wanted) !== undefined) return matchesNothing;
  const country = subject === 'education' || subject === 'experience' ? countryAsked(wanted) : undefined;
  // 'University of Tokyo' supports 'studied in Japan'.
  if (country !== undefined)
    return (asked, text) =>
      matchesWordForm(asked, text) ||
      intersects(whereaboutsIn(country).countries, whereaboutsIn(text).countries);
  if (subject === 'profession') return matchesWordFormOfWork;
  return /^\p{Lu}/u.test(wanted) ? matchesNothing : matchesWordForm;
}

/** Whether a quote supports a model's claim that the person has what the criterion names; `slot` is what the quote's position reveals. */
export const supportsClaim = (criterion: Criterion, quote: string, slot: Slot | undefined): boolean =>
  bestShare(criterion, quote, slot, meaningFor) > 0 ||
  (criterion.subject === 'location' &&
    !NEGATION.test(quote) &&
    alternativeTexts(criterion).some((wanted) => mayLieIn(wanted, quote, slot)));

/** Whether a text shows the whole criterion, as code requires for 'met' if no model has made a claim. */
export const showsWhole = (criterion: Criterion, text: string, slot: Slot | undefined): boolean =>
  bestShare(criterion, text, slot) === 1 &&
  !alternativeTexts(criterion).every((wanted) => mayMeanFirm(criterion, wanted, text, slot));

/** Whether a text names what a criterion does, in the same or other words, whatever its need. */
export const isNamedBy = (stated: StatedCriterion, text: string): boolean =>
  showsWhole({ id: '', ...stated, need: 'required' }, text, undefined);

function bestShare(
  criterion: Criterion,
  words: string,
  slot: Slot | undefined,
  meaning: typeof meaningFor = () => matchesNothing,
): number {
  const alternatives = alternativeTexts(criterion);
  const quote = joinNegativeCompounds(alternatives, words);
  if (slot === 'name' || NEGATION.test(quote)) return 0;
  return Math.max(
    0,
    ...alternatives.map((wanted) => shareWithYears(criterion, wanted, { quote, slot }, meaning)),
  );
}

/** A quote, and what its position reveals. */
interface PositionedQuote {
  quote: string;
  slot: Slot | undefined;
}

/** A criterion such as '5+ years of Python' needs both parts: 'Python' alone is a partial match, and '3 years of Python' is none. */
function shareWithYears(
  criterion: Criterion,
  wanted: string,
  positioned: PositionedQuote,
  meaning: typeof meaningFor,
): number {
  // Not for excluded criteria: a page may state only some of the years, '2 years at Fernhollow Bank'.
  const years = criterion.need === 'excluded' ? undefined : yearsAsked(wanted);
  if (years === undefined) return shareWithoutYears(criterion, wanted, positioned, meaning);
  const isLong = areEnough(years, positioned.quote);
  if (isLong === false || (years.rest === '' && !isLong)) return 0;
  const rest = years.rest === '' ? 1 : shareWithoutYears(criterion, years.rest, positioned, meaning);
  return isLong ? rest : rest * PARTLY;
}

/** '#OpenToWork' */
const HASHTAG = /#(?:\p{Lu}\p{Ll}+){2,6}(?!\p{L})/gu;

function shareWithoutYears(
  criterion: Criterion,
  wanted: string,
  { quote, slot }: PositionedQuote,
  meaning: typeof meaningFor,
): number {
  const { subject, need } = criterion;
  if (subject === 'location') return placeShare(wanted, quote, slot);
  if (subject === 'nationality') return peopleShare(wanted, quote, slot, need);
  if (subject === 'education' && isOnlyAboutPlace(quote, slot) && mayBeTown(wanted, quote)) return 0;
  const isOther = isOtherUniversity(criterion, wanted, quote);
  if (isOther && SCHOOL.test(wanted)) return 0;
  const relevantText = relevantWords(criterion, wanted, { quote, slot });
  if (subject === 'profession' && isOfOtherLevel(wanted, relevantText, need)) return 0;
  if (subject === 'experience' && isOfOtherEmployer(wanted, relevantText)) return 0;
  const shareBy = (asked: string) =>
    overlap(asked, relevantText, kindOf(criterion, asked, slot), meaning(criterion, asked));
  const share = Math.max(
    ...[...new Set([wanted, withoutImpliedWords(slot, wanted, relevantText)])].map(shareBy),
  );
  const isPartial = isOther || (subject === 'profession' && isOtherRole(wanted, relevantText));
  return isPartial ? Math.min(share, PARTLY) : share;
}

/** The words of a quote in which a criterion is looked for. */
function relevantWords({ subject }: Criterion, wanted: string, { quote, slot }: PositionedQuote): string {
  const spoken = quote.replaceAll(HASHTAG, (tag) => tag.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  if (subject === 'profession') return roleIn(wanted, spoken, slot);
  return withoutLookalikes(wanted, subject === 'experience' ? withoutProducts(wanted, spoken) : spoken);
}

/** Kinds of employers with names of their own. Which employers are meant is left to a model. */
const EMPLOYER_GROUP =
  /\b(?:F?M?AANG|GAFAM?|MBB|Big[\s-]?(?:\d|Three|Four|Five|Tech|Law)|(?:Magic|Silver)[\s-]Circle|Fortune[\s-]\d+)\b/gu;
/** What names an employer rather than a role or kind: 'formerly at Google', 'ex-Google', 'former Google employee', 'Google alumna'. */
const EMPLOYER_NAMED =
  /(?:\b(?:at|for|with|from|bei|chez)\s+(?:the\s+)?|\b[Ee]x[\s-]+|\b[Ff]ormer\s+(?=\S+\s+(?:employee|staff))|^(?=.*\p{Lu}\S*\s+alum))\p{Lu}.*/u;

/** Of each name in capitals: 'EY' for 'Ernst & Young'. */
const initialsIn = (text: string): string[] =>
  (text.match(/\p{Lu}\p{L}+(?:\s+(?:&\s+|of\s+)?\p{Lu}\p{L}+)+/gu) ?? []).flatMap((name) => {
    const initials = (name.match(/(?<!\p{L})\p{Lu}/gu) ?? []).join('').toLowerCase();
    // A word for the past comes first: 'Formerly Ernst & Young'.
    return [initials, initials.slice(1)];
  });

/**
 * Whether former members of an employer are wanted whom a quote does not name, by no other name either: a word for the past alone, as in
 * 'ex-Meta', shows nothing about Google.
 */
function isOfOtherEmployer(wanted: string, quote: string): boolean {
  if (!FORMER_MEMBER.test(wanted)) return false;
  const [named = ''] = EMPLOYER_NAMED.exec(wanted.replaceAll(EMPLOYER_GROUP, ' ')) ?? [];
  const names = named.match(/(?<![\p{L}\p{N}])\p{Lu}[^\s,;()/]*/gu) ?? [];
  const isEmployer = (name: string) =>
    isFirmName(name) && !ROLE.test(name) && !isPlaceName(name) && !namesPlaceOrPeople(name);
  // 'Former Googler'
  const isMemberOf: Meaning = (asked, text) =>
    wordsOf(text).some((word) => word.startsWith(asked)) || initialsIn(text).includes(asked);
  return names.some(isEmployer) && overlap(names.join(' '), quote, 'words', isMemberOf) === 0;
}

const isOtherUniversity = ({ subject }: Criterion, wanted: string, quote: string): boolean =>
  subject === 'education' && namesOtherUniversity(wanted, quote);

/**
 * Products and plants that are named like firms: tools ('skilled in Microsoft Excel'), and others before the work with them, 'Google Ads
 * Specialist', but not 'Engineer at Google Cloud' or 'Engineer, Google Docs'.
 */
const PRODUCT =
  /(?<!\b(?:at|of|for)\s|@\s?|\p{L})(?<firm>\p{Lu}[\p{L}\p{M}]+)\s(?:(?<!\b(?:[Ee]ngineer|[Dd]eveloper|[Dd]esigner|[Pp]roduct\s[Mm]anager|PM),\s[\p{L}\p{M}]+\s)(?:Docs|Sheets|Office|Excel|Word|PowerPoint|SharePoint|Photoshop|(?<=\b(?:in|with|using|and)\s[\p{L}\p{M}]+\s)(?:Ads|AdWords|AdSense|Analytics))(?!\p{L})|(?<!\bwith\s[\p{L}\p{M}]+\s)(?:Ads|AdWords|AdSense|Advertising|Analytics|Cloud|Workspace|Maps|Tag\sManager|Search\sConsole|Azure|Dynamics|Power\sBI|Marketplace|FBA|Seller|Illustrator|InDesign|Creative|[Cc]ertified|[Oo]rchards?|[Tt]rees?|[Jj]uice|[Cc]ider)(?=\s\p{L}))/gu;

/** A quote without the products of a wanted firm, which others work with too. */
const withoutProducts = (wanted: string, quote: string): string =>
  isFirmName(wanted)
    ? quote.replaceAll(PRODUCT, (whole, firm: string) => (fold(firm) === fold(wanted) ? ' ' : whole))
    : quote;

function kindOf({ subject }: Criterion, wanted: string, slot: Slot | undefined): Kind {
  if (subject === 'location') return 'place';
  const isName = subject === 'nationality' || slot === 'school' || slot === 'company' || SCHOOL.test(wanted);
  return isName ? 'name' : 'words';
}

const LIVING = /\b(?:liv(?:es?|ed|ing)|based|locat(?:ed|ion)|resid\w+)\b/i;
/** Whether what may name a school may name a town in a quote: 'University of Oxford', 'Oxford', 'Stanford' in 'Lives in Stanford'. */
const mayBeTown = (wanted: string, quote: string): boolean =>
  SCHOOL.test(wanted) || isPlaceName(wanted) || LIVING.test(quote);

const RESIDENCE = new RegExp(`${LIVING.source}|\\b(?:born|raised|grew up|from)\\b`, 'i');
/** Whether a quote is only about a place: living in a town says nothing about a school named after it. */
const isOnlyAboutPlace = (quote: string, slot: Slot | undefined): boolean =>
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

/**
 * Whether some words contradict a criterion: they name another value of its subject, such as another place, school or company, or negate
 * this one.
 */
export function contradicts(criterion: Criterion, words: string, slot: Slot | undefined): boolean {
  if (slot === 'name') return false;
  const wanted = alternativeTexts(criterion);
  const quote = joinNegativeCompounds(wanted, words);
  const isProfession = criterion.subject === 'profession';
  const isMentioned = wanted.some((each) => {
    if (SCHOOL.test(each) && isOtherUniversity(criterion, each, quote)) return false;
    const own = isProfession ? withoutFieldsOfOthers(each, quote) : quote;
    return overlap(each, own, kindOf(criterion, each, slot), meaningFor(criterion, each)) > 0;
  });
  if (NEGATION.test(quote)) return isMentioned;
  const years = wanted.flatMap((each) => yearsAsked(each) ?? []);
  if (years.length === wanted.length) return years.every((each) => areEnough(each, quote) === false);
  const isPast = isProfession && PAST_WORD.test(quote) && !wanted.some((each) => ASKS_PAST.test(each));
  if (isMentioned && isPast) return true;
  if (criterion.subject === 'location') return isElsewhere(wanted, quote, slot);
  if (criterion.subject === 'nationality') return isOfAnother(wanted, quote);
  if (isMentioned) return false;
  if (criterion.subject === 'education') return wanted.every((each) => isOtherStudy(each, quote, slot));
  if (isProfession) return slot === 'role' || (slot === undefined && ROLE.test(quote));
  return criterion.subject === 'experience' && (slot === 'company' || slot === 'role');
}

/** Whether a person's location is known to be outside the wanted place, as code requires for 'not met' if no model has made a claim. */
export const showsElsewhere = (criterion: Criterion, text: string, slot: Slot | undefined): boolean =>
  criterion.subject === 'location' &&
  slot === 'place' &&
  !NEGATION.test(text) &&
  alternativeTexts(criterion).every((wanted) => isKnownElsewhere(wanted, text));

function isOtherStudy(wanted: string, quote: string, slot: Slot | undefined): boolean {
  const isDegree = DEGREE.test(quote) || slot === 'study';
  if (DEGREE.test(wanted)) return isDegree;
  if (SCHOOL.test(wanted) || /^\p{Lu}/u.test(wanted)) return SCHOOL.test(quote) || slot === 'school';
  return isDegree || STUDY.test(quote);
}
