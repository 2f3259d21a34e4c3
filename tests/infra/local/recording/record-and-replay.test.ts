import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Providers } from '#functions/providers/ports.ts';
import { newSearch } from '#infra/local/one-search.ts';
import { providerOpener } from '#infra/local/open-providers.ts';
import { listRecordings, RecordingError, readRecording } from '#infra/local/recording/files.ts';
import {
  type OpenRecordingOptions,
  openRecording,
  providerSecrets,
  recordingFetch,
  saveRecording,
} from '#infra/local/recording/record.ts';
import { asRecorded, printMissing, type ReplayOptions, replayFetch } from '#infra/local/recording/replay.ts';
import {
  calm,
  configFor,
  KEYS,
  PROFILE_URL,
  pages,
  REQUEST,
  testProviders,
} from '#tests/functions/providers/setup.ts';
import {
  bigBody,
  drip,
  hangUp,
  json,
  type ProviderServer,
  type Responder,
  resetMidBody,
  startProviderServer,
  text,
} from '#tests/support/provider-server.ts';
import { liftTimeLimits, restoreTimeLimits } from '#tests/support/time-limits.ts';
import completions from '#tests/support/wire-samples/openai-completions.json' with { type: 'json' };
import person from '#tests/support/wire-samples/proxycurl-person-200.json' with { type: 'json' };
import page1 from '#tests/support/wire-samples/serpapi-google-page-1.json' with { type: 'json' };
import page2 from '#tests/support/wire-samples/serpapi-google-page-2.json' with { type: 'json' };

