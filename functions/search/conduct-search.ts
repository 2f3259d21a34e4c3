import { DeadlineReached, StopRequested } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run-search.ts';
import { NOT_SAVED } from '#shared/errors.ts';
import type { DoneEvent, SearchEvent } from '#shared/events.ts';
import type { Delivery } from './deliver-events.ts';
import { deliverEvents } from './deliver-events.ts';
import { holdLease } from './hold-lease.ts';
import type { Keeping } from './keep-search.ts';
import type { Closing } from './limit-closing.ts';
import { limitClosing } from './limit-closing.ts';
import { createLogWriter } from './log-writer.ts';
import { measureSearch } from './measure-search.ts';
import type { RunningSearch, RunningSearches } from './running-searches.ts';
import { sendFailedEvent } from './send-failed-event.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface SearchInHand extends RunningSearch {
  opened: OpenedProviders;
  keeping: Keeping;
  /** Frees the search's place among those the person runs at once. */
  leave: (signal: AbortSignal) => Promise<void>;
  /** This run of the search, as the log knows it; undefined when the log could not be reached. */
  lease: { searchId: string; holder: string } | undefined;
  /** When the event log may be forgotten, in milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Runs a search to its end, keeps and logs it, whether or not anyone listens: within its deadline, stoppable from anywhere, its
 * events in the log and the feed. The feed is closed whatever happens, within seconds of the answer, with exactly one `done` as its last
 * event; without one only when another instance took this one for dead and ended the search.
 */
export async function conductSearch(
  hand: SearchInHand,
  { running }: RunningSearches,
  settings: SearchSettings,
): Promise<void> {
  const { search, feed, controller, lease } = hand;
  const deadline = setTimeout(() => controller.abort(new DeadlineReached()), settings.deadline);
  const ended = new AbortController();
  const closing = limitClosing(settings);
  running.set(search.searchId, hand);
  const leaseHeld = lease && holdLease(lease, controller, settings, ended.signal);
  const delivery = openDelivery(hand, { running, closing }, settings);
  const measured = measureSearch({ ...settings, deepResearch: search.deepResearch });
  const publish = (event: SearchEvent) => {
    measured(event);
    delivery.publish(event);
  };
  try {
    publish(await run(hand, { publish, closing }, settings));
  } catch (error) {
    settings.log('search broke off', error);
    closing.begin();
    await hand.keeping.abandon(closing.saving);
    publish(sendFailedEvent());
  } finally {
    clearTimeout(deadline);
    ended.abort();
    await Promise.allSettled([closeLog(hand, { delivery, closing }, settings), leaseHeld]);
    running.delete(search.searchId);
    closing.end();
    await hand.opened.finish().catch((error) => settings.log('a recording could not be written', error));
    // Last of all: Lambda may freeze the instance as soon as the stream ends.
    feed.close();
  }
}

/** Waits for the log, ends it and gives the place back. Only what has begun by then is still to be had from a log that is away. */
async function closeLog(
  { lease, leave }: SearchInHand,
  { delivery, closing: { signal } }: { delivery: Delivery; closing: Closing },
  { searchLog, log }: SearchSettings,
): Promise<void> {
  await delivery.settle(signal);
  const end = async () => {
    if (lease) await unlessAborted(signal, searchLog.end({ ...lease, signal }));
  };
  await Promise.all([end().catch((error) => log('closing the log failed', error)), leave(signal)]);
}

function openDelivery(
  { search: { searchId }, feed, controller, lease, expiresAt }: SearchInHand,
  { running, closing }: { running: RunningSearches['running']; closing: Closing },
  settings: SearchSettings,
): Delivery {
  const { signal } = closing;
  return deliverEvents({
    feed,
    write: lease && createLogWriter({ searchId, expiresAt, signal }, settings),
    delay: settings.delay,
    onTaken: () => {
      // Whoever has ended this search in its place has written how it ends: readers come back for that.
      running.delete(searchId);
      feed.close();
      controller.abort(new StopRequested());
    },
  });
}

interface RunTools {
  publish: (event: SearchEvent) => void;
  closing: Closing;
}

/** Everything but the last event is published at once; the last waits for the answer to be stored and says if it was not. */
async function run(
  { search, opened, keeping, controller }: SearchInHand,
  { publish, closing }: RunTools,
  { pacing, clock, delay, log }: SearchSettings,
): Promise<DoneEvent> {
  let stored = Promise.resolve(true);
  let done = sendFailedEvent();
  const emit = (event: SearchEvent) => {
    if (event.type === 'message') {
      closing.begin();
      stored = keeping.end(event.data, closing.saving);
    }
    if (event.type === 'done') done = event;
    else publish(event);
  };
  const { providers } = opened;
  await runSearch(search, { providers, pacing, clock, delay, log, emit, signal: controller.signal });
  return (await stored) ? done : { ...done, data: { ...done.data, error: NOT_SAVED } };
}
