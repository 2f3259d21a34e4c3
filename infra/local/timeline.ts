import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type ProvidersConfig, readConfig } from '#functions/config.ts';
import { ConfigError, withoutEmpty } from '#functions/environment.ts';
import { StopRequested } from '#functions/pipeline/context.ts';
import { createProviders } from '#functions/providers/create.ts';
import { PROFILE_SOURCES } from '#functions/providers/registry.ts';
import { readArguments, runCommand, UsageError, whenStopped } from '../command.ts';
import { writeAtomically } from './checked-file.ts';
import { readDataDir, readLocalConfig } from './config.ts';
import { newSearch, runOneSearch } from './one-search.ts';
import { needsSimulation, providerOpener } from './open-providers.ts';
import {
  findRecording,
  folderForNew,
  listRecordings,
  RecordingError,
  recordingFolders,
} from './recording/files.ts';
import { Recording } from './recording/format.ts';
import { providerSecrets } from './recording/record.ts';
import { createScrubber } from './recording/scrub.ts';
import { readTimeline } from './timeline/calls.ts';
import { renderPage } from './timeline/page.ts';

const USAGE = `npm run timeline -- NAME, or -- --request TEXT [--deep]: writes a timeline of a search's calls as one HTML page.

  NAME                    the recording's name, such as students-deep
  --request TEXT          first runs and records this search, such as "Peruvian AI researchers in Boston"
  --deep                  runs it as Deep Research

It looks in the shipped recordings and in .local/recordings; RECORDING names another folder.`;

const USAGE_ERROR = `Specify the name of a recording, or --request with what to search for.\n\n${USAGE}`;

/**
 * `npm run timeline -- <name>`, or `-- --request <text> [--deep]` to run and record a search first: writes a page with the waterfall of a
 * recording, and prints its path.
 */
async function main(given: readonly string[]): Promise<void> {
  const { name, search } = readRequest(given);
  const { env } = process;
  const dataDir = readDataDir(env);
  const searched = search && (await record(search, folderForNew(env['RECORDING'], dataDir)));
  if (search && searched === undefined) {
    process.exitCode = 1;
    return;
  }
  const folders = recordingFolders(env['RECORDING'], dataDir);
  const recording = await findRecording(searched ?? name, folders);
  const folder = join(dataDir, 'timelines');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${searched ?? name}.html`);
  await writeAtomically(path, await renderRecording(recording));
  console.info(`Wrote ${path}`);
}

/** @throws UsageError */
export function readRequest(given: readonly string[]) {
  const { values, positionals } = readArguments(given, {
    options: { request: { type: 'string' }, deep: { type: 'boolean' } },
    allowPositionals: true,
    usage: USAGE,
  });
  const [name, ...others] = positionals;
  const { deep = false } = values;
  const content = values.request?.trim();
  const both = content !== undefined && name !== undefined;
  if (both || others.length > 0 || content === '' || (deep && content === undefined))
    throw new UsageError(USAGE_ERROR);
  return { name, search: content === undefined ? undefined : { content, deepResearch: deep } };
}

/**
 * Runs a search with the configured providers, or the simulated ones if there are no keys, and returns its recording's name. If it is
 * interrupted, the recording ends there; undefined if that was before the first answer.
 */
async function record(asked: NonNullable<Recording['search']>, folder: string): Promise<string | undefined> {
  const { env } = process;
  const { providers, simulatedLatency, pacing, sensitiveCriteria } = readLocalConfig({
    PACING: 'off',
    SIMULATED_LATENCY: 'realistic',
    ...withoutEmpty(env),
  });
  if (providers.mode === 'replay')
    throw new UsageError('A replayed search calls no provider: specify the name of its recording instead.');
  // Imported late: loading these takes as long as everything else, and most timelines are of existing recordings.
  const simulated = needsSimulation(providers)
    ? await (await import('./simulated-providers.ts')).startSimulatedProviders({ latency: simulatedLatency })
    : undefined;
  await using opened = new AsyncDisposableStack();
  try {
    await simulated?.ready();
    const open = await providerOpener({
      config: { ...providers, mode: 'record', recording: folder },
      simulated,
      sensitiveCriteria,
      log: () => undefined,
      remember: (profileData) => profileData,
      opened,
    });
    const search = newSearch(asked);
    const { providers: searched, finish } = await open(search, {});
    const signal = whenStopped('Stopping the search.', new StopRequested());
    await runOneSearch(search, {
      providers: searched,
      pacing,
      sensitiveCriteria,
      emit: () => undefined,
      signal,
    });
    await finish?.({ interrupted: signal.aborted });
    const kept = await listRecordings(folder);
    return kept.find((name) => name === search.searchId);
  } finally {
    await simulated?.close();
  }
}

async function renderRecording(recorded: Recording): Promise<string> {
  const currentConfig = configFor(recorded.providers, undefined);
  // Scrubbed again: a recording may have been written by hand, or scrubbed of different keys.
  const recording = v.parse(Recording, createScrubber(providerSecrets(currentConfig)).json(recorded));
  const { webSearch, profileData } = createProviders({ ...currentConfig, mode: 'live' }).open();
  const timeline = readTimeline(recording, {
    pricesOf: (model) => configFor(recorded.providers, model).prices,
    chargesForUnknown: PROFILE_SOURCES[currentConfig.profile.provider].chargesForUnknown,
  });
  const labels = { 'web-search': webSearch.label, 'profile-data': profileData.label };
  return renderPage({ recording, timeline, labels });
}

/** The configuration that determines a recording's prices: the environment's, with the recorded providers and model. */
function configFor(asked: Recording['providers'], model: string | undefined): ProvidersConfig {
  return readConfig({
    ...process.env,
    ...(asked && { SEARCH_PROVIDER: asked.webSearch, PROFILE_PROVIDER: asked.profileData }),
    ...(model && { OPENAI_MODEL: model }),
    PROVIDERS: 'simulated',
  }).providers;
}

if (import.meta.main) await runCommand(main, ConfigError, RecordingError);
