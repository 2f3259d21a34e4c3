import type { ProvidersConfig } from '#functions/config.ts';
import { type CreateProvidersOptions, createProviders } from '#functions/providers/create.ts';
import type { ProviderLog } from '#functions/providers/guard.ts';
import type { ProfileData } from '#functions/providers/ports.ts';
import type { SearchSettings } from '#functions/search/settings.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { listRecordings, prepareFolder, RecordingError, readRecording } from './recording/files.ts';
import type { Recording } from './recording/format.ts';
import * as recordings from './recording/record.ts';
import { asRecorded, printMissing, replayFetch } from './recording/replay.ts';
import { requestKey } from './recording/requests.ts';
import type { SimulatedProviders } from './simulated-providers.ts';

type OpenProviders = SearchSettings['openProviders'];

export interface OpenerOptions {
  config: ProvidersConfig;
  /** The stand-ins, where the configuration has no keys for the real ones. */
  simulated: SimulatedProviders | undefined;
  log: ProviderLog;
  /** Remembers what lookups have answered; left out when recording and replaying, so that every call is in the file. */
  remember: (profileData: ProfileData) => ProfileData;
}

/** Recording without keys records the simulated providers: this makes recordings without real people. */
export const needsSimulation = ({ mode, missingKeys }: ProvidersConfig): boolean =>
  mode === 'simulated' || (mode === 'record' && missingKeys.length > 0);

/** What the person who starts the stack should know of who answers; nothing where the real providers do. */
export function aboutProviders(config: ProvidersConfig): string[] {
  const { mode, missingKeys, recording } = config;
  const keys = missingKeys.join(', ');
  return [
    ...(needsSimulation(config)
      ? [
          `The providers are simulated: every person found is invented. To find real people, set ${keys || 'PROVIDERS=live'} and start again.`,
        ]
      : []),
    ...(mode === 'record' ? [`Every search is recorded in ${recording}.`] : []),
    ...(mode === 'replay'
      ? [
          `Providers are replayed from ${recording}: only what was recorded is answered, asked in the same words and mode.`,
        ]
      : []),
    ...(mode === 'live' && keys !== '' ? [`Searches fail until these are set: ${keys}.`] : []),
  ];
}

/** How searches get their providers: shared, each recorded in a file of its own, or served from a folder of recordings. */
export async function providerOpener({
  config,
  simulated,
  log,
  remember,
}: OpenerOptions): Promise<OpenProviders> {
  const { mode, recording = '' } = config;
  if (mode === 'replay') return replayFrom(config, recording, log);
  const target = simulated ? pointAtSimulation(config, simulated) : config;
  if (mode === 'record') {
    await prepareFolder(recording);
    return recordInto(target, recording, {
      session: {
        // Not the target's: what the stand-ins take for a key is a word that recordings may hold.
        secrets: recordings.providerSecrets(config),
        providers: recordings.describeProviders(target, simulated !== undefined),
      },
      options: { log, ...(simulated && simulatedLabels(target)) },
    });
  }
  const shared = createProviders(target, { log });
  return async () => {
    const providers = shared.open();
    const profileData = remember(providers.profileData);
    return { providers: { ...providers, profileData }, finish: async () => undefined };
  };
}

function recordInto(
  config: ProvidersConfig,
  folder: string,
  { session: about, options }: { session: recordings.OpenRecordingOptions; options: CreateProvidersOptions },
): OpenProviders {
  return async (search, plan) => {
    const asked = describeSearch(search, plan);
    const session = recordings.openRecording(folder, search.searchId, { ...about, search: asked });
    const fetch = recordings.recordingFetch(session);
    const providers = createProviders(config, { ...options, fetch }).open();
    return {
      providers,
      finish: async () => console.info(`Recorded ${await recordings.saveRecording(session)}`),
    };
  };
}

/**
 * A search that was recorded gets its recording, and its next one when it is searched again. What was not is answered from all of the
 * folder, since calls are matched by what they ask.
 */
async function replayFrom(config: ProvidersConfig, folder: string, log: ProviderLog): Promise<OpenProviders> {
  const names = await listRecordings(folder);
  if (names.length === 0) throw new RecordingError(`There are no recordings in ${folder}.`);
  const recorded = await Promise.all(names.map((name) => readRecording(folder, name)));
  const all = { providers: recorded[0]?.providers, calls: recorded.flatMap((each) => each.calls) };
  const replayed = new Map<string, number>();
  return async (search, plan) => {
    const asked = requestKey(describeSearch(search, plan));
    const own = recorded.filter((each) => each.search && requestKey(each.search) === asked);
    const turn = replayed.get(asked) ?? 0;
    replayed.set(asked, turn + 1);
    const recording = own[Math.min(turn, own.length - 1)] ?? all;
    const fetch = replayFetch(recording, {
      timing: config.replayTiming,
      onMissing: printMissing,
    });
    const providers = createProviders(asRecorded(config, recording), { fetch, log }).open();
    return { providers, finish: async () => undefined };
  };
}

/** A search as its recording names it. */
function describeSearch(
  { userMessage: { content }, deepResearch }: Search,
  { basis, task, leaveOut }: SearchPlan,
): NonNullable<Recording['search']> {
  const plan = { ...(basis && { basis }), ...(task && { task }), ...(leaveOut && { leaveOut }) };
  return { content, deepResearch, ...(Object.keys(plan).length > 0 && { plan }) };
}

/** The same configuration, pointed at the stand-ins, which take any key. */
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

/** A recording of stand-ins says so too. */
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
