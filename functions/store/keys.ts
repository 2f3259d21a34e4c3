import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { ChatId, ListId, MessageId } from '#shared/ids.ts';
import { ShareId, ShareToken } from '#shared/shares.ts';

export interface Key {
  pk: string;
  sk: string;
}

/** An item as stored, not yet validated. */
export type Item = Readonly<Record<string, unknown>>;

export function toKey(key: Item | undefined): Key {
  return { pk: String(key?.['pk']), sk: String(key?.['sk']) };
}

/** A range of sort keys in one partition, both ends included. */
export interface KeyRange {
  partition: string;
  from: string;
  to: string;
}

const CHAT_PREFIX = 'CHAT#';
const MESSAGE_PREFIX = 'MSG#';

/** Digits in a part number. */
const PART_DIGITS = 4;
/** Zero-padded, so that parts sort as text. */
export const padPart = (number: number): string => String(number).padStart(PART_DIGITS, '0');

// '#' separates the segments of a key: an id that contained one could reach into another owner's partition.
const OwnerId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** The partition with a person's record, chats, lists and shares. */
export const userPartition = (userId: string): string => `USER#${v.parse(OwnerId, userId)}`;

/** The id of the user who owns the key's partition. */
export const ownerAt = ({ pk }: Pick<Key, 'pk'>): string => pk.split('#')[1] ?? '';

export const userKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'PROFILE' });

/** What a person's searches have cost. */
export const spentKey = (userId: string): Key => ({ pk: userPartition(userId), sk: 'SPENT' });

/** How much a person has stored on one day. */
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

/** The chat id in the key of a chat or of a digest. */
export const chatIdAt = ({ sk }: Pick<Key, 'sk'>): string => sk.split('#')[1] ?? '';

/** The chat address in the key of a chat or of a digest. */
export const chatAt = (key: Key): ChatAddress => ({ userId: ownerAt(key), chatId: chatIdAt(key) });

/** All of a person's chats, each followed by its digests: '$' sorts right after '#'. */
export const chatsOf = (userId: string): KeyRange => ({
  partition: userPartition(userId),
  from: CHAT_PREFIX,
  to: 'CHAT$',
});

/** The partition with the chat's messages and their parts. */
export const messagesPartition = ({ userId, chatId }: ChatAddress): string =>
  `${userPartition(userId)}#${CHAT_PREFIX}${v.parse(ChatId, chatId)}`;

export interface MessageAddress extends ChatAddress {
  messageId: string;
}

export const messageKey = (address: MessageAddress): Key => ({
  pk: messagesPartition(address),
  sk: `${MESSAGE_PREFIX}${v.parse(MessageId, address.messageId)}`,
});

/** The address in a message's key. */
export function messageAt({ pk, sk }: Key): MessageAddress {
  const [, , , chatId = ''] = pk.split('#');
  return { userId: ownerAt({ pk }), chatId, messageId: messageIdAt({ sk }) ?? '' };
}

/** A message's digest, in the owner's partition. */
export const digestKey = ({ messageId, ...chat }: MessageAddress): Key => {
  const { pk, sk } = chatKey(chat);
  return { pk, sk: `${sk}#${MESSAGE_PREFIX}${v.parse(MessageId, messageId)}` };
};

/** The message that a digest's key refers to. */
export const digestedAt = ({ sk }: Pick<Key, 'sk'>): { chatId: string; messageId: string } => {
  const [, chatId = '', , messageId = ''] = sk.split('#');
  return { chatId, messageId };
};

/** The digests of a chat's messages: '$' sorts right after '#'. */
export const digestsOf = (chat: ChatAddress): KeyRange => {
  const { pk, sk } = chatKey(chat);
  return { partition: pk, from: `${sk}#`, to: `${sk}$` };
};

/** The message id in the sort key; undefined if it is not a message's key. */
export const messageIdAt = ({ sk }: Pick<Key, 'sk'>): string | undefined =>
  sk.startsWith(MESSAGE_PREFIX) ? sk.slice(MESSAGE_PREFIX.length) : undefined;

/** The key of one part of a message too large for one item. The attempt separates two writers of the same id. */
export const partKey = (part: MessageAddress & { attempt: string; number: number }): Key => ({
  pk: messagesPartition(part),
  sk: `PART#${v.parse(MessageId, part.messageId)}#${part.attempt}#${padPart(part.number)}`,
});

/** The parts of a message written by this attempt or an earlier one: '$' sorts right after '#', and attempts sort by start time. */
export const partsUntil = ({ attempt, ...message }: MessageAddress & { attempt: string }): KeyRange => {
  const from = `PART#${v.parse(MessageId, message.messageId)}#`;
  return { partition: messagesPartition(message), from, to: `${from}${attempt}$` };
};

/** The attempt that wrote the part at the key. */
export const partWrittenBy = ({ sk }: Pick<Key, 'sk'>): string => sk.split('#')[2] ?? '';

const orderPrefix = (isArchived = false): string => (isArchived ? 'ARCHIVED' : 'ACTIVE');

