import { type FetchQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { newId } from '#shared/ids.ts';
import { HIDDEN_LIST_ID, type ListedPerson, type PersonList } from '#shared/lists.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { toTimestamp } from '#shared/time.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import {
  asSaved,
  changeLists,
  changePeople,
  type ListChange,
  ListError,
  type SavedPerson,
} from './changes.ts';
import {
  addedLastFirst,
  changedLastFirst,
  type KnownList,
  type KnownLists,
  type ListNews,
  type ListStore,
} from './list-store.ts';

/** Of the list that is made with the first person who is saved. */
const FIRST_LIST = 'Shortlist';
const LAST_USED_KEY = `${STORAGE_PREFIX}_last_list`;

const LISTS_KEY: CacheKey = ['lists'];
const peopleKey = (listId: string): CacheKey => ['people', listId];

/** One person's lists on this page: what every action on them works with. */
export interface ListHome {
  store: ListStore;
  /** The cache of lists and people. */
  queries: QueryClient;
  storage: KeyValueStorage | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Says what went wrong, or is to be known. */
  tell: (news: Exclude<ListNews, { type: 'changed' }>) => void;
}

export const listsQuery = ({ store }: Pick<ListHome, 'store'>) =>
  queryOptions({
    queryKey: LISTS_KEY,
    queryFn: () => store.lists(),
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: true,
  });

export const peopleQuery = ({ store }: Pick<ListHome, 'store'>, listId: string) =>
  queryOptions({
    queryKey: peopleKey(listId),
    queryFn: () => store.people(listId),
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: true,
  });

/** As it is where it can be read, or else as it was read last. @throws what reading it threw */
export async function readNow<Data>(
  { queries }: Pick<ListHome, 'queries'>,
  options: FetchQueryOptions<Data, Error, Data, CacheKey>,
): Promise<Data> {
  try {
    return await queries.fetchQuery(options);
  } catch (error) {
    const kept = queries.getQueryData<Data>(options.queryKey);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Reads anew what is shown, and the rest when it is. */
export async function refreshLists({ queries }: Pick<ListHome, 'queries'>): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: LISTS_KEY }),
    queries.invalidateQueries({ queryKey: ['people'] }),
  ]);
}

/** What a person can do with their lists. Each shows at once. */
export type ListActions = ReturnType<typeof listActionsOn>;

export function listActionsOn(home: ListHome) {
  const at = () => toTimestamp(home.now());
  const change = (one: ListChange) => makeChanges(home, [one]);
  return {
    /** @returns its id; undefined where it could not be made */
    makeList: async (name: string): Promise<string | undefined> => {
      const listId = newId('list', home.now());
      return (await change({ type: 'make', listId, name: name.trim(), at: at() })) ? listId : undefined;
    },
    renameList: (listId: string, name: string) =>
      change({ type: 'rename', listId, name: name.trim(), at: at() }),
    deleteList: (listId: string) => change({ type: 'delete', listId, at: at() }),
    /** Saves people into a list. @returns the profile URLs of those who were not in it, as far as the page knows; undefined where it could not be done */
    save: (listId: string, people: readonly SavedPerson[]) => savePeople(home, listId, people),
    /** Makes a list with people in it. @returns it, and who is in it; undefined where it could not be done */
    saveToNew: (name: string, people: readonly SavedPerson[]) => saveToNew(home, name.trim(), people),
    /** Saves into the list used last, which is made where there is none. @returns that list, and who is new in it; undefined where it could not be done */
    saveToLast: (people: readonly SavedPerson[]) => saveToLast(home, people),
    edit: (listId: string, urls: readonly string[], edit: Extract<ListChange, { type: 'edit' }>['change']) =>
      change({ type: 'edit', listId, urls, change: edit, at: at() }),
    /** @returns whether they are gone */
    remove: (listId: string, urls: readonly string[]) => change({ type: 'remove', listId, urls, at: at() }),
    /** Puts back who was removed, as they were. */
    putBack: (listId: string, people: readonly ListedPerson[]) =>
      change({ type: 'save', listId, people: people.map(asSaved), at: at() }),
    retry: () => home.store.retry(),
    refresh: () => refreshLists(home),
  };
}

async function savePeople(
  home: ListHome,
  listId: string,
  people: readonly SavedPerson[],
): Promise<readonly string[] | undefined> {
  rememberUsed(home, listId);
  const urls = people.map(({ profile }) => profile.profileUrl);
  const keys = await Promise.all(urls.map((url) => home.store.memberKeyOf(url)));
  const known = home.queries.getQueryData<KnownLists>(LISTS_KEY);
  const members = known?.lists.find(({ id }) => id === listId)?.members ?? new Set();
  const added = urls.filter((_, index) => !members.has(keys[index] ?? ''));
  const at = toTimestamp(home.now());
  return (await makeChanges(home, [{ type: 'save', listId, people, at }])) ? added : undefined;
}

