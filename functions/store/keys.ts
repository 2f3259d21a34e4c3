import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { ChatId, ListId, MessageId } from '#shared/ids.ts';
import { ShareId, ShareToken } from '#shared/shares.ts';

export interface Key {
  pk: string;
  sk: string;
}

/** An item as stored, not yet checked. */
export type Item = Readonly<Record<string, unknown>>;

export function toKey(key: Item | undefined): Key {
  return { pk: String(key?.['pk']), sk: String(key?.['sk']) };
}

/** A stretch of one partition: sort keys from one to another, both included. */
export interface KeyRange {
  partition: string;
  from: string;
  to: string;
}

const CHAT_PREFIX = 'CHAT#';
const MESSAGE_PREFIX = 'MSG#';

/** Digits in the number of a part. */
const PART_DIGITS = 4;
/** The number of a part as keys have it, so that parts sort as text. */
export const padPart = (number: number): string => String(number).padStart(PART_DIGITS, '0');

// '#' divides the parts of a key: an id holding one could reach into another owner's partition.
const OwnerId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** The person: record and chats live in this partition. */
export const userPartition = (userId: string): string => `USER#${v.parse(OwnerId, userId)}`;

/** In whose partition, or one below it, the key is. */
export const ownerAt = ({ pk }: Pick<Key, 'pk'>): string => pk.split('#')[1] ?? '';

export const userKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'PROFILE' });

/** What a person's searches have used. */
export const spentKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'SPENT' });

/** What a person has stored on one day. */
export const usageKey = ({ userId, day }: { userId: string; day: string }): Key => ({
  pk: userPartition(userId),
  sk: `USAGE#${day}`,
});

export interface ChatAddress {
  userId: string;
  chatId: string;
}

export const chatKey = ({ userId, chatId }: ChatAddress): Key => ({
  pk: userPartition(userId),
  sk: `${CHAT_PREFIX}${v.parse(ChatId, chatId)}`,
});

/** Of which chat the item at the key is, the chat itself or a digest. */
export const chatIdAt = ({ sk }: Pick<Key, 'sk'>): string => sk.split('#')[1] ?? '';

/** Whose chat the item at the key is of, and which. */
export const chatAt = (key: Key): ChatAddress => ({ userId: ownerAt(key), chatId: chatIdAt(key) });

/** Where all of a person's chats are, each with its digests behind it: '$' follows '#'. */
export const chatsOf = (userId: string): KeyRange => ({
  partition: userPartition(userId),
  from: CHAT_PREFIX,
  to: 'CHAT$',
});

/** The chat's messages and their parts live in this partition. */
export const messagesPartition = ({ userId, chatId }: ChatAddress): string =>
  `${userPartition(userId)}#${CHAT_PREFIX}${v.parse(ChatId, chatId)}`;

export interface MessageAddress extends ChatAddress {
  messageId: string;
}

export const messageKey = (address: MessageAddress): Key => ({
  pk: messagesPartition(address),
  sk: `${MESSAGE_PREFIX}${v.parse(MessageId, address.messageId)}`,
});

/** Whose message is at the key, and which. */
export function messageAt({ pk, sk }: Key): MessageAddress {
  const [, , , chatId = ''] = pk.split('#');
  return { userId: ownerAt({ pk }), chatId, messageId: messageIdAt({ sk }) ?? '' };
}

/** The words of a message, in the partition of its owner. */
export const digestKey = ({ messageId, ...chat }: MessageAddress): Key => {
  const { pk, sk } = chatKey(chat);
  return { pk, sk: `${sk}#${MESSAGE_PREFIX}${v.parse(MessageId, messageId)}` };
};

/** Of which message the digest at the key is. */
export const digestedAt = ({ sk }: Pick<Key, 'sk'>): { chatId: string; messageId: string } => {
  const [, chatId = '', , messageId = ''] = sk.split('#');
  return { chatId, messageId };
};

/** Where the digests of a chat's messages are: '$' follows '#'. */
export const digestsOf = (chat: ChatAddress): KeyRange => {
  const { pk, sk } = chatKey(chat);
  return { partition: pk, from: `${sk}#`, to: `${sk}$` };
};

