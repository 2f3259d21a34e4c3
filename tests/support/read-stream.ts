import { createParser } from 'eventsource-parser';
import * as v from 'valibot';
import { SearchEvent } from '#shared/events.ts';

export interface ReadEvent {
  id: number;
  event: SearchEvent;
}

/** Collects events from text fed in any slices, each checked against the contract. */
export function eventCollector(): { feed: (text: string) => void; events: ReadEvent[]; comments: string[] } {
  const events: ReadEvent[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      events.push({ id: Number(id), event: v.parse(SearchEvent, { type: event, data: JSON.parse(data) }) }),
    onComment: (comment) => comments.push(comment),
  });
  return { feed: (text) => parser.feed(text), events, comments };
}

/** The events of a streamed response, read to its end. */
export async function readEvents(response: Response): Promise<ReadEvent[]> {
  const collector = eventCollector();
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) collector.feed(decoder.decode(chunk, { stream: true }));
  return collector.events;
}