let server: ProviderServer;
let directory: string;
beforeEach(async () => {
  // The two pages are requested at once, and may arrive in either order.
  const resultPages = pages(json(page1), json(page2));
  const people = [json(person.body), json({ description: 'Person profile does not exist' }, 404)];
  server = await startProviderServer((response, request) => {
    if (request.path === '/search.json') resultPages(response, request);
    else if (request.path.startsWith('/v1/')) json(completions.query)(response, request);
    else (people.length > 1 ? people.shift() : people[0])?.(response, request);
  });
  directory = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** One deep search’s calls, as the pipeline makes them. */
async function runSearch({ languageModel, webSearch, profileData }: Providers) {
  const query = await languageModel.complete({ ...REQUEST, task: 'query' }, calm());
  const results = await webSearch.search('site:linkedin.com/in "AI"', calm());
  const found = await profileData.lookUp(PROFILE_URL, calm());
  const nobody = await profileData.lookUp('https://www.linkedin.com/in/nobody', calm());
  return { query, results, found, nobody };
}

async function record<Result>(
  search: (providers: Providers) => Promise<Result>,
  { name = 'search', ...about }: { name?: string } & Pick<OpenRecordingOptions, 'providers' | 'search'> = {},
) {
  const config = configFor(server.url, { mode: 'record', recording: directory });
  const session = openRecording(directory, name, { secrets: providerSecrets(config), ...about });
  const providers = testProviders(config, { fetch: recordingFetch(session) });
  const result = await search(providers).catch((error: unknown) => error);
  const path = await saveRecording(session);
  return { result, path, providers };
}

async function replay(options: ReplayOptions = {}, name = 'search') {
  const config = configFor('http://replay.invalid', { mode: 'replay', recording: directory });
  const fetch = replayFetch(await readRecording(directory, name), options);
  return testProviders({ ...config, openai: { ...config.openai, apiKey: undefined } }, { fetch });
}

describe('a recorded search', () => {
  it('is a file that only its owner can read, since it may be of real people', async () => {
    await record(runSearch);
    expect((await stat(join(directory, 'search.json'))).mode & 0o777).toBe(0o600);
  });

  it('gives the same answers in replay as live, without calling any provider', async () => {
    const { result } = await record(runSearch);
    const callsMade = server.requests.length;
    expect(await runSearch(await replay())).toEqual(result);
    expect(server.requests).toHaveLength(callsMade);
  });

  it.each([
    'rk-sharma-8b1234a5',
    'sk-mohammad-abdullah-al-mamun-0b1234567',
    'sk-Mohammad-Abdullah-Al-Mamun-0b1234567',
    'abdul-sk-mohammad-abdullah-al-mamun-0b1234567',
  ])('keeps profile addresses that begin like a key: %s', async (slug) => {
    const link = `https://in.linkedin.com/in/${slug}`;
    const url = `https://www.linkedin.com/in/${slug.toLowerCase()}`;
    const search = async ({ webSearch, profileData }: Providers) => {
      const { linkedinProfiles } = await webSearch.search('x', calm());
      return [linkedinProfiles, await profileData.lookUp(link, calm())];
    };
    const results = json({ organic_results: [{ position: 1, title: 'S K Sharma', link }] });
    server.answer((response, request) =>
      (request.path === '/search.json' ? results : json({ ...person.body, public_identifier: slug }))(
        response,
        request,
      ),
    );
    const content = `Nurses, not https://example.com/?of=${encodeURIComponent(link)}`;
    const asked = { content, deepResearch: false, plan: { leaveOut: [url] } };
    const { result } = await record(search, { search: asked });
    expect(result).toMatchObject([[{ url }], { public_identifier: slug }]);
    expect(await search(await replay())).toEqual(result);
    expect((await readRecording(directory, 'search')).search).toEqual(asked);
  });

  it.each([
    ['OpenAI', `sk-proj-${'Ab3-_xY9'.repeat(8)}`],
    ['Anthropic', `sk-ant-api03-${'q7-Zw_k2'.repeat(8)}-AA`],
    ['OpenRouter', `sk-or-v1-${'0a1b2c3d'.repeat(8)}`],
    ['DeepSeek', `sk-${'0a1b2c3d'.repeat(4)}`],
    ['Langfuse', 'sk-lf-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'],
    ['a gateway', 'sk-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'],
  ])('has no key of %s that was pasted into the request', async (_, key) => {
    const { path } = await record(runSearch, {
      search: { content: `Nurses, with ${key} please`, deepResearch: false },
    });
    expect(await readFile(path, 'utf8')).not.toContain(key.slice(-16));
  });

  it('replays with the providers it was recorded with, whatever is configured now', async () => {
    const asked = { webSearch: 'serpapi', profileData: 'proxycurl', simulated: false } as const;
    const { result } = await record(runSearch, { providers: asked });
    const now = configFor('http://replay.invalid', {
      mode: 'replay',
      openai: {
        apiKey: undefined,
        baseUrl: 'http://replay.invalid',
        model: 'o4-mini',
        structuredOutput: 'on',
      },
      search: { provider: 'serper', apiKey: undefined, baseUrl: 'http://replay.invalid' },
      profile: { provider: 'enrichlayer', apiKey: undefined, baseUrl: 'http://replay.invalid' },
    });
    const recording = await readRecording(directory, 'search');
    const fetch = replayFetch(recording);
    expect(await runSearch(testProviders(asRecorded(now, recording), { fetch }))).toEqual(result);
  });

  it('is one readable file with every call’s request, answer and timing', async () => {
    const { path } = await record(runSearch, { name: 'peruvian-engineers' });
    expect(await readdir(directory)).toEqual(['peruvian-engineers.json']);
    expect(await listRecordings(directory)).toEqual(['peruvian-engineers']);
    const { calls } = await readRecording(directory, 'peruvian-engineers');
    expect(calls.map(({ request: { provider, method, endpoint: at } }) => [provider, method, at])).toEqual([
      ['language-model', 'POST', 'completions'],
      ['web-search', 'GET', 'search.json'],
      ['web-search', 'GET', 'search.json'],
      ['profile-data', 'GET', 'linkedin'],
      ['profile-data', 'GET', 'linkedin'],
    ]);
    expect(calls[0]).toMatchObject({
      request: {
        body: { model: 'gpt-4.1-mini', messages: [{ role: 'system' }, { content: 'Peruvian engineers' }] },
      },
      outcome: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        json: completions.query,
        ended: 'complete',
      },
    });
    expect(calls[2]?.request.query).toMatchObject({ engine: 'google', start: '10' });
    expect(calls[4]?.outcome).toMatchObject({ status: 404, statusText: 'Not Found' });
    expect(await readFile(path, 'utf8')).toContain('\n          "messages": [\n');
  });

  it('replays failures as they happened', async () => {
    const search = ({ webSearch }: Providers) => webSearch.searchPage({ query: 'x', page: 1 }, calm());
    server.answer(hangUp, resetMidBody, text('<html>down</html>', 503));
    const recorded = await record(search);
    const replayed = await replay();
    await expect(search(replayed)).rejects.toMatchObject({
      code: 'status',
      message: 'SerpAPI error: 503 Service Unavailable',
    });
    expect(replayed.calls.map(({ outcome, status }) => [outcome, status])).toEqual(
      recorded.providers.calls.map(({ outcome, status }) => [outcome, status]),
    );
  });

  it.each(['path', 'address'])(
    'follows a profile to its new name, given as %s, as it did live',
    async (told) => {
      const search = ({ profileData }: Providers) => profileData.lookUp(PROFILE_URL, calm());
      server.answer((response, { path }) => {
        const location = `${path}?url=${encodeURIComponent('https://www.linkedin.com/in/new-name')}`;
        response.writeHead(301, { location: told === 'path' ? location : `${server.url}${location}` }).end();
      }, json(person.body));
      const { result } = await record(search);
      expect(result).toMatchObject({ former_public_identifiers: ['ximena-huarcaya-toledo'] });
      expect(await search(await replay())).toEqual(result);
    },
  );

  it('includes the fallback query’s page in place of one that was given up', async () => {
    const onlyPage = { ...page1, organic_results: page1.organic_results.slice(0, 3), serpapi_pagination: {} };
    server.answer((response, request) => {
      if (request.query['start'] !== undefined) return;
      json(request.query['q'] === 'x' ? onlyPage : page2)(response, request);
    });
    const search = ({ webSearch }: Providers) => webSearch.search('x', calm(), 'y');
    const { result } = await record(search);
    const replayed = await replay();
    expect(await search(replayed)).toEqual(result);
    expect(result).toMatchObject({ pagesRead: [{ query: 'x' }, { query: 'y' }] });
    expect(replayed.spend?.()).toMatchObject({ searchPages: 3 });
  });

  it('replays an aborted call as one without an answer', async () => {
    restoreTimeLimits();
    onTestFinished(liftTimeLimits);
    server.answer(() => undefined);
    const config = configFor(server.url, { mode: 'record' });
    const session = openRecording(directory, 'search', { secrets: [] });
    const fetch = recordingFetch(session);
    const hurried = testProviders(config, { fetch, timeouts: { 'web-search': 50 } });
    await expect(hurried.webSearch.search('x', calm())).rejects.toMatchObject({ code: 'timeout' });
    await saveRecording(session);
    await expect((await replay()).webSearch.search('x', calm())).rejects.toMatchObject({ code: 'timeout' });
  });

  it.each<[string, Responder, string, number?]>([
    ['was reset', resetMidBody, 'cut'],
    ['was stopped', drip(25), 'timeout', 1_000],
    [
      'could not be unpacked',
      text('{}', 200, 'application/json', { 'content-encoding': 'gzip' }),
      'invalid-reply',
    ],
    ['was too big', bigBody(3 * 1024 * 1024), 'invalid-reply'],
  ])('replays an answer whose body %s', async (_name, respond, code, limit = 60_000) => {
    restoreTimeLimits();
    onTestFinished(liftTimeLimits);
    server.answer(respond);
    const session = openRecording(directory, 'search', { secrets: [] });
    const live = testProviders(configFor(server.url, { mode: 'record' }), {
      fetch: recordingFetch(session),
      timeouts: { 'profile-data': limit },
    });
    await expect(live.profileData.lookUp(PROFILE_URL, calm())).rejects.toMatchObject({ code });
    await saveRecording(session);
    const replayed = await replay();
    await expect(replayed.profileData.lookUp(PROFILE_URL, calm())).rejects.toMatchObject({ code });
    expect(replayed.calls.map(({ outcome }) => outcome)).toEqual([code]);
  });

  it('repeats the answers of identical calls in order, and then the last one', async () => {
    const ask = ({ languageModel }: Providers) => languageModel.complete(REQUEST, calm());
    const answers = ['first', 'second'].map((content) =>
      json({ choices: [{ finish_reason: 'stop', message: { content } }] }),
    );
    server.answer(...answers);
    await record(async (providers) => [await ask(providers), await ask(providers)]);
    const providers = await replay();
    const replayed = [await ask(providers), await ask(providers), await ask(providers)];
    expect(replayed.map((completion) => completion.text)).toEqual(['first', 'second', 'second']);
  });

  /** The texts that four repetitions of a search are replayed with, from recordings made in this order, named after their texts. */
  async function replayRecorded(made: readonly { name: string; interrupted?: boolean }[]): Promise<string[]> {
    const search = newSearch({ content: 'Nurses in Lima', deepResearch: false });
    const asked = { content: search.userMessage.content, deepResearch: false };
    for (const [time, { name, ...end }] of made.entries()) {
      server.answer(json({ choices: [{ finish_reason: 'stop', message: { content: name } }] }));
      const session = openRecording(directory, name, { secrets: [], search: asked, clock: () => time });
      const config = configFor(server.url, { mode: 'record' });
      const { languageModel } = testProviders(config, { fetch: recordingFetch(session) });
      await languageModel.complete(REQUEST, calm());
      await saveRecording(session, end);
    }
    const open = await providerOpener({
      config: configFor('http://replay.invalid', { mode: 'replay', recording: directory }),
      simulated: undefined,
      sensitiveCriteria: 'score',
      log: () => undefined,
      remember: (profileData) => profileData,
      opened: new AsyncDisposableStack(),
    });
    const replayed: string[] = [];
    for (let repetition = 0; repetition < 4; repetition += 1) {
      const { providers } = await open(search, {});
      replayed.push((await providers.languageModel.complete(REQUEST, calm())).text);
    }
    return replayed;
  }

  it('is replayed from its recordings in the order in which they were made, whatever their names', async () => {
    const replayed = await replayRecorded([{ name: 'second' }, { name: 'third' }, { name: 'first' }]);
    expect(replayed).toEqual(['second', 'third', 'first', 'first']);
  });

  it('is replayed from its complete recordings, or from interrupted ones if there are no others', async () => {
    const cut = ['cut-one', 'cut-two'].map((name) => ({ name, interrupted: true }));
    expect(await replayRecorded(cut)).toEqual(['cut-one', 'cut-two', 'cut-two', 'cut-two']);
    const replayed = await replayRecorded([...cut, { name: 'one' }, { name: 'two' }]);
    expect(replayed).toEqual(['one', 'two', 'two', 'two']);
  });

  it('reproduces the original timing on request', async () => {
    await record(runSearch);
    const recording = await readRecording(directory, 'search');
    const [call] = recording.calls;
    if (call === undefined || 'failed' in call.outcome) throw new Error('There is no answer.');
    const size = JSON.stringify(completions.query).length;
    call.outcome.after = 700;
    call.outcome.chunks = [
      [750, size - 10],
      [1_900, 10],
    ];
    const waits: number[] = [];
    const fetch = replayFetch(recording, {
      timing: 'original',
      delay: async (milliseconds) => {
        waits.push(milliseconds);
      },
    });
    const providers = testProviders(configFor('http://replay.invalid', { mode: 'replay' }), { fetch });
    const completion = await providers.languageModel.complete({ ...REQUEST, task: 'query' }, calm());
    expect(completion.usage?.inputTokens).toBe(812);
    expect(waits).toEqual([700, 50, 1_150]);
  });

  it('stops at once when its replay is aborted', async () => {
    await record(runSearch);
    const recording = await readRecording(directory, 'search');
    for (const call of recording.calls) call.outcome.after = 60_000;
    const fetch = replayFetch(recording, { timing: 'original' });
    const providers = testProviders(configFor('http://replay.invalid', { mode: 'replay' }), { fetch });
    const controller = new AbortController();
    const question = providers.webSearch.search('site:linkedin.com/in "AI"', controller.signal);
    controller.abort(new Error('stopped'));
    await expect(question).rejects.toThrow('stopped');
  });
});

describe('the keys used in a recorded search', () => {
  it('are neither stored nor needed to match calls', async () => {
    await record(runSearch);
    const { webSearch } = testProviders(
      configFor('http://replay.invalid', {
        mode: 'replay',
        search: { provider: 'serpapi', apiKey: 'another', baseUrl: 'http://replay.invalid' },
      }),
      { fetch: replayFetch(await readRecording(directory, 'search')) },
    );
    expect((await webSearch.search('site:linkedin.com/in "AI"', calm())).linkedinProfiles).toHaveLength(8);
    expect(await readFile(join(directory, 'search.json'), 'utf8')).not.toContain(KEYS.search);
  });
});

describe('an unrecorded call', () => {
  it('fails at once and says how it differs from the nearest recorded call', async () => {
    await record(runSearch);
    const missing: unknown[] = [];
    const providers = await replay({ onMissing: (call) => missing.push(call) });
    await expect(providers.webSearch.search('site:linkedin.com/in "law"', calm())).rejects.toMatchObject({
      code: 'invalid-reply',
      message: 'This web-search call was not recorded: the nearest differs in query.q',
    });
    expect(missing).toHaveLength(2);
    expect(missing.slice(0, 1)).toMatchObject([
      {
        request: { provider: 'web-search', endpoint: 'search.json' },
        differences: [
          {
            field: 'query.q',
            recorded: '"site:linkedin.com/in \\"AI\\""',
            asked: '"site:linkedin.com/in \\"law\\""',
          },
        ],
      },
    ]);
  });

  it('is shown whole, next to the recorded call it was before a hand edit', async () => {
    const about = (person: string) => ({ ...REQUEST, user: `Score ${person}.` });
    server.answer(json(completions.query));
    await record(async ({ languageModel }) => {
      for (const person of ['Inti Quispe, nurse', 'Wayra Mamani, nurse', 'Killa Condori, doctor'])
        await languageModel.complete(about(person), calm());
    });
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => printed.mockRestore());
    const { languageModel } = await replay({ onMissing: printMissing });
    await expect(languageModel.complete(about('Wayra Mamani, doctor'), calm())).rejects.toThrow();
    const lines = printed.mock.calls.map((args) => format(...args)).join('\n');
    expect(lines).toContain('"content": "Score Wayra Mamani, doctor."');
    expect(lines).toContain(
      [
        'The nearest recorded call differs in:',
        '  body.messages.1.content',
        '    recorded: "Score Wayra Mamani, nurse."',
        '    asked:    "Score Wayra Mamani, doctor."',
      ].join('\n'),
    );
  });

  it('says so if nothing was recorded for its provider', async () => {
    await record(({ webSearch }) => webSearch.search('x', calm()));
    await expect((await replay()).profileData.lookUp(PROFILE_URL, calm())).rejects.toThrow(
      'This profile-data call was not recorded: there is no recorded call to this provider',
    );
  });
});

