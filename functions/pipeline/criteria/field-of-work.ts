import { linesNamed, linesSaidBy } from '../language/synonyms.ts';
import { isForm, mayBeForm } from '../language/word-forms.ts';
import { blank, fold, nameKeyOf, wordsOf } from '../language/words.ts';
import { intersects } from '../places/whereabouts.ts';
import { ROLE } from './slots.ts';

/*
 * A field of work does not show a role if it belongs to another role: a 'Management Consultant' is a consultant, not a manager, although
 * 'Management' alone is what a manager does. docs/behaviour.md#criteria
 */

/** Folded words for a field rather than for the people who work in it. */
const FIELD_WORD =
  /(?:ings?|ments?|[ts]ions?|ics|(?<!attorne|secretar|deput|notar)y|ture|tural|ical|ism|ships?)$|^(?:law|legal|design|research|science|medicine)$/;

/** Ranks in a field, or teaching it: a 'Marketing Manager' is a marketer. */
const RANK =
  /^(?:head|lead|leader|director|manager|supervisor|partner|principal|chief|president|vp|officer|executive|associate|fellow|specialist|professional|expert|professor|lecturer)s?$/i;
const TEACHING_ROLE = /^(?:professor|lecturer)/i;
/** A professor of physics is a physicist, but a professor of management is not a manager. */
const isRankIn = (field: string, role: string): boolean =>
  RANK.test(role) && !(field.endsWith('ment') && TEACHING_ROLE.test(role));

/** Words allowed between a field and a rank in it: 'Engineering Team Lead', 'Accounting & Finance Manager'. */
const RANK_QUALIFIER = /^(?:team|group|department|division|unit|practice|firm|general|vice|senior|junior)$/i;
const CONJOINED_WORD = /^(?:&|and)\s[\p{L}-]+/iu;

/** The rest of a phrase, up to as many words as may separate a field from its role: 'Financial Planning and Analysis Manager'. */
const FOLLOWING_WORDS =
  /^(?:\s(?!(?:at|of|in|for|on|with|from|to|by|or|who|turned|then|now)\s)(?:&|\p{L}[\p{L}-]*(?![\p{L}'’]))){1,4}/iu;
/** A role that precedes its field: 'Consultant in Supply Chain Management'. */
const ROLE_BEFORE_FIELD = /(?<![\p{L}-])(\p{L}+)\s(?:of|in|for|on)\s(?:[\p{L}&-]+\s){0,3}$/iu;
/** In characters; enough for a role and four words. */
const MAX_LEAD_LENGTH = 80;

/** Whether a field belongs to another role, by the text before and after it. */
function belongsToOtherRole(field: string, before: string, after: string): boolean {
  const [, role = ''] = ROLE_BEFORE_FIELD.exec(before.slice(-MAX_LEAD_LENGTH)) ?? [];
  if (ROLE.test(role)) return !isRankIn(field, role);
  const next = FOLLOWING_WORDS.exec(after)?.[0] ?? '';
  const found = ROLE.exec(next);
  // Before a plural it is a verb: 'Recruiting lawyers'.
  if (found === null || (field.endsWith('ing') && found[0].endsWith('s'))) return false;
  const between = next.slice(0, found.index).trim().replace(CONJOINED_WORD, '').trim();
  const isRankPhrase = between.split(/\s+/).every((word) => word === '' || RANK_QUALIFIER.test(word));
  if (isRankPhrase && isRankIn(field, found[0])) return false;
  // The two together may be a name for the role: a 'Recruitment Consultant' is a recruiter.
  const whole = nameKeyOf(field + next.slice(0, found.index + found[0].length));
  return linesSaidBy(whole).size === 0;
}

const EVERY_WORD = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu;
const MIN_FIELD_LENGTH = 3;

/**
 * Blanks the field of a wanted role where it belongs to another role, and any wanted words right before it: for a product manager, 'Product
 * Management Consultant' becomes 'Consultant'.
 */
export function withoutFieldsOfOthers(wanted: string, text: string): string {
  const asked = wordsOf(wanted);
  const roles = asked.filter(
    (word, at) => !FIELD_WORD.test(word) && (ROLE.test(word) || at === asked.length - 1),
  );
  const isFieldOfRole = (field: string) =>
    roles.some(
      (role) =>
        isForm(role, field, 'words') ||
        mayBeForm(role, field) ||
        intersects(linesNamed(role), linesSaidBy(field)),
    );
  const isAsked = (word: string) => asked.some((each) => isForm(each, word, 'name'));
  // Backwards, since wanted words are blanked only if a blanked field follows.
  const parts: string[] = [];
  let uncopiedEnd = text.length;
  let nextWordStart = text.length;
  let isBeforeField = false;
  for (const { 0: word, index: at } of [...text.matchAll(EVERY_WORD)].toReversed()) {
    const [field, end] = [fold(word), at + word.length];
    const isField =
      field.length >= MIN_FIELD_LENGTH && FIELD_WORD.test(field) && !isAsked(field) && isFieldOfRole(field);
    const isOtherRolesField = isField && belongsToOtherRole(field, text.slice(0, at), text.slice(end));
    const isBefore: boolean =
      isBeforeField && isAsked(field) && /^[\s-]+$/.test(text.slice(end, nextWordStart));
    isBeforeField = isOtherRolesField || isBefore;
    nextWordStart = at;
    if (!isBeforeField) continue;
    parts.push(text.slice(end, uncopiedEnd), blank(word));
    uncopiedEnd = at;
  }
  return [...parts, text.slice(0, uncopiedEnd)].toReversed().join('');
}
