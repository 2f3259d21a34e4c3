import * as v from 'valibot';
import { type ProvidersConfig, readConfig } from '../config.ts';
import { invalidReply, statusError, withSummary } from './failures.ts';
import * as http from './http.ts';
import { createOpenAi } from './openai.ts';
import { ProviderError, type ProviderKind } from './ports.ts';
import { PROFILE_SOURCES, WEB_SEARCHES } from './registry.ts';

/** What a provider says about its key. */
export interface KeyTrial {
  /** The variable with the key. */
  name: string;
  /** `unreachable` if the provider could not be asked, for whatever reason. */
  verdict: 'works' | 'refused' | 'unreachable' | 'missing';
  /** For people to read; never contains the key. */
  says: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Tries each key that is set, using the cheapest call its provider has, all in parallel. No search is run. The only possible cost is
 * a few tokens, if the model cannot be looked up.
 * @param environment the variables that the search function would be given
 * @throws ConfigError for an invalid variable
 */
export async function tryKeys(environment: Environment): Promise<KeyTrial[]> {
  const { openai, search, profile } = readConfig({ ...environment, PROVIDERS: 'live' }).providers;
  const trials = [
    { name: 'OPENAI_API_KEY', apiKey: openai.apiKey, ask: () => findModel(openai) },
    {
      name: searchKeyName(environment),
      apiKey: search.apiKey,
      ask: () => ACCOUNT_CHECKS[search.provider](search),
    },
    { name: 'PROFILE_API_KEY', apiKey: profile.apiKey, ask: () => ACCOUNT_CHECKS[profile.provider](profile) },
  ];
  const missing = { verdict: 'missing', says: 'it is not set' } as const;
  return await Promise.all(
    trials.map(async ({ name, apiKey, ask }) => ({ name, ...(apiKey ? await checkKey(ask) : missing) })),
  );
}

/**
 * The prompts for the keys of a deployment, each with its provider's host. The web search key is stored under the same name for every
 * search provider.
 * @param environment as the search function would be given it, with or without keys
 * @throws ConfigError for an invalid variable
 */
export function keyQuestions(environment: Environment): { name: string; question: string }[] {
  const { openai, search, profile } = readConfig({ ...environment, PROVIDERS: 'live' }).providers;
  const hostOf = ({ baseUrl }: { baseUrl: string }) => new URL(baseUrl).host;
  const searchName = WEB_SEARCHES[search.provider].name;
  const profileName = PROFILE_SOURCES[profile.provider].name;
  return [
    { name: 'OPENAI_API_KEY', question: `Language model key (${hostOf(openai)})` },
    { name: 'SERPAPI_API_KEY', question: `Web search key (${searchName}, ${hostOf(search)})` },
    { name: 'PROFILE_API_KEY', question: `Profile data key (${profileName}, ${hostOf(profile)})` },
  ];
}

/** A search provider other than SerpApi may have its key under either name. */
const searchKeyName = ({ SEARCH_PROVIDER = 'serpapi', SEARCH_API_KEY }: Environment): string =>
  SEARCH_PROVIDER !== 'serpapi' && SEARCH_API_KEY ? 'SEARCH_API_KEY' : 'SERPAPI_API_KEY';

async function checkKey(ask: () => Promise<string>): Promise<Omit<KeyTrial, 'name'>> {
  try {
    return { verdict: 'works', says: await ask() };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { code, status = 0, message, retryable, retryAfter } = error;
    // The provider may answer differently at another time.
    const isBusy = retryable || retryAfter !== undefined;
    const isRefusal =
      code === 'missing-key' ||
      (code === 'status' && status < 500 && !isBusy && !INCONCLUSIVE_STATUSES.has(status));
    return { verdict: isRefusal ? 'refused' : 'unreachable', says: message };
  }
}

/** Statuses of a server that lacks the call, or has it under another method: they say nothing about the key. */
const INCONCLUSIVE_STATUSES: ReadonlySet<number> = new Set([404, 405]);

/** Time limit for one call, in milliseconds. */
const CALL_TIMEOUT = 15_000;

interface CheckedProvider {
  kind: ProviderKind;
  /** Name in messages. */
  name: string;
  apiKey: string | undefined;
}

const optionsOf = ({ apiKey, baseUrl }: { apiKey: string | undefined; baseUrl: string }) => ({
  apiKey,
  baseUrl,
  fetch,
  timeout: CALL_TIMEOUT,
  clock: Date.now,
});

/** The JSON object at a URL. @throws ProviderError */
async function getJson(
  { apiKey, ...about }: CheckedProvider,
  url: string,
  toHeaders: (key: string) => Record<string, string> = bearer,
): Promise<object> {
  const service = http.openService(optionsOf({ apiKey, baseUrl: url }), {
    ...about,
    keyMissing: 'A key is one word of plain letters, digits and signs',
  });
  const headers = { accept: 'application/json', ...toHeaders(service.apiKey) };
  const { signal } = new AbortController();
  const answer = await http.request(service, url, { headers }, signal);
  if (answer.ok) return http.readJson(service, answer);
  const text = `${about.name} answered ${answer.status} ${answer.statusText}`;
  throw statusError(service, answer, { reason: withSummary(text, http.readErrorSummary(service, answer)) });
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/**
 * Looks up the model, which is free. A restricted key may not be allowed to, even if it may use the model, and not every compatible
 * server has such a call; in either case the model itself is called.
 */
async function findModel(openai: ProvidersConfig['openai']): Promise<string> {
  const { model, apiKey, baseUrl } = openai;
  const about = { kind: 'language-model', name: 'The language model', apiKey } as const;
  try {
    await getJson(about, http.buildUrl(baseUrl, `/models/${encodeURIComponent(model)}`));
  } catch (error) {
    const { status = 0 } = error instanceof ProviderError ? error : {};
    if (status !== 403 && !INCONCLUSIVE_STATUSES.has(status)) throw error;
    await askModel(openai);
  }
  return `${model} is available`;
}

/** Failures that show that the model was reached. */
const ANSWERED_CODES: ReadonlySet<string> = new Set(['truncated', 'filtered', 'refused', 'no-response']);

async function askModel(openai: ProvidersConfig['openai']): Promise<void> {
  const model = createOpenAi({ ...optionsOf(openai), model: openai.model, structuredOutput: 'off' });
  const question = { system: 'Answer in one word.', user: 'Hello', maxTokens: 16 };
  const { signal } = new AbortController();
  try {
    await model.complete({ task: 'scoring', reply: { name: 'word', schema: {} }, ...question }, signal);
  } catch (error) {
    if (!(error instanceof ProviderError && ANSWERED_CODES.has(error.code))) throw error;
  }
}

type Endpoint = Pick<ProvidersConfig['search'], 'apiKey' | 'baseUrl'>;

/** Each provider's account call, which is free for all of them. */
const ACCOUNT_CHECKS: Readonly<
  Record<ProvidersConfig['search' | 'profile']['provider'], (endpoint: Endpoint) => Promise<string>>
> = {
  async serpapi({ apiKey, baseUrl }) {
    const about = { kind: 'web-search', name: WEB_SEARCHES.serpapi.name, apiKey } as const;
    const url = http.buildUrl(baseUrl, '/account.json', { api_key: apiKey ?? '' });
    const { total_searches_left } = readAccount(
      about,
      v.object({ total_searches_left: v.number() }),
      await getJson(about, url, () => ({})),
    );
    return `SerpApi has ${total_searches_left} searches left`;
  },
  async serper({ apiKey, baseUrl }) {
    const about = { kind: 'web-search', name: WEB_SEARCHES.serper.name, apiKey } as const;
    const answer = await getJson(about, http.buildUrl(baseUrl, '/account'), (key) => ({ 'x-api-key': key }));
    return `Serper has ${readAccount(about, v.object({ balance: v.number() }), answer).balance} credits left`;
  },
  // If the base URL is only an origin, the API is below the same path as for lookups.
  enrichlayer: ({ apiKey, baseUrl }) =>
    describeCredits({
      about: { kind: 'profile-data', name: PROFILE_SOURCES.enrichlayer.name, apiKey },
      url: http.buildUrl(
        baseUrl,
        new URL(baseUrl).pathname === '/' ? '/api/v2/credit-balance' : '/credit-balance',
      ),
    }),
  // Proxycurl's balance call is not below the version that its lookups have in their path.
  proxycurl: ({ apiKey, baseUrl }) =>
    describeCredits({
      about: { kind: 'profile-data', name: PROFILE_SOURCES.proxycurl.name, apiKey },
      url: http.buildUrl(baseUrl.replace(/\/v2$/, ''), '/credit-balance'),
    }),
};

async function describeCredits({ about, url }: { about: CheckedProvider; url: string }): Promise<string> {
  const Balance = v.object({ credit_balance: v.number() });
  const { credit_balance } = readAccount(about, Balance, await getJson(about, url));
  return `${about.name} has ${credit_balance} credits left`;
}

/** @throws ProviderError `invalid-reply` */
function readAccount<Schema extends v.GenericSchema>(about: CheckedProvider, schema: Schema, answer: object) {
  const account = v.safeParse(schema, answer);
  if (account.success) return account.output;
  throw invalidReply(about, `${about.name} sent something other than an account`);
}
