import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { orLogFailure } from '#functions/log.ts';
import { storeError } from '#shared/errors.ts';
import { type Digest, DigestWords, digestOf, type HistoryAnswer, type HistoryChat } from '#shared/history.ts';
import type { Message } from '#shared/message.ts';
import { Timestamp } from '#shared/time.ts';
import { withoutPerson } from '#shared/without-person.ts';
import * as chatItem from './chat-item.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { MAX_ATTEMPT_DURATION, startOfAttempt } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import { packJson, StoredPayload, toStored, unpack } from './payloads.ts';
import type { Table } from './table.ts';
import type { Cancellable, PersonInAccount, Signal } from './versioned-items.ts';

/*
 * A searchable digest of every message, so that all of a person's chats can be searched without reading the messages. A message's digest is
 * an item in its owner's partition, right after its chat:
 *
 *     USER#sub   CHAT#a   CHAT#a#MSG#1   CHAT#a#MSG#2   CHAT#b   CHAT#b#MSG#3   …
 *
 * It is put before its message and deleted after it, so that a deleted message never leaves a digest: see docs/storage.md#history.
 */

const StoredDigest = v.object({
  timestamp: Timestamp,
  /** The last attempt that was about to add the message. */
  addedBy: v.string(),
  /** The attempt that wrote the payload. */
  packedBy: v.string(),
  payload: StoredPayload,
});

/** Each round can lose to another change of the same message or digest. */
const MAX_ROUNDS = 5;

/** Always compressed, since the digests of a thousand chats are read at once. */
const pack = async ({ request, people }: DigestWords) =>
  toStored(await packJson(JSON.stringify({ request, people }), { maxPlainBytes: 0 }));

/** Decodes a digest's item. */
export async function readDigest(item: keys.Item): Promise<Digest> {
  const { timestamp, payload } = v.parse(StoredDigest, item);
  if (payload.form === 'parts') throw new Error('A digest has no parts');
  const words = v.parse(DigestWords, await unpack(payload));
  return { ...keys.digestedAt(keys.toKey(item)), timestamp, ...words };
}

/**
 * Stores the digest of a message that has been announced and is about to be put. An existing digest keeps its words, since its message may
 * be stored, and is signed anew, so that no earlier attempt drops it any more.
 * @returns whether words of another attempt were kept
 */
export async function putDigest(table: Table, message: Message, attempt: string, signal: Signal) {
  const digest = digestOf(message);
  if (digest === undefined) return false;
  const update = new UpdateExpression().set('addedBy', attempt);
  update.setOnce('timestamp', message.timestamp).setOnce('packedBy', attempt);
  update.setOnce('payload', await pack(digest));
  const item = await table.update(keys.digestKey(messageItem.addressOf(message)), update, signal);
  return item?.['packedBy'] !== attempt;
}

/**
 * Deletes the digest, since there is no such message, unless another attempt has signed it since. One that signed it before may still add
 * the message, but then finds that this attempt is fenced, and restores the digest.
 */
export async function dropDigest(
  table: Table,
  message: keys.MessageAddress,
  attempt: string,
  signal: Signal,
): Promise<void> {
  const signed = new UpdateExpression().requireThat('addedBy', '=', attempt);
  await table.deleteIf(keys.digestKey(message), signed, signal);
}

/** Puts the digest of a stored message again, since another attempt may have dropped it or written its words. */
export async function restoreDigest(
  table: Table,
  message: Message,
  attempt: string,
  signal: Signal,
): Promise<void> {
  await putDigest(table, message, attempt, signal);
  await updateDigest(table, message, signal);
}

/**
 * Makes the digest follow its message, which may be changed again or deleted meanwhile. If what is searched for is lost, it is left as it
 * is.
 */
export async function updateDigest(table: Table, message: Message, signal: Signal): Promise<void> {
  const address = messageItem.addressOf(message);
  const key = keys.digestKey(address);
  let current = message;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const digest = digestOf(current);
    // A message stored without words never gets any: they are those of an attempt that has not stored it.
    if (digest === undefined && current.lost === undefined) await table.deleteAll([key], signal);
    if (digest === undefined || !(await table.updateIf(key, await repackUpdate(table, digest), signal)))
      return;
    const found = await messageItem.read(table, await table.get(keys.messageKey(address), signal), signal);
    if (found === undefined) return await table.deleteAll([key], signal);
    if (isDeepStrictEqual(digestOf(found), digest)) return;
    current = found;
  }
  throw new Error('The message kept changing');
}

/** An update on condition that the digest exists. */
const repackUpdate = async (table: Table, words: DigestWords): Promise<UpdateExpression> =>
  new UpdateExpression()
    .require('attribute_exists(addedBy)')
    .set('payload', await pack(words))
    .set('packedBy', table.newAttempt());

/** Deletes the digests of a chat that can no longer be written to. */
export async function deleteDigests(table: Table, chat: keys.ChatAddress, signal: Signal): Promise<void> {
  const query = { ...keys.digestsOf(chat), attributes: ['pk', 'sk'] };
  for await (const items of table.queryPages(query, signal))
    await table.deleteAll(items.map(keys.toKey), signal);
}

/** Limits on one page: in items, chats and digests together, and in bytes, since a Lambda response is limited to 6 MB. */
const PAGE_SIZE = 1_000;
const PAGE_BYTES = 4_000_000;

