import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { browserStorage, keysWith, writeText } from '#web/lib/storage.ts';
import { createCurrentChat } from './current-chat.ts';
import type { LocalChatStore } from './local-chat-store.ts';
import { localChatStore } from './local-chat-store.ts';
import type { ImportReport } from './plan-import.ts';
import { planImport } from './plan-import.ts';
import { KEYS } from './storage-keys.ts';

/** Everything this browser holds, as exported and imported (specification §6). Dates are ISO strings. */
export interface LocalData {
  chats: Chat[];
  messages: Message[];
  currentChatId: string | null;
  exportDate: string;
}

/** An import that changed nothing; `message` says why, for people. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** Where local data lives; replaceable in tests. */
interface LocalHome {
  store?: LocalChatStore;
  storage?: KeyValueStorage | undefined;
}

/** Archived chats included. */
export function exportLocalData({
  store = localChatStore(),
  storage = browserStorage(),
  now = Date.now,
}: LocalHome & { now?: () => number } = {}): LocalData {
  const { chats, messages } = store.archive.read();
  return {
    chats: [...chats.values()],
    messages: [...messages.values()],
    currentChatId: createCurrentChat(storage).get() ?? null,
    exportDate: toTimestamp(now()),
  };
}

const ImportFile = v.object({
  chats: v.array(v.unknown()),
  messages: v.array(v.unknown()),
  currentChatId: v.optional(v.nullable(v.string())),
});

/**
 * Merges the text of an exported file into what is here. Nothing that is here is overwritten: a chat that differs comes in beside
 * the one it differs from, under ids of its own. What cannot be read is left out and counted.
 * @throws ImportError when the text is no export or there is no room for it; nothing has then changed.
 */
export function importLocalData(
  text: string,
  { store = localChatStore(), storage = browserStorage() }: LocalHome = {},
): ImportReport {
  const file = v.safeParse(ImportFile, parseJson(text));
  if (!file.success) throw new ImportError(`This file is not an export of ${PRODUCT_NAME}'s chats.`);
  const { patch, report, idOf } = planImport({ here: store.archive.read(), file: file.output });
  if (!store.archive.changeIfRoom(patch)) {
    throw new ImportError("There is not enough room in this browser's storage for this file.");
  }
  const current = createCurrentChat(storage);
  if (current.get() === undefined) current.set(idOf(file.output.currentChatId ?? undefined));
  store.tell({ type: 'changed' });
  return report;
}

/** Removes all chats and messages of this browser, and what had been set aside as unreadable. */
export function clearLocalData({
  store = localChatStore(),
  storage = browserStorage(),
}: LocalHome = {}): void {
  store.archive.forgetUnsaved();
  const keys = [
    KEYS.chats,
    KEYS.messages,
    KEYS.currentChat,
    KEYS.running,
    ...keysWith(storage, KEYS.unreadable),
  ];
  for (const key of keys) writeText(storage, key, undefined);
  store.tell({ type: 'changed' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
