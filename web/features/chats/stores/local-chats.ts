import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import type { ChatsAnswer, UpdateChatRequest } from '#shared/chat-contract.ts';
import { storeError } from '#shared/errors.ts';
import { digestOf, type HistoryAnswer } from '#shared/history.ts';
import { searchIdOf } from '#shared/ids.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import type { Message, Rating } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { createApi } from '#web/lib/create-api.ts';
import { JustWritten } from '#web/lib/just-written.ts';
import { browserStorage, type KeyValueStorage } from '#web/lib/storage.ts';
import * as stores from './chat-store.ts';
import { LocalArchive } from './local-archive.ts';
import { NOTICES } from './local-format.ts';
import { KEYS } from './remembered.ts';

export interface LocalChatsOptions {
  storage?: KeyValueStorage | undefined;
  now?: () => number;
  /** Stops a search on the server and deletes its log; if omitted, searches are left alone. */
  forgetSearch?: (searchId: string) => Promise<unknown>;
  /** The source of `storage` events, which report other tabs' writes. */
  tabs?: Pick<EventTarget, 'addEventListener'> | undefined;
}

/** Milliseconds after which a message's search no longer has a log, with a margin for a search that began after its message. */
const MAX_LOG_AGE = SEARCH_LOG_LIFETIME.anonymous + 3_600_000;

/** Anonymous users' chats, in this browser's storage. Storage problems never make a call fail, see {@link LocalArchive}. */
export class LocalChats implements stores.ChatStore {
  readonly archive: LocalArchive;
  readonly #now: () => number;
  readonly #forgetSearch: LocalChatsOptions['forgetSearch'];
  readonly #listeners = new Set<(news: stores.StoreNews) => void>();
  readonly #pendingNotices: string[] = [];
  readonly #written: JustWritten<Message>;

  constructor({ storage, now = Date.now, forgetSearch, tabs = globalThis.window }: LocalChatsOptions) {
    this.#now = now;
    this.#written = new JustWritten(now);
    this.#forgetSearch = forgetSearch;
    const onNotice = (text: string) => this.tell({ type: 'notice', text });
    const onStored = () => this.tell({ type: 'stored' });
    this.archive = new LocalArchive({ storage, now, onNotice, onStored });
    const watched: ReadonlySet<unknown> = new Set([KEYS.chats, KEYS.messages, null]);
    tabs?.addEventListener('storage', (event) => {
      if (!('key' in event && watched.has(event.key))) return;
      this.archive.retry();
      this.tell({ type: 'changed' });
      if (event.key === KEYS.messages) void this.#restoreOverwritten(event);
    });
  }

  /** All of them, in one page. */
  async listChats(): Promise<ChatsAnswer> {
    return { chats: stores.listedChats(this.archive.read().chats.values()) };
  }

  /** All of them, in one page. */
  async listArchivedChats(): Promise<ChatsAnswer> {
    const archived = Array.from(this.archive.read().chats.values()).filter(({ isArchived }) => isArchived);
    return { chats: archived.sort((a, b) => stores.compareText(b.lastMessageAt, a.lastMessageAt)) };
  }

  async findChat(chatId: string): Promise<Chat | undefined> {
    return this.archive.read().chats.get(chatId);
  }

  /** All of it, in one page. */
  async listHistory(): Promise<HistoryAnswer> {
    const { chats, messages } = this.archive.read();
    const digests = Array.from(messages.values(), digestOf).filter((digest) => digest !== undefined);
    return { chats: [...chats.values()], digests };
  }

  async createChat(chat: Chat): Promise<void> {
    this.archive.change({ chats: new Map([[chat.id, chat]]) });
  }

