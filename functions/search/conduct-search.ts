import { DeadlineReached } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run-search.ts';
import { NOT_SAVED } from '#shared/errors.ts';
import type { DoneEvent, SearchEvent } from '#shared/events.ts';
import { holdLease } from './hold-lease.ts';
import type { Keeping } from './keep-search.ts';
import { createLogWriter } from './log-writer.ts';
import { measureSearch } from './measure-search.ts';
import type { RunningSearch, RunningSearches } from './running-searches.ts';
import { SEND_FAILED_EVENT } from './send-failed-event.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';

export interface SearchInHand extends RunningSearch {
  opened: OpenedProviders;
  keeping: Keeping;
  /** Frees the search's place among those the person runs at once. */
  leave: () => Promise<void>;
  /** This run of the search, as the log knows it; undefined when the log could not be reached. */
  lease: { searchId: string; holder: string } | undefined;
  /** When the event log may be forgotten, in milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Runs a search to its end, keeps and logs it, whether or not anyone listens: within its deadline, stoppable from anywhere, its
 * events in the feed. The feed is closed whatever happens, with exactly one `done` as its last event.
 */
export async function conductSearch(
  hand: SearchInHand,
  { running }: RunningSearches,
  settings: SearchSettings,
): Promise<void> {
  const { search, feed, controller, opened, lease } = hand;
  const { searchId } = search;
  const deadline = setTimeout(() => controller.abort(new DeadlineReached()), settings.deadline);
  const ended = new AbortController();
  running.set(searchId, hand);
  const leaseHeld = lease && holdLease(lease, controller, settings, ended.signal);
  const writer = lease && createLogWriter({ searchId, expiresAt: hand.expiresAt }, settings);
  const measured = measureSearch({ ...settings, deepResearch: search.deepResearch });
  const publish = (event: SearchEvent) => {
    measured(event);
    const numbered = feed.append(event);
    writer?.write(numbered);
  };
  try {
    publish(await run(hand, settings, publish));
  } catch (error) {
    settings.log('search broke off', error);
    await hand.keeping.abandon();
    publish(SEND_FAILED_EVENT);
  } finally {
    clearTimeout(deadline);
    ended.abort();
    await Promise.allSettled([writer?.flush(), leaseHeld]);
    if (lease)
      await settings.searchLog.end(lease).catch((error) => settings.log('closing the log failed', error));
    running.delete(searchId);
    await hand.leave();
    await opened.finish().catch((error) => settings.log('a recording could not be written', error));
    // Last of all: Lambda may freeze the instance as soon as the stream ends.
    feed.close();
  }
}

/** Everything but the last event is published at once; the last waits for the answer to be stored and says if it was not. */
async function run(
  { search, opened, keeping, controller }: SearchInHand,
  { pacing, clock, delay, log }: SearchSettings,
  publish: (event: SearchEvent) => void,
): Promise<DoneEvent> {
  let stored = Promise.resolve(true);
  let done = SEND_FAILED_EVENT;
  const emit = (event: SearchEvent) => {
    if (event.type === 'message') stored = keeping.end(event.data);
    if (event.type === 'done') done = event;
    else publish(event);
  };
  const { providers } = opened;
  await runSearch(search, { providers, pacing, clock, delay, log, emit, signal: controller.signal });
  return (await stored) ? done : { ...done, data: { ...done.data, error: NOT_SAVED } };
}
