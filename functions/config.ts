import * as v from 'valibot';
import { type ConfiguredProviders, PROVIDER_MODES, type ProviderMode } from '#shared/health.ts';
import {
  oneOf,
  onOff,
  PACINGS,
  PRICE_PATTERN,
  PRICE_WANTED,
  SEARCH_DEADLINE_RANGE,
  SEARCHES_AT_ONCE_RANGE,
  SENSITIVE_CRITERIA,
  STRUCTURED_OUTPUTS,
  type StructuredOutput,
} from '#shared/operator-choices.ts';
import {
  ConfigError,
  check,
  StorageVariables,
  toStorageLimits,
  type Variables,
  wholeNumber,
  withoutEmpty,
} from './environment.ts';
import {
  nameIn,
  PROFILE_SOURCES,
  type ProfileSourceName,
  WEB_SEARCHES,
  type WebSearchName,
} from './providers/registry.ts';

/** In US dollars per million tokens, as published in November 2026 (docs/costs.md). Other models have no price unless it is configured. */
const MODEL_PRICES: Readonly<Record<string, { input: number; output: number }>> = {
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
};

const webAddress = v.pipe(
  v.string(),
  v.url('must be a web address such as https://api.example.com/v1'),
  v.startsWith('http', 'must start with http:// or https://'),
  v.transform((url) => url.replace(/\/+$/, '')),
);
const price = v.optional(v.pipe(v.string(), v.regex(PRICE_PATTERN, PRICE_WANTED), v.transform(Number)));
/** By how much the searches at once of one address exceed those of one browser, unless the environment says otherwise. */
const BROWSERS_PER_ADDRESS = 5;

/** Absent means no limit. */
const dailyLimit = v.optional(wholeNumber(0, 1_000_000_000));

/** Keys are pasted with line ends and spaces around them. */
const apiKey = v.optional(v.pipe(v.string(), v.trim()));

/** The variables of a search and its limits. docs/settings.md documents names and defaults. */
export const SearchVariables = v.pipe(
  v.object({
    ...StorageVariables.entries,
    PROVIDERS: v.optional(oneOf(PROVIDER_MODES)),
    RECORDING: v.optional(v.string()),
    REPLAY_TIMING: v.optional(oneOf(['none', 'original']), 'none'),
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: v.optional(webAddress, 'https://api.openai.com/v1'),
    OPENAI_MODEL: v.optional(v.string(), 'gpt-4.1-mini'),
    OPENAI_STRUCTURED_OUTPUT: v.optional(oneOf(STRUCTURED_OUTPUTS), 'auto'),
    SERPAPI_API_KEY: apiKey,
    SERPAPI_BASE_URL: v.optional(webAddress, WEB_SEARCHES.serpapi.baseUrl),
    SEARCH_PROVIDER: v.optional(nameIn(WEB_SEARCHES), 'serpapi'),
    SEARCH_API_KEY: apiKey,
    SEARCH_BASE_URL: v.optional(webAddress),
    PROFILE_PROVIDER: v.optional(nameIn(PROFILE_SOURCES), 'enrichlayer'),
    PROFILE_API_KEY: apiKey,
    PROFILE_BASE_URL: v.optional(webAddress),
    PACING: v.optional(oneOf(PACINGS), 'steps'),
    SENSITIVE_CRITERIA: v.optional(oneOf(SENSITIVE_CRITERIA), 'score'),
    ANONYMOUS_SEARCHES_PER_DAY: dailyLimit,
    ANONYMOUS_DEEP_SEARCHES_PER_DAY: dailyLimit,
    ANONYMOUS_NETWORK_SEARCHES_PER_DAY: dailyLimit,
    ANONYMOUS_NETWORK_DEEP_SEARCHES_PER_DAY: dailyLimit,
    ALL_ANONYMOUS_SEARCHES_PER_DAY: dailyLimit,
    ALL_ANONYMOUS_DEEP_SEARCHES_PER_DAY: dailyLimit,
    NEW_ACCOUNT_SEARCHES_PER_DAY: dailyLimit,
    NEW_ACCOUNT_DEEP_SEARCHES_PER_DAY: dailyLimit,
    ALL_NEW_ACCOUNTS_SEARCHES_PER_DAY: dailyLimit,
    ALL_NEW_ACCOUNTS_DEEP_SEARCHES_PER_DAY: dailyLimit,
    SIGNED_IN_SEARCHES_PER_DAY: dailyLimit,
    SIGNED_IN_DEEP_SEARCHES_PER_DAY: dailyLimit,
    ALL_SEARCHES_PER_DAY: dailyLimit,
    ALL_DEEP_SEARCHES_PER_DAY: dailyLimit,
    SEARCHES_AT_ONCE: v.optional(wholeNumber(...SEARCHES_AT_ONCE_RANGE), '2'),
    SEARCHES_AT_ONCE_PER_ADDRESS: v.optional(wholeNumber(...SEARCHES_AT_ONCE_RANGE)),
    PRICE_PER_MILLION_INPUT_TOKENS: price,
    PRICE_PER_MILLION_OUTPUT_TOKENS: price,
    PRICE_PER_SEARCH_PAGE: price,
    PRICE_PER_LOOKUP: price,
    SEARCH_DEADLINE_SECONDS: v.optional(wholeNumber(...SEARCH_DEADLINE_RANGE), '90'),
    ANONYMOUS: v.optional(onOff, 'on'),
  }),
  v.forward(
    v.partialCheck(
      [['PROVIDERS'], ['RECORDING']],
      ({ PROVIDERS, RECORDING }) =>
        RECORDING !== undefined || (PROVIDERS !== 'record' && PROVIDERS !== 'replay'),
      'must name the folder of recordings when PROVIDERS is record or replay',
    ),
    ['RECORDING'],
  ),
);

