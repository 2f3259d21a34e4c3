import { performance } from 'node:perf_hooks';
import { createParser } from 'eventsource-parser';
import { newId, searchIdOf } from '#shared/ids.ts';

export interface BenchSearchOptions {
  /** Root of the stack. */
  url: string;
  content: string;
  deepResearch: boolean;
}

/** Arrival time of an event at the client, in milliseconds of the process’s clock. */
export interface Arrival {
  type: string;
  at: number;
}

export interface BenchSearch {
  begun: number;
  arrivals: readonly Arrival[];
}

/** Runs a search over HTTP to its end, as the page does. */
export async function runBenchSearch(options: BenchSearchOptions): Promise<BenchSearch> {
  const begun = performance.now();
  const arrivals: Arrival[] = [];
  await readSearch(options, (arrival) => arrivals.push(arrival));
  return { begun, arrivals };
}

/** Milliseconds from the request to its first event; the search is then stopped. */
export async function timeToFirstEvent(options: BenchSearchOptions): Promise<number> {
  const begun = performance.now();
  let first: number | undefined;
  await readSearch(options, ({ at }, stop) => {
    if (first !== undefined) return;
    first = at - begun;
    stop();
  });
  return first ?? Number.POSITIVE_INFINITY;
}

async function readSearch(
  { url, content, deepResearch }: BenchSearchOptions,
  take: (arrival: Arrival, stop: () => void) => void,
): Promise<void> {
  const [chatId, messageId] = [newId('chat'), newId('msg')];
  const searchId = await searchIdOf({ userId: 'anonymous', chatId, messageId });
  const stop = () => void fetch(`${url}/api/searches/${searchId}/stop`, { method: 'POST' });
  const parser = createParser({
    onEvent: ({ event = '' }) => take({ type: event, at: performance.now() }, stop),
  });
  const response = await fetch(`${url}/api/searches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId, messageId, content, deepResearch }),
  });
  if (!response.ok) throw new Error(`The search was refused: ${await response.text()}`);
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
}
