import * as v from 'valibot';
import type { Spend } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Table } from './table.ts';
import type { Cancellable } from './versioned-items.ts';

/** What a person's searches have cost since counting began. */
export const Spent = v.object({
  /** The timestamp when the first search was counted. */
  since: v.string(),
  searches: v.number(),
  /** In US dollars, for the searches whose price is known. */
  dollars: v.number(),
  /** The number of paid searches whose price is not known. */
  unpriced: v.number(),
});
export type Spent = v.InferOutput<typeof Spent>;

interface AddOptions extends Cancellable {
  userId: string;
  /** The answer that records the spend. The same one added twice in a row counts once. */
  messageId: string;
  spend: Spend;
}

/** Adds up what people's searches cost. Every method throws StoreError when the database fails. */
export const createSpent = (table: Table) =>
  withStoreErrors(
    { add: 'Failed to count what the search cost', read: 'Failed to fetch what your searches cost' },
    {
      /** One write. If its response is lost the client retries it; it still counts once, unless another search was counted in between. */
      async add({ userId, messageId, spend, signal }: AddOptions): Promise<void> {
        const isPaid = spend.unpaid === undefined;
        const update = new UpdateExpression()
          .setOnce('since', toTimestamp(table.clock()))
          .set('changedBy', messageId)
          .add('searches', 1)
          .add('dollars', isPaid ? (spend.dollars ?? 0) : 0)
          .add('unpriced', isPaid && spend.dollars === undefined ? 1 : 0);
        update.refuse(`changedBy = ${update.value(messageId)}`);
        await table.updateIf(keys.spentKey(userId), update, signal);
      },

      /** Undefined if nothing has been counted. */
      async read({ userId, signal }: Cancellable & { userId: string }): Promise<Spent | undefined> {
        const item = await table.get(keys.spentKey(userId), signal);
        return item && v.parse(Spent, item);
      },
    },
  );
