/**
 * The kinds of data in the query cache, which are the first part of its keys. Each kind belongs to a feature. The offline copy, and the
 * clean-up after a person was removed, distinguish the kinds of all features (features/chats/stores/offline.ts).
 */
export type CacheKind = 'chats' | 'messages' | 'history' | 'lists' | 'people' | 'shares';

/** A kind, then the ids that narrow it down, such as a chat's or a list's. */
export type CacheKey = readonly [CacheKind, ...string[]];

/** Whether a query is for chats or messages. */
export const isChatQuery = ({ queryKey: [kind] }: { queryKey: readonly unknown[] }): boolean =>
  kind === 'chats' || kind === 'messages';
