import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Delay, delay } from '#functions/timing.ts';
import type { Aws } from '#infra/cloud/aws.ts';
import { AwsError } from '#infra/cloud/aws.ts';
import { checkConfig, checkHashedBodies, checkHttps } from '#infra/cloud/scripts/smoke/edge.ts';
import type { Row } from '#infra/cloud/scripts/smoke/report.ts';
import { Report } from '#infra/cloud/scripts/smoke/report.ts';
import { runSmoke, type SmokeOptions, Unreachable } from '#infra/cloud/scripts/smoke/run.ts';
import { judgeOutcome, judgeStream } from '#infra/cloud/scripts/smoke/search.ts';
import { Site } from '#infra/cloud/scripts/smoke/site.ts';
import { readRequest } from '#infra/cloud/scripts/smoke.ts';
import { UsageError } from '#infra/command.ts';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { BUILT_SITE, buildSite } from '#tests/support/built-site.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { startTestStack } from '#tests/support/stack.ts';
import { type Fault, ORIGIN, startCloud } from '../support/fake-cloud.ts';
import { pressCtrlC, ROOT, runScript } from '../support/project.ts';

/** The time by which streams are judged. Only pauses between steps take any of it, however slow the machine is. */
let now = 0;
const clock = () => now;
/** Halves the pauses, which are long enough for everything sent before one to arrive. */
const pause: Delay = async (milliseconds, signal) => {
  const half = milliseconds / 2;
  await delay(half, signal);
  now += half;
};

let stack: LocalStack;
beforeAll(async () => {
  await buildSite();
  stack = await startTestStack({
    siteFolder: BUILT_SITE,
    pause,
    environment: { ANONYMOUS_DEEP_SEARCHES_PER_DAY: '0' },
    cognito: { sendMail: () => undefined },
  });
});
afterAll(() => stack.close());

const smoke = (...args: string[]) =>
  runScript('infra/cloud/scripts/smoke.ts', { args, environment: { PATH: '/nowhere' } });

const print = () => undefined;
const nobodysAws = () => () => Promise.reject(new AwsError('none'));

/** Rows by check. */
const byCheck = (rows: readonly Row[]) => Object.fromEntries(rows.map(({ check, ...row }) => [check, row]));

/** The results for a deployment with these faults. */
async function testCloud(faults: readonly Fault[], options: Partial<SmokeOptions> = {}) {
  const cloud = await startCloud(stack, ...faults);
  try {
    return byCheck(await runSmoke({ ...cloud, clock, print, ...options }));
  } finally {
    await cloud.close();
  }
}

/** The results for a local stack that is restricted to one organisation. */
async function testFirm(environment: Record<string, string>, options: Partial<SmokeOptions> = {}) {
  const firm = await startTestStack({
    siteFolder: BUILT_SITE,
    simulation: { people: 200 },
    pause,
    cognito: { sendMail: () => undefined },
    environment: { ANONYMOUS: 'off', ALLOWED_EMAIL_DOMAINS: 'example.org', ...environment },
  });
  try {
    return byCheck(await runSmoke({ origin: firm.url, awsIn: nobodysAws, clock, print, ...options }));
  } finally {
    await firm.close();
  }
}

const statuses = (rows: Awaited<ReturnType<typeof testCloud>>) =>
  Object.fromEntries(Object.entries(rows).map(([check, { status }]) => [check, status]));

const addressOf = (text: string): string => /smoke-[\w-]+@[\w.]+/.exec(text)?.[0] ?? 'none';
const isGone = { name: 'UserNotFoundException' };

