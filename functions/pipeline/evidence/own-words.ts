import type { Criterion } from '#shared/criteria.ts';
import { withoutFieldsOfOthers } from '../criteria/field-of-work.ts';
import { blankLanguageLookalikes, languageAsked } from '../criteria/language-match.ts';
import { canBeEvidence } from '../criteria/other-entries.ts';
import { DEGREE, ROLE, SCHOOL, STUDY } from '../criteria/slots.ts';
import { asksNow } from '../criteria/wording.ts';
import { blank } from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesIn } from '../places/whereabouts.ts';
import { type Passage, type Range, withSingleSpaces } from './pieces.ts';

/*
 * Which words of a sentence are about the person: the people they hire are not what they do, where they teach is not where they studied,
 * and the place in a company's name is not where they live.
 */

const CAPITALISED_NAME =
  '\\p{Lu}[^\\s,;:.|·()]*(?:\\s(?:(?:of|de|del|des|da|di|do|du|for|and|&|the)\\s)*\\p{Lu}[^\\s,;:.|·()]*)*';
/** Employers: 'Judge at City of New York', and 'City of New York' itself, except after 'in'. */
const EMPLOYER = new RegExp(
  `(?<=(?:\\b(?:at|for|joined)|@)\\s*(?:the\\s)?)(?<![\\p{L}])${CAPITALISED_NAME}|(?<!\\b[Ii]n\\s(?:the\\s)?)\\b(?:City|State|Town|County|Government|Port|Bank|Commonwealth|Embassy|Consulate)\\sof\\s(?:the\\s)?${CAPITALISED_NAME}`,
  'gu',
);
/** 'American Airlines' */
const ORGANISATION =
  /^.*\b(?:Airlines?|Airways|Army|Navy|Air Force|Marines|Bank|Express|Association|Society|Council|Federation|Foundation|Chamber|Red Cross|Times|Post|Press|Telecom|Railways?|Insurance|Holdings?|Group|Company|Corp(?:oration)?|Inc|Ltd|LLC|GmbH)\b/u;
const isOrganisation = (name: string): boolean => SCHOOL.test(name) || ORGANISATION.test(name);
/** 'Clerk at Larkmoor Consulting Group' */
const EMPLOYER_AFTER_AT = new RegExp(`(?<=(?:\\bat|@)\\s*(?:the\\s)?)(?<![\\p{L}])${CAPITALISED_NAME}`, 'gu');
const EVERY_NAME = new RegExp(`(?<!\\p{L})${CAPITALISED_NAME}`, 'gu');
/** Words that describe a person even without a role: 'Peruvian Citizen', 'Proud Italian Mom'. */
const PERSON_WORD =
  /\b(?:citizens?|nationals?|nationality|native|born|raised|based|origins?|roots|descent|heritage|background|passport|expat|mom|mum|dad|girl|guy|boy|lady|chef|cook|coach|lead|dev|vp|phd|mba|head|nerd|geek|living|area|region|province|metro|metropolitan|county|city|office|branch)\b/iu;

/** A role may continue in lower case: 'Peruvian Data scientist'. */
const NEXT_WORDS = /^(?:\s\p{Ll}\p{L}*){1,2}/u;

/** Places and peoples that are also given names. */
const GIVEN_NAMES = new Set(
  'adelaide america asia aurora austin brooklyn carolina chad charlotte chelsea china dakota dallas devon florence geneva georgia german houston india israel jordan kenya lincoln london lourdes madison montana paris phoenix santiago savannah siena sydney valencia victoria vienna virginia'.split(
    ' ',
  ),
);
/** Surnames that end like roles. */
const SURNAME =
  /^(?:Alexander|Archer|Baker|Barber|Bauer|Becker|Butler|Carpenter|Carter|Cooper|Farmer|Fischer|Fisher|Foster|Fuller|Gardner|Harper|Hoover|Hunter|Keller|Mercer|Meyer|Miller|M[uü]ller|Palmer|Parker|Porter|Potter|Sawyer|Schneider|Singer|Snyder|Spencer|Taylor|Tucker|Turner|Tyler|Wagner|Walker|Weaver|Weber|Wheeler)$/u;

