import type { SearchRequest } from '#shared/api.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { SearchName } from '#shared/search-id.ts';
import { searchIdOf } from '#shared/search-id.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { ReceivedEvent } from '../api/read-events.ts';
import type { SearchTransport } from '../api/search-transport.ts';
import { StreamError } from '../api/stream-errors.ts';
import { insist } from '../connection/insist.ts';
import type { ReceiveEventsOptions } from '../connection/receive-events.ts';
import { isMissing, receiveEvents } from '../connection/receive-events.ts';
import type { WaitingTools } from '../connection/tries.ts';
import { browserWaiting } from '../connection/tries.ts';
import type { ReducedSearch } from '../reduce-search.ts';
import { endSearch, initialSearch, reduceSearch } from '../reduce-search.ts';
import type { SearchState } from '../search-state.ts';

/** Milliseconds a lost connection may take to come back before the page speaks of it. */
const UNNOTICED_LOSS = 1_000;

/**
 * Why a search is not watched any more. 'done': it has ended. 'refused': the service declined to begin it (4xx). 'missing': the
 * service knows of no such search. 'stopped': it was to stop and has not said that it did. 'lost': the service could not be reached
 * for too long, or gave what cannot be read. 'left': the page went elsewhere, and the search goes on.
 */
export type SearchEnding = 'done' | 'refused' | 'missing' | 'stopped' | 'lost' | 'left';

export interface SearchResult {
  state: SearchState;
  ending: SearchEnding;
  /** There when the service declined (4xx): its message is for the person. */
  refusal: ApiError | undefined;
}

export interface SearchRunnerOptions {
  transport: SearchTransport;
  /** Milliseconds the server is given to end a stopped search before the page lets go of it. */
  stopGrace?: number;
  tools?: WaitingTools;
}

interface Run {
  name: SearchName;
  abort: AbortController;
  isStopping: boolean;
  /** As the server has told it. */
  searchId: string | undefined;
  /** Ends the wait for the moment at which a loss is spoken of. */
  loss: AbortController | undefined;
}

/** How far a search was seen. */
interface Outcome {
  state: ReducedSearch;
  /** What the last connection ended with. */
  failure: unknown;
  /** Whether the search is known to have begun. */
  hasBegun: boolean;
}

/** Watches one search at a time, over however many connections that takes, and shows its state. */
export class SearchRunner {
  readonly #transport: SearchTransport;
  readonly #stopGrace: number;
  readonly #tools: WaitingTools;
  readonly #listeners = new Set<() => void>();
  #state: ReducedSearch | undefined;
  #run: Run | undefined;

  constructor({ transport, stopGrace = 10_000, tools = browserWaiting }: SearchRunnerOptions) {
    this.#transport = transport;
    this.#stopGrace = stopGrace;
    this.#tools = tools;
  }