describe('npm run smoke, against the local stack', () => {
  it('announces its cost, passes everything it can check and gives reasons for the rest', async () => {
    const said: string[] = [];
    const rows = await runSmoke({
      origin: stack.url,
      limited: stack.url,
      awsIn: nobodysAws,
      clock,
      print: (line) => said.push(line),
    });
    expect(said[0]).toMatch(/^Smoke test of .* one standard search, which costs nothing: .* simulated/);
    const checks = (status: string) => rows.filter((row) => row.status === status).map(({ check }) => check);
    expect(checks('not checked')).toEqual([
      'Security headers of the API',
      'HTTPS only',
      'Function URLs refused',
      'Body without its hash',
    ]);
    expect(checks('passed')).toEqual([
      'config.json uncached',
      'Health',
      'Page and assets',
      'Deep links',
      'Security headers of the page',
      'Body with its hash',
      'Sign-up and sign-in',
      'Body of 20 kB',
      'Body of 60 kB',
      'SQL and HTML words',
      'Chat created and listed',
      'Person in a list',
      'Link without an account',
      'Search',
      'Answer with people',
      'Events as they happen',
      'Answer stored',
      'Limit of 0',
      'Nothing left behind',
    ]);
    expect(rows).toHaveLength(23);
    const told = said.join('\n');
    expect(told).toContain('first event after ');
    expect(told).toContain("deleted: chat, the account's data, account");
    await expect(stack.cognito.deleteUser(addressOf(told))).rejects.toMatchObject(isGone);
  });

  it('runs the same tests on an invitation-only site of one organisation', async () => {
    const rows = await testFirm({ SIGN_UP: 'invited', TOTP: 'on' });
    expect(Object.values(rows).filter(({ status }) => status === 'failed')).toEqual([]);
    const { detail } = rows['Sign-up and sign-in'] ?? {};
    expect(detail).toMatch(/^smoke-\S+@example\.org, created by AdminCreateUser/);
    expect(rows['Body of 60 kB']?.detail).toBe('the function read all of it');
    expect(rows['Answer stored']?.status).toBe('passed');
    expect(rows['Nothing left behind']?.detail).toBe("deleted: chat, the account's data, account");
  });

  it('signs up with an allowed email domain', async () => {
    const rows = await testFirm({ SIGN_UP: 'open' }, { maySearch: false });
    expect(rows['Sign-up and sign-in']?.detail).toMatch(/^smoke-\S+@example\.org, signed up with the mailed/);
  });

  it('creates nothing on a site that takes no new accounts, and says what it cannot check', async () => {
    const rows = await testFirm({ SIGN_UP: 'closed' });
    expect(rows['Sign-up and sign-in']).toEqual({
      status: 'not checked',
      detail: expect.stringContaining('This site takes no new accounts.'),
    });
    expect(rows['Search']?.status).toBe('not checked');
    expect(rows['Nothing left behind']).toEqual({ status: 'passed', detail: 'nothing was created' });
  });

  it.each([
    [[], 0],
    [['--strict'], 1],
  ])('spends nothing with --no-search, and exits, given %j too, with %i', async (strict, status) => {
    const { code, stdout, stderr } = await smoke(stack.url, '--limited', stack.url, '--no-search', ...strict);
    expect([code, stderr]).toEqual([status, '']);
    expect(stdout).toMatch(/^Smoke test of .* It runs no search, so it costs nothing/);
    expect(stdout).toMatch(/\npassed {7}Health +version /);
    expect(stdout).toMatch(/\nnot checked {2}Search .* --no-search was given/);
    expect(stdout).toContain('\n15 passed, 0 failed, 8 not checked.\n');
    await expect(stack.cognito.deleteUser(addressOf(stdout))).rejects.toMatchObject(isGone);
  });

  it('when interrupted, stops the search, deletes what it made and marks the rest as not checked', async () => {
    const child = spawn(process.execPath, [join(ROOT, 'infra/cloud/scripts/smoke.ts'), stack.url], {
      cwd: ROOT,
      env: bareEnvironment(),
    });
    const exit = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.includes('Chat created and listed')) pressCtrlC(child);
    }
    expect((await exit)[0]).toBe(130);
    const said = lines.join('\n');
    expect(said).toMatch(/not checked {2}Events as they happen/);
    expect(said).toMatch(
      /passed {7}Nothing left behind +deleted: (running search, )?chat, the account's data, account/,
    );
    await expect(stack.cognito.deleteUser(addressOf(said))).rejects.toMatchObject(isGone);
  });

  it.each([
    [[], 'npm run smoke -- ADDRESS'],
    [['http://localhost:1'], 'http://localhost:1 does not respond: fetch failed'],
  ])('fails with a one-sentence message when given %j', async (args, sentence) => {
    const { code, stderr } = await smoke(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });

  it.each([
    [
      ['d111111abcdef8.cloudfront.net'],
      '"d111111abcdef8.cloudfront.net" must be an address such as https://',
    ],
    [['https://a.example', '--nosearch'], 'Unknown option --nosearch.'],
  ])('says what to write instead of %j', (args, sentence) => {
    const read = () => readRequest(args);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(sentence);
  });
});

