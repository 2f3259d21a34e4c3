import type { Message } from '#shared/message.ts';
import type * as chatItem from './chat-item.ts';
import { announce, countEffects, type Effect } from './counting.ts';
import type { UpdateExpression } from './expressions.ts';
import { dropDigest, putDigest, restoreDigest, updateDigest } from './history.ts';
import * as keys from './keys.ts';
import * as messageItem from './message-item.ts';
import { type Packed, partsOf, toStored } from './payloads.ts';
import type { Table } from './table.ts';
import type { Signal } from './versioned-items.ts';

/*
 * How a message is added, and how its payload is rewritten. A large message has parts, which are announced in its chat and put before the
 * item that refers to them, so that the parts left behind by a dead writer can be found:
 *
 *   announced ──► digest ──► parts announced, then put ──► item ──► counted by the writer that announced it
 */

interface WriteOptions {
  message: Message;
  /** The attempt that announced the message. */
  attempt: string;
  signal: Signal;
}

/** The outcome of a write, and its effects on the chat's count. */
export interface Written {
  /**
   * `exists`: the same message was already stored; `differs`: a different one was; `gone`: the message or the chat was deleted.
   */
  outcome: 'added' | 'exists' | 'differs' | 'gone';
  /** The message as stored: the given one, unless the id was taken. */
  message: Message;
  effects: Effect[];
  /** Whether another attempt may have dropped the digest of the message that was added, since one has been fenced. */
  mayLackDigest?: boolean;
  /** The chat, if the write read it again. */
  live?: chatItem.LiveChat;
}

/** Stores an announced message and its digest, unless its id is taken. Idempotent for the same attempt. */
export async function writeMessage(table: Table, options: WriteOptions): Promise<Written> {
  const { message, attempt, signal } = options;
  // Before the message, so that whatever deletes the message later also finds its digest.
  const keepsWords = await putDigest(table, message, attempt, signal);
  const written = await putMessage(table, options);
  const { outcome } = written;
  if (outcome === 'gone') await dropDigest(table, messageItem.addressOf(message), attempt, signal);
  else if (written.mayLackDigest) await restoreDigest(table, message, attempt, signal);
  // Another attempt has written the digest or the message, so their words may differ.
  else if (outcome !== 'added' || keepsWords) await updateDigest(table, written.message, signal);
  return written;
}

async function putMessage(table: Table, options: WriteOptions): Promise<Written> {
  const { message, attempt, signal } = options;
  const address = messageItem.addressOf(message);
  const packed = await messageItem.pack(message);
  const parts = partsOf(packed);
  const effects: Effect[] = [{ marker: { kind: 'add', messageId: message.id, attempt }, count: 0 }];
  if (parts.length === 0) return await writeItem(table, options, packed, effects);
  const marker = { kind: 'parts', messageId: message.id, attempt, parts: parts.length } as const;
  const live = await announce(table, { ...address, signal }, [marker]);
  if (live === undefined) return { outcome: 'gone', message, effects };
  effects.push({ marker, count: 0 });
  const partKeys = messageItem.partKeys(parts.length, { ...address, attempt });
  for (const [index, key] of partKeys.entries())
    await table.putIfAbsent({ ...key, bytes: parts[index] }, signal);
  const written = await writeItem(table, options, packed, effects);
  if (written.outcome !== 'added') await table.deleteAll(partKeys, signal);
  return { ...written, live };
}

/** @param effects those of a write that adds nothing */
async function writeItem(
  table: Table,
  { message, attempt, signal }: WriteOptions,
  packed: Packed | undefined,
  effects: Effect[],
): Promise<Written> {
  const bytes = Buffer.byteLength(JSON.stringify(message));
  const added: Written = {
    outcome: 'added',
    message,
    effects: effects.map((effect) =>
      effect.marker.kind === 'add' ? { ...effect, count: 1, at: message.timestamp, bytes } : effect,
    ),
  };
  const encoded = messageItem.encode(message, packed, attempt);
  const put = await messageItem.putUnlessFenced(table, encoded, attempt, signal);
  const item = put ?? (await table.get(keys.messageKey(messageItem.addressOf(message)), signal));
  // If this put was refused, an earlier one has succeeded whose response was lost.
  if (item?.['addedBy'] === attempt) {
    // It counts even if it has been deleted since: so does its deletion.
    if (messageItem.decode(item) === undefined) return { ...added, outcome: 'gone' };
    return { ...added, mayLackDigest: messageItem.hasFence(item) };
  }
  const found = await messageItem.read(table, item, signal);
  if (found === undefined) return { outcome: 'gone', message, effects };
  const outcome = messageItem.isRepeat(found, message) ? 'exists' : 'differs';
  return { outcome, message: found, effects };
}

interface RepackOptions {
  stored: messageItem.StoredMessage;
  message: Message;
  /** Whether the chat can announce and count writes. A damaged chat cannot; parts left by a dead writer are deleted with the chat. */
  isCounted: boolean;
  signal: Signal;
}

/**
 * Rewrites a message's payload. New parts are announced and put first, as for a new message and under their own attempt; then the message
 * is switched to them and the old parts are deleted. False, without changing anything, if another writer has changed it in the meantime.
 */
export async function repack(
  table: Table,
  { stored, message, isCounted, signal }: RepackOptions,
): Promise<boolean> {
  const address = messageItem.addressOf(message);
  const packed = await messageItem.pack(message);
  const parts = partsOf(packed);
  const attempt = table.newAttempt();
  const marker = { kind: 'parts', messageId: message.id, attempt, parts: parts.length } as const;
  const isAnnounced = isCounted && parts.length > 0;
  if (isAnnounced && (await announce(table, { ...address, signal }, [marker])) === undefined) return false;
  const own = messageItem.partKeys(parts.length, { ...address, attempt });
  for (const [index, key] of own.entries()) await table.putIfAbsent({ ...key, bytes: parts[index] }, signal);
  const key = keys.messageKey(address);
  const update = updateOf({ stored, message, packed, attempt });
  // If the update's response is lost, the client's retry fails the condition because the first attempt was applied.
  const isWritten =
    (await table.updateIf(key, update, signal)) || (await table.get(key, signal))?.['packedBy'] === attempt;
  const before = { ...address, attempt: messageItem.packedByOf(stored) };
  const left = stored.payload?.form === 'parts' ? stored.payload.count : 0;
  await table.deleteAll(isWritten ? messageItem.partKeys(left, before) : own, signal);
  if (isAnnounced)
    await countEffects(table, { address: { ...address, signal }, effects: [{ marker, count: 0 }] });
  return isWritten;
}

interface Rewrite extends Pick<RepackOptions, 'stored' | 'message'> {
  packed: Packed | undefined;
  attempt: string;
}

/** Switches a message to its new payload, on condition that no other writer has changed it. */
function updateOf({ stored, message, packed, attempt }: Rewrite): UpdateExpression {
  const update = messageItem.updateOfStored().set('packedBy', attempt);
  update.refuse(`contains(fenced, ${update.value(attempt)})`);
  // The attribute takes precedence over the payload's, and may be changed concurrently.
  if (stored.content === undefined) update.require('attribute_not_exists(content)');
  else update.requireThat('content', '=', stored.content);
  if (messageItem.isInline(message.content)) update.set('content', message.content);
  else update.remove('content');
  if (packed === undefined) update.remove('payload');
  else update.set('payload', toStored(packed));
  if (stored.packedBy === undefined) update.require('attribute_not_exists(packedBy)');
  else update.requireThat('packedBy', '=', stored.packedBy);
  return update;
}