/** Whether a name that contains a people or country is not a person's role or origin: 'Swiss Re', 'Finn Larsen', 'Chad Smith'. */
function isUnrelatedName(name: string, after: string): boolean {
  const words = name.split(/\s+/);
  const isOrigin = (word: string) => isPlaceName(word) || nationalitiesIn(word).size > 0;
  const at = words.findIndex(isOrigin);
  const rest = words.slice(at + 1).filter((word) => /^\p{Lu}/u.test(word));
  if (at === -1 || rest.length === 0 || isPlaceName(name) || rest.some(isOrigin)) return false;
  if (GIVEN_NAMES.has(words[at]?.toLowerCase() ?? '') && SURNAME.test(rest[0] ?? '')) return true;
  const said = [...rest, NEXT_WORDS.exec(after)?.[0] ?? ''].join(' ');
  return !ROLE.test(said) && !PERSON_WORD.test(said);
}

/** 'Works with partners in Peru' */
const OTHERS_IN_PLACE =
  /\b(?:partners|clients|customers|markets|projects|teams|colleagues|suppliers|investors|communities)\s+(?:in|from|across|throughout)\b.*?(?=,?\s+(?:now|based|living|lives?)\b|[.;|·]|$)/gisu;

/** Where somebody is not yet, or only wants to be: 'Moving to Berlin next year', 'open to roles in Berlin'. */
const FUTURE_PLACE =
  /\b(?:(?:relocat(?:e|ing|ion)|mov(?:e|ing))\s+to|(?:open to|looking for|seeking)\s(?:\p{L}+\s){0,4}in)\b.*?(?=,?\s+(?:now|currently|based|living|lives?)\b|[.;|·]|$)/gisu;

/** Country codes that mean something else in headlines unless a place precedes them: 'Head of Finance, IT', 'AI | ML'. */
const AMBIGUOUS_COUNTRY_CODE =
  /(?<![\p{L}\p{N}])(?:AE|AI|AM|BA|BD|BI|CI|CV|CX|DJ|ER|GM|GP|HR|IT|MC|ML|NP|PE|PM|PR|PT|QA|SE|TV|VC)(?![\p{L}\p{N}])/gu;

/** Whether a place and a comma come right before an index: 'Milan, IT'. */
function isAfterPlace(text: string, at: number): boolean {
  const [place = '', rest] = text.slice(0, at).split(',').slice(-2);
  return rest?.trim() === '' && countriesIn(place).size > 0;
}

/** 'Berlin → Lisbon' */
const ARROW = /\s*(?:[→➔➜➡⇒⟶]\uFE0F?|[-=]{1,3}>)\s*/u;
const CLAUSES = /[^.;|·()]+/gu;

/** Blanks the places that an arrow says somebody has left for another. */
const withoutPlacesLeft = (sentence: string): string =>
  sentence.replaceAll(CLAUSES, (part) => {
    const places = part.split(ARROW);
    const last = places.at(-1) ?? '';
    return places.length > 1 && countriesIn(last).size > 0
      ? blank(part.slice(0, part.length - last.length)) + last
      : part;
  });

/** Where somebody used to be: 'Moved from Spain to Peru', 'From Lima to Berlin', 'formerly in Berlin', 'Studied in Berlin'. */
const FORMER_PLACE =
  /(?<!\p{L})(?:(?:[Mm]oved|[Rr]elocated|[Tt]ransferred|[Cc]ame|[Ee]migrated)\s(?:\p{Ll}+\s)?from|[Ff]rom(?=\s\p{Lu}[^.,;|·()]{0,40}\sto\s\p{Lu})|(?:[Ff]ormerly|[Pp]reviously|[Uu]sed to (?:be|live|work)|(?:[Ww]orked|[Ss]tudied)(?!.*\bsince\b))(?:\s(?:based|living|working))?\sin|(?:[Ff]ormerly|[Pp]reviously)(?=\s\p{Lu}))\s.*?(?=\sto\s|,?\s+(?:and\s)?(?:now|currently|today|based|living|lives?)\b|[.,;|·()]|$)/gsu;

const RECRUITING_WORD = /\b(?:recruit|hir(?:e|ing)|talent|sourc|headhunt|staffing|human resources|hr\b)/i;
/**
 * Roles that somebody hires for: 'Hiring for roles such as lawyer', 'Recruiter of lawyers', 'Legal Recruiter', but not 'Hiring Manager'.
 */
const ROLES_RECRUITED =
  /\b(?:hiring|recruiting|headhunting|sourcing|(?:looking|searching) for|seeking|recruits|hires)\s+(?!(?:manager|lead|leader|coordinator|specialist|partner|consultant|director|head|associate|assistant|officer|executive|team)\b)[^.;|·]*|\b(?:recruiter|headhunter|sourcer|recruitment|talent acquisition|talent partner)s?\s+(?:for|of)\s[^.;|·]*|(?<!\p{L})(?:(?!(?:and|turned|or|then|former|now|ex)\b)\p{L}+\s+){1,2}(?=(?:recruit(?:er|ing|ment)|headhunter|talent acquisition)\b)/giu;

