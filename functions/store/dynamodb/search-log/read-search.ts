import { searchKey } from '../../keys.ts';
import type { SearchState } from '../../ports/search-log.ts';
import { isExpired } from '../expiry.ts';
import { getItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { decodeSearch } from './search-item.ts';

interface ReadOptions {
  searchId: string;
  signal?: AbortSignal;
}

export async function readSearch(
  table: Table,
  { searchId, signal }: ReadOptions,
): Promise<SearchState | undefined> {
  const item = await getItem(table, searchKey(searchId), signal);
  return item === undefined || isExpired(item, table.clock()) ? undefined : decodeSearch(item).state;
}
