import type { LoggedEvent, SearchLog } from '#functions/store/ports/search-log.ts';
import { NumberTakenError } from '#functions/store/ports/store-error.ts';
import type { SearchSettings } from './settings.ts';

/** Waits between tries to write, in milliseconds; after the last the log is given up: the search itself goes on. */
const RETRY_PAUSES = [100, 300, 1_000, 2_000];
/** Longest time for one try, in milliseconds. */
const LONGEST_TRY = 3_000;

/**
 * What became of a write. `taken`: somebody else, who took this run for dead, has given its number to another event. After anything
 * but `written` nothing more is written.
 */
export type WriteResult = 'written' | 'given-up' | 'taken';

/** Writes a search's events one after the other. */
export type WriteEvent = (event: LoggedEvent) => Promise<WriteResult>;

type WriterTools = Pick<SearchSettings, 'searchLog' | 'delay' | 'log'>;

interface WriterOptions {
  searchId: string;
  expiresAt: number;
  /** Aborted when nothing is to be tried again. */
  signal: AbortSignal;
}

export function createLogWriter(
  { searchId, expiresAt, signal }: WriterOptions,
  tools: WriterTools,
): WriteEvent {
  let last: Promise<WriteResult> = Promise.resolve('written');
  const writeAfter = async (before: Promise<WriteResult>, event: LoggedEvent): Promise<WriteResult> => {
    const result = await before;
    const append = { searchId, events: [event], expiresAt, signal };
    return result === 'written' ? appendWithRetries(append, tools) : result;
  };
  return (event) => {
    last = writeAfter(last, event);
    return last;
  };
}

async function appendWithRetries(
  { signal, ...append }: Parameters<SearchLog['append']>[0] & { signal: AbortSignal },
  { searchLog, delay, log }: WriterTools,
): Promise<WriteResult> {
  for (const pause of [...RETRY_PAUSES, undefined]) {
    try {
      await searchLog.append({ ...append, signal: AbortSignal.timeout(LONGEST_TRY) });
      return 'written';
    } catch (error) {
      log('writing the event log failed', error);
      if (error instanceof NumberTakenError) return 'taken';
      if (pause !== undefined) await delay(pause, signal).catch(() => undefined);
      if (signal.aborted) break;
    }
  }
  return 'given-up';
}