type Environment = v.InferOutput<typeof SearchVariables>;

/** The environment, read once and checked. Durations in milliseconds. */
export type Config = ReturnType<typeof toConfig>;

/** Searches per day (undefined for no limit), and how many one person, or all browsers behind an address, may run at once. */
export type SearchLimits = ReturnType<typeof readLimits>;

/** The providers' prices, in US dollars; undefined if unknown. */
export type Prices = ReturnType<typeof readPrices>;

export interface ProvidersConfig {
  mode: ProviderMode;
  /** Variables of the provider keys that are not set. */
  missingKeys: readonly string[];
  /** Folder that recordings are written to or replayed from. */
  recording: string | undefined;
  /** Whether a replay takes as long as the providers did. */
  replayTiming: 'none' | 'original';
  openai: {
    apiKey: string | undefined;
    baseUrl: string;
    model: string;
    structuredOutput: StructuredOutput;
  };
  search: { provider: WebSearchName; apiKey: string | undefined; baseUrl: string };
  profile: { provider: ProfileSourceName; apiKey: string | undefined; baseUrl: string };
  prices: Prices;
}

/**
 * Reads the configuration. An empty variable counts as absent.
 * @throws ConfigError naming every bad variable and what to write instead.
 */
export const readConfig = (environment: Variables): Config =>
  toConfig(check(SearchVariables, withoutEmpty(environment)));

/** @throws ConfigError for keys that are needed together */
export function toConfig(env: Environment) {
  const search = readSearch(env);
  const missingKeys = findMissingKeys(env, search);
  const mode = env.PROVIDERS ?? (missingKeys.length === 0 ? 'live' : 'simulated');
  if (mode === 'record' && (missingKeys.length === 1 || missingKeys.length === 2))
    throw new ConfigError(
      `Set ${missingKeys.join(' and ')} too to record the real providers, or no key at all to record the simulated ones.`,
    );
  const providers: ProvidersConfig = {
    mode,
    missingKeys,
    recording: env.RECORDING,
    replayTiming: env.REPLAY_TIMING,
    openai: {
      apiKey: env.OPENAI_API_KEY,
      baseUrl: env.OPENAI_BASE_URL,
      model: env.OPENAI_MODEL,
      structuredOutput: env.OPENAI_STRUCTURED_OUTPUT,
    },
    search,
    profile: {
      provider: env.PROFILE_PROVIDER,
      apiKey: env.PROFILE_API_KEY,
      baseUrl: env.PROFILE_BASE_URL ?? PROFILE_SOURCES[env.PROFILE_PROVIDER].baseUrl,
    },
    prices: readPrices(env),
  };
  return {
    providers,
    pacing: env.PACING,
    /** How to treat criteria that hiring must not depend on. */
    sensitiveCriteria: env.SENSITIVE_CRITERIA,
    searchDeadline: env.SEARCH_DEADLINE_SECONDS * 1_000,
    limits: readLimits(env),
    storage: toStorageLimits(env),
    /** Whether people without an account may search. */
    anonymous: env.ANONYMOUS === 'on',
  };
}

