import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import { toTimestamp } from '#shared/time.ts';
import * as chatItem from './chat-item.ts';
import { UpdateExpression } from './expressions.ts';
import { dropDigest } from './history.ts';
import * as keys from './keys.ts';
import { beginningOf, LONGEST_ATTEMPT } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import type { Cancellable, Signal, Table } from './requests.ts';

/**
 * A chat's message count, right whatever runs at once and wherever a process dies, without transactions. Every write to
 * a chat's messages takes three steps; docs/storage.md has the proof.
 *
 *     announce       a marker, named after message and attempt, goes into the chat's set `pending`
 *     write          the message is written or emptied, stamped with the attempt
 *     countEffects   the count changes and the marker goes away, in one update of the chat
 *
 * Readers look at the stamps of whatever is still pending (`reconcile`), and finish for writers that have died.
 */

/** A write to a chat's messages that has been announced: a string in the chat's set `pending`. */
export type Marker =
  | { kind: 'add' | 'delete'; messageId: string; attempt: string }
  /** The attempt's message comes in this many items of its own. */
  | { kind: 'parts'; messageId: string; attempt: string; parts: number };

const SEPARATOR = '/';

const StoredMarker = v.pipe(
  v.string(),
  v.transform((text) => text.split(SEPARATOR)),
  v.union([
    v.tuple([v.picklist(['add', 'delete']), v.string(), v.string()]),
    v.tuple([
      v.literal('parts'),
      v.string(),
      v.string(),
      v.pipe(v.string(), v.transform(Number), v.integer()),
    ]),
  ]),
  v.transform((fields): Marker => {
    const [kind, messageId, attempt] = fields;
    return kind === 'parts' ? { kind, messageId, attempt, parts: fields[3] } : { kind, messageId, attempt };
  }),
);

function formatMarker(marker: Marker): string {
  const fields = [marker.kind, marker.messageId, marker.attempt];
  return [...fields, ...(marker.kind === 'parts' ? [marker.parts] : [])].join(SEPARATOR);
}

/** The markers in a chat's set, without those that are damaged: no write is known by one. */
export const markersIn = (pending: ReadonlySet<unknown>): Marker[] =>
  [...pending].flatMap((text) => {
    const read = v.safeParse(StoredMarker, text);
    return read.success ? [read.output] : [];
  });

interface AnnounceOptions {
  /** The chat to make when there is none. */
  create?: Chat;
  /** What the chat may hold; as much as there is when absent. */
  bounds?: chatItem.ChatBounds;
}

/**
 * Puts the markers of coming writes on the chat, before any of them.
 * @returns the chat; undefined, and nothing announced, when it is full or damaged, was deleted, or never was and is not to be made.
 */
export async function announce(
  table: Table,
  address: keys.ChatAddress & Cancellable,
  markers: readonly Marker[],
  { create, bounds }: AnnounceOptions = {},
) {
  const update = create === undefined ? chatItem.updateOfLive() : updateOrCreate(create);
  if (bounds !== undefined) {
    update.refuse(`messageCount >= ${update.value(bounds.messages)}`);
    update.refuse(`storedBytes >= ${update.value(bounds.bytes)}`);
  }
  // One that is damaged would have DynamoDB refuse the request, as if the database failed.
  update.require(`(attribute_not_exists(pending) OR attribute_type(pending, ${update.value('SS')}))`);
  const announced = new Set(markers.map(formatMarker));
  update.add('pending', announced);
  const key = keys.chatKey(address);
  const live = chatItem.decodeLive(await table.update(key, update, address.signal));
  if (live?.damage === undefined) return live;
  // In a chat that is damaged nothing could be counted.
  await table.updateIf(key, chatItem.updateOfLive().delete('pending', announced), address.signal);
  return undefined;
}

function updateOrCreate(chat: Chat): UpdateExpression {
  const update = new UpdateExpression().require('attribute_not_exists(deletedAt)');
  for (const [name, value] of Object.entries({ ...chat, order: keys.chatOrder(chat) }))
    update.setOnce(name, value);
  return update;
}

/** What became of an announced write: 1 a message more, -1 one less, 0 nothing. */
export interface Effect {
  marker: Marker;
  count: -1 | 0 | 1;
  /** When the message was written or deleted. */
  at?: string;
  /** The length of what was written. Nobody knows it any more where the writer has died. */
  bytes?: number;
}

/** Markers per update, within DynamoDB's limit of 4 KB on an expression. */
const MARKERS_AT_ONCE = 50;

