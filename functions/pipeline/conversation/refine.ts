import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { alternativesOf, filterAlternatives, keyOf } from '../criteria/alternatives.ts';
import { isNamedBy } from '../criteria/criterion-match.ts';
import { isLeftOut, mayNegate } from '../criteria/negation.ts';
import { areAlike, isSame, SINGLE_VALUE_SUBJECTS } from '../criteria/same-criterion.ts';
import { isSoft, isTrueOfAll, maySoften, needStated, occurrencesOf } from '../criteria/wording.ts';
import { ALTERNATIVE_SEPARATOR, containsAllWords, mentions, singularWordsOf } from '../language/words.ts';
import {
  type FollowUp,
  isAddition,
  isAllowed,
  isDropped,
  isInstruction,
  isOnlyRejected,
  isReplaced,
  isWidened,
} from './follow-up.ts';
import { isRemark, matchExisting } from './match-existing.ts';

/*
 * How a follow-up request changes an answer's criteria. The model says what is asked for from then on; code keeps every criterion that the
 * request does not mention, since models forget. docs/behaviour.md#refining
 */

/** The criteria after a follow-up. Those that stay keep their ids, and their need unless the request says otherwise. */
export function refineCriteria(read: FollowUp): Criterion[] {
  const { request, earlier, removed } = read;
  // Excluding 'A or B' excludes both.
  const asked = read.asked.flatMap((each) => (each.need === 'excluded' ? alternativesOf(each) : [each]));
  const followUp = { ...read, asked };
  const removedIds = new Set(removed);
  const nextId = freshIds(earlier);
  const withNewId = (each: Criterion): Criterion => ({ ...each, id: nextId() });
  const kept = earlier.flatMap((known) => {
    const rest = remainderOf(known, followUp);
    // The model may list as removed what it still asks for, or what the request only widens; keep that.
    const isAsked = (each: Criterion) =>
      each.need !== 'excluded' &&
      rest !== undefined &&
      (isSame(rest, each) ||
        (each.subject === rest.subject &&
          (isWidened(each, rest, request) ||
            (SINGLE_VALUE_SUBJECTS.has(rest.subject) && isAddition(each.text, rest.text, request)))));
    if (rest === undefined) return [];
    if (removedIds.has(known.id) && !asked.some(isAsked))
      return losesOnlyPart(known, rest, followUp) ? [withNewId(rest)] : [];
    return [rest.text === known.text ? rest : withNewId(rest)];
  });
  const before = earlier.flatMap(alternativesOf);
  const wasDropped = (each: Criterion) =>
    before.some(
      (known) =>
        (isSame(known, each) &&
          (isDropped(each, followUp) || (each.need !== 'preferred' && isAllowed(known, request)))) ||
        (each.need === 'excluded' && containsAllWords(known.text, each.text) && isReplaced(each, request)),
    );
  // Code cannot determine the subject of every exclusion it finds, so an earlier criterion's is used.
  const withEarlierSubject = (each: Criterion) => ({
    ...each,
    subject:
      (each.need === 'excluded' ? before.find((known) => isSame(known, each)) : undefined)?.subject ??
      each.subject,
  });
  const refined = kept.map((known) => {
    const rest = withoutExcluded(known, asked, request);
    return rest === undefined ? known : { ...known, text: rest, id: nextId() };
  });
  const stillAsked = asked
    .flatMap((each) => filterAlternatives(each, (alternative) => !wasDropped(alternative)) ?? [])
    .map(withEarlierSubject);
  for (const each of stillAsked) {
    if (isInstruction(each, request)) continue;
    const met = matchExisting(each, refined, request);
    const known = met && refined[met.index];
    if (known === undefined) refined.push({ ...each, id: nextId() });
    else if (met?.text !== undefined) {
      const now = { ...each, text: met.text, id: nextId() };
      // 'Or Chicago' after 'ideally in Boston' is no more of a must than Boston.
      const keepsNeed = isWidened(now, known, request) && needStated(request, now.text) === undefined;
      refined[met.index] = keepsNeed ? { ...now, need: known.need } : now;
    }
  }
  return distinct(refined).slice(0, LIMITS.criteria);
}

/**
 * A profession without its excluded words: 'data scientist' for 'senior data scientist' after 'not senior'. Undefined if no word is
 * excluded, or none is left.
 */
function withoutExcluded(
  { need, subject, text }: Criterion,
  asked: readonly Criterion[],
  request: string,
): string | undefined {
  if (subject !== 'profession' || need === 'excluded' || text.includes(ALTERNATIVE_SEPARATOR))
    return undefined;
  const out = asked
    .filter((each) => each.need === 'excluded' && occurrencesOf(request, each.text).length > 0)
    .filter((each) => containsAllWords(text, each.text))
    .flatMap((each) => singularWordsOf(each.text));
  const rest = text.split(/\s+/).filter((word) => !out.includes(singularWordsOf(word).join(' ')));
  return out.length === 0 || rest.length === 0 ? undefined : rest.join(' ');
}