  getState = (): SearchState | undefined => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins a search; safe to repeat with the same request. Never rejects when it fails. @throws Error while another search runs. */
  async start(
    request: SearchRequest,
    { userId = ANONYMOUS_USER_ID }: { userId?: string } = {},
  ): Promise<SearchResult> {
    const run = this.#begin({ userId, chatId: request.chatId, messageId: request.messageId });
    return this.#watch(run, {
      connect: ({ after, hasBegun }) =>
        hasBegun ? this.#follow(run, after) : this.#transport.open(request, this.#streamOf(run)),
    });
  }

  /**
   * Follows a search that was begun before, here or elsewhere, from its first event on. A probe only asks whether there is one, and
   * waits for no network. Never rejects when it fails. @throws Error while another search runs.
   */
  async follow(name: SearchName, { isProbe = false }: { isProbe?: boolean } = {}): Promise<SearchResult> {
    const run = this.#begin(name);
    return this.#watch(run, {
      connect: ({ after }) => this.#follow(run, after),
      hasBegun: true,
      isProbe,
    });
  }

  /** Asks the server to end the search until it has heard, and lets go of the search when nothing comes of that. */
  stop(): void {
    const run = this.#run;
    if (run === undefined || run.isStopping) return;
    run.isStopping = true;
    const attempt = async () => this.#transport.stop(await this.#idOf(run));
    void insist({ attempt, isOver: () => this.#run !== run, tools: this.#tools });
    setTimeout(() => run.abort.abort(), this.#stopGrace);
  }

  /** Lets go of the search at once; the server goes on with it. */
  close(): void {
    this.#run?.abort.abort();
  }

  /** Synchronous, so that of two starts in one breath the second is refused. */
  #begin(name: SearchName): Run {
    if (this.#run !== undefined) throw new Error('A search is running already.');
    this.#run = {
      name,
      abort: new AbortController(),
      isStopping: false,
      searchId: undefined,
      loss: undefined,
    };
    this.#show(initialSearch(name.chatId));
    return this.#run;
  }

  async #watch(
    run: Run,
    options: Pick<ReceiveEventsOptions, 'connect' | 'hasBegun' | 'isProbe'>,
  ): Promise<SearchResult> {
    let state = initialSearch(run.name.chatId);
    let failure: unknown;
    const { signal } = run.abort;
    const onLost = () => this.#lose(run);
    try {
      for await (const received of receiveEvents({ ...options, onLost, signal, tools: this.#tools })) {
        this.#find(run);
        state = this.#show(reduceSearch(state, received));
        run.searchId = state.searchId;
      }
    } catch (error) {
      failure = error;
    } finally {
      run.loss?.abort();
      this.#run = undefined;
    }
    return this.#conclude(run, { state, failure, hasBegun: options.hasBegun ?? state.lastEventId > 0 });
  }

  #conclude({ isStopping, abort }: Run, { state, failure, hasBegun }: Outcome): SearchResult {
    if (state.phase === 'finished') return { state, ending: 'done', refusal: undefined };
    if (isStopping)
      return {
        state: this.#show(endSearch(state, { outcome: 'stopped' })),
        ending: 'stopped',
        refusal: undefined,
      };
    if (abort.signal.aborted) return { state, ending: 'left', refusal: undefined };
    const refusal = failure instanceof ApiError && failure.refused ? failure : undefined;
    const ended = this.#show(endSearch(state, { outcome: 'failed', error: toError(failure) }));
    // Before a search has begun it is its chat that there is none of: that refuses the search.
    if (hasBegun && isMissing(failure)) return { state: ended, ending: 'missing', refusal: undefined };
    return {
      state: ended,
      ending: refusal !== undefined && state.lastEventId === 0 ? 'refused' : 'lost',
      refusal,
    };
  }

  async *#follow(run: Run, after: number): AsyncGenerator<ReceivedEvent> {
    yield* this.#transport.follow(await this.#idOf(run), { after, ...this.#streamOf(run) });
  }

  #streamOf(run: Run): { signal: AbortSignal; onOpen: () => void } {
    return { signal: run.abort.signal, onOpen: () => this.#find(run) };
  }

  /** The one that the message's own ids come to, as long as the server has not told it. */
  #idOf = async ({ searchId, name }: Run): Promise<string> => searchId ?? searchIdOf(name);

  #lose(run: Run): void {
    if (run.loss !== undefined) return;
    run.loss = new AbortController();
    const speak = () => {
      if (this.#state !== undefined && this.#run === run)
        this.#show({ ...this.#state, isReconnecting: true });
    };
    this.#tools.delay(UNNOTICED_LOSS, run.loss.signal).then(speak, () => undefined);
  }

  #find(run: Run): void {
    run.loss?.abort();
    run.loss = undefined;
    if (this.#state?.isReconnecting === true) this.#show({ ...this.#state, isReconnecting: false });
  }

  #show(state: ReducedSearch): ReducedSearch {
    this.#state = state;
    for (const listener of this.#listeners) listener();
    return state;
  }
}

export const createSearchRunner = (options: SearchRunnerOptions): SearchRunner => new SearchRunner(options);

/** A search that was stopped before it had begun. */
export const stoppedBeforehand = (chatId: string): SearchResult => ({
  state: endSearch(initialSearch(chatId), { outcome: 'stopped' }),
  ending: 'stopped',
  refusal: undefined,
});

function toError(failure: unknown): { code: string; message: string } {
  if (failure instanceof ApiError || failure instanceof StreamError) {
    return { code: failure.code, message: failure.message };
  }
  return { code: 'send-message-error', message: CHAT_ERRORS['send-message-error'] };
}