interface CountOptions {
  address: keys.ChatAddress & Cancellable;
  known?: chatItem.LiveChat | undefined;
  effects: readonly Effect[];
}

/**
 * Counts what became of announced writes and takes their markers away, each exactly once however often and by however
 * many it is tried: a marker that is gone has been counted.
 * @returns the chat afterwards; undefined when there is none any more.
 */
export async function countEffects(table: Table, options: CountOptions) {
  const { address, effects } = options;
  let { known } = options;
  for (let start = 0; start < effects.length; start += MARKERS_AT_ONCE) {
    const some = effects.slice(start, start + MARKERS_AT_ONCE);
    known = await chatItem.change(table, { address, known, plan: (live) => toChange(live, some) });
    if (known === undefined) return undefined;
  }
  return known;
}

function toChange(live: chatItem.LiveChat, effects: readonly Effect[]) {
  const left = effects.filter(({ marker }) => live.pending.has(formatMarker(marker)));
  if (left.length === 0) return undefined;
  const { count, ...times } = total(live.chat, left);
  const bytes = left.reduce((sum, effect) => sum + (effect.bytes ?? 0), 0);
  return { ...times, counted: { count, bytes, markers: left.map(({ marker }) => formatMarker(marker)) } };
}

/** The effects taken together: the count to add, and the chat's times with them. */
function total(chat: Chat, effects: readonly Effect[]) {
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

/**
 * The chat as it is with the writes that have been announced and not yet counted. Writers under way are left to count for
 * themselves; what a dead one left behind is decided and counted for good, which is right even if it is alive after all.
 */
export async function reconcile(table: Table, live: chatItem.LiveChat, signal: Signal): Promise<Chat> {
  if (live.pending.size === 0) return live.chat;
  const address = { userId: live.chat.userId, chatId: live.chat.id, signal };
  const isAbandoned = ({ attempt }: Marker) => beginningOf(attempt) <= table.clock() - LONGEST_ATTEMPT;
  const abandoned = markersIn(live.pending).filter(isAbandoned);
  const effects: Effect[] = [];
  // Sorted, an attempt's 'add' is decided before its 'parts'.
  for (const marker of abandoned.sort((a, b) => (a.kind < b.kind ? -1 : 1)))
    effects.push(await decide(table, address, marker));
  const counted = await countEffects(table, { address, known: live, effects });
  return await withUncounted(table, counted ?? live, signal);
}

/** Ends an abandoned write in a way that its writer, should it wake, cannot change. */
async function decide(
  table: Table,
  { userId, chatId, signal }: keys.ChatAddress & { signal: Signal },
  marker: Marker,
): Promise<Effect> {
  const { messageId, attempt } = marker;
  const address = { userId, chatId, messageId };
  const key = keys.messageKey(address);
  if (marker.kind === 'delete') await messageItem.erase(table, address, attempt, signal);
  else await messageItem.fence(table, key, attempt, signal);
  const stamps = v.parse(v.optional(messageItem.Stamps), await table.get(key, signal));
  if (marker.kind === 'add' && stamps?.addedBy !== attempt) await dropDigest(table, address, attempt, signal);
  if (marker.kind === 'parts')
    await messageItem.deleteStrayParts(table, { ...address, attempt }, stamps ?? {}, signal);
  return toEffect(marker, stamps);
}

async function withUncounted(table: Table, { chat, pending }: chatItem.LiveChat, signal: Signal) {
  if (pending.size === 0) return chat;
  const markers = markersIn(pending);
  const keyOf = (messageId: string) => keys.messageKey({ userId: chat.userId, chatId: chat.id, messageId });
  const messages = [...new Set(markers.map(({ messageId }) => messageId))].map(keyOf);
  const items = await table.getAll(messages, messageItem.STAMP_ATTRIBUTES, signal);
  const found = new Map(items.map((item) => [item['sk'], v.parse(messageItem.Stamps, item)]));
  const effects = markers.map((marker) => toEffect(marker, found.get(keyOf(marker.messageId).sk)));
  const { count, ...times } = total(chat, effects);
  return { ...chat, ...times, messageCount: chat.messageCount + count };
}

function toEffect(marker: Marker, stamps: messageItem.Stamps | undefined): Effect {
  if (marker.kind === 'add' && stamps?.addedBy === marker.attempt)
    return { marker, count: 1, ...(stamps.timestamp !== undefined && { at: stamps.timestamp }) };
  if (marker.kind === 'delete' && stamps?.deletedBy === marker.attempt)
    return { marker, count: -1, at: toTimestamp(beginningOf(marker.attempt)) };
  return { marker, count: 0 };
}
