import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { searchIdOf } from '#shared/ids.ts';
import { startChild } from './support/child.ts';
import { openStream, send } from './support/open-stream.ts';
import { percentile } from './support/statistics.ts';

/**
 * Concurrent deep searches in one process, each with its sender’s stream and a follower. Everything is as in production except the
 * network: the search function, the database and the providers (at fixed latencies) run in separate processes. Searches start as far
 * apart as in the busiest second of a million a day (docs/performance.md); if 200 start at the same instant, some database requests
 * time out. Absolute times depend on this machine, whose cores all processes share; the ratios show what grows with the number of
 * searches. `--counts 1,50 --sends 20` runs less, `--apart 0` starts all at once, `--profile <folder>` writes the function’s CPU
 * profile there.
 */
const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1,50,200' },
    sends: { type: 'string', default: '200' },
    apart: { type: 'string', default: '22' },
    profile: { type: 'string' },
  },
});
const COUNTS = values.counts.split(',').map(Number);
const FIRST_EVENTS = Number(values.sends);
/** In milliseconds, on average. */
const APART = Number(values.apart);
/** The most that a deployment may allow one person; taking one of these slots must cost the same as taking one of two. */
const SLOTS = 1_000;
/** Concurrent searches of one person. */
const OF_ONE_PERSON = 60;
/** In milliseconds. */
const LAG_LIMIT = 50;
const FIRST_EVENT_LIMIT = 50;

const Variables = v.record(v.string(), v.string());
const Memory = v.object({ rss: v.number(), heap: v.number() });
const Lag = v.object({
  p50: v.number(),
  p99: v.number(),
  longest: v.number(),
  own: v.object({ p99: v.number(), longest: v.number(), total: v.number() }),
});
const Figures = v.object({
  ...Memory.entries,
  lag: Lag,
  failures: v.record(v.string(), v.number()),
});

const idle = await startChild('idle-process.ts', {});
const database = await startChild('database-process.ts', {});
const providers = await startChild('providers-process.ts', {});
const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const service = await startChild('function-process.ts', {
  nodeOptions: ['--expose-gc', ...profile],
  environment: {
    ...v.parse(Variables, database.ready),
    ...v.parse(Variables, providers.ready),
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...{ USER_POOL_ID: 'us-east-1_Local0001', USER_POOL_CLIENT_ID: 'client', PROVIDERS: 'live' },
    SEARCHES_AT_ONCE: String(SLOTS),
    ...{ OPENAI_API_KEY: 'a', SERPAPI_API_KEY: 'b', PROFILE_API_KEY: 'c', PACING: 'steps' },
  },
});
const port = v.parse(v.number(), service.ready);

let sends = 0;
/** A deep search by a new sender, unless the caller’s address is given. */
async function newSearch(from?: string) {
  sends += 1;
  const number = sends;
  const message = { chatId: 'chat_bench', messageId: `msg_${number}` };
  const content = 'Peruvians in the US studying computer science with AI interests';
  const searchId = await searchIdOf({ userId: 'anonymous', ...message });
  const viewer = from ?? `198.51.${number >> 8}.${number & 255}`;
  const body = JSON.stringify({ ...message, content, deepResearch: true });
  const begin = () => openStream({ port, path: '/api/searches', method: 'POST', body, viewer });
  return { path: `/api/searches/${searchId}`, viewer, begin };
}

/** Runs one search with its follower and counts incomplete streams and those with duplicate events. */
async function runOne() {
  const { path, viewer, begin } = await newSearch();
  const stream = begin();
  const first = await stream.first;
  const follower = openStream({ port, path: `${path}/events`, method: 'GET', viewer });
  const both = await Promise.all([stream.whole, follower.whole]);
  const lost = both.filter(({ ids, isDone }) => !isDone || ids.some((id, index) => id > index + 1));
  const doubled = both.filter(({ ids }) => new Set(ids).size < ids.length);
  return { first, lost: lost.length, doubled: doubled.length };
}

async function runAtOnce(count: number) {
  await Promise.all([idle.child.ask('begin'), database.child.ask('begin')]);
  const before = v.parse(Memory, await service.child.ask('begin'));
  const begun = performance.now();
  const starts = Array.from({ length: count }, () => Math.random() * (count - 1) * APART);
  const streams = await Promise.all(starts.map((start) => wait(start).then(runOne)));
  const time = performance.now() - begun;
  const figures = v.parse(Figures, await service.child.ask('end'));
  const noise = v.parse(Lag, await idle.child.ask('end'));
  const load = v.parse(v.number(), await database.child.ask('end'));
  const sum = (what: 'lost' | 'doubled') => streams.reduce((total, stream) => total + stream[what], 0);
  return {
    before,
    time,
    figures,
    noise,
    load,
    firsts: streams.map(({ first }) => first),
    lost: sum('lost'),
    doubled: sum('doubled'),
  };
}

