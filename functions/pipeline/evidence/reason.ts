import type { Criterion } from '#shared/criteria.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { isNamedBy } from '../criteria/criterion-match.ts';
import { isNamedAlike, isSame, SINGLE_VALUE_SUBJECTS } from '../criteria/same-criterion.ts';
import { mentions } from '../language/words.ts';
import { type Findings, meansHaving } from './evidence.ts';
import { ownSentence } from './own-words.ts';

/*
 * A model's own words about a person, next to the verdicts. Verdicts rest on quotes, and what users read must not contradict itself: where
 * the two differ, the evidence counts. docs/behaviour.md#criteria
 */

/** A criterion that the evidence settles, and whether it shows that the person has what the criterion names. */
interface SettledCriterion {
  criterion: Criterion;
  has: boolean;
}

/**
 * What verdicts settle about a person, and what a model claims the person has without a quote that supports it: its reason must not say so
 * either. That nothing shows something may still be said.
 */
export const knownOf = (
  criteria: readonly Criterion[],
  { verdicts, struck }: Pick<Findings, 'verdicts' | 'struck'>,
): SettledCriterion[] =>
  criteria.flatMap((criterion) => {
    const { id } = criterion;
    const verdict = verdicts.find(({ criterionId }) => criterionId === id)?.verdict ?? 'unclear';
    if (verdict !== 'unclear') return [{ criterion, has: meansHaving(criterion, verdict) }];
    const isClaimed = struck.some((claim) => claim.id === id && meansHaving(criterion, claim.verdict));
    return isClaimed ? [{ criterion, has: false }] : [];
  });

/** Separates parts that may be true or false independently. */
const PART_SEPARATOR =
  /(?<=(?:\p{L}{3}|\p{N}|\))[.!?]|;)\s+|,?\s+(?=(?:but|though|although|however|while|whereas)\b)/u;
/** Words saying that the person does not have what follows, or that it is not known. */
const DENIAL_BEFORE =
  /\b(?:no|(?:can)?not(?! only| just)|none|never|neither|nor|lacks?|lacking|without|missing|outside(?: of)?|instead of|rather than|other than|if|whether)\b|n[’']t\b/iu;
/** … or what precedes. */
const DENIAL_AFTER =
  /(?<=\S)\s+(?:(?:(?:is|are|was|were|remains?)\s+)?(?:not|never)\s+|(?:is|are|was|were)n[’']t\s+)(?:\w+ly\s+)?(?:shown|mentioned|stated|confirmed|met|clear|evident|visible|listed|found|given|named|specified|indicated|known|supported|verified)\b|(?<=\S)\s+(?:(?:is|are|remains?)\s+)?(?:missing|absent|unclear|unconfirmed|unverified|unknown|contradicted)\b/iu;

/** A reason without the parts that contradict what is known; empty if nothing is left. */
export function agreeing(reason: string, known: readonly SettledCriterion[]): string {
  const parts = reason.split(PART_SEPARATOR);
  const kept = parts.filter((part) => !contradicts(part, known));
  return kept.length === parts.length ? reason : asSentence(kept.join(' '));
}

const asSentence = (text: string): string =>
  text
    .replace(/^(?:but|though|although|however|while|whereas)\b,?\s*/i, '')
    .replace(/[;,\s]+$/, '')
    .replace(/(?<=[^.!?…])$/, '.')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

function contradicts(part: string, known: readonly SettledCriterion[]): boolean {
  let isAfterDenial = false;
  return part.split(',').some((piece) => {
    const { affirmed, denied } = readPiece(piece);
    // 'Not in Chile, Ecuador or Lima': what follows may be denied as well.
    const isAffirmed = !isAfterDenial && affirmed.trim() !== '';
    isAfterDenial ||= denied !== '';
    const said = isAffirmed ? known.filter(({ criterion }) => isSaid(criterion, affirmed)) : [];
    const shown = said.filter(({ has }) => has);
    return (
      known.some(({ criterion, has }) => has && isDenied(criterion, denied)) ||
      said.some(({ criterion, has }) => !has && !shown.some((each) => mayMean(criterion, each.criterion)))
    );
  });
}

const isSaid = (criterion: Criterion, affirmed: string): boolean =>
  isNamedBy(criterion, ownSentence(criterion, { sentence: affirmed, slot: undefined }));

/**
 * Whether words that name one criterion may only be about another: the evidence for 'data scientist' supports them even if none shows 'data
 * science'. But being in Lima makes nobody Peruvian, and an interest in law nobody a lawyer.
 */
const mayMean = (criterion: Criterion, other: Criterion): boolean =>
  isSame(criterion, other) ||
  (!SINGLE_VALUE_SUBJECTS.has(criterion.subject) &&
    alternativesOf(other).every(({ text }) => isNamedBy(criterion, text)));

function readPiece(piece: string): { affirmed: string; denied: string } {
  const after = DENIAL_AFTER.exec(piece);
  if (after !== null) return { affirmed: '', denied: piece.slice(0, after.index) };
  const before = DENIAL_BEFORE.exec(piece);
  if (before === null) return { affirmed: piece, denied: '' };
  return { affirmed: piece.slice(0, before.index), denied: piece.slice(before.index + before[0].length) };
}

const BEFORE_NAME =
  /^\s*(?:(?:currently|now|based|living|located|lives?|working|works?|have|has|had|in|at|from|of|with|the|an?|any)\s+)+/i;

/**
 * Whether every alternative of a criterion is denied, by its words or another name for exactly the same: 'not in Lima' does not deny Peru.
 */
function isDenied(criterion: Criterion, denied: string): boolean {
  const name = denied
    .replace(BEFORE_NAME, '')
    .replace(/[.!?;]+$/, '')
    .trim();
  return alternativesOf(criterion).every(
    (each) => mentions(denied, each.text) || isNamedAlike(each, { ...each, text: name }),
  );
}
