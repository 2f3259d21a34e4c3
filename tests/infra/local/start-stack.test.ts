import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { accountErasures, slotsKey } from '#functions/store/service-keys.ts';
import { readHeld } from '#functions/store/slots.ts';
import { Table } from '#functions/store/table.ts';
import { readLocalConfig } from '#infra/local/config.ts';
import { LOCAL_TABLE } from '#infra/local/database.ts';
import { LOOPBACK, listen, PortTaken } from '#infra/local/listen.ts';
import { aboutProviders } from '#infra/local/open-providers.ts';
import { listRecordings, RecordingError, readRecording } from '#infra/local/recording/files.ts';
import type { RecordedSearch } from '#infra/local/recording/format.ts';
import { type LocalStack, startStack } from '#infra/local/start-stack.ts';
import { newId } from '#shared/ids.ts';
import { EXAMPLE_PROMPTS } from '#shared/product.ts';
import { SiteConfig } from '#shared/site-config.ts';
import { makeAccount, tokensOf } from '#tests/e2e/accounts.ts';
import { openDatabase } from '#tests/support/dynamodb.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { readEvents, readUntilText } from '#tests/support/read-stream.ts';
import { startTestStack } from '#tests/support/stack.ts';
import { pressCtrlC, runScript } from '../cloud/support/project.ts';

/** The status of a response to a request whose headers fetch would override. */
async function ask(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = await once(get(url, { headers }), 'response');
  response.resume();
  return response.statusCode;
}

describe('access to the local stack', () => {
  it('is limited to the allowed networks for page, API and accounts alike', async () => {
    for (const [networks, status] of [
      ['10.0.0.0/8', 403],
      ['10.0.0.0/8,127.0.0.0/8', 200],
    ] as const) {
      const stack = await startTestStack({ environment: { ALLOWED_ADDRESSES: networks } });
      for (const path of ['/config.json', '/api/health', '/cognito/mail.json'])
        expect([path, (await fetch(stack.url + path)).status]).toEqual([path, status]);
      await stack.close();
    }
  });

  it('is published to the page', async () => {
    const stack = await startTestStack({
      environment: {
        SIGN_UP: 'closed',
        ALLOWED_EMAIL_DOMAINS: 'example.com',
        ANONYMOUS: 'off',
        ORGANISATION_NAME: 'Example Corp',
        TOTP: 'on',
      },
    });
    expect(v.parse(SiteConfig, await (await fetch(`${stack.url}/config.json`)).json())).toMatchObject({
      signUp: 'closed',
      emailDomains: ['example.com'],
      anonymous: false,
      organisation: 'Example Corp',
      totp: true,
    });
    await stack.close();
  });
});

