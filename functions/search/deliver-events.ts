import type { NumberedEvent } from '#functions/http/event-stream.ts';
import type { SearchEvent } from '#shared/events.ts';
import type { EventFeed } from './event-feed.ts';
import type { WriteEvent, WriteResult } from './log-writer.ts';
import type { SearchSettings } from './settings.ts';
import { unlessAborted } from './unless-aborted.ts';
import { within } from './within.ts';

/** Readers wait no longer than this for an event that is not written yet, in milliseconds. */
const LONGEST_HOLD = 250;

/** Brings a search's events to the log and then to the feed, each in its turn; nobody who makes events waits for either. */
export interface Delivery {
  publish(event: SearchEvent): void;
  /** When all events are with the readers, and in the log unless that is given up or the signal is aborted before. */
  settle(signal: AbortSignal): Promise<void>;
}

interface DeliveryOptions {
  feed: EventFeed;
  /** Undefined when the search runs without a log. */
  write: WriteEvent | undefined;
  /** Called when the log has become another's: this run's further events have not happened, and reach nobody. */
  onTaken: () => void;
  delay: SearchSettings['delay'];
}

/**
 * An event reaches readers once it is written, so that whoever ends the search of an instance that was killed ends the one its readers
 * saw. A log that is slow or down holds an event for a moment only.
 */
export function deliverEvents({ feed, write, onTaken, delay }: DeliveryOptions): Delivery {
  let held: NumberedEvent[] = [];
  let published = 0;
  let isTaken = false;
  let writing: Promise<void> = Promise.resolve();
  let delivering: Promise<void> = writing;
  const release = (upTo: number) => {
    for (const { id, event } of held) if (id <= upTo && !isTaken) feed.append(event);
    held = held.filter(({ id }) => id > upTo);
  };
  const notice = (result: WriteResult) => {
    if (result !== 'taken' || isTaken) return;
    isTaken = true;
    onTaken();
  };
  return {
    publish(event) {
      published += 1;
      const id = published;
      held.push({ id, event });
      // The claim of the search stands for its first event: whoever ends the search in this one's place finds it there.
      if (write === undefined || id === 1) release(id);
      if (write === undefined) return;
      writing = write({ id, event }).then(notice);
      delivering = within(LONGEST_HOLD, writing, delay).then(() => release(id));
    },
    async settle(signal) {
      await delivering;
      await unlessAborted(signal, writing).catch(() => undefined);
    },
  };
}
