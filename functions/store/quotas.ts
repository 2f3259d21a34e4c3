import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { expiryCutoff, toExpiry } from './lifetimes.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

/** A counter with a limit, such as one person's deep searches on one day. */
export interface Quota {
  /** What is counted, e.g. `deep:account:<id>:2026-11-21`. Never contains an IP or email address. */
  name: string;
  /** The highest count; 0 allows none. */
  limit: number;
  /** Whether the limit is one for accounts in their first day only. */
  isFirstDay?: boolean;
}

interface TakeQuotasOptions extends Cancellable {
  quotas: readonly Quota[];
  /** When the counters expire, in milliseconds since 1970. */
  expiresAt: number;
}

type TakenQuotas = { taken: true } | { taken: false; full: Quota };

/** Counters that admit exactly their limit, even with concurrent callers. Every method throws StoreError when the database fails. */
export type Quotas = ReturnType<typeof createQuotas>;

const COUNT_ERROR = 'Failed to count the search';
const ERROR_TEXTS = {
  take: COUNT_ERROR,
  giveBack: COUNT_ERROR,
  read: 'Failed to fetch how many searches are left',
};

export const createQuotas = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** Counts one in every quota, or in none of them: then `full` is the first that is used up. */
    take: (options: TakeQuotasOptions) => takeQuotas(table, options),
    /** The counts by quota name. A missing name means 0. */
    async read({ quotas, signal }: Cancellable & { quotas: readonly Quota[] }) {
      const names = new Map(quotas.map(({ name }) => [serviceKeys.quotaKey(name).pk, name]));
      const found = await table.getAll(
        quotas.map(({ name }) => serviceKeys.quotaKey(name)),
        ['taken', 'expiresAt'],
        signal,
      );
      return new Map(
        found
          .filter((item) => !table.isExpired(item))
          .map((item) => [names.get(String(item['pk'])) ?? '', Number(item['taken'])]),
      );
    },

    /** Subtracts one from each quota, e.g. for a search that could not start. */
    async giveBack({ quotas, signal }: Cancellable & { quotas: readonly Quota[] }) {
      await Promise.all(quotas.map((quota) => giveBackQuota(table, quota, signal)));
    },
  });

/**
 * Counts in one quota after the other, one write each. If one is used up, the earlier ones are decremented again; if one cannot be counted,
 * so is that one, in case its write was applied and only the response is missing. If that fails, because the process died or DynamoDB
 * failed, they stay one too high, never too low. The same goes for a write without a response that another change of the counter followed,
 * or that arrives only after it was given back.
 */
async function takeQuotas(table: Table, { quotas, ...expiry }: TakeQuotasOptions): Promise<TakenQuotas> {
  const [quota, ...others] = quotas;
  if (quota === undefined) return { taken: true };
  const attempt = table.newAttempt();
  // Without the signal, so that the count is given back even if the caller has stopped waiting.
  const undo = (takenBy?: string) => giveBackQuota(table, quota, undefined, takenBy).catch(() => undefined);
  const hasCounted = await takeQuota(table, quota, { ...expiry, attempt }).catch(async (error) => {
    await undo(attempt);
    throw error;
  });
  if (!hasCounted) return { taken: false, full: quota };
  let isKept = false;
  try {
    const taken = await takeQuotas(table, { quotas: others, ...expiry });
    isKept = taken.taken;
    return taken;
  } finally {
    if (!isKept) await undo();
  }
}

/** One of the callers restarts an expired counter; the others then add to it. More rounds are for counters that others give back to. */
const MAX_ROUNDS = 5;

async function takeQuota(
  table: Table,
  quota: Quota,
  { expiresAt, attempt, signal }: Omit<TakeQuotasOptions, 'quotas'> & { attempt: string },
): Promise<boolean> {
  if (quota.limit < 1) return false;
  const key = serviceKeys.quotaKey(quota.name);
  const change = { quota, expiresAt: toExpiry(expiresAt), attempt };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (await table.update(key, increment(change, table.clock()), signal)) return true;
    const counter = await table.get(key, signal);
    // An earlier update succeeded, but its response was lost.
    if (counter?.['changedBy'] === attempt) return true;
    if (counter !== undefined && !table.isExpired(counter)) {
      // With room again, it was restarted or given back to in between.
      if (Number(counter['taken']) < quota.limit) continue;
      return false;
    }
    if (await table.update(key, restart(change, table.clock()), signal)) return true;
  }
  // It was used up at each try, even if it had room again when read.
  return false;
}

interface Change {
  quota: Quota;
  /** In seconds since 1970. */
  expiresAt: number;
  attempt: string;
}

function increment({ quota, expiresAt, attempt }: Change, now: number): UpdateExpression {
  const update = new UpdateExpression().add('taken', 1).set('expiresAt', expiresAt).set('changedBy', attempt);
  const isLive = `expiresAt > ${update.value(expiryCutoff(now))}`;
  const isNew = `changedBy <> ${update.value(attempt)}`;
  const hasRoom = `taken < ${update.value(quota.limit)}`;
  return update.require(`(attribute_not_exists(pk) OR (${hasRoom} AND ${isLive} AND ${isNew}))`);
}

function restart({ expiresAt, attempt }: Change, now: number): UpdateExpression {
  const update = new UpdateExpression().set('taken', 1).set('expiresAt', expiresAt).set('changedBy', attempt);
  return update.requireThat('expiresAt', '<=', expiryCutoff(now));
}

/**
 * Subtracts one from a counter above 0. A request that is retried because its response was lost finds its own attempt and does
 * nothing; it is applied twice only if the counter was changed in between.
 * @param takenBy the attempt that must have been the last to change the counter, if it is not known to have counted
 */
async function giveBackQuota(table: Table, { name }: Quota, signal: Signal, takenBy?: string): Promise<void> {
  const attempt = table.newAttempt();
  const update = new UpdateExpression().add('taken', -1).set('changedBy', attempt);
  update.requireThat('taken', '>', 0).requireThat('changedBy', takenBy ? '=' : '<>', takenBy ?? attempt);
  await table.update(serviceKeys.quotaKey(name), update, signal);
}
