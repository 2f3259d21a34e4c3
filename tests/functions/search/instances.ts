import { setTimeout as wait } from 'node:timers/promises';
import type { SearchAppDeps } from '#functions/search/deps.ts';
import type { SearchLog } from '#functions/store/search-log.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { eventCollector } from '#tests/support/read-stream.ts';
import { patient } from '#tests/support/search-app.ts';

/** Shortens intervals and pauses to 20 ms; no limit passes. */
export const quickly: SearchAppDeps['delay'] = (milliseconds, signal) =>
  patient(milliseconds < 5_000 ? Math.min(milliseconds, 20) : milliseconds, signal);

/** Everything a reader receives until `happening` settles, including what is already on its way. */
export async function readUntil(response: Response, happening: Promise<unknown>): Promise<NumberedEvent[]> {
  const collector = eventCollector();
  const reader = response.body?.getReader();
  const over = happening.then(() => wait(0)).then(() => undefined);
  for (;;) {
    const part = await Promise.race([reader?.read(), over]);
    if (part === undefined || part.done) break;
    collector.feed(new TextDecoder().decode(part.value));
  }
  await reader?.cancel();
  return collector.events;
}

/** An instance that stops doing anything at its write of that number, whether or not that write reaches the log. */
export function killedAtWrite(
  searchLog: SearchLog,
  { number, reached }: { number: number; reached: boolean },
): Pick<SearchAppDeps, 'searchLog' | 'delay'> & { killed: Promise<void> } {
  const never = new Promise<never>(() => undefined);
  const killed = Promise.withResolvers<void>();
  let writes = 0;
  const lastWrite = async (options: Parameters<SearchLog['append']>[0]) => {
    if (reached) await searchLog.append(options);
    killed.resolve();
    return never;
  };
  const isDead = () => writes >= number;
  return {
    killed: killed.promise,
    // No event is given up on before the death either, so readers see exactly what was written.
    delay: () => never,
    searchLog: {
      ...searchLog,
      append: (options) => {
        writes += 1;
        if (writes < number) return searchLog.append(options);
        return writes === number ? lastWrite(options) : never;
      },
      end: (options) => (isDead() ? never : searchLog.end(options)),
    },
  };
}
