import type { SearchRequest } from '#shared/api.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { ReceivedEvent } from '../api/read-events.ts';
import type { SearchTransport } from '../api/search-transport.ts';
import { StreamError } from '../api/stream-errors.ts';
import type { ReducedSearch } from '../reduce-search.ts';
import { endSearch, initialSearch, reduceSearch } from '../reduce-search.ts';
import type { SearchState } from '../search-state.ts';

/** How a search ended. `refusal` is there when the service declined it (4xx): its message is for the person. */
export interface SearchResult {
  state: SearchState;
  refusal: ApiError | undefined;
}

interface Run {
  abort: AbortController;
  stopping: boolean;
}

/** Runs one search at a time and shows its state while it runs. */
export class SearchRunner {
  readonly #transport: SearchTransport;
  readonly #stopGrace: number;
  readonly #listeners = new Set<() => void>();
  #state: ReducedSearch | undefined;
  #run: Run | undefined;

  constructor({ transport, stopGrace }: { transport: SearchTransport; stopGrace: number }) {
    this.#transport = transport;
    this.#stopGrace = stopGrace;
  }

  getState = (): SearchState | undefined => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Never rejects when the search fails: the state's outcome is then 'failed'. @throws Error while another search runs. */
  async start(request: SearchRequest): Promise<SearchResult> {
    if (this.#run !== undefined) throw new Error('A search is running already.');
    const run: Run = { abort: new AbortController(), stopping: false };
    this.#run = run;
    let state = this.#show(initialSearch(request.chatId));
    let failure: unknown;
    try {
      for await (const received of this.#transport.open(request, { signal: run.abort.signal })) {
        state = this.#take(state, received, run);
      }
    } catch (error) {
      failure = error;
    } finally {
      this.#run = undefined;
    }
    if (state.phase === 'finished') return { state, refusal: undefined };
    if (run.stopping || run.abort.signal.aborted) {
      return { state: this.#show(endSearch(state, { outcome: 'stopped' })), refusal: undefined };
    }
    const refusal = failure instanceof ApiError && failure.refused ? failure : undefined;
    return { state: this.#show(endSearch(state, { outcome: 'failed', error: toError(failure) })), refusal };
  }

  /** Asks the server to end the search, and lets go of it when that does not work within a second. */
  stop(): void {
    const run = this.#run;
    if (run === undefined || run.stopping) return;
    run.stopping = true;
    this.#stopOnServer(run);
    setTimeout(() => run.abort.abort(), this.#stopGrace);
  }

  /** Lets go of the search at once; the server goes on with it. */
  close(): void {
    this.#run?.abort.abort();
  }

  #take(state: ReducedSearch, received: ReceivedEvent, run: Run): ReducedSearch {
    const next = this.#show(reduceSearch(state, received));
    // Before `run` the search had no id to stop it by.
    if (run.stopping && received.event.type === 'run') this.#stopOnServer(run);
    return next;
  }

  #stopOnServer({ abort }: Run): void {
    const searchId = this.#state?.searchId;
    if (searchId === undefined) return;
    this.#transport.stop(searchId, { signal: abort.signal }).catch(() => abort.abort());
  }

  #show(state: ReducedSearch): ReducedSearch {
    this.#state = state;
    for (const listener of this.#listeners) listener();
    return state;
  }
}

/** `stopGrace` is the milliseconds the server is given to end a stopped search. */
export const createSearchRunner = ({
  transport,
  stopGrace = 1_000,
}: {
  transport: SearchTransport;
  stopGrace?: number;
}): SearchRunner => new SearchRunner({ transport, stopGrace });

function toError(failure: unknown): { code: string; message: string } {
  if (failure instanceof ApiError || failure instanceof StreamError) {
    return { code: failure.code, message: failure.message };
  }
  return { code: 'send-message-error', message: CHAT_ERRORS['send-message-error'] };
}
