import { type FetchQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { newId } from '#shared/ids.ts';
import { overflowText } from '#shared/list-entry.ts';
import {
  HIDDEN_LIST_ID,
  type KnownTexts,
  type ListedPerson,
  type PersonEdit,
  type PersonList,
  type SavePersonRequest,
} from '#shared/lists.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { toTimestamp } from '#shared/time.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import { asSaved, changePeople, knownTexts, type ListChange, ListError } from './changes.ts';
import {
  addedLastFirst,
  changeKnownLists,
  type KnownList,
  type KnownLists,
  type MemberKeys,
  memberKeysOf,
  NO_KEYS,
} from './known-lists.ts';
import type { ListNews, ListStore } from './list-store.ts';

/** Name of the list that is created with the first person who is saved. */
const FIRST_LIST_NAME = 'Shortlist';
const LAST_USED_KEY = `${STORAGE_PREFIX}_last_list`;

const LISTS_KEY: CacheKey = ['lists'];
const peopleKey = (listId: string): CacheKey => ['people', listId];

/** One user's lists on this page: the dependencies of every action on them. */
export interface ListSession {
  store: ListStore;
  /** The cache of lists and people. */
  queries: QueryClient;
  storage: KeyValueStorage | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports errors and notices. */
  tell: (news: Exclude<ListNews, { type: 'changed' }>) => void;
}

export const listsQuery = ({ store }: Pick<ListSession, 'store'>) =>
  queryOptions({
    queryKey: LISTS_KEY,
    queryFn: () => store.lists(),
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: true,
  });

export const peopleQuery = ({ store }: Pick<ListSession, 'store'>, listId: string) =>
  queryOptions({
    queryKey: peopleKey(listId),
    queryFn: () => store.people(listId),
    staleTime: Number.POSITIVE_INFINITY,
    retryOnMount: true,
  });

/** The current data if it can be read, or else what was read last. @throws the error from reading it */
export async function readNow<Data>(
  { queries }: Pick<ListSession, 'queries'>,
  options: FetchQueryOptions<Data, Error, Data, CacheKey>,
): Promise<Data> {
  try {
    return await queries.fetchQuery(options);
  } catch (error) {
    const cached = queries.getQueryData<Data>(options.queryKey);
    if (cached === undefined) throw error;
    return cached;
  }
}

/** Refetches what is shown now, and the rest once it is shown. */
export async function refreshLists({ queries }: Pick<ListSession, 'queries'>): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: LISTS_KEY }),
    queries.invalidateQueries({ queryKey: ['people'] }),
  ]);
}

/** What a user can do with their lists. Each action updates the page optimistically. */
export type ListActions = ReturnType<typeof listActionsOn>;

export function listActionsOn(session: ListSession) {
  const at = () => toTimestamp(session.now());
  const change = async (one: ListChange) => (await makeChanges(session, [one])) !== undefined;
  /** Then shows what that has restored: it may be something newer than this page knew. */
  const undo = async (one: ListChange) => {
    const isMade = await change(one);
    if (isMade) void refreshLists(session);
    return isMade;
  };
  return {
    /** The people of a list as they are now: others may have changed them. @throws the error from reading them */
    readPeople: (listId: string): Promise<readonly ListedPerson[]> =>
      session.queries.fetchQuery({ ...peopleQuery(session, listId), staleTime: 0 }),
    /** @returns its id; undefined if it could not be created */
    makeList: async (name: string): Promise<string | undefined> => {
      const listId = newId('list', session.now());
      return (await change({ type: 'make', listId, name: name.trim(), at: at() })) ? listId : undefined;
    },
    renameList: (listId: string, name: string) =>
      change({ type: 'rename', listId, name: name.trim(), at: at() }),
    deleteList: (listId: string) => change({ type: 'delete', listId, at: at() }),
    /** Saves people to a list. @returns the profile URLs of those who were not in it, as far as is known; undefined if that failed */
    save: (listId: string, people: readonly SavePersonRequest[]) => savePeople(session, listId, people),
    /** Creates a list with people in it. @returns the list, and who is in it; undefined if that failed */
    saveToNew: (name: string, people: readonly SavePersonRequest[]) =>
      saveToNew(session, name.trim(), people),
    /** Saves to the list used last, or to a new one if there is none. @returns the list, and who is new in it; undefined if that failed */
    saveToLast: (people: readonly SavePersonRequest[]) => saveToLast(session, people),
    /** @param replaced the texts that the user means to replace, if this page may have read others since */
    edit: (listId: string, urls: readonly string[], edit: PersonEdit, replaced?: KnownTexts) => {
      const people = session.queries.getQueryData<readonly ListedPerson[]>(peopleKey(listId)) ?? [];
      const seen = people.filter(({ profile }) => urls.includes(profile.profileUrl));
      const known = replaced
        ? Object.fromEntries(urls.map((url) => [url, replaced]))
        : knownTexts(seen, edit);
      return change({ type: 'edit', listId, urls, change: edit, known, at: at() });
    },
    /** @returns whether they were removed */
    remove: (listId: string, urls: readonly string[]) => change({ type: 'remove', listId, urls, at: at() }),
    /** Restores people who were removed, as they were then. @param people as far as this page knows them */
    putBack: (listId: string, people: readonly ListedPerson[]) =>
      undo({ type: 'save', listId, people: people.map(asSaved), at: at(), isUndo: true }),
    /** Takes out people who were saved, unless they were in the list before. */
    takeBack: (listId: string, urls: readonly string[]) =>
      undo({ type: 'remove', listId, urls, at: at(), isUndo: true }),
    retry: () => session.store.retry(),
    refresh: () => refreshLists(session),
  };
}