/** Words that drop more than they name: 'drop Lima, the location does not matter'. */
const DROPS_MORE =
  /\b(?:any|(?<!at )all|other|others|rest|either|both|whole|completely|entirely|irrelevant|matters?|care)\b/i;

/** Whether 'drop Lima' removes just this one of an earlier criterion's alternatives, although the model removes the criterion. */
function losesOnlyPart(known: Criterion, rest: Criterion, { request, earlier, asked }: FollowUp): boolean {
  const isReplacement = (each: Criterion) =>
    each.need !== 'excluded' &&
    each.subject === known.subject &&
    !earlier.some((other) => isSame(other, each));
  return (
    rest.text !== known.text &&
    known.need !== 'excluded' &&
    !DROPS_MORE.test(request) &&
    !asked.some(isReplacement) &&
    !alternativesOf(rest).some((each) => mentions(request, each.text) || isNamedBy(each, request))
  );
}

/** What remains of an earlier criterion: its alternatives, except those that the request drops or excludes. */
function remainderOf(known: Criterion, followUp: FollowUp): Criterion | undefined {
  const rest = filterAlternatives(
    known,
    (each) => !isDropped(each, followUp) && !isAllowed(each, followUp.request),
  );
  if (rest === undefined) return undefined;
  const isLeftOut = (each: Criterion) => updatedNeedOf(each, followUp).need === 'excluded';
  if (known.need === 'excluded') {
    const out = filterAlternatives(rest, isLeftOut);
    return out ?? { ...rest, ...updatedNeedOf(rest, followUp) };
  }
  const left = filterAlternatives(rest, (each) => !isLeftOut(each));
  return left ? { ...left, ...updatedNeedOf(left, followUp) } : { ...rest, need: 'excluded' };
}

/** How strongly an earlier criterion is asked for from now on. */
function updatedNeedOf(known: Criterion, followUp: FollowUp): Pick<Criterion, 'need'> {
  const { request, asked } = followUp;
  const stated = known.need === 'excluded' ? undefined : needStated(request, known.text);
  if (stated !== undefined) return { need: stated };
  const related = asked.filter((each) => isSame(known, each) || isRemark(each, known));
  const own = isOnlyRejected(known, followUp) ? 'excluded' : needIn(request, known);
  if (isInsistedOn(known, followUp)) return { need: 'required' };
  // Models repeat earlier criteria; a different need says more than a repetition.
  const read = related.find(({ need }) => need !== 'required') ?? related[0];
  if (own !== undefined) {
    // Merely mentioning what is excluded does not ask for it: 'Google is not fine'.
    const isStillExcluded = known.need === 'excluded' && own === 'required';
    return { need: read?.need ?? (isStillExcluded ? 'excluded' : own) };
  }
  // The request may name it differently, or in another language. Models say 'required' of everything, so that counts for nothing.
  const isSaid =
    (read?.need === 'excluded' && mayNegate(request)) || (read?.need === 'preferred' && maySoften(request));
  return { need: isSaid ? read.need : known.need };
}

/** How strongly a request's own words ask for something; undefined if they do not name it. */
function needIn(request: string, known: Criterion): Criterion['need'] | undefined {
  if (occurrencesOf(request, known.text).length === 0) return undefined;
  if (isLeftOut(request, known)) return 'excluded';
  return isTrueOfAll(request, known.text, isSoft) ? 'preferred' : 'required';
}

/** 'Must speak Spanish', but not 'if they must' or 'a must-read'. */
const INSISTENCE = /\b(?:must|have to|has to|need to|needs to)\s+(?:also\s+|really\s+|absolutely\s+)?\p{L}/iu;

/** Whether a request turns a nice-to-have into a must, naming it by some of its words or another name. */
function isInsistedOn(known: Criterion, { request, asked }: FollowUp): boolean {
  if (known.need !== 'preferred' || !INSISTENCE.test(request) || maySoften(request)) return false;
  return asked.some(
    (each) =>
      each.need === 'required' &&
      areAlike(each, known) &&
      (isNamedBy(known, request) || occurrencesOf(request, each.text).length > 0),
  );
}

/** Ids that no criterion has, nor had before it was removed, as far as can be told. */
function freshIds(criteria: readonly Criterion[]): () => string {
  const numbers = criteria.map(({ id }) => Number(/^c(\d{1,6})$/.exec(id)?.[1] ?? 0));
  let last = Math.max(0, ...numbers);
  return () => {
    last += 1;
    return `c${last}`;
  };
}

/** Removes duplicates: the later one counts, in the earlier one's place. */
const distinct = (criteria: readonly Criterion[]): Criterion[] => [
  ...new Map(criteria.map((each) => [`${each.subject} ${keyOf(each.text)}`, each])).values(),
];
