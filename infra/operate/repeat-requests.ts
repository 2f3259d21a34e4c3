import { type Item, toKey, userPartition } from '#functions/store/keys.ts';
import { SUPPRESSED_PARTITION, suppressedAt, suppressionKeyKey } from '#functions/store/service-keys.ts';
import { Table } from '#functions/store/table.ts';
import { fromTheStart, RATE_IN_USE, RATE_UNUSED, walkTable } from '../walk-table.ts';
import { eraseAccounts } from './account-items.ts';
import { findTable } from './manage-table.ts';
import type { RestoreOptions } from './restore-table.ts';

interface RepeatOptions extends Pick<RestoreOptions, 'client' | 'source' | 'target' | 'say' | 'wait'> {
  /** Whether the stage already uses the restored table: people suppressed in it then stay so. */
  isUsed: boolean;
}

/**
 * Repeats in the restored table the privacy requests made since the restore point: copies the suppression list of the table in use, and
 * erases again everybody erased there. Does nothing if either table is missing. Idempotent.
 */
export async function repeatRequests(options: RepeatOptions): Promise<void> {
  const { client, source, target, isUsed, say = () => undefined } = options;
  const tables = await Promise.all([source, target].map((name) => findTable(client, name)));
  if (tables.includes(undefined)) return;
  const { added, removed } = await copySuppressionList(options);
  if (added + removed > 0)
    say(`Copied the suppression list from ${source}: ${added} added, ${removed} removed.`);
  if (isUsed && added > 0)
    say(
      `Those added include anybody whose suppression was lifted since ${target} has been in use: repeat any npm run suppress -- ADDRESS --remove made since then.`,
    );
  const erased = await repeatErasures(options);
  if (erased > 0) say(`Repeated the erasures made since the restore point: ${erased}.`);
}

/**
 * Nobody is removed from the list of a table already in use, since they may have been suppressed there. Whose suppression was lifted there
 * cannot be told, so they are suppressed again. A list with a different key is a separate list, e.g. that of a recreated stage: its entries
 * are hashes with its own key, so it is left unchanged.
 */
async function copySuppressionList({ client, source, target, isUsed, say }: RepeatOptions) {
  const query = { partition: SUPPRESSED_PARTITION };
  const table = new Table(client, target);
  const sourceItems = await new Table(client, source).query(query, undefined);
  const targetItems = await table.query(query, undefined);
  const own = keyOf(targetItems);
  if (own !== undefined && own !== keyOf(sourceItems)) {
    const people = sourceItems.filter(isPerson).length;
    if (people > 0)
      say?.(
        `The suppression list of ${source} (${people}) is separate from ${target}'s and cannot be copied: suppress these people there again with npm run suppress.`,
      );
    return { added: 0, removed: 0 };
  }
  let added = 0;
  // The key's item comes first.
  for (const item of sourceItems)
    if ((await table.putIfAbsent({ ...item, ...toKey(item) }, undefined)) && isPerson(item)) added += 1;
  const kept = new Set(sourceItems.map(({ sk }) => sk));
  const obsolete = isUsed ? [] : targetItems.filter((item) => isPerson(item) && !kept.has(item['sk']));
  await table.deleteAll(obsolete.map(toKey), undefined);
  return { added, removed: obsolete.length };
}

const keyOf = (list: readonly Item[]): unknown => list.find(({ sk }) => sk === suppressionKeyKey.sk)?.['key'];

const isPerson = (item: Item): boolean => suppressedAt(toKey(item)) !== undefined;

/** The table in use has a marker for everybody who was erased. @returns how many people were erased here */
async function repeatErasures({
  client,
  source,
  target,
  isUsed,
  ...options
}: RepeatOptions): Promise<number> {
  const erasedUserIds: string[] = [];
  const sourceTable = new Table(client, source);
  await walkTable({
    ...{ table: sourceTable, rate: RATE_IN_USE, positions: fromTheStart(4) },
    filter: { FilterExpression: 'attribute_exists(erasedAt)' },
    async visit(items) {
      erasedUserIds.push(...items.map(({ pk }) => String(pk).replace(/^USER#/, '')));
      return 0;
    },
  });
  const table = new Table(client, target);
  const remaining: string[] = [];
  for (const userId of erasedUserIds) if (!(await isErased(table, userId))) remaining.push(userId);
  const rate = isUsed ? RATE_IN_USE : RATE_UNUSED;
  await eraseAccounts(remaining, { ...options, table, rate, isServed: isUsed });
  return remaining.length;
}

/** Whether only the marker is left in the user's partition, the last one that an erasure empties. */
async function isErased(table: Table, userId: string): Promise<boolean> {
  const query = { partition: userPartition(userId), attributes: ['erasedAt'] };
  const own = await table.query(query, undefined);
  return own.length > 0 && own.every(({ erasedAt }) => erasedAt !== undefined);
}
