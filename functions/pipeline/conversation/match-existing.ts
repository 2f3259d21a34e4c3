import type { Criterion } from '#shared/criteria.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { isNamedBy } from '../criteria/criterion-match.ts';
import { isNamedAlike, isSame, SINGLE_VALUE_SUBJECTS, saysSame } from '../criteria/same-criterion.ts';
import { occurrencesOf } from '../criteria/wording.ts';
import { areYearsOfSame } from '../criteria/years.ts';
import { ALTERNATIVE_SEPARATOR, containsAllWords, singularWordsOf } from '../language/words.ts';
import { isAddition, isWidened } from './follow-up.ts';

/* Which existing criterion a newly requested one repeats, sharpens, widens, narrows or replaces. */

/** What a new criterion does to the existing one that it matches: it changes the text, or nothing. */
interface Outcome {
  text?: string;
}

/** Undefined if the two are unrelated. */
type Rule = (each: Criterion, known: Criterion, request: string) => Outcome | undefined;
type Condition = (...args: Parameters<Rule>) => boolean;

/**
 * The index of the criterion that a new one matches, and the outcome for it; undefined if it matches none. The first rule that applies to
 * any criterion wins.
 */
export function matchExisting(each: Criterion, criteria: readonly Criterion[], request: string) {
  for (const rule of RULES[each.need])
    for (const [index, known] of criteria.entries()) {
      const outcome = rule(each, known, request);
      if (outcome !== undefined) return { index, ...outcome };
    }
  return undefined;
}

const keeps =
  (condition: Condition): Rule =>
  (...args) =>
    condition(...args) ? {} : undefined;

const replaces =
  (condition: Condition): Rule =>
  (...args) =>
    condition(...args) ? { text: args[0].text } : undefined;

/** Limits a rule to wanted criteria of the same subject. */
const forSameSubject =
  (rule: Rule): Rule =>
  (each, known, request) =>
    known.subject === each.subject && known.need !== 'excluded' ? rule(each, known, request) : undefined;

const isRepeated: Condition = (each, known) => isSame(known, each);

/** Whether an excluded or preferred criterion is another name for an existing one: 'US' for 'United States', but not 'Lima' for 'Peru'. */
export const isRemark = (each: Criterion, known: Criterion): boolean =>
  each.need !== 'required' && isNamedAlike(each, known) && !containsAllWords(known.text, each.text);

const isRemarkAboutWanted: Condition = (each, known) => known.need !== 'excluded' && isRemark(each, known);

const isExcludedAlready: Condition = (each, known) =>
  known.need === 'excluded' && alternativesOf(known).some((one) => isSame(each, one) || isRemark(each, one));

/** 'Not senior' after 'senior engineer'. */
const isExcludedPart: Condition = (each, known, request) =>
  known.need !== 'excluded' &&
  containsAllWords(known.text, each.text) &&
  occurrencesOf(request, each.text).length > 0;

const YEARS_MENTION = /\d|\b(?:years?|yrs?|jahren?|anos|ans|anni)\b|años/iu;

/** Only one number of years counts for the same thing: the new one, if the request mentions years. */
const countsYears: Rule = (each, known, request) => {
  if (!areYearsOfSame(each.text, known.text)) return undefined;
  return YEARS_MENTION.test(request) ? { text: each.text } : {};
};

/**
 * Whether the request names a word of the new criterion that the existing one lacks, or a place by any name ('NYC') and not because the
 * existing one implies it: 'Lima' names Peru too.
 */
const addsWord: Condition = (each, known, request) => {
  const before = new Set(singularWordsOf(known.text));
  const named = new Set(singularWordsOf(request));
  const isImplied = (one: Criterion) =>
    alternativesOf(known).some((other) => isNamedBy(one, other.text) && isNamedBy(other, request));
  return (
    singularWordsOf(each.text).some((word) => !before.has(word) && named.has(word)) ||
    (each.subject === 'location' &&
      alternativesOf(each).some((one) => isNamedBy(one, request) && !isImplied(one)))
  );
};

