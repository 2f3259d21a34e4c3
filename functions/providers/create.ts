import { type Delay, delay as realDelay } from '#functions/timing.ts';
import type { ProvidersConfig } from '../config.ts';
import * as guard from './guard.ts';
import type { AdapterOptions, ProviderFetch } from './http.ts';
import { createOpenAi } from './openai.ts';
import type { ProviderKind, Providers } from './ports.ts';
import { PROFILE_SOURCES, WEB_SEARCHES } from './registry.ts';
import { createUsageMeter, describeSpend, type UsageMeter } from './spending.ts';
import { openSinglePages, type PagedSearch, type SearchPagesOptions, searchPages } from './web-search.ts';

/** The providers shared by all searches: once one is found to be down, no search calls it for a while. */
export type SharedProviders = ReturnType<typeof createProviders>;

export interface CreateProvidersOptions {
  /** Required for `record` and `replay`. */
  fetch?: ProviderFetch;
  /** Milliseconds since 1970. */
  clock?: () => number;
  delay?: Delay;
  /** From 0 up to 1. */
  random?: () => number;
  /** Called for every attempt. */
  log?: guard.ProviderLog;
  /** Names shown to users instead of the providers' own. */
  labels?: Partial<Record<ProviderKind, string>>;
  /** Time limit for one call including its body, in milliseconds. */
  timeouts?: Partial<Record<ProviderKind, number>>;
  breaker?: guard.BreakerOptions;
}

/** In milliseconds. */
const TIMEOUTS: Readonly<Record<ProviderKind, number>> = {
  'language-model': 30_000,
  'web-search': 20_000,
  'profile-data': 30_000,
};

const LABEL_SUFFIX = { live: '', record: '', replay: ' (replayed)', simulated: ' (simulated)' } as const;

/**
 * The configured providers, each with its timeout, retries and circuit breaker. Create them once per process, or once per search if
 * each search has its own recording.
 * @throws TypeError in `record` or `replay` mode without `fetch`: calls would go unrecorded, or reach the real providers.
 */
export function createProviders(config: ProvidersConfig, options: CreateProvidersOptions = {}) {
  const { mode, openai, search, profile } = config;
  if (options.fetch === undefined && (mode === 'record' || mode === 'replay'))
    throw new TypeError(`createProviders needs a fetch of its own when providers are in ${mode} mode`);
  const { clock = Date.now, delay = realDelay, random = Math.random, log = () => undefined } = options;
  const adapterOptions = (
    kind: ProviderKind,
    endpoint: { apiKey: string | undefined; baseUrl: string },
  ): AdapterOptions => ({
    baseUrl: endpoint.baseUrl,
    // These modes call no real provider, so any key will do.
    apiKey: endpoint.apiKey || (mode === 'replay' || mode === 'simulated' ? mode : undefined),
    fetch: options.fetch ?? fetch,
    timeout: options.timeouts?.[kind] ?? TIMEOUTS[kind],
    clock,
  });
  const adapters: Adapters = {
    languageModel: createOpenAi({ ...openai, ...adapterOptions('language-model', openai) }),
    webSearch: WEB_SEARCHES[search.provider].create(adapterOptions('web-search', search)),
    profileData: PROFILE_SOURCES[profile.provider].create(adapterOptions('profile-data', profile)),
  };
  const openGuarded = guardAdapters(withLabels(adapters, LABEL_SUFFIX[mode], options.labels), {
    clock,
    delay,
    random,
    log,
    breaker: options.breaker ?? guard.DEFAULT_BREAKER,
  });
  return {
    /** The providers for one search, which counts its own usage. */
    open(): Providers {
      const meter = createUsageMeter(PROFILE_SOURCES[profile.provider]);
      return { ...openGuarded(meter), spend: () => describeSpend(meter.usage(), config) };
    },
  };
}

/** The providers as their adapters implement them. */
interface Adapters extends Pick<Providers, 'languageModel' | 'profileData'> {
  webSearch: PagedSearch;
}

/** The adapters with the labels given, or with their own plus the mode's suffix. */
function withLabels(
  { languageModel, webSearch, profileData }: Adapters,
  suffix: string,
  labels: CreateProvidersOptions['labels'] = {},
): Adapters {
  const label = (kind: ProviderKind, ownLabel: string): string => labels[kind] ?? ownLabel + suffix;
  return {
    languageModel: { ...languageModel, label: label('language-model', languageModel.label) },
    webSearch: { ...webSearch, label: label('web-search', webSearch.label) },
    profileData: { ...profileData, label: label('profile-data', profileData.label) },
  };
}

/**
 * Wraps the adapters as ports, with retries and circuit breakers that all searches share. The returned function opens them for one
 * search, and every attempt is counted by that search's meter.
 */
export function guardAdapters(
  { languageModel, webSearch, profileData }: Adapters,
  options: Omit<guard.GuardOptions, 'kind' | 'label'>,
): (meter: UsageMeter) => Omit<Providers, 'spend'> {
  const guardModel = guard.createGuard({ ...options, kind: 'language-model', label: languageModel.label });
  const guardSearch = guard.createGuard({ ...options, kind: 'web-search', label: webSearch.label });
  const guardLookup = guard.createGuard({ ...options, kind: 'profile-data', label: profileData.label });
  return (meter) => {
    const callerOf = (signal: AbortSignal) => ({ signal, mayRetry: meter.mayRetry });
    const pageOptions = (signal: AbortSignal): Pick<SearchPagesOptions, 'page' | 'guard' | 'signal'> => ({
      page: (query, number, pageSignal) => meter.page(() => webSearch.page(query, number, pageSignal)),
      guard: (call, overrides = { signal, mayRetry: Promise.resolve(true) }) =>
        guardSearch(call, {
          signal: overrides.signal,
          mayRetry: async (kind) => (await overrides.mayRetry) && meter.mayRetry(kind),
        }),
      signal,
    });
    const readSinglePage = openSinglePages();
    return {
      languageModel: {
        label: languageModel.label,
        complete(request, signal) {
          const ask = () => languageModel.complete(request, signal);
          return guardModel(() => meter.complete(request, ask), callerOf(signal));
        },
      },
      webSearch: {
        label: webSearch.label,
        search: (query, signal, alternative) => searchPages({ query, alternative, ...pageOptions(signal) }),
        searchPage: ({ query, page }, signal) => readSinglePage(query, page, pageOptions(signal)),
      },
      profileData: {
        label: profileData.label,
        lookUp(profileUrl, signal) {
          const ask = () => profileData.lookUp(profileUrl, signal);
          return guardLookup(() => meter.lookUp(ask), callerOf(signal));
        },
      },
    };
  };
}
