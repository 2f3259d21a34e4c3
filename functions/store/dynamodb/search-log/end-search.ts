import { searchKey } from '../../keys.ts';
import { updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';

interface EndOptions {
  searchId: string;
  holder: string;
  signal?: AbortSignal;
}

/** Safe to repeat: true again for the holder that ended it. */
export async function endSearch(table: Table, { searchId, holder, signal }: EndOptions): Promise<boolean> {
  const update = new UpdateExpression().set('isEnded', true);
  update.require(`holder = ${update.value(holder)}`);
  return (await updateItem(table, { Key: searchKey(searchId), ...update.build() }, signal)) !== undefined;
}