  async updateChat(chatId: string, change: UpdateChatRequest): Promise<Chat> {
    const chat = this.archive.read().chats.get(chatId);
    if (chat === undefined) throw new stores.ChatStoreError(storeError('update', 'chat'));
    const changed = { ...chat, ...change, updatedAt: toTimestamp(this.#now()) };
    this.archive.change({ chats: new Map([[chatId, changed]]) });
    return changed;
  }

  async deleteChat(chatId: string): Promise<void> {
    void this.forgetSearches(this.#messagesOf(chatId));
    this.removeChat(chatId);
  }

  /** Removes a chat from this browser only, e.g. once it is in an account. */
  removeChat(chatId: string): void {
    const gone = this.#messagesOf(chatId).map(({ id }) => [id, null] as const);
    for (const [id] of gone) this.#written.note(id, null);
    this.archive.change({ chats: new Map([[chatId, null]]), messages: new Map(gone) });
  }

  /** Stops the searches for questions and deletes their logs. Best effort: without an account, logs expire after an hour anyway. */
  async forgetSearches(messages: readonly Message[]): Promise<void> {
    const isLogged = ({ role, timestamp }: Message) =>
      role === 'user' && this.#now() - Date.parse(timestamp) < MAX_LOG_AGE;
    const ids = messages
      .filter(isLogged)
      .map(({ id, chatId }) => searchIdOf({ userId: ANONYMOUS_USER_ID, chatId, messageId: id }));
    await Promise.allSettled(ids.map(async (id) => this.#forgetSearch?.(await id)));
  }

  async listMessages(chatId: string): Promise<Message[]> {
    return stores.oldestFirst(this.#messagesOf(chatId));
  }

  async putMessages(chatId: string, messages: readonly Message[]): Promise<void> {
    const snapshot = this.archive.read();
    const chat = snapshot.chats.get(chatId);
    const stored = this.#messagesOf(chatId);
    // Messages that are restored may be older than those another tab has added.
    const latest = stores.oldestFirst([...stored, ...messages]).at(-1)?.timestamp;
    if (chat === undefined || latest === undefined) return;
    const added = messages.filter(({ id }) => !snapshot.messages.has(id)).length;
    // Another tab may have stored messages without having counted them yet.
    const messageCount = Math.max(chat.messageCount, stored.length) + added;
    this.archive.change({
      chats: new Map([[chatId, { ...chat, messageCount, lastMessageAt: latest, updatedAt: latest }]]),
      messages: new Map(messages.map((message) => [message.id, message])),
    });
    for (const message of messages) this.#written.note(message.id, message);
  }

  /** Restores messages that another tab has overwritten, unless their chat is gone. */
  async #restoreOverwritten(event: Event): Promise<void> {
    const lost = await this.#written.lostIn(event, () => this.archive.read().messages);
    const gone = lost.flatMap(({ value, stored }) => (stored ? [] : value));
    if (gone.length === 0) return;
    for (const [chatId, messages] of Map.groupBy(gone, (message) => message.chatId))
      await this.putMessages(chatId, messages);
    this.tell({ type: 'changed' });
  }

  async removeMessage(chatId: string, messageId: string): Promise<void> {
    const chat = this.archive.read().chats.get(chatId);
    const messages = this.#messagesOf(chatId);
    const kept = messages.filter(({ id }) => id !== messageId);
    this.#written.note(messageId, null);
    if (chat === undefined || kept.length === messages.length) return;
    const latest = stores.oldestFirst(kept).at(-1)?.timestamp ?? chat.createdAt;
    const messageCount = Math.max(0, chat.messageCount - 1);
    this.archive.change({
      chats: new Map([[chatId, { ...chat, messageCount, lastMessageAt: latest, updatedAt: latest }]]),
      messages: new Map([[messageId, null]]),
    });
  }

  async rateMessage(_chatId: string, messageId: string, rating: Rating | undefined): Promise<void> {
    const message = this.archive.read().messages.get(messageId);
    if (message === undefined) throw new stores.ChatStoreError(storeError('update', 'message'));
    const rated = { ...message, metadata: { ...message.metadata, rating } };
    this.archive.change({ messages: new Map([[messageId, rated]]) });
  }

  subscribe(listener: (news: stores.StoreNews) => void): () => void {
    this.#listeners.add(listener);
    for (const text of this.#pendingNotices.splice(0)) listener({ type: 'notice', text });
    return () => this.#listeners.delete(listener);
  }

  outdatedNotice(): string | undefined {
    return this.archive.hasUnsaved ? undefined : NOTICES.unsaved;
  }

  /** Passes news to the listeners; a notice is kept until there is one. */
  tell(news: stores.StoreNews): void {
    if (news.type === 'notice' && this.#listeners.size === 0) this.#pendingNotices.push(news.text);
    for (const listener of this.#listeners) listener(news);
  }

  #messagesOf(chatId: string): Message[] {
    return Array.from(this.archive.read().messages.values()).filter((message) => message.chatId === chatId);
  }
}

/** Where local data is stored; replaceable in tests. */
export interface LocalHome {
  store?: LocalChats;
  storage?: KeyValueStorage | undefined;
}

let shared: LocalChats | undefined;

/** The page's only store over the browser's storage. */
export function localChats(): LocalChats {
  const forgetSearch = (id: string) => createApi().send({ method: 'DELETE', path: `/searches/${id}` });
  shared ??= new LocalChats({ storage: browserStorage(), forgetSearch });
  return shared;
}