/** Which real providers searches call, as far as the configuration tells. */
export function configuredProviders(config: ProvidersConfig): ConfiguredProviders {
  const { mode, openai, search, profile } = config;
  const nameIfCalled = (name: string, { apiKey }: { apiKey: string | undefined }): string | null =>
    (mode === 'live' || mode === 'record') && apiKey ? name : null;
  return {
    model: nameIfCalled(openai.model, openai),
    search: nameIfCalled(search.provider, search),
    profiles: nameIfCalled(profile.provider, profile),
  };
}

const findMissingKeys = (env: Environment, search: ProvidersConfig['search']): string[] =>
  [
    { name: 'OPENAI_API_KEY', key: env.OPENAI_API_KEY },
    { name: search.provider === 'serpapi' ? 'SERPAPI_API_KEY' : 'SEARCH_API_KEY', key: search.apiKey },
    { name: 'PROFILE_API_KEY', key: env.PROFILE_API_KEY },
  ].flatMap(({ name, key }) => (key === undefined ? [name] : []));

function readPrices(env: Environment) {
  const model = MODEL_PRICES[env.OPENAI_MODEL];
  return {
    perMillionInputTokens: env.PRICE_PER_MILLION_INPUT_TOKENS ?? model?.input,
    perMillionOutputTokens: env.PRICE_PER_MILLION_OUTPUT_TOKENS ?? model?.output,
    perSearchPage: env.PRICE_PER_SEARCH_PAGE ?? WEB_SEARCHES[env.SEARCH_PROVIDER].perPage,
    perLookup: env.PRICE_PER_LOOKUP ?? PROFILE_SOURCES[env.PROFILE_PROVIDER].perLookup,
  };
}

type LimitsOf =
  | 'ANONYMOUS'
  | 'ANONYMOUS_NETWORK'
  | 'ALL_ANONYMOUS'
  | 'NEW_ACCOUNT'
  | 'ALL_NEW_ACCOUNTS'
  | 'SIGNED_IN'
  | 'ALL';

const limitsPerDay = (env: Environment, of: LimitsOf) => ({
  standard: env[`${of}_SEARCHES_PER_DAY`],
  deep: env[`${of}_DEEP_SEARCHES_PER_DAY`],
});

const readLimits = (env: Environment) => ({
  anonymous: limitsPerDay(env, 'ANONYMOUS'),
  /** Shared by an IPv6 network of the size that an internet provider may assign to one customer. */
  network: limitsPerDay(env, 'ANONYMOUS_NETWORK'),
  /** Shared by everybody without an account: how much of the whole site's daily quota throwaway addresses can use up. */
  allAnonymous: limitsPerDay(env, 'ALL_ANONYMOUS'),
  newAccount: limitsPerDay(env, 'NEW_ACCOUNT'),
  /** Shared by all accounts in their first day: how much of the whole site's daily quota throwaway accounts can use up. */
  allNewAccounts: limitsPerDay(env, 'ALL_NEW_ACCOUNTS'),
  signedIn: limitsPerDay(env, 'SIGNED_IN'),
  everybody: limitsPerDay(env, 'ALL'),
  atOnce: env.SEARCHES_AT_ONCE,
  atOncePerAddress:
    env.SEARCHES_AT_ONCE_PER_ADDRESS ??
    Math.min(SEARCHES_AT_ONCE_RANGE[1], BROWSERS_PER_ADDRESS * env.SEARCHES_AT_ONCE),
});

/** SerpApi has its own variables. Other search providers use the `SEARCH_` ones, but may have their key in SerpApi's. */
function readSearch(env: Environment): ProvidersConfig['search'] {
  if (env.SEARCH_PROVIDER === 'serpapi')
    return { provider: 'serpapi', apiKey: env.SERPAPI_API_KEY, baseUrl: env.SERPAPI_BASE_URL };
  const baseUrl = env.SEARCH_BASE_URL ?? WEB_SEARCHES[env.SEARCH_PROVIDER].baseUrl;
  return { provider: env.SEARCH_PROVIDER, apiKey: env.SEARCH_API_KEY ?? env.SERPAPI_API_KEY, baseUrl };
}
