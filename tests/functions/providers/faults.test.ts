import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProvidersConfig } from '#functions/config.ts';
import { ProviderError, type ProviderErrorCode } from '#functions/providers/ports.ts';
import {
  bigBody,
  drip,
  gzipBomb,
  hangUp,
  json,
  REFUSING_ADDRESS,
  type Responder,
  redirect,
  resetMidBody,
  resetMidError,
  startProviderServer,
  text,
} from '#tests/support/provider-server.ts';
import { calm, configFor, KEYS, PROFILE_URL, REQUEST, testProviders } from './setup.ts';

type Asked = ReturnType<typeof testProviders>;
interface Provider {
  name: string;
  config: (url: string) => ProvidersConfig;
  ask: (providers: Asked, signal?: AbortSignal) => Promise<unknown>;
  /** A lookup is paid for once answered, so fewer failures are retried. */
  paidPerAnswer: boolean;
}

const search: Provider['ask'] = ({ webSearch }, signal = calm()) =>
  webSearch.searchPage({ query: 'site:linkedin.com/in', page: 1 }, signal);
const lookUp: Provider['ask'] = ({ profileData }, signal = calm()) => profileData.lookUp(PROFILE_URL, signal);
const profile = (provider: 'enrichlayer' | 'proxycurl') => (url: string) =>
  configFor(url, { profile: { provider, apiKey: KEYS.profile, baseUrl: url } });

const PROVIDERS: Provider[] = [
  {
    name: 'OpenAI',
    config: configFor,
    ask: ({ languageModel }, signal = calm()) => languageModel.complete(REQUEST, signal),
    paidPerAnswer: false,
  },
  { name: 'SerpApi', config: configFor, ask: search, paidPerAnswer: false },
  {
    name: 'Serper',
    config: (url) => configFor(url, { search: { provider: 'serper', apiKey: KEYS.search, baseUrl: url } }),
    ask: search,
    paidPerAnswer: false,
  },
  { name: 'Enrich Layer', config: profile('enrichlayer'), ask: lookUp, paidPerAnswer: true },
  { name: 'Proxycurl', config: profile('proxycurl'), ask: lookUp, paidPerAnswer: true },
];

interface Fault {
  name: string;
  respond: Responder;
  code: ProviderErrorCode;
  status?: number;
  /** Total calls to a provider that is retried freely, and to one that is paid per answer. */
  calls: readonly [number, number];
  /** Waits before retries, if the fault determines them. */
  waits?: number[];
}

/** An error whose body tries to leak everything that must not be shown. */
const leaky = (status: number, headers: Record<string, string> = {}): Responder =>
  json(
    {
      error: {
        message: `Key ${Object.values(KEYS).join(' ')} was refused by 10.1.2.3:8080. See https://internal.example.com/x`,
      },
    },
    status,
    headers,
  );
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

