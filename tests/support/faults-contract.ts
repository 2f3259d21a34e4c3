import type { Answerer, Call } from './stand-in-providers.ts';

/**
 * What a faulty answer comes to.
 * - `good`: to nothing, the search goes as without it
 * - `failed`: the call fails with a reason
 * - `unreadable`: the call is answered, but its reply is not in the shape asked for
 * - `unusable`: the reply is in shape, but says nothing that can be used
 */
type Consequence = 'good' | 'failed' | 'unreadable' | 'unusable';

export interface Fault {
  name: string;
  /** The kinds of calls it can befall. */
  calls: readonly Call[];
  /** `refused`: the call is sent where nothing listens. */
  answer: Answerer | 'refused';
  comesTo: Consequence;
  /** What the text about it must hold, once something failed. */
  reason: string | ((call: Call) => string);
  /** Which calls the policy repeats: all but lookups, which are paid for once answered, or lookups too; none when absent. */
  repeated?: 'none' | 'unpaid' | 'all';
  /** Looks as if the provider were down: its breaker may then turn away its other calls, too. */
  down?: boolean;
  /** Is met by the timeout of the call only. */
  endless?: boolean;
  /** How many people a search result of this kind leaves; 20 when absent. */
  cards?: number;
}

export interface Row {
  fault: Fault;
  call: Call;
  deepResearch: boolean;
  profileProvider: 'enrichlayer' | 'proxycurl';
  title: string;
}
