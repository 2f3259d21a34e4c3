import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId, searchIdOf } from '#shared/ids.ts';
import { EXAMPLE_PROMPTS } from '#shared/product.ts';
import { SearchEvent } from '#shared/search.ts';
import { CheckFailed, NotChecked } from './report.ts';
import { type Answer, excerpt, expectStatus, parseJson, problemIn, Site } from './site.ts';

/** In milliseconds. A deployment's default deadline is 90 s. */
const SEARCH_TIMEOUT = 300_000;
/** In characters. An item of the event log is at most 400 KB. */
const MAX_EVENT_LENGTH = 4_000_000;

/** Identifies a search, so that it can be stopped. */
export interface SearchName {
  /** The account's id, or 'anonymous'. */
  userId: string;
  chatId: string;
  messageId: string;
}

export const nameSearch = (userId: string, chatId: string = newId('chat')): SearchName => ({
  userId,
  chatId,
  messageId: newId('msg'),
});

/** An event of a stream, with its arrival time in milliseconds on the clock of {@link StreamTimes}. */
interface TimedEvent {
  id: number;
  type: string;
  at: number;
}

/** Times of a search, in milliseconds on one clock. */
export interface StreamTimes {
  sent: number;
  /** Every chunk of the body, including comments. */
  arrivals: readonly number[];
  events: readonly TimedEvent[];
}

export interface SearchResult {
  times: StreamTimes;
  events: SearchEvent[];
}

interface SearchOptions {
  name: SearchName;
  token: string | undefined;
  deepResearch?: boolean;
}

/** Starts a search. @returns the response, whose events are still to come */
function startSearch(site: Site, { name, token, deepResearch = false }: SearchOptions): Promise<Response> {
  const { chatId, messageId } = name;
  return site.open('/api/searches', {
    method: 'POST',
    body: { chatId, messageId, content: EXAMPLE_PROMPTS[3], deepResearch },
    timeout: SEARCH_TIMEOUT,
    headers: { accept: 'text/event-stream' },
    ...(token !== undefined && { token }),
  });
}

/** Stops a search and its spending; does nothing to one that has ended. */
export async function stopSearch(site: Site, name: SearchName, token: string | undefined): Promise<void> {
  const path = `/api/searches/${await searchIdOf(name)}/stop`;
  const answer = await site.ask(path, { method: 'POST', ...(token !== undefined && { token }) });
  // 404: it never started.
  expectStatus(answer, 200, 404);
}

/**
 * Runs a search to its end.
 * @param clock times it, in milliseconds
 * @throws NotChecked if the deployment's rules refuse it, CheckFailed if the stream violates the contract
 */
export async function runSearch(
  site: Site,
  { clock, ...options }: SearchOptions & { clock: () => number },
): Promise<SearchResult> {
  const sent = clock();
  const response = await startSearch(site, options);
  if (response.status !== 200) throw await refusalOf(response);
  const type = response.headers.get('content-type') ?? 'none';
  if (!type.startsWith('text/event-stream'))
    throw new CheckFailed(`content-type is ${type}, not text/event-stream`);
  const arrivals: number[] = [];
  const timed: TimedEvent[] = [];
  const events: SearchEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent({ id, event = '', data }) {
      timed.push({ id: Number(id), type: event, at: clock() });
      const parsed = v.safeParse(SearchEvent, { type: event, data: parseJson(data) });
      if (!parsed.success) throw new CheckFailed(`event ${id}, ${event}, violates the contract`);
      events.push(parsed.output);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    arrivals.push(clock());
    parser.feed(decoder.decode(bytes, { stream: true }));
  }
  return { times: { sent, arrivals, events: timed }, events };
}

async function refusalOf(response: Response): Promise<Error> {
  const answer: Answer = { status: response.status, headers: response.headers, text: await response.text() };
  const problem = problemIn(answer);
  if (problem !== undefined && [401, 403, 429].includes(answer.status))
    return new NotChecked(`the deployment refuses this search: ${answer.status}, ${excerpt(answer)}`);
  return new CheckFailed(`a search was answered with ${answer.status}: ${excerpt(answer)}`);
}

