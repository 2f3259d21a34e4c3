import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import { toTimestamp } from '#shared/time.ts';
import * as chatItem from './chat-item.ts';
import { UpdateExpression } from './expressions.ts';
import { dropDigest, restoreDigest } from './history.ts';
import * as keys from './keys.ts';
import { MAX_ATTEMPT_DURATION, startOfAttempt } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

/**
 * Keeps a chat's message count correct without transactions, whatever runs concurrently and wherever a process dies. Every write
 * to a chat's messages has three steps; docs/storage.md has the proof.
 *
 *     announce       add a marker, named after message and attempt, to the chat's set `pending`
 *     write          write or empty the message, stamped with the attempt
 *     countEffects   change the count and remove the marker, in one update of the chat
 *
 * Readers check the stamps of all pending messages (`reconcile`), and complete the writes of dead writers.
 */

/** An announced write to a chat's messages; stored as a string in the chat's set `pending`. */
export type Marker =
  | { kind: 'add' | 'delete'; messageId: string; attempt: string }
  /** The attempt writes this many parts of the message. */
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

/** The markers in a chat's set. Damaged ones are ignored, since they identify no write. */
export const markersIn = (pending: ReadonlySet<unknown>): Marker[] =>
  [...pending].flatMap((text) => {
    const read = v.safeParse(StoredMarker, text);
    return read.success ? [read.output] : [];
  });

interface AnnounceOptions {
  /** The chat to create if it does not exist. */
  create?: Chat;
  /** The chat's limits; none when absent. */
  bounds?: chatItem.ChatBounds;
}

/**
 * Adds the markers of upcoming writes to the chat, before any of those writes.
 * @returns the chat; undefined, with nothing announced, if it is full, damaged or deleted, or does not exist and is not to be created.
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
  // Without this, DynamoDB would reject the request as invalid for a damaged set, which would look like a database failure.
  update.require(`(attribute_not_exists(pending) OR attribute_type(pending, ${update.value('SS')}))`);
  const announced = new Set(markers.map(formatMarker));
  update.add('pending', announced);
  const key = keys.chatKey(address);
  const live = chatItem.decodeLive(await table.update(key, update, address.signal));
  if (live?.damage === undefined) return live;
  // Nothing could be counted in a damaged chat.
  await table.updateIf(key, chatItem.updateOfLive().delete('pending', announced), address.signal);
  return undefined;
}

function updateOrCreate(chat: Chat): UpdateExpression {
  const update = new UpdateExpression().require('attribute_not_exists(deletedAt)');
  for (const [name, value] of Object.entries({ ...chat, order: keys.chatOrder(chat) }))
    update.setOnce(name, value);
  return update;
}

/** The effect of an announced write on the message count: 1, -1, or 0 if it changed nothing. */
export interface Effect {
  marker: Marker;
  count: -1 | 0 | 1;
  /** When the message was written or deleted. */
  at?: string;
  /** The number of bytes written; unknown if the writer has died. */
  bytes?: number;
}

/** Markers per update, to stay within DynamoDB's limit of 4 KB per expression. */
const MARKERS_PER_UPDATE = 50;

interface CountOptions {
  address: keys.ChatAddress & Cancellable;
  known?: chatItem.LiveChat | undefined;
  effects: readonly Effect[];
}

/**
 * Counts the effects of announced writes and removes their markers. Each is counted exactly once, however often and
 * concurrently this is called: a marker that is gone has been counted.
 * @returns the chat afterwards; undefined if it no longer exists.
 */
export async function countEffects(table: Table, options: CountOptions) {
  const { address, effects } = options;
  let { known } = options;
  for (let start = 0; start < effects.length; start += MARKERS_PER_UPDATE) {
    const batch = effects.slice(start, start + MARKERS_PER_UPDATE);
    known = await chatItem.change(table, { address, known, plan: (live) => toChange(live, batch) });
    if (known === undefined) return undefined;
  }
  return known;
}

function toChange(live: chatItem.LiveChat, effects: readonly Effect[]) {
  const left = effects.filter(({ marker }) => live.pending.has(formatMarker(marker)));
  if (left.length === 0) return undefined;
  const { count, ...times } = combineEffects(live.chat, left);
  const bytes = left.reduce((sum, effect) => sum + (effect.bytes ?? 0), 0);
  return { ...times, counted: { count, bytes, markers: left.map(({ marker }) => formatMarker(marker)) } };
}

/** The combined effects: the count to add, and the chat's resulting times. */
function combineEffects(chat: Chat, effects: readonly Effect[]) {
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
 * The chat with the effects of writes that are announced but not yet counted. Live writers are left to count for themselves;
 * the writes of dead ones are decided and counted permanently, which is correct even if the writer turns out to be alive.
 */
export async function reconcile(table: Table, live: chatItem.LiveChat, signal: Signal): Promise<Chat> {
  if (live.pending.size === 0) return live.chat;
  const address = { userId: live.chat.userId, chatId: live.chat.id, signal };
  const isAbandoned = ({ attempt }: Marker) =>
    startOfAttempt(attempt) <= table.clock() - MAX_ATTEMPT_DURATION;
  const abandoned = markersIn(live.pending).filter(isAbandoned);
  const effects: Effect[] = [];
  // Sorted so that an attempt's 'add' is decided before its 'parts'.
  for (const marker of abandoned.sort((a, b) => (a.kind < b.kind ? -1 : 1)))
    effects.push(await decide(table, address, marker));
  const counted = await countEffects(table, { address, known: live, effects });
  return await withUncounted(table, counted ?? live, signal);
}

/** Decides an abandoned write in a way that its writer cannot change if it turns out to be alive. */
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
  const item = await table.get(key, signal);
  const stamps = v.parse(v.optional(messageItem.Stamps), item);
  if (marker.kind === 'add') {
    const message = await messageItem.read(table, item, signal);
    if (message === undefined) await dropDigest(table, address, attempt, signal);
    else await restoreDigest(table, message, attempt, signal);
  }
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
  const { count, ...times } = combineEffects(chat, effects);
  return { ...chat, ...times, messageCount: chat.messageCount + count };
}

function toEffect(marker: Marker, stamps: messageItem.Stamps | undefined): Effect {
  if (marker.kind === 'add' && stamps?.addedBy === marker.attempt)
    return { marker, count: 1, ...(stamps.timestamp !== undefined && { at: stamps.timestamp }) };
  if (marker.kind === 'delete' && stamps?.deletedBy === marker.attempt)
    return { marker, count: -1, at: toTimestamp(startOfAttempt(marker.attempt)) };
  return { marker, count: 0 };
}
