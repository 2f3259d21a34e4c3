import { dehydrate, type Query, type QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { Chat } from '#shared/chat.ts';
import { Message } from '#shared/message.ts';
import { type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import { KEYS } from './remembered.ts';
import { isChatQuery } from './session.ts';

/** Characters: more would eat the room that chats made without an account need. */
const MOST_KEPT = 1_000_000;
/** Milliseconds from a change to its saving. */
const SAVING_DELAY = 1_000;

const ChatPages = v.object({
  pages: v.array(v.object({ chats: v.array(Chat), cursor: v.optional(v.string()) })),
  pageParams: v.array(v.string()),
});

/** The chats and messages that a signed-in person has read last in this browser, by the cache's keys. */
const OfflineCopy = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    userId: v.string(),
    queries: v.array(
      v.object({
        queryKey: v.array(v.string()),
        state: v.object({
          data: v.union([ChatPages, v.array(Message)]),
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

/** Fills an empty cache with what the same person has read last, so that it can be read while the server cannot be reached. */
export function restoreOffline({ queries, userId, storage }: OfflineOptions): void {
  const copy = v.safeParse(OfflineCopy, readText(storage, KEYS.offline));
  if (!copy.success || copy.output.userId !== userId) return void writeText(storage, KEYS.offline, undefined);
  for (const { queryKey, state } of copy.output.queries) {
    queries.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt });
  }
}

/** Saves what the cache holds whenever that has changed, the newest first, until it is told to stop. */
export function saveOffline({ queries, userId, storage }: OfflineOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    // What has been read stays worth keeping when the next read fails: that is what it is kept for.
    const isWanted = (query: Query) => query.state.data !== undefined && isChatQuery(query);
    const all = dehydrate(queries, { shouldDehydrateQuery: isWanted }).queries;
    const newest = all.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    let room = MOST_KEPT;
    const kept = newest.filter((query) => {
      const { length } = JSON.stringify(query);
      const fits = length <= room;
      if (fits) room -= length;
      return fits;
    });
    const isSaved = writeText(storage, KEYS.offline, JSON.stringify({ userId, queries: kept }));
    // What is there is out of date.
    if (!isSaved) writeText(storage, KEYS.offline, undefined);
  };
  const unsubscribe = queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') timer ??= setTimeout(save, SAVING_DELAY);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
