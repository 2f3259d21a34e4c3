import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { ChatId, ListId, MessageId, SearchId } from '#shared/ids.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { ShareId, ShareToken } from '#shared/shares.ts';
import { InvalidCursorError } from './errors.ts';

export interface Key {
  pk: string;
  sk: string;
}

/** A stretch of one partition: sort keys from one to another, both included. */
export interface KeyRange {
  partition: string;
  from: string;
  to: string;
}

const CHAT_PREFIX = 'CHAT#';
const MESSAGE_PREFIX = 'MSG#';

/** Digits in the number of a part, so that parts sort as text. */
const PART_DIGITS = 4;

// '#' divides the parts of a key: an id holding one could reach into another owner's partition.
const OwnerId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));

/** The person: record and chats live in this partition. */
export const userPartition = (userId: string): string => `USER#${v.parse(OwnerId, userId)}`;

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
  sk: `PART#${v.parse(MessageId, part.messageId)}#${part.attempt}#${String(part.number).padStart(PART_DIGITS, '0')}`,
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

/** Where a person's active chats, or their archived ones, are in that order: '$' follows '#'. */
export const chatsInOrder = (userId: string, isArchived: boolean | undefined): KeyRange => ({
  partition: userPartition(userId),
  from: `${orderPrefix(isArchived)}#`,
  to: `${orderPrefix(isArchived)}$`,
});

/** Sorts a message in its chat: by time, then by id. */
export const messageOrder = (message: { id: string; timestamp: string }): string =>
  `${message.timestamp}#${message.id}`;

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
const ENTRY = `[0-9a-z]{${TIME_DIGITS}}-[\\w-]{11}`;
const EntryName = v.pipe(v.string(), v.regex(new RegExp(`^${ENTRY}$`)));

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

const SHARE_PREFIX = 'SHARE#';

/** What its owner sees of a share. */
export const shareKey = ({ userId, id }: { userId: string; id: string }): Key => ({
  pk: userPartition(userId),
  sk: `${SHARE_PREFIX}${v.parse(ShareId, id)}`,
});

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

/** Digits in the number of an event, so that events sort as text. */
const EVENT_DIGITS = 6;
export const LAST_EVENT = 10 ** EVENT_DIGITS - 1;
const EventNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LAST_EVENT));
const padEvent = (id: number): string => `EVENT#${String(id).padStart(EVENT_DIGITS, '0')}`;

const SEARCH_PREFIX = 'SEARCH#';

/** The search, its events and their parts live in this partition. */
export const searchPartition = (searchId: string): string => `${SEARCH_PREFIX}${v.parse(SearchId, searchId)}`;

/** Of which search the item at the key is a part. */
export const searchIdAt = ({ pk }: Key): string => pk.slice(SEARCH_PREFIX.length);

export const searchKey = (searchId: string): Key => ({ pk: searchPartition(searchId), sk: 'META' });

interface EventAddress {
  searchId: string;
  /** The event's number in its search, from 1. */
  id: number;
}

export const eventKey = ({ searchId, id }: EventAddress): Key => ({
  pk: searchPartition(searchId),
  sk: padEvent(v.parse(EventNumber, id)),
});

/** Key of one part of an event too large for one item; the digest of the event keeps two that claim one number apart. */
export const eventPartKey = (part: EventAddress & { digest: string; number: number }): Key => {
  const { pk, sk } = eventKey(part);
  return { pk, sk: `${sk}#${part.digest}#${String(part.number).padStart(PART_DIGITS, '0')}` };
};

export interface EventsAfter {
  searchId: string;
  after: number;
  limit?: number;
}

/** Where the events after that number, or the first of them, and their parts are: '$' follows '#'. */
export const eventsAfter = ({ searchId, after, limit = LAST_EVENT }: EventsAfter): KeyRange => ({
  partition: searchPartition(searchId),
  from: `${padEvent(after)}$`,
  to: after + limit < LAST_EVENT ? `${padEvent(after + limit)}$` : 'EVENT$',
});

const CountedName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:._-]{1,256}$/));

export const quotaKey = (name: string): Key => ({ pk: `QUOTA#${v.parse(CountedName, name)}`, sk: 'COUNT' });

export const slotsKey = (name: string): Key => ({
  pk: `RUNNING#${v.parse(CountedName, name)}`,
  sk: 'SLOTS',
});

