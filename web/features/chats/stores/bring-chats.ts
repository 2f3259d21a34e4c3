import type { Chat } from '#shared/chat.ts';
import { LIMITS } from '#shared/constants.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { compareText } from '../model/sort-chats.ts';
import { lighter } from './lighten-message.ts';
import type { LocalChatStore } from './local-chat-store.ts';
import type { ReceivingAccount } from './receiving-account.ts';

export interface BringReport {
  brought: number;
  /** Chats that are still in this browser, each of them whole. */
  left: number;
}

interface BringOptions {
  local: Pick<LocalChatStore, 'archive' | 'listMessages' | 'deleteChat'>;
  account: ReceivingAccount;
  /** Called before each chat, with how many are done and how many there are. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Moves this browser's chats into an account, with the times they and their messages have, those of the oldest activity first.
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
  const { id, title, createdAt } = chat;
  const messages = inOrder(await local.listMessages(id));
  await account.createChat({ id, title, createdAt });
  for (const message of messages) {
    const { chatId: _chat, userId: _user, ...said } = withinLimit(message);
    await account.addMessage(id, said);
  }
  if (chat.isArchived) await account.archiveChat(id);
  await local.deleteChat(id);
}

/** The account orders messages by their times alone, so that of two at one moment the second comes a millisecond later. */
function inOrder(messages: readonly Message[]): Message[] {
  let earliest = Number.NEGATIVE_INFINITY;
  return messages.map((message) => {
    const at = Math.max(Date.parse(message.timestamp), earliest);
    earliest = at + 1;
    return { ...message, timestamp: toTimestamp(at) };
  });
}

/** Room for the rest of the request. */
const ENVELOPE = 512;

/** A message too large for one request goes without raw search data, which no screen shows. */
function withinLimit(message: Message): Message {
  const { length } = new TextEncoder().encode(JSON.stringify(message));
  return length > LIMITS.bodyBytes - ENVELOPE ? lighter(message) : message;
}

function isAboutThisChat(error: unknown): boolean {
  return error instanceof ApiError && error.refused && ![401, 429].includes(error.status);
}
