import type { Criterion } from '#shared/criteria.ts';
import { linesNamed, linesOf } from '../language/synonyms.ts';
import { FORMER, nameKeyOf } from '../language/words.ts';
import { intersects } from '../places/whereabouts.ts';
import { withoutFieldsOfOthers } from './field-of-work.ts';
import { ROLE, type Slot } from './slots.ts';
import { isBrokenUp, withoutLookalikes } from './word-overlap.ts';

/*
 * Which words of a profile are about a current role, and whether it is the wanted one, at the wanted level. docs/behaviour.md#criteria
 */

export const PAST_WORD = new RegExp(`\\b(?:${FORMER}|retired|no longer|until \\d{4})\\b`, 'i');
/** Wants people who no longer have a role: 'former CEO', 'recently retired nurse', but not 'nurse previously in Lima'. */
export const ASKS_PAST = new RegExp(`^(?:${FORMER})\\b|\\bretired\\b`, 'i');
/** What is past, up to where something else begins: 'ex-Google' in 'Engineer, ex-Google', 'Former Analyst' before 'now Product Lead'. */
const PAST_PART = new RegExp(
  `(?<!\\p{L})(?:${FORMER}|retired)\\b[-.:\\s]+\\p{L}[^,;|()&→]*?(?=[,;|()&→]|\\s[-–—]\\s|\\s(?:and\\s|but\\s)?(?:now|currently|today|turned)\\b|$)`,
  'giu',
);

/** If a student is wanted, studies are the evidence. */
const STUDENT_LINES = linesNamed('student');

/** Work for students, and candidates who are none: 'Student Success Manager', 'CFA Level II Candidate'. */
const STUDENT_SERVICES =
  /\bstudents?\s(?:success|affairs|advis\w+|services|recruit\w+|counsel\w+|support|experience|engagement|life|housing|loans?|finance|outreach|accounts)\b|(?<!\b(?:ph\.?d|doctora\w+|master\S*|(?:m\.?(?:sc?|a|ph?p?|fa|eng)|b\.?(?:sc?|a)|mba|ll\.?[bm]|j\.?d|degree|doctor|policy|administration))\.?\s)\bcandidates?\b/gi;

/** The part of a quote that is about a current role, or a former one if that is wanted, and may show the wanted one. */
export function roleIn(wanted: string, quote: string, slot: Slot | undefined): string {
  const asksPast = ASKS_PAST.test(wanted);
  const part = asksPast ? (quote.match(PAST_PART)?.join(', ') ?? quote) : quote.replaceAll(PAST_PART, ' ');
  const isStudent = intersects(linesOf(wanted), STUDENT_LINES);
  if (slot === 'study' || (slot === 'school' && !isStudent)) return '';
  if (PAST_WORD.test(part) !== asksPast) return '';
  return isStudent ? withoutLookalikes(wanted, part.replaceAll(STUDENT_SERVICES, ' ')) : workIn(part, wanted);
}

/**
 * Words of a role that mean something else in certain phrases: 'Pilot Program Manager', 'Chef de projet', 'Driving growth', 'HR Business
 * Partner', 'Partner Success Manager', 'Office of the CEO'.
 */
const OTHER_SENSE =
  /(?<!\p{L})(?:(?<=\b(?:business|talent|people|channel|technology|alliance)\s)partners?(?!\p{L})|partners?(?=\s(?:success|managers?|management|marketing|sales|programs?|enablement|development|solutions|relations|account|alliances)(?!\p{L}))|office of the \p{L}+|(?:c[etfomi]o|president|chairman|dean)(?:['’]s)? office|pilot(?=\s(?:programs?|programmes?|projects?|stud(?:y|ies)|tests?|testing|plants?|scale|phase|runs?)(?!\p{L}))|chef(?=\s(?:d(?:e|es|u)\s(?!cuisine|partie|restaurant|bistro|brasserie)|d['’]))|md(?=\s?(?:&|and)\sceo(?!\p{L}))|(?:driving|building)(?=\s(?!(?:instructor|examiner|school|trainer|contractor|site|control|surveyor|services)(?!\p{L}))\p{L}))/giu;

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

/** Several people, who need not include the person: 'Recruiter | Software Engineers', but not 'one of the best engineers'. */
const SEVERAL_PEOPLE =
  /(?<!\p{L})(?<!\b[Oo]ne of (?:[\p{L}'’-]+\s){1,5})\p{L}{2,}(?:er|or|ist|ant|ian|yst)s(?=\s*(?:$|[,.;:|·()&/!?]|[-–—]\s)|\s\p{Ll})/gu;

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
  /(?<![\p{L}&-])(?:(?!(?:and|or|with|as|an?|&)\s)[\p{L}&-]+\s){1,3}[Gg]raduates?(?!\s\p{Lu}|\p{L})/gu;

/** A vice president is not a president. */
const VICE_ROLE = /(?<=(?<!\p{L})vice[-\s])(?:president|chair\w*|dean|principal)(?!\p{L})/giu;
const ASKS_VICE_ROLE = /(?<!\p{L})(?:vice|\p{L}?vp)(?!\p{L})/iu;

/** The field that the wanted role leads; one that it only begins is another: 'Head of Product Design'. */
const FIELD_LED = /^(?:head|director|s?vp|vice president)\s(?:.*\s)?(product|marketing|sales|engineering)$/i;
function withoutLongerFields(wanted: string, work: string): string {
  const field = FIELD_LED.exec(wanted)?.[1];
  if (field === undefined) return work;
  return work.replaceAll(
    new RegExp(`\\b${field} (?=(?:design|marketing|op(?:eration)?s|enablement|research)\\b)`, 'gi'),
    ' ',
  );
}

/** An early employee is not a founder: 'Founding Engineer'. */
const FOUNDING =
  /(?<!\p{L})founding(?=\s(?!(?:partner|ceo|cto|president|director|principal|editor|chair)\b)\p{L})/giu;

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
  const own = ASSISTING_ROLE.test(wanted) ? work : work.replaceAll(ASSISTING_ROLE_PART, ' ');
  return withoutFieldsOfOthers(wanted, withoutLongerFields(wanted, own));
}

/**
 * Whether a role has the wanted one's words only with others in between, which make it another role, unless the two are synonyms: a
 * 'Software Development Engineer' is a software engineer. The level counts separately.
 */
export const isOtherRole = (wanted: string, role: string): boolean =>
  isBrokenUp(wanted, role) &&
  !intersects(linesNamed(nameKeyOf(wanted.replace(/^senior /i, ''))), linesOf(role));

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
export const isOfOtherLevel = (wanted: string, role: string, need: Criterion['need']): boolean =>
  LEVELS.some(
    ([own, contrary]) =>
      own.test(wanted) &&
      !own.test(role) &&
      (need === 'excluded' || (contrary.test(role) && !contrary.test(wanted))),
  );
