import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import { messageKey } from '../keys.ts';
import type { LiveChat } from './chat-item.ts';
import { eraseMessage } from './erase-message.ts';
import { fence } from './fence.ts';
import { partKeys } from './load-message.ts';
import { STAMP_ATTRIBUTES, Stamps } from './message-item.ts';
import type { Marker } from './pending.ts';
import { announcedAt, parseMarker } from './pending.ts';
import { deleteItems, getItem, getItems } from './requests.ts';
import type { Effect } from './settle.ts';
import { settle, total } from './settle.ts';
import type { Table } from './table.ts';

/** Age in milliseconds at which a writer is taken for dead: Lambda lets none live longer. Counts are right whether or not it is. */
const ABANDONED_AFTER = 15 * 60 * 1000;

type Signal = AbortSignal | undefined;

/**
 * The chat with the writes that have been announced but not yet counted taken into account. Writers under way are left
 * to count for themselves; what a dead one left behind is decided and counted for good.
 */
export async function reconcile(table: Table, live: LiveChat, signal: Signal): Promise<Chat> {
  if (live.pending.size === 0) return live.chat;
  const { userId, id: chatId } = live.chat;
  const isAbandoned = (marker: Marker) => announcedAt(marker) <= table.clock() - ABANDONED_AFTER;
  const abandoned = [...live.pending].map(parseMarker).filter(isAbandoned);
  const address = { userId, chatId, ...(signal && { signal }) };
  const effects: Effect[] = [];
  // Sorted, an attempt's 'add' is decided before its 'parts'.
  for (const marker of abandoned.sort((a, b) => (a.kind < b.kind ? -1 : 1)))
    effects.push(await decide(table, { marker, userId, chatId }, signal));
  const settled = await settle(table, { address, known: live, effects });
  return await withUncounted(table, settled ?? live, signal);
}

interface Announced {
  marker: Marker;
  userId: string;
  chatId: string;
}

/** Brings an abandoned write to an end that its writer, should it wake, cannot change. */
async function decide(table: Table, announced: Announced, signal: Signal): Promise<Effect> {
  const { marker, userId, chatId } = announced;
  const address = { userId, chatId, messageId: marker.messageId };
  const key = messageKey(address);
  if (marker.kind === 'delete') await eraseMessage(table, { address, attempt: marker.attempt, signal });
  if (marker.kind === 'add') await fence(table, { key, attempt: marker.attempt }, signal);
  const stamps = v.parse(v.optional(Stamps), await getItem(table, key, signal));
  if (marker.kind === 'parts' && stamps?.addedBy !== marker.attempt)
    await deleteItems(table, partKeys({ ...address, ...marker }), signal);
  return toEffect(marker, stamps);
}

async function withUncounted(table: Table, { chat, pending }: LiveChat, signal: Signal): Promise<Chat> {
  if (pending.size === 0) return chat;
  const markers = [...pending].map(parseMarker);
  const ids = [...new Set(markers.map(({ messageId }) => messageId))];
  const keys = ids.map((messageId) => messageKey({ userId: chat.userId, chatId: chat.id, messageId }));
  const items = await getItems(table, { keys, attributes: STAMP_ATTRIBUTES }, signal);
  const found = new Map(items.map((item) => [item['sk'], v.parse(Stamps, item)]));
  const effects = markers.map((marker) => {
    const { sk } = messageKey({ userId: chat.userId, chatId: chat.id, messageId: marker.messageId });
    return toEffect(marker, found.get(sk));
  });
  const { count, ...times } = total(chat, effects);
  return { ...chat, ...times, messageCount: chat.messageCount + count };
}

function toEffect(marker: Marker, stamps: Stamps | undefined): Effect {
  if (marker.kind === 'add' && stamps?.addedBy === marker.attempt)
    return { marker, count: 1, ...(stamps.timestamp !== undefined && { at: stamps.timestamp }) };
  if (marker.kind === 'delete' && stamps?.deletedBy === marker.attempt)
    return { marker, count: -1, at: toTimestamp(announcedAt(marker)) };
  return { marker, count: 0 };
}
