import * as v from 'valibot';
import { Search } from '#shared/search.ts';
import { UpdateExpression } from './expressions.ts';
import type { Item, Key } from './keys.ts';
import { expiryCutoff, toExpiry } from './lifetimes.ts';
import { searchKey } from './service-keys.ts';

/** Why a claimed search was refused: the error response that its caller got. */
const Refusal = v.object({
  code: v.string(),
  message: v.string(),
  headers: v.record(v.string(), v.string()),
});
export type Refusal = v.InferOutput<typeof Refusal>;

interface AnyState {
  /** Whether a different instance has taken the search over, to end it. */
  wasTakenOver?: true;
  /** `running` until its last event is written. */
  status: 'running' | 'ended';
  /** The time until which the instance running it counts as alive, in milliseconds since 1970. */
  leaseUntil: number;
  stopRequested: boolean;
  /** When the search and its events expire, in milliseconds since 1970. */
  expiresAt: number;
}

/** The state of a search that has started or is about to. */
export interface ClaimedState extends AnyState {
  search: Search;
  /** The names under which it holds slots. None contains an IP or email address. */
  slots?: readonly string[];
  refusal?: undefined;
}

/** The state of a search that was refused and never started. Its request is not kept: nothing would delete it with its account. */
interface RefusedState extends AnyState {
  refusal: Refusal;
}

/** The state of a search in the log. */
export type SearchState = ClaimedState | RefusedState;

const AnyStoredSearch = v.object({
  claimedBy: v.string(),
  holder: v.string(),
  leaseUntil: v.number(),
  stopRequested: v.boolean(),
  isEnded: v.boolean(),
  /** In seconds, as DynamoDB requires. */
  expiresAt: v.number(),
});

const StoredRefusal = v.object({ ...AnyStoredSearch.entries, refusal: Refusal });
const StoredClaim = v.object({
  /** JSON, which unlike DynamoDB can represent lone surrogates. */
  search: v.pipe(v.string(), v.parseJson(), Search),
  ...AnyStoredSearch.entries,
  slots: v.exactOptional(v.array(v.string())),
});

/** Not a union, whose errors would not say what is wrong. */
const StoredSearch = v.lazy((item) =>
  typeof item === 'object' && item !== null && 'refusal' in item ? StoredRefusal : StoredClaim,
);

/** The attribute to read after renewing a lease. */
export const Renewed = v.pick(AnyStoredSearch, ['stopRequested']);

interface ClaimedSearch extends Pick<ClaimedState, 'search' | 'slots' | 'leaseUntil' | 'expiresAt'> {
  /** The holder of its lease. */
  holder: string;
}

/** The attributes that a refused search loses. */
export const REQUEST_ATTRIBUTES = ['search', 'slots'];

/** The item of a newly claimed search: running, with the claimant as the lease holder. */
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

/** Whether an instance that counts as alive runs the search, even if other attributes are damaged. @param now in milliseconds since 1970 */
export const isHeld = (item: Item, now: number): boolean => v.is(Leased, item) && item.leaseUntil >= now;

/**
 * Whether its log is complete: the search has ended, or its item is damaged, so that nothing can end it, and the lease has expired.
 * @param now in milliseconds since 1970
 */
export const isOver = (item: Item, now: number): boolean =>
  v.is(StoredSearch, item) ? item.isEnded : !isHeld(item, now);

/** An update on condition that the search is running. @param now in milliseconds since 1970 */
export const updateOfRunning = (now: number): UpdateExpression =>
  new UpdateExpression().requireThat('isEnded', '=', false).requireThat('expiresAt', '>', expiryCutoff(now));
