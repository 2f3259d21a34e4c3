import type { LoggedEvent, SearchLog } from '#functions/store/ports/search-log.ts';
import type { SearchSettings } from './settings.ts';

/** Waits between tries to write, in milliseconds; after the last the log is given up: the search itself goes on. */
const RETRY_PAUSES = [100, 300, 1_000, 2_000];

/** Writes a search's events in their order as they come, several at once when they come faster than they are written. */
export interface LogWriter {
  write(event: LoggedEvent): void;
  /** When everything so far is written; false when the log had to be given up. */
  flush(): Promise<boolean>;
}

type WriterTools = Pick<SearchSettings, 'searchLog' | 'delay' | 'log'>;

export function createLogWriter(
  { searchId, expiresAt }: { searchId: string; expiresAt: number },
  tools: WriterTools,
): LogWriter {
  let waiting: LoggedEvent[] = [];
  let writing: Promise<boolean> | undefined;
  const writeAll = async (): Promise<boolean> => {
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      if (!(await appendWithRetries(tools, { searchId, events, expiresAt }))) return false;
    }
    writing = undefined;
    return true;
  };
  return {
    write(event) {
      waiting.push(event);
      writing ??= writeAll();
    },
    flush: async () => (await writing) ?? true,
  };
}

async function appendWithRetries(
  { searchLog, delay, log }: WriterTools,
  append: Parameters<SearchLog['append']>[0],
): Promise<boolean> {
  for (const pause of [...RETRY_PAUSES, undefined]) {
    try {
      await searchLog.append(append);
      return true;
    } catch (error) {
      log('writing the event log failed', error);
      if (pause !== undefined) await delay(pause, new AbortController().signal);
    }
  }
  return false;
}
