import type { SearchEvent } from '#shared/events.ts';
import type { Message } from '#shared/message.ts';

/** A search as it was asked for; enough for any instance to end it. */
export interface LoggedSearch {
  searchId: string;
  chatId: string;
  /** The owner: a signed-in person's id, or 'anonymous'. */
  userId: string;
  userMessage: Message;
  assistantMessageId: string;
  deepResearch: boolean;
}

/** An event with its number in its search: from 1, never skipping. */
export interface LoggedEvent {
  id: number;
  event: SearchEvent;
}

/** Why a search that was claimed may not run: what its caller was answered. */
export interface Refusal {
  code: string;
  message: string;
  headers: Readonly<Record<string, string>>;
}

export interface SearchState {
  search: LoggedSearch;
  /** Whose place among the searches at once it takes; names nobody. */
  person?: string;
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

/** A lease on a running search: who holds it, and until when (milliseconds since 1970). */
export interface Lease {
  searchId: string;
  /** Names one instance's run of the search; never used twice. */
  holder: string;
  leaseUntil: number;
}

/** Every search with its events, until it expires. Every method throws StoreError when storing fails. */
export interface SearchLog {
  /** Claims the search's id, once for all callers in the world; the search as it is when somebody was faster. */
  claim(options: {
    search: LoggedSearch;
    lease: Lease;
    person?: string;
    /** When the search and its events may be forgotten, in milliseconds since 1970. */
    expiresAt: number;
    signal?: AbortSignal;
  }): Promise<{ claimed: true } | { claimed: false; state: SearchState }>;
  /** Undoes one's own claim of a search that never began; a refusal is told for a minute, unless the search is claimed anew. */
  withdraw(options: {
    searchId: string;
    holder: string;
    refusal?: Refusal;
    signal?: AbortSignal;
  }): Promise<void>;
  read(options: { searchId: string; signal?: AbortSignal }): Promise<SearchState | undefined>;
  /** Writes events in their order; the same again changes nothing. @throws NumberTakenError where a number stands for another event. */
  append(options: {
    searchId: string;
    events: readonly LoggedEvent[];
    expiresAt: number;
    signal?: AbortSignal;
  }): Promise<void>;
  /**
   * The events after that number, so many at the most, without a gap: what follows a missing one is left out until it is there.
   */
  list(options: {
    searchId: string;
    after: number;
    limit?: number;
    signal?: AbortSignal;
  }): Promise<LoggedEvent[]>;
  /** Prolongs the lease; tells whether to stop. Undefined when another holds it or the search has ended. */
  renew(lease: Lease & { signal?: AbortSignal }): Promise<{ stopRequested: boolean } | undefined>;
  /** Takes the lease of a running search whose holder let it run out before `now`; false when it has not. */
  takeOver(lease: Lease & { now: number; signal?: AbortSignal }): Promise<boolean>;
  /** Asks whoever runs the search to stop; false when it is not running. */
  requestStop(options: { searchId: string; signal?: AbortSignal }): Promise<boolean>;
  /** Marks the search as ended; false when another holds the lease. */
  end(options: { searchId: string; holder: string; signal?: AbortSignal }): Promise<boolean>;
}
