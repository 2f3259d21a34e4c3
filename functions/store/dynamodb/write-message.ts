import type { Message } from '#shared/message.ts';
import { messageKey } from '../keys.ts';
import { announce } from './announce.ts';
import type { LiveChat } from './chat-item.ts';
import { putUnlessFenced } from './fence.ts';
import { loadMessage, partKeys } from './load-message.ts';
import { addressOf, encodeMessage, packMessage, readMessageItem } from './message-item.ts';
import type { Packed } from './payload.ts';
import { deleteItems, getItem, putIfAbsent } from './requests.ts';
import type { Effect } from './settle.ts';
import type { Table } from './table.ts';

export interface WriteOptions {
  message: Message;
  /** The attempt under whose name the message was announced. */
  attempt: string;
  signal?: AbortSignal | undefined;
}

/** What became of the write, and what is to be settled for it. */
export interface Written {
  /**
   * `exists`: the same message was there before; `differs`: another one was; `gone`: the message or the chat was deleted.
   */
  outcome: 'added' | 'exists' | 'differs' | 'gone';
  /** As stored; the given one unless it was there before. */
  message: Message;
  effects: Effect[];
  /** The chat, when it was seen again on the way. */
  live?: LiveChat;
}

/** Stores an announced message unless its id is taken. Safe to repeat under the same attempt. */
export async function writeMessage(table: Table, options: WriteOptions): Promise<Written> {
  const { message, attempt, signal } = options;
  const address = { ...addressOf(message), ...(signal && { signal }) };
  const packed = await packMessage(message);
  const parts = packed?.form === 'parts' ? packed.parts : [];
  const effects: Effect[] = [{ marker: { kind: 'add', messageId: message.id, attempt }, count: 0 }];
  if (parts.length === 0) return await writeItem(table, { ...options, packed, effects });
  const marker = { kind: 'parts', messageId: message.id, attempt, parts: parts.length } as const;
  const live = await announce(table, { address, markers: [marker] });
  if (live === undefined) return { outcome: 'gone', message, effects };
  effects.push({ marker, count: 0 });
  const keys = partKeys({ ...addressOf(message), attempt, parts: parts.length });
  for (const [index, key] of keys.entries())
    await putIfAbsent(table, { ...key, bytes: parts[index] }, signal);
  const written = await writeItem(table, { ...options, packed, effects });
  if (written.outcome !== 'added') await deleteItems(table, keys, signal);
  return { ...written, live };
}

async function writeItem(
  table: Table,
  {
    message,
    attempt,
    signal,
    packed,
    effects,
  }: WriteOptions & { packed: Packed | undefined; effects: Effect[] },
): Promise<Written> {
  const added: Written = {
    outcome: 'added',
    message,
    effects: effects.map((effect) =>
      effect.marker.kind === 'add' ? { ...effect, count: 1, at: message.timestamp } : effect,
    ),
  };
  if (await putUnlessFenced(table, { item: encodeMessage(message, packed, attempt), attempt }, signal))
    return added;
  const item = await getItem(table, messageKey(addressOf(message)), signal);
  // The answer to an earlier, successful put was lost on the way.
  if (item?.['addedBy'] === attempt) return added;
  const stored = item && readMessageItem(item);
  if (stored === undefined) return { outcome: 'gone', message, effects };
  const found = await loadMessage(table, stored, signal);
  const isSame = found.role === message.role && found.content === message.content;
  return { outcome: isSame ? 'exists' : 'differs', message: found, effects };
}
