import { createProviders } from '#functions/providers/create.ts';
import type { ProviderLog } from '#functions/providers/guard.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import type { ProviderKind, Providers } from '#functions/providers/ports.ts';
import type { Message } from '#shared/message.ts';
import type { DisplayProfile } from '#shared/results.ts';
import type { DoneEvent, NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { ProgressStep } from '#shared/steps.ts';
import { configFor, KEYS } from '#tests/functions/providers/setup.ts';
import type { Row } from './faults-contract.ts';
import { REFUSING_ADDRESS } from './provider-server.ts';
import { readEvents } from './read-stream.ts';
import { postSearch, searchApp, searchBody } from './search-app.ts';
import { type Call, callOf, startStandIn } from './stand-in-providers.ts';

/** Milliseconds: long if no call is meant to time out, short if every unanswered one is. */
const NEVER_MET = 3_600_000;
const MET = 2_000;
/** Three attempts at the maximum stay well below {@link NEVER_MET}. */
const LATEST_MET = 12_000;

/** The longest a complete search has taken here, in milliseconds. */
let slowest = 0;
/** Several of those are an upper bound for any answered call, even on a machine that is getting busier. */
const MARGIN = 4;

/** Everything a search reported. */
export interface ToldSearch {
  read: readonly NumberedEvent[];
  events: readonly SearchEvent[];
  message: Message | undefined;
  done: DoneEvent['data'] | undefined;
  /** The cards of the answer, best first. */
  cards: readonly DisplayProfile[];
  /** The last state of each step, in starting order. */
  steps: ReadonlyMap<ProgressStep['id'], ProgressStep>;
}

/** A search and the calls it made. */
export interface FaultySearch extends ToldSearch {
  /** How often each kind of call was attempted, refused ones included. */
  tries: ReadonlyMap<Call, number>;
  /** Requested paths that belong to no provider. */
  strays: readonly string[];
}

export interface FaultySearchOptions extends Partial<Pick<Row, 'fault' | 'call' | 'profileProvider'>> {
  deepResearch: boolean;
  /** Timeout of a call and deadline of the search, in milliseconds. */
  timeout?: number;
  deadline?: number;
  /** Called for every attempt of a call. */
  log?: ProviderLog;
}

/** Runs one search through the search function, over real adapters and HTTP, with a fault in one kind of call. */
export async function searchWith(options: FaultySearchOptions): Promise<FaultySearch> {
  const { fault, call, deepResearch, profileProvider = 'enrichlayer' } = options;
  const answer = fault?.answer;
  await using standIn = await startStandIn(
    answer === undefined || answer === 'refused' || call === undefined ? undefined : { call, answer },
  );
  const tries = new Map<Call, number>();
  const timeout = options.timeout ?? NEVER_MET;
  const providers = createProviders(
    configFor(standIn.url, {
      profile: { provider: profileProvider, apiKey: KEYS.profile, baseUrl: `${standIn.url}/api/v2` },
    }),
    {
      delay: async () => undefined,
      ...(options.log && { log: options.log }),
      timeouts: {
        'language-model': timeout,
        'web-search': timeout,
        'profile-data': timeout,
        // Answered calls get as much time as a busy machine may need.
        ...(fault?.endless &&
          call !== undefined && {
            [kindOf(call)]: Math.ceil(Math.min(Math.max(MET, slowest * MARGIN), LATEST_MET)),
          }),
      },
      fetch: countingFetch(tries, answer === 'refused' ? call : undefined),
    },
  );
  const begun = performance.now();
  const told = await searchOver(providers.open(), { deepResearch, deadline: options.deadline ?? NEVER_MET });
  if (!fault?.endless) slowest = Math.max(slowest, performance.now() - begun);
  return { ...told, tries, strays: standIn.strays };
}

const kindOf = (call: Call): ProviderKind =>
  call === 'lookup' ? 'profile-data' : call.startsWith('search page') ? 'web-search' : 'language-model';

/** Runs one search through the search function over the given providers. */
export async function searchOver(
  providers: Providers,
  { deepResearch, deadline = NEVER_MET }: { deepResearch: boolean; deadline?: number },
): Promise<ToldSearch> {
  const app = searchApp({ providers, deadline });
  const read = await readEvents(await app.fetch(postSearch({ ...searchBody, deepResearch })));
  return { read, ...summarise(read) };
}

/** The real `fetch`, counting calls by kind and sending one kind to a port that refuses connections. */
export function countingFetch(tries: Map<Call, number>, refused?: Call): ProviderFetch {
  return (address, init) => {
    const url = new URL(address);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = callOf({ path: url.pathname, query: Object.fromEntries(url.searchParams), body });
    if (call !== undefined) tries.set(call, (tries.get(call) ?? 0) + 1);
    const target = call !== undefined && call === refused ? REFUSING_ADDRESS + url.pathname : address;
    return fetch(target, init);
  };
}

function summarise(read: readonly NumberedEvent[]) {
  const events = read.map(({ event }) => event);
  const message = events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
  const display = message?.metadata?.profileDisplayData;
  return {
    events,
    message,
    done: events.flatMap((event) => (event.type === 'done' ? [event.data] : []))[0],
    cards: [...(display?.verifiedProfiles ?? []), ...(display?.otherProfiles ?? [])],
    steps: new Map(
      events.flatMap((event) => (event.type === 'step' ? [[event.data.id, event.data] as const] : [])),
    ),
  };
}
