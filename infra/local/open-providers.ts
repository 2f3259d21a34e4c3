import type { ProvidersConfig } from '#functions/config.ts';
import { logFailure } from '#functions/log.ts';
import { type CreateProvidersOptions, createProviders } from '#functions/providers/create.ts';
import type { ProviderLog } from '#functions/providers/guard.ts';
import type { ProfileData } from '#functions/providers/ports.ts';
import type { SearchAppDeps } from '#functions/search/deps.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { listRecordings, prepareFolder, RecordingError, readRecording } from './recording/files.ts';
import type { RecordedSearch } from './recording/format.ts';
import * as recordings from './recording/record.ts';
import { asRecorded, printMissing, replayFetch } from './recording/replay.ts';
import { requestKey } from './recording/requests.ts';
import { createScrubber } from './recording/scrub.ts';
import type { SimulatedProviders } from './simulated-providers.ts';

type OpenProviders = SearchAppDeps['openProviders'];

export interface OpenerOptions {
  config: ProvidersConfig;
  /** The simulated providers, used if the configuration has no keys for the real ones. */
  simulated: SimulatedProviders | undefined;
  /** How searches treat sensitive criteria, unless a recorded one is replayed that did otherwise. */
  sensitiveCriteria: SensitiveCriteria;
  log: ProviderLog;
  /** Caches lookups. Not used when recording or replaying, so that the recording contains every call. */
  remember: (profileData: ProfileData) => ProfileData;
  /** When it is disposed of, the recordings of searches that have not ended are saved. */
  opened: AsyncDisposableStack;
}

/** Recording without keys records the simulated providers, which yields recordings without real people. */
export const needsSimulation = ({ mode, missingKeys }: ProvidersConfig): boolean =>
  mode === 'simulated' || (mode === 'record' && missingKeys.length > 0);

/** Startup messages about which providers are used; none if they are simply the real ones. */
export function aboutProviders(config: ProvidersConfig): string[] {
  const { mode, missingKeys, recording } = config;
  const keys = missingKeys.join(', ');
  const andMode = mode === 'simulated' ? ' (and PROVIDERS=live, if you set PROVIDERS)' : '';
  return [
    ...(needsSimulation(config)
      ? [
          `The providers are simulated: every person found is invented. To find real people, set ${keys === '' ? 'PROVIDERS=live' : keys + andMode} and start again.`,
        ]
      : []),
    ...(mode === 'record' ? [`Every search is recorded in ${recording}.`] : []),
    ...(mode === 'replay'
      ? [
          `Providers are replayed from ${recording}: only recorded searches are answered, if asked in the same words and mode.`,
        ]
      : []),
    ...(mode === 'live' && keys !== '' ? [`Searches fail until these are set: ${keys}.`] : []),
  ];
}

/** How searches get their providers: shared, recorded into a file per search, or replayed from a folder of recordings. */
export async function providerOpener({
  config,
  simulated,
  sensitiveCriteria,
  log,
  remember,
  opened,
}: OpenerOptions): Promise<OpenProviders> {
  const { mode, recording = '' } = config;
  if (mode === 'replay') return replayFrom(config, recording, log);
  const target = simulated ? pointAtSimulation(config, simulated) : config;
  if (mode === 'record') {
    await prepareFolder(recording);
    return recordInto(target, recording, {
      session: {
        // Not the target's secrets: the simulated providers' key is a plain word that recordings may contain.
        secrets: recordings.providerSecrets(config),
        providers: recordings.describeProviders(target, simulated !== undefined),
        sensitiveCriteria,
      },
      options: { log, ...(simulated && simulatedLabels(target)) },
      opened,
    });
  }
  const shared = createProviders(target, { log });
  return async () => ({ providers: shared.open(), remember });
}

interface RecordOptions extends Pick<OpenerOptions, 'opened'> {
  session: recordings.OpenRecordingOptions;
  options: CreateProvidersOptions;
}

