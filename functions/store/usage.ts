import { DAY, toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import type { Table } from './table.ts';
import type { Cancellable } from './versioned-items.ts';

/** How much one account may store per day (UTC) by its own requests. Searches are limited by their quotas instead. */
export interface DailyUsage {
  writes: number;
  bytes: number;
}

/** Meters how much people store. Every method throws StoreError when the database fails. */
export const createUsage = (table: Table, perDay: DailyUsage) =>
  withStoreErrors(
    { count: 'Failed to count what is stored' },
    {
      /**
       * Counts one write of that many bytes, in one request. False, without counting it, if the day's allowance is used up. The last write
       * may exceed the byte limit by up to its own length.
       */
      async count({ userId, bytes, signal }: Cancellable & { userId: string; bytes: number }) {
        if (perDay.writes < 1 || perDay.bytes < 1) return false;
        const now = table.clock();
        const update = new UpdateExpression().add('storedWrites', 1).add('storedBytes', bytes);
        update.set('expiresAt', toExpiry(now + 2 * DAY));
        const hasRoom = `storedWrites < ${update.value(perDay.writes)} AND storedBytes < ${update.value(perDay.bytes)}`;
        update.require(`(attribute_not_exists(pk) OR (${hasRoom}))`);
        const key = keys.usageKey({ userId, day: toTimestamp(now).slice(0, 10) });
        return await table.updateIf(key, update, signal);
      },
    },
  );
