import * as v from 'valibot';
import { ChatId, MessageId } from '#shared/ids.ts';

/** Primary key of an item. */
export interface Key {
  pk: string;
  sk: string;
}

export const CHAT_PREFIX = 'CHAT#';
export const MESSAGE_PREFIX = 'MSG#';

/** Sorts after every `ACTIVE#…` and before every `ARCHIVED#…`: '$' follows '#'. */
export const AFTER_ACTIVE = 'ACTIVE$';

/** Digits in the number of a part, so that parts sort as text. */
const PART_DIGITS = 4;

// '#' divides the parts of a key: an id holding one could reach into another owner's partition.
const OwnerId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** The person: record and chats live in this partition. */
export const userPartition = (userId: string): string => `USER#${v.parse(OwnerId, userId)}`;

export const userKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'PROFILE' });

export const chatKey = ({ userId, chatId }: { userId: string; chatId: string }): Key => ({
  pk: userPartition(userId),
  sk: `${CHAT_PREFIX}${v.parse(ChatId, chatId)}`,
});

/** The chat's messages and their parts live in this partition. */
export const messagesPartition = ({ userId, chatId }: { userId: string; chatId: string }): string =>
  `${userPartition(userId)}#${CHAT_PREFIX}${v.parse(ChatId, chatId)}`;

export interface MessageAddress {
  userId: string;
  chatId: string;
  messageId: string;
}

export const messageKey = (address: MessageAddress): Key => ({
  pk: messagesPartition(address),
  sk: `${MESSAGE_PREFIX}${v.parse(MessageId, address.messageId)}`,
});

/** Key of one part of a message too large for one item; the attempt keeps two writers of one id apart. */
export const partKey = (part: MessageAddress & { attempt: string; number: number }): Key => ({
  pk: messagesPartition(part),
  sk: `PART#${v.parse(MessageId, part.messageId)}#${part.attempt}#${String(part.number).padStart(PART_DIGITS, '0')}`,
});

/** Place of a chat in its owner's list: active ones apart from archived ones, by last activity. */
export const chatOrder = (chat: { id: string; isArchived: boolean; lastMessageAt: string }): string =>
  `${chat.isArchived ? 'ARCHIVED' : 'ACTIVE'}#${chat.lastMessageAt}#${chat.id}`;

/** Place of a message in its chat: by time, then by id. */
export const messageOrder = (message: { id: string; timestamp: string }): string =>
  `${message.timestamp}#${message.id}`;
