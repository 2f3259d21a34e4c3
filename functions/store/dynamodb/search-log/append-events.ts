import { createHash } from 'node:crypto';
import { eventKey, eventPartKey } from '../../keys.ts';
import type { LoggedEvent, SearchLog } from '../../ports/search-log.ts';
import { NumberTakenError } from '../../ports/store-error.ts';
import { expiredUpTo, toExpiry } from '../expiry.ts';
import { packJson, toStored } from '../payload.ts';
import { getItem, putIf, putItem } from '../requests.ts';
import type { Table } from '../table.ts';

type AppendOptions = Parameters<SearchLog['append']>[0];

/**
 * One conditional write per event, in order. Whoever writes a number first has it for good, so that nobody who followed the
 * search is contradicted by its log; a batch could neither be conditional nor keep the order. Where another event has the number
 * the rest is not written either: it followed on something that did not happen.
 */
export async function appendEvents(table: Table, options: AppendOptions): Promise<void> {
  for (const event of options.events)
    if (!(await appendEvent(table, event, options)))
      throw new NumberTakenError(`Number ${event.id} stands for another event`);
}

/** Whether the event has the number, from now on or from an earlier try. */
async function appendEvent(
  table: Table,
  { id, event }: LoggedEvent,
  { searchId, expiresAt, signal }: AppendOptions,
): Promise<boolean> {
  const json = JSON.stringify(event);
  const packed = await packJson(json);
  const digest = createHash('sha256').update(json).digest('base64url');
  const expiry = { expiresAt: toExpiry(expiresAt) };
  const parts = packed.form === 'parts' ? packed.parts : [];
  // Before the event itself, which is there whole or not at all.
  for (const [number, bytes] of parts.entries())
    await putItem(table, { ...eventPartKey({ searchId, id, digest, number }), bytes, ...expiry }, signal);
  const key = eventKey({ searchId, id });
  const put = {
    Item: { ...key, id, digest, payload: toStored(packed), ...expiry },
    ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': expiredUpTo(table.clock()) },
  };
  if (await putIf(table, put, signal)) return true;
  const item = await getItem(table, key, signal);
  return item?.['digest'] === digest;
}
