import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import type { Providers } from '#functions/providers/ports.ts';
import { BUNDLE_FILE, bundleFunction, HANDLERS } from '#infra/cloud/bundle.ts';
import { baseUrlsAt } from '#infra/simulated/base-urls.ts';
import { httpEvent } from '#tests/lambda/support/http-event.ts';

const KEY = 'key-made-while-deploying';
const Bundle = v.object({ handler: v.function() });
const Answer = v.object({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
  isBase64Encoded: v.literal(false),
});

let outputFolder: string;
let bundle: v.InferOutput<typeof Bundle>;

beforeAll(async () => {
  outputFolder = await mkdtemp(join(tmpdir(), 'simulated-function-'));
  await bundleFunction({ entry: HANDLERS.simulated, outputFolder });
  process.env['SIMULATED_API_KEY'] = KEY;
  bundle = v.parse(Bundle, await import(pathToFileURL(join(outputFolder, BUNDLE_FILE)).href));
});
afterAll(async () => {
  delete process.env['SIMULATED_API_KEY'];
  await rm(outputFolder, { recursive: true });
});

/** Calls the bundle as Lambda does for a request to its URL. */
const callFunction: ProviderFetch = async (url, { method = 'GET', headers, body }) => {
  const { pathname, search } = new URL(url);
  const event = httpEvent({
    method,
    path: pathname + search,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { body: JSON.parse(body) }),
  });
  const answer = v.parse(Answer, await bundle.handler(event, {}));
  return new Response(answer.body, { status: answer.statusCode, headers: answer.headers });
};

/** The search function’s own clients, configured as by the stack. */
function providersWith(key: string): Providers {
  const at = baseUrlsAt('https://simulated.lambda-url.us-east-1.on.aws');
  const config = readConfig({
    PROVIDERS: 'simulated',
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: at.openaiBaseUrl,
    SERPAPI_API_KEY: key,
    SERPAPI_BASE_URL: at.serpapiBaseUrl,
    PROFILE_API_KEY: key,
    PROFILE_BASE_URL: at.enrichLayerBaseUrl,
  });
  return createProviders(config.providers, { fetch: callFunction }).open();
}

const { signal } = new AbortController();
const QUESTION = {
  task: 'query',
  system: 'Task: query',
  user: 'Peruvians in the US studying computer science with AI interests',
  reply: { name: 'query', schema: {} },
} as const;

describe('the bundle of the simulated providers', () => {
  it('answers the search function’s own clients, using the text files bundled with it', async () => {
    const { languageModel, webSearch, profileData } = providersWith(KEY);
    const completion = await languageModel.complete(QUESTION, signal);
    const { googleSearchQuery } = v.parse(
      v.object({ googleSearchQuery: v.string() }),
      JSON.parse(completion.text),
    );
    const { linkedinProfiles } = await webSearch.search(googleSearchQuery, signal);
    const [first] = linkedinProfiles;
    expect(linkedinProfiles.length).toBeGreaterThan(5);
    const record = await profileData.lookUp(first?.url ?? '', signal);
    expect(record?.full_name).toEqual(expect.any(String));
    expect([languageModel.label, webSearch.label]).toEqual([
      'gpt-4.1-mini (simulated)',
      'SerpApi (simulated)',
    ]);
  });

  it('refuses callers without the stack’s key', async () => {
    for (const key of ['simulated', `${KEY}x`, KEY.toUpperCase()]) {
      const { languageModel, webSearch, profileData } = providersWith(key);
      const refused = { code: 'status', status: 401 };
      await expect(languageModel.complete(QUESTION, signal)).rejects.toMatchObject(refused);
      await expect(webSearch.search('peru', signal)).rejects.toMatchObject(refused);
      await expect(profileData.lookUp('https://www.linkedin.com/in/somebody', signal)).rejects.toMatchObject(
        refused,
      );
    }
  });
});