describe('the local stack', () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await startTestStack();
  });
  afterAll(() => stack.close());

  const search = (content: string, deepResearch: boolean) =>
    fetch(`${stack.url}/api/searches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chatId: 'chat_1', messageId: newId('msg'), content, deepResearch }),
    });

  it('reports that its providers are simulated', async () => {
    const health = await (await fetch(`${stack.url}/api/health`)).json();
    expect(health).toMatchObject({ status: 'ok', providers: 'simulated' });
  });

  it.each([true, false])(
    'finds people end to end over every provider’s real wire format (deep: %s)',
    async (deep) => {
      const events = await readEvents(
        await search('Food and beverage lawyers who graduated from Georgetown Law', deep),
      );
      const message = events.flatMap(({ event }) => (event.type === 'message' ? [event.data] : []))[0];
      expect(message?.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThanOrEqual(10);
      expect(message?.metadata?.model).toBe(
        `gpt-4.1-mini (simulated) + SerpApi (simulated)${deep ? ' + Enrich Layer (simulated)' : ''}`,
      );
      expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
    },
  );

  it('listens on the loopback address only', async () => {
    expect(LOOPBACK).toBe('127.0.0.1');
    expect((await fetch(stack.url.replace('localhost', LOOPBACK))).status).toBeLessThan(500);
    const port = Number(new URL(stack.url).port);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others)
      await expect(once(connect(port, address), 'connect')).rejects.toThrow(`ECONNREFUSED ${address}`);
  });

  it.each([
    ['its own page', {}, 200],
    ['its own page, by name and port', { origin: 'OWN' }, 200],
    ['another site’s page', { origin: 'https://example.com' }, 403],
    ['a page on another port of this machine', { origin: 'http://localhost:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a name that resolves to this machine', { host: 'rebound.example.com' }, 403],
    ['a name that only begins like its own', { host: 'localhost.example.com' }, 403],
    ['a name that only begins like its address', { host: '127.0.0.1.example.com' }, 403],
  ])('allows or forbids %s', async (_who, headers, status) => {
    for (const path of ['/api/health', '/cognito/mail.json', '/config.json']) {
      const answer = await ask(`${stack.url}${path}`, {
        ...headers,
        ...('origin' in headers && headers.origin === 'OWN' && { origin: stack.url }),
      });
      expect([path, answer]).toEqual([path, status]);
    }
  });

  it('reports that its port is taken', async () => {
    const port = new URL(stack.url).port;
    const starting = startStack({
      config: readLocalConfig({ PORT: port, DATA_DIR: '/nowhere' }),
      simulation: { people: 100 },
    });
    await expect(starting).rejects.toThrow(PortTaken);
    await expect(starting).rejects.toThrow(`Port ${port} is taken.`);
  });

  it('suggests a port that exists, even when the last one is taken', async () => {
    const answer = () => new Response();
    // Whoever has it.
    const last = await listen(answer, 65_535).catch(() => undefined);
    await expect(listen(answer, 65_535)).rejects.toThrow('choose another port: PORT=65534 npm start');
    await last?.close();
  });
});

describe('a local stack that records without keys', () => {
  it('reports its providers as simulated, because all results are invented', async () => {
    const RECORDING = await mkdtemp(join(tmpdir(), 'expertscope-'));
    const recording = await startTestStack({ environment: { PROVIDERS: 'record', RECORDING } });
    const health = await (await fetch(`${recording.url}/api/health`)).json();
    expect(health).toMatchObject({ providers: 'simulated' });
    await recording.close();
    await rm(RECORDING, { recursive: true });
  });
});

/** Starts a search on a stack. */
function postSearch(stack: LocalStack, { content, deepResearch }: RecordedSearch): Promise<Response> {
  const body = { chatId: 'chat_1', messageId: newId('msg'), content, deepResearch };
  return fetch(`${stack.url}/api/searches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Runs a search on a stack, and returns its answer. */
async function answerOf(stack: LocalStack, search: RecordedSearch) {
  const events = await readEvents(await postSearch(stack, search));
  return events.flatMap(({ event }) => (event.type === 'message' ? [event.data] : []))[0];
}

describe('a local stack that replays a folder', () => {
  it('answers a search from its recording, and the same search again, whatever model or treatment is configured', async () => {
    const replaying = await startTestStack({
      environment: {
        PROVIDERS: 'replay',
        RECORDING: 'tests/recordings',
        OPENAI_MODEL: 'o4-mini',
        OPENAI_STRUCTURED_OUTPUT: 'off',
        SENSITIVE_CRITERIA: 'ignore',
      },
    });
    const verifiedOf = async (content: string) => {
      const message = await answerOf(replaying, { content, deepResearch: true });
      expect(message?.content).not.toContain('could not be');
      return message?.metadata?.profileDisplayData?.verifiedProfiles.length;
    };
    const [, students] = EXAMPLE_PROMPTS;
    const verified = await verifiedOf(students);
    expect(verified).toBeGreaterThan(0);
    expect(await verifiedOf(students)).toBe(verified);
    await replaying.close();
  });

  it.each([
    ['ignore', 'score'],
    ['score', 'ignore'],
  ])(
    'treats sensitive criteria as when it recorded them (%s), not as configured now (%s)',
    async (then, now) => {
      const RECORDING = await mkdtemp(join(tmpdir(), 'expertscope-'));
      const search = { content: 'Peruvian nurses in Lima', deepResearch: false };
      const answerUnder = async (environment: Record<string, string>) => {
        const stack = await startTestStack({ environment: { RECORDING, ...environment } });
        const answer = await answerOf(stack, search);
        await stack.close();
        return answer;
      };
      const recorded = await answerUnder({ PROVIDERS: 'record', SENSITIVE_CRITERIA: then });
      const replayed = await answerUnder({ PROVIDERS: 'replay', SENSITIVE_CRITERIA: now });
      expect(recorded?.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThan(0);
      expect(replayed?.content).toBe(recorded?.content);
      const [name = ''] = await listRecordings(RECORDING);
      const { code, stdout } = await runScript('infra/local/replay.ts', {
        args: [name],
        environment: { RECORDING, SENSITIVE_CRITERIA: now },
      });
      expect(code).toBe(0);
      expect(stdout).toContain(JSON.stringify(recorded?.content));
      await rm(RECORDING, { recursive: true });
    },
  );
});

describe('a local stack that fails to start', () => {
  it('closes what it had opened, so that the next start can use the same data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'expertscope-'));
    const environment = { DATA_DIR: join(folder, 'data'), RECORDING: join(folder, 'none') };
    const starting = startTestStack({ environment: { ...environment, PROVIDERS: 'replay' } });
    await expect(starting).rejects.toThrow(
      new RecordingError(`There are no recordings in ${join(folder, 'none')}.`),
    );
    const stack = await startTestStack({ environment });
    await stack.close();
    await rm(folder, { recursive: true });
  });
});

describe('a local stack that cannot write recordings', () => {
  it('does not start, because searches would be paid for but not recorded', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'expertscope-'));
    const RECORDING = join(folder, 'file');
    await writeFile(RECORDING, '');
    const starting = startTestStack({ environment: { PROVIDERS: 'record', RECORDING } });
    await expect(starting).rejects.toThrow(RecordingError);
    await expect(starting).rejects.toThrow(`Recordings cannot be written to ${RECORDING}: it is a file.`);
    await rm(folder, { recursive: true });
  });
});

