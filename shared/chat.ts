import * as v from 'valibot';
import { ChatId } from './ids.ts';
import type { Message } from './message.ts';
import type { SearchRequest } from './search-request.ts';
import { Timestamp } from './time.ts';
import { truncate } from './truncate.ts';

export const DEFAULT_CHAT_TITLE = 'New Chat';
/** Shown for a chat whose title is lost. */
export const LOST_CHAT_TITLE = 'Untitled chat';
export const ANONYMOUS_USER_ID = 'anonymous';
export const CHAT_LIST_PAGE_SIZE = 50;
/** A first prompt longer than `maxLength` characters is cut to the first `keptLength` characters and '...'. */
const CHAT_TITLE_CUT = { maxLength: 50, keptLength: 47, ellipsis: '...' } as const;

export const Chat = v.object({
  id: ChatId,
  title: v.string(),
  userId: v.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastMessageAt: Timestamp,
  messageCount: v.number(),
  isArchived: v.boolean(),
  /** Set if the stored chat could not be read in full: lost fields have default values, and nothing can be added. */
  isDamaged: v.optional(v.literal(true)),
});
export type Chat = v.InferOutput<typeof Chat>;

/** A chat without messages. @param at the timestamp when it was started */
export const beginChat = (at: string, chat: Pick<Chat, 'id' | 'userId' | 'title'>): Chat => ({
  ...chat,
  createdAt: at,
  updatedAt: at,
  lastMessageAt: at,
  messageCount: 0,
  isArchived: false,
});

/** A chat's title from its first prompt: the trimmed prompt, shortened if it exceeds the limit. */
export function titleFromPrompt(prompt: string): string {
  const text = prompt.trim();
  if (text === '') return DEFAULT_CHAT_TITLE;
  if (text.length <= CHAT_TITLE_CUT.maxLength) return text;
  return truncate(text, CHAT_TITLE_CUT.keptLength) + CHAT_TITLE_CUT.ellipsis;
}

/** What a question keeps of the request that it makes: the answer that it follows, and what kind of task it is. */
export function questionMetadata({
  refines,
  task,
}: Pick<SearchRequest, 'refines' | 'task'>): Pick<Message, 'metadata'> {
  if (refines === undefined && task === undefined) return {};
  return { metadata: { ...(refines !== undefined && { refines }), ...(task && { task: task.kind }) } };
}