/** A chat's position in its owner's list: active chats separate from archived ones, each by last activity. */
export const chatOrder = (chat: { id: string; isArchived: boolean; lastMessageAt: string }): string =>
  `${orderPrefix(chat.isArchived)}#${chat.lastMessageAt}#${chat.id}`;

/** The fields of a chat that its position encodes. */
export function chatInOrder(order: string): { isArchived: boolean; lastMessageAt: string } {
  const [prefix, lastMessageAt = ''] = order.split('#');
  return { isArchived: prefix === orderPrefix(true), lastMessageAt };
}

/** The positions of a person's active chats, or of their archived ones: '$' sorts right after '#'. */
export const chatsInOrder = (userId: string, isArchived: boolean | undefined): KeyRange => ({
  partition: userPartition(userId),
  from: `${orderPrefix(isArchived)}#`,
  to: `${orderPrefix(isArchived)}$`,
});

/** A message's position in its chat: by time, then by id. */
export const messageOrder = (message: { id: string; timestamp: string }): string =>
  `${message.timestamp}#${message.id}`;

const Ordered = v.object({ order: v.string() });

/** An item's position in the local index. */
export const orderOf = (item: Item): string => v.parse(Ordered, item).order;

/** The time in a message's position. */
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

/** The list id in the key. */
export const listIdAt = ({ sk }: Pick<Key, 'sk'>): string => sk.slice(LIST_PREFIX.length);

/** All of a person's lists: '$' sorts right after '#'. */
export const listsOf = (userId: string): KeyRange => ({
  partition: userPartition(userId),
  from: LIST_PREFIX,
  to: 'LIST$',
});

/** The partition with the list's entries. */
export const peoplePartition = ({ userId, listId }: ListAddress): string =>
  `${userPartition(userId)}#${LIST_PREFIX}${v.parse(ListId, listId)}`;

const LISTED_PREFIX = 'PERSON#';
/** All of a list's entries: '$' sorts right after '#'. */
export const peopleOf = (list: ListAddress): KeyRange => ({
  partition: peoplePartition(list),
  from: LISTED_PREFIX,
  to: 'PERSON$',
});

/** In base 36: enough for thousands of years of milliseconds. */
const TIME_DIGITS = 9;
const RANDOM_BYTES = 8;
/** Pattern of the names that {@link newEntryName} makes. */
export const ENTRY_NAME_PATTERN = `[0-9a-z]{${TIME_DIGITS}}-[\\w-]{11}`;
export const EntryName = v.pipe(v.string(), v.regex(new RegExp(`^${ENTRY_NAME_PATTERN}$`)));

/** A unique name for a list entry that sorts by when the person was added. @param addedAt a timestamp */
export function newEntryName(addedAt: string): string {
  const time = Math.max(0, Date.parse(addedAt)).toString(36).padStart(TIME_DIGITS, '0');
  return `${time}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

export const listedKey = ({ entry, ...list }: ListAddress & { entry: string }): Key => ({
  pk: peoplePartition(list),
  sk: `${LISTED_PREFIX}${v.parse(EntryName, entry)}`,
});

/** The entry name in the key. */
export const entryAt = ({ sk }: Pick<Key, 'sk'>): string => sk.slice(LISTED_PREFIX.length);

/** The list id in an entry's key. */
export const listOfEntryAt = ({ pk }: Pick<Key, 'pk'>): string => pk.split('#')[3] ?? '';

const SHARE_PREFIX = 'SHARE#';

/** The owner's item of a share. */
export const shareKey = ({ userId, id }: { userId: string; id: string }): Key => ({
  pk: userPartition(userId),
  sk: `${SHARE_PREFIX}${v.parse(ShareId, id)}`,
});

/** The share id in the key. */
export const shareIdAt = ({ sk }: Pick<Key, 'sk'>): string => sk.slice(SHARE_PREFIX.length);

/** All of a person's shares: '$' sorts right after '#'. */
export const sharesOf = (userId: string): KeyRange => ({
  partition: userPartition(userId),
  from: SHARE_PREFIX,
  to: 'SHARE$',
});

/** The public item of a share, shown to anyone with the token. */
export const snapshotKey = (token: string): Key => ({
  pk: `${SHARE_PREFIX}${v.parse(ShareToken, token)}`,
  sk: 'SNAPSHOT',
});

/** The token in a snapshot's key. */
export const tokenAt = ({ pk }: Pick<Key, 'pk'>): string => pk.slice(SHARE_PREFIX.length);

/** The kinds of items. The key alone determines the kind. */
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

/** Undefined for a key that matches none of the kinds. */
export const kindOf = ({ pk, sk }: Item): Kind | undefined =>
  KINDS.find((one) => one.pk.test(String(pk)) && one.sk.test(String(sk)))?.kind;

/** Kinds whose items own further items in other partitions. */
export const CONTAINER_KINDS: readonly (Kind | undefined)[] = ['chat', 'list', 'share'];
