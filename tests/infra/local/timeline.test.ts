import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '#infra/command.ts';
import { listRecordings, readRecording } from '#infra/local/recording/files.ts';
import { readRequest } from '#infra/local/timeline.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { json, startProviderServer } from '#tests/support/provider-server.ts';
import completions from '#tests/support/wire-samples/openai-completions.json' with { type: 'json' };
import { pressCtrlC, runScript } from '../cloud/support/project.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'timeline-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** The command’s output and exit code. */
const timeline = (args: readonly string[], environment: Record<string, string> = {}) =>
  runScript('infra/local/timeline.ts', { args, environment: { DATA_DIR: dataDir, ...environment } });

describe('npm run timeline', () => {
  it('writes the page of a bundled recording and says where', async () => {
    const path = join(dataDir, 'timelines', 'students-deep.html');
    expect(await timeline(['students-deep'])).toEqual({ code: 0, stdout: `Wrote ${path}\n`, stderr: '' });
    expect(await readFile(path, 'utf8')).toContain('<h1>Peruvians in the US studying computer science');
    // As a recording, it may be about real people.
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('lists the recordings for an unknown name', async () => {
    const { code, stderr } = await timeline(['../students-deep']);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no recording named ../students-deep. Available recordings:');
    expect(stderr).toContain('\n  students-deep\n');
  });

  it.each([[['--deep']], [['--what']]])('prints its usage when given %j', async (given) => {
    const { code, stderr } = await timeline(given);
    expect(code).toBe(1);
    expect(stderr).toContain('npm run timeline -- NAME');
    expect(stderr).not.toContain('    at ');
  });

  it('prints its usage when given both a name and a request', () => {
    const read = () => readRequest(['students-deep', '--request', 'AI']);
    expect(read).toThrow(UsageError);
    expect(read).toThrow('npm run timeline -- NAME');
  });

  it('runs a search with simulated providers, keeps its recording and writes its page', async () => {
    const { code, stdout } = await timeline(['--request', 'Peruvian lawyers in Madrid', '--deep'], {
      SIMULATED_LATENCY: 'none',
    });
    expect(code).toBe(0);
    const recordings = join(dataDir, 'recordings');
    const [name = ''] = await listRecordings(recordings);
    const recording = await readRecording(recordings, name);
    expect(recording.search).toEqual({ content: 'Peruvian lawyers in Madrid', deepResearch: true });
    expect(recording.providers).toEqual({
      webSearch: 'serpapi',
      profileData: 'enrichlayer',
      simulated: true,
    });
    const path = join(dataDir, 'timelines', `${name}.html`);
    expect(stdout).toContain(`Wrote ${path}`);
    const page = await readFile(path, 'utf8');
    expect(page).toContain('Peruvian lawyers in Madrid');
    expect(page).toContain('The providers were simulated');
    // The simulated providers’ key is not treated as a secret: it would also be scrubbed from the model’s name.
    expect(page).toContain('gpt-4.1-mini-simulated');
    // It can be found by name afterwards.
    expect((await timeline([name])).code).toBe(0);
  });

  /** Runs a search, and presses Ctrl-C when it makes a call to this path; earlier calls are answered. */
  async function interruptAt(path: string, folder: string) {
    const called = Promise.withResolvers<void>();
    await using server = await startProviderServer((response, request) => {
      if (request.path === path) called.resolve();
      else json(completions.query)(response, request);
    });
    const child = spawn(process.execPath, ['infra/local/timeline.ts', '--request', 'Peruvian engineers'], {
      env: {
        ...bareEnvironment(),
        ...{ DATA_DIR: dataDir, RECORDING: folder, OPENAI_BASE_URL: `${server.url}/v1` },
        ...{ SERPAPI_BASE_URL: server.url, PROFILE_BASE_URL: server.url },
        ...{ OPENAI_API_KEY: 'key-one', SERPAPI_API_KEY: 'key-two', PROFILE_API_KEY: 'key-three' },
      },
    });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const exit = once(child, 'exit');
    await called.promise;
    pressCtrlC(child);
    const [code] = await exit;
    const [stdout, stderr] = await output;
    return { code, stdout, stderr };
  }

  it('keeps the recording of a search that is interrupted, and writes its page', async () => {
    const folder = join(dataDir, 'interrupted');
    const { code, stdout } = await interruptAt('/search.json', folder);
    expect(code).toBe(0);
    const [name = ''] = await listRecordings(folder);
    expect(stdout).toContain(`${name}.json, which ends where the search was interrupted.`);
    const { interrupted, calls } = await readRecording(folder, name);
    expect(interrupted).toBe(true);
    expect(calls[0]).toMatchObject({ request: { provider: 'language-model' }, outcome: { status: 200 } });
    expect(await readFile(join(dataDir, 'timelines', `${name}.html`), 'utf8')).toContain(
      'Peruvian engineers',
    );
  });

  it('keeps no recording of a search that is interrupted before its first answer', async () => {
    const folder = join(dataDir, 'unanswered');
    const { code, stdout, stderr } = await interruptAt('/v1/chat/completions', folder);
    expect(stdout).toContain('A search was interrupted before its first answer: it was not recorded.');
    expect(stdout).not.toContain('Recorded');
    expect([code, stderr]).toEqual([1, '']);
    expect(await listRecordings(folder)).toEqual([]);
  });

  it('scrubs keys, even those already in a recording', async () => {
    const folder = join(dataDir, 'by-hand');
    await mkdir(folder);
    const key = 'q7Kd9-not-a-usual-key';
    const request = {
      provider: 'web-search',
      method: 'GET',
      endpoint: 'search.json',
      query: { q: `who is ${key}`, api_key: 'serp-secret' },
    };
    const answer = {
      status: 200,
      statusText: 'OK',
      headers: { authorization: 'Basic c2VjcmV0', 'set-cookie': 'session=secret' },
      json: { echoed: [key, 'Bearer abcdefgh12345678'] },
      ended: 'complete',
    };
    const recording = {
      format: 'expertscope-recording/1',
      name: 'leaky',
      recordedAt: '2026-11-22T09:00:00.000Z',
      calls: [{ request, outcome: answer }],
    };
    await writeFile(join(folder, 'leaky.json'), JSON.stringify(recording));
    const { code } = await timeline(['leaky'], { RECORDING: folder, SERPAPI_API_KEY: key });
    expect(code).toBe(0);
    const page = await readFile(join(dataDir, 'timelines', 'leaky.html'), 'utf8');
    expect(page).toContain('who is [scrubbed]');
    for (const secret of [key, 'serp-secret', 'c2VjcmV0', 'session=secret', 'abcdefgh12345678'])
      expect(page).not.toContain(secret);
  });
});
