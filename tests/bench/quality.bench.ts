import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type ProvidersConfig, readConfig } from '#functions/config.ts';
import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { answerWithInventions } from '#tests/support/models/hallucinating.ts';
import { answerObediently } from '#tests/support/models/obedient.ts';
import { answerSloppily } from '#tests/support/models/sloppy.ts';
import { type Measures, measureSearch, sumUp } from './quality/measures.ts';
import * as report from './quality/report.ts';
import { makeRequests, type QualityRequest } from './quality/requests.ts';
import { searchInvented } from './quality/search.ts';

/**
 * Quality of answers on an invented directory whose truth is known (docs/quality.md): `npm run bench -- quality [--requests 304]
 * [--seed 20261101[,…]] [--people 6000] [--write]`. With the three provider keys set, the configured model replaces the simulated ones,
 * on the same invented people and with 24 requests by default. `--write` updates the figures and the chart in docs/quality.md from the
 * first seed.
 */
const { values: flags } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string', default: '20261101' },
    people: { type: 'string', default: '6000' },
    write: { type: 'boolean', default: false },
  },
});
/** 38 of each kind. */
const SIMULATED_REQUESTS = 304;
/** Three of each kind, because a real model costs money. */
const REAL_REQUESTS = 24;
const MODES = ['deep', 'standard'] as const;
/** Concurrent requests; a real model takes time. */
const AT_ONCE = 4;

const SIMULATED: Readonly<Record<string, ModelBehaviour>> = {
  careful: answerCarefully,
  sloppy: answerSloppily,
  hallucinating: answerWithInventions,
  obedient: answerObediently,
};

const { providers: config } = readConfig(process.env);
const isReal = config.mode === 'live';
const models: Readonly<Record<string, ModelBehaviour | ProvidersConfig>> = isReal
  ? { [config.openai.model]: config }
  : SIMULATED;
const count = wholeNumber(flags.requests ?? String(isReal ? REAL_REQUESTS : SIMULATED_REQUESTS), 'requests');
const people = wholeNumber(flags.people, 'people');
const seeds = flags.seed.split(',').map((seed) => wholeNumber(seed, 'seed'));
if (flags.write && isReal)
  fail("--write is for the simulated models: figures of a real one are nobody else's to repeat.");

if (isReal)
  console.info(
    `Asks ${config.openai.model} at ${new URL(config.openai.baseUrl).host}, which is paid for: ${count} requests (--requests), deep and standard, each about 25 and 18 model calls. Web search and profile data are invented.`,
  );

const runs: report.Row[][] = [];
for (const seed of seeds) {
  const rows = await measureModels(seed);
  runs.push(rows);
  console.info(`\nSeed ${seed}. ${report.describeWeb(rows)}\n\n${report.modelTable(rows)}`);
  const [first] = rows;
  if (first) console.info(`\n${first.model}, ${first.mode}:\n\n${report.kindTable(first)}`);
}
if (runs.length > 1)
  console.info(`\nLeast and greatest of ${runs.length} seeds:\n\n${report.spreadTable(runs)}`);
if (isReal) {
  const dollars = runs.flat().reduce((sum, { figures }) => sum + figures.dollars, 0);
  console.info(
    dollars > 0
      ? `\nThe model took about $${dollars.toFixed(2)}.`
      : '\nThe price of the model is not known (docs/settings.md has where to say it).',
  );
}
if (flags.write) await writeDocs();

const faults = runs.flatMap((rows) => report.faultsOf(rows));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Every model and mode runs each request in turn, so that web search results found for one are cached for the others. */
async function measureModels(seed: number): Promise<report.Row[]> {
  const webs = Object.entries(models).map(([model, answer]) => ({
    model,
    web: searchInvented({ seed, people, model: answer }),
  }));
  const directory = await webs[0]?.web.directory;
  if (directory === undefined) return [];
  const requests = makeRequests({ count, seed, people: directory.people });
  const lines = MODES.flatMap((mode) => webs.map((each) => ({ ...each, mode })));
  const measured = await inTurns(requests, async (request) => {
    const measures = [];
    for (const { web, mode } of lines) {
      const run = await web.search(request.text, mode === 'deep');
      measures.push(measureSearch(request, run, directory.bySlug));
    }
    return { kind: request.kind, measures };
  });
  return lines.map(({ model, mode }, at) => {
    const own = measured.flatMap(({ kind, measures }) => {
      const of = measures[at];
      return of === undefined ? [] : [{ kind, measures: of }];
    });
    return { model, mode, figures: sumUp(own.map(({ measures }) => measures)), byKind: byKind(own) };
  });
}

function byKind(measured: readonly { kind: string; measures: Measures }[]) {
  const kinds = [...Map.groupBy(measured, ({ kind }) => kind)];
  return new Map(kinds.map(([kind, list]) => [kind, sumUp(list.map(({ measures }) => measures))]));
}

/** Processes the requests, a few at a time, and returns the results in order. */
async function inTurns<Result>(
  requests: readonly QualityRequest[],
  work: (request: QualityRequest) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE)
    results.push(...(await Promise.all(requests.slice(from, from + AT_ONCE).map(work))));
  return results;
}

async function writeDocs(): Promise<void> {
  const [rows = []] = runs;
  const [first] = rows;
  const figures = [
    `Seed ${seeds[0]}. ${report.describeWeb(rows)}`,
    report.modelTable(rows),
    ...(first ? [`${first.model}, ${first.mode}, by kind of request:`, report.kindTable(first)] : []),
  ].join('\n\n');
  await writeFile(
    'docs/quality.md',
    report.replaceFigures(await readFile('docs/quality.md', 'utf8'), figures),
  );
  await writeFile('docs/img/quality.svg', report.drawChart(rows));
}

function wholeNumber(text: string, name: string): number {
  return /^\d{1,9}$/.test(text) && Number(text) > 0
    ? Number(text)
    : fail(`--${name} must be a whole number from 1.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
