import type * as v from 'valibot';
import { Chat } from '#shared/chat.ts';
import {
  ChatsAnswer,
  MessagesAnswer,
  type UpdateChatRequest,
  type UpdateMessageRequest,
} from '#shared/chat-contract.ts';
import { storeError } from '#shared/errors.ts';
import { HistoryAnswer } from '#shared/history.ts';
import type { Message, Rating } from '#shared/message.ts';
import { type Api, type ApiRequest, isMissing } from '#web/lib/api.ts';
import { deleteAt } from '#web/lib/refusals.ts';
import { type ChatStore, type StoreNews, withFailureMessage } from './chat-store.ts';
import { dropCachedPeople, type OfflineOptions, restoreOffline, saveOffline } from './offline.ts';
import { type WatchOptions, watchServer } from './watch-server.ts';

/** The timeout of a write, in milliseconds. */
const WRITE_TIMEOUT = 30_000;
/** More pages than any real list has, in case a cursor loops. */
const MAX_PAGES = 40;

/** A signed-in user's chats on the server (docs/behaviour.md#http-contract), where other tabs and devices change them too. */
export class RemoteChats implements ChatStore {
  readonly #api: Api;
  readonly #offline: OfflineOptions | undefined;
  readonly #watched: WatchOptions | undefined;
  #watch: ReturnType<typeof watchServer> | undefined;

  /**
   * @param options.offline keeps a copy of what has been read, for when the server cannot be reached; no copy if omitted.
   * @param options.watched watches for changes made elsewhere while there is a listener; not watched if omitted.
   */
  constructor({ api, offline, watched }: { api: Api; offline?: OfflineOptions; watched?: WatchOptions }) {
    this.#api = api;
    this.#offline = offline;
    this.#watched = watched;
    if (offline !== undefined) restoreOffline(offline);
  }

  listChats(cursor?: string): Promise<ChatsAnswer> {
    return withFailureMessage(storeError('fetch', 'chats'), () => this.#get(ChatsAnswer, '/chats', cursor));
  }

  listArchivedChats(cursor?: string): Promise<ChatsAnswer> {
    const path = '/chats?archived=true';
    return withFailureMessage(storeError('fetch', 'chats'), () => this.#get(ChatsAnswer, path, cursor));
  }

  findChat(chatId: string): Promise<Chat | undefined> {
    return withFailureMessage(storeError('fetch', 'chats'), () =>
      this.#get(Chat, chatPath(chatId)).catch(undefinedIfMissing),
    );
  }

  listHistory(cursor?: string): Promise<HistoryAnswer> {
    return withFailureMessage(storeError('fetch', 'chats'), () =>
      this.#get(HistoryAnswer, '/history', cursor),
    );
  }

  createChat({ id, title }: Chat): Promise<void> {
    return this.#write(storeError('create', 'chat'), { method: 'POST', path: '/chats', body: { id, title } });
  }

  async updateChat(chatId: string, change: UpdateChatRequest): Promise<Chat> {
    const request = { method: 'PATCH', path: chatPath(chatId), body: change } as const;
    const chat = await withFailureMessage(storeError('update', 'chat'), () => this.#api.json(Chat, request));
    this.#watch?.announce();
    return chat;
  }

  deleteChat(chatId: string): Promise<void> {
    return this.#delete(storeError('delete', 'chat'), chatPath(chatId));
  }

  listMessages(chatId: string): Promise<Message[]> {
    return withFailureMessage(storeError('fetch', 'messages'), async () => {
      const all: Message[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await this.#get(MessagesAnswer, messagesPath(chatId), cursor);
        all.push(...answer.messages);
        cursor = answer.cursor;
        if (cursor === undefined) break;
      }
      return all;
    });
  }

  async putMessages(chatId: string, messages: readonly Message[]): Promise<void> {
    for (const { id, role, content, metadata, timestamp } of messages) {
      // It may have been asked or answered before what the chat has by now.
      const body = { id, role, content, metadata, timestamp };
      const request = { method: 'POST', path: messagesPath(chatId), body } as const;
      await this.#write(storeError('create', 'message'), request);
    }
  }

  removeMessage(chatId: string, messageId: string): Promise<void> {
    return this.#delete(storeError('delete', 'message'), messagePath(chatId, messageId));
  }

  rateMessage(chatId: string, messageId: string, rating: Rating | undefined): Promise<void> {
    const path = messagePath(chatId, messageId);
    const body: UpdateMessageRequest = { metadata: { rating: rating ?? null } };
    return this.#write(storeError('update', 'message'), { method: 'PATCH', path, body });
  }

  subscribe(listener: (news: StoreNews) => void): () => void {
    const stopSaving = this.#offline && saveOffline(this.#offline);
    const onNews = (news: StoreNews) => {
      if (news.type === 'removed' && this.#offline !== undefined) dropCachedPeople(this.#offline);
      listener(news);
    };
    const watch = this.#watched && watchServer(this.#watched, onNews);
    this.#watch = watch;
    return () => {
      stopSaving?.();
      watch?.stop();
      if (this.#watch === watch) this.#watch = undefined;
    };
  }

  #get<Output>(schema: v.GenericSchema<unknown, Output>, path: string, cursor?: string) {
    const separator = path.includes('?') ? '&' : '?';
    const query = cursor === undefined ? '' : separator + new URLSearchParams({ cursor });
    return this.#api.json(schema, { method: 'GET', path: path + query });
  }

  #write(failure: string, request: ApiRequest): Promise<void> {
    const signal = AbortSignal.timeout(WRITE_TIMEOUT);
    return withFailureMessage(failure, async () => {
      await this.#api.send({ ...request, signal });
      this.#watch?.announce();
    });
  }

  #delete(failure: string, path: string): Promise<void> {
    return withFailureMessage(failure, async () => {
      await deleteAt(this.#api, path);
      this.#watch?.announce();
    });
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

const chatPath = (chatId: string): string => `/chats/${encodeURIComponent(chatId)}`;
const messagesPath = (chatId: string): string => `${chatPath(chatId)}/messages`;
const messagePath = (chatId: string, messageId: string): string =>
  `${messagesPath(chatId)}/${encodeURIComponent(messageId)}`;
