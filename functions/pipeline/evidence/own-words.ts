import type { Criterion } from '#shared/criteria.ts';
import { withoutFieldsOfOthers } from '../criteria/field-of-work.ts';
import { blankLanguageLookalikes, languageAsked } from '../criteria/language-match.ts';
import { canBeEvidence } from '../criteria/other-entries.ts';
import { ROLE } from '../criteria/slots.ts';
import { asksNow, FORMER_MEMBER } from '../criteria/wording.ts';
import { blank } from '../language/words.ts';
import {
  EMPLOYER_AFTER_AT,
  EVERY_NAME,
  FORMER_EMPLOYER,
  isOrganisation,
  PAST_AFTER_EMPLOYER,
  PAST_BEFORE_EMPLOYER,
} from './organisations.ts';
import { placeWordsIn } from './own-place.ts';
import { STUDIED, studyWordsIn, withoutPursuedDegrees, withoutStateCodes } from './own-studies.ts';
import { type Passage, type Range, withSingleSpaces } from './pieces.ts';

/*
 * Which words of a sentence are about the person: the people they hire are not what they do, where they teach is not where they studied,
 * and the place in a company's name is not where they live.
 */

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

/** What somebody did before they retired: 'Registered Nurse - Retired'. */
const BEFORE_RETIREMENT = /(?:^|(?<=[|·•;]))[^|·•;]*\s(?=[-–—|]\s(?:now\s)?retired\s*(?:$|[|;]|\.\s*$))/iu;

/** 'Hiring for roles such as software engineer': what these require says nothing about the recruiter. */
const ROLES_ADVERTISED =
  /\b(?:hiring|recruiting|headhunting|sourcing)\s+(?:for\s+)?(?:\p{L}+\s+)?(?:roles?|positions?|jobs?|openings)\s+(?:such as|like|in|as|for)\s[^.;|·]*/giu;

/** What somebody is yet to be, or would like to be: 'Aspiring Data Scientist', 'Incoming SWE Intern @ Google', 'Open to product roles'. */
const NOT_YET =
  /(?<!\p{L})(?:aspiring|future(?=\s\p{L}+(?:er|or|ist|ian|ant|yst)\b)|wannabe|soon[-\s]to[-\s]be|incoming|(?:open\sto|seeking|(?:looking|searching)\sfor)(?=\s(?:[\p{L}&/-]+\s){0,6}(?:roles?|positions?|jobs?|opportunit(?:y|ies)|internships?|work)\b))\s[^,;|·()]*?(?=[,;|·()]|\.\s|\s[-–—]\s|\s(?:and\s|but\s)?(?:now|currently|today)\b|$)/giu;

/**
 * Blanks what is no reason to exclude somebody: plurals, which are people they work with ('supervises students'), and words that only begin
 * like an excluded name ('meta-analysis').
 */
function withoutExclusionLookalikes(sentence: string, { subject, text }: Criterion): string {
  if (subject !== 'profession' && subject !== 'experience') return sentence;
  const end = subject === 'profession' ? 's(?!\\p{L})' : '-(?=\\p{L}{2})';
  const name = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return sentence.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${name}${end}`, 'giu'), blank);
}

/** Blanks the employers that somebody is at, unless the wanted role names one: people may have any role at a consulting group. */
const withoutFirms = (sentence: string, { text }: Criterion): string =>
  sentence.replaceAll(EMPLOYER_AFTER_AT, (name) =>
    name.split(' ').some((word) => text.split(' ').includes(word)) ? name : blank(name),
  );

/** For former members, blanks employers that nothing before or after puts in the past: 'Product Lead @ Google, ex-Meta'. */
const withoutPresentFirms = (sentence: string): string =>
  sentence.replaceAll(EMPLOYER_AFTER_AT, (name, at: number) => {
    const before = sentence.slice(0, at).replace(/.*\b(?:now|currently)\b/is, '');
    const after = sentence.slice(at + name.length);
    const isSince = /^[^,;|·()]*\bsince\b/i.test(after);
    if (!isSince && (PAST_AFTER_EMPLOYER.test(after) || PAST_BEFORE_EMPLOYER.test(before))) return name;
    // 'PM at Google & Ex-Meta'
    const [present = ''] = name.split(FORMER_MEMBER);
    return blank(present) + name.slice(present.length);
  });

/** Blanks employers of another time than the one asked for. A record's past job needs no word for the past. */
function atTimeAsked(text: string, sentence: string, isOver: boolean): string {
  if (asksNow(text)) return sentence.replaceAll(FORMER_EMPLOYER, blank);
  return FORMER_MEMBER.test(text) && !isOver ? withoutPresentFirms(sentence) : sentence;
}

function withoutUnrelatedWords(sentence: string, criterion: Criterion, isOver: boolean): string {
  const { subject, text, need } = criterion;
  if (subject === 'location' || subject === 'nationality') return placeWordsIn(sentence, subject);
  if (subject === 'education') return studyWordsIn(sentence, text);
  // Unless that is what is asked for: 'Open to work'.
  const isAboutFuture = subject === 'interest' || text.search(NOT_YET) !== -1;
  const rest = isAboutFuture ? sentence : sentence.replaceAll(NOT_YET, blank);
  if (subject === 'profession') {
    const said = withoutStateCodes(rest).replaceAll(WORKED_FOR, blank);
    const present = /\bretired\b/i.test(text) ? said : said.replace(BEFORE_RETIREMENT, blank);
    const own = withoutFieldsOfOthers(text, present);
    const work = need === 'excluded' ? own : withoutFirms(own, criterion);
    if (RECRUITING_WORD.test(text)) return work;
    return work
      .replaceAll(FIELD_RECRUITED, (field) => (ROLE.test(field) ? field : blank(field)))
      .replaceAll(ROLES_RECRUITED, blank);
  }
  const own = RECRUITING_WORD.test(text) ? rest : rest.replaceAll(ROLES_ADVERTISED, blank);
  const experience = subject === 'experience' ? atTimeAsked(text, own, isOver) : own;
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
  if (slot === 'study') return withoutPursuedDegrees(sentence, criterion.text);
  if (slot === 'place' || slot === 'school' || slot === 'name') return sentence;
  const own = withoutUnrelatedWords(sentence, criterion, isOver);
  return criterion.need === 'excluded' ? withoutExclusionLookalikes(own, criterion) : own;
}

export const wordsIn = (sentence: string, { from, to }: Range): string =>
  withSingleSpaces(sentence.slice(from, to));
