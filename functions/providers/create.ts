import type { ProvidersConfig } from '../config.ts';
import type { ProviderLog } from './call-log.ts';
import type { Delay } from './delay.ts';
import { delay as realDelay } from './delay.ts';
import type { ProviderFetch } from './http/provider-fetch.ts';
import type { AdapterOptions } from './http/service.ts';
import { createOpenAi } from './openai.ts';
import type { Providers } from './ports/index.ts';
import type { ProviderKind } from './ports/provider-error.ts';
import { PROFILE_ADAPTERS, WEB_SEARCH_ADAPTERS } from './registry.ts';
import type { BreakerOptions } from './resilience/breaker.ts';
import { DEFAULT_BREAKER } from './resilience/breaker.ts';
import type { Adapters } from './resilience/with-resilience.ts';
import { withResilience } from './resilience/with-resilience.ts';
import { createAccounts } from './spending/accounts.ts';
import { describeSpend } from './spending/describe-spend.ts';

/** Longest time for one call with its whole body, in milliseconds. */
export const TIMEOUTS: Readonly<Record<ProviderKind, number>> = {
  'language-model': 30_000,
  'web-search': 20_000,
  'profile-data': 30_000,
};

export interface CreateProvidersOptions {
  /** Required for `record` and `replay`: see recording/. */
  fetch?: ProviderFetch;
  /** Milliseconds since 1970. */
  clock?: () => number;
  delay?: Delay;
  /** From 0 up to 1. */
  random?: () => number;
  /** Told of every attempt. */
  log?: ProviderLog;
  /** Names as people are to read them, instead of the providers' own. */
  labels?: Partial<Record<ProviderKind, string>>;
  timeouts?: Partial<Record<ProviderKind, number>>;
  breaker?: BreakerOptions;
}

const LABEL_SUFFIX = { live: '', record: '', replay: ' (replayed)', simulated: ' (simulated)' } as const;

/**
 * The configured providers, each with its timeout, retries and circuit breaker. Breakers remember, so make them once per process,
 * or once per search where each search has its own recording.
 * @throws TypeError in `record` or `replay` without `fetch`: a real call would go unrecorded, or be made at all.
 */
export function createProviders(config: ProvidersConfig, options: CreateProvidersOptions = {}): Providers {
  const { mode, openai, search, profile } = config;
  if (options.fetch === undefined && (mode === 'record' || mode === 'replay'))
    throw new TypeError(`createProviders needs a fetch of its own when providers are in ${mode} mode`);
  const { clock = Date.now, delay = realDelay, random = Math.random, log = () => undefined } = options;
  const adapter = (
    kind: ProviderKind,
    at: { apiKey: string | undefined; baseUrl: string },
  ): AdapterOptions => ({
    baseUrl: at.baseUrl,
    // Nothing real is asked in these modes, so no key is needed to ask it.
    apiKey: at.apiKey?.trim() || (mode === 'replay' || mode === 'simulated' ? mode : undefined),
    fetch: options.fetch ?? fetch,
    timeout: options.timeouts?.[kind] ?? TIMEOUTS[kind],
    clock,
  });
  const adapters: Adapters = {
    languageModel: createOpenAi({ ...openai, ...adapter('language-model', openai) }),
    webSearch: WEB_SEARCH_ADAPTERS[search.provider](adapter('web-search', search)),
    profileData: PROFILE_ADAPTERS[profile.provider](adapter('profile-data', profile)),
  };
  const accounts = createAccounts();
  const providers = withResilience(labelled(adapters, LABEL_SUFFIX[mode], options.labels), {
    clock,
    delay,
    random,
    log,
    breaker: options.breaker ?? DEFAULT_BREAKER,
    accounts,
  });
  return { ...providers, spendOf: (signal) => describeSpend(accounts.of(signal).usage(), config) };
}

/** The adapters under the names given, or under their own with the mode's suffix. */
function labelled(
  { languageModel, webSearch, profileData }: Adapters,
  suffix: string,
  labels: CreateProvidersOptions['labels'] = {},
): Adapters {
  const label = (kind: ProviderKind, own: string): string => labels[kind] ?? own + suffix;
  return {
    languageModel: { ...languageModel, label: label('language-model', languageModel.label) },
    webSearch: { ...webSearch, label: label('web-search', webSearch.label) },
    profileData: { ...profileData, label: label('profile-data', profileData.label) },
  };
}