type SavedTo = Pick<PersonList, 'id' | 'name'> & { added: readonly string[] };

async function saveToNew(
  home: ListHome,
  name: string,
  people: readonly SavedPerson[],
): Promise<SavedTo | undefined> {
  const listId = newId('list', home.now());
  const at = toTimestamp(home.now());
  // Both at once: whoever leaves the page before the list is made has not lost its people.
  const isMade = await makeChanges(home, [
    { type: 'make', listId, name, at },
    { type: 'save', listId, people, at },
  ]);
  if (!isMade) return undefined;
  rememberUsed(home, listId);
  return { id: listId, name, added: people.map(({ profile }) => profile.profileUrl) };
}

async function saveToLast(home: ListHome, people: readonly SavedPerson[]): Promise<SavedTo | undefined> {
  const read = await readNow(home, listsQuery(home)).catch(() => undefined);
  if (read === undefined) {
    home.tell({
      type: 'refused',
      text: 'Your lists could not be read, so nobody was saved. Please try again.',
    });
    return undefined;
  }
  // Whoever has waited for the same answer may have made the first list.
  const { lists } = home.queries.getQueryData<KnownLists>(LISTS_KEY) ?? read;
  const target = lastUsed(home, lists);
  if (target === undefined) return await saveToNew(home, FIRST_LIST, people);
  const added = await savePeople(home, target.id, people);
  return added && { ...target, added };
}

function rememberUsed({ storage }: ListHome, listId: string): void {
  if (listId !== HIDDEN_LIST_ID) writeText(storage, LAST_USED_KEY, listId);
}

/** The list that somebody was saved to last in this browser, or else the one that changed last. */
const lastUsed = ({ storage }: ListHome, lists: readonly KnownList[]): KnownList | undefined =>
  lists.find(({ id }) => id === readText(storage, LAST_USED_KEY)) ?? lists[0];

/** Shows changes of one list and saves them. Never rejects: what is refused is said, and shows no more. @returns whether they are made */
async function makeChanges(home: ListHome, changes: readonly ListChange[]): Promise<boolean> {
  const { store } = home;
  const saving = Promise.all(changes.map((change) => store.change(change)));
  for (const change of changes) {
    const isOfPeople = change.type === 'save' || change.type === 'remove';
    // A list that is made is there at once, for whoever saves to the last one in the same moment.
    show(home, change, isOfPeople ? await keysOf(home, change) : NOBODY);
  }
  try {
    await saving;
    return true;
  } catch (error) {
    const text =
      error instanceof ListError ? error.message : 'The change could not be saved. Please try again.';
    home.tell({ type: 'refused', text });
    void refreshLists(home);
    return false;
  }
}

/** What names the people among the members of lists who come or go with a change. */
interface MemberKeys {
  added: readonly string[];
  gone: readonly string[];
}

const NOBODY: MemberKeys = { added: [], gone: [] };

async function keysOf({ store }: ListHome, change: ListChange): Promise<MemberKeys> {
  const all = (urls: readonly string[]) => Promise.all(urls.map((url) => store.memberKeyOf(url)));
  const added = change.type === 'save' ? change.people.map(({ profile }) => profile.profileUrl) : [];
  return { added: await all(added), gone: await all(change.type === 'remove' ? change.urls : []) };
}

function show({ queries }: ListHome, change: ListChange, { added, gone }: MemberKeys): void {
  const { listId } = change;
  const members = (known: ReadonlySet<string>) =>
    new Set([...known, ...added].filter((key) => !gone.includes(key)));
  const known = queries.getQueryData<KnownLists>(LISTS_KEY);
  const isEmpty =
    (listId === HIDDEN_LIST_ID ? known?.hidden : known?.lists.find(({ id }) => id === listId))?.size === 0;
  queries.setQueryData<readonly ListedPerson[]>(peopleKey(listId), (read) => {
    // Of a list with nobody in it nothing has to be read.
    const people = read ?? (isEmpty ? [] : undefined);
    if (people === undefined) return undefined;
    const before = new Map(people.map((person) => [person.profile.profileUrl, person]));
    return addedLastFirst(changePeople(before, change).values());
  });
  queries.setQueryData<KnownLists>(LISTS_KEY, () => {
    if (known === undefined) return undefined;
    const before = new Map(known.lists.map((list) => [list.id, list]));
    const after = changeLists(new Map<string, PersonList>(before), change);
    const lists = Array.from(after.values(), (list): KnownList => {
      const its = before.get(list.id)?.members ?? new Set();
      const now = list.id === listId ? members(its) : its;
      return { ...list, members: now, size: now.size };
    });
    const hidden = listId === HIDDEN_LIST_ID ? members(known.hidden.members) : known.hidden.members;
    return {
      lists: changedLastFirst(lists),
      hidden: { ...known.hidden, members: hidden, size: hidden.size },
    };
  });
}
