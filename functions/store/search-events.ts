import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type NumberedEvent, SearchEvent } from '#shared/search.ts';
import { NumberTakenError } from './errors.ts';
import { type Item, type Key, toKey } from './keys.ts';
import { expiryCutoff, toExpiry } from './lifetimes.ts';
import { type FindParts, loadPayload, packJson, partsOf, StoredPayload, toStored } from './payloads.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable } from './versioned-items.ts';

export interface AppendOptions extends Cancellable {
  searchId: string;
  events: readonly NumberedEvent[];
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/**
 * One conditional write per event, in order. The first write of a number wins and is final, so that the log never contradicts
 * what a reader has seen; a batch write could neither be conditional nor keep the order. If a number is taken by a different
 * event, the remaining events are not written either, since they belong to a history that did not happen.
 */
export async function appendEvents(table: Table, options: AppendOptions): Promise<void> {
  for (const event of options.events)
    if (!(await appendEvent(table, event, options)))
      throw new NumberTakenError(`Number ${event.id} stands for another event`);
}

/** Whether the number is now this event's, from this attempt or from an earlier one. */
async function appendEvent(
  table: Table,
  { id, event }: NumberedEvent,
  { searchId, expiresAt, signal }: AppendOptions,
): Promise<boolean> {
  const json = JSON.stringify(event);
  const packed = await packJson(json);
  const digest = createHash('sha256').update(json).digest('base64url');
  const expiry = { expiresAt: toExpiry(expiresAt) };
  for (const [number, bytes] of partsOf(packed).entries())
    await table.put(
      { ...serviceKeys.eventPartKey({ searchId, id, digest, number }), bytes, ...expiry },
      signal,
    );
  const key = serviceKeys.eventKey({ searchId, id });
  const put = {
    Item: { ...key, id, digest, payload: toStored(packed), ...expiry },
    ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': expiryCutoff(table.clock()) },
  };
  if (await table.putIf(put, signal)) return true;
  const item = await table.get(key, signal);
  return item?.['digest'] === digest;
}

const StoredEvent = v.object({ id: v.number(), digest: v.string(), payload: StoredPayload });

/** The events after that number, up to the first gap. One query: an event's parts sort right after it. */
export async function listEvents(table: Table, options: serviceKeys.EventsAfter & Cancellable) {
  const found = await findEvents(table, options);
  return await Promise.all(found.map(({ read }) => read()));
}

/** Like {@link listEvents}, but leaves out damaged events and returns their numbers separately. */
export async function listReadableEvents(table: Table, options: serviceKeys.EventsAfter & Cancellable) {
  const found = await findEvents(table, options);
  const settled = await Promise.allSettled(found.map(({ read }) => read()));
  return {
    events: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    unreadable: found.flatMap(({ id }, index) => (settled[index]?.status === 'rejected' ? [id] : [])),
  };
}

/** The stored events after that number, up to the first gap, each with a function that decodes it. */
async function findEvents(table: Table, { signal, ...range }: serviceKeys.EventsAfter & Cancellable) {
  const { searchId, after } = range;
  const items = await table.query(serviceKeys.eventsAfter(range), signal);
  const live = items.filter((item) => !table.isExpired(item));
  const bySortKey = new Map(live.map((item) => [toKey(item).sk, item]));
  const find = (wanted: readonly Key[]) =>
    wanted.map(({ sk }) => bySortKey.get(sk)).filter((item) => item !== undefined);
  const events: { id: number; read: () => Promise<NumberedEvent> }[] = [];
  for (let id = after + 1; id <= serviceKeys.MAX_EVENT_NUMBER && events.length < live.length; id += 1) {
    const item = bySortKey.get(serviceKeys.eventKey({ searchId, id }).sk);
    if (item === undefined) break;
    events.push({ id, read: () => decodeEvent(item, { searchId, find }) });
  }
  return events;
}

export async function decodeEvent(
  item: Item,
  { searchId, find }: { searchId: string; find: FindParts },
): Promise<NumberedEvent> {
  const { id, digest, payload } = v.parse(StoredEvent, item);
  const keyOf = (number: number) => serviceKeys.eventPartKey({ searchId, id, digest, number });
  const event = await loadPayload({ payload, keyOf, find });
  if (event === undefined) throw new Error('A part of the event is missing');
  return { id, event: v.parse(SearchEvent, event) };
}