describe('a smoke test of a deployment in the cloud', () => {
  it('passes every check when all is well', async () => {
    const rows = await testCloud([], { limited: ORIGIN });
    expect(Object.entries(rows).filter(([, { status }]) => status !== 'passed')).toEqual([]);
    expect(rows['Function URLs refused']?.detail).toBe('2 refused with 403');
    expect(rows['Sign-up and sign-in']?.detail).toContain('AdminCreateUser, so no code was mailed');
  });

  it('finds faults in front of the functions, in the stream and in the data', async () => {
    const rows = await testCloud([
      'a provider without its key',
      'a page without x-frame-options',
      'answers of the API without a policy',
      'assets that are asked for anew',
      'no page for deep links',
      'no HSTS',
      'open function URLs',
      'bodies that are not signed',
      'no body gets through',
      'a firewall against long bodies',
      'a firewall against words',
      'texts that are escaped',
      'links that work for ever',
      'streams that are held back',
      'answers that are not stored',
      'chats that cannot be deleted',
    ]);
    expect(statuses(rows)).toMatchObject({
      Health: 'failed',
      'Page and assets': 'failed',
      'Deep links': 'failed',
      'Security headers of the page': 'failed',
      'Security headers of the API': 'failed',
      'HTTPS only': 'failed',
      'Function URLs refused': 'failed',
      'Body with its hash': 'failed',
      'Body without its hash': 'failed',
      'Body of 20 kB': 'failed',
      'Body of 60 kB': 'failed',
      'SQL and HTML words': 'failed',
      'Chat created and listed': 'failed',
      'Person in a list': 'failed',
      'Link without an account': 'failed',
      'Events as they happen': 'failed',
      'Nothing left behind': 'failed',
      'Limit of 0': 'not checked',
    });
    const details = Object.values(rows).map(({ detail }) => detail);
    expect(details).toEqual(
      expect.arrayContaining([
        'no key for: search; store it with "npm run keys -- -c stage=local -c region=us-east-1"',
        'x-frame-options is missing, not "DENY"',
        expect.stringContaining('content-security-policy is missing, not "default-src'),
        '/john.doe was not answered with the page: 404, "missing"',
        expect.stringContaining('search.lambda.example/ answers 200: whoever finds it can bypass CloudFront'),
        expect.stringContaining('did not reach its function: 403, "403 ERROR Request blocked."'),
        'a revoked link was answered with 200',
        expect.stringMatching(/^something delays events: first event after \d+ ms/),
        expect.stringMatching(/^could not be deleted: chat \(deleting it was answered with 503/),
      ]),
    );
  });

  it('detects a cached configuration or page, and skips the checks that depend on it', async () => {
    const said: string[] = [];
    const rows = await testCloud(
      ['another service’s health', 'a cached config.json', 'pages that are cached', 'searches that fail'],
      { print: (line) => said.push(line) },
    );
    expect(said[0]).toContain('one standard search, which costs about 0.04 USD');
    expect(rows['config.json uncached']).toEqual({
      status: 'failed',
      detail: 'cache-control is "public, max-age=60", not "no-store"',
    });
    expect(statuses(rows)).toMatchObject({
      Health: 'failed',
      'Page and assets': 'failed',
      'Security headers of the page': 'not checked',
      'Function URLs refused': 'not checked',
      'Sign-up and sign-in': 'not checked',
      'Chat created and listed': 'not checked',
      'Person in a list': 'not checked',
      'Link without an account': 'not checked',
      Search: 'failed',
      'Answer stored': 'not checked',
    });
    expect(rows['Nothing left behind']?.detail).toBe('deleted: running search');
  });

  it('detects an account that receives another person’s data', async () => {
    const rows = await testCloud(['records of other people', 'answers that are not stored'], {
      maySearch: false,
    });
    expect(rows['Sign-up and sign-in']?.detail).toContain("another person's: other@example.com");
    expect(rows['Nothing left behind']?.detail).toBe("deleted: the account's data, account");
  });

  it('detects a CloudFront whose signature of percent-encoded paths is refused, and that the page avoids them', async () => {
    const rows = await testCloud(['paths with % that are signed differently'], { maySearch: false });
    expect(rows['Person in a list']).toMatchObject({
      status: 'passed',
      detail: expect.stringMatching(/; a path with % is refused with 403, but the page sends none$/),
    });
  });

  it('detects an answer and a list that are not stored', async () => {
    const rows = await testCloud(['answers that are not stored', 'lists that are forgotten']);
    expect(rows['Person in a list']?.detail).toMatch(/^the list does not contain the person/);
    expect(rows['Answer stored']?.status).toBe('failed');
  });

  it('detects a limit that is not enforced, and stops the search it started', async () => {
    const open = await startTestStack({
      siteFolder: BUILT_SITE,
      simulation: { people: 10 },
      cognito: { sendMail: () => undefined },
    });
    const rows = byCheck(
      await runSmoke({
        origin: open.url,
        limited: open.url,
        maySearch: false,
        awsIn: nobodysAws,
        print,
      }),
    );
    await open.close();
    expect(rows['Limit of 0']?.detail).toBe(
      `${open.url} started a Deep Research without an account; it was stopped immediately`,
    );
  });

  it.each<[string, Aws, string]>([
    [
      'nobody has credentials',
      () => Promise.reject(new AwsError('Unable to locate credentials')),
      "needs AWS credentials for the deployment's account: Unable to locate credentials",
    ],
    [
      'credentials are for another account',
      async () => ({
        Stacks: [
          {
            StackStatus: 'UPDATE_COMPLETE',
            Outputs: [{ OutputKey: 'SiteAddress', OutputValue: 'https://other.example' }],
          },
        ],
      }),
      'the stack Expertscope-local in this AWS account is a different one, at https://other.example',
    ],
  ])('checks what it can when %s, and creates nothing', async (_, aws, reason) => {
    const rows = await testCloud([], { maySearch: false, awsIn: () => aws });
    const notChecked = { status: 'not checked', detail: reason };
    expect(rows).toMatchObject({ 'Function URLs refused': notChecked, 'Sign-up and sign-in': notChecked });
    expect(rows['Nothing left behind']?.detail).toBe('nothing was created');
  });

  it('fails when nothing answers at the address', async () => {
    const nobody = () => Promise.reject(new TypeError('fetch failed'));
    await expect(testCloud([], { fetch: nobody })).rejects.toThrow(Unreachable);
  });
});

describe('a stream', () => {
  const stream = (arrivals: readonly number[], types = ['run', 'step', 'done']) => ({
    sent: 0,
    arrivals,
    events: types.map((type, index) => ({ id: index + 1, type, at: arrivals[index] ?? 0 })),
  });

  it('is judged by the share of the total time over which its events arrive', () => {
    expect(judgeStream(stream([3_000, 4_000, 5_000]))).toBe(
      'first event after 3000 ms, last after 5000 ms (40 % of the time), longest silence 1000 ms',
    );
    expect(() => judgeStream(stream([4_000, 4_500, 5_000]))).toThrow('something delays events');
  });

  it('may pause briefly, but not for much of the time', () => {
    const beats = Array.from({ length: 10 }, (_, index) => (index + 1) * 1_800);
    const withSilence = (silence: number) => ({
      ...stream([0, 500, 20_000]),
      arrivals: [...beats, 18_000 + silence],
      events: [
        { id: 1, type: 'run', at: 500 },
        { id: 2, type: 'done', at: 18_000 + silence },
      ],
    });
    expect(judgeStream(withSilence(3_000))).toContain('longest silence 3000 ms');
    expect(() => judgeStream(withSilence(6_000))).toThrow('25 % of the time passed in silences over 2500 ms');
  });

  it('must have every event from run to done', () => {
    expect(() => judgeStream({ sent: 0, arrivals: [], events: [] })).toThrow('no events arrived');
    expect(() => judgeStream(stream([1, 2], ['run', 'step']))).toThrow('not numbered from run to done');
    const gap = stream([1, 2, 3]);
    expect(() => judgeStream({ ...gap, events: gap.events.filter(({ id }) => id !== 2) })).toThrow('1 run');
  });

  it('must end with an answer', () => {
    const done = (outcome: 'failed' | 'answered') => [{ type: 'done' as const, data: { outcome } }];
    expect(() => judgeOutcome(done('failed'))).toThrow('it ended as "failed"');
    expect(() => judgeOutcome(done('answered'))).toThrow('it found nobody');
    expect(() => judgeOutcome([])).toThrow('it ended without "done"');
  });
});

describe('a check from outside', () => {
  /** A site that gives the same answer to every request. */
  const siteAnswering = (status: number, headers: Record<string, string>, body: object = {}) =>
    new Site({ origin: ORIGIN, fetch: async () => Response.json(body, { status, headers }) });

  it('fails for a config.json that has an age, whatever x-cache says', async () => {
    const site = siteAnswering(200, { 'cache-control': 'no-store', age: '3' });
    await expect(checkConfig(site)).rejects.toThrow('it came from a cache: age "3", x-cache missing');
  });

  it('fails for browsers that soon forget that the site is https', async () => {
    const site = siteAnswering(200, { 'strict-transport-security': 'max-age=60' });
    await expect(checkHttps(site)).rejects.toThrow(
      'strict-transport-security is "max-age=60", not max-age=63072000',
    );
  });

  it('fails for a redirect to https elsewhere', async () => {
    const site = siteAnswering(301, {
      'strict-transport-security': 'max-age=63072000',
      location: 'https://elsewhere.example/',
    });
    await expect(checkHttps(site)).rejects.toThrow(
      'http was answered with 301, not with a redirect to https',
    );
  });

  it('does not take the firewall’s refusal for the function’s', async () => {
    const error = { code: 'quota-exceeded', message: 'Too many requests came from your network.' };
    await expect(checkHashedBodies(siteAnswering(429, {}, { error }))).rejects.toThrow(
      'the request to /api/searches did not reach its function: 429, "Too many requests',
    );
  });

  it('prints nothing of an answer that could change the terminal or reorder its text', async () => {
    const lines: string[] = [];
    const report = new Report({ print: (line) => lines.push(line), stopped: new AbortController().signal });
    await report.check('Page', async () => 'one\u0007two\u202ethree\u001b[31mfour\nfive');
    expect(lines).toEqual([`passed       ${'Page'.padEnd(32)}  one two threefour five`]);
  });
});