describe('recordings by name', () => {
  it.each(['../search', 'a/b', '.hidden', '', 'x'.repeat(101)])(
    'never leave their folder (%j)',
    async (name) => {
      expect(() => openRecording(directory, name, { secrets: [] })).toThrow(RecordingError);
      await expect(readRecording(directory, name)).rejects.toThrow(RecordingError);
    },
  );

  it('are reported if missing', async () => {
    await expect(readRecording(directory, 'nothing')).rejects.toThrow('There is no recording named nothing.');
    expect(await listRecordings(join(directory, 'none'))).toEqual([]);
  });

  const head = { format: 'expertscope-recording/1', name: 'broken', recordedAt: '2026-11-21T09:00:00.000Z' };
  const request = { provider: 'web-search', method: 'GET', endpoint: 'search.json', query: {} };
  const sound = { status: 200, statusText: 'OK', headers: {}, json: {}, ended: 'complete' };
  const outcome = { ...sound, status: '200' };

  it.each([
    ['{"format":"expertscope-recording/1",}', /^The recording broken is not valid JSON: .*position 36 /],
    ['', 'The recording broken is not valid JSON: Unexpected end of JSON input.'],
    ['[]', 'The recording broken is invalid: format is missing; name is missing; and 2 more.'],
    [
      { ...head, calls: [{ request, outcome }] },
      'The recording broken is invalid: calls.0.outcome.status must be number.',
    ],
    [
      { ...head, calls: [{ request: { ...request, provider: 'model' }, outcome: { after: 12 } }] },
      /: calls\.0\.request\.provider must be \("language-model" \| .*\); calls\.0\.outcome\.status is missing; and 3 more\.$/,
    ],
    [
      { ...head, calls: [{ request, outcome: { ...sound, json: undefined, jsn: {} } }] },
      'The recording broken is invalid: calls.0.outcome must have its body in exactly one of json and text.',
    ],
    [
      { ...head, calls: [{ request, outcome: { ...sound, text: '{}' } }] },
      'The recording broken is invalid: calls.0.outcome must have its body in exactly one of json and text.',
    ],
    [
      {
        ...head,
        calls: [{ request, outcome: { ...sound, headers: { 'content type': 'a', retry: '1\n2' } } }],
      },
      'The recording broken is invalid: calls.0.outcome.headers.content type must be a header name; calls.0.outcome.headers.retry must be one line of ASCII.',
    ],
    [
      { ...head, calls: [{ request, outcome: { ...sound, statusText: 'OK ✓' } }] },
      'The recording broken is invalid: calls.0.outcome.statusText must be one line of ASCII.',
    ],
  ])('are rejected with an explanation if edited by hand and invalid (%#)', async (content, message) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(join(directory, 'broken.json'), text);
    await expect(readRecording(directory, 'broken')).rejects.toThrow(message);
  });

  it('may leave out the body of a response that cannot have one', async () => {
    const { json: _, ...bodiless } = { ...sound, status: 204, statusText: 'No Content' };
    const recording = { ...head, calls: [{ request, outcome: bodiless }] };
    await writeFile(join(directory, 'bodiless.json'), JSON.stringify(recording));
    const fetch = replayFetch(await readRecording(directory, 'bodiless'));
    const answer = await fetch('http://replay.invalid/search.json', { provider: 'web-search' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });
});
