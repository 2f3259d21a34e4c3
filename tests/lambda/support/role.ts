import { TABLE_ACTIONS } from '#infra/cloud/constructs/table-access.ts';
import type { TableRequest } from './table-request.ts';

/** The requests a role with these keys would be refused: another action, no key at all, or a key of somebody else's. */
export function refused(requests: readonly TableRequest[], keys: readonly string[]): TableRequest[] {
  const actions: readonly string[] = TABLE_ACTIONS;
  const prefixes = keys.map((pattern) => pattern.replace(/\*$/, ''));
  const isOpen = (partition: string) => prefixes.some((prefix) => partition.startsWith(prefix));
  return requests.filter(
    ({ action, partitions }) =>
      !actions.includes(action) || partitions.length === 0 || !partitions.every(isOpen),
  );
}
