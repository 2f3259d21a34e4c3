import { searchKey } from '../../keys.ts';
import { updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { changeRunning } from './search-item.ts';

interface StopOptions {
  searchId: string;
  signal?: AbortSignal;
}

export async function requestStop(table: Table, { searchId, signal }: StopOptions): Promise<boolean> {
  const update = changeRunning(table.clock()).set('stopRequested', true);
  return (await updateItem(table, { Key: searchKey(searchId), ...update.build() }, signal)) !== undefined;
}
