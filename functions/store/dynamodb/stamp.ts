import { toTimestamp } from '#shared/timestamp.ts';
import type { Table } from './table.ts';

/** The moment given, unless the store's clock has not reached it; that clock's when none is given. */
export function stamp(table: Table, given?: string): string {
  const now = toTimestamp(table.clock());
  return given !== undefined && given < now ? given : now;
}