/** 'Senior engineer' after 'engineer'. */
const isSharpened: Condition = (each, known, request) =>
  containsAllWords(each.text, known.text) && addsWord(each, known, request);

/** Whether the request names some of several alternatives and none of the others: 'only in Canada' after 'United States or Canada'. */
const isNarrowed: Condition = (each, known, request) => {
  const isNamed = (one: Criterion) => occurrencesOf(request, one.text).length > 0 || isNamedBy(one, request);
  const some = alternativesOf(each);
  const others = alternativesOf(known).filter(
    (other) => !some.some((one) => isNamedAlike(one, other) || isSame(one, other)),
  );
  return (
    others.length > 0 &&
    others.length + some.length === alternativesOf(known).length &&
    some.every(isNamed) &&
    !others.some(isNamed) &&
    !isAddition(each.text, known.text, request)
  );
};

/** Whether the model only puts the existing criterion in other words, and the request adds nothing to it. */
const isParaphrased: Condition = (each, known, request) =>
  saysSame(known, each) && !addsWord(each, known, request);

const isOtherName: Condition = (each, known) => known.need === 'required' && isNamedAlike(known, each);

/** Seniority in a profession, without naming one. */
const SENIORITY =
  /^(?:(?:more|very|junior|mid[- ]?level|senior|staff|lead(?:ing)?|principal|head|chief|executive|experienced|entry[- ]level|early[- ]career)\s*)+$/i;

const levelOf = ({ text }: Criterion) =>
  singularWordsOf(text)
    .filter((word) => SENIORITY.test(word))
    .join(' ');

const COMPARED_SENIORITY =
  /\b(?:(more|más|plus|mais|mehr)|less|not (?:so|as|too)|too|menos|moins|weniger)\s+(?:(s[eé]nior|exp[eé]ri|erfahr)|j[uú]nior)/iu;

/** Whether the model sets another level for 'less senior' or 'more experienced'; no level at all is not 'more senior'. */
const changesSeniority: Condition = (each, known, request) => {
  const said = each.subject === 'profession' ? COMPARED_SENIORITY.exec(request) : null;
  const level = levelOf(each);
  return said !== null && level !== levelOf(known) && (level !== '' || !said[1] || !said[2]);
};

/** Replaces the earlier value of a subject that a person has only one of, unless the request asks for both. */
const replacesEarlierValue: Rule = ({ subject, text }, { text: before }, request) => {
  if (!SINGLE_VALUE_SUBJECTS.has(subject)) return undefined;
  if (SENIORITY.test(text)) return containsAllWords(before, text) ? {} : { text: `${text} ${before}` };
  return { text: isAddition(text, before, request) ? `${before}${ALTERNATIVE_SEPARATOR}${text}` : text };
};

/** Rules by the new criterion's need; the first that applies wins. A nice-to-have never replaces anything. */
const RULES: Readonly<Record<Criterion['need'], readonly Rule[]>> = {
  excluded: [keeps(isRepeated), keeps(isExcludedAlready), replaces(isExcludedPart)],
  preferred: [
    keeps(isRepeated),
    keeps(isRemarkAboutWanted),
    forSameSubject(replaces((...args) => args[1].need === 'preferred' && isWidened(...args))),
    forSameSubject(
      keeps(
        (each, known, request) =>
          isParaphrased(each, known, request) && containsAllWords(known.text, each.text),
      ),
    ),
  ],
  required: [
    keeps(isRepeated),
    ...[
      countsYears,
      replaces(isSharpened),
      replaces(isWidened),
      replaces(isNarrowed),
      keeps((...args) => isOtherName(...args) || (isParaphrased(...args) && !changesSeniority(...args))),
      replacesEarlierValue,
    ].map(forSameSubject),
  ],
};
