import { orLogFailure } from '#functions/log.ts';
import type { Chat } from '#shared/chat.ts';
import type { ListedPerson, PersonList } from '#shared/lists.ts';
import type { Message } from '#shared/message.ts';
import type { NumberedEvent } from '#shared/search.ts';
import type { Share, Shared } from '#shared/shares.ts';
import * as chatItem from './chat-item.ts';
import * as keys from './keys.ts';
import * as listItem from './list-item.ts';
import * as messageItem from './message-item.ts';
import { listReadableEvents } from './search-events.ts';
import * as searchItem from './search-item.ts';
import { searchIdAt } from './service-keys.ts';
import * as shareItem from './share-item.ts';
import type { Table } from './table.ts';
import type { Signal } from './versioned-items.ts';

/* Everything that is stored of one account, in readable form. */

/** The source of an account's items. The caller decides how to find them: by their keys, or with a scan of the whole table. */
export interface AccountItems {
  /** The items in the account's own partition, except the note of an erasure. */
  own: readonly keys.Item[];
  ofChat: (chatId: string) => Promise<readonly keys.Item[]>;
  ofList: (listId: string) => Promise<readonly keys.Item[]>;
  /** A share's snapshot: one item, or none if the share is revoked. */
  ofShare: (token: string) => Promise<readonly keys.Item[]>;
  /** The searches and counters. Complete only after `ofChat` was called for every chat. */
  others: () => Promise<readonly keys.Item[]>;
}

/** The ids of something that could not be read, or not in full. Whatever it contains is exported all the same. */
export type Unreadable =
  | { chatId: string; messageId?: string; lost?: Message['lost'] }
  | { listId: string; entry?: string }
  /** `lost` if the snapshot cannot be exported either. */
  | { shareId: string; lost?: 'snapshot' }
  /** A snapshot whose owner's item is gone. */
  | { token: string }
  | { searchId: string; eventId?: number };

/** One part of an export: the record, a chat, list or share, a search's log, or something else. */
export type AccountPart =
  | { of: 'user'; value: keys.Item }
  /** Messages are loaded lazily: a chat of 50 MB takes several times that in memory. */
  | { of: 'chats'; value: Partial<Chat> & { messages: AsyncIterable<Message> } }
  | { of: 'lists'; value: Partial<PersonList> & { people: ListedPerson[] } }
  | { of: 'shares'; value: Partial<Share> & Partial<Shared> }
  | { of: 'searches'; value: Partial<searchItem.SearchState> & { events: NumberedEvent[] } }
  | { of: 'unreadable'; value: Unreadable }
  /** Tombstones: ids and times of what the owner has deleted, kept for a while so that it cannot be recreated. */
  | { of: 'deleted'; value: keys.Item }
  | { of: 'counters'; value: keys.Item };

export interface Source {
  table: Table;
  signal?: Signal;
}

/**
 * Everything stored of an account, in readable form: what the product shows is exported as it is shown, counters as they are stored. Chats,
 * then lists, then shares, one at a time.
 */
export async function* describeAccount(source: Source, items: AccountItems): AsyncGenerator<AccountPart> {
  const own = upgradeItems(source, items.own);
  const ofKind = (kind: keys.Kind) => own.filter((item) => keys.kindOf(item) === kind);
  for (const item of own) {
    const kind = keys.kindOf(item);
    if (kind === 'user') yield { of: 'user', value: withoutKeys(item) };
    // A digest contains nothing that its message does not.
    else if (kind !== 'digest' && !keys.CONTAINER_KINDS.includes(kind)) yield { of: 'counters', value: item };
  }
  for (const item of ofKind('chat')) yield* describeChat(source, item, items);
  for (const item of ofKind('list')) yield* describeList(source, item, items);
  for (const item of ofKind('share')) yield* describeShare(source, item, items);
  yield* describeOthers(source, upgradeItems(source, await items.others()));
}

const upgradeItems = ({ table }: Source, items: readonly keys.Item[]): keys.Item[] =>
  items.map((item) => table.versions.read(item));

/** The decoded value, which may itself be undefined. Undefined, and logged, if the item is damaged, so that the export can go on. */
const tryRead = <Value>(make: () => Value | Promise<Value>): Promise<{ value: Value } | undefined> =>
  orLogFailure('something stored about a person could not be read', async () => ({ value: await make() }));

async function* describeChat(
  source: Source,
  item: keys.Item,
  { ofChat }: AccountItems,
): AsyncGenerator<AccountPart> {
  const chatId = keys.chatIdAt(keys.toKey(item));
  const items = upgradeItems(source, await ofChat(chatId));
  const found = chatItem.decodeLogged(item);
  const { messages, deleted } = readMessages(source.table, items, source.signal);
  if (found.state === 'deleted') yield { of: 'deleted', value: item };
  else {
    if (found.damage !== undefined) yield { of: 'unreadable', value: { chatId } };
    yield { of: 'chats', value: { ...found.chat, messages } };
  }
  for (const value of deleted) yield { of: 'deleted', value };
}

