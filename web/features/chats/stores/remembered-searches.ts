import * as v from 'valibot';
import { SearchRequest } from '#shared/api.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { readText, writeText } from '#web/lib/storage.ts';
import { KEYS } from './storage-keys.ts';

/** More searches than one person has under way at once. */
const MOST_KEPT = 10;

const RememberedSearch = v.object({
  ...SearchRequest.entries,
  userId: v.string(),
  /** Milliseconds since 1970. */
  sentAt: v.number(),
});

/** A search that has been sent and whose end has not been seen: enough to follow it, or to send it again under the same ids. */
export type RememberedSearch = v.InferOutput<typeof RememberedSearch>;

/** The searches under way in this browser, at most one a chat, so that a reload finds them again. */
export interface RememberedSearches {
  /** One person's, in the order in which they were sent. */
  list(userId: string): RememberedSearch[];
  add(search: RememberedSearch): void;
  forget(messageId: string): void;
  /** Forgets those of people who have signed out. */
  forgetOthers(userId: string): void;
}

export function createRememberedSearches(storage: KeyValueStorage | undefined): RememberedSearches {
  const read = (): RememberedSearch[] => {
    const stored = v.safeParse(v.array(v.unknown()), parseJson(readText(storage, KEYS.running)));
    const entries = stored.success ? stored.output : [];
    return entries.filter((entry) => v.is(RememberedSearch, entry));
  };
  // Not being able to remember a search is no harm worth a message.
  const write = (searches: readonly RememberedSearch[]): void => {
    const text = searches.length === 0 ? undefined : JSON.stringify(searches.slice(-MOST_KEPT));
    writeText(storage, KEYS.running, text);
  };
  return {
    list: (userId) => read().filter((search) => search.userId === userId),
    add: (search) => write([...read().filter(({ chatId }) => chatId !== search.chatId), search]),
    forget: (messageId) => write(read().filter((search) => search.messageId !== messageId)),
    forgetOthers: (userId) =>
      write(read().filter((search) => [ANONYMOUS_USER_ID, userId].includes(search.userId))),
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
