import { dehydrate, type Query, type QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { Chat } from '#shared/chat.ts';
import { ListedPerson, ListsAnswer } from '#shared/lists.ts';
import { Message } from '#shared/message.ts';
import { type CacheKind, isChatQuery } from '#web/lib/cache-key.ts';
import { type KeyValueStorage, LAST_USER_KEY, readText, writeText } from '#web/lib/storage.ts';
import { KEYS } from './remembered.ts';

/** Characters; more would take up the space that chats made without an account need. */
const MAX_COPY_LENGTH = 1_000_000;
/** Milliseconds from a change until it is saved. */
const SAVE_DELAY = 1_000;

const ChatPages = v.object({
  pages: v.array(v.object({ chats: v.array(Chat), cursor: v.optional(v.string()) })),
  pageParams: v.array(v.string()),
});

/** Lists as they are cached: their members are a Set, which the copy stores as an array. */
const Lists = v.pipe(
  v.object({ ...ListsAnswer.entries, hidden: v.omit(ListsAnswer.entries.hidden, ['id']) }),
  v.transform(({ lists, hidden }) => ({
    lists: lists.map((list) => ({ ...list, members: new Set(list.members) })),
    hidden: { ...hidden, members: new Set(hidden.members) },
  })),
);

/** The schemas of the kinds of queries that are kept; the kind is the first part of a query's key. */
const KEPT_SCHEMAS = {
  chats: ChatPages,
  messages: v.array(Message),
  lists: Lists,
  people: v.array(ListedPerson),
} as const satisfies Partial<Record<CacheKind, unknown>>;

const keptSchemaOf = ([kind]: readonly unknown[]) =>
  kind === 'chats' || kind === 'messages' || kind === 'lists' || kind === 'people'
    ? KEPT_SCHEMAS[kind]
    : undefined;

/** What a signed-in user has last read in this browser, by query key. */
const OfflineCopy = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    userId: v.string(),
    queries: v.array(
      v.object({
        queryKey: v.array(v.string()),
        state: v.object({
          data: v.unknown(),
          /** Milliseconds since 1970. */
          dataUpdatedAt: v.number(),
        }),
      }),
    ),
  }),
);

export interface OfflineOptions {
  queries: QueryClient;
  userId: string;
  storage: KeyValueStorage | undefined;
}

/** Fills an empty cache with what the same user last read, so that they can read it while the server cannot be reached. */
export function restoreOffline({ queries, userId, storage }: OfflineOptions): void {
  const copy = v.safeParse(OfflineCopy, readText(storage, KEYS.offline));
  if (!copy.success || copy.output.userId !== userId) return void writeText(storage, KEYS.offline, undefined);
  const isListed = listedIn(copy.output.queries);
  for (const { queryKey, state } of copy.output.queries) {
    if (!isListed({ queryKey })) continue;
    const schema = keptSchemaOf(queryKey);
    const data = schema && v.safeParse(schema, state.data);
    if (!data?.success) continue;
    const isChats = isChatQuery({ queryKey });
    // Lists may have been fetched before this, and are newer then. Restored ones are marked stale, so that showing them refetches them.
    if (!isChats && queries.getQueryData(queryKey) !== undefined) continue;
    queries.setQueryData(queryKey, data.output, { updatedAt: state.dataUpdatedAt });
    if (!isChats) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** Saves the cache whenever it has changed, newest data first as far as there is room. Returns a function that stops that. */
export function saveOffline({ queries, userId, storage }: OfflineOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** False once the user has left in another tab, of which this one may not have heard yet. */
  const isOwner = () => readText(storage, LAST_USER_KEY) === userId;
  const save = () => {
    timer = undefined;
    if (!isOwner()) return;
    // Keep data even if its last refetch failed: that is what the copy is for.
    const isWanted = ({ state, queryKey }: Query) =>
      state.data !== undefined && keptSchemaOf(queryKey) !== undefined;
    const all = dehydrate(queries, { shouldDehydrateQuery: isWanted }).queries;
    // The list of chats comes first: without it, no messages would be restored.
    const isList = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }) => Number(kind === 'chats');
    const inOrder = all
      .filter(listedIn(all))
      .toSorted((a, b) => isList(b) - isList(a) || b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    let remaining = MAX_COPY_LENGTH;
    const kept = inOrder.filter((query) => {
      const { length } = serialize(query);
      const fits = length <= remaining;
      if (fits) remaining -= length;
      return fits;
    });
    const isSaved = writeText(storage, KEYS.offline, serialize({ userId, queries: kept }));
    // An older copy would be out of date, and one made while the user was leaving would stay.
    if (!isSaved || !isOwner()) writeText(storage, KEYS.offline, undefined);
  };
  const unsubscribe = queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'removed') timer ??= setTimeout(save, SAVE_DELAY);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Filters out messages of chats that are not listed: nothing links to them, and they may have been deleted elsewhere. */
function listedIn(queries: readonly { queryKey: readonly unknown[]; state: { data?: unknown } }[]) {
  const list = v.safeParse(ChatPages, queries.find(({ queryKey: [kind] }) => kind === 'chats')?.state.data);
  const pages = list.success ? list.output.pages : [];
  const ids = new Set<unknown>(pages.flatMap(({ chats }) => chats.map(({ id }) => id)));
  return ({ queryKey: [kind, id] }: { queryKey: readonly unknown[] }) => kind !== 'messages' || ids.has(id);
}

/** The kinds of queries whose data contains people. */
const KINDS_WITH_PEOPLE: readonly CacheKind[] = ['messages', 'history', 'lists', 'people', 'shares'];

/** Drops all data that may contain a removed person, without waiting for the next fetch. Data on screen is refetched. */
export function dropCachedPeople({ queries, storage }: Pick<OfflineOptions, 'queries' | 'storage'>): void {
  writeText(storage, KEYS.offline, undefined);
  for (const kind of KINDS_WITH_PEOPLE) void queries.resetQueries({ queryKey: [kind] });
}

const serialize = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (inner instanceof Set ? [...inner] : inner));
