import type { Criterion } from '#shared/criteria.ts';
import type { StatedCriterion } from '#shared/results.ts';
import { englishNameOf, linesNamed, linesOf } from '../language/synonyms.ts';
import { type Kind, mayBeForm } from '../language/word-forms.ts';
import { alternativesIn, FORMER, fold, isOpenEnded, nameKeyOf, wordsOf } from '../language/words.ts';
import { isCountry, isPlaceName } from '../places/gazetteer.ts';
import { intersects, whereaboutsIn } from '../places/whereabouts.ts';
import { withoutFieldsOfOthers } from './field-of-work.ts';
import { languageAsked } from './language-match.ts';
import { isFirmName, mayMeanFirm, withoutImpliedWords } from './other-entries.ts';
import {
  isElsewhere,
  isKnownElsewhere,
  isOfAnother,
  mayLieIn,
  peopleShare,
  placeShare,
} from './place-match.ts';
import { namesOtherUniversity } from './school-names.ts';
import { DEGREE, ROLE, SCHOOL, type Slot, STUDY } from './slots.ts';
import {
  isBrokenUp,
  joinNegativeCompounds,
  type Meaning,
  overlap,
  PARTLY,
  withoutLookalikes,
} from './word-overlap.ts';
import { areEnough, yearsAsked } from './years.ts';

/*
 * Whether some words of a profile support a criterion. It is decided by words in common, counting their forms, abbreviations and synonyms;
 * in doubt they do not. docs/behaviour.md#criteria
 */

const NEGATION = /\b(?:no|not|never|without(?! borders)|non|lacks?|none)\b(?!\.?\s*\d)/i;
const PAST_WORD = new RegExp(`\\b(?:${FORMER}|retired|no longer|until \\d{4})\\b`, 'i');
/** What is past, up to where something else begins: 'ex-Google' in 'Engineer, ex-Google', 'Former Analyst' before 'now Product Lead'. */
const PAST_PART = new RegExp(
  `(?<!\\p{L})(?:${FORMER}|retired)\\b[-.:\\s]+\\p{L}[^,;|()&→]*?(?=[,;|()&→]|\\s[-–—]\\s|\\s(?:and\\s|but\\s)?(?:now|currently|today|turned)\\b|$)`,
  'giu',
);
const LIVING = /\b(?:liv(?:es?|ed|ing)|based|locat(?:ed|ion)|resid\w+)\b/i;
const RESIDENCE = new RegExp(`${LIVING.source}|\\b(?:born|raised|grew up|from)\\b`, 'i');
/**
 * Studies, which are not a profession: 'Studied architecture at', 'graduate student in journalism', 'Bachelor of Laws', 'B.Eng. in
 * Mechanical Engineering'.
 */
