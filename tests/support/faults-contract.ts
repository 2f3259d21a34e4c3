import type { Answerer, Call } from './stand-in-providers.ts';

/**
 * The consequence of a faulty response.
 * - `good`: none, the search proceeds as without it
 * - `failed`: the call fails with a reason
 * - `unreadable`: the call succeeds, but its reply does not have the requested shape
 * - `unusable`: the reply has the right shape, but no usable content
 */
type Consequence = 'good' | 'failed' | 'unreadable' | 'unusable';

export interface Fault {
  name: string;
  /** The kinds of calls it can affect. */
  calls: readonly Call[];
  /** `refused`: the call is sent to a port where nothing listens. */
  answer: Answerer | 'refused';
  comesTo: Consequence;
  /** What the reported text must contain if something failed. */
  reason: string | ((call: Call) => string);
  /** Which calls are retried: all but lookups (paid once answered), or lookups too; none if absent. */
  repeated?: 'none' | 'unpaid' | 'all';
  /** Looks like an outage of the provider, so that its circuit breaker may reject other calls too. */
  down?: boolean;
  /** Ends only with the call's timeout. */
  endless?: boolean;
  /** How many people such a search result leaves; 20 if absent. */
  cards?: number;
}

export interface Row {
  fault: Fault;
  call: Call;
  deepResearch: boolean;
  profileProvider: 'enrichlayer' | 'proxycurl';
  title: string;
}
