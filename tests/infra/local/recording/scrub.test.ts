import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openRecording,
  providerSecrets,
  recordingFetch,
  saveRecording,
} from '#infra/local/recording/record.ts';
import { calm, configFor, REQUEST, testProviders } from '#tests/functions/providers/setup.ts';
import {
  json,
  type ProviderServer,
  type Responder,
  startProviderServer,
  text,
} from '#tests/support/provider-server.ts';

let server: ProviderServer;
let directory: string;
beforeEach(async () => {
  server = await startProviderServer();
  directory = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

describe('provider keys', () => {
  /** Awkward in every encoding, so that all forms differ. */
  const CANARIES = {
    openai: 'sk-canary+one/"quoted"==',
    search: 'canary two & more=%2F',
    profile: 'canary-three~ü?',
  };
  /** All forms of a key in URLs, JSON and headers. */
  const forms = Object.values(CANARIES).flatMap((key) => [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('base64url'),
    new URLSearchParams({ key }).toString().slice(4),
    encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  ]);
  const echo = Object.fromEntries(
    forms.map((form, index) => [`${index} ${form}`, [form, { deep: `a${form}b` }]]),
  );

  const leaks: [string, Responder][] = [
    ['a JSON body', json({ ...echo, choices: [], organic_results: [], error: forms.join(' ') })],
    ['an error', json({ error: { message: forms.join(' ') } }, 401)],
    ['a web page', text(`<a href="/?api_key=${forms.join('">')}">`, 500)],
    [
      'headers and the status line',
      (response) => {
        const value = Object.values(CANARIES).filter((key) => !key.includes('ü'));
        response.writeHead(429, `No ${value.join(' ')}`, {
          'content-type': `application/json; x="${value.join(' ')}"`,
          'retry-after': value.join(' '),
          'x-api-key': value.join(' '),
          'set-cookie': `key=${value.join(' ')}`,
        });
        response.end('{}');
      },
    ],
    [
      'a body that breaks off within a key',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write(`{"echo":"${CANARIES.search.slice(0, -3)}`, () =>
          setImmediate(() => response.destroy()),
        );
      },
    ],
  ];

  it.each(leaks)(
    'never appear in a recording, even if the provider echoes them in %s',
    async (_, responder) => {
      server.answer(responder);
      const config = configFor(server.url, {
        mode: 'record',
        openai: {
          apiKey: CANARIES.openai,
          baseUrl: `${server.url}/v1`,
          model: 'gpt-4.1-mini',
          structuredOutput: 'auto',
        },
        search: { provider: 'serpapi', apiKey: CANARIES.search, baseUrl: server.url },
        profile: { provider: 'enrichlayer', apiKey: CANARIES.profile.replace('ü', 'u'), baseUrl: server.url },
      });
      const secrets = [...providerSecrets(config), CANARIES.profile];
      const search = { content: `Find ${forms.join(' ')}`, deepResearch: false };
      const session = openRecording(directory, 'canary', { secrets, search });
      const providers = testProviders(config, { fetch: recordingFetch(session) });
      await Promise.allSettled([
        providers.languageModel.complete({ ...REQUEST, user: `My key is ${forms.join(' ')}` }, calm()),
        providers.webSearch.search(`key ${forms.join(' ')}`, calm()),
        providers.profileData.lookUp(`https://www.linkedin.com/in/x?${forms.join('&')}`, calm()),
      ]);
      const file = await readFile(await saveRecording(session), 'utf8');
      const texts = [file, decodeURIComponent(file.replaceAll('%', '%25')), JSON.stringify(JSON.parse(file))];
      for (const written of texts) {
        for (const form of forms) expect(written).not.toContain(form);
        expect(written).not.toMatch(/canary (one|two)|canary[+-]|Y2FuYXJ5/);
      }
      expect(session.calls.length).toBeGreaterThanOrEqual(3);
    },
  );
});