const FAULTS: Fault[] = [
  { name: 'a connection closed unanswered', respond: hangUp, code: 'unreachable', calls: [3, 2] },
  { name: 'a connection reset in mid-body', respond: resetMidBody, code: 'cut', calls: [3, 1] },
  ...[400, 401, 403, 410, 422].map(
    (status): Fault => ({
      name: `status ${status}`,
      respond: leaky(status),
      code: 'status',
      status,
      calls: [1, 1],
    }),
  ),
  ...[408, 409, 500, 502].map(
    (status): Fault => ({
      name: `status ${status}`,
      respond: leaky(status),
      code: 'status',
      status,
      calls: [3, 1],
    }),
  ),
  { name: 'status 429', respond: leaky(429), code: 'status', status: 429, calls: [3, 2] },
  {
    name: 'status 429 with a Retry-After in seconds',
    respond: leaky(429, { 'retry-after': '7' }),
    code: 'status',
    status: 429,
    calls: [3, 2],
    waits: [7_000, 7_000],
  },
  {
    name: 'status 429 with a Retry-After of an hour',
    respond: leaky(429, { 'retry-after': '3600' }),
    code: 'status',
    status: 429,
    calls: [1, 1],
  },
  {
    name: 'status 429 with a Retry-After date an hour away',
    respond: leaky(429, { 'retry-after': inSeconds(3_600) }),
    code: 'status',
    status: 429,
    calls: [1, 1],
  },
  {
    name: 'status 429 with a Retry-After date in the past',
    respond: leaky(429, { 'retry-after': inSeconds(-60) }),
    code: 'status',
    status: 429,
    calls: [3, 2],
    waits: [0, 0],
  },
  {
    name: 'status 429 with an unreadable Retry-After',
    respond: leaky(429, { 'retry-after': 'soon' }),
    code: 'status',
    status: 429,
    calls: [3, 2],
    waits: [500, 1_000],
  },
  {
    name: 'status 503 with a web page',
    respond: text('<html><body>Service Unavailable</body></html>', 503),
    code: 'status',
    status: 503,
    calls: [3, 1],
  },
  {
    name: 'status 401 whose body breaks off',
    respond: resetMidError,
    code: 'status',
    status: 401,
    calls: [1, 1],
  },
  {
    name: 'status 401 whose body is not the gzip it claims to be',
    respond: text('{}', 401, 'application/json', { 'content-encoding': 'gzip' }),
    code: 'status',
    status: 401,
    calls: [1, 1],
  },
  { name: 'an empty 200', respond: text('', 200, 'application/json'), code: 'no-response', calls: [1, 1] },
  { name: 'a web page', respond: text('<!doctype html><p>Hi</p>'), code: 'invalid-reply', calls: [1, 1] },
  {
    name: 'a web page that says it is JSON',
    respond: text('<html>Sign in</html>', 200, 'application/json'),
    code: 'invalid-reply',
    calls: [1, 1],
  },
  {
    name: 'another content type',
    respond: text('{"organic_results":[]}', 200, 'text/plain'),
    code: 'invalid-reply',
    calls: [1, 1],
  },
  {
    name: 'malformed JSON',
    respond: text('{"organic_results":[', 200, 'application/json'),
    code: 'invalid-reply',
    calls: [1, 1],
  },
  { name: 'a body of 10 MB', respond: bigBody(10 * 1024 * 1024), code: 'invalid-reply', calls: [1, 1] },
  { name: 'a gzip bomb of 64 MB', respond: gzipBomb(64), code: 'invalid-reply', calls: [1, 1] },
  ...['gzip', 'br', 'zstd'].map(
    (encoding): Fault => ({
      name: `a body that is not the ${encoding} it claims to be`,
      respond: text('{"a":1}', 200, 'application/json', { 'content-encoding': encoding }),
      code: 'invalid-reply',
      calls: [1, 1],
    }),
  ),
  {
    name: 'a redirect to elsewhere',
    respond: redirect('http://127.0.0.1:9/stolen'),
    code: 'status',
    status: 302,
    calls: [1, 1],
  },
];

/** Faults that only the call's timeout ends; `timeOut` makes it pass. */
const ENDLESS = [
  {
    name: 'status 500 whose body never ends',
    respond: (timeOut: () => void): Responder => drip(25, 500, timeOut),
  },
  { name: 'a body that drips', respond: (timeOut: () => void): Responder => drip(25, 200, timeOut) },
  { name: 'no answer at all', respond: (timeOut: () => void): Responder => timeOut },
];

/** In milliseconds: more than any answered call needs, even on a busy machine. */
const TIMEOUT = 150_000;
const timeoutsOf = (timeout: number) => ({
  timeouts: { 'language-model': timeout, 'web-search': timeout, 'profile-data': timeout },
});

/** Timeouts that do not pass by themselves, by their milliseconds. */
const timeouts = new Map<number, AbortController>();
beforeAll(() => {
  const begin = AbortSignal.timeout;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(
    (milliseconds) => timeouts.get(milliseconds)?.signal ?? begin(milliseconds),
  );
});
afterAll(() => {
  vi.restoreAllMocks();
});