/**
 * The words next to 'Recruiter' in a headline, which describe the people they look for unless they are a role: 'Recruiter - Engineering',
 * 'Technical Recruiter | Product & Design'.
 */
const FIELD_RECRUITED =
  /(?<=\b(?:recruiter|headhunter|sourcer|talent partner|talent acquisition)s?\s*(?:[,|:(]|[-–—]\s)\s*)(?!\s)[^,;|·()–—]+?(?=\s[-–—]\s|[,;|·()]|$)/giu;

/** The people somebody works for: 'Assistant to the CFO', 'Coach for CEOs', 'I help early-stage founders'. */
const WORKED_FOR =
  /(?<=(?<!\p{L})(?:assistants?|secretary|PA|EA|advis[eo]rs?|coach|mentor|consultant|deputy|chief of staff|reports|reporting)\s)(?:to|for)\s.*?(?=\s(?:at|in|and)\s|\s[-–—]\s|[.,;|·()]|$)|(?<=(?<!\p{L})(?:helps?|helping|supports?|supporting|advises|advising|coaching|mentoring|training|serves|serving|empowering)\s)(?:[\p{L}-]+\s){0,3}[\p{L}-]+s(?!\p{L})(?:(?:,|\s(?:&|and))\s[\p{L}-]+s(?!\p{L}))*/giu;

/** 'Hiring for roles such as software engineer': what these require says nothing about the recruiter. */
const ROLES_ADVERTISED =
  /\b(?:hiring|recruiting|headhunting|sourcing)\s+(?:for\s+)?(?:\p{L}+\s+)?(?:roles?|positions?|jobs?|openings)\s+(?:such as|like|in|as|for)\s[^.;|·]*/giu;

/** What somebody is yet to be, or would like to be: 'Aspiring Data Scientist', 'Incoming SWE Intern @ Google', 'Open to product roles'. */
const NOT_YET =
  /(?<!\p{L})(?:aspiring|future(?=\s\p{L}+(?:er|or|ist|ian|ant|yst)\b)|wannabe|soon[-\s]to[-\s]be|incoming|(?:open\sto|seeking|(?:looking|searching)\sfor)(?=\s(?:[\p{L}&/-]+\s){0,6}(?:roles?|positions?|jobs?|opportunit(?:y|ies)|internships?|work)\b))\s[^,;|·()]*?(?=[,;|·()]|\.\s|\s[-–—]\s|\s(?:and\s|but\s)?(?:now|currently|today)\b|$)/giu;

/** Up to where something else begins. */
const CLAUSE_REST =
  '[^,;|·()]*?(?=[,;|·()]|\\.\\s|\\s[-–—]\\s|\\s(?:and\\s|but\\s)?(?:now|currently|today)\\b|$)';
/**
 * Where somebody used to work: 'ex-Deloitte', 'Former Partner at Deloitte', 'Previously at Deloitte, Fernhollow and Larkmoor', 'Deloitte
 * alumna'.
 */
const FORMER_EMPLOYER = new RegExp(
  `(?<!\\p{L})(?:(?:[Ee]x|EX)(?:-\\s?|\\s)${CAPITALISED_NAME}|(?:[Ee]x-|(?:[Ff]ormer|[Rr]etired|[Ww]orked(?![^,;|·()]*\\bsince\\b))\\b)${CLAUSE_REST}|(?:[Ff]ormerly|[Pp]rev(?:iously\\b|\\b\\.?)|[Pp]ast\\b)${CLAUSE_REST}(?:,\\s${CAPITALISED_NAME}(?=\\s*(?:[,;.|·()]|$)))*|(?<!\\S)(?:\\p{Lu}[^\\s,;|·()]*\\s){1,4}(?:[Aa]lum(?:n\\w*)?|until\\s\\d{4})\\b)`,
  'gu',
);

/** Says explicitly that somebody has studied, or is studying. */
const STUDIED =
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
/** A school's name may itself end like a role: 'University of Manchester'. */
const SCHOOL_NAME =
  /(?:(?<![\p{L}.'’-])\p{Lu}[\p{L}.'’-]*\s){0,8}(?:Universi\w*|College|School|Institut\w*|Academy)(?:\s(?:of|de|do|da|for)(?:\s\p{Lu}[\p{L}.'’-]*)+)?/gu;

type SchoolTie = 'studied' | 'works' | undefined;

/** How a part of a sentence connects the person with the school it names, if it says so. */
function schoolTieIn(text: string, wanted: string): SchoolTie {
  if (STUDIED.test(text) || CLASS_YEAR.test(text) || DEGREE_FROM.test(text)) return 'studied';
  if (STAFF_WORD.test(text)) return 'works';
  if (DEGREE.test(text) || STUDY.test(text) || FORMER_OF.test(text)) return 'studied';
  return ROLE.test(text.replace(SCHOOL_NAME, ' ').replace(wanted, ' ')) ? 'works' : undefined;
}

const TOWN_AND_STATE =
  /(?<![\p{L}.’'-])(\p{Lu}[\p{L}.’'-]*(?:\s\p{Lu}[\p{L}.’'-]*){0,3}),\s([A-Z]{2})(?![\p{L}\p{N}])/gu;

/** Blanks the letters of a state that could also be a degree: 'Boston, MA', 'Baltimore, MD'. */
const withoutStateCodes = (sentence: string): string =>
  sentence.replaceAll(TOWN_AND_STATE, (whole, town: string, letters: string) =>
    (letters === 'MD' || DEGREE.test(letters)) && isPlaceName(town)
      ? `${whole.slice(0, -letters.length)}${blank(letters)}`
      : whole,
  );

const PURSUED_DEGREE = new RegExp(
  `(?:${DEGREE.source})(?=\\s(?:candidates?|students?|positions?|opportunit(?:y|ies)|programs?|applicants?)\\b)|(?<!\\p{L})incoming\\s${CLAUSE_REST}|(?<!\\p{L})(?:aspiring|soon[-\\s]to[-\\s]be|wannabe)\\s(?:an?\\s)?(?:${DEGREE.source})`,
  'giu',
);
/** Blanks the degrees that somebody has yet to earn: 'PhD candidate', 'Incoming MBA @ Larkmoor'. */
const withoutPursuedDegrees = (sentence: string, wanted: string): string =>
  wanted.search(PURSUED_DEGREE) === -1 ? sentence.replaceAll(PURSUED_DEGREE, blank) : sentence;

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

/**
 * Blanks what is no reason to exclude somebody: plurals, which are people they work with ('supervises students'), and words that only begin
 * like an excluded name ('meta-analysis').
 */
function withoutExclusionLookalikes(sentence: string, { subject, text }: Criterion): string {
  const name = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (subject === 'profession')
    return sentence.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${name}s(?!\\p{L})`, 'giu'), blank);
  return subject === 'experience'
    ? sentence.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${name}-(?=\\p{L}{2})`, 'giu'), blank)
    : sentence;
}

const STATE_CODE = /(?<=,\s+)[A-Z]{2,3}(?![\p{L}\p{N}])/gu;
/** In characters: how much text before the letters is examined. */
const MAX_TOWN_LENGTH = 60;
const BEFORE_TOWN = /.*(?:[;|·()]|\s[-–—]\s|(?<=\p{L}{3})\.\s|,\s(?=.*,))/su;
const TOWN = /^(?<before>.*?)(?<town>\p{Lu}[\p{L}\p{M}.'’-]*(?:\s\p{Lu}[\p{L}\p{M}.'’-]*){0,3}),\s+$/su;
const TOWN_PREPOSITION = /(?:^|\s)(?:[Ii]n|[Nn]ear|[Ff]rom|[Tt]o|[Aa]round|of)\s(?:[Gg]reater\s)?$/;

/** Blanks letters that do not follow a town and so are not a state's: 'Nurse, OR', 'Anna Baker, MA'. */
const withoutNonStateCodes = (sentence: string): string =>
  sentence.replaceAll(STATE_CODE, (letters, at: number) => {
    const before = sentence
      .slice(Math.max(0, at - MAX_TOWN_LENGTH), at)
      .replace(BEFORE_TOWN, '')
      .trimStart();
    const { before: lead = '', town = '' } = TOWN.exec(before)?.groups ?? {};
    const isNamed =
      TOWN_PREPOSITION.test(lead) ||
      town.split(' ').some((_, from, all) => isPlaceName(all.slice(from).join(' ')));
    const isAlone = lead === '' && /\p{Ll}/u.test(town) && !ROLE.test(town) && !DEGREE.test(letters);
    return town !== '' && (isNamed || isAlone) ? letters : blank(letters);
  });

/** The part of a sentence that says where somebody is or comes from. */
const placeWordsIn = (sentence: string, subject: 'location' | 'nationality'): string =>
  withoutNonStateCodes(
    subject === 'location'
      ? withoutPlacesLeft(sentence).replaceAll(FUTURE_PLACE, blank).replaceAll(FORMER_PLACE, blank)
      : sentence,
  )
    .replaceAll(OTHERS_IN_PLACE, blank)
    // Schools stay, with their whole name: they are recognised later as not being a place, 'University of California, San Diego'.
    .replaceAll(EMPLOYER, (name) => (isPlaceName(name) || SCHOOL.test(name) ? name : blank(name)))
    .replaceAll(EVERY_NAME, (name, at: number, text: string) =>
      // For a location, only names that may be a person's: 'Lima Office' is where somebody is.
      (subject === 'nationality' || GIVEN_NAMES.has(name.replace(/\s.*/s, '').toLowerCase())) &&
      isUnrelatedName(name, text.slice(at + name.length))
        ? blank(name)
        : name.replace(ORGANISATION, blank),
    )
    .replaceAll(AMBIGUOUS_COUNTRY_CODE, (letters, at: number, text: string) =>
      isAfterPlace(text, at) ? letters : blank(letters),
    );

/** Blanks the employers that somebody is at, unless the wanted role names one: people may have any role at a consulting group. */
const withoutFirms = (sentence: string, { text }: Criterion): string =>
  sentence.replaceAll(EMPLOYER_AFTER_AT, (name) =>
    name.split(' ').some((word) => text.split(' ').includes(word)) ? name : blank(name),
  );

function withoutUnrelatedWords(sentence: string, criterion: Criterion): string {
  const { subject, text, need } = criterion;
  if (subject === 'location' || subject === 'nationality') return placeWordsIn(sentence, subject);
  if (subject === 'education')
    return withoutPursuedDegrees(withoutWorkplaces(withoutStateCodes(sentence), text), text);
  // Unless that is what is asked for: 'Open to work'.
  const isAboutFuture = subject === 'interest' || text.search(NOT_YET) !== -1;
  const rest = isAboutFuture ? sentence : sentence.replaceAll(NOT_YET, blank);
  if (subject === 'profession') {
    const own = withoutFieldsOfOthers(text, withoutStateCodes(rest).replaceAll(WORKED_FOR, blank));
    const work = need === 'excluded' ? own : withoutFirms(own, criterion);
    if (RECRUITING_WORD.test(text)) return work;
    return work
      .replaceAll(FIELD_RECRUITED, (field) => (ROLE.test(field) ? field : blank(field)))
      .replaceAll(ROLES_RECRUITED, blank);
  }
  const experience = RECRUITING_WORD.test(text) ? rest : rest.replaceAll(ROLES_ADVERTISED, blank);
  if (subject === 'experience' && asksNow(text)) return experience.replaceAll(FORMER_EMPLOYER, blank);
  const language = languageAsked(criterion, text);
  if (language === undefined) return experience;
  const withoutOrganisations = experience.replaceAll(EVERY_NAME, (name) =>
    isOrganisation(name) ? blank(name) : name,
  );
  return blankLanguageLookalikes(language, text, withoutOrganisations);
}

type PositionedSentence = Pick<Passage, 'sentence' | 'slot'>;

/** Whether a piece's position shows that it is not about the criterion. */
function isUnrelatedSlot(criterion: Criterion, { sentence, slot }: PositionedSentence): boolean {
  const { subject, text, need } = criterion;
  // 'Quito, EC' is not the European Commission, and 'Boston, MA' is not a degree.
  if (slot === 'place') return subject !== 'location' && subject !== 'nationality';
  // Being at the 'German University of Cairo' does not show that somebody speaks German.
  if (languageAsked(criterion, text) && (slot === 'company' || slot === 'school')) return true;
  if (slot !== 'company') return false;
  return subject === 'profession' ? need !== 'excluded' : subject === 'education' && !STUDIED.test(sentence);
}

/** A sentence with everything blanked that is not about the person, for a criterion with one alternative. */
export function ownSentence(
  criterion: Criterion,
  { sentence, slot, isOver = false }: PositionedSentence & Partial<Pick<Passage, 'isOver'>>,
): string {
  if (!canBeEvidence(criterion, { sentence, slot, isOver })) return '';
  if (isOver && (criterion.subject === 'profession' || asksNow(criterion.text))) return '';
  if (isUnrelatedSlot(criterion, { sentence, slot })) return '';
  // Each of these contains only one thing.
  const hasOneSubject = slot === 'place' || slot === 'school' || slot === 'study' || slot === 'name';
  if (hasOneSubject) return sentence;
  const own = withoutUnrelatedWords(sentence, criterion);
  return criterion.need === 'excluded' ? withoutExclusionLookalikes(own, criterion) : own;
}

export const wordsIn = (sentence: string, { from, to }: Range): string =>
  withSingleSpaces(sentence.slice(from, to));
