import type { Criterion } from '#shared/criteria.ts';
import { linesSaidBy } from '../language/synonyms.ts';
import { nameKeyOf } from '../language/words.ts';
import { isSpokenSo, withoutLevel } from './language-match.ts';
import { DEGREE, ROLE, type Slot } from './slots.ts';
import { asksNow } from './wording.ts';

/*
 * What the languages, certificates, skills, volunteering and works of a record say of a criterion. None of them is a job, a degree, or where
 * somebody is or comes from. docs/behaviour.md#criteria
 */

const BESIDE: ReadonlySet<Slot | undefined> = new Set<Slot>(['language', 'certificate', 'beside']);

/** Has a name as firms have, and is none: where somebody works says nothing of it. */
const TOOL =
  /^(?:java|javascript|typescript|python|php|ruby|rust|go|kotlin|swift|scala|c|c\+\+|c#|\.?net|sql|html|css|react|angular|vue|node(?:\.?js)?|aws|azure|docker|kubernetes|linux|excel|powerpoint|photoshop|scrum|agile)$/i;

export const isFirmName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && !TOOL.test(text) && linesSaidBy(nameKeyOf(text)).size === 0;

const CERTIFIED =
  /\b(?:certifi(?:ed|cations?|cates?)|licen[cs]e[sd]?|licensure|accredited|accreditation|chartered|charter[\s-]?holders?|holders?|registered)\b/gi;
const says = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;

const LETTERS = /^\p{Lu}{2,6}$/u;

/** 'CPA', 'licensed architect'. A degree is more than a certificate, and a role than its course. */
const isCertificate = (text: string): boolean =>
  says(CERTIFIED, text) || (LETTERS.test(text) && !DEGREE.test(text) && !ROLE.test(text));

/** A certificate's letters by themselves, as people put them behind their name or role: 'Ana Poma, PMP', 'Controller | CPA'. */
const standsAlone = (letters: string, text: string): boolean =>
  LETTERS.test(letters) &&
  new RegExp(`(?:^|[,|(/&]|\\s[-–—]\\s)\\s*${letters}\\s*(?=$|[®,|)/&]|\\s[-–—]\\s)`, 'u').test(text);

/**
 * What a criterion asks for where some words say it of themselves by where they stand: 'AWS certification' among certificates is 'AWS', 'PMP certified'
 * behind a name 'PMP', and 'advanced German' among languages German.
 */
export function askedIn(slot: Slot | undefined, text: string, words = ''): string {
  const certificate = text.replace(CERTIFIED, ' ').trim();
  if (slot === 'certificate' || standsAlone(certificate, words)) return certificate || text;
  return (slot === 'language' && withoutLevel(text)) || text;
}

/** Whether what a record lists beside jobs and schools may say something of a criterion with one alternative; true of all other places. */
export function mayTell(
  { subject, text }: Criterion,
  { slot, sentence, isOver }: { slot: Slot | undefined; sentence: string; isOver: boolean },
): boolean {
  if (!BESIDE.has(slot)) return true;
  if (slot === 'certificate' && isOver) return false;
  if (slot === 'language' && !isSpokenSo(text, sentence)) return false;
  if (subject === 'interest') return true;
  if (subject === 'experience') return !asksNow(text);
  return slot === 'certificate' && subject !== 'location' && subject !== 'nationality' && isCertificate(text);
}

/**
 * Whether what is asked for may be a firm, which a certificate, skill or project is named after: code alone does not take that for having been there.
 * A certificate's own name is no firm's: 'PMP', 'Project Management Professional (PMP)'.
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
    says(CERTIFIED, wanted) ||
    nameKeyOf(askedIn(slot, quote)) === nameKeyOf(wanted) ||
    quote.includes(`(${wanted})`);
  return slot !== 'certificate' || !isOwnName;
}
