import { STORAGE_PREFIX } from '#shared/product.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { browserStorage, readText, writeText } from '#web/lib/storage.ts';
import type { LocalChatStore } from './local-chat-store.ts';
import { localChatStore } from './local-chat-store.ts';

const declinedBy = (userId: string) => `${STORAGE_PREFIX}_chats_kept_local_${userId}`;

/** Where local chats live; replaceable in tests. */
interface LocalHome {
  store?: Pick<LocalChatStore, 'archive'>;
  storage?: KeyValueStorage | undefined;
}

/** Whether this browser holds chats made without an account, archived ones included. */
export const hasLocalChats = ({ store = localChatStore() }: Pick<LocalHome, 'store'> = {}): boolean =>
  store.archive.read().chats.size > 0;

/** Whether to offer a signed-in person to bring this browser's chats into their account: not once they have said no. */
export const offersLocalChats = (
  userId: string,
  { store = localChatStore(), storage = browserStorage() }: LocalHome = {},
): boolean => readText(storage, declinedBy(userId)) === undefined && hasLocalChats({ store });

/** Remembers that the person keeps this browser's chats where they are. */
export function declineLocalChats(
  userId: string,
  { storage = browserStorage() }: Pick<LocalHome, 'storage'> = {},
): void {
  writeText(storage, declinedBy(userId), 'true');
}
