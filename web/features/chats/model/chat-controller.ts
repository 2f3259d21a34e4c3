import { newId } from '#shared/ids.ts';
import { Observable } from '#web/lib/observable.ts';
import type { ChatActions, ChatState } from '../chat-context.ts';
import type { StoreNews } from '../stores/chat-store.ts';
import { archiveChat, deleteChat, renameChat, unarchiveChat } from './change-chat.ts';
import { EMPTY_CONVERSATION, toChatState } from './conversation.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import { loadMoreChats } from './list-chats.ts';
import { leaveChat, loadChats, openChat, refreshChats } from './load-chats.ts';
import { rateMessage } from './rate-message.ts';
import { resumeSearch } from './resume-search.ts';
import { retryMessage } from './retry-message.ts';
import { sendMessage } from './send-message.ts';
import { stopSending } from './stop-sending.ts';

export type ChatControllerOptions = Pick<Desk, 'store' | 'search' | 'currentChat' | 'remembered'> &
  Partial<Pick<Desk, 'now' | 'newId' | 'delay'>>;

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One person's conversation without a screen: state that can be watched, and the actions on it. */
export class ChatController {
  readonly actions: ChatActions;
  readonly #desk: Desk;
  readonly #state: Observable<ChatState>;
  #unsubscribe: (() => void)[] = [];
  #isOpen = false;

  constructor(options: ChatControllerOptions) {
    const state = new Observable(EMPTY_CONVERSATION);
    const desk: Desk = { now: Date.now, newId, delay, ...options, state, isOpen: () => this.#isOpen };
    this.#desk = desk;
    this.#state = new Observable(toChatState(EMPTY_CONVERSATION, undefined));
    this.actions = {
      newChat: () => leaveChat(desk),
      loadMoreChats: () => loadMoreChats(desk),
      selectChat: (chatId) => void openChat(desk, chatId),
      renameChat: (chatId, title) => void renameChat(desk, chatId, title),
      archiveChat: (chatId) => void archiveChat(desk, chatId),
      unarchiveChat: (chatId) => void unarchiveChat(desk, chatId),
      deleteChat: (chatId) => void deleteChat(desk, chatId),
      send: (content, { deepResearch, newChat }) =>
        this.#act(sendMessage(desk, { content, deepResearch, newChat })),
      retry: (messageId) => this.#act(retryMessage(desk, messageId)),
      stop: () => stopSending(desk),
      rate: (messageId, rating) => void rateMessage(desk, messageId, rating),
      refresh: () => refreshChats(desk),
      clearError: () => set(desk, { error: undefined }),
      takeReturned: () => set(desk, { returned: undefined }),
      dismissNotice: (notice) =>
        set(desk, { notices: desk.state.get().notices.filter((text) => text !== notice) }),
    };
  }

  getState = (): ChatState => this.#state.get();

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Loads the chats and listens to the store and the search until {@link close}. */
  open(): Promise<void> {
    const derive = () =>
      this.#state.update(() => toChatState(this.#desk.state.get(), this.#desk.search.getState()));
    this.#unsubscribe = [
      this.#desk.state.subscribe(derive),
      this.#desk.search.subscribe(derive),
      this.#desk.store.subscribe((news) => this.#hear(news)),
    ];
    this.#isOpen = true;
    this.#desk.remembered.forgetOthers(this.#desk.store.userId);
    return loadChats(this.#desk);
  }

  /** Listens no more, and leaves a running search to the server: it is followed again when the person is back. */
  close(): void {
    this.#isOpen = false;
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    this.#desk.search.close();
  }

  /** What another search had kept from being followed can be now. */
  async #act(action: Promise<void>): Promise<void> {
    await action;
    void resumeSearch(this.#desk);
  }

  #hear(news: StoreNews): void {
    if (news.type === 'changed') void refreshChats(this.#desk);
    else set(this.#desk, { notices: [...new Set([...this.#desk.state.get().notices, news.text])] });
  }
}
