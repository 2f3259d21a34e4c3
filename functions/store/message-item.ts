import * as v from 'valibot';
import { Message, RATINGS } from '#shared/message.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { UnreadableError } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import * as payloads from './payloads.ts';
import type { Table } from './table.ts';
import type { Signal } from './versioned-items.ts';

/** In bytes. A longer text goes into the compressed payload. */
const MAX_INLINE_BYTES = 8_192;

const StoredMessage = v.object({
  ...v.omit(Message, ['content', 'metadata']).entries,
  /** A separate attribute, so that it can be changed alone. Takes precedence over the payload's. */
  content: v.optional(v.string()),
  rating: v.optional(v.picklist(RATINGS)),
  payload: v.optional(payloads.StoredPayload),
  addedBy: v.string(),
  /** The attempt that rewrote the payload to remove a person from it. When absent, `addedBy` wrote the payload. */
  packedBy: v.optional(v.string()),
});
export type StoredMessage = v.InferOutput<typeof StoredMessage> & {
  /** Why some of the item's attributes cannot be read; those are left out. */
  damage?: Error;
};

/** What can be read of a message with damaged attributes. Its key gives its owner and id, its position in the chat its time. */
const SalvagedMessage = v.object({
  role: v.fallback(Message.entries.role, 'assistant'),
  content: v.fallback(v.optional(v.string()), undefined),
  rating: v.fallback(v.optional(v.picklist(RATINGS)), undefined),
  payload: v.fallback(v.optional(payloads.StoredPayload), undefined),
  addedBy: v.fallback(v.string(), ''),
});
const EPOCH = toTimestamp(0);
const OrderTimestamp = v.fallback(v.pipe(v.string(), v.transform(keys.timeInOrder), Timestamp), EPOCH);

const Payload = v.object({ content: v.optional(v.string()), metadata: Message.entries.metadata });

/** Which attempts wrote to a message's key, whether it has a message, the tombstone of a deleted one, or a fence. */
export const Stamps = v.object({
  addedBy: v.optional(v.string()),
  packedBy: v.optional(v.string()),
  deletedBy: v.optional(v.string()),
  timestamp: v.optional(v.string()),
});
export type Stamps = v.InferOutput<typeof Stamps>;
export const STAMP_ATTRIBUTES = ['pk', 'sk', 'addedBy', 'deletedBy', 'timestamp'] as const;

export const addressOf = (message: Pick<Message, 'userId' | 'chatId' | 'id'>): keys.MessageAddress => ({
  userId: message.userId,
  chatId: message.chatId,
  messageId: message.id,
});

/** The payload to store in addition to the item's attributes; undefined if the attributes suffice. */
export async function pack({ content, metadata }: Message): Promise<payloads.Packed | undefined> {
  const payload = { ...(!isInline(content) && { content }), ...(metadata !== undefined && { metadata }) };
  return Object.keys(payload).length === 0 ? undefined : await payloads.pack(payload);
}

export function encode(message: Message, packed: payloads.Packed | undefined, attempt: string) {
  const { id, chatId, userId, role, timestamp, content, metadata } = message;
  return {
    ...keys.messageKey(addressOf(message)),
    order: keys.messageOrder(message),
    ...{ id, chatId, userId, role, timestamp },
    ...(isInline(content) && { content }),
    ...(metadata?.rating !== undefined && { rating: metadata.rating }),
    ...(packed !== undefined && { payload: payloads.toStored(packed) }),
    addedBy: attempt,
  };
}

// DynamoDB stores UTF-8, which cannot represent lone surrogates; JSON can escape them.
export const isInline = (content: string): boolean =>
  content.isWellFormed() && Buffer.byteLength(content) <= MAX_INLINE_BYTES;