async function savePeople(
  session: ListSession,
  listId: string,
  people: readonly SavePersonRequest[],
): Promise<readonly string[] | undefined> {
  const urls = people.map(({ profile }) => profile.profileUrl);
  const keys = await Promise.all(urls.map((url) => session.store.memberKeyOf(url)));
  const known = session.queries.getQueryData<KnownLists>(LISTS_KEY);
  const { members = new Set(), size = 0 } = known?.lists.find(({ id }) => id === listId) ?? {};
  const added = urls.filter((_, index) => !members.has(keys[index] ?? ''));
  // An account receives them a few at a time, so it would save as many as there is room for.
  const overflow = overflowText(listId, { size, added: added.length });
  if (overflow !== undefined) {
    refuse(session, overflow);
    return undefined;
  }
  // An answer that is added to people of several lists chooses none of these lists.
  if (added.length > 0) rememberUsed(session, listId);
  const at = toTimestamp(session.now());
  const made = await makeChanges(session, [{ type: 'save', listId, people, at }]);
  return made && (made[0] ?? added);
}

type SavedTo = Pick<PersonList, 'id' | 'name'> & { added: readonly string[] };

async function saveToNew(
  session: ListSession,
  name: string,
  people: readonly SavePersonRequest[],
): Promise<SavedTo | undefined> {
  const listId = newId('list', session.now());
  const at = toTimestamp(session.now());
  // Both at once, so that leaving the page before the list is created does not lose its people.
  const made = await makeChanges(session, [
    { type: 'make', listId, name, at },
    { type: 'save', listId, people, at },
  ]);
  if (made === undefined) return undefined;
  rememberUsed(session, listId);
  return { id: listId, name, added: people.map(({ profile }) => profile.profileUrl) };
}

async function saveToLast(
  session: ListSession,
  people: readonly SavePersonRequest[],
): Promise<SavedTo | undefined> {
  const read = await readNow(session, listsQuery(session)).catch(() => undefined);
  if (read === undefined) {
    session.tell({
      type: 'refused',
      text: 'Your lists could not be read, so nobody was saved. Please try again.',
    });
    return undefined;
  }
  // Another call that waited for the same response may have created the first list.
  const { lists } = session.queries.getQueryData<KnownLists>(LISTS_KEY) ?? read;
  const target = lastUsed(session, lists);
  if (target === undefined) return await saveToNew(session, FIRST_LIST_NAME, people);
  const added = await savePeople(session, target.id, people);
  return added && { ...target, added };
}

function rememberUsed({ storage }: ListSession, listId: string): void {
  if (listId !== HIDDEN_LIST_ID) writeText(storage, LAST_USED_KEY, listId);
}

/** The list to which a person was last saved in this browser, or else the one that changed last. */
const lastUsed = ({ storage }: ListSession, lists: readonly KnownList[]): KnownList | undefined =>
  lists.find(({ id }) => id === readText(storage, LAST_USED_KEY)) ?? lists[0];

/**
 * Shows changes to one list optimistically, and saves them. Never rejects: a refusal is reported, and the page refreshed.
 * @returns what the store answers to each of them; undefined if one was refused
 */
async function makeChanges(session: ListSession, changes: readonly ListChange[]) {
  const { store } = session;
  const saving = Promise.all(changes.map((change) => store.change(change)));
  for (const change of changes) {
    const changesMembers = change.type === 'save' || change.type === 'remove';
    // A new list is shown synchronously, for a call that saves to the last list at the same moment.
    updateCache(session, change, changesMembers ? await memberKeysOf(store, change) : NO_KEYS);
  }
  try {
    return await saving;
  } catch (error) {
    refuse(
      session,
      error instanceof ListError ? error.message : 'The change could not be saved. Please try again.',
    );
    return undefined;
  }
}

function refuse(session: ListSession, text: string): void {
  session.tell({ type: 'refused', text });
  void refreshLists(session);
}

function updateCache({ queries }: ListSession, change: ListChange, keys: MemberKeys): void {
  const { listId } = change;
  const known = queries.getQueryData<KnownLists>(LISTS_KEY);
  const list = listId === HIDDEN_LIST_ID ? known?.hidden : known?.lists.find(({ id }) => id === listId);
  const isEmpty = list?.size === 0 && queries.getQueryState(LISTS_KEY)?.isInvalidated === false;
  edit<readonly ListedPerson[]>(queries, peopleKey(listId), (read) => {
    // An empty list does not have to be read.
    const people = read ?? (isEmpty ? [] : undefined);
    if (people === undefined) return undefined;
    const before = new Map(people.map((person) => [person.profile.profileUrl, person]));
    return addedLastFirst(changePeople(before, change).values());
  });
  if (known !== undefined) edit(queries, LISTS_KEY, () => changeKnownLists(known, change, keys));
}

/** Changes what has been read. Older data, which is to be read again, does not count as current because of that. */
function edit<Data>(
  queries: QueryClient,
  queryKey: CacheKey,
  change: (read: Data | undefined) => Data | undefined,
): void {
  const isOld = queries.getQueryState(queryKey)?.isInvalidated;
  queries.setQueryData<Data>(queryKey, change);
  if (isOld) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}
