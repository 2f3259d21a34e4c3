import * as v from 'valibot';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { ChatId, MessageId } from '#shared/ids.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';

/**
 * Keys in the browser's storage (docs/behaviour.md#browser-storage): chats, messages and the open chat, the searches under way,
 * the chats with unseen answers, and a signed-in user's offline copy.
 */
export const KEYS = {
  chats: `${STORAGE_PREFIX}_chats`,
  messages: `${STORAGE_PREFIX}_messages`,
  currentChat: `${STORAGE_PREFIX}_current_chat`,
  running: `${STORAGE_PREFIX}_running`,
  answered: `${STORAGE_PREFIX}_answered`,
  offline: `${STORAGE_PREFIX}_offline`,
} as const;

/** Whether this browser has, or has had, chats made without an account. */
export const hasStoredChats = (storage = browserStorage()): boolean =>
  [KEYS.chats, KEYS.messages].some((key) => readText(storage, key) !== undefined);

/** The chat that was open last in this browser. */
export const createCurrentChat = (storage: KeyValueStorage | undefined) => ({
  get: () => {
    const id = readText(storage, KEYS.currentChat);
    return v.is(ChatId, id) ? id : undefined;
  },
  // Failing to remember the chat is not worth an error message.
  set: (chatId: string | undefined) => void writeText(storage, KEYS.currentChat, chatId),
});

/** More searches than a user has under way at once. */
const MAX_REMEMBERED_SEARCHES = 10;

const RememberedSearch = v.object({
  chatId: ChatId,
  messageId: MessageId,
  content: v.string(),
  deepResearch: v.boolean(),
  /** The rest of the request, validated only when it is sent again. The basis is not kept: it is read from the answer again. */
  plan: v.optional(v.unknown()),
  userId: v.string(),
  /** Milliseconds since 1970. */
  sentAt: v.number(),
});

const StoredList = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** A search that was sent and whose end has not been seen: enough to follow it, or to send it again with the same ids. */
export type RememberedSearch = v.InferOutput<typeof RememberedSearch>;

/** The searches under way in this browser, at most one per chat, so that a reload finds them again. */
export function createRememberedSearches(storage: KeyValueStorage | undefined) {
  const read = (): RememberedSearch[] => {
    const stored = v.safeParse(StoredList, readText(storage, KEYS.running));
    const entries = stored.success ? stored.output : [];
    return entries.filter((entry) => v.is(RememberedSearch, entry));
  };
  // Failing to remember a search is not worth an error message.
  const write = (searches: readonly RememberedSearch[]): void => {
    const text = searches.length === 0 ? undefined : JSON.stringify(searches.slice(-MAX_REMEMBERED_SEARCHES));
    writeText(storage, KEYS.running, text);
  };
  return {
    /** One user's searches, in the order they were sent. */
    list: (userId: string) => read().filter((search) => search.userId === userId),
    add: (search: RememberedSearch) =>
      write([...read().filter(({ chatId }) => chatId !== search.chatId), search]),
    forget: (messageId: string) => write(read().filter((search) => search.messageId !== messageId)),
    /** Forgets all searches but this user's and anonymous ones. */
    forgetOthers: (userId: string) =>
      write(read().filter((search) => [ANONYMOUS_USER_ID, userId].includes(search.userId))),
  };
}
