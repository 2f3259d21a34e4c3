import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { type NumberedEvent, SearchEvent } from '#shared/search.ts';

/** Collects events from text in chunks of any size, each validated against the contract. */
export function eventCollector(): {
  feed: (text: string) => void;
  events: NumberedEvent[];
  comments: string[];
} {
  const events: NumberedEvent[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      events.push({ id: Number(id), event: v.parse(SearchEvent, { type: event, data: JSON.parse(data) }) }),
    onComment: (comment) => comments.push(comment),
  });
  return { feed: (text) => parser.feed(text), events, comments };
}

/** Reads all events of a streamed response. */
export async function readEvents(response: Response): Promise<NumberedEvent[]> {
  const collector = eventCollector();
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) collector.feed(decoder.decode(chunk, { stream: true }));
  return collector.events;
}

/** Reads a streamed response step by step. */
export function eventReader(response: Response) {
  const collector = eventCollector();
  const decoder = new TextDecoder();
  const body = response.body?.getReader();
  return {
    /** All events received so far. */
    events: collector.events,
    /** Reads until `count` events have arrived or the stream ends. @returns at most `count` events */
    async read(count: number): Promise<NumberedEvent[]> {
      while (collector.events.length < count) {
        const part = await body?.read();
        if (!part || part.done) break;
        collector.feed(decoder.decode(part.value, { stream: true }));
      }
      return collector.events.slice(0, count);
    },
    leave: async () => body?.cancel(),
  };
}

/** Reads a stream of text until it contains `expected`, and returns what was read. @throws Error if the stream ends first */
export async function readUntilText(
  reader: ReadableStreamDefaultReader<string> | undefined,
  expected: string,
): Promise<string> {
  let text = '';
  while (!text.includes(expected)) {
    const part = await reader?.read();
    if (!part || part.done) throw new Error(`The stream ended without ${expected}: ${text}`);
    text += part.value;
  }
  return text;
}
