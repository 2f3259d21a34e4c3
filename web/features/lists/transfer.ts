import type { ListedPerson } from '#shared/lists.ts';
import { countOfPeople, inDigits } from '#web/lib/format.ts';
import { EDITABLE_FIELDS } from './changes.ts';
import type { ListActions } from './lists.ts';

/* Adding people to a list that may have some of them already. */

/**
 * The people who must not be taken out of the list they were moved from, because the other list lacks something recorded about them.
 * @param there the people of the other list, after these have been saved to it
 */
export function findStaying(
  people: readonly ListedPerson[],
  there: readonly ListedPerson[],
): readonly ListedPerson[] {
  const entries = new Map(there.map((entry) => [entry.profile.profileUrl, entry]));
  return people.filter((person) => {
    const entry = entries.get(person.profile.profileUrl);
    // An entry keeps its own, whatever is saved with the same person.
    return EDITABLE_FIELDS.some((field) => person[field] && person[field] !== entry?.[field]);
  });
}

interface Transfer {
  from: string;
  to: string;
  /** The people who were taken out of the first list. */
  moved: readonly ListedPerson[];
  /** The profile URLs of those who were not in the other list before. */
  added: readonly string[];
}

/** Undoes a move or a copy. People stay in the other list if theirs cannot take them back: it may be gone, or full by now. */
export async function undoTransfer(
  { putBack, remove }: Pick<ListActions, 'putBack' | 'remove'>,
  { from, to, moved, added }: Transfer,
): Promise<void> {
  if (moved.length > 0 && !(await putBack(from, moved))) return;
  if (added.length > 0) await remove(to, added);
}

/**
 * '3 people moved to Divers, 1 was in it already'.
 * @param known how many people were in the list before @param taken how many were taken out of the list they came from
 */
export function describeAdded(
  verb: 'saved' | 'copied' | 'moved',
  { name, added, known, taken = 0 }: { name: string; added: number; known: number; taken?: number },
): string {
  if (added === 0) {
    const everybody =
      known === 1 ? 'This person is' : known === 2 ? 'Both are' : `All ${inDigits(known)} are`;
    const already = `${everybody} in ${name} already`;
    if (taken === 0) return already;
    const who = taken === known ? '' : `${inDigits(taken)} `;
    return `${already} and ${who}${taken === 1 ? 'was' : 'were'} taken out of this list`;
  }
  const others = known === 0 ? '' : `, ${inDigits(known)} ${known === 1 ? 'was' : 'were'} in it already`;
  return `${countOfPeople(added)} ${verb} to ${name}${others}`;
}

/** Says who was not taken out of their list; empty if everybody was. */
export const describeStaying = (count: number, name: string): string =>
  count === 0
    ? ''
    : `. ${inDigits(count)} ${count === 1 ? 'stays' : 'stay'} here too: ${name} has another note, status or rating`;