/** Undefined for a fence or a tombstone. For a damaged message, whatever can still be read. */
export function decode(item: keys.Item): StoredMessage | undefined {
  if (item['order'] === undefined) return undefined;
  const stored = v.safeParse(StoredMessage, item);
  if (stored.success) return stored.output;
  const { userId, chatId, messageId: id } = keys.messageAt(keys.toKey(item));
  const timestamp = v.parse(OrderTimestamp, item['order']);
  const damage = new v.ValiError(stored.issues);
  return { ...v.parse(SalvagedMessage, item), id, chatId, userId, timestamp, damage };
}

/** The whole message; fetches its parts if it has any. @throws UnreadableError */
export async function load(table: Table, stored: StoredMessage, signal: Signal): Promise<Message> {
  return toMessage(stored, await loadMessagePayload(table, stored, signal));
}

/**
 * Like {@link load}, but returns whatever can be read of a damaged message, so that it does not make the rest of the chat unreadable. For
 * display only: never store the result. Undefined if the message was deleted in the meantime.
 */
export async function loadOrSalvage(table: Table, stored: StoredMessage, signal: Signal) {
  const whole = await tryLoad(table, stored, signal);
  if (whole !== undefined) return whole;
  // A concurrent rewrite or deletion removes the old parts, so read the message again before calling it damaged.
  const item = await table.get(keys.messageKey(addressOf(stored)), signal);
  const current = item && decode(item);
  return current && ((await tryLoad(table, current, signal)) ?? salvage(current));
}

/** The message in an item, or what can be read of it ({@link loadOrSalvage}); undefined if there is none. */
export async function read(table: Table, item: keys.Item | undefined, signal: Signal) {
  const stored = item && decode(item);
  return stored && (await loadOrSalvage(table, stored, signal));
}