const PRIVATE = new RegExp(
  [
    ...Object.values(KEYS),
    '127\\.0\\.0\\.1',
    '10\\.1\\.2\\.3',
    '://',
    'example\\.com',
    '[<>\\n]',
    'at \\w+ \\(',
  ].join('|'),
);

/** A sentence that fits after a colon in an apology and leaks nothing. */
function expectReadable(message: string): void {
  expect(message).toMatch(/^\p{L}.{8,260}[^.\s]$/u);
  expect(message).not.toMatch(PRIVATE);
  expect(message).not.toMatch(/ECONN|undefined|\[object|fetch failed|Error:/);
}

async function fail(question: Promise<unknown>): Promise<ProviderError> {
  const error = await question.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderError)) throw new Error('No ProviderError was thrown.', { cause: error });
  return error;
}

describe.each(PROVIDERS)('$name', ({ config, ask, paidPerAnswer }) => {
  it.concurrent.each(FAULTS)('reports $name', async ({ respond, code, status, calls, waits }) => {
    await using server = await startProviderServer(respond);
    const providers = testProviders(config(server.url), timeoutsOf(TIMEOUT));
    const error = await fail(ask(providers));
    expect(error).toMatchObject({ code, status });
    expectReadable(error.message);
    const made = calls[paidPerAnswer ? 1 : 0];
    expect(server.requests).toHaveLength(made);
    expect(providers.calls.map(({ attempt, outcome }) => [attempt, outcome])).toEqual(
      Array.from({ length: made }, (_, index) => [index + 1, code]),
    );
    if (waits !== undefined) expect(providers.waits).toEqual(waits.slice(0, made - 1));
  });

  it.concurrent.each(ENDLESS)('reports $name', async ({ respond }) => {
    const timeout = TIMEOUT + 1_000 * (1 + timeouts.size);
    const controller = new AbortController();
    timeouts.set(timeout, controller);
    await using server = await startProviderServer(
      respond(() => controller.abort(new DOMException('', 'TimeoutError'))),
    );
    const providers = testProviders(config(server.url), timeoutsOf(timeout));
    const error = await fail(ask(providers));
    expect(error).toMatchObject({ code: 'timeout', status: undefined });
    expect(error.message).toMatch(new RegExp(` did not answer within ${timeout / 1_000} s$`));
    expectReadable(error.message);
    expect(server.requests).toHaveLength(1);
    expect(providers.calls).toMatchObject([{ attempt: 1, outcome: 'timeout' }]);
  });

  it('reports a refused connection', async () => {
    const providers = testProviders(config(REFUSING_ADDRESS));
    const error = await fail(ask(providers));
    expect(error).toMatchObject({ code: 'unreachable', retryable: true });
    expect(error.message).toMatch(/ could not be reached: connection refused$/);
    expectReadable(error.message);
    expect(providers.calls).toHaveLength(paidPerAnswer ? 2 : 3);
  });

  it('recovers from a single failure by retrying', async () => {
    await using server = await startProviderServer(hangUp, json(GOOD_ANSWER));
    await expect(ask(testProviders(config(server.url)))).resolves.toBeDefined();
    expect(server.requests).toHaveLength(2);
  });

  it('ends an aborted call at once with the abort reason', async () => {
    const asked = Promise.withResolvers<void>();
    await using server = await startProviderServer(() => asked.resolve());
    const providers = testProviders(config(server.url));
    const controller = new AbortController();
    const reason = new Error('The search was stopped.');
    const question = ask(providers, controller.signal);
    await asked.promise;
    controller.abort(reason);
    await expect(question).rejects.toBe(reason);
    expect(providers.calls).toMatchObject([{ outcome: 'aborted' }]);
  });
});

/** A valid answer from any provider. */
const GOOD_ANSWER = {
  choices: [{ finish_reason: 'stop', message: { content: '{}' } }],
  organic_results: [],
  organic: [],
  full_name: 'Ximena Huarcaya-Toledo',
};
