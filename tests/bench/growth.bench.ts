import { createRandom } from '#infra/simulated/random.ts';
import { type MeasuredSearch, measureSearches } from './growth/measure-search.ts';
import { type Day, simulateDay } from './growth/simulate-day.ts';

/**
 * How load, latency and cost grow with the number of searches per day. One search of each mode is measured, then whole days are
 * simulated; everything except the measured searches is identical in every run.
 */
const SEARCHES_A_DAY = [1, 1_000, 1_000_000];
/** As assumed in docs/costs.md. */
const DEEP_SHARE = 0.3;
const SEED = 20_261_121;

/** In US dollars; see docs/costs.md for the sources. */
const PRICES = {
  gigabyteSecond: 0.0000133334,
  lambdaRequest: 0.2e-6,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
};
/** The search function's memory, in GB. */
const MEMORY = 0.5;

const { standard, deep } = await measureSearches();
const mixed = (of: (search: MeasuredSearch) => number): number =>
  of(standard) * (1 - DEEP_SHARE) + of(deep) * DEEP_SHARE;
const hottest = mixed(({ usage }) =>
  Math.max(
    0,
    ...[...usage.partitions].filter(([key]) => key.includes('everybody')).map(([, units]) => units),
  ),
);

table(
  ['one search', 'standard', 'deep'],
  [
    ['streamed for (s)', ...both(({ seconds }) => seconds.toFixed(1))],
    ['streamed (kB)', ...both(({ streamedBytes }) => (streamedBytes / 1_000).toFixed(0))],
    ['DynamoDB requests', ...both(({ usage }) => String(usage.reads + usage.writes))],
    ['write units', ...both(({ usage }) => String(usage.writeUnits))],
    ['read units', ...both(({ usage }) => String(usage.readUnits))],
    ['AI calls', ...both(({ spend }) => String(spend?.modelCalls))],
    ['tokens in, out', ...both(({ spend }) => `${spend?.inputTokens}, ${spend?.outputTokens}`)],
    ['pages, lookups', ...both(({ spend }) => `${spend?.searchPages}, ${spend?.lookups}`)],
    ['providers (USD)', ...both(({ spend }) => (spend?.dollars ?? 0).toFixed(3))],
    ['AWS, functions and table (USD)', ...both((search) => awsOf(search).toFixed(6))],
  ],
);

const days = SEARCHES_A_DAY.map((searches) => ({ searches, day: play(searches) }));
const perSecond = (of: (search: MeasuredSearch) => number) =>
  days.map(({ day }) => (day.busiestSecond * mixed(of)).toFixed(1));
table(
  ['a day of', ...days.map(({ searches }) => searches.toLocaleString('en'))],
  [
    ['searches in the busiest second', ...days.map(({ day }) => String(day.busiestSecond))],
    ['streams at once, half of the day', ...days.map(({ day }) => String(day.streamsHalfOfTheDay))],
    ['streams at once, at most', ...days.map(({ day }) => String(day.streamsAtMost))],
    ['met a cold start (%)', ...days.map(({ day }) => (day.coldShare * 100).toFixed(2))],
    ['write units in that second', ...perSecond(({ usage }) => usage.writeUnits)],
    ['… to the hottest item', ...days.map(({ day }) => (day.busiestSecond * hottest).toFixed(1))],
    ['AI calls in that second', ...perSecond(({ spend }) => spend?.modelCalls ?? 0)],
    [
      'AI tokens in a minute like it',
      ...days.map(({ day }) => (day.busiestSecond * 60 * mixed(tokensOf)).toFixed(0)),
    ],
    ['pages in that second', ...perSecond(({ spend }) => spend?.searchPages ?? 0)],
    ['lookups in that second', ...perSecond(({ spend }) => spend?.lookups ?? 0)],
    [
      'providers (USD a day)',
      ...days.map(({ searches }) => (searches * mixed(({ spend }) => spend?.dollars ?? 0)).toFixed(2)),
    ],
    [
      'AWS, functions and table (USD a day)',
      ...days.map(({ searches }) => (searches * mixed(awsOf)).toFixed(4)),
    ],
  ],
);

/** The median of several simulated days, ordered by their peak load. */
function play(searches: number): Day {
  const loads = [
    { share: 1 - DEEP_SHARE, seconds: standard.seconds },
    { share: DEEP_SHARE, seconds: deep.seconds },
  ];
  const { next } = createRandom(SEED);
  const played = Array.from({ length: searches > 100_000 ? 3 : 9 }, () => simulateDay(searches, loads, next));
  const sorted = played.toSorted((a, b) => a.streamsAtMost - b.streamsAtMost);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No day was played.');
  return middle;
}

function both(of: (search: MeasuredSearch) => string): [string, string] {
  return [of(standard), of(deep)];
}

function tokensOf({ spend }: MeasuredSearch): number {
  return (spend?.inputTokens ?? 0) + (spend?.outputTokens ?? 0);
}

/** List prices without free tiers. Writes count twice: the embedded DynamoDB does not count the copy in the local index. */
function awsOf({ seconds, usage }: MeasuredSearch): number {
  const { gigabyteSecond, lambdaRequest, writeUnit, readUnit } = PRICES;
  return (
    seconds * MEMORY * gigabyteSecond +
    lambdaRequest +
    usage.writeUnits * writeUnit * 2 +
    usage.readUnits * readUnit
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const [name = '', ...values] of [head, ...rows])
    console.info(name.padEnd(36) + values.map((value) => value.padStart(14)).join(''));
  console.info('');
}
