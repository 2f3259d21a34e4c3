import * as v from 'valibot';
import { ChatId } from '#shared/ids.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { readText, writeText } from '#web/lib/storage.ts';
import { KEYS } from './storage-keys.ts';

/** Which chat was open last in this browser. */
export interface CurrentChat {
  get(): string | undefined;
  set(chatId: string | undefined): void;
}

export const createCurrentChat = (storage: KeyValueStorage | undefined): CurrentChat => ({
  get: () => {
    const id = readText(storage, KEYS.currentChat);
    return v.is(ChatId, id) ? id : undefined;
  },
  // Not being able to remember the chat is no harm worth a message.
  set: (chatId) => void writeText(storage, KEYS.currentChat, chatId),
});