const ERROR_TEXTS = {
  list: storeError('fetch', 'chats'),
  removePerson: storeError('update', 'messages'),
};

/** The searchable history of a person's chats. Every method throws StoreError when the database fails. */
export const createHistory = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /**
     * A person's chats and their messages' digests. A damaged chat is included as far as it can be read; damaged digests are left out. One
     * query per page, and one get if the page starts within a chat.
     * @throws InvalidCursorError
     */
    async list({ userId, cursor, signal }: Cancellable & { userId: string; cursor?: string }) {
      const range = keys.chatsOf(userId);
      const { partition } = range;
      const after = cursor === undefined ? undefined : decodeCursor({ partition, cursor, from: range.from });
      const query = { ...range, after, limit: PAGE_SIZE };
      const { items, isLast } = await table.queryPage(query, signal);
      const first = await chatOfFirstItem(table, userId, items, signal);
      const { page, read, strays } = await readPage(table, items, first);
      if (strays.length > 0) await table.deleteAll(strays, signal);
      const last = items[read - 1];
      if (last === undefined || (isLast && read === items.length)) return page;
      return { ...page, cursor: encodeCursor({ partition, position: keys.toKey(last).sk }) };
    },

    /** Removes a person from all digests. Idempotent. */
    async removePerson({ userId, profileUrl, signal }: PersonInAccount) {
      for await (const items of table.queryPages(keys.chatsOf(userId), signal))
        for (const item of items)
          if (keys.kindOf(item) === 'digest') await removeFrom(table, item, { profileUrl, signal });
    },
  });

interface ChatOnPage {
  id: string;
  stored: chatItem.LiveChat | chatItem.DeletedChat;
}

const toChatOnPage = (item: keys.Item): ChatOnPage => ({
  id: keys.chatIdAt(keys.toKey(item)),
  stored: chatItem.decodeLogged(item),
});

/** The chat of the page's first item, if that is a digest: digests follow their chat, which may be on the previous page. */
async function chatOfFirstItem(table: Table, userId: string, [first]: readonly keys.Item[], signal: Signal) {
  if (first === undefined || keys.kindOf(first) !== 'digest') return undefined;
  const chatId = keys.chatIdAt(keys.toKey(first));
  const item = await table.get(keys.chatKey({ userId, chatId }), signal);
  return item && toChatOnPage(item);
}

/**
 * Reads as many of the items as fit into one response, at least one, and collects the keys of stray digests: those without a chat, whose
 * writer is dead.
 * @param first the chat that the first items belong to, if they are digests
 */
async function readPage(table: Table, items: readonly keys.Item[], first: ChatOnPage | undefined) {
  const page: HistoryAnswer = { chats: [], digests: [] };
  const strays: keys.Key[] = [];
  let chat = first;
  let bytes = 0;
  let read = 0;
  for (const item of items) {
    if (bytes > PAGE_BYTES) break;
    read += 1;
    const key = keys.toKey(item);
    if (keys.kindOf(item) === 'chat') {
      chat = toChatOnPage(item);
      if (chat.stored.state === 'live') page.chats.push(toHistoryChat(chat.stored));
      continue;
    }
    const own = keys.chatIdAt(key) === chat?.id ? chat : undefined;
    const digest = await readDigestOf(own, item);
    if (digest !== undefined) {
      bytes += Buffer.byteLength(JSON.stringify(digest));
      page.digests.push(digest);
    }
    if (isStray(table, item, own)) strays.push(key);
  }
  return { page, read, strays };
}

function toHistoryChat({ chat }: chatItem.LiveChat): HistoryChat {
  const { id, title, lastMessageAt, isArchived } = chat;
  return { id, title, lastMessageAt, isArchived };
}

/** Undefined if the digest is damaged, or its chat is missing or deleted. */
async function readDigestOf(chat: ChatOnPage | undefined, item: keys.Item): Promise<Digest | undefined> {
  if (chat?.stored.state !== 'live') return undefined;
  return await tryReadDigest(item);
}

/** Undefined, and logged, for a damaged digest. */
const tryReadDigest = (item: keys.Item): Promise<Digest | undefined> =>
  orLogFailure('the digest of a message could not be read', () => readDigest(item));

/** Whether the digest has no chat and its writer is dead. A digest that does not record its writer is left alone. */
function isStray(table: Table, { addedBy }: keys.Item, chat: ChatOnPage | undefined): boolean {
  if (chat !== undefined && chat.stored.state !== 'deleted') return false;
  return typeof addedBy === 'string' && startOfAttempt(addedBy) < table.clock() - MAX_ATTEMPT_DURATION;
}

async function removeFrom(
  table: Table,
  found: keys.Item,
  { profileUrl, signal }: { profileUrl: string; signal: Signal },
): Promise<void> {
  const key = keys.toKey(found);
  let item: keys.Item | undefined = found;
  for (let round = 0; round < MAX_ROUNDS && item !== undefined; round += 1) {
    const digest = await tryReadDigest(item);
    if (digest === undefined) return;
    const without = withoutPerson(digest, profileUrl);
    if (without === digest) return;
    const update = await repackUpdate(table, without);
    if (await table.updateIf(key, update.requireThat('packedBy', '=', item['packedBy']), signal)) return;
    item = await table.get(key, signal);
  }
  if (item !== undefined) throw new Error('The digest kept changing');
}
