import * as v from 'valibot';
import type { Message } from '#shared/message.ts';
import type { MessageAddress } from '../keys.ts';
import { partKey } from '../keys.ts';
import type { StoredMessage } from './message-item.ts';
import { decodeMessage } from './message-item.ts';
import type { Packed } from './payload.ts';
import { Bytes } from './payload.ts';
import { getItems } from './requests.ts';
import type { Table } from './table.ts';

const StoredPart = v.object({ sk: v.string(), bytes: Bytes });

/** The message whole, with its parts fetched when it has any. */
export async function loadMessage(
  table: Table,
  stored: StoredMessage,
  signal: AbortSignal | undefined,
): Promise<Message> {
  return await decodeMessage(stored, await loadPayload(table, stored, signal));
}

async function loadPayload(
  table: Table,
  { payload, userId, chatId, id, addedBy }: StoredMessage,
  signal: AbortSignal | undefined,
): Promise<Packed | undefined> {
  if (payload?.form !== 'parts') return payload;
  const keys = partKeys({ userId, chatId, messageId: id, attempt: addedBy, parts: payload.count });
  const items = await getItems(table, { keys, attributes: ['sk', 'bytes'] }, signal);
  const parts = items.map((item) => v.parse(StoredPart, item)).sort((a, b) => (a.sk < b.sk ? -1 : 1));
  if (parts.length !== keys.length) throw new Error('A part of the message is missing');
  return { form: 'parts', parts: parts.map(({ bytes }) => bytes) };
}

export function partKeys({ parts, ...message }: MessageAddress & { attempt: string; parts: number }) {
  return Array.from({ length: parts }, (_, number) => partKey({ ...message, number }));
}
