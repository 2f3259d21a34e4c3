import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { SearchIdentity } from '#shared/ids.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { type Api, ApiError, isMissing, networkError } from '#web/lib/api.ts';
import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { unlessAborted } from '#web/lib/schedule.ts';
import type { AskedSearch, SearchConnection } from './connection.ts';
import { endSearch, initialSearch, type SearchState } from './search-state.ts';
import { StreamError } from './stream-error.ts';

/** Milliseconds that a lost connection may take to come back before the page mentions it. */
const RECONNECTING_DELAY = 1_000;
/** Milliseconds within which a new search has to reach the service. */
const SEND_TIMEOUT = 30_000;

/**
 * Why a search is no longer watched. 'done': it has ended. 'refused': the service declined to begin it (4xx). 'missing': the service has no
 * such search. 'stopped': it was told to stop and has not confirmed that. 'unsent': the code that sends it could not be loaded. 'lost': the
 * service could not be reached for too long, or its response could not be read. 'left': the page stopped watching, and the search continues.
 */
type SearchEnding = 'done' | 'refused' | 'missing' | 'stopped' | 'unsent' | 'lost' | 'left';

export interface SearchResult {
  state: SearchState;
  ending: SearchEnding;
  /** Set if the service declined (4xx): its message is meant for the user. */
  refusal?: ApiError | undefined;
}

interface SearchesOptions {
  /** Its code may have to be loaded; if that fails, so does the search. */
  openConnection: () => Promise<SearchConnection>;
  /** Milliseconds that the server has to end a stopped search before the page stops watching it. */
  stopGrace?: number;
}

interface Run extends AskedSearch {
  abort: AbortController;
  isStopping: boolean;
  /** Until the service has been reached: the timer that ends the search if that takes too long. */
  sendTimer?: ReturnType<typeof setTimeout> | undefined;
  /** After a loss: the timer until the page mentions it. */
  lossTimer?: ReturnType<typeof setTimeout> | undefined;
}

/** The searches this page watches, at most one per chat, each over as many connections as it takes. */
export class Searches {
  /** By chat: the search that is running there, or the last one. */
  readonly store = createStore<Readonly<Record<string, SearchState>>>(() => ({}));
  readonly #openConnection: () => Promise<SearchConnection>;
  readonly #stopGrace: number;
  readonly #runs = new Map<string, Run>();

  constructor({ openConnection, stopGrace = 10_000 }: SearchesOptions) {
    this.#openConnection = openConnection;
    this.#stopGrace = stopGrace;
  }

  /**
   * Begins a search; idempotent for the same request. If the service is not reached, it fails after half a minute. A failed search does not
   * reject. @throws Error while another one is running in its chat
   */
  async start(request: SearchRequest, { userId = ANONYMOUS_USER_ID }: { userId?: string } = {}) {
    const { chatId, messageId } = request;
    const run = this.#begin({ name: { userId, chatId, messageId }, request });
    run.sendTimer = setTimeout(() => run.abort.abort(networkError('nobody was reached')), SEND_TIMEOUT);
    return this.#watch(run);
  }

  /**
   * Follows a search that was begun earlier, here or elsewhere, from its first event on. A probe only checks whether it exists, and does
   * not wait for the network. A failed search does not reject. @throws Error while another one is running in the chat
   */
  async follow(name: SearchIdentity, { isProbe = false }: { isProbe?: boolean } = {}): Promise<SearchResult> {
    return this.#watch(this.#begin({ name, isProbe }));
  }

  /** Asks the server to end a chat's search, retrying until it has accepted, and stops watching the search if it does not end in time. */
  stop(chatId: string): void {
    const run = this.#runs.get(chatId);
    if (run === undefined || run.isStopping) return;
    run.isStopping = true;
    const isOver = () => this.#runs.get(chatId) !== run;
    this.#openConnection().then(
      (connection) => connection.stop(run, isOver),
      // If the code cannot be loaded, the search has not begun.
      () => undefined,
    );
    setTimeout(() => run.abort.abort(), this.#stopGrace);
  }

