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
import { wait } from '#web/lib/schedule.ts';
import { browserStorage, type KeyValueStorage } from '#web/lib/storage.ts';
import * as stores from './chat-store.ts';
import { LocalArchive, type Snapshot } from './local-archive.ts';
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

/** Milliseconds in which another tab writes all of a change. */
const OTHERS_TIME = 300;

/** Anonymous users' chats, in this browser's storage. Storage problems never make a call fail, see {@link LocalArchive}. */
export class LocalChats implements stores.ChatStore {
  readonly archive: LocalArchive;
  readonly #now: () => number;
  readonly #forgetSearch: LocalChatsOptions['forgetSearch'];
  readonly #listeners = new Set<(news: stores.StoreNews) => void>();
  readonly #pendingNotices: string[] = [];
  readonly #written: JustWritten<Message>;
  /** The chats begun here, as last written. */
  readonly #begun: JustWritten<Chat>;

  constructor({ storage, now = Date.now, forgetSearch, tabs = globalThis.window }: LocalChatsOptions) {
    this.#now = now;
    this.#written = new JustWritten(now);
    this.#begun = new JustWritten(now);
    this.#forgetSearch = forgetSearch;
    const onNotice = (text: string) => this.tell({ type: 'notice', text });
    const onStored = () => this.tell({ type: 'stored' });
    this.archive = new LocalArchive({ storage, now, onNotice, onStored });
    const watched: ReadonlySet<unknown> = new Set([KEYS.chats, KEYS.messages, null]);
    tabs?.addEventListener('storage', (event) => {
      if (!('key' in event && watched.has(event.key))) return;
      this.archive.retry();
      if (event.key === KEYS.chats) void this.#restoreChats(event);
      this.tell({ type: 'changed' });
      if (event.key === KEYS.messages) void this.#restoreOverwritten(event);
    });
  }

  /** All of them, in one page. */
  async listChats(): Promise<ChatsAnswer> {
    return { chats: stores.listedChats(this.#read().chats.values()) };
  }

  /** All of them, in one page. */
  async listArchivedChats(): Promise<ChatsAnswer> {
    const archived = Array.from(this.#read().chats.values()).filter(({ isArchived }) => isArchived);
    return { chats: archived.sort((a, b) => stores.compareText(b.lastMessageAt, a.lastMessageAt)) };
  }

  async findChat(chatId: string): Promise<Chat | undefined> {
    return this.#read().chats.get(chatId);
  }

  /** All of it, in one page. */
  async listHistory(): Promise<HistoryAnswer> {
    const { chats, messages } = this.#read();
    const digests = Array.from(messages.values(), digestOf).filter((digest) => digest !== undefined);
    return { chats: [...chats.values()], digests };
  }

  async createChat(chat: Chat): Promise<void> {
    this.#begun.note(chat.id, chat);
    this.#changeChat(chat);
  }

  async updateChat(chatId: string, change: UpdateChatRequest): Promise<Chat> {
    const chat = this.#read().chats.get(chatId);
    if (chat === undefined) throw new stores.ChatStoreError(storeError('update', 'chat'));
    const changed = { ...chat, ...change, updatedAt: toTimestamp(this.#now()) };
    this.#changeChat(changed);
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
    this.#begun.note(chatId, null);
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

  /** @param areCounted whether the chat may count these messages although they are not stored */
  async putMessages(chatId: string, messages: readonly Message[], areCounted = false): Promise<void> {
    const snapshot = this.#read();
    const chat = snapshot.chats.get(chatId);
    const stored = this.#messagesOf(chatId);
    // Messages that are restored may be older than those another tab has added.
    const latest = stores.oldestFirst([...stored, ...messages]).at(-1)?.timestamp;
    if (chat === undefined || latest === undefined) return;
    const added = messages.filter(({ id }) => !snapshot.messages.has(id)).length;
    // Another tab may have stored messages without having counted them yet.
    const messageCount = Math.max(chat.messageCount + (areCounted ? 0 : added), stored.length + added);
    this.#changeChat(
      { ...chat, messageCount, lastMessageAt: latest, updatedAt: latest },
      new Map(messages.map((message) => [message.id, message])),
    );
    for (const message of messages) this.#written.note(message.id, message);
  }

  #changeChat(chat: Chat, messages: ReadonlyMap<string, Message | null> = new Map()): void {
    this.archive.change({ chats: new Map([[chat.id, chat]]), messages });
    if (this.#begun.recent().has(chat.id)) this.#begun.note(chat.id, chat);
  }

  /**
   * What is stored, with chats just begun here that another tab has overwritten: one that is missing counts as deleted, and browsers may
   * report the other tab's write a moment after it shows.
   */
  #read(): Snapshot {
    const { chats, messages } = this.archive.read();
    const begun = Array.from(this.#begun.recent(), ([id, { value }]) => [id, value] as const);
    return { chats: new Map([...begun, ...chats]), messages };
  }

  /** Restores chats, and their numbers of messages, that another tab has overwritten, once it cannot do that again. */
  async #restoreChats(event: Event): Promise<void> {
    const begun = this.#begun.unseenIn(event).keys();
    const written = Array.from(this.#written.recent().values(), ({ value }) => value.chatId);
    const unseen = new Set([...begun, ...written]);
    if (unseen.size === 0) return;
    await wait(OTHERS_TIME);
    const { chats } = this.archive.read();
    const isLost = ({ id }: Chat) =>
      unseen.has(id) && (chats.get(id)?.messageCount ?? 0) < this.#messagesOf(id).length;
    const lost = Array.from(this.#read().chats.values()).filter(isLost);
    for (const { id } of lost) await this.putMessages(id, []);
    if (lost.length > 0) this.tell({ type: 'changed' });
  }

  /** Forgets all changes that are not stored, or that other tabs may have overwritten. */
  forget(): void {
    this.archive.forgetUnsaved();
    this.#begun.forget();
  }

  /** Restores messages that another tab has overwritten, unless their chat is gone. */
  async #restoreOverwritten(event: Event): Promise<void> {
    const lost = await this.#written.lostIn(event, () => this.#read().messages);
    const gone = lost.flatMap(({ value, stored }) => (stored ? [] : value));
    if (gone.length === 0) return;
    for (const [chatId, messages] of Map.groupBy(gone, (message) => message.chatId))
      await this.putMessages(chatId, messages, true);
    this.tell({ type: 'changed' });
  }

  async removeMessage(chatId: string, messageId: string): Promise<void> {
    const chat = this.#read().chats.get(chatId);
    const messages = this.#messagesOf(chatId);
    const kept = messages.filter(({ id }) => id !== messageId);
    this.#written.note(messageId, null);
    if (chat === undefined || kept.length === messages.length) return;
    const latest = stores.oldestFirst(kept).at(-1)?.timestamp ?? chat.createdAt;
    const messageCount = Math.max(0, chat.messageCount - 1);
    this.#changeChat(
      { ...chat, messageCount, lastMessageAt: latest, updatedAt: latest },
      new Map([[messageId, null]]),
    );
  }

  async rateMessage(_chatId: string, messageId: string, rating: Rating | undefined): Promise<void> {
    const message = this.#read().messages.get(messageId);
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
    return Array.from(this.#read().messages.values()).filter((message) => message.chatId === chatId);
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
