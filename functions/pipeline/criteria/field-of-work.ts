import { linesNamed, linesSaidBy } from '../language/synonyms.ts';
import { isForm, mayBeForm } from '../language/word-forms.ts';
import { fold, nameKeyOf, wordsOf } from '../language/words.ts';
import { intersects } from '../places/whereabouts.ts';
import { ROLE } from './slots.ts';

/*
 * A field of work is no role where another role is in it: a 'Management Consultant' is a consultant and no manager, though 'Management' alone is
 * what a manager does. docs/behaviour.md#criteria
 */

/** Folded words for a field rather than for who works in it. */
const FIELD =
  /(?:ings?|ments?|[ts]ions?|ics|(?<!attorne|secretar|deput|notar)y|ture|tural|ical|ism|ships?)$|^(?:law|legal|design|research|science|medicine)$/;

/** Say how far somebody has come in a field, or that they teach it: a 'Marketing Manager' is a marketer. */
const RANK =
  /^(?:heads?|leads?|leaders?|directors?|managers?|supervisors?|partners?|principals?|chiefs?|presidents?|vps?|officers?|executives?|associates?|fellows?|specialists?|professionals?|experts?|professors?|lecturers?)$/i;
const TEACHES = /^(?:professor|lecturer)/i;
/** Who teaches physics is a physicist, and who teaches management no manager. */
const isRankIn = (field: string, role: string): boolean =>
  RANK.test(role) && !(field.endsWith('ment') && TEACHES.test(role));

/** May stand between a field and a rank in it: 'Engineering Team Lead', 'Accounting & Finance Manager'. */
const OF_RANK = /^(?:team|group|department|division|unit|practice|firm|general|vice|senior|junior)$/i;
const BESIDE = /^(?:&|and)\s[\p{L}-]+/iu;

/** The words that go on a phrase, as far as a role may be off: 'Financial Planning and Analysis Manager'. */
const NEXT =
  /^(?:\s(?!(?:at|of|in|for|on|with|from|to|by|or|who|turned|then|now)\s)(?:&|\p{L}[\p{L}-]*(?![\p{L}'’]))){1,4}/iu;
/** What a role is in: 'Consultant in Supply Chain Management'. */
const ROLE_IN = /(?<![\p{L}-])(\p{L}+)\s(?:of|in|for|on)\s(?:[\p{L}&-]+\s){0,3}$/iu;
/** In characters: a role and four words. */
const LONGEST_LEAD = 80;

/** Whether another role is in a field that stands in a text before some words and after others. */
function isOfOther(field: string, before: string, after: string): boolean {
  const [, role = ''] = ROLE_IN.exec(before.slice(-LONGEST_LEAD)) ?? [];
  if (ROLE.test(role)) return !isRankIn(field, role);
  const next = NEXT.exec(after)?.[0] ?? '';
  const found = ROLE.exec(next);
  // Of several it is what somebody does to them: 'Recruiting lawyers'.
  if (found === null || (field.endsWith('ing') && found[0].endsWith('s'))) return false;
  const between = next.slice(0, found.index).trim().replace(BESIDE, '').trim();
  const isWithin = between.split(/\s+/).every((word) => word === '' || OF_RANK.test(word));
  if (isWithin && isRankIn(field, found[0])) return false;
  // A 'Recruitment Consultant' is a recruiter.
  const whole = nameKeyOf(field + next.slice(0, found.index + found[0].length));
  return linesSaidBy(whole).size === 0;
}

const EVERY_WORD = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu;
const SHORTEST_FIELD = 3;

/**
 * A text in which the words for the field of a role that is asked for are blank, where they are the field of another role, with what is asked for
 * right before them: of a 'Product Management Consultant' that leaves the consultant, and no product manager.
 */
export function withoutFieldsOfOthers(wanted: string, text: string): string {
  const asked = wordsOf(wanted);
  const roles = asked.filter((word, at) => !FIELD.test(word) && (ROLE.test(word) || at === asked.length - 1));
  const isOfRole = (field: string) =>
    roles.some(
      (role) =>
        isForm(role, field, 'words') ||
        mayBeForm(role, field) ||
        intersects(linesNamed(role), linesSaidBy(field)),
    );
  const isAsked = (word: string) => asked.some((each) => isForm(each, word, 'name'));
  // From the last on.
  const parts: string[] = [];
  let left = text.length;
  let next = text.length;
  let isBeforeField = false;
  for (const { 0: word, index: at } of [...text.matchAll(EVERY_WORD)].toReversed()) {
    const [field, end] = [fold(word), at + word.length];
    const isField = field.length >= SHORTEST_FIELD && FIELD.test(field) && !isAsked(field) && isOfRole(field);
    const isOthers = isField && isOfOther(field, text.slice(0, at), text.slice(end));
    const isBefore: boolean = isBeforeField && isAsked(field) && /^[\s-]+$/.test(text.slice(end, next));
    isBeforeField = isOthers || isBefore;
    next = at;
    if (!isBeforeField) continue;
    parts.push(text.slice(end, left), ' '.repeat(word.length));
    left = at;
  }
  return [...parts, text.slice(0, left)].toReversed().join('');
}
