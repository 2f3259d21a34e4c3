import { HIDDEN_LIST_ID, type ListedPerson, type PersonList } from '#shared/lists.ts';
import { changeLists, type ListChange } from './changes.ts';

/* The lists as the page knows them: their members, their order, and how they are after a change. */

/** A list, with its members by their `memberKeyOf` in its ListStore. */
export type KnownList = PersonList & { members: ReadonlySet<string> };

export interface KnownLists {
  /** Most recently changed first. */
  lists: readonly KnownList[];
  /** The hidden people. If they cannot be read in full, nobody else can be hidden. */
  hidden: Pick<KnownList, 'size' | 'members'> & { isDamaged?: boolean | undefined };
}

/** The order in which people are shown; ties are broken in the same way wherever the people come from. */
export const addedLastFirst = (people: Iterable<ListedPerson>): ListedPerson[] =>
  [...people].sort(
    (a, b) =>
      Date.parse(b.addedAt) - Date.parse(a.addedAt) ||
      b.profile.relevanceScore - a.profile.relevanceScore ||
      Number(a.profile.profileUrl > b.profile.profileUrl) -
        Number(a.profile.profileUrl < b.profile.profileUrl),
  );

/** The order in which lists are shown. */
export const changedLastFirst = <One extends Pick<PersonList, 'updatedAt'>>(lists: Iterable<One>): One[] =>
  [...lists].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));

/** A list, or the hidden people, with these members. */
export function withMembers<One extends object>(list: One, members: Iterable<string>) {
  const all = new Set(members);
  return { ...list, members: all, size: all.size };
}

/** The member keys of the people that a change adds or removes. */
export interface MemberKeys {
  added: readonly string[];
  removed: readonly string[];
}

export const NO_KEYS: MemberKeys = { added: [], removed: [] };

export async function memberKeysOf(
  store: { memberKeyOf(profileUrl: string): Promise<string> },
  change: ListChange,
): Promise<MemberKeys> {
  const all = (urls: readonly string[]) => Promise.all(urls.map((url) => store.memberKeyOf(url)));
  const added = change.type === 'save' ? change.people.map(({ profile }) => profile.profileUrl) : [];
  return { added: await all(added), removed: await all(change.type === 'remove' ? change.urls : []) };
}

/** The lists, and the hidden people, after the change. @param keys those of the change, see {@link memberKeysOf} */
export function changeKnownLists(
  known: KnownLists,
  change: ListChange,
  { added, removed }: MemberKeys,
): KnownLists {
  const membersAfter = (listId: string, members: ReadonlySet<string> = new Set()) =>
    listId === change.listId ? [...members, ...added].filter((key) => !removed.includes(key)) : members;
  const before = new Map(known.lists.map((list) => [list.id, list]));
  const after = changeLists(new Map<string, PersonList>(before), change);
  const lists = Array.from(after.values(), (list) =>
    withMembers(list, membersAfter(list.id, before.get(list.id)?.members)),
  );
  const hidden = withMembers(known.hidden, membersAfter(HIDDEN_LIST_ID, known.hidden.members));
  return { lists: changedLastFirst(lists), hidden };
}
