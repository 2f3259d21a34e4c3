import { ANONYMOUS_USER_ID, Chat } from '#shared/chat.ts';
import type { CreateChatRequest } from '#shared/chat-contract.ts';
import { LIMITS } from '#shared/limits.ts';
import { Message } from '#shared/message.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { toTimestamp } from '#shared/time.ts';
import { type Searches, searchesOver } from '#web/features/search/index.ts';
import type { Api } from '#web/lib/api.ts';
import { createApi } from '#web/lib/create-api.ts';
import { isPermanent } from '#web/lib/refusals.ts';
import { browserStorage, type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import { returnToInput, takeDraft } from '../drafts.ts';
import type { ChatSession } from '../session.ts';
import { compareText } from './chat-store.ts';
import { withoutRawResults } from './local-archive.ts';
import { type LocalChats, type LocalHome, localChats } from './local-chats.ts';
import { createRememberedSearches } from './remembered.ts';

export interface BringReport {
  brought: number;
  /** Chats that are still in this browser, each of them complete. */
  left: number;
}

interface BringOptions {
  local: Pick<LocalChats, 'archive' | 'listMessages' | 'removeChat'>;
  account: ReceivingAccount;
  /** Searches sent without an account whose answers have not arrived here. */
  searches?: Pick<LocalSearches, 'answerTo' | 'forget'>;
  /** Called before each chat, with how many are done and how many there are. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Moves this browser's chats into an account, least recently active first, with their own timestamps and those of their messages.
 * A chat is removed from the browser only when all of it is in the account. Ids stay the same and every call is idempotent, so that
 * repeating this after a failure completes the move. It waits for a search under way, to move its answer too. A chat that the account
 * refuses stays; if the account cannot be reached or the session has ended, so do all that follow. Never rejects.
 */
export async function bringChats(options: BringOptions): Promise<BringReport> {
  const { local, account, searches = localSearches(), onProgress } = options;
  const chats = Array.from(local.archive.read().chats.values()).sort((a, b) =>
    compareText(a.lastMessageAt, b.lastMessageAt),
  );
  let brought = 0;
  for (const [done, chat] of chats.entries()) {
    onProgress?.(done, chats.length);
    try {
      if (await bringChat(chat, { local, account, searches })) brought += 1;
    } catch (error) {
      if (!isPermanent(error)) break;
    }
  }
  const here = local.archive.read().chats;
  return { brought, left: chats.filter(({ id }) => here.has(id)).length };
}

const isIn = ({ archive }: BringOptions['local'], chatId: string): boolean =>
  archive.read().chats.has(chatId);

/** @returns false if another page has deleted the chat before any of it was moved */
async function bringChat(
  chat: Chat,
  { local, account, searches }: Required<Omit<BringOptions, 'onProgress'>>,
): Promise<boolean> {
  const { id, title, createdAt } = chat;
  const sent = new Set<string>();
  const readUnsent = async () => (await local.listMessages(id)).filter((message) => !sent.has(message.id));
  let unsent = await readUnsent();
  do {
    const last = unsent.at(-1);
    const answer = last?.role === 'user' ? await searches.answerTo(last) : undefined;
    if (sent.size === 0 && !isIn(local, id)) return false;
    const messages = withDistinctTimestamps(answer === undefined ? unsent : [...unsent, answer]);
    await account.createChat({ id, title, createdAt });
    for (const message of messages) {
      const { chatId: _chat, userId: _user, ...rest } = withinLimit(message);
      await account.addMessage(id, rest);
      sent.add(message.id);
    }
    if (chat.isArchived) await account.archiveChat(id);
    // Another page may have added to the chat meanwhile.
    unsent = await readUnsent();
  } while (unsent.length > 0);
  local.removeChat(id);
  for (const messageId of sent) searches.forget(messageId);
  return true;
}

type LocalSearches = ReturnType<typeof localSearches>;

/** The searches sent from this browser without an account whose end it has not seen. */
export function localSearches({
  storage = browserStorage(),
  searches = searchesOver(createApi()),
}: {
  storage?: KeyValueStorage | undefined;
  searches?: Pick<Searches, 'follow'>;
} = {}) {
  const remembered = createRememberedSearches(storage);
  return {
    hasAny: () => remembered.list(ANONYMOUS_USER_ID).length > 0,
    /** Waits for the answer a question is still to get; undefined if there is none. @throws Error if that cannot be determined now */
    async answerTo({ id: messageId, chatId }: Message): Promise<Message | undefined> {
      const isSent = remembered.list(ANONYMOUS_USER_ID).some((search) => search.messageId === messageId);
      if (!isSent) return undefined;
      const name = { userId: ANONYMOUS_USER_ID, chatId, messageId };
      const { ending, state } = await searches.follow(name);
      if (ending === 'lost') throw new Error('The search could not be followed to its end.');
      return state.assistantMessage;
    },
    forget: remembered.forget,
  };
}

/** Moves equal timestamps a millisecond apart, since the account orders messages by time alone. */
function withDistinctTimestamps(messages: readonly Message[]): Message[] {
  let earliest = Number.NEGATIVE_INFINITY;
  return messages.map((message) => {
    const at = Math.max(Date.parse(message.timestamp), earliest);
    earliest = at + 1;
    return { ...message, timestamp: toTimestamp(at) };
  });
}

/** Drops the raw search data, which no screen shows, from a message too large for a request, which has only parts of it. */
function withinLimit(message: Message): Message {
  const { length } = new TextEncoder().encode(JSON.stringify(message));
  return length > LIMITS.messageBytes ? withoutRawResults(message) : message;
}

type ReceivingAccount = ReturnType<typeof receivingAccountOver>;

/** Adds chats begun elsewhere to an account, with their original timestamps. Every call is idempotent. @throws ApiError */
export function receivingAccountOver(api: Api) {
  const pathOf = (chatId: string) => `/chats/${encodeURIComponent(chatId)}`;
  return {
    async createChat(body: CreateChatRequest): Promise<void> {
      await api.json(Chat, { method: 'POST', path: '/chats', body });
    },
    async addMessage(chatId: string, body: Omit<Message, 'chatId' | 'userId'>): Promise<void> {
      await api.json(Message, { method: 'POST', path: `${pathOf(chatId)}/messages`, body });
    },
    async archiveChat(chatId: string): Promise<void> {
      await api.json(Chat, { method: 'PATCH', path: pathOf(chatId), body: { isArchived: true } });
    },
  };
}

const declinedKey = (userId: string) => `${STORAGE_PREFIX}_chats_kept_local_${userId}`;

/**
 * How many chats made without an account are in this browser, including archived ones, and whether a signed-in user has chosen to keep
 * them there: then moving them is not offered again.
 */
export function findLocalChats(
  userId: string,
  { store = localChats(), storage = browserStorage() }: LocalHome = {},
): { chats: number; isDeclined: boolean } {
  const chats = store.archive.read().chats.size;
  return { chats, isDeclined: readText(storage, declinedKey(userId)) !== undefined };
}

/** Moves what was typed in the chat that was open before the sign-in to the start screen, if that chat stays in this browser. */
export function takeDraftAlong(
  { currentChat, page }: Pick<ChatSession, 'currentChat' | 'page'>,
  { store = localChats() }: LocalHome = {},
): void {
  const chatId = currentChat.get();
  const text = chatId !== undefined && isIn(store, chatId) ? takeDraft(chatId) : '';
  if (text !== '') returnToInput(page, undefined, text);
}

/** Remembers that the user keeps this browser's chats where they are. */
export function declineLocalChats(userId: string, { storage = browserStorage() }: LocalHome = {}): void {
  writeText(storage, declinedKey(userId), 'true');
}

/** Forgets that choice once the account has been deleted. */
export function forgetDeclined(userId: string, { storage = browserStorage() }: LocalHome = {}): void {
  writeText(storage, declinedKey(userId), undefined);
}
