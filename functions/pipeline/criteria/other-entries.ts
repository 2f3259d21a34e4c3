import type { Criterion } from '#shared/criteria.ts';
import { linesSaidBy } from '../language/synonyms.ts';
import { nameKeyOf } from '../language/words.ts';
import { meetsLanguageLevel, withoutLevel } from './language-match.ts';
import { DEGREE, ROLE, type Slot } from './slots.ts';
import { asksNow } from './wording.ts';

/*
 * What a record's languages, certificates, skills, volunteering and other works say about a criterion. None of them is a job, a degree, a
 * residence or an origin. docs/behaviour.md#criteria
 */

const OTHER_LIST_SLOTS: ReadonlySet<Slot | undefined> = new Set<Slot>(['language', 'certificate', 'beside']);

/** Tools with names like firms: working elsewhere says nothing about knowing one. */
const TOOL_NAME =
  /^(?:java|javascript|typescript|python|php|ruby|rust|go|kotlin|swift|scala|c|c\+\+|c#|\.?net|sql|html|css|react|angular|vue|node(?:\.?js)?|aws|azure|docker|kubernetes|linux|excel|powerpoint|photoshop|scrum|agile)$/i;

export const isFirmName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && !TOOL_NAME.test(text) && linesSaidBy(nameKeyOf(text)).size === 0;

const CERTIFICATION_WORD =
  /\b(?:certifi(?:ed|cations?|cates?)|licen[cs]e[sd]?|licensure|accredited|accreditation|chartered|charter[\s-]?holders?|holders?|registered)\b/gi;
const matches = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;

const ACRONYM = /^\p{Lu}{2,6}$/u;

/** 'CPA', 'licensed architect'; degrees and roles in capital letters are not certificates. */
const isCertificate = (text: string): boolean =>
  matches(CERTIFICATION_WORD, text) || (ACRONYM.test(text) && !DEGREE.test(text) && !ROLE.test(text));

/**
 * Whether a certificate's letters appear on their own, as people put them after their name or role: 'Ana Poma, PMP', 'Controller | CPA'.
 */
const isStandaloneAcronym = (letters: string, text: string): boolean =>
  ACRONYM.test(letters) &&
  new RegExp(`(?:^|[,|(/&]|\\s[-–—]\\s)\\s*${letters}\\s*(?=$|[®,|)/&]|\\s[-–—]\\s)`, 'u').test(text);

/**
 * What to look for, without what the position of some words already says: 'AWS' for 'AWS certification' among certificates, 'PMP' for 'PMP
 * certified' after a name, and 'German' for 'advanced German' among languages.
 */
export function withoutImpliedWords(slot: Slot | undefined, text: string, words = ''): string {
  const certificate = text.replace(CERTIFICATION_WORD, ' ').trim();
  if (slot === 'certificate' || isStandaloneAcronym(certificate, words)) return certificate || text;
  return (slot === 'language' && withoutLevel(text)) || text;
}

/** Whether an entry in a record's other lists may be evidence on a criterion with one alternative; true for all other slots. */
export function canBeEvidence(
  criterion: Criterion,
  { slot, sentence, isOver }: { slot: Slot | undefined; sentence: string; isOver: boolean },
): boolean {
  const { subject, text, need } = criterion;
  if (!OTHER_LIST_SLOTS.has(slot)) return true;
  // 'Not at Google' must not exclude people with a Google certificate, whatever a model says; the skill 'Salesforce' is the tool itself.
  const isNameItself = nameKeyOf(sentence) === nameKeyOf(text);
  if (need === 'excluded' && !isNameItself && mayMeanFirm(criterion, text, sentence, slot)) return false;
  if (slot === 'certificate' && isOver) return false;
  if (slot === 'language' && !meetsLanguageLevel(text, sentence)) return false;
  if (subject === 'interest') return true;
  if (subject === 'experience') return !asksNow(text);
  return slot === 'certificate' && subject !== 'location' && subject !== 'nationality' && isCertificate(text);
}

/**
 * Whether the wanted name may be a firm that a certificate, skill or project is named after, which code alone does not take for experience
 * there. A certificate's own name is not a firm's: 'PMP', 'Project Management Professional (PMP)'.
 */
export function mayMeanFirm(
  { subject }: Criterion,
  wanted: string,
  quote: string,
  slot: Slot | undefined,
): boolean {
  if (slot !== 'certificate' && slot !== 'beside') return false;
  if (subject !== 'experience' || !isFirmName(wanted)) return false;
  const isOwnName =
    matches(CERTIFICATION_WORD, wanted) ||
    nameKeyOf(withoutImpliedWords(slot, quote)) === nameKeyOf(wanted) ||
    quote.includes(`(${wanted})`);
  return slot !== 'certificate' || !isOwnName;
}
