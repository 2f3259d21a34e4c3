import { createContext, useContext } from 'react';
import type { Chat } from '#shared/chat.ts';
import { CONTEXT_ERRORS } from '#shared/errors.ts';
import type { Message, Rating } from '#shared/message.ts';
import type { SearchState } from '#web/features/search/index.ts';

/** What every screen of the conversation reads. */
export interface ChatState {
  /** Not archived, newest activity first. */
  chats: readonly Chat[];
  /** Older chats have not been loaded yet. */
  hasMoreChats: boolean;
  isLoadingMoreChats: boolean;
  currentChatId: string | undefined;
  /** Messages of the current chat, oldest first; a sent one is here at once under a temporary id. */
  messages: readonly Message[];
  /** True from a send to its end, and while chats or messages load. */
  isLoading: boolean;
  /** 'Initializing AI systems...' from the send to the first step. */
  loadingMessage: string | undefined;
  /** The search running in the current chat, or the one that has just ended there without a stored answer. */
  search: SearchState | undefined;
  /** The search of the current chat has been asked to stop and has not ended yet. */
  isStopping: boolean;
  error: { code: string; message: string } | undefined;
  /** A text that the service declined: it belongs back into the input of its chat, or of the start screen. */
  returned: { chatId: string | undefined; text: string } | undefined;
  /** Sentences the person should read once, e.g. that some stored chats could not be read. */
  notices: readonly string[];
}

export interface ChatActions {
  /** Makes an empty chat current; the start screen shows. */
  newChat(): void;
  /** Adds older chats to the list. */
  loadMoreChats(): Promise<void>;
  selectChat(chatId: string): void;
  /** Blank titles are ignored, others trimmed. */
  renameChat(chatId: string, title: string): void;
  archiveChat(chatId: string): void;
  unarchiveChat(chatId: string): void;
  deleteChat(chatId: string): void;
  /** Sends into the current chat, or into a new one titled from the text. Resolves when the search has ended. */
  send(content: string, options: { deepResearch: boolean; newChat?: boolean }): Promise<void>;
  /** Asks again what the failed or stopped answer answered. */
  retry(messageId: string): Promise<void>;
  /** Ends the running search. */
  stop(): void;
  /** Stores a rating; the same rating again takes it back. */
  rate(messageId: string, rating: Rating): void;
  /** Takes in what has changed otherwise than through these actions. */
  refresh(): Promise<void>;
  clearError(): void;
  /** The text that was given back is in its input again. */
  takeReturned(): void;
  dismissNotice(notice: string): void;
}

export const ChatContext = createContext<(ChatState & ChatActions) | undefined>(undefined);

/** @throws Error with the specified text outside a ChatProvider. */
export function useChat(): ChatState & ChatActions {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error(CONTEXT_ERRORS.useChat);
  return chat;
}
