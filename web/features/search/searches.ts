import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { SearchRequest } from '#shared/contract.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import { type SearchName, searchIdOf } from '#shared/ids.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { announceChunk, loadChunk } from '#web/lib/lazy.ts';
import { isMissing, type ReceiveEventsOptions, receiveEvents, repeatUntilTaken } from './connection.ts';
import { endSearch, initialSearch, reduceSearch, type SearchState } from './reduce-search.ts';
import { StreamError } from './stream-errors.ts';
import type { SearchTransport } from './transport.ts';
import { browserWaiting, type WaitingTools } from './tries.ts';

/** Milliseconds a lost connection may take to come back before the page speaks of it. */
const UNNOTICED_LOSS = 1_000;

/**
 * Why a search is not watched any more. 'done': it has ended. 'refused': the service declined to begin it (4xx). 'missing': the
 * service knows of no such search. 'stopped': it was to stop and has not said that it did. 'lost': the service could not be reached
 * for too long, or gave what cannot be read. 'left': the page went elsewhere, and the search goes on.
 */
type SearchEnding = 'done' | 'refused' | 'missing' | 'stopped' | 'lost' | 'left';

export interface SearchResult {
  state: SearchState;
  ending: SearchEnding;
  /** There when the service declined (4xx): its message is for the person. */
  refusal: ApiError | undefined;
}

interface SearchesOptions {
  /** Its code may have to be fetched; a failure counts as one of the search. */
  openTransport: () => Promise<SearchTransport>;
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

/** The searches this page watches, one a chat, each over however many connections that takes. */
export class Searches {
  /** By chat: the search that runs there, or the last one. */
  readonly store = createStore<Readonly<Record<string, SearchState>>>(() => ({}));
  readonly #openTransport: () => Promise<SearchTransport>;
  readonly #stopGrace: number;
  readonly #tools: WaitingTools;
  readonly #runs = new Map<string, Run>();

  constructor({ openTransport, stopGrace = 10_000, tools = browserWaiting }: SearchesOptions) {
    this.#openTransport = openTransport;
    this.#stopGrace = stopGrace;
    this.#tools = tools;
  }

  /** Begins a search; safe to repeat with the same request. Never rejects when it fails. @throws Error while another runs in its chat */
  async start(request: SearchRequest, { userId = ANONYMOUS_USER_ID }: { userId?: string } = {}) {
    const run = this.#begin({ userId, chatId: request.chatId, messageId: request.messageId });
    return this.#watch(run, {
      connect: ({ after, hasBegun }) => (hasBegun ? this.#follow(run, after) : this.#open(run, request)),
    });
  }

  /**
   * Follows a search that was begun before, here or elsewhere, from its first event on. A probe only asks whether there is one, and
   * waits for no network. Never rejects when it fails. @throws Error while another search runs in the chat
   */
  async follow(name: SearchName, { isProbe = false }: { isProbe?: boolean } = {}): Promise<SearchResult> {
    const run = this.#begin(name);
    return this.#watch(run, { connect: ({ after }) => this.#follow(run, after), hasBegun: true, isProbe });
  }

