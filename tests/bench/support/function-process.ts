import { configuredProviders, readConfig } from '#functions/config.ts';
import { readStoreConfig } from '#functions/environment.ts';
import { createProviders } from '#functions/providers/create.ts';
import { createSearchApp } from '#functions/search/app.ts';
import { openWithLookupCache } from '#functions/search/lookup-cache.ts';
import { createClient } from '#functions/store/client.ts';
import { createStore } from '#functions/store/store.ts';
import { delay, PAUSES } from '#functions/timing.ts';
import { listen } from '#infra/local/listen.ts';
import { watchLoop } from './loop-lag.ts';

/** The search function over HTTP, wired as in its handler. Answers 'begin' with its memory use and 'end' with its figures since then. */
const config = readConfig(process.env);
const storeConfig = readStoreConfig(process.env);
const failures = new Map<string, number>();
const log = (message: string) => failures.set(message, (failures.get(message) ?? 0) + 1);
const store = createStore({ client: createClient(storeConfig), tableName: storeConfig.tableName });
const shared = createProviders(config.providers, { log: () => undefined });
const memory = { cache: store.lookups, clock: Date.now, log };
const app = createSearchApp({
  version: 'bench',
  providersMode: config.providers.mode,
  configuredProviders: configuredProviders(config.providers),
  openProviders: openWithLookupCache(shared, memory),
  pause: PAUSES[config.pacing],
  sensitiveCriteria: config.sensitiveCriteria,
  deadline: config.searchDeadline,
  clock: Date.now,
  delay,
  log,
  authenticate: async () => undefined,
  ...store,
  limits: config.limits,
  anonymous: config.anonymous,
  measure: () => undefined,
});

/** In milliseconds. */
const SAMPLES_EVERY = 100;
const loop = watchLoop();
let peak = process.memoryUsage();
const sample = () => {
  const { rss, heapUsed } = process.memoryUsage();
  peak = { ...peak, rss: Math.max(peak.rss, rss), heapUsed: Math.max(peak.heapUsed, heapUsed) };
};
setInterval(sample, SAMPLES_EVERY).unref();

const answers: Record<string, () => unknown> = {
  begin: () => {
    globalThis.gc?.();
    peak = process.memoryUsage();
    failures.clear();
    loop.begin();
    return { rss: peak.rss, heap: peak.heapUsed };
  },
  end: () => ({
    rss: peak.rss,
    heap: peak.heapUsed,
    lag: loop.end(),
    failures: Object.fromEntries(failures),
  }),
};
// Also exits when the parent process dies.
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.exit(0);
  process.send?.(answers[String(word)]?.());
});
const { port } = await listen(app.fetch, 0);
process.send?.(port);