async function tryLoad(table: Table, stored: StoredMessage, signal: Signal): Promise<Message | undefined> {
  try {
    return await load(table, stored, signal);
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

const salvage = (stored: StoredMessage): Message => ({
  ...toMessage(stored, {}),
  lost: stored.content === undefined ? 'text' : 'metadata',
});

/** Whether a write to an id that is taken repeats the stored message. If the stored text is lost, it is assumed to: ids are not reused. */
export const isRepeat = (stored: Message, { role, content }: Pick<Message, 'role' | 'content'>): boolean =>
  stored.role === role && (stored.content === content || stored.lost === 'text');

function toMessage(stored: StoredMessage, payload: v.InferOutput<typeof Payload>): Message {
  const { id, chatId, userId, role, timestamp, rating } = stored;
  const content = stored.content ?? payload.content ?? '';
  const message = { id, chatId, userId, role, timestamp, content };
  if (payload.metadata === undefined && rating === undefined) return message;
  const { rating: _, ...metadata } = payload.metadata ?? {};
  return { ...message, metadata: { ...metadata, ...(rating !== undefined && { rating }) } };
}

async function loadMessagePayload(table: Table, stored: StoredMessage, signal: Signal) {
  const { payload, userId, chatId, id, damage } = stored;
  if (damage !== undefined) throw new UnreadableError('The message cannot be read', { cause: damage });
  if (payload === undefined) return {};
  const attempt = packedByOf(stored);
  const keyOf = (number: number) => keys.partKey({ userId, chatId, messageId: id, attempt, number });
  const count = payload.form === 'parts' ? payload.count : 0;
  // Outside the try: a failing database does not mean that the message is damaged.
  const parts = await payloads.findParts(table, signal)(payloads.partKeys(count, keyOf));
  try {
    const loaded = await payloads.loadPayload({ payload, keyOf, find: () => parts });
    if (loaded === undefined) throw new Error('A part of the message is missing');
    return v.parse(Payload, loaded);
  } catch (cause) {
    throw new UnreadableError('The message cannot be read', { cause });
  }
}

/** The attempt whose name is in the keys of a message's parts. */
export const packedByOf = ({
  addedBy,
  packedBy,
}: {
  addedBy: string;
  packedBy?: string | undefined;
}): string => packedBy ?? addedBy;

export const partKeys = (count: number, message: keys.MessageAddress & { attempt: string }): keys.Key[] =>
  payloads.partKeys(count, (number) => keys.partKey({ ...message, number }));

/** Deletes the parts that the attempt of a dead writer, or an earlier one, left behind: all but those that the message refers to. */
export async function deleteStrayParts(
  table: Table,
  { attempt, ...address }: keys.MessageAddress & { attempt: string },
  { addedBy = '', packedBy }: Stamps,
  signal: Signal,
): Promise<void> {
  const keptAttempt = packedByOf({ addedBy, packedBy });
  const query = { ...keys.partsUntil({ ...address, attempt }), attributes: ['pk', 'sk'] };
  for await (const items of table.queryPages(query, signal)) {
    const stray = items.map(keys.toKey).filter((key) => keys.partWrittenBy(key) !== keptAttempt);
    await table.deleteAll(stray, signal);
  }
}

/** Prevents the attempt from ever writing to the key; other attempts still may. An existing message is left unchanged. */
export async function fence(table: Table, key: keys.Key, attempt: string, signal: Signal): Promise<void> {
  const update = new UpdateExpression().add('fenced', new Set([attempt]));
  await table.update(key, update, signal);
}

/**
 * Writes a message unless there is or was one at the key, or the attempt is fenced. Fences against other attempts are kept.
 * @returns the item as written; undefined if it was not
 */
export async function putUnlessFenced(
  table: Table,
  { pk, sk, ...attributes }: keys.Key & keys.Item,
  attempt: string,
  signal: Signal,
): Promise<keys.Item | undefined> {
  const update = new UpdateExpression().require('attribute_not_exists(addedBy)');
  // A damaged message may lack `addedBy`, and must not be overwritten either.
  update.require(`attribute_not_exists(${update.name('order')})`);
  update.refuse(`contains(fenced, ${update.value(attempt)})`).remove('expiresAt');
  for (const [name, value] of Object.entries(attributes)) update.set(name, value);
  return await table.update({ pk, sk }, update, signal);
}

/** Whether any attempt is fenced at the message's key. */
export const hasFence = (item: keys.Item): boolean => item['fenced'] !== undefined;

/** An update on condition that the message exists and is not deleted. */
export const updateOfStored = (): UpdateExpression =>
  new UpdateExpression().require('attribute_exists(addedBy)').require('attribute_not_exists(deletedBy)');

/** With a damaged attempt name, no parts are found. */
const ErasedMessage = v.object({
  addedBy: v.fallback(v.optional(v.string(), ''), ''),
  packedBy: v.fallback(v.optional(v.string()), undefined),
  deletedBy: v.fallback(v.optional(v.string()), undefined),
  parts: v.fallback(v.optional(v.number(), 0), 0),
});

/**
 * Deletes a message's content and digest. Leaves a tombstone with the attempt that deleted it, so that its id is not reused and the
 * deletion is counted once. Idempotent for the same attempt.
 * @param attempt the one that announced the deletion.
 * @returns whether this attempt deleted the message
 */
export async function erase(table: Table, address: keys.MessageAddress, attempt: string, signal: Signal) {
  const key = keys.messageKey(address);
  const before = await table.get(key, signal);
  const stored = before && decode(before);
  const update = updateOfStored().set('deletedBy', attempt);
  for (const name of ['order', 'content', 'rating', 'payload']) update.remove(name);
  // Recorded before the payload is removed, so that a repeat knows which parts are left to delete.
  if (stored?.payload?.form === 'parts') update.set('parts', stored.payload.count);
  const erased = await table.update(key, update, signal);
  const left = v.parse(ErasedMessage, erased ?? (await table.get(key, signal)) ?? {});
  if (left.deletedBy !== attempt) return false;
  const parts = partKeys(left.parts, { ...address, attempt: packedByOf(left) });
  await table.deleteAll([keys.digestKey(address), ...parts], signal);
  return true;
}