describe('a closed local stack', () => {
  it('aborts a pending account erasure, frees its slot and logs nothing', async () => {
    const database = await openDatabase();
    const stack = await startTestStack({
      openDatabase: async () => ({ ...database, close: async () => undefined }),
      cognito: { sendMail: () => undefined, allowPasswordAuth: true },
    });
    const { IdToken } = await tokensOf(stack, await makeAccount(stack));
    const answer = await fetch(`${stack.url}/api/account`, {
      method: 'DELETE',
      headers: { 'x-auth-token': IdToken },
    });
    const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    await readUntilText(lines, 'deleted');
    await lines?.cancel();
    const log = vi.spyOn(console, 'error');
    const table = new Table(database.client, LOCAL_TABLE);
    const slots = slotsKey(accountErasures(`${decodeJwt(IdToken).sub}`));
    const held = async () => readHeld(await table.get(slots, undefined))?.size;
    expect(await held()).toBe(1);
    await stack.close();
    await expect.poll(held).toBe(0);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
    await database.close();
  });

  it('keeps the calls of a search that was being recorded, and logs none of its failures', async () => {
    const RECORDING = await mkdtemp(join(tmpdir(), 'expertscope-'));
    const { stack } = await startRecording(RECORDING);
    const said = vi.spyOn(console, 'info').mockReturnValue();
    const logs = [vi.spyOn(console, 'warn').mockReturnValue(), vi.spyOn(console, 'error').mockReturnValue()];
    await stack.close();
    const [name = ''] = await listRecordings(RECORDING);
    expect(said.mock.calls).toEqual([
      [`Recorded ${join(RECORDING, name)}.json, which ends where the search was interrupted.`],
    ]);
    const { search, interrupted, calls } = await readRecording(RECORDING, name);
    expect(search).toMatchObject({ content: 'Nurses in Lima' });
    expect(interrupted).toBe(true);
    expect(calls.map(({ request, outcome }) => [request.provider, outcome])).toEqual([
      ['language-model', expect.objectContaining({ status: 200 })],
    ]);
    for (const log of logs) expect(log).not.toHaveBeenCalled();
    for (const each of [said, ...logs]) each.mockRestore();
    await rm(RECORDING, { recursive: true });
  });
});

/** Starts a stack that records a search, which waits for its web searches. */
async function startRecording(RECORDING: string) {
  const stack = await startTestStack({
    environment: { PROVIDERS: 'record', RECORDING },
    // Web searches wait until these people are invented, which takes longer than the test.
    simulation: { people: 1_000_000, seed: 1 },
  });
  const answer = await postSearch(stack, { content: 'Nurses in Lima', deepResearch: false });
  const events = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = await readUntilText(events, 'profile-search');
  return { stack, read, events };
}