/** A list with the people it names, most recently added first, or with all entries if the list itself cannot be read. */
async function* describeList(
  source: Source,
  item: keys.Item,
  { ofList }: AccountItems,
): AsyncGenerator<AccountPart> {
  const listId = keys.listIdAt(keys.toKey(item));
  const found = await tryRead(() => listItem.decode(item));
  if (found === undefined) yield { of: 'unreadable', value: { listId } };
  else if (found.value === undefined) return yield { of: 'deleted', value: item };
  const list = found?.value;
  const named = list && new Set(Object.values(list.people));
  const isNamed = (one: keys.Item) => named?.has(keys.entryAt(keys.toKey(one))) !== false;
  const { people, unreadable } = await readPeople(upgradeItems(source, await ofList(listId)).filter(isNamed));
  for (const value of unreadable) yield { of: 'unreadable', value };
  yield { of: 'lists', value: { id: listId, ...(list && listItem.toList(list)), people: people.reverse() } };
}

/** The people in a list's entries, in the same order. */
export async function readPeople(entries: readonly keys.Item[]) {
  const people: ListedPerson[] = [];
  const unreadable: Unreadable[] = [];
  for (const item of entries) {
    const key = keys.toKey(item);
    const person = await tryRead(() => listItem.toPerson(listItem.decodeEntry(item)));
    if (person !== undefined) people.push(person.value);
    else unreadable.push({ listId: keys.listOfEntryAt(key), entry: keys.entryAt(key) });
  }
  return { people, unreadable };
}

/** A share with its snapshot, which can be found even if the share is damaged, as long as its token can be read. */
async function* describeShare(
  source: Source,
  item: keys.Item,
  { ofShare }: AccountItems,
): AsyncGenerator<AccountPart> {
  const shareId = keys.shareIdAt(keys.toKey(item));
  const found = await tryRead(() => shareItem.decode(source.table, item));
  if (found !== undefined && found.value === undefined) return yield { of: 'deleted', value: item };
  const token = shareItem.tokenIn(item);
  const [snapshot] = token === undefined ? [] : upgradeItems(source, await ofShare(token));
  const shown = snapshot && (await tryRead(() => shareItem.readSnapshot(snapshot)));
  const isLost = token === undefined || (snapshot !== undefined && shown === undefined);
  if (found === undefined || isLost)
    yield { of: 'unreadable', value: { shareId, ...(isLost && { lost: 'snapshot' }) } };
  if (found !== undefined || shown !== undefined)
    yield { of: 'shares', value: { id: shareId, ...found?.value, ...shown?.value } };
}

async function* describeOthers(source: Source, items: readonly keys.Item[]): AsyncGenerator<AccountPart> {
  for (const item of items) {
    const kind = keys.kindOf(item);
    if (kind === 'search') yield* describeSearch(source, item);
    else if (kind === 'snapshot') yield await describeSnapshot(item);
    else if (kind !== 'event' && kind !== 'event part') yield { of: 'counters', value: item };
  }
}

/** A snapshot whose owner's item is gone. */
async function describeSnapshot(item: keys.Item): Promise<AccountPart> {
  const shown = await tryRead(() => shareItem.readSnapshot(item));
  return shown === undefined
    ? { of: 'unreadable', value: { token: keys.tokenAt(keys.toKey(item)) } }
    : { of: 'shares', value: shown.value };
}

async function* describeSearch({ table, signal }: Source, item: keys.Item): AsyncGenerator<AccountPart> {
  const searchId = searchIdAt(keys.toKey(item));
  const found = await tryRead(() => searchItem.decode(item));
  if (found === undefined) yield { of: 'unreadable', value: { searchId } };
  const { events, unreadable } = await listReadableEvents(table, { searchId, after: 0, signal });
  for (const eventId of unreadable) yield { of: 'unreadable', value: { searchId, eventId } };
  yield { of: 'searches', value: { ...found?.value.state, events } };
}

/** The messages of one chat, oldest first, and the tombstones of deleted ones. */
export function readMessages(table: Table, items: readonly keys.Item[], signal: Signal) {
  const found = items.filter((item) => keys.kindOf(item) === 'message');
  const stored = found
    .flatMap((item) => messageItem.decode(item) ?? [])
    .sort((one, other) => Number(one.timestamp > other.timestamp) - Number(one.timestamp < other.timestamp));
  const deleted = found.filter((item) => messageItem.decode(item) === undefined);
  return { messages: loadEach(table, stored, signal), deleted };
}

async function* loadEach(
  table: Table,
  stored: readonly messageItem.StoredMessage[],
  signal: Signal,
): AsyncGenerator<Message> {
  for (const one of stored) {
    const message = await messageItem.loadOrSalvage(table, one, signal);
    if (message !== undefined) yield message;
  }
}

function withoutKeys({ pk: _pk, sk: _sk, v: _version, ...item }: keys.Item): keys.Item {
  return item;
}

/** The export's entry for a message that could not be read in full. */
export const unreadableEntries = ({ chatId, id, lost }: Message): Unreadable[] =>
  lost === undefined ? [] : [{ chatId, messageId: id, lost }];