/** Which message is at the sort key; undefined for what is none. */
export const messageIdAt = ({ sk }: Pick<Key, 'sk'>): string | undefined =>
  sk.startsWith(MESSAGE_PREFIX) ? sk.slice(MESSAGE_PREFIX.length) : undefined;

/** Key of one part of a message too large for one item; the attempt keeps two writers of one id apart. */
export const partKey = (part: MessageAddress & { attempt: string; number: number }): Key => ({
  pk: messagesPartition(part),
  sk: `PART#${v.parse(MessageId, part.messageId)}#${part.attempt}#${padPart(part.number)}`,
});

/** Where the parts are that the attempt at a message, and those before it, have written: '$' follows '#', and attempts sort by their beginning. */
export const partsUntil = ({ attempt, ...message }: MessageAddress & { attempt: string }): KeyRange => {
  const from = `PART#${v.parse(MessageId, message.messageId)}#`;
  return { partition: messagesPartition(message), from, to: `${from}${attempt}$` };
};

/** By which attempt the part at the key was written. */
export const partWrittenBy = ({ sk }: Pick<Key, 'sk'>): string => sk.split('#')[2] ?? '';

const orderPrefix = (isArchived = false): string => (isArchived ? 'ARCHIVED' : 'ACTIVE');

/** Sorts a chat in its owner's list: active ones apart from archived ones, by last activity. */
export const chatOrder = (chat: { id: string; isArchived: boolean; lastMessageAt: string }): string =>
  `${orderPrefix(chat.isArchived)}#${chat.lastMessageAt}#${chat.id}`;

/** What a chat's place in that order says of it. */
export function chatInOrder(order: string): { isArchived: boolean; lastMessageAt: string } {
  const [prefix, lastMessageAt = ''] = order.split('#');
  return { isArchived: prefix === orderPrefix(true), lastMessageAt };
}

/** Where a person's active chats, or their archived ones, are in that order: '$' follows '#'. */
export const chatsInOrder = (userId: string, isArchived: boolean | undefined): KeyRange => ({
  partition: userPartition(userId),
  from: `${orderPrefix(isArchived)}#`,
  to: `${orderPrefix(isArchived)}$`,
});

/** Sorts a message in its chat: by time, then by id. */
export const messageOrder = (message: { id: string; timestamp: string }): string =>
  `${message.timestamp}#${message.id}`;

const Ordered = v.object({ order: v.string() });

/** Where an item stands among those that are listed in an order. */
export const orderOf = (item: Item): string => v.parse(Ordered, item).order;

/** The time in a message's place in its chat. */
export const timeInOrder = (order: string): string => order.split('#')[0] ?? '';

export interface ListAddress {
  userId: string;
  listId: string;
}

const LIST_PREFIX = 'LIST#';

export const listKey = ({ userId, listId }: ListAddress): Key => ({
  pk: userPartition(userId),
  sk: `${LIST_PREFIX}${v.parse(ListId, listId)}`,
});

/** Which list is at the key. */
export const listIdAt = ({ sk }: Pick<Key, 'sk'>): string => sk.slice(LIST_PREFIX.length);

/** Where all of a person's lists are: '$' follows '#'. */
export const listsOf = (userId: string): KeyRange => ({
  partition: userPartition(userId),
  from: LIST_PREFIX,
  to: 'LIST$',
});

/** The people of the list live in this partition. */
export const peoplePartition = ({ userId, listId }: ListAddress): string =>
  `${userPartition(userId)}#${LIST_PREFIX}${v.parse(ListId, listId)}`;

const LISTED_PREFIX = 'PERSON#';
/** Where all of a list's entries are: '$' follows '#'. */
export const peopleOf = (list: ListAddress): KeyRange => ({
  partition: peoplePartition(list),
  from: LISTED_PREFIX,
  to: 'PERSON$',
});

/** In base 36: enough for the milliseconds of thousands of years. */
const TIME_DIGITS = 9;
const RANDOM_BYTES = 8;
/** What {@link newEntryName} makes. */
export const ENTRY = `[0-9a-z]{${TIME_DIGITS}}-[\\w-]{11}`;
export const EntryName = v.pipe(v.string(), v.regex(new RegExp(`^${ENTRY}$`)));