  /** Asks the server to end a search that this page does not watch, retrying until it has accepted. */
  stopElsewhere(name: SearchIdentity): void {
    this.#openConnection().then(
      (connection) => connection.stop({ name, searchId: undefined }, () => true),
      () => undefined,
    );
  }

  /** Stops watching all searches at once; they continue on the server. */
  close(): void {
    for (const { abort } of this.#runs.values()) abort.abort();
  }

  /** Sets the state of a chat's search; undefined clears it. */
  show(chatId: string, state: SearchState | undefined): void {
    const { [chatId]: _before, ...others } = this.store.getState();
    this.store.setState(state === undefined ? others : { ...others, [chatId]: state }, true);
  }

  /** Synchronous, so that the second of two simultaneous starts is refused. */
  #begin(asked: Pick<AskedSearch, 'name' | 'request' | 'isProbe'>): Run {
    const { chatId } = asked.name;
    if (this.#runs.has(chatId)) throw new Error('A search is running already.');
    const run: Run = { ...asked, abort: new AbortController(), isStopping: false, searchId: undefined };
    this.#runs.set(chatId, run);
    this.show(chatId, initialSearch(chatId));
    return run;
  }

  async #watch(run: Run): Promise<SearchResult> {
    const { chatId } = run.name;
    let state = initialSearch(chatId);
    let failure: unknown;
    let connection: SearchConnection | undefined;
    const { signal } = run.abort;
    const watcher = { onFound: () => this.#markFound(run), onLost: () => this.#markLost(run), signal };
    try {
      connection = await unlessAborted(signal, this.#openConnection());
      for await (const received of connection.receive(run, watcher)) {
        this.#markFound(run);
        state = connection.reduce(state, received);
        this.show(chatId, state);
        run.searchId = state.searchId;
      }
    } catch (error) {
      failure = error;
    } finally {
      clearTimeout(run.sendTimer);
      clearTimeout(run.lossTimer);
      this.#runs.delete(chatId);
    }
    const result = conclude(run, { state, failure, isConnected: connection !== undefined });
    this.show(chatId, result.state);
    return result;
  }

  #markLost(run: Run): void {
    run.lossTimer ??= setTimeout(() => this.#showReconnecting(run, true), RECONNECTING_DELAY);
  }

  #markFound(run: Run): void {
    clearTimeout(run.sendTimer);
    clearTimeout(run.lossTimer);
    run.lossTimer = undefined;
    this.#showReconnecting(run, false);
  }

  #showReconnecting({ name: { chatId } }: Run, isReconnecting: boolean): void {
    const state = this.store.getState()[chatId];
    if (state === undefined || !this.#runs.has(chatId) || state.isReconnecting === isReconnecting) return;
    this.show(chatId, { ...state, isReconnecting });
  }
}

/** The page's searches over the API. The code of the connection is loaded with the first search, unless it was prefetched. */
export const searchesOver = (api: Api): Searches =>
  new Searches({ openConnection: async () => (await fetchConnection()).connectionOver(api) });

const fetchConnection = once(() => loadChunk(() => import('./connection.ts')));
announceChunk(fetchConnection);

/** A search that was stopped before it had begun. */
export const stoppedBeforehand = (chatId: string): SearchResult => ({
  state: endSearch(initialSearch(chatId), { outcome: 'stopped' }),
  ending: 'stopped',
});

/** The result of a search that got as far as `state`, and whose last connection ended with `failure`. */
function conclude(
  { isStopping, request, abort: { signal } }: Run,
  { state, failure, isConnected }: { state: SearchState; failure: unknown; isConnected: boolean },
): SearchResult {
  if (state.phase === 'finished') return { state, ending: 'done' };
  if (isStopping) {
    return { state: endSearch(state, { outcome: 'stopped' }), ending: 'stopped' };
  }
  const isLeft = signal.aborted && !(signal.reason instanceof ApiError);
  if (isLeft) return { state, ending: 'left' };
  const refusal = failure instanceof ApiError && failure.refused ? failure : undefined;
  const ended = endSearch(state, { outcome: 'failed', error: toError(failure) });
  // Before a search has begun, a 404 means that its chat does not exist, so the search is refused.
  const hasBegun = request === undefined || state.lastEventId > 0;
  if (hasBegun && isMissing(failure)) return { state: ended, ending: 'missing' };
  const isRefused = refusal !== undefined && state.lastEventId === 0;
  if (isRefused) return { state: ended, ending: 'refused', refusal };
  return { state: ended, ending: request && !isConnected ? 'unsent' : 'lost', refusal };
}

function toError(failure: unknown): { code: string; message: string } {
  if (failure instanceof ApiError || failure instanceof StreamError) {
    return { code: failure.code, message: failure.message };
  }
  return { code: 'send-message-error', message: CHAT_ERRORS['send-message-error'] };
}
