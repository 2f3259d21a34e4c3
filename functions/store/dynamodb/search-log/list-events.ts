import * as v from 'valibot';
import { SearchEvent } from '#shared/events.ts';
import { eventKey, eventPartKey, eventsAfter } from '../../keys.ts';
import type { LoggedEvent, SearchLog } from '../../ports/search-log.ts';
import { isExpired } from '../expiry.ts';
import type { Packed } from '../payload.ts';
import { Bytes, StoredPayload, unpack } from '../payload.ts';
import { queryItems, toKey } from '../requests.ts';
import type { Item, Table } from '../table.ts';

const StoredEvent = v.object({ id: v.number(), digest: v.string(), payload: StoredPayload });
type StoredEvent = v.InferOutput<typeof StoredEvent>;
const StoredPart = v.object({ bytes: Bytes });

/** Events and parts as found, by sort key. */
type Found = ReadonlyMap<string, Item>;

/** One query: an event's parts lie behind it. */
export async function listEvents(
  table: Table,
  options: Parameters<SearchLog['list']>[0],
): Promise<LoggedEvent[]> {
  const { searchId, after, signal } = options;
  const items = await queryItems(table, eventsAfter(options), signal);
  const now = table.clock();
  const live = items.filter((item) => !isExpired(item, now));
  const found = new Map(live.map((item) => [toKey(item).sk, item]));
  const packed: { id: number; packed: Packed }[] = [];
  for (let id = after + 1; packed.length < found.size; id += 1) {
    const item = found.get(eventKey({ searchId, id }).sk);
    if (item === undefined) break;
    packed.push({ id, packed: toPacked(found, { searchId, ...v.parse(StoredEvent, item) }) });
  }
  return await Promise.all(
    packed.map(async ({ id, packed }) => ({ id, event: v.parse(SearchEvent, await unpack(packed)) })),
  );
}

function toPacked(found: Found, { payload, ...event }: StoredEvent & { searchId: string }): Packed {
  if (payload.form !== 'parts') return payload;
  const parts = Array.from({ length: payload.count }, (_, number) => {
    const item = found.get(eventPartKey({ ...event, number }).sk);
    if (item === undefined) throw new Error('A part of the event is missing');
    return v.parse(StoredPart, item).bytes;
  });
  return { form: 'parts', parts };
}