/** A name for one entry of a list, never used twice, that sorts by when the person was added. @param addedAt a timestamp */
export function newEntryName(addedAt: string): string {
  const time = Math.max(0, Date.parse(addedAt)).toString(36).padStart(TIME_DIGITS, '0');
  return `${time}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

export const listedKey = ({ entry, ...list }: ListAddress & { entry: string }): Key => ({
  pk: peoplePartition(list),
  sk: `${LISTED_PREFIX}${v.parse(EntryName, entry)}`,
});

/** Which entry is at the key. */
export const entryAt = ({ sk }: Pick<Key, 'sk'>): string => sk.slice(LISTED_PREFIX.length);

/** Of which list the entry at the key is. */
export const listOfEntryAt = ({ pk }: Pick<Key, 'pk'>): string => pk.split('#')[3] ?? '';

const SHARE_PREFIX = 'SHARE#';

/** What its owner sees of a share. */
export const shareKey = ({ userId, id }: { userId: string; id: string }): Key => ({
  pk: userPartition(userId),
  sk: `${SHARE_PREFIX}${v.parse(ShareId, id)}`,
});

/** Which share is at the key. */
export const shareIdAt = ({ sk }: Pick<Key, 'sk'>): string => sk.slice(SHARE_PREFIX.length);

/** Where all of a person's shares are: '$' follows '#'. */
export const sharesOf = (userId: string): KeyRange => ({
  partition: userPartition(userId),
  from: SHARE_PREFIX,
  to: 'SHARE$',
});

/** What everybody with the token sees of a share. */
export const snapshotKey = (token: string): Key => ({
  pk: `${SHARE_PREFIX}${v.parse(ShareToken, token)}`,
  sk: 'SNAPSHOT',
});

/** With which token the snapshot at the key is seen. */
export const tokenAt = ({ pk }: Pick<Key, 'pk'>): string => pk.slice(SHARE_PREFIX.length);

/** What an item is, which its key alone says. */
const KINDS = [
  { kind: 'user', pk: /^USER#[^#]+$/, sk: /^PROFILE$/ },
  { kind: 'spent', pk: /^USER#[^#]+$/, sk: /^SPENT$/ },
  { kind: 'usage', pk: /^USER#[^#]+$/, sk: /^USAGE#/ },
  { kind: 'chat', pk: /^USER#[^#]+$/, sk: /^CHAT#[^#]+$/ },
  { kind: 'digest', pk: /^USER#[^#]+$/, sk: /^CHAT#[^#]+#MSG#/ },
  { kind: 'message', pk: /^USER#[^#]+#CHAT#/, sk: /^MSG#/ },
  { kind: 'message part', pk: /^USER#[^#]+#CHAT#/, sk: /^PART#/ },
  { kind: 'list', pk: /^USER#[^#]+$/, sk: /^LIST#/ },
  { kind: 'listed person', pk: /^USER#[^#]+#LIST#/, sk: /^PERSON#/ },
  { kind: 'share', pk: /^USER#[^#]+$/, sk: /^SHARE#/ },
  { kind: 'snapshot', pk: /^SHARE#/, sk: /^SNAPSHOT$/ },
  { kind: 'search', pk: /^SEARCH#/, sk: /^META$/ },
  { kind: 'event', pk: /^SEARCH#/, sk: /^EVENT#\d+$/ },
  { kind: 'event part', pk: /^SEARCH#/, sk: /^EVENT#\d+#/ },
  { kind: 'quota', pk: /^QUOTA#/, sk: /^COUNT$/ },
  { kind: 'slots', pk: /^RUNNING#/, sk: /^SLOTS$/ },
  { kind: 'suppression key', pk: /^SUPPRESSED#/, sk: /^KEY$/ },
  { kind: 'suppressed', pk: /^SUPPRESSED#/, sk: /^PERSON#/ },
  { kind: 'lookup', pk: /^LOOKUP#/, sk: /^PROVIDER#[^#]+$/ },
  { kind: 'lookup part', pk: /^LOOKUP#/, sk: /^PROVIDER#[^#]+#/ },
] as const;

export type Kind = (typeof KINDS)[number]['kind'];

/** Undefined for a key that nothing here makes. */
export const kindOf = ({ pk, sk }: Item): Kind | undefined =>
  KINDS.find((one) => one.pk.test(String(pk)) && one.sk.test(String(sk)))?.kind;

/** What holds more than itself. */
export const HOLDERS: readonly (Kind | undefined)[] = ['chat', 'list', 'share'];
