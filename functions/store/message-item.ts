import * as v from 'valibot';
import { Message, RATINGS } from '#shared/message.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { UnreadableError } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import * as payloads from './payloads.ts';
import type { Signal, Table } from './requests.ts';

/** In bytes. A longer text travels in the payload, compressed. */
const INLINE_CONTENT = 8_192;

const StoredMessage = v.object({
  ...v.omit(Message, ['content', 'metadata']).entries,
  /** Attribute of its own so that it can be changed alone; it wins over the payload's. */
  content: v.optional(v.string()),
  rating: v.optional(v.picklist(RATINGS)),
  payload: v.optional(payloads.StoredPayload),
  addedBy: v.string(),
  /** The attempt that wrote the payload anew, since somebody was taken out of it; the one that added the message when absent. */
  packedBy: v.optional(v.string()),
});
export type StoredMessage = v.InferOutput<typeof StoredMessage> & {
  /** Why some of the item's own attributes cannot be read; those are left out then. */
  damage?: Error;
};

/** What is left of a message whose own attributes are damaged: its key says whose it is, its place in the chat when it was written. */
const LeftOfMessage = v.object({
  role: v.optional(v.fallback(Message.entries.role, 'assistant'), 'assistant'),
  content: v.fallback(v.optional(v.string()), undefined),
  rating: v.fallback(v.optional(v.picklist(RATINGS)), undefined),
  payload: v.fallback(v.optional(payloads.StoredPayload), undefined),
  addedBy: v.optional(v.fallback(v.string(), ''), ''),
});
const LONG_AGO = toTimestamp(0);
const Order = v.fallback(v.pipe(v.string(), v.transform(keys.timeInOrder), Timestamp), LONG_AGO);

const Payload = v.object({ content: v.optional(v.string()), metadata: Message.entries.metadata });

/** Who wrote at a message's key, whatever is there: a message, what is left of a deleted one, or a fence. */
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

/** The payload to store beside the item; undefined when the item alone carries everything. */
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

// DynamoDB stores UTF-8, which has no half surrogate pairs; JSON can carry them.
export const isInline = (content: string): boolean =>
  content.isWellFormed() && Buffer.byteLength(content) <= INLINE_CONTENT;

/** undefined for what is no message: a fence, or what is left of a deleted one. Of one that is damaged what is left. */
export function decode(item: keys.Item): StoredMessage | undefined {
  if (item['order'] === undefined) return undefined;
  const stored = v.safeParse(StoredMessage, item);
  if (stored.success) return stored.output;
  const { userId, chatId, messageId: id } = keys.messageAt(keys.toKey(item));
  const timestamp = v.parse(Order, item['order']);
  const damage = new v.ValiError(stored.issues);
  return { ...v.parse(LeftOfMessage, item), id, chatId, userId, timestamp, damage };
}

/** The message whole, with its parts fetched when it has any. @throws UnreadableError */
export async function load(table: Table, stored: StoredMessage, signal: Signal): Promise<Message> {
  return toMessage(stored, await loadMessagePayload(table, stored, signal));
}

/**
 * As {@link load}, or what is left of it: a message that cannot be read costs only itself. For showing; never to be stored again. Undefined
 * for one that was deleted meanwhile.
 */
export async function loadWhatIsLeft(table: Table, stored: StoredMessage, signal: Signal) {
  const whole = await tryLoad(table, stored, signal);
  if (whole !== undefined) return whole;
  // Whoever writes it anew or deletes it takes its parts away: it is looked at again as it is then.
  const item = await table.get(keys.messageKey(addressOf(stored)), signal);
  const now = item && decode(item);
  return now && ((await tryLoad(table, now, signal)) ?? whatIsLeft(now));
}