describe('a search that was stopped while it was recorded, and then recorded completely', () => {
  it('is replayed completely', async () => {
    const RECORDING = await mkdtemp(join(tmpdir(), 'expertscope-'));
    const { stack, read, events } = await startRecording(RECORDING);
    const [, searchId] = /"searchId":"(\w+)"/.exec(read) ?? [];
    await fetch(`${stack.url}/api/searches/${searchId}/stop`, { method: 'POST' });
    while ((await events?.read())?.done === false);
    await stack.close();
    const answerUnder = async (mode: string) => {
      const again = await startTestStack({ environment: { PROVIDERS: mode, RECORDING } });
      const answer = await answerOf(again, { content: 'Nurses in Lima', deepResearch: false });
      await again.close();
      return answer;
    };
    const recorded = await answerUnder('record');
    expect(recorded?.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThan(0);
    expect(await listRecordings(RECORDING)).toHaveLength(2);
    expect((await answerUnder('replay'))?.content).toBe(recorded?.content);
    await rm(RECORDING, { recursive: true });
  });
});

describe('a local stack that is started again', () => {
  it('deletes only what has expired', async () => {
    const database = await openDatabase();
    const TableName = await database.createTable(LOCAL_TABLE);
    const now = Math.floor(Date.now() / 1_000);
    for (const Item of [
      { pk: 'expired', sk: 'x', expiresAt: now },
      { pk: 'expires later', sk: 'x', expiresAt: now + 3_600 },
      { pk: 'never expires', sk: 'x' },
    ])
      await database.client.send(new PutCommand({ TableName, Item }));
    const stack = await startTestStack({
      openDatabase: async () => ({ ...database, close: async () => undefined }),
    });
    const stored = async () => {
      const { Items = [] } = await database.client.send(new ScanCommand({ TableName }));
      return Items.map(({ pk }) => pk).toSorted();
    };
    await expect.poll(stored).toEqual(['expires later', 'never expires']);
    await stack.close();
    await database.close();
  });
});

describe('the start-up message', () => {
  const KEYS = { OPENAI_API_KEY: 'a', SERPAPI_API_KEY: 'b', PROFILE_API_KEY: 'c' };

  it.each([
    [
      {},
      ['every person found is invented. To find real people, set OPENAI_API_KEY, SERPAPI_API_KEY, PROFILE'],
    ],
    [{ ...KEYS, PROVIDERS: 'simulated' }, ['To find real people, set PROVIDERS=live and start again.']],
    [
      { OPENAI_API_KEY: 'a', PROVIDERS: 'simulated' },
      ['set SERPAPI_API_KEY, PROFILE_API_KEY (and PROVIDERS=live, if you set PROVIDERS) and start again.'],
    ],
    [
      { PROVIDERS: 'record', RECORDING: 'here' },
      ['PROFILE_API_KEY and start again.', 'Every search is recorded in here.'],
    ],
    [{ ...KEYS, PROVIDERS: 'record', RECORDING: 'here' }, ['Every search is recorded in here.']],
    [{ PROVIDERS: 'replay', RECORDING: 'here' }, ['replayed from here: only recorded searches are answered']],
    [
      { OPENAI_API_KEY: 'a', PROVIDERS: 'live' },
      ['Searches fail until these are set: SERPAPI_API_KEY, PROFILE_API_KEY.'],
    ],
    [KEYS, []],
  ])('says who answers searches with %j', (environment, said) => {
    const lines = aboutProviders(readConfig(environment).providers);
    expect(lines).toEqual(said.map((part) => expect.stringContaining(part)));
  });
});

describe('the command', () => {
  it('reports every invalid variable and exits', async () => {
    const child = spawn(process.execPath, ['infra/local/main.ts'], {
      env: { ...bareEnvironment(), PORT: 'x', PACING: 'y' },
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(output).toContain('PORT must be a whole number');
    expect(output).toContain('PACING must be one of steps, off');
  });

  it('exits cleanly on Ctrl-C', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
    const child = spawn(process.execPath, ['infra/local/main.ts'], {
      env: { ...bareEnvironment(), PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'production' },
    });
    const exit = once(child, 'exit');
    for await (const chunk of child.stdout)
      if (String(chunk).includes('Expertscope is at')) pressCtrlC(child);
    expect(await exit).toEqual([0, null]);
    await rm(dataDir, { recursive: true });
  });
});
