import type { Chat } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import type { SearchState } from '#web/features/search/index.ts';
import type { ChatState } from '../chat-context.ts';
import { mergeMessages } from './merge-messages.ts';

export const INITIAL_LOADING_MESSAGE = 'Initializing AI systems...';

/** All the page knows of one person's chats; {@link ChatState} is derived from it. */
export interface Conversation {
  chats: readonly Chat[];
  /** Where the store's next page of chats is. */
  moreChats: string | undefined;
  isLoadingMoreChats: boolean;
  currentChatId: string | undefined;
  /** Of the current chat, as its store gave them. */
  messages: readonly Message[];
  /** By chat: messages that no store holds, or not yet. */
  unstored: ReadonlyMap<string, readonly Message[]>;
  /** Loads under way. */
  loads: number;
  /** Chats begun here that their store does not know yet. */
  uncreated: ReadonlySet<string>;
  /** Messages sent from this page in deep research mode: an answer that never came cannot tell. */
  sentDeep: ReadonlySet<string>;
  sending: Sending | undefined;
  /** Messages whose search this page has followed to its end, whatever that was. */
  followed: ReadonlySet<string>;
  /** The last search, when it left no stored answer. */
  unanswered: SearchState | undefined;
  error: ChatState['error'];
  returned: ChatState['returned'];
  notices: readonly string[];
}

/** A send under way. */
export interface Sending {
  chatId: string;
  messageId: string;
  /** From the moment the search runner holds this send's search rather than an earlier one. */
  isSearching: boolean;
  stopRequested: boolean;
  /** It is only asked whether there is a search, of which nothing shows before the answer. */
  isProbe: boolean;
}

export const EMPTY_CONVERSATION: Conversation = {
  chats: [],
  moreChats: undefined,
  isLoadingMoreChats: false,
  currentChatId: undefined,
  messages: [],
  unstored: new Map(),
  loads: 0,
  uncreated: new Set(),
  sentDeep: new Set(),
  sending: undefined,
  followed: new Set(),
  unanswered: undefined,
  error: undefined,
  returned: undefined,
  notices: [],
};

/** What the screens read. `running` is the search runner's state. */
export function toChatState(conversation: Conversation, running: SearchState | undefined): ChatState {
  const { chats, currentChatId, sending, unanswered, error, returned, notices } = conversation;
  const isSendingHere = sending !== undefined && sending.chatId === currentChatId;
  const own = sending?.isSearching === true ? running : undefined;
  const isShown = isSendingHere && (!sending.isProbe || (own !== undefined && own.lastEventId > 0));
  const ended = unanswered?.chatId === currentChatId ? unanswered : undefined;
  const search = isShown ? own : ended;
  const isInitializing = isShown && (search === undefined || search.steps.length === 0);
  return {
    chats,
    hasMoreChats: conversation.moreChats !== undefined,
    isLoadingMoreChats: conversation.isLoadingMoreChats,
    currentChatId,
    messages: shownMessages(conversation),
    isLoading: sending !== undefined || conversation.loads > 0,
    loadingMessage: isInitializing ? INITIAL_LOADING_MESSAGE : undefined,
    isStopping: isSendingHere && sending.stopRequested,
    search,
    error,
    returned,
    notices,
  };
}

/** The current chat's messages, stored or not, oldest first. */
export const shownMessages = ({ currentChatId, messages, unstored }: Conversation): readonly Message[] =>
  mergeMessages(messages, unstored.get(currentChatId ?? '') ?? []);