async function tryLoad(table: Table, stored: StoredMessage, signal: Signal): Promise<Message | undefined> {
  try {
    return await load(table, stored, signal);
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

const whatIsLeft = (stored: StoredMessage): Message => ({
  ...toMessage(stored, {}),
  lost: stored.content === undefined ? 'text' : 'metadata',
});

/** Whether what is stored is what somebody writes at its id once more. A text that is lost cannot tell: ids are not used twice. */
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
  // A database that fails says nothing about the message.
  const parts = await payloads.findParts(table, signal)(payloads.partKeys(count, keyOf));
  try {
    const loaded = await payloads.loadPayload({ payload, keyOf, find: () => parts });
    if (loaded === undefined) throw new Error('A part of the message is missing');
    return v.parse(Payload, loaded);
  } catch (cause) {
    throw new UnreadableError('The message cannot be read', { cause });
  }
}

/** Under the name of which attempt the parts of a message are stored. */
export const packedByOf = ({
  addedBy,
  packedBy,
}: {
  addedBy: string;
  packedBy?: string | undefined;
}): string => packedBy ?? addedBy;

export const partKeys = (count: number, message: keys.MessageAddress & { attempt: string }): keys.Key[] =>
  payloads.partKeys(count, (number) => keys.partKey({ ...message, number }));

/** Deletes the parts of a message that a writer who has died, or one before, has left behind: all but those that the message names. */
export async function deleteStrayParts(
  table: Table,
  { attempt, ...address }: keys.MessageAddress & { attempt: string },
  { addedBy = '', packedBy }: Stamps,
  signal: Signal,
): Promise<void> {
  const named = packedByOf({ addedBy, packedBy });
  const query = { ...keys.partsUntil({ ...address, attempt }), attributes: ['pk', 'sk'] };
  for await (const items of table.queryPages(query, signal)) {
    const stray = items.map(keys.toKey).filter((key) => keys.partWrittenBy(key) !== named);
    await table.deleteAll(stray, signal);
  }
}

/** Bars the attempt from ever writing at the key from now on; others still may. What is there stays as it is. */
export async function fence(table: Table, key: keys.Key, attempt: string, signal: Signal): Promise<void> {
  const update = new UpdateExpression().add('fenced', new Set([attempt]));
  await table.update(key, update, signal);
}

/**
 * Writes a message where none is or was, and no fence is against the attempt. Fences against others stay.
 * @returns whether it was written
 */
export async function putUnlessFenced(
  table: Table,
  { pk, sk, ...attributes }: keys.Key & keys.Item,
  attempt: string,
  signal: Signal,
): Promise<boolean> {
  const update = new UpdateExpression().require('attribute_not_exists(addedBy)');
  // Of a message that is damaged, too, nothing is written over.
  update.require(`attribute_not_exists(${update.name('order')})`);
  update.refuse(`contains(fenced, ${update.value(attempt)})`).remove('expiresAt');
  for (const [name, value] of Object.entries(attributes)) update.set(name, value);
  return (await table.update({ pk, sk }, update, signal)) !== undefined;
}

/** An update that is refused unless the message is there. */
export const updateOfStored = (): UpdateExpression =>
  new UpdateExpression().require('attribute_exists(addedBy)').require('attribute_not_exists(deletedBy)');

/** Under a name that is damaged no parts are found. */
const Erased = v.object({
  addedBy: v.fallback(v.optional(v.string(), ''), ''),
  packedBy: v.fallback(v.optional(v.string()), undefined),
  deletedBy: v.fallback(v.optional(v.string()), undefined),
  parts: v.fallback(v.optional(v.number(), 0), 0),
});

/**
 * Empties the message, its digest goes, and leaves the stamp of who deleted it, so that its id is not used twice and it is counted once.
 * Safe to repeat under the same attempt.
 * @param attempt the one under whose name the deletion was announced.
 * @returns whether this attempt deleted it
 */
export async function erase(table: Table, address: keys.MessageAddress, attempt: string, signal: Signal) {
  const key = keys.messageKey(address);
  const before = await table.get(key, signal);
  const stored = before && decode(before);
  const update = updateOfStored().set('deletedBy', attempt);
  for (const name of ['order', 'content', 'rating', 'payload']) update.remove(name);
  // Written down before the message goes, so that a repeat knows what is left to delete.
  if (stored?.payload?.form === 'parts') update.set('parts', stored.payload.count);
  const erased = await table.update(key, update, signal);
  const left = v.parse(Erased, erased ?? (await table.get(key, signal)) ?? {});
  if (left.deletedBy !== attempt) return false;
  const parts = partKeys(left.parts, { ...address, attempt: packedByOf(left) });
  await table.deleteAll([keys.digestKey(address), ...parts], signal);
  return true;
}
