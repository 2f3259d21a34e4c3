import * as v from 'valibot';
import { ChatId } from './ids.ts';
import { Timestamp } from './time.ts';
import { truncate } from './truncate.ts';

export const DEFAULT_CHAT_TITLE = 'New Chat';
/** Of a chat whose title is lost. */
export const LOST_CHAT_TITLE = 'Untitled chat';
export const ANONYMOUS_USER_ID = 'anonymous';
export const CHAT_LIST_PAGE_SIZE = 50;
/** A first prompt longer than `longest` characters becomes its first `kept` ones and '...'. */
const CHAT_TITLE_CUT = { longest: 50, kept: 47, ellipsis: '...' } as const;

export const Chat = v.object({
  id: ChatId,
  title: v.string(),
  userId: v.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastMessageAt: Timestamp,
  messageCount: v.number(),
  isArchived: v.boolean(),
  /** Of a stored one that could not be read in full: what is lost is made up for, and it takes nothing new. */
  isDamaged: v.optional(v.literal(true)),
});
export type Chat = v.InferOutput<typeof Chat>;

/** A chat without messages. @param at when it was begun, a timestamp */
export const beginChat = (at: string, chat: Pick<Chat, 'id' | 'userId' | 'title'>): Chat => ({
  ...chat,
  createdAt: at,
  updatedAt: at,
  lastMessageAt: at,
  messageCount: 0,
  isArchived: false,
});

/** A chat's title from its first prompt: the trimmed prompt, cut when it is over the limit. */
export function titleFromPrompt(prompt: string): string {
  const text = prompt.trim();
  if (text === '') return DEFAULT_CHAT_TITLE;
  if (text.length <= CHAT_TITLE_CUT.longest) return text;
  return truncate(text, CHAT_TITLE_CUT.kept) + CHAT_TITLE_CUT.ellipsis;
}
