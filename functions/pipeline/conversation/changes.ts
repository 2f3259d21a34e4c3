import type { Criterion } from '#shared/criteria.ts';
import { isSame, SINGLE_VALUE_SUBJECTS } from '../criteria/same-criterion.ts';
import { areYearsOfSame } from '../criteria/years.ts';
import { containsAllWords } from '../language/words.ts';

const NEEDS: Record<Criterion['need'], string> = {
  required: 'required',
  preferred: 'nice to have',
  excluded: 'excluded',
};
const ADDED: Record<Criterion['need'], string> = {
  required: 'added',
  preferred: 'added as nice to have',
  excluded: 'excluded',
};
const MAX_CHANGES = 20;

/** How criteria differ from the previous ones, one readable line per change: 'Location: Chicago instead of Boston'. */
export function describeChanges(before: readonly Criterion[], after: readonly Criterion[]): string[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const pairs = after.map((now) => ({
    now,
    was: known.get(now.id) ?? before.find((each) => isSameCriterion(each, now)),
  }));
  const stayed = new Set(pairs.map(({ was }) => was?.id));
  const removed = before.filter(({ id }) => !stayed.has(id));
  const replaced = new Set<string>();
  const lines = pairs.flatMap(({ now, was }) => {
    const label = describe(now);
    if (was !== undefined) return changeOf(was, now).map((change) => `${label} ${change}`);
    const superseded = SINGLE_VALUE_SUBJECTS.has(now.subject)
      ? removed.find(
          (each) => each.subject === now.subject && each.need === now.need && !replaced.has(each.id),
        )
      : removed.find(
          (each) =>
            each.subject === now.subject &&
            (containsAllWords(now.text, each.text) || areYearsOfSame(now.text, each.text)),
        );
    if (superseded === undefined) return [`${label} ${ADDED[now.need]}`];
    replaced.add(superseded.id);
    return [`${label} instead of ${superseded.text}`];
  });
  const removals = removed
    .filter(({ id }) => !replaced.has(id))
    .map((each) => `${describe(each)} ${each.need === 'excluded' ? 'no longer excluded' : 'removed'}`);
  return [...lines, ...removals].slice(0, MAX_CHANGES);
}

const describe = ({ subject, text }: Criterion): string =>
  `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${text}`;

const isSameCriterion = (one: Criterion, other: Criterion): boolean =>
  one.subject === other.subject && isSame(one, other);

function changeOf(was: Criterion, now: Criterion): string[] {
  const text = isSame(was, now) ? [] : [`instead of ${was.text}`];
  const need = was.need === now.need ? [] : [`${NEEDS[now.need]} instead of ${NEEDS[was.need]}`];
  return text.length + need.length > 0 ? [[...text, ...need].join(', ')] : [];
}
