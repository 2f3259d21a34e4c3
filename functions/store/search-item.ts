import * as v from 'valibot';
import { Search } from '#shared/search.ts';
import { UpdateExpression } from './expressions.ts';
import type { Item, Key } from './keys.ts';
import { expiredUpTo, toExpiry } from './lifetimes.ts';
import { searchKey } from './service-keys.ts';

/** Why a search that was claimed may not run: what its caller was answered. */
const Refusal = v.object({
  code: v.string(),
  message: v.string(),
  headers: v.record(v.string(), v.string()),
});
export type Refusal = v.InferOutput<typeof Refusal>;

/** What is known of a search in the log. */
export interface SearchState {
  search: Search;
  /** Names under which it holds slots; none says whose address or e-mail. */
  slots?: readonly string[];
  /** There when the search never began. */
  refusal?: Refusal;
  /** Whether another instance than the first has taken the search over, to end it. */
  wasTakenOver?: true;
  /** `running` until its last event is written. */
  status: 'running' | 'ended';
  /** Until when the instance running it counts as alive, in milliseconds since 1970. */
  leaseUntil: number;
  stopRequested: boolean;
  /** When the search and its events may be forgotten, in milliseconds since 1970. */
  expiresAt: number;
}

const StoredSearch = v.object({
  /** JSON, which unlike DynamoDB can carry half surrogate pairs. */
  search: v.pipe(v.string(), v.parseJson(), Search),
  claimedBy: v.string(),
  holder: v.string(),
  leaseUntil: v.number(),
  stopRequested: v.boolean(),
  isEnded: v.boolean(),
  slots: v.exactOptional(v.array(v.string())),
  refusal: v.exactOptional(Refusal),
  /** In seconds, as DynamoDB wants it. */
  expiresAt: v.number(),
});

/** What is read of a search whose lease was prolonged. */
export const Renewed = v.pick(StoredSearch, ['stopRequested']);

interface ClaimedSearch extends Pick<SearchState, 'search' | 'slots' | 'leaseUntil' | 'expiresAt'> {
  /** Who holds its lease. */
  holder: string;
}

/** The search as it is claimed: running, and held by whoever claims it. */
export const encode = ({ search, slots, holder, leaseUntil, expiresAt }: ClaimedSearch): Key & Item => ({
  ...searchKey(search.searchId),
  search: JSON.stringify(search),
  slots,
  claimedBy: holder,
  holder,
  leaseUntil,
  stopRequested: false,
  isEnded: false,
  expiresAt: toExpiry(expiresAt),
});

export function decode(item: Item): { state: SearchState; holder: string } {
  const { isEnded, expiresAt, claimedBy, holder, ...stored } = v.parse(StoredSearch, item);
  const status = isEnded ? 'ended' : 'running';
  const takenOver = claimedBy !== holder && { wasTakenOver: true as const };
  return { state: { ...stored, ...takenOver, status, expiresAt: expiresAt * 1_000 }, holder };
}

const Leased = v.object({ isEnded: v.literal(false), leaseUntil: v.number() });

/** Whether an instance that counts as alive runs the search, whatever else of the item is damaged. @param now in milliseconds since 1970 */
export const isHeld = (item: Item, now: number): boolean => v.is(Leased, item) && item.leaseUntil >= now;

/** Whether nothing is written to its log any more: it has ended, or is damaged so that nobody can end it. @param now in milliseconds since 1970 */
export const isOver = (item: Item, now: number): boolean =>
  v.is(StoredSearch, item) ? item.isEnded : !isHeld(item, now);

/** An update that is refused unless the search is running. @param now in milliseconds since 1970 */
export const updateOfRunning = (now: number): UpdateExpression =>
  new UpdateExpression().requireThat('isEnded', '=', false).requireThat('expiresAt', '>', expiredUpTo(now));
