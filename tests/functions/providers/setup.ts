import { afterEach, beforeEach } from 'vitest';
import type { ProvidersConfig } from '#functions/config.ts';
import { type CreateProvidersOptions, createProviders } from '#functions/providers/create.ts';
import type { ProviderCall } from '#functions/providers/guard.ts';
import type { CompletionRequest } from '#functions/providers/ports.ts';
import {
  type ProviderServer,
  type Responder,
  type SeenRequest,
  startProviderServer,
} from '#tests/support/provider-server.ts';

export const KEYS = {
  openai: 'sk-test-0penAiKey0123456789abcdef',
  search: 'serp0123456789abcdef0123456789abcdef',
  profile: 'profileKey-0123456789abcdef',
} as const;

/** A fresh server for each test of a file, which answers with what `first` returns until told otherwise. */
export function serverPerTest(first: () => Responder): Omit<ProviderServer, keyof AsyncDisposable> {
  let server: ProviderServer;
  beforeEach(async () => {
    server = await startProviderServer(first());
  });
  afterEach(() => server[Symbol.asyncDispose]());
  return {
    get url() {
      return server.url;
    },
    get requests() {
      return server.requests;
    },
    answer: (...responders) => server.answer(...responders),
  };
}

/** Whether a request is for the second page of a search, which is sent in parallel with the first. */
export const isSecondPage = ({ query, body }: SeenRequest): boolean =>
  query['start'] !== undefined ||
  (typeof body === 'object' && body !== null && 'page' in body && body.page === 2);

/** Answers requests for the first and the second page, each from its own list, repeating the last answer. */
export function pages(
  first: Responder | readonly Responder[],
  second: Responder | readonly Responder[],
): Responder {
  const [nextOfFirst, nextOfSecond] = [inTurn(first), inTurn(second)];
  return (response, request) => {
    const next = isSecondPage(request) ? nextOfSecond : nextOfFirst;
    next()?.(response, request);
  };
}

/** In order, then the last one again and again. */
function inTurn(responders: Responder | readonly Responder[]): () => Responder | undefined {
  const list = [responders].flat();
  let served = 0;
  return () => list[Math.min(served++, list.length - 1)];
}

/** The slugs of that many invented people, numbered from `from`. */
export const slugs = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `person-${from + index}`);

export const PROFILE_URL = 'https://www.linkedin.com/in/ximena-huarcaya-toledo';

export const REQUEST: CompletionRequest = {
  task: 'scoring',
  system: 'You score profiles.',
  user: 'Peruvian engineers',
  temperature: 0.3,
  maxTokens: 900,
  reply: { name: 'scores', schema: { type: 'object', properties: {}, additionalProperties: false } },
};

/** A live configuration with every provider at one address. */
export function configFor(baseUrl: string, change: Partial<ProvidersConfig> = {}): ProvidersConfig {
  return {
    mode: 'live',
    missingKeys: [],
    recording: undefined,
    replayTiming: 'none',
    openai: {
      apiKey: KEYS.openai,
      baseUrl: `${baseUrl}/v1`,
      model: 'gpt-4.1-mini',
      structuredOutput: 'auto',
    },
    search: { provider: 'serpapi', apiKey: KEYS.search, baseUrl },
    profile: { provider: 'proxycurl', apiKey: KEYS.profile, baseUrl: `${baseUrl}/api/v2` },
    prices: {
      perMillionInputTokens: 0.4,
      perMillionOutputTokens: 1.6,
      perSearchPage: 0.015,
      perLookup: 0.02,
    },
    ...change,
  };
}

/** Providers that never really wait, with the waits they asked for and the calls they logged. */
export function testProviders(config: ProvidersConfig, options: CreateProvidersOptions = {}) {
  const waits: number[] = [];
  const calls: ProviderCall[] = [];
  const providers = createProviders(config, {
    delay: async (milliseconds) => {
      waits.push(milliseconds);
    },
    random: () => 1,
    log: (call) => calls.push(call),
    ...options,
  });
  return { ...providers.open(), waits, calls };
}

/** A signal that is never aborted. */
export const calm = (): AbortSignal => new AbortController().signal;
