import { DEGREE, ROLE, SCHOOL, STUDY } from '../criteria/slots.ts';
import { blank } from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import { CLAUSE_REST } from './organisations.ts';

/* Which words of a sentence may say what the person has studied, and where: where they teach is not where they studied. */

/** Says explicitly that somebody has studied, or is studying. */
export const STUDIED =
  /\b(?:studied|studying|graduated|graduating|educated|attended|completed|alum(?:na|nus|nae|ni)?(?! relations)|class of|degrees? (?:from|in|at)|student(?! (?:advis|affairs|counsel|recruit|support|services|success|life)))\b/i;
/** 'Duke ’24', 'Stanford GSB '19' */
const CLASS_YEAR = /(?<=\p{L}\s)['’‘]\d{2}(?!\d)/u;
const DEGREE_FROM = new RegExp(`(?:${DEGREE.source})\\)?,?\\s(?:from|in)\\b`, 'i');
/** Staff, who may have studied anywhere: 'PhD supervisor', 'MBA admissions'. */
const STAFF_WORD =
  /\b(?:lectur\w+|profess?or\w*|docente|dozent\w*|post-?doc\w*|alumni relations|teach\w*|taught|tutor\w*|instructor|supervisor|admissions?|dean|faculty(?! of)|staff|recruit\w*|program(?:me)? (?:director|manager|lead|head|chair|coordinator)|(?:works?|worked|working|employed|job) (?:at|for))\b/i;
const FORMER_OF = /\bex[-\s]\p{Lu}(?!.*(?:\bat\s|@))/u;
const AT_OR_OF = /(?:\b(?:at|of)\s|@)/;
/** Whether a part names an employer: 'Professor at Larkmoor' and 'Dean of Larkmoor College', but not 'Professor of Economics'. */
const isEmployer = (part: string): boolean =>
  /\bat\s|@/.test(part) || (AT_OR_OF.test(part) && SCHOOL.test(part));
/** A school's name may itself end like a role: 'University of Manchester', 'Escola Superior de Educação'. */
const SCHOOL_NAME = new RegExp(
  [
    `(?:(?<![\\p{L}.'’-])\\p{Lu}[\\p{L}.'’-]*\\s){0,8}(?<!\\p{L})(?:\\p{L}*[Uu]niversi\\p{L}*|College|School|Institut\\w*|Academy)(?:\\s(?:of|de|di|do|da|for)(?:\\s\\p{Lu}[\\p{L}.'’-]*)+)?`,
    // Nothing before these, and little after: 'Projektleiter Hochschule Luzern', 'Scuola Normale Superiore Researcher'.
    `(?<!\\p{L})(?:[ÉE]cole|Escuela|Escola|Scuola|\\p{L}*[Hh]ochschule)(?:\\s(?:[Ss]up[eé]rieure?|Superiore?|Polit[eé]cni\\w+)|\\s(?:de|des|di|do|da|du)(?:\\s\\p{Lu}[\\p{L}.'’-]*)+)*`,
  ].join('|'),
  'gu',
);

type SchoolTie = 'studied' | 'works' | undefined;

/** How a part of a sentence connects the person with the school it names, if it says so. */
function schoolTieIn(text: string, wanted: string): SchoolTie {
  if (STUDIED.test(text) || CLASS_YEAR.test(text) || DEGREE_FROM.test(text)) return 'studied';
  if (STAFF_WORD.test(text)) return 'works';
  if (DEGREE.test(text) || STUDY.test(text) || FORMER_OF.test(text)) return 'studied';
  // Either may be part of the other: 'Berner Fachhochschule', 'University of Manchester Law School'.
  const rests = [
    text.replace(SCHOOL_NAME, ' ').replace(wanted, ' '),
    text.replace(wanted, ' ').replace(SCHOOL_NAME, ' '),
  ];
  return rests.every((rest) => ROLE.test(rest)) ? 'works' : undefined;
}

/** Blanks the parts of a sentence that say where somebody works or teaches, if they may name the wanted school. */
function withoutWorkplaces(sentence: string, wanted: string): string {
  const isSchool = SCHOOL.test(wanted);
  const mayBeSchool = isSchool || (/^\p{Lu}/u.test(wanted) && !DEGREE.test(wanted));
  const tie = schoolTieIn(sentence, wanted);
  const parts = sentence.split(/(\s[-–—]\s|[,;|(]|(?<=\p{L}{3})\.\s)/u);
  const ties = parts.map((part) => schoolTieIn(part, wanted));
  const employers = parts.filter((part, index) => ties[index] === 'works' && isEmployer(part));
  const isWorkplace = (part: string, index: number): boolean => {
    const own = ties[index];
    if (own === 'works') return STAFF_WORD.test(part) || isSchool || (mayBeSchool && AT_OR_OF.test(part));
    // 'Data Scientist - INSEAD', 'Professor of Law, INSEAD'
    const [staff = '', separator = ''] = parts.slice(Math.max(0, index - 2), index);
    const isOfRole = /^\s[-–—]\s$/.test(separator) || (separator === ',' && STAFF_WORD.test(staff));
    const isNamed = isSchool || SCHOOL.test(part) || isOfRole;
    const isEmployedElsewhere = employers.some((employer) => employer !== part);
    return own === undefined && tie === 'works' && mayBeSchool && isNamed && !isEmployedElsewhere;
  };
  return parts.map((part, index) => (isWorkplace(part, index) ? blank(part) : part)).join('');
}

const TOWN_AND_STATE =
  /(?<![\p{L}.’'-])(\p{Lu}[\p{L}.’'-]*(?:\s\p{Lu}[\p{L}.’'-]*){0,3}),\s([A-Z]{2})(?![\p{L}\p{N}])/gu;

/** Blanks the letters of a state that could also be a degree: 'Boston, MA', 'Baltimore, MD'. */
export const withoutStateCodes = (sentence: string): string =>
  sentence.replaceAll(TOWN_AND_STATE, (whole, town: string, letters: string) =>
    (letters === 'MD' || DEGREE.test(letters)) && isPlaceName(town)
      ? `${whole.slice(0, -letters.length)}${blank(letters)}`
      : whole,
  );

const PURSUED_DEGREE = new RegExp(
  `(?:${DEGREE.source})(?=\\s(?:candidates?|students?|positions?|opportunit(?:y|ies)|programs?|applicants?)\\b|(?:\\sin\\s[^,;|·()]{1,60})?[\\s,(]+(?:in progress|ongoing|incomplete|unfinished|not completed|expected|all but dissertation|ABD)\\b)|(?<!\\p{L})incoming\\s${CLAUSE_REST}|(?<!\\p{L})(?:aspiring|soon[-\\s]to[-\\s]be|wannabe)\\s(?:an?\\s)?(?:${DEGREE.source})`,
  'giu',
);
/** Blanks the degrees that somebody has yet to earn: 'PhD candidate', 'PhD (in progress)', 'Incoming MBA @ Larkmoor'. */
export const withoutPursuedDegrees = (sentence: string, wanted: string): string =>
  wanted.search(PURSUED_DEGREE) === -1 ? sentence.replaceAll(PURSUED_DEGREE, blank) : sentence;

/** A sentence without what says nothing about the wanted school or degree. */
export const studyWordsIn = (sentence: string, wanted: string): string =>
  withoutPursuedDegrees(withoutWorkplaces(withoutStateCodes(sentence), wanted), wanted);
