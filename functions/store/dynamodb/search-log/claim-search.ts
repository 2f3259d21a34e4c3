import { searchKey } from '../../keys.ts';
import type { SearchLog } from '../../ports/search-log.ts';
import { expiredUpTo, isExpired } from '../expiry.ts';
import { getItem, putIf } from '../requests.ts';
import type { Table } from '../table.ts';
import { decodeSearch, encodeSearch } from './search-item.ts';

/** A search that was withdrawn or refused between the two requests is tried for again. */
const ROUNDS = 10;

type Claim = SearchLog['claim'];

/** One write; a read more for those who come late. */
export async function claimSearch(
  table: Table,
  options: Parameters<Claim>[0],
): Promise<Awaited<ReturnType<Claim>>> {
  const { search, lease, signal } = options;
  for (let round = 0; round < ROUNDS; round += 1) {
    const put = {
      Item: encodeSearch(options),
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR attribute_exists(refusal)',
      ExpressionAttributeValues: { ':now': expiredUpTo(table.clock()) },
    };
    if (await putIf(table, put, signal)) return { claimed: true };
    const item = await getItem(table, searchKey(search.searchId), signal);
    if (item === undefined || isExpired(item, table.clock())) continue;
    const { state, holder } = decodeSearch(item);
    if (state.refusal !== undefined) continue;
    // The same holder: the answer to an earlier, successful put was lost on the way.
    return holder === lease.holder ? { claimed: true } : { claimed: false, state };
  }
  throw new Error('The search kept being claimed and withdrawn');
}
