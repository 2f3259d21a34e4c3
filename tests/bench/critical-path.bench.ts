import { parseArgs } from 'node:util';
import { startTestStack } from '#tests/support/stack.ts';
import { runBenchSearch, timeToFirstEvent } from './support/bench-search.ts';
import { watchCalls } from './support/call-times.ts';
import {
  boundOf,
  cardsAfterResults,
  cardsAfterSearch,
  durationOfRound,
  type Round,
  slowestOf,
} from './support/critical-path.ts';
import { median, percentile } from './support/statistics.ts';

/**
 * Duration of a search over HTTP without pauses, compared with the time that the simulated providers themselves take:
 * `node tests/bench/critical-path.bench.ts [--rounds 5] [--first-events 100] [--query 800] [--search 1500] [--scoring 1500]
 * [--lookup 2000] [--assessment 1500] [--formatting 2000] [--jitter 0] [--seed 20261101]`, with latencies in milliseconds and jitter
 * as a share of them.
 */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    'first-events': { type: 'string', default: '100' },
    query: { type: 'string', default: '800' },
    search: { type: 'string', default: '1500' },
    scoring: { type: 'string', default: '1500' },
    lookup: { type: 'string', default: '2000' },
    assessment: { type: 'string', default: '1500' },
    formatting: { type: 'string', default: '2000' },
    jitter: { type: 'string', default: '0' },
    seed: { type: 'string', default: '20261101' },
  },
});
const latency = {
  query: Number(flags.query),
  searchPage: Number(flags.search),
  scoring: Number(flags.scoring),
  lookup: Number(flags.lookup),
  assessment: Number(flags.assessment),
  formatting: Number(flags.formatting),
};
/** A different request each round, because lookups are cached for a week. */
const NATIONS = [
  'Peruvian',
  'Brazilian',
  'Indian',
  'Chinese',
  'German',
  'French',
  'Mexican',
  'Nigerian',
  'Italian',
  'Japanese',
];
const requestOf = (round: number): string => `${NATIONS[round % NATIONS.length]} software engineers`;
const CALLS = ['query', 'search page', 'scoring', 'lookup', 'assessment', 'formatting'] as const;

const calls = watchCalls();
const stack = await startTestStack({
  simulation: { people: 20_000, seed: Number(flags.seed), jitter: Number(flags.jitter), latency },
});

async function runRound(content: string, deepResearch: boolean): Promise<Round> {
  calls.length = 0;
  const search = await runBenchSearch({ url: stack.url, content, deepResearch });
  return { ...search, calls: [...calls] };
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

function report(name: string, rounds: readonly Round[], deepResearch: boolean): void {
  const pairs = rounds.map((round) => ({
    took: durationOfRound(round),
    bound: boundOf(round, deepResearch),
  }));
  const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of));
  const nominal =
    latency.query +
    latency.searchPage +
    (deepResearch ? latency.scoring + latency.lookup + latency.assessment : latency.formatting);
  console.info(`\n${name} search, medians of ${rounds.length} rounds`);
  console.info(`  took ${ms(middle(({ took }) => took))}`);
  console.info(
    `  the providers' own time on that way ${ms(middle(({ bound }) => bound))}: ratio ${middle(({ took, bound }) => took / bound).toFixed(4)}, over by ${ms(middle(({ took, bound }) => took - bound))}`,
  );
  console.info(
    `  the formula over the given latencies ${ms(nominal)}: ratio ${middle(({ took }) => took / nominal).toFixed(4)}, allowed ${ms(1.05 * nominal + 50)}`,
  );
  for (const kind of CALLS) {
    const count = median(rounds.map((round) => round.calls.filter((call) => call.kind === kind).length));
    if (count > 0)
      console.info(
        `  ${kind.padEnd(11)} ${count} calls, the slowest ${ms(median(rounds.map((round) => slowestOf(round, kind))))}`,
      );
  }
  console.info(`  the search's answer to provisional cards: ${ms(median(rounds.map(cardsAfterSearch)))}`);
  const results = rounds.flatMap(cardsAfterResults);
  if (results.length > 0)
    console.info(
      `  a scoring's or assessment's answer to its cards: median ${ms(median(results))}, p99 ${ms(percentile(results, 0.99))} of ${results.length}`,
    );
}

// The first search warms up compilation and connections.
await runRound('Kenyan software engineers', true);
for (const [name, deepResearch] of [
  ['Deep', true],
  ['Standard', false],
] as const) {
  const rounds: Round[] = [];
  for (let round = 0; round < Number(flags.rounds); round += 1)
    rounds.push(await runRound(requestOf(round), deepResearch));
  report(name, rounds, deepResearch);
}
const first: number[] = [];
for (let count = 0; count < Number(flags['first-events']); count += 1)
  first.push(await timeToFirstEvent({ url: stack.url, content: requestOf(count), deepResearch: false }));
console.info(
  `\nThe first event after the request, ${first.length} of them, warm: median ${ms(median(first))}, p99 ${ms(percentile(first, 0.99))}`,
);
await stack.close();