const ProfileUrl = v.pipe(v.string(), v.transform(canonicalProfileUrl), v.string('is not a profile URL'));
const ProviderName = v.pipe(v.string(), v.regex(/^[^#]{1,100}$/));

export const LOOKUP_PREFIX = 'LOOKUP#';

/** What all providers said of one person lives in this partition. */
const lookupsPartition = (profileUrl: string): string => `${LOOKUP_PREFIX}${v.parse(ProfileUrl, profileUrl)}`;

export interface LookupAddress {
  profileUrl: string;
  provider: string;
}

export const lookupKey = ({ profileUrl, provider }: LookupAddress): Key => ({
  pk: lookupsPartition(profileUrl),
  sk: `PROVIDER#${v.parse(ProviderName, provider)}`,
});

/** Key of one part of a record too large for one item; the attempt keeps two writers apart. */
export const lookupPartKey = (part: LookupAddress & { attempt: string; number: number }): Key => {
  const { pk, sk } = lookupKey(part);
  return { pk, sk: `${sk}#${part.attempt}#${String(part.number).padStart(PART_DIGITS, '0')}` };
};

/** Whom the item at the key is about, and who said it. */
export const lookupAddressAt = ({ pk, sk }: Key): LookupAddress => ({
  profileUrl: pk.slice(LOOKUP_PREFIX.length),
  provider: sk.split('#')[1] ?? '',
});

/** Where all of one person's lookups and their parts are. */
export const lookupsOf = (profileUrl: string): KeyRange => ({
  partition: lookupsPartition(profileUrl),
  from: 'PROVIDER#',
  to: 'PROVIDER$',
});

/** Everybody who is not to be found is in this partition, as a hash, with the key it was made with. */
export const SUPPRESSED_PARTITION = 'SUPPRESSED#all';

export const suppressionKeyKey: Key = { pk: SUPPRESSED_PARTITION, sk: 'KEY' };

const SUPPRESSED_PREFIX = 'PERSON#';
const Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const suppressedKey = (digest: string): Key => ({
  pk: SUPPRESSED_PARTITION,
  sk: `${SUPPRESSED_PREFIX}${v.parse(Digest, digest)}`,
});

/** Whose item is at the key; undefined for what is none. */
export const suppressedAt = ({ sk }: Key): string | undefined =>
  sk.startsWith(SUPPRESSED_PREFIX) ? sk.slice(SUPPRESSED_PREFIX.length) : undefined;

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
export const kindOf = ({ pk, sk }: Readonly<Record<string, unknown>>): Kind | undefined =>
  KINDS.find((one) => one.pk.test(String(pk)) && one.sk.test(String(sk)))?.kind;

const DIGEST_BYTES = 12;

/**
 * A position in a partition's list as opaque text, bound to that partition: it means nothing in another person's list or
 * another chat. The binding is no secret and guards nothing, since the partition always comes from the verified owner;
 * it turns a cursor from elsewhere into a clear error.
 */
export function encodeCursor({ partition, position }: { partition: string; position: string }): string {
  const digest = createHash('sha256').update(`${partition}\n${position}`).digest().subarray(0, DIGEST_BYTES);
  return `${Buffer.from(position).toString('base64url')}.${digest.toString('base64url')}`;
}

/** In characters: longer than any cursor is, of a position within the bounds of ids. */
const LONGEST_CURSOR = 300;
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
const ID = '_[\\w-]{1,80}';
/** A place in a list, as {@link chatOrder}, {@link messageOrder}, {@link newEntryName}, {@link chatKey} and {@link digestKey} make it. */
const POSITION = new RegExp(
  `^(?:(?:ACTIVE|ARCHIVED)#${TIME}#chat${ID}|${TIME}#msg${ID}|${ENTRY}|CHAT#chat${ID}(?:#MSG#msg${ID})?)$`,
);

interface DecodeCursorOptions {
  partition: string;
  cursor: string;
  /** What every position in the list begins with, where a partition has several lists. */
  from?: string;
}

/**
 * Anybody who knows how cursors are made can forge one: its content is checked too, before DynamoDB refuses it as an invalid key.
 * @throws InvalidCursorError for anything {@link encodeCursor} did not make for this list.
 */
export function decodeCursor({ partition, cursor, from = '' }: DecodeCursorOptions): string {
  const isShort = cursor.length <= LONGEST_CURSOR;
  const position = isShort ? Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString() : '';
  const isOfList = POSITION.test(position) && position.startsWith(from);
  if (!isOfList || encodeCursor({ partition, position }) !== cursor)
    throw new InvalidCursorError('The cursor is not one of this list.');
  return position;
}
