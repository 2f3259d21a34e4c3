import type { Criterion } from '#shared/criteria.ts';
import type { StatedCriterion } from '#shared/results.ts';
import { singularOf, withoutPluralS } from '../language/words.ts';
import { alternativesOf, keyOf } from './alternatives.ts';
import { isNamedBy } from './criterion-match.ts';

/* Whether two criteria ask for the same thing: in the same words, by another name, or because one implies the other. */

/** A person has only one of each of these, so a new one replaces the old. */
export const SINGLE_VALUE_SUBJECTS: ReadonlySet<Criterion['subject']> = new Set<Criterion['subject']>([
  'nationality',
  'location',
  'profession',
]);

/** A comparison key, equal for texts with the same words, in singular or plural. */
export const foldedKey = (text: string): string => keyOf(text).split(' ').map(withoutPluralS).join(' ');

/** Whether two criteria have the same words, whatever their subjects. */
export const isSame = (one: StatedCriterion, other: StatedCriterion): boolean =>
  foldedKey(one.text) === foldedKey(other.text) ||
  // Irregular plurals: 'agencies'.
  singularOf(keyOf(one.text)) === singularOf(keyOf(other.text));

/** The spellings of one degree in each pattern. */
const DEGREES: readonly RegExp[] = [
  /^(?:ph\.?\s?d|d\.?\s?phil|doctorates?|doctoral degree|doctor of philosophy|doctorado)s?$/i,
  /^(?:m\.?b\.?a|masters? of business administration)s?$/i,
];

/**
 * Whether two criteria name the very same place, people or degree: 'US' and 'United States'. For other subjects, shared words are not
 * enough: every barrister is a lawyer, but not every lawyer is a barrister.
 */
export const isNamedAlike = (one: StatedCriterion, other: StatedCriterion): boolean =>
  areNamesOf(one, other) && areNamesOf(other, one);

/** Whether two criteria name the same thing in any way: 'US' and 'United States', 'startup' and 'startups'. */
export const areAlike = (one: StatedCriterion, other: StatedCriterion): boolean =>
  isSame(one, other) || isNamedAlike(one, other);

/** Whether each alternative of one criterion is a name for an alternative of the other. */
const areNamesOf = (one: StatedCriterion, other: StatedCriterion): boolean =>
  alternativesOf(one).every((each) => alternativesOf(other).some((name) => isNameFor(each, name)));

function isNameFor(one: StatedCriterion, other: StatedCriterion): boolean {
  if (one.subject !== other.subject) return false;
  if (one.subject === 'education')
    return DEGREES.some((names) => [one, other].every(({ text }) => names.test(text.replace(/\.$/, ''))));
  return (
    (one.subject === 'location' || one.subject === 'nationality') &&
    isNamedBy(one, other.text) &&
    isNamedBy(other, one.text)
  );
}

/** Whether one of two criteria on the same subject implies the other: 'US' and 'United States', 'Peru' and 'Lima'. */
export const saysSame = (one: StatedCriterion, other: StatedCriterion): boolean =>
  one.subject === other.subject && (isNamedBy(one, other.text) || isNamedBy(other, one.text));
