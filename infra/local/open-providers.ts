import type { ProvidersConfig } from '#functions/config.ts';
import { logFailure } from '#functions/log.ts';
import { type CreateProvidersOptions, createProviders } from '#functions/providers/create.ts';
import type { ProviderLog } from '#functions/providers/guard.ts';
import type { ProfileData } from '#functions/providers/ports.ts';
import type { OpenedProviders, SearchAppDeps } from '#functions/search/deps.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { listRecordings, prepareFolder, RecordingError, readRecording } from './recording/files.ts';
import type { RecordedSearch, Recording } from './recording/format.ts';
import * as recordings from './recording/record.ts';
import { asRecorded, printMissing, replayFetch } from './recording/replay.ts';
import { requestKey } from './recording/requests.ts';
import { createScrubber } from './recording/scrub.ts';
import type { SimulatedProviders } from './simulated-providers.ts';

type OpenProviders = SearchAppDeps['openProviders'];
type Finish = NonNullable<OpenedProviders['finish']>;

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
  const unfinished = new Set<Finish>();
  opened.defer(async () => {
    const saving = [...unfinished].map((save) => save({ interrupted: true }));
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
    const save: Finish = (end) => (saved ??= saveAndReport(session, end));
    unfinished.add(save);
    return { providers, finish: (end) => save(end).finally(() => unfinished.delete(save)) };
  };
}

/** A search that was interrupted before a provider answered leaves no recording. */
async function saveAndReport(
  session: recordings.RecordingSession,
  { interrupted }: Parameters<Finish>[0],
): Promise<void> {
  if (interrupted && !session.calls.some(recordings.isAnswered))
    return console.info('A search was interrupted before its first answer: it was not recorded.');
  const path = await recordings.saveRecording(session, { interrupted });
  const note = interrupted ? ', which ends where the search was interrupted.' : '';
  console.info(`Recorded ${path}${note}`);
}

/**
 * A search that was recorded is served from its recording, and each repetition from the next one that was made of it. An interrupted
 * recording counts only if there is no complete one. Any other search is served from all these recordings, since calls are matched by
 * their request.
 */
async function replayFrom(config: ProvidersConfig, folder: string, log: ProviderLog): Promise<OpenProviders> {
  const names = await listRecordings(folder);
  if (names.length === 0) throw new RecordingError(`There are no recordings in ${folder}.`);
  const read = await Promise.all(names.map((name) => readRecording(folder, name)));
  // A recording's name does not say when it was made.
  const recorded = preferComplete(
    read.toSorted((one, other) => one.recordedAt.localeCompare(other.recordedAt)),
  );
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

/** The recordings with the interrupted ones last, and without those of searches that were also recorded completely. */
function preferComplete(recorded: readonly Recording[]): Recording[] {
  const complete = recorded.filter(({ interrupted }) => !interrupted);
  const keys = new Set(complete.flatMap(({ search }) => (search ? [requestKey(search)] : [])));
  const others = recorded.filter(
    ({ interrupted, search }) => interrupted && !(search && keys.has(requestKey(search))),
  );
  return [...complete, ...others];
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