/** How a stream ended, in a few words. */
export function describeEnd(events: readonly SearchEvent[]): string {
  const done = events.find((event) => event.type === 'done');
  return `${events.length} events, ${done === undefined ? 'without a final event' : `ended as "${done.data.outcome}"`}`;
}

/** The outcome of a search. @throws CheckFailed for anything but an answer with people */
export function judgeOutcome(events: readonly SearchEvent[]): string {
  const message = events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
  const done = events.flatMap((event) => (event.type === 'done' ? [event.data] : []))[0];
  if (done?.outcome !== 'answered')
    throw new CheckFailed(
      `it ended ${done === undefined ? 'without "done"' : `as "${done.outcome}"`}: ${done?.error?.message ?? message?.content ?? ''}`,
    );
  const people = message?.metadata?.profileDisplayData?.totalProfiles ?? 0;
  if (people === 0) throw new CheckFailed('it found nobody');
  return `answered with ${people === 1 ? '1 person' : `${people} people`}`;
}

/** Events must span at least this share of the time from the request to the last event. With a buffer in between they span 0 %. */
const MIN_STREAMED_SHARE = 0.3;
/** In milliseconds. A comment is written at least every 2 s; half a second is for the network. */
const MAX_SILENCE = 2_500;
/** The share of the stream's duration that may consist of longer silences, such as a network hiccup. */
const MAX_SILENT_SHARE = 0.2;

/**
 * Checks that events arrived as they happened, relative to the search's own duration, which varies.
 * @throws CheckFailed if something buffered them, or if they are not numbered as the contract says
 */
export function judgeStream({ sent, arrivals, events }: StreamTimes): string {
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) throw new CheckFailed('no events arrived');
  const seen = events.map(({ id, type }) => `${id} ${type}`);
  if (first.type !== 'run' || last.type !== 'done' || events.some(({ id }, index) => id !== index + 1))
    throw new CheckFailed(
      `events are not numbered from run to done: ${seen.slice(0, 3)} … ${seen.slice(-2)}`,
    );
  const whole = last.at - sent;
  const streamed = whole > 0 ? (last.at - first.at) / whole : 0;
  const silences = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at));
  const silent = silences.filter((silence) => silence > MAX_SILENCE).reduce((sum, one) => sum + one, 0);
  const share = whole > 0 ? silent / whole : 0;
  const measured = `first event after ${ms(first.at - sent)}, last after ${ms(whole)} (${percent(streamed)} of the time), longest silence ${ms(Math.max(0, ...silences))}`;
  if (streamed < MIN_STREAMED_SHARE) throw new CheckFailed(`something delays events: ${measured}`);
  if (share > MAX_SILENT_SHARE)
    throw new CheckFailed(
      `${percent(share)} of the time passed in silences over ${ms(MAX_SILENCE)}: ${measured}`,
    );
  return measured;
}

const ms = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

interface CheckLimitOptions {
  /** Origin of the stage with the limit. */
  limited: string | undefined;
  fetch: typeof globalThis.fetch;
  stopped: AbortSignal;
}

/** Tries an anonymous Deep Research where none is allowed: it must be refused before it costs anything. */
export async function checkLimit({ limited, fetch, stopped }: CheckLimitOptions): Promise<string> {
  if (limited === undefined)
    throw new NotChecked(
      'needs a stage with anonymousDeepSearchesPerDay=0, possibly this one: pass --limited',
    );
  const site = new Site({ origin: limited, fetch, signal: stopped });
  const name = nameSearch(ANONYMOUS_USER_ID);
  const response = await startSearch(site, { name, token: undefined, deepResearch: true });
  if (response.status === 200) {
    await stopSearch(new Site({ origin: limited, fetch }), name, undefined);
    await response.body?.cancel();
    throw new CheckFailed(
      `${limited} started a Deep Research without an account; it was stopped immediately`,
    );
  }
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  if (answer.status === 401) throw new NotChecked(`${limited} requires an account: ${excerpt(answer)}`);
  expectStatus(answer, 429);
  const wait = answer.headers.get('retry-after');
  // The firewall's 429 has no retry-after.
  if (problemIn(answer)?.code !== 'quota-exceeded' || wait === null)
    throw new CheckFailed(`429, but not the service's own: ${excerpt(answer)}`);
  return `429, retry after ${wait} s`;
}
