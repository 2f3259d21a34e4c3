import type { ListedPerson, PersonList } from '#shared/lists.ts';
import { countOfPeople, inDigits } from '#web/lib/format.ts';
import { asSaved, differingFields, EDITABLE_FIELDS, editTo } from './changes.ts';
import type { ListActions } from './lists.ts';

/* Adding people to a list that may have some of them already, and moving them there from another. */

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
  from: Pick<PersonList, 'id' | 'name'>;
  /** Without an id, it is yet to be created. */
  to: { id: string | undefined; name: string };
  /** As the page knows them. */
  people: readonly ListedPerson[];
  isMove: boolean;
  /** Called when they are in the other list, before they leave theirs. */
  onMoved: () => void;
}

interface Transferred {
  /** What became of it. */
  message: string;
  /** Undefined if nothing has changed. */
  undo?: (() => Promise<void>) | undefined;
}

/**
 * Moves or copies people to another list as they are now, without those who have left theirs: the page may not know yet what others have
 * changed. @returns undefined if that was refused, which has been reported
 */
export async function transferPeople(
  actions: ListActions,
  { from, to, people, isMove, onMoved }: Transfer,
): Promise<Transferred | undefined> {
  const verb = isMove ? 'moved' : 'copied';
  const read = await actions.readPeople(from.id).catch(() => undefined);
  if (read === undefined)
    return { message: `${from.name} could not be read, so nobody was ${verb}. Please try again.` };
  const entries = new Map(read.map((entry) => [entry.profile.profileUrl, entry]));
  const present = people.flatMap(({ profile }) => entries.get(profile.profileUrl) ?? []);
  const gone = describeGone(people.length - present.length, from.name);
  if (present.length === 0) return { message: `Nobody was ${verb}${gone}` };

  const saved = await saveTo(actions, to, present);
  if (saved === undefined) return undefined;
  const { id, added } = saved;
  const known = present.filter(({ profile }) => !added.includes(profile.profileUrl));
  const there = isMove && known.length > 0 ? await actions.readPeople(id).catch(() => []) : [];
  const staying = new Set(isMove ? findStaying(known, there) : present);
  const moved = present.filter((person) => !staying.has(person));
  if (isMove) onMoved();
  // Not waited for, so that it can be undone meanwhile; the news of a refusal takes the place of that offer.
  if (moved.length > 0)
    void actions.remove(
      from.id,
      moved.map(({ profile }) => profile.profileUrl),
    );
  const counts = { name: to.name, added: added.length, known: known.length, taken: moved.length };
  const stay = isMove ? describeStaying(staying.size, to.name) : '';
  return {
    message: describeAdded(verb, counts) + stay + gone,
    ...(added.length + moved.length > 0 && {
      undo: () => undoTransfer(actions, { from: from.id, to: id, moved, added }),
    }),
  };
}

async function saveTo(
  { save, saveToNew }: ListActions,
  { id, name }: Transfer['to'],
  people: readonly ListedPerson[],
) {
  const entries = people.map(asSaved);
  if (id === undefined) return await saveToNew(name, entries);
  const added = await save(id, entries);
  return added && { id, added };
}

interface Undo {
  from: string;
  to: string;
  /** The people who were taken out of the first list. */
  moved: readonly ListedPerson[];
  /** The profile URLs of those who were not in the other list before. */
  added: readonly string[];
}

/**
 * Undoes a move or a copy. People stay in the other list if theirs cannot take them back: it may be gone, or full by now. After a move, they
 * bring back what has been written about them in the other list since, if that can be read.
 */
async function undoTransfer(
  { readPeople, putBack, edit, takeBack }: ListActions,
  { from, to, moved, added }: Undo,
): Promise<void> {
  const leaving = moved.filter(({ profile }) => added.includes(profile.profileUrl));
  const there = leaving.length > 0 ? await readPeople(to).catch(() => []) : [];
  if (moved.length > 0 && !(await putBack(from, moved))) return;
  for (const { url, change } of findWritten(leaving, there)) if (!(await edit(from, [url], change))) return;
  if (added.length > 0) await takeBack(to, added);
}

/** What others, or the user, have written about people since they were moved. @param there the people of the list they were moved to */
function findWritten(moved: readonly ListedPerson[], there: readonly ListedPerson[]) {
  const entries = new Map(there.map((entry) => [entry.profile.profileUrl, entry]));
  return moved.flatMap((person) => {
    const url = person.profile.profileUrl;
    const entry = entries.get(url);
    if (entry === undefined) return [];
    const written = differingFields(entry, person);
    return written.length === 0 ? [] : [{ url, change: editTo(entry, written) }];
  });
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

/** Says who was not moved or copied, because others have taken them out of their list; empty if everybody was. */
const describeGone = (count: number, name: string): string =>
  count === 0 ? '' : `. ${inDigits(count)} ${count === 1 ? 'is' : 'are'} not in ${name} any more`;

/** Says who was not taken out of their list; empty if everybody was. */
export const describeStaying = (count: number, name: string): string =>
  count === 0
    ? ''
    : `. ${inDigits(count)} ${count === 1 ? 'stays' : 'stay'} here too: ${name} has another note, status or rating`;
