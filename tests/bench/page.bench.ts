import process from 'node:process';
import { firstLoad, gzippedSize } from '#tests/support/first-load.ts';
import { type Bench, SIZES, startBench, THROTTLED } from './page/open-page.ts';
import { scrollLongLists, typeWhileStreaming } from './page/smoothness.ts';
import { visit, visitNothing } from './page/visits.ts';
import { median, percentile } from './support/statistics.ts';

/**
 * The page in headless Chromium: the weight and responsiveness of a first visit on a mid-range phone, and smoothness under load on this
 * machine. If the machine’s own row is over its limit, other work interferes and the other times mean little. Medians of several runs.
 * Run with `node tests/bench/page.bench.ts`; `--details` lists layout shifts and slow interactions.
 */
const ROUNDS = 5;
const FRAME = 1_000 / 60;
const tells = process.argv.includes('--details');

let failures = 0;

function row(what: string, value: number, { limit, digits = 0 }: { limit: number; digits?: number }): void {
  const holds = value <= limit;
  if (!holds) failures += 1;
  const cells = [what.padEnd(52), value.toFixed(digits).padStart(9), limit.toFixed(digits).padStart(9)];
  console.info(`${cells.join(' ')}  ${holds ? 'holds' : 'BROKEN'}`);
}

async function measureWeight({ siteFolder }: Bench): Promise<void> {
  const { scripts, styles } = await firstLoad(siteFolder);
  row('JavaScript before the first interaction, gzipped B', gzippedSize(scripts), { limit: 110_000 });
  row('CSS, gzipped B', gzippedSize(styles), { limit: 20_000 });
}

async function measureVisits(bench: Bench): Promise<void> {
  for (const [width, height] of SIZES) {
    const visits = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(bench, { width, height }));
    row(`${width} px: LCP, ms`, median(visits.map(({ LCP }) => LCP)), { limit: 1_500 });
    row(`${width} px: CLS`, median(visits.map(({ CLS }) => CLS)), { limit: 0.02, digits: 4 });
    row(`${width} px: INP, ms`, median(visits.map(({ INP }) => INP)), { limit: 100 });
    if (tells) console.info(visits[0]?.details.join('\n'));
  }
}

async function measureMachine(bench: Bench): Promise<void> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visitNothing(bench));
  row('This machine: INP of a page with one button, ms', median(rounds), { limit: 40 });
}

async function measureSmoothness(bench: Bench): Promise<void> {
  const typing = [];
  const lists = [];
  for (let round = 0; round < 3; round += 1) {
    typing.push(await typeWhileStreaming(bench));
    lists.push(await scrollLongLists(bench));
  }
  const frames = (what: string, rounds: readonly number[][]) => {
    row(`${what}: frame p95, ms`, median(rounds.map((round) => percentile(round, 0.95))), {
      limit: FRAME * 1.1,
      digits: 1,
    });
    row(`${what}: frame p99, ms`, median(rounds.map((round) => percentile(round, 0.99))), {
      limit: FRAME * 2.1,
      digits: 1,
    });
  };
  frames('200 characters typed during a deep search', typing);
  row('2,000 messages and 1,000 chats: opened after, ms', median(lists.map(({ opened }) => opened)), {
    limit: 1_500,
  });
  frames(
    'scrolling 2,000 messages',
    lists.map(({ messages }) => messages),
  );
  frames(
    'scrolling 1,000 chats',
    lists.map(({ chats }) => chats),
  );
  row('elements in the document after that', median(lists.map(({ elements }) => elements)), {
    limit: 20_000,
  });
}

const bench = await startBench();
try {
  const { bandwidth, roundTrip, slowdown } = THROTTLED;
  console.info(
    `Visits: ${bandwidth / 1e6} Mbps, ${roundTrip} ms, ${slowdown}× slower, medians of ${ROUNDS}.`,
  );
  console.info(`${''.padEnd(52)} ${'measured'.padStart(9)} ${'limit'.padStart(9)}`);
  await measureWeight(bench);
  await measureMachine(bench);
  await measureVisits(bench);
  await measureMachine(bench);
  await measureSmoothness(bench);
} finally {
  await bench.close();
}
if (failures > 0) process.exitCode = 1;
