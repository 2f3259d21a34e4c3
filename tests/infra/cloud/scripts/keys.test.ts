import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyQuestions } from '#functions/providers/try-keys.ts';
import { AskingStopped, askSecrets } from '#infra/cloud/scripts/keys/ask-secrets.ts';
import { readSettings } from '#infra/cloud/settings/read-settings.ts';
import { searchVariables } from '#infra/cloud/settings/search-variables.ts';
import { type SimulatedProviders, startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import { type FakeAws, installFakeAws } from '../support/fake-aws.ts';
import { type Ended, runScript } from '../support/project.ts';

let aws: FakeAws;
beforeEach(() => {
  aws = installFakeAws();
});
afterEach(() => aws.remove());

let providers: SimulatedProviders;
beforeAll(async () => {
  providers = await startSimulatedProviders({ people: 1 });
});
afterAll(() => providers.close());

const REDIRECT = new URL('../support/redirect-providers.mjs', import.meta.url).href;

interface KeysOptions {
  args?: string[];
  path?: string;
  environment?: Record<string, string>;
}

/** Runs the script of `npm run keys` with this standard input, against providers that accept any key. */
const keys = (input: string, { args = [], path = aws.home, environment = {} }: KeysOptions = {}) =>
  runScript('infra/cloud/scripts/keys.ts', {
    args,
    input,
    environment: {
      PATH: path,
      NODE_OPTIONS: `--import ${REDIRECT}`,
      PROVIDERS_ENDPOINT: new URL(providers.openaiBaseUrl).origin,
      ...environment,
    },
  });

const saidTo = ({ calls }: FakeAws): string[] => calls().flatMap(({ args }) => args);
const isSaid = (word: string, asked = aws): boolean => saidTo(asked).some((arg) => arg.includes(word));
/** Paths of the files that were passed as arguments. */
const filesOf = (asked: FakeAws): string[] =>
  saidTo(asked).flatMap((arg) => (arg.startsWith('file://') ? [arg.slice('file://'.length)] : []));

const THREE = 'OPENAI_API_KEY=sk-a=b\nSERPAPI_API_KEY=second-secret\nPROFILE_API_KEY=third-secret\n';

describe('npm run keys, given three working keys', () => {
  let own: FakeAws;
  let ended: Ended;
  beforeAll(async () => {
    own = installFakeAws();
    ended = await keys(THREE, { args: ['-c', 'stage=beta', '-c', 'region=eu-west-1'], path: own.home });
  });
  afterAll(() => own.remove());

  it('stores them in the stage’s secret without passing any as an argument', () => {
    expect(ended.stdout).toContain(
      'Stored: OPENAI_API_KEY, SERPAPI_API_KEY, PROFILE_API_KEY. The stage has all three keys.\n',
    );
    const put = own.calls().find(({ args }) => args[1] === 'put-secret-value');
    expect(put?.args).toEqual(expect.arrayContaining(['expertscope/beta/provider-keys', 'eu-west-1']));
    expect(JSON.parse(put?.files[0] ?? '')).toEqual({
      OPENAI_API_KEY: 'sk-a=b',
      SERPAPI_API_KEY: 'second-secret',
      PROFILE_API_KEY: 'third-secret',
    });
    for (const secret of ['sk-a=b', 'second-secret', 'third-secret']) expect(isSaid(secret, own)).toBe(false);
  });

  it('leaves no file with a key behind', () => {
    const [path, ...others] = filesOf(own);
    expect(others).toEqual([]);
    expect(() => readFileSync(path ?? '')).toThrow('ENOENT');
  });

  it('restarts the search function, because running instances cache the old keys', () => {
    expect(own.calls().at(-1)?.args).toEqual(
      expect.arrayContaining(['update-function-configuration', 'search-1']),
    );
  });
});

describe('npm run keys', () => {
  it('keeps keys left empty and reports which are missing', async () => {
    aws.put('stored', JSON.stringify({ OPENAI_API_KEY: 'first' }));
    const { stdout } = await keys('SERPAPI_API_KEY=second\n');
    expect(stdout).toContain('Stored: SERPAPI_API_KEY. Still missing: PROFILE_API_KEY.\n');
    expect(stdout.match(/^[✓✗] \w+/gm)).toEqual(['✓ SERPAPI_API_KEY']);
    expect(aws.stored()).toEqual({
      OPENAI_API_KEY: 'first',
      SERPAPI_API_KEY: 'second',
    });
  });

  it.each([
    ['what was stored before', JSON.stringify({ OPENAI_API_KEY: 'first' })],
    ['nothing', undefined],
  ])('keeps a key stored concurrently by someone else, over %s', async (_, before) => {
    if (before !== undefined) aws.put('stored', before);
    aws.put('rival', JSON.stringify({ OPENAI_API_KEY: 'first', PROFILE_API_KEY: 'theirs' }));
    const { stdout } = await keys('SERPAPI_API_KEY=mine\n');
    expect(stdout).toContain('Stored: SERPAPI_API_KEY. The stage has all three keys.\n');
    expect(aws.stored()).toEqual({
      OPENAI_API_KEY: 'first',
      SERPAPI_API_KEY: 'mine',
      PROFILE_API_KEY: 'theirs',
    });
    for (const path of filesOf(aws)) expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  it('says that the keys are stored if the search function cannot be restarted, and how to do it later', async () => {
    aws.put('updating');
    const { code, stdout, stderr } = await keys(THREE, { args: ['-c', 'region=eu-west-1'] });
    expect([code, stdout]).toEqual([1, expect.stringContaining('The stage has all three keys.\n')]);
    expect(aws.stored()).toMatchObject({ SERPAPI_API_KEY: 'second-secret' });
    expect(stderr).toMatch(/An update is in progress\nThe keys are stored, but running instances /);
    expect(stderr).toMatch(
      /^ {2}aws lambda update-function-configuration --function-name search-1 --description '.+' --region eu-west-1$/m,
    );
  });

  describe('when a provider refuses a key', () => {
    const refusing = { environment: { PROVIDERS_ENDPOINT: '' } };
    let strict: SimulatedProviders;
    beforeAll(async () => {
      strict = await startSimulatedProviders({ people: 1, apiKey: 'sk-a=b' });
      refusing.environment.PROVIDERS_ENDPOINT = new URL(strict.openaiBaseUrl).origin;
    });
    afterAll(() => strict.close());

    it('stores the working ones, reports each provider’s answer and fails', async () => {
      const { code, stdout, stderr } = await keys(THREE, refusing);
      expect(stdout).toContain('✓ OPENAI_API_KEY works: gpt-4.1-mini is available');
      expect(stdout).toContain('✗ SERPAPI_API_KEY refused: SerpApi answered 401 Unauthorized');
      expect(stderr).toContain(
        'Not stored: SERPAPI_API_KEY, PROFILE_API_KEY. To store a key even though it does not work: npm run keys -- --force -c stage=prod -c region=us-east-1\n',
      );
      expect([code, aws.stored()]).toEqual([1, { OPENAI_API_KEY: 'sk-a=b' }]);
      expect(stdout + stderr).not.toMatch(/second-secret|third-secret|sk-a=b/);
    });

    it('stores and restarts nothing when none works', async () => {
      const args = ['-c', 'stage=beta', '-c', 'region=eu-west-1'];
      const { code, stderr } = await keys('SERPAPI_API_KEY=second-secret\n', { ...refusing, args });
      expect([code, aws.calls().map(({ args: [, command] }) => command)]).toEqual([1, ['describe-stacks']]);
      expect(stderr).toMatch(
        /^Nothing was stored\..*: npm run keys -- --force -c stage=beta -c region=eu-west-1$/m,
      );
    });

    it('stores all of them when forced', async () => {
      const { code, stdout } = await keys(THREE, { ...refusing, args: ['--force'] });
      expect([code, stdout]).toEqual([0, expect.stringContaining('The stage has all three keys.')]);
    });

    it('only tests the stored keys with --check', async () => {
      const stored = { OPENAI_API_KEY: 'sk-a=b', SERPAPI_API_KEY: 'second', PROFILE_API_KEY: 'third' };
      aws.put('stored', JSON.stringify(stored));
      const { code, stdout } = await keys('', { ...refusing, args: ['--check'] });
      expect([code, stdout.match(/^[✓✗]/gm)]).toEqual([1, ['✓', '✗', '✗']]);
      expect(aws.calls().map(({ args }) => args[1])).toEqual(['get-secret-value']);
    });
  });

  it('only tests the shell’s keys with --check --from-shell, without an AWS account', async () => {
    const environment = { OPENAI_API_KEY: 'a', SERPAPI_API_KEY: 'b', PROFILE_API_KEY: 'c' };
    const { code, stdout } = await keys('', {
      args: ['--check', '--from-shell'],
      path: '/nowhere',
      environment,
    });
    expect([code, stdout.match(/ works: /g)?.length]).toEqual([0, 3]);
  });

  it('refuses keys for a stage with simulated providers', async () => {
    const { code, stderr } = await keys(THREE, { args: ['-c', 'providers=simulated'] });
    expect([code, stderr.trim()]).toEqual([
      1,
      'Stage prod has simulated providers: it neither needs nor accepts keys.',
    ]);
  });

  it('refuses keys before the stage is deployed, and says how to deploy it', async () => {
    aws.put('undeployed');
    const { code, stdout, stderr } = await keys(THREE, { args: ['-c', 'stage=beta'] });
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('Stage beta is not deployed in us-east-1'),
    ]);
    expect(stderr).toContain('npm run deploy -- -c stage=beta -c region=us-east-1\n');
    const check = await keys('', { args: ['--check'] });
    expect([check.code, check.stderr.trim()]).toEqual([
      1,
      'The secret expertscope/prod/provider-keys does not exist: the stage is not deployed, or has simulated providers.',
    ]);
  });

  it('does not advise deploying in a region where that is no longer possible', async () => {
    const args = ['-c', 'stage=beta', '-c', 'region=ap-east-1'];
    const advice = 'If it is in another region, name it: -c stage=beta -c region=…';
    aws.put('undeployed');
    const { code, stderr } = await keys(THREE, { args });
    expect([code, stderr]).toEqual([1, `Stage beta is not deployed in ap-east-1.\n${advice}\n`]);
  });

  it('accepts the lines of a shell script, with comments', async () => {
    const { code, stdout } = await keys(
      '# Search\n\nexport SERPAPI_API_KEY=second\n  OPENAI_API_KEY = first\n',
    );
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Stored: OPENAI_API_KEY, SERPAPI_API_KEY. Still missing: PROFILE_API_KEY.\n'),
    ]);
    expect(aws.stored()).toEqual({ OPENAI_API_KEY: 'first', SERPAPI_API_KEY: 'second' });
  });

  it('accepts values in quotes, as in a shell script or an .env file', async () => {
    const lines = ['export OPENAI_API_KEY="first"', "SERPAPI_API_KEY = 'second' ", 'PROFILE_API_KEY="third'];
    const { code } = await keys(lines.join('\r\n'));
    const stored = { OPENAI_API_KEY: 'first', SERPAPI_API_KEY: 'second', PROFILE_API_KEY: '"third' };
    expect([code, aws.stored()]).toEqual([0, stored]);
  });

  it('stores nothing when any line is not one of the keys, and names the line without its value', async () => {
    const lines = [
      ...['OPENAI_API_KEY=sk-first', 'SERPAPI_KEY=sk-second', 'export SEARCH_API_KEY=sk-third'],
      ...['PROFILE_API_KEY', 'sk-fourth', 'sk-fifth=', 'SKSIXTH='],
    ];
    const { code, stdout, stderr } = await keys(lines.join('\n'));
    expect([code, stderr]).toEqual([
      1,
      'Nothing was stored: each line must be NAME=value, where NAME is OPENAI_API_KEY or SERPAPI_API_KEY or PROFILE_API_KEY. Refused: SERPAPI_KEY, SEARCH_API_KEY, line 4, line 5, line 6, line 7.\n',
    ]);
    expect(stdout + stderr).not.toMatch(/sk-|SKSIXTH/);
    expect(aws.calls().map(({ args: [, command] }) => command)).toEqual(['describe-stacks']);
  });

  it('stores nothing when nothing is typed', async () => {
    const { code, stderr } = await keys('');
    expect([code, stderr.trim()]).toEqual([1, 'Nothing was entered, so nothing was stored.']);
  });

  it('says how to install the AWS command line when it is missing', async () => {
    const { code, stderr } = await keys(THREE, { path: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toContain('The AWS CLI is not installed. Install it: https://');
  });
});

describe('the questions of npm run keys', () => {
  const asked = (settings: Record<string, unknown>) =>
    keyQuestions(searchVariables(readSettings(settings))).map(({ question }) => question);

  it.each([
    [
      {},
      [
        'Language model key (api.openai.com)',
        'Web search key (SerpApi, serpapi.com)',
        'Profile data key (Enrich Layer, enrichlayer.com)',
      ],
    ],
    [
      {
        openaiBaseUrl: 'https://models.example.com:8443/v1',
        searchProvider: 'serper',
        profileProvider: 'proxycurl',
        profileBaseUrl: 'https://profiles.example.com',
      },
      [
        'Language model key (models.example.com:8443)',
        'Web search key (Serper, google.serper.dev)',
        'Profile data key (Proxycurl, profiles.example.com)',
      ],
    ],
  ])('name the stage’s providers: %j', (settings, questions) => {
    expect(asked(settings)).toEqual(questions);
  });
});

describe('npm run keys -- --google', () => {
  const google = (secret: string) => keys(`GOOGLE_CLIENT_SECRET=${secret}\n`, { args: ['--google'] });
  const commands = () => aws.calls().map(({ args }) => args[1]);

  it('stores the secret before the first deployment, and can overwrite it', async () => {
    aws.put('undeployed');
    const { stdout } = await google('first-secret');
    expect(stdout).toContain('stored for stage prod, for the next deployment with googleClientId.');
    aws.put('google');
    await google('second-secret');
    const stored = aws.calls().filter(({ args }) => args[0] === 'secretsmanager');
    expect(stored.map(({ args, files }) => [args[1], files[0]])).toEqual([
      ['create-secret', 'first-secret'],
      ['create-secret', 'second-secret'],
      ['put-secret-value', 'second-secret'],
    ]);
  });

  it('does not touch a user pool without Google sign-in', async () => {
    const { code, stdout } = await google('first-secret');
    expect([code, commands()]).toEqual([
      0,
      ['create-secret', 'describe-stacks', 'describe-identity-provider'],
    ]);
    expect(stdout).toContain('for the next deployment');
  });

  it('updates a user pool with Google sign-in, which no deployment would, without revealing the secret', async () => {
    aws.put('provider');
    const { stdout } = await google('rotated-secret');
    expect(stdout).toContain('and the user pool now uses it.');
    const update = aws.calls().find(({ args }) => args[1] === 'update-identity-provider');
    expect(JSON.parse(update?.files[0] ?? '')).toEqual({
      UserPoolId: 'us-east-1_Abc',
      ProviderName: 'Google',
      ProviderDetails: {
        client_id: 'g-id',
        authorize_scopes: 'openid email profile',
        client_secret: 'rotated-secret',
      },
      AttributeMapping: { email: 'email' },
      IdpIdentifiers: [],
    });
    expect(isSaid('rotated-secret')).toBe(false);
    const paths = filesOf(aws);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  it('says that the secret is stored if the user pool cannot be updated', async () => {
    for (const name of ['provider', 'updating']) aws.put(name);
    const { code, stderr } = await google('rotated-secret');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(': Try again\nThe secret is stored, but a user pool'),
    ]);
  });
});

describe('secrets typed at a terminal', () => {
  const QUESTIONS = [
    { name: 'A', question: 'First' },
    { name: 'B', question: 'Second' },
    { name: 'C', question: 'Third' },
  ];
  const askAtTerminal = () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    return { input, output, asked: askSecrets(QUESTIONS, { input, output }) };
  };

  it('are not echoed', async () => {
    const { input, output, asked } = askAtTerminal();
    input.write('secret-a\r');
    setImmediate(() => input.write('\r'));
    setImmediate(() => input.write('secret-c\r'));
    expect(await asked).toEqual({ A: 'secret-a', C: 'secret-c' });
    expect(output.read()?.toString()).toBe('First: \nSecond: \nThird: \n');
  });

  it.each(['\r', '\n', '\r\n'])('are all read when pasted at once, separated by %j', async (end) => {
    const { input, asked } = askAtTerminal();
    input.write(`secret-a${end}secret-b${end}secret-c${end}`);
    expect(await asked).toEqual({ A: 'secret-a', B: 'secret-b', C: 'secret-c' });
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('are abandoned with %s, with a one-sentence message', async (_, key) => {
    const { input, asked } = askAtTerminal();
    input.write('secret-a\r');
    setImmediate(() => input.write(key));
    await expect(asked).rejects.toThrow(AskingStopped);
    await expect(asked).rejects.toThrow('Stopped: nothing was stored.');
  });
});