const STUDY_PART =
  /(?<!\p{L})(?:stud(?:ied|ying|ies)|students? (?:of|in)|(?:estudiante|estudante|étudiante?|studente(?:ssa)?) (?:de|em|en|di|in)|(?:graduat|major)(?:ed|ing) in|(?:bachelor|master)(?:['’]?s)?(?: degree)? (?:of|in)|doctor(?:ate)? (?:of|in)(?! (?:medicine|osteopath\w*|dental|veterinary)\b)|(?:degree|diploma|ph\.?d\.?|(?:ll\.?[bm]|[bm]\.?(?:sc?|a|eng|tech|arch|com))\.?) in)\s[^.,;|·()]*?(?=\s(?:at|from|with|and|but|now|who|y|e|et|und)\s|\s[-–—]\s|[.,;|·()]|$)/giu;
/** The same without a preposition, unless it contains a role: 'B.Eng. Mechanical Engineering', but not 'MSc Civil Engineer'. */
const DEGREE_PART =
  /(?<![\p{L}.])(?:Ph\.?D|LL\.?[BM]|[BM]\.?(?:[Ss][Cc]?|A|[Ee]ng|[Tt]ech|[Aa]rch|[Cc]om))\.?\s\p{Lu}[^.,;|·()]*?(?=\s(?:at|from|with|but|now|who)\s|\s[-–—]\s|[.,;|·()]|$)/gu;
/** 'Mechanical Engineering graduate', but not the role 'Graduate Engineer'. */
const GRADUATE_PART =
  /(?<![\p{L}-])(?:(?!(?:and|or|with|as|an?|&)\s)[\p{L}&-]+\s){1,3}[Gg]raduates?(?!\s\p{Lu}|\p{L})/gu;

/**
 * People who assist the wanted role, work with it or are training for it: 'Physician Assistant', 'Law Student', 'Investor Relations',
 * 'Founder’s Associate'.
 */
const ASSISTING_ROLE =
  /(?<!\p{L})(?:assistants?|aides?|technicians?|receptionists?|secretar(?:y|ies)|advocates?|students?|candidates?|relations|(?<=(?:\p{L}[eo]rs?(?:['’]s?)?|physician)\s)(?<!\b(?:senior|junior)\s)associates?)(?!\p{L})/iu;
const ASSISTING_ROLE_PART = new RegExp(
  `(?<![\\p{L}.&'’-])(?:(?!(?:and|or|&|turned|then|former|now|ex)\\s)[\\p{L}.&'’-]+\\s){1,3}${ASSISTING_ROLE.source}`,
  'giu',
);

/** An early employee is not a founder: 'Founding Engineer'. */
const FOUNDING =
  /(?<!\p{L})founding(?=\s(?!(?:partner|ceo|cto|president|director|principal|editor|chair)\b)\p{L})/giu;

/**
 * Words of a role that mean something else in certain phrases: 'Pilot Program Manager', 'Chef de projet', 'Driving growth', 'HR Business
 * Partner', 'Partner Success Manager', 'Office of the CEO'.
 */
const OTHER_SENSE =
  /(?<!\p{L})(?:(?<=\b(?:business|talent|people|channel|technology|alliance)\s)partners?(?!\p{L})|partners?(?=\s(?:success|managers?|management|marketing|sales|programs?|enablement|development|solutions|relations|account|alliances)(?!\p{L}))|office of the \p{L}+|(?:c[etfomi]o|president|chairman|dean)(?:['’]s)? office|pilot(?=\s(?:programs?|programmes?|projects?|stud(?:y|ies)|tests?|testing|plants?|scale|phase|runs?)(?!\p{L}))|chef(?=\s(?:d(?:e|es|u)\s(?!cuisine|partie|restaurant|bistro|brasserie)|d['’]))|md(?=\s?(?:&|and)\sceo(?!\p{L}))|(?:driving|building)(?=\s(?!(?:instructor|examiner|school|trainer|contractor|site|control|surveyor|services)(?!\p{L}))\p{L}))/giu;

/** A vice president is not a president. */
const VICE_ROLE = /(?<=(?<!\p{L})vice[-\s])(?:president|chair\w*|dean|principal)(?!\p{L})/giu;
const ASKS_VICE_ROLE = /(?<!\p{L})(?:vice|\p{L}?vp)(?!\p{L})/iu;

/**
 * A developer's kinds of development, named before or after the word. Others are not a developer's: 'Sales Development Representative',
 * 'Head of Learning & Development'.
 */
const SOFTWARE_KIND =
  '(?:software|web(?:site)?|apps?|applications?|mobile|games?|front[-\\s]?end|back[-\\s]?end|full[-\\s]?stack|ios|android|api|database|embedded|firmware|cloud|plug-?in|wordpress|salesforce|sap|abap|crm|erp|blockchain|java|javascript|typescript|python|php|ruby|\\.net|react|node|c\\+\\+|c#|systems?|tools?|platform)';
const NON_SOFTWARE_DEVELOPMENT = new RegExp(
  `(?<!${SOFTWARE_KIND}(?:\\s(?:&|and)\\s\\p{L}+)?[-\\s])(?<!\\p{L})development(?!\\s(?:engineer|lead|team))(?!\\p{L})`,
  'giu',
);
const DEVELOPER_ROLE = /^(?:(?:an?|senior|junior|lead)\s+)*developers?$/i;

/** Several people, of whom the person need not be one: 'Recruiter | Software Engineers', but not 'one of the best engineers'. */
const SEVERAL_PEOPLE =
  /(?<!\p{L})(?<!\b[Oo]ne of (?:[\p{L}'’-]+\s){1,5})\p{L}{2,}(?:er|or|ist|ant|ian|yst)s(?=\s*(?:$|[,.;:|·()&/!?]|[-–—]\s)|\s\p{Ll})/gu;

/** Work for students, and candidates who are none: 'Student Success Manager', 'CFA Level II Candidate'. */
const STUDENT_SERVICES =
  /\bstudents?\s(?:success|affairs|advis\w+|services|recruit\w+|counsel\w+|support|experience|engagement|life|housing|loans?|finance|outreach|accounts)\b|(?<!\b(?:ph\.?d|doctora\w+|master\S*|(?:m\.?(?:sc?|a|ph?p?|fa|eng)|b\.?(?:sc?|a)|mba|ll\.?[bm]|j\.?d|degree|doctor|policy|administration))\.?\s)\bcandidates?\b/gi;

/**
 * Products and plants that are named like firms: tools ('skilled in Microsoft Excel'), and others before the work with them, 'Google Ads
 * Specialist', but not 'Engineer at Google Cloud' or 'Engineer, Google Docs'.
 */
const PRODUCT =
  /(?<!\b(?:at|of|for)\s|@\s?|\p{L})(?<firm>\p{Lu}[\p{L}\p{M}]+)\s(?:(?<!\b(?:[Ee]ngineer|[Dd]eveloper|[Dd]esigner|[Pp]roduct\s[Mm]anager|PM),\s[\p{L}\p{M}]+\s)(?:Docs|Sheets|Office|Excel|Word|PowerPoint|SharePoint|Photoshop|(?<=\b(?:in|with|using|and)\s[\p{L}\p{M}]+\s)(?:Ads|AdWords|AdSense|Analytics))(?!\p{L})|(?<!\bwith\s[\p{L}\p{M}]+\s)(?:Ads|AdWords|AdSense|Advertising|Analytics|Cloud|Workspace|Maps|Tag\sManager|Search\sConsole|Azure|Dynamics|Power\sBI|Marketplace|FBA|Seller|Illustrator|InDesign|Creative|[Cc]ertified|[Oo]rchards?|[Tt]rees?|[Jj]uice|[Cc]ider)(?=\s\p{L}))/gu;

/** '#OpenToWork' */
const HASHTAG = /#(?:\p{Lu}\p{Ll}+){2,6}(?!\p{L})/gu;

/** If a student is wanted, studies are the evidence. */
const STUDENT_LINES = linesNamed('student');

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
  const spoken = quote.replaceAll(HASHTAG, (tag) => tag.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  const relevantText =
    subject === 'profession'
      ? roleIn(wanted, { quote: spoken, slot })
      : withoutLookalikes(wanted, subject === 'experience' ? withoutProducts(wanted, spoken) : spoken);
  if (subject === 'profession' && isOfOtherLevel(wanted, relevantText, need)) return 0;
  const shareBy = (asked: string) =>
    overlap(asked, relevantText, kindOf(criterion, asked, slot), meaning(criterion, asked));
  const share = Math.max(
    ...[...new Set([wanted, withoutImpliedWords(slot, wanted, relevantText)])].map(shareBy),
  );
  // Unless they are synonyms: a 'Software Development Engineer' is a software engineer.
  const isOtherRole =
    subject === 'profession' &&
    isBrokenUp(wanted, relevantText) &&
    !intersects(linesNamed(nameKeyOf(wanted)), linesOf(relevantText));
  return isOther || isOtherRole ? Math.min(share, PARTLY) : share;
}

/** The words for a level, and for one that rules it out. */
const LEVELS = [
  [/\b(?:junior|jr)\b/i, /\b(?:senior|sr|lead|principal|head|chief|director)\b/i],
  [
    /\b(?:senior|sr)\b/i,
    // Not in 'supervises junior staff', nor in 'mentors junior analysts', whose last word is left out as several people.
    /\b(?:(?:junior|jr)\b(?!\s(?:\s|(?:staff|team(?!\slead)|members|colleagues)\b))|trainee|intern|apprentice|entry[- ]level)\b/i,
  ],
] as const;

/**
 * Whether a role is at another level than the wanted one, unless that is of both: 'junior to senior', 'Junior Art Director'. Of an excluded
 * level, only those who say so are.
 */
const isOfOtherLevel = (wanted: string, role: string, need: Criterion['need']): boolean =>
  LEVELS.some(
    ([own, contrary]) =>
      own.test(wanted) &&
      !own.test(role) &&
      (need === 'excluded' || (contrary.test(role) && !contrary.test(wanted))),
  );

const isOtherUniversity = ({ subject }: Criterion, wanted: string, quote: string): boolean =>
  subject === 'education' && namesOtherUniversity(wanted, quote);

/** A quote without the products of a wanted firm, which others work with too. */
const withoutProducts = (wanted: string, quote: string): string =>
  isFirmName(wanted)
    ? quote.replaceAll(PRODUCT, (whole, firm: string) => (fold(firm) === fold(wanted) ? ' ' : whole))
    : quote;

/** The part of a quote that is about a current role and may show the wanted one. */
function roleIn(wanted: string, { quote, slot }: PositionedQuote): string {
  const present = quote.replaceAll(PAST_PART, ' ');
  const isStudent = intersects(linesOf(wanted), STUDENT_LINES);
  if (slot === 'study' || (slot === 'school' && !isStudent) || PAST_WORD.test(present)) return '';
  return isStudent
    ? withoutLookalikes(wanted, present.replaceAll(STUDENT_SERVICES, ' '))
    : workIn(present, wanted);
}

/** The part of a quote that is about somebody's work. */
function workIn(quote: string, wanted: string): string {
  const inMeantSense = wanted.search(OTHER_SENSE) === -1 ? quote.replaceAll(OTHER_SENSE, ' ') : quote;
  const developed = DEVELOPER_ROLE.test(wanted)
    ? inMeantSense.replaceAll(NON_SOFTWARE_DEVELOPMENT, ' ')
    : inMeantSense;
  const withoutStudies = developed
    .replaceAll(SEVERAL_PEOPLE, ' ')
    .replaceAll(STUDY_PART, ' ')
    .replaceAll(DEGREE_PART, (part) => (ROLE.test(part) ? part : ' '))
    .replaceAll(GRADUATE_PART, ' ');
  const ranked = ASKS_VICE_ROLE.test(wanted) ? withoutStudies : withoutStudies.replaceAll(VICE_ROLE, ' ');
  const work = /\bfounding\b/i.test(wanted) ? ranked : ranked.replaceAll(FOUNDING, ' ');
  return withoutFieldsOfOthers(
    wanted,
    ASSISTING_ROLE.test(wanted) ? work : work.replaceAll(ASSISTING_ROLE_PART, ' '),
  );
}

function kindOf({ subject }: Criterion, wanted: string, slot: Slot | undefined): Kind {
  if (subject === 'location') return 'place';
  const isName = subject === 'nationality' || slot === 'school' || slot === 'company' || SCHOOL.test(wanted);
  return isName ? 'name' : 'words';
}

/** Whether what may name a school may name a town in a quote: 'University of Oxford', 'Oxford', 'Stanford' in 'Lives in Stanford'. */
const mayBeTown = (wanted: string, quote: string): boolean =>
  SCHOOL.test(wanted) || isPlaceName(wanted) || LIVING.test(quote);

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
  if (isMentioned && PAST_WORD.test(quote) && isProfession) return true;
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
