import { focusManager, QueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { Chat } from '#shared/chat.ts';
import type { UpdateMessageRequest } from '#shared/chat-api.ts';
import { ChatsAnswer, MessagesAnswer } from '#shared/chat-api.ts';
import { storeError } from '#shared/errors.ts';
import type { Message, Rating } from '#shared/message.ts';
import type { Api, ApiRequest } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { ChatChange, ChatPage, ChatStore, StoreNews } from './chat-store.ts';
import { followPages } from './follow-pages.ts';
import { naming } from './name-failure.ts';

/** Milliseconds. */
const LONGEST_WRITE = 30_000;

export interface RemoteChatStoreOptions {
  api: Api;
  userId: string;
  /** Milliseconds before a read is tried again; reads are tried three times. */
  retryDelay?: (attempt: number) => number;
}

/** A signed-in person's chats, on the server (design §2). Coming back to the page tells of changes made on other devices. */
export class RemoteChatStore implements ChatStore {
  readonly userId: string;
  readonly searchStores = true;
  readonly #api: Api;
  readonly #queries: QueryClient;

  constructor({ api, userId, retryDelay = (attempt) => 500 * 2 ** attempt }: RemoteChatStoreOptions) {
    this.userId = userId;
    this.#api = api;
    const retry = (count: number, error: Error) => count < 2 && !(error instanceof ApiError && error.refused);
    // The controller holds what is shown; here reads are only shared and tried again, never answered from a stale copy.
    const queries = { retry, retryDelay, networkMode: 'always', gcTime: 0 } as const;
    this.#queries = new QueryClient({ defaultOptions: { queries } });
  }

  listChats(cursor?: string): Promise<ChatPage> {
    const query = {
      queryKey: ['chats', cursor ?? ''],
      queryFn: () => this.#get(ChatsAnswer, '/chats', cursor),
    };
    return naming(storeError('fetch', 'chats'), () => this.#queries.fetchQuery(query));
  }

  findChat(chatId: string): Promise<Chat | undefined> {
    const request = { method: 'GET', path: chatPath(chatId) } as const;
    // A query may not answer with nothing.
    const queryFn = () => this.#api.json(Chat, request).catch(noneIfMissing);
    const query = { queryKey: ['chat', chatId], queryFn };
    return naming(
      storeError('fetch', 'chats'),
      async () => (await this.#queries.fetchQuery(query)) ?? undefined,
    );
  }

  createChat({ id, title }: Chat): Promise<void> {
    return this.#write(storeError('create', 'chat'), { method: 'POST', path: '/chats', body: { id, title } });
  }

  updateChat(chatId: string, change: ChatChange): Promise<Chat> {
    const request = { method: 'PATCH', path: chatPath(chatId), body: change } as const;
    return naming(storeError('update', 'chat'), () => this.#api.json(Chat, request));
  }

  deleteChat(chatId: string): Promise<void> {
    return this.#write(storeError('delete', 'chat'), { method: 'DELETE', path: chatPath(chatId) });
  }

  listMessages(chatId: string): Promise<Message[]> {
    const read = async (cursor: string | undefined) => {
      const { messages, ...page } = await this.#get(MessagesAnswer, messagesPath(chatId), cursor);
      return { ...page, items: messages };
    };
    const queryFn = async () => (await followPages(read)).items;
    const query = { queryKey: ['messages', chatId], queryFn };
    return naming(storeError('fetch', 'messages'), () => this.#queries.fetchQuery(query));
  }

  async putMessages(chatId: string, messages: readonly Message[]): Promise<void> {
    for (const { id, role, content, metadata } of messages) {
      const body = { id, role, content, metadata };
      await this.#write(storeError('create', 'message'), {
        method: 'POST',
        path: messagesPath(chatId),
        body,
      });
    }
  }

  removeMessage(chatId: string, messageId: string): Promise<void> {
    const path = messagePath(chatId, messageId);
    return this.#write(storeError('delete', 'message'), { method: 'DELETE', path });
  }

  rateMessage(chatId: string, messageId: string, rating: Rating | undefined): Promise<void> {
    const path = messagePath(chatId, messageId);
    const body: UpdateMessageRequest = { metadata: { rating: rating ?? null } };
    return this.#write(storeError('update', 'message'), { method: 'PATCH', path, body });
  }

  subscribe(listener: (news: StoreNews) => void): () => void {
    return focusManager.subscribe((isFocused) => {
      if (isFocused) listener({ type: 'changed' });
    });
  }

  #get<Output>(
    schema: v.GenericSchema<unknown, Output>,
    path: string,
    cursor: string | undefined,
  ): Promise<Output> {
    const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`;
    return this.#api.json(schema, { method: 'GET', path: path + query });
  }

  #write(failure: string, request: ApiRequest): Promise<void> {
    const signal = AbortSignal.timeout(LONGEST_WRITE);
    return naming(failure, async () => void (await this.#api.send({ ...request, signal })));
  }
}

function noneIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

const chatPath = (chatId: string): string => `/chats/${encodeURIComponent(chatId)}`;
const messagesPath = (chatId: string): string => `${chatPath(chatId)}/messages`;
const messagePath = (chatId: string, messageId: string): string =>
  `${messagesPath(chatId)}/${encodeURIComponent(messageId)}`;
