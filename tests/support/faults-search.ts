import { createProviders } from '#functions/providers/create.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import type { Providers } from '#functions/providers/ports.ts';
import type { Message } from '#shared/message.ts';
import type { DisplayProfile } from '#shared/results.ts';
import type { DoneEvent, NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { ProgressStep } from '#shared/steps.ts';
import { configFor, KEYS } from '#tests/functions/providers/setup.ts';
import type { Row } from './faults-contract.ts';
import { readEvents } from './read-stream.ts';
import { postSearch, searchApp, searchBody } from './search-app.ts';
import { type Call, callOf, startStandIn } from './stand-in-providers.ts';

/** A privileged port nobody listens on: one the system hands out could be a neighbour's a moment later. */
const REFUSING = 'http://127.0.0.1:2';
/** Milliseconds: long where no call is to run into it, short where one is. */
const NEVER_MET = 20_000;
const MET = 2_000;

/** Everything a search told. */
export interface ToldSearch {
  read: readonly NumberedEvent[];
  events: readonly SearchEvent[];
  message: Message | undefined;
  done: DoneEvent['data'] | undefined;
  /** The cards of the answer, best first. */
  cards: readonly DisplayProfile[];
  /** The last state of each step, in the order they began. */
  steps: ReadonlyMap<ProgressStep['id'], ProgressStep>;
}

/** A search with what it asked for. */
export interface FaultySearch extends ToldSearch {
  /** How often each kind of call was tried, refused ones included. */
  tries: ReadonlyMap<Call, number>;
  /** Paths asked for that are no provider's. */
  strays: readonly string[];
}

export interface FaultySearchOptions extends Partial<Pick<Row, 'fault' | 'call' | 'profileProvider'>> {
  deepResearch: boolean;
  /** Longest time for a call and for the search, in milliseconds. */
  timeout?: number;
  deadline?: number;
}

/** One search through the search function over real adapters and real HTTP, with a fault at one kind of call. */
export async function searchWith(options: FaultySearchOptions): Promise<FaultySearch> {
  const { fault, call, deepResearch, profileProvider = 'enrichlayer' } = options;
  const answer = fault?.answer;
  await using standIn = await startStandIn(
    answer === undefined || answer === 'refused' || call === undefined ? undefined : { call, answer },
  );
  const tries = new Map<Call, number>();
  const timeoutOf = (calls: readonly Call[]) =>
    options.timeout ?? (fault?.endless && call !== undefined && calls.includes(call) ? MET : NEVER_MET);
  const providers = createProviders(
    configFor(standIn.url, {
      profile: { provider: profileProvider, apiKey: KEYS.profile, baseUrl: `${standIn.url}/api/v2` },
    }),
    {
      delay: async () => undefined,
      // A busy machine may be late with the good answers of the others.
      timeouts: {
        'language-model': timeoutOf(['query', 'scoring', 'assessment', 'formatting']),
        'web-search': timeoutOf(['search page 1', 'search page 2']),
        'profile-data': timeoutOf(['lookup']),
      },
      fetch: countingFetch(tries, answer === 'refused' ? call : undefined),
    },
  );
  const told = await searchOver(providers.open(), { deepResearch, deadline: options.deadline ?? NEVER_MET });
  return { ...told, tries, strays: standIn.strays };
}

/** One search through the search function over the given providers. */
export async function searchOver(
  providers: Providers,
  { deepResearch, deadline = NEVER_MET }: { deepResearch: boolean; deadline?: number },
): Promise<ToldSearch> {
  const app = searchApp({ providers, deadline });
  const read = await readEvents(await app.fetch(postSearch({ ...searchBody, deepResearch })));
  return { read, ...summarise(read) };
}

/** The real `fetch`, counting its calls by their kind and sending those of one kind where they are refused. */
export function countingFetch(tries: Map<Call, number>, refused?: Call): ProviderFetch {
  return (address, init) => {
    const url = new URL(address);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = callOf({ path: url.pathname, query: Object.fromEntries(url.searchParams), body });
    if (call !== undefined) tries.set(call, (tries.get(call) ?? 0) + 1);
    const target = call !== undefined && call === refused ? REFUSING + url.pathname : address;
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
