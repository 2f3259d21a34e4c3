import * as v from 'valibot';
import { Chat } from './chat.ts';
import { ChatId, MessageId } from './ids.ts';
import { canonicalProfileUrl } from './linkedin-url.ts';
import type { Message } from './message.ts';
import { profilesIn } from './results.ts';
import { Timestamp } from './time.ts';
import { truncate } from './truncate.ts';

/* Searchable digests of a person's messages, by which chats and people are found again. docs/behaviour.md#history */

/** Limits per message; lengths in characters. Longer texts are found by their beginning. */
const DIGEST_LIMITS = { request: 2_000, people: 60, name: 120, headline: 240 } as const;

/** A person in an answer. `profileUrl` is canonical. */
export const SeenPerson = v.object({ name: v.string(), headline: v.string(), profileUrl: v.string() });
export type SeenPerson = v.InferOutput<typeof SeenPerson>;

/** The searchable words of a message: the request of a question, the people in an answer. */
export const DigestWords = v.object({
  request: v.optional(v.string()),
  people: v.optional(v.array(SeenPerson)),
});
export type DigestWords = v.InferOutput<typeof DigestWords>;

export const Digest = v.object({
  ...DigestWords.entries,
  chatId: ChatId,
  messageId: MessageId,
  timestamp: Timestamp,
});
export type Digest = v.InferOutput<typeof Digest>;

export const HistoryChat = v.pick(Chat, ['id', 'title', 'lastMessageAt', 'isArchived']);
export type HistoryChat = v.InferOutput<typeof HistoryChat>;

/**
 * Response of `GET /api/history`: all chats, including archived ones, and the digests of their messages, in no meaningful order. Send
 * `cursor` as a query parameter for the next page. A digest's chat is on the same page or an earlier one.
 */
export const HistoryAnswer = v.object({
  chats: v.array(HistoryChat),
  digests: v.array(Digest),
  cursor: v.optional(v.string()),
});
export type HistoryAnswer = v.InferOutput<typeof HistoryAnswer>;

/** Undefined for a message with nothing to search: a question worded by the product, an answer without people, or a lost text. */
export function digestOf(message: Message): Digest | undefined {
  const { id, chatId, timestamp, role, content, metadata, lost } = message;
  if (lost === 'text') return undefined;
  const address = { chatId, messageId: id, timestamp };
  if (role === 'user') {
    const isOwnText = metadata?.task === 'more' || metadata?.task === 'verify';
    return isOwnText ? undefined : { ...address, request: truncate(content.trim(), DIGEST_LIMITS.request) };
  }
  const people = profilesIn(metadata?.profileDisplayData).flatMap(({ fullName, headline, profileUrl }) => {
    const url = canonicalProfileUrl(profileUrl);
    if (url === undefined) return [];
    const words = {
      name: truncate(fullName, DIGEST_LIMITS.name),
      headline: truncate(headline, DIGEST_LIMITS.headline),
    };
    return [{ ...words, profileUrl: url }];
  });
  return people.length === 0 ? undefined : { ...address, people: people.slice(0, DIGEST_LIMITS.people) };
}