function recordInto(
  config: ProvidersConfig,
  folder: string,
  { session: about, options, opened }: RecordOptions,
): OpenProviders {
  const unfinished = new Map<recordings.RecordingSession, (note: string) => Promise<void>>();
  opened.defer(async () => {
    const saving = [...unfinished]
      .filter(([{ calls }]) => calls.some(({ outcome }) => outcome !== undefined))
      .map(([, save]) => save(', which ends where the search was interrupted.'));
    for (const saved of await Promise.allSettled(saving))
      if (saved.status === 'rejected') logFailure('a recording could not be written', saved.reason);
  });
  return async (search, plan) => {
    const asked = describeSearch(search, plan);
    const session = recordings.openRecording(folder, search.searchId, { ...about, search: asked });
    const fetch = recordings.recordingFetch(session);
    const providers = createProviders(config, { ...options, fetch }).open();
    let saved: Promise<void> | undefined;
    // Only once: an interrupted search goes on until the process ends.
    const save = (note: string) =>
      (saved ??= recordings.saveRecording(session).then((path) => console.info(`Recorded ${path}${note}`)));
    unfinished.set(session, save);
    return { providers, finish: () => save('').finally(() => unfinished.delete(session)) };
  };
}

/**
 * A search that was recorded is served from its recording, and each repetition from the next one that was made of it. Any other search is
 * served from all recordings in the folder, since calls are matched by their request.
 */
async function replayFrom(config: ProvidersConfig, folder: string, log: ProviderLog): Promise<OpenProviders> {
  const names = await listRecordings(folder);
  if (names.length === 0) throw new RecordingError(`There are no recordings in ${folder}.`);
  const read = await Promise.all(names.map((name) => readRecording(folder, name)));
  // A recording's name does not say when it was made.
  const recorded = read.toSorted((one, other) => one.recordedAt.localeCompare(other.recordedAt));
  const { providers, sensitiveCriteria } = recorded[0] ?? {};
  const all = { providers, sensitiveCriteria, calls: recorded.flatMap((each) => each.calls) };
  const replayed = new Map<string, number>();
  const secrets = recordings.providerSecrets(config);
  const scrub = createScrubber(secrets);
  return async (search, plan) => {
    const asked = requestKey(recordings.scrubSearch(describeSearch(search, plan), scrub));
    const matching = recorded.filter((each) => each.search && requestKey(each.search) === asked);
    const repetition = replayed.get(asked) ?? 0;
    replayed.set(asked, repetition + 1);
    const recording = matching[Math.min(repetition, matching.length - 1)] ?? all;
    const fetch = replayFetch(recording, {
      timing: config.replayTiming,
      secrets,
      onMissing: printMissing,
    });
    return {
      providers: createProviders(asRecorded(config, recording), { fetch, log }).open(),
      sensitiveCriteria: recording.sensitiveCriteria,
    };
  };
}

/** A search in the form that recordings store. */
function describeSearch(
  { userMessage: { content }, deepResearch }: Search,
  { basis, task, leaveOut }: SearchPlan,
): RecordedSearch {
  const plan = { ...(basis && { basis }), ...(task && { task }), ...(leaveOut && { leaveOut }) };
  return { content, deepResearch, ...(Object.keys(plan).length > 0 && { plan }) };
}

/** The same configuration, pointed at the simulated providers, which accept any key. */
function pointAtSimulation(config: ProvidersConfig, simulated: SimulatedProviders): ProvidersConfig {
  const profileBaseUrl =
    config.profile.provider === 'enrichlayer' ? simulated.enrichLayerBaseUrl : simulated.proxycurlBaseUrl;
  const apiKey = 'simulated';
  return {
    ...config,
    openai: { ...config.openai, apiKey, baseUrl: simulated.openaiBaseUrl, structuredOutput: 'on' },
    search: { provider: 'serpapi', apiKey, baseUrl: simulated.serpapiBaseUrl },
    profile: { ...config.profile, apiKey, baseUrl: profileBaseUrl },
  };
}

/** Labels that mark the providers in a recording as simulated. */
function simulatedLabels(config: ProvidersConfig): Pick<CreateProvidersOptions, 'labels'> {
  const { languageModel, webSearch, profileData } = createProviders({ ...config, mode: 'simulated' }).open();
  return {
    labels: {
      'language-model': languageModel.label,
      'web-search': webSearch.label,
      'profile-data': profileData.label,
    },
  };
}
