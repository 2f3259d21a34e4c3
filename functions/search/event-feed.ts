import type { NumberedEvent } from '#functions/http/event-stream.ts';
import type { SearchEvent } from '#shared/events.ts';

/** A search's events in their order, numbered from 1; any number of readers follow from where they like. */
export interface EventFeed {
  /** How many there are so far. */
  readonly length: number;
  /** Gives the event back with its number. */
  append(event: SearchEvent): NumberedEvent;
  /** Nothing follows any more; readers end after the last event. */
  close(): void;
  /** The events after number `after`, then those to come. */
  follow(after?: number): AsyncGenerator<NumberedEvent, void, undefined>;
}

export function createEventFeed(): EventFeed {
  const events: NumberedEvent[] = [];
  let closed = false;
  let change = Promise.withResolvers<void>();
  const announce = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  return {
    get length() {
      return events.length;
    },
    append(event) {
      const numbered = { id: events.length + 1, event };
      events.push(numbered);
      announce();
      return numbered;
    },
    close() {
      closed = true;
      announce();
    },
    async *follow(after = 0) {
      for (let position = after; ; position += 1) {
        while (position >= events.length && !closed) await change.promise;
        const next = events[position];
        if (next === undefined) return;
        yield next;
      }
    },
  };
}