  /** Asks the server to end a chat's search until it has heard, and lets go of the search when nothing comes of that. */
  stop(chatId: string): void {
    const run = this.#runs.get(chatId);
    if (run === undefined || run.isStopping) return;
    run.isStopping = true;
    const attempt = async () => (await this.#openTransport()).stop(await idOf(run));
    void repeatUntilTaken({ attempt, isOver: () => this.#runs.get(chatId) !== run, tools: this.#tools });
    setTimeout(() => run.abort.abort(), this.#stopGrace);
  }

  /** Lets go of all searches at once; the server goes on with them. */
  close(): void {
    for (const { abort } of this.#runs.values()) abort.abort();
  }

  /** Shows in a chat what is left of a search, or nothing. */
  show(chatId: string, state: SearchState | undefined): void {
    const { [chatId]: _before, ...others } = this.store.getState();
    this.store.setState(state === undefined ? others : { ...others, [chatId]: state }, true);
  }

  /** Synchronous, so that of two starts in one breath the second is refused. */
  #begin(name: SearchName): Run {
    if (this.#runs.has(name.chatId)) throw new Error('A search is running already.');
    const abort = new AbortController();
    const run: Run = { name, abort, isStopping: false, searchId: undefined, loss: undefined };
    this.#runs.set(name.chatId, run);
    this.show(name.chatId, initialSearch(name.chatId));
    return run;
  }

  async #watch(run: Run, options: Pick<ReceiveEventsOptions, 'connect' | 'hasBegun' | 'isProbe'>) {
    const { chatId } = run.name;
    let state = initialSearch(chatId);
    let failure: unknown;
    const { signal } = run.abort;
    const onLost = () => this.#lose(run);
    try {
      for await (const received of receiveEvents({ ...options, onLost, signal, tools: this.#tools })) {
        this.#find(run);
        state = reduceSearch(state, received);
        this.show(chatId, state);
        run.searchId = state.searchId;
      }
    } catch (error) {
      failure = error;
    } finally {
      run.loss?.abort();
      this.#runs.delete(chatId);
    }
    const result = conclude(run, { state, failure, hasBegun: options.hasBegun ?? state.lastEventId > 0 });
    this.show(chatId, result.state);
    return result;
  }

  async *#open(run: Run, request: SearchRequest): AsyncGenerator<NumberedEvent> {
    const transport = await this.#openTransport();
    yield* transport.open(request, { signal: run.abort.signal, onOpen: () => this.#find(run) });
  }

  async *#follow(run: Run, after: number): AsyncGenerator<NumberedEvent> {
    const transport = await this.#openTransport();
    const { signal } = run.abort;
    yield* transport.follow(await idOf(run), { after, signal, onOpen: () => this.#find(run) });
  }

  #lose(run: Run): void {
    if (run.loss !== undefined) return;
    run.loss = new AbortController();
    this.#tools.delay(UNNOTICED_LOSS, run.loss.signal).then(
      () => this.#showReconnecting(run, true),
      () => undefined,
    );
  }

  #find(run: Run): void {
    run.loss?.abort();
    run.loss = undefined;
    this.#showReconnecting(run, false);
  }

  #showReconnecting({ name: { chatId } }: Run, isReconnecting: boolean): void {
    const state = this.store.getState()[chatId];
    if (state === undefined || !this.#runs.has(chatId) || state.isReconnecting === isReconnecting) return;
    this.show(chatId, { ...state, isReconnecting });
  }
}

/** The page's searches over the API. The code that reaches it is fetched with the first search, unless it is there already. */
export const searchesOver = (api: Api): Searches =>
  new Searches({ openTransport: async () => (await loadChunk(loadTransport)).createSearchTransport(api) });

const loadTransport = () => import('./transport.ts');
announceChunk(loadTransport);

/** A search that was stopped before it had begun. */
export const stoppedBeforehand = (chatId: string): SearchResult => ({
  state: endSearch(initialSearch(chatId), { outcome: 'stopped' }),
  ending: 'stopped',
  refusal: undefined,
});

/** The one that the message's own ids come to, as long as the server has not told it. */
const idOf = async ({ searchId, name }: Run): Promise<string> => searchId ?? searchIdOf(name);

/** How a search ended that was seen as far as `state`, and whose last connection ended with `failure`. */
function conclude(
  { isStopping, abort }: Run,
  { state, failure, hasBegun }: { state: SearchState; failure: unknown; hasBegun: boolean },
): SearchResult {
  if (state.phase === 'finished') return { state, ending: 'done', refusal: undefined };
  if (isStopping) {
    return { state: endSearch(state, { outcome: 'stopped' }), ending: 'stopped', refusal: undefined };
  }
  if (abort.signal.aborted) return { state, ending: 'left', refusal: undefined };
  const refusal = failure instanceof ApiError && failure.refused ? failure : undefined;
  const ended = endSearch(state, { outcome: 'failed', error: toError(failure) });
  // Before a search has begun it is its chat that there is none of: that refuses the search.
  if (hasBegun && isMissing(failure)) return { state: ended, ending: 'missing', refusal: undefined };
  const isRefused = refusal !== undefined && state.lastEventId === 0;
  return { state: ended, ending: isRefused ? 'refused' : 'lost', refusal };
}

function toError(failure: unknown): { code: string; message: string } {
  if (failure instanceof ApiError || failure instanceof StreamError) {
    return { code: failure.code, message: failure.message };
  }
  return { code: 'send-message-error', message: CHAT_ERRORS['send-message-error'] };
}
