import * as v from 'valibot';
import { Message, RATINGS } from '#shared/message.ts';
import type { Key, MessageAddress } from '../keys.ts';
import { messageKey, messageOrder } from '../keys.ts';
import type { Packed } from './payload.ts';
import { pack, StoredPayload, toStored, unpack } from './payload.ts';
import type { Item } from './table.ts';

/** A longer text travels in the payload, compressed. */
const INLINE_CONTENT = 8_192;

const StoredMessage = v.object({
  ...v.omit(Message, ['content', 'metadata']).entries,
  /** Attribute of its own so that it can be changed alone; it wins over the payload's. */
  content: v.optional(v.string()),
  rating: v.optional(v.picklist(RATINGS)),
  payload: v.optional(StoredPayload),
  addedBy: v.string(),
});
export type StoredMessage = v.InferOutput<typeof StoredMessage>;

const Payload = v.object({ content: v.optional(v.string()), metadata: Message.entries.metadata });

/** Who wrote at a message's key, whatever is there: a message, what is left of a deleted one, or a fence. */
export const Stamps = v.object({
  addedBy: v.optional(v.string()),
  deletedBy: v.optional(v.string()),
  timestamp: v.optional(v.string()),
});
export type Stamps = v.InferOutput<typeof Stamps>;
export const STAMP_ATTRIBUTES = ['pk', 'sk', 'addedBy', 'deletedBy', 'timestamp'] as const;

export const addressOf = (message: Message): MessageAddress => ({
  userId: message.userId,
  chatId: message.chatId,
  messageId: message.id,
});

/** The payload to store beside the item; undefined when the item alone carries everything. */
export async function packMessage({ content, metadata }: Message): Promise<Packed | undefined> {
  const payload = { ...(!isInline(content) && { content }), ...(metadata !== undefined && { metadata }) };
  return Object.keys(payload).length === 0 ? undefined : await pack(payload);
}

export function encodeMessage(message: Message, packed: Packed | undefined, attempt: string): Key & Item {
  const { id, chatId, userId, role, timestamp, content, metadata } = message;
  return {
    ...messageKey(addressOf(message)),
    order: messageOrder(message),
    ...{ id, chatId, userId, role, timestamp },
    ...(isInline(content) && { content }),
    ...(metadata?.rating !== undefined && { rating: metadata.rating }),
    ...(packed !== undefined && { payload: toStored(packed) }),
    addedBy: attempt,
  };
}

/** undefined for what is no message: a fence, or what is left of a deleted one. */
export function readMessageItem(item: Item): StoredMessage | undefined {
  return item['order'] === undefined ? undefined : v.parse(StoredMessage, item);
}

/** @param packed the item's payload with its parts, when it has one */
export async function decodeMessage(stored: StoredMessage, packed: Packed | undefined): Promise<Message> {
  const payload = packed === undefined ? {} : v.parse(Payload, await unpack(packed));
  const { id, chatId, userId, role, timestamp, rating } = stored;
  const content = stored.content ?? payload.content ?? '';
  const message = { id, chatId, userId, role, timestamp, content };
  if (payload.metadata === undefined && rating === undefined) return message;
  const { rating: _, ...metadata } = payload.metadata ?? {};
  return { ...message, metadata: { ...metadata, ...(rating !== undefined && { rating }) } };
}

// DynamoDB stores UTF-8, which has no half surrogate pairs; JSON can carry them.
const isInline = (content: string): boolean =>
  content.isWellFormed() && Buffer.byteLength(content) <= INLINE_CONTENT;