/** Times to the first event for consecutive senders; each search is then stopped. */
async function measureFirstEvents(): Promise<number[]> {
  const times: number[] = [];
  const whole: Promise<unknown>[] = [];
  for (let number = 0; number < FIRST_EVENTS; number += 1) {
    const { path, begin } = await newSearch();
    const stream = begin();
    times.push(await stream.first);
    await send({ port, path: `${path}/stop` });
    whole.push(stream.whole);
  }
  await Promise.all(whole);
  return times;
}

/** Times to the first event for searches that start close together, and how many searches could not be counted. */
async function measureSlots(from?: string) {
  await service.child.ask('begin');
  const running = Array.from({ length: OF_ONE_PERSON }, async (_, number) => {
    await wait(number * APART);
    const { path, begin } = await newSearch(from);
    const { first, whole } = begin();
    return { path, whole, first: await first.catch(() => undefined) };
  });
  const searches = await Promise.all(running);
  const { failures } = v.parse(Figures, await service.child.ask('end'));
  await Promise.all(searches.map(({ path }) => send({ port, path: `${path}/stop` })));
  await Promise.all(searches.map(({ whole }) => whole));
  const firsts = searches.flatMap(({ first }) => first ?? []);
  return { firsts, uncounted: failures['a search could not be counted'] ?? 0 };
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

// Warm-up: compiles the code and opens connections.
await runAtOnce(20);
const firstEvents = await measureFirstEvents();
const [p50, p99] = [percentile(firstEvents, 0.5), percentile(firstEvents, 0.99)];
console.info(
  `first event (ms), ${FIRST_EVENTS} sends one after another: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} (limit ${FIRST_EVENT_LIMIT})`,
);

for (const [who, from] of [
  ['of as many people', undefined],
  [`of one person with ${SLOTS} slots`, '203.0.113.1'],
] as const) {
  const { firsts, uncounted } = await measureSlots(from);
  const times = `p50 ${percentile(firsts, 0.5).toFixed(0)}, p99 ${percentile(firsts, 0.99).toFixed(0)}`;
  console.info(
    `first event (ms), ${OF_ONE_PERSON} sends ${APART} ms apart ${who}: ${times}; uncounted ${uncounted}`,
  );
}

console.info(`Searches at once, started ${APART} ms apart on average; all times in ms, memory in MB.`);
const print = (row: readonly unknown[]) => console.info(row.map((cell) => String(cell).padStart(9)).join(''));
print([
  ...['searches', 'time', 'one = 1', 'lost', 'doubled', 'without', 'lag p50', 'p99', 'longest'],
  ...[
    'own p99',
    'longest',
    'idle p99',
    'first p50',
    'p99',
    'rss',
    'peak',
    'heap',
    'peak',
    'database',
    'work',
  ],
]);
let one = 0;
for (const count of COUNTS) {
  const { before, time, figures, noise, load, firsts, lost, doubled } = await runAtOnce(count);
  one ||= time;
  const { lag, failures } = figures;
  const sum = Object.values(failures).reduce((total, number) => total + number, 0);
  const row = [
    [count, time.toFixed(0), (time / one).toFixed(2), lost, doubled, sum],
    [lag.p50, lag.p99, lag.longest, lag.own.p99, lag.own.longest, noise.p99].map((each) => each.toFixed(1)),
    [percentile(firsts, 0.5), percentile(firsts, 0.99)].map((each) => each.toFixed(1)),
    [before.rss, figures.rss, before.heap, figures.heap].map(megabytes),
    [`${Math.round(load * 100)} %`, (lag.own.total / count).toFixed(0)],
  ];
  print(row.flat());
  if (sum > 0) console.info('  went on without:', failures);
}
console.info(
  `The limit of the lag is ${LAG_LIMIT} ms at the 99th percentile. "own" is the processor time the function's loop took between two looks: its lag`,
  'on a machine that does nothing else; "idle" is the lag of a process that does nothing, "database" how busy its one process was, "work" the processor time a search took of the loop. "without" is',
  'how often a search went on without something: with a database busy all of the time that says nothing of the function.',
);
await Promise.all([service.child.close(), idle.child.close()]);
await Promise.all([database.child.close(), providers.child.close()]);
