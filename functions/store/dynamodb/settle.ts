import type { Chat } from '#shared/chat.ts';
import type { ChatAddress } from '../ports/chats.ts';
import { changeChat } from './change-chat.ts';
import type { LiveChat } from './chat-item.ts';
import type { Marker } from './pending.ts';
import { formatMarker } from './pending.ts';
import type { Table } from './table.ts';

/** Markers per update, within DynamoDB's limit of 4 KB on an expression. */
const MARKERS_AT_ONCE = 50;

/** What became of an announced write: 1 a message more, -1 one less, 0 nothing. */
export interface Effect {
  marker: Marker;
  count: -1 | 0 | 1;
  /** When the message was written or deleted. */
  at?: string;
}

interface SettleOptions {
  address: ChatAddress;
  known?: LiveChat | undefined;
  effects: readonly Effect[];
}

/**
 * Counts what became of announced writes and takes their markers away, each exactly once however often and by however
 * many it is tried: a marker that is gone has been counted.
 * @returns the chat afterwards; undefined when there is none any more.
 */
export async function settle(table: Table, options: SettleOptions): Promise<LiveChat | undefined> {
  const { address, effects } = options;
  let { known } = options;
  for (let start = 0; start < effects.length; start += MARKERS_AT_ONCE) {
    const some = effects.slice(start, start + MARKERS_AT_ONCE);
    known = await changeChat(table, { address, known, plan: (live) => toChange(live, some) });
    if (known === undefined) return undefined;
  }
  return known;
}

function toChange(live: LiveChat, effects: readonly Effect[]) {
  const left = effects.filter(({ marker }) => live.pending.has(formatMarker(marker)));
  if (left.length === 0) return undefined;
  const { count, updatedAt, lastMessageAt } = total(live.chat, left);
  return {
    updatedAt,
    lastMessageAt,
    settled: { count, markers: left.map(({ marker }) => formatMarker(marker)) },
  };
}

/** The effects taken together: the count to add, and the chat's times with them. */
export function total(chat: Chat, effects: readonly Effect[]) {
  const latest = (from: string, some: readonly Effect[]) =>
    some.reduce((last, { at = '' }) => (at > last ? at : last), from);
  return {
    count: effects.reduce((sum, { count }) => sum + count, 0),
    updatedAt: latest(chat.updatedAt, effects),
    lastMessageAt: latest(
      chat.lastMessageAt,
      effects.filter(({ count }) => count === 1),
    ),
  };
}
