/**
 * What the query cache holds, by the first part of its keys. Each kind belongs to a feature; the offline copy, and what is dropped with somebody
 * who was removed, go by the kinds of all of them (features/chats/stores/offline.ts).
 */
export type CacheKind = 'chats' | 'messages' | 'history' | 'lists' | 'people' | 'shares';

/** A kind, and whose data of that kind, such as a chat's or a list's id. */
export type CacheKey = readonly [CacheKind, ...string[]];

/** Whether a query is one for chats or messages. */
export const isChatQuery = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }): boolean =>
  kind === 'chats' || kind === 'messages';
