import * as v from 'valibot';
import { ChatId, MessageId, SearchId } from '#shared/ids.ts';
import { Message } from '#shared/message.ts';
import type { Key } from '../../keys.ts';
import { searchKey } from '../../keys.ts';
import type { Lease, LoggedSearch, SearchState } from '../../ports/search-log.ts';
import { expiredUpTo, toExpiry } from '../expiry.ts';
import type { Item } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';

const Logged = v.object({
  searchId: SearchId,
  chatId: ChatId,
  userId: v.string(),
  userMessage: Message,
  assistantMessageId: MessageId,
  deepResearch: v.boolean(),
});

const Refusal = v.object({
  code: v.string(),
  message: v.string(),
  headers: v.record(v.string(), v.string()),
});

const StoredSearch = v.object({
  /** JSON, which unlike DynamoDB can carry half surrogate pairs. */
  search: v.pipe(v.string(), v.parseJson(), Logged),
  claimedBy: v.string(),
  holder: v.string(),
  leaseUntil: v.number(),
  stopRequested: v.boolean(),
  isEnded: v.boolean(),
  person: v.optional(v.string()),
  refusal: v.optional(Refusal),
  /** In seconds, as DynamoDB wants it. */
  expiresAt: v.number(),
});

interface NewSearch {
  search: LoggedSearch;
  lease: Lease;
  person?: string;
  expiresAt: number;
}

export const encodeSearch = ({ search, lease, person, expiresAt }: NewSearch): Key & Item => ({
  ...searchKey(search.searchId),
  search: JSON.stringify(search),
  person,
  claimedBy: lease.holder,
  holder: lease.holder,
  leaseUntil: lease.leaseUntil,
  stopRequested: false,
  isEnded: false,
  expiresAt: toExpiry(expiresAt),
});

/** The search, and who holds it. */
export function decodeSearch(item: Item): { state: SearchState; holder: string } {
  const { isEnded, expiresAt, claimedBy, holder, person, refusal, ...stored } = v.parse(StoredSearch, item);
  const status = isEnded ? 'ended' : 'running';
  const others = {
    ...(person !== undefined && { person }),
    ...(refusal !== undefined && { refusal }),
    ...(claimedBy !== holder && { wasTakenOver: true as const }),
  };
  return { state: { ...stored, ...others, status, expiresAt: expiresAt * 1_000 }, holder };
}

/** A change that happens only to a search that is running. */
export function changeRunning(now: number): UpdateExpression {
  const update = new UpdateExpression();
  return update
    .require(`isEnded = ${update.value(false)}`)
    .require(`expiresAt > ${update.value(expiredUpTo(now))}`);
}
