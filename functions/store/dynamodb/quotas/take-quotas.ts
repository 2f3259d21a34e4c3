import { quotaKey } from '../../keys.ts';
import type { Quota, Quotas } from '../../ports/quotas.ts';
import { expiredUpTo, isExpired, toExpiry } from '../expiry.ts';
import { getItem, updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';
import { giveBackQuota } from './give-back-quotas.ts';

/** A counter that expired is begun anew by one of those who want it; the others then add to that. */
const ROUNDS = 5;

type Take = Quotas['take'];
type Expiry = Pick<Parameters<Take>[0], 'expiresAt' | 'signal'>;

/**
 * Counts in one quota after the other, one write each; when one is used up the earlier ones are given back. What cannot be given
 * back, because the process died or DynamoDB did, stays counted: one too many, never one too few. So does a write that was sent again,
 * its answer lost, when another change of the counter came in between.
 */
export async function takeQuotas(
  table: Table,
  { quotas, ...expiry }: Parameters<Take>[0],
): Promise<Awaited<ReturnType<Take>>> {
  const [quota, ...others] = quotas;
  if (quota === undefined) return { taken: true };
  if (!(await takeQuota(table, quota, expiry))) return { taken: false, full: quota };
  let isKept = false;
  try {
    const taken = await takeQuotas(table, { quotas: others, ...expiry });
    isKept = taken.taken;
    return taken;
  } finally {
    // Without the signal: what was counted is given back though nobody waits for it any more.
    if (!isKept) await giveBackQuota(table, quota, undefined).catch(() => undefined);
  }
}

async function takeQuota(table: Table, quota: Quota, { expiresAt, signal }: Expiry): Promise<boolean> {
  if (quota.limit < 1) return false;
  const key = quotaKey(quota.name);
  const attempt = table.newAttempt();
  const change = { quota, expiresAt: toExpiry(expiresAt), attempt };
  for (let round = 0; round < ROUNDS; round += 1) {
    const added = addOne(change, table.clock()).build();
    if (await updateItem(table, { Key: key, ...added }, signal)) return true;
    const counter = await getItem(table, key, signal);
    // The answer to an earlier, successful update was lost on the way.
    if (counter?.['changedBy'] === attempt) return true;
    if (counter !== undefined && !isExpired(counter, table.clock())) return false;
    const begun = beginAnew(change, table.clock()).build();
    if (await updateItem(table, { Key: key, ...begun }, signal)) return true;
  }
  throw new Error('The counter kept expiring');
}

interface Change {
  quota: Quota;
  /** In seconds since 1970. */
  expiresAt: number;
  attempt: string;
}

function addOne({ quota, expiresAt, attempt }: Change, now: number): UpdateExpression {
  const update = new UpdateExpression().add('taken', 1).set('expiresAt', expiresAt).set('changedBy', attempt);
  const isLive = `expiresAt > ${update.value(expiredUpTo(now))}`;
  const isNew = `changedBy <> ${update.value(attempt)}`;
  const hasRoom = `taken < ${update.value(quota.limit)}`;
  return update.require(`(attribute_not_exists(pk) OR (${hasRoom} AND ${isLive} AND ${isNew}))`);
}

function beginAnew({ expiresAt, attempt }: Change, now: number): UpdateExpression {
  const update = new UpdateExpression().set('taken', 1).set('expiresAt', expiresAt).set('changedBy', attempt);
  return update.require(`expiresAt <= ${update.value(expiredUpTo(now))}`);
}
