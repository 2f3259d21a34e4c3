import type { Chat } from '#shared/chat.ts';
import { LIMITS } from '#shared/constants.ts';
import type { Message } from '#shared/message.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { compareText } from '../model/sort-chats.ts';
import type { ChatStore } from './chat-store.ts';
import { lighter } from './lighten-message.ts';
import type { LocalChatStore } from './local-chat-store.ts';

export interface BringReport {
  brought: number;
  /** Chats that are still in this browser, each of them whole. */
  left: number;
}

interface BringOptions {
  local: Pick<LocalChatStore, 'archive' | 'listMessages' | 'deleteChat'>;
  account: Pick<ChatStore, 'createChat' | 'putMessages' | 'updateChat'>;
  /** Called before each chat, with how many are done and how many there are. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Moves this browser's chats into an account, those of the oldest activity first, so that the account lists them in the same order.
 * A chat leaves the browser only when all of it is in the account. Ids stay the same and the account takes each only once, so that a
 * repeat, after whatever failed, completes what is there. A chat the account refuses stays; when the account cannot be reached or the
 * session has ended, so do all that follow. Never rejects.
 */
export async function bringChats({ local, account, onProgress }: BringOptions): Promise<BringReport> {
  const chats = Array.from(local.archive.read().chats.values()).sort((a, b) =>
    compareText(a.lastMessageAt, b.lastMessageAt),
  );
  let brought = 0;
  for (const [done, chat] of chats.entries()) {
    onProgress?.(done, chats.length);
    try {
      await bringChat(chat, { local, account });
      brought += 1;
    } catch (error) {
      if (!isAboutThisChat(error)) break;
    }
  }
  return { brought, left: chats.length - brought };
}

async function bringChat(chat: Chat, { local, account }: BringOptions): Promise<void> {
  const messages = await local.listMessages(chat.id);
  await account.createChat(chat);
  await account.putMessages(chat.id, messages.map(fit));
  if (chat.isArchived) await account.updateChat(chat.id, { isArchived: true });
  await local.deleteChat(chat.id);
}

/** Room for the rest of the request. */
const ENVELOPE = 512;

/** A message too large for one request goes without raw search data, which no screen shows. */
function fit(message: Message): Message {
  const { length } = new TextEncoder().encode(JSON.stringify(message));
  return length > LIMITS.bodyBytes - ENVELOPE ? lighter(message) : message;
}

function isAboutThisChat(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof ApiError && cause.refused && ![401, 429].includes(cause.status);
}
