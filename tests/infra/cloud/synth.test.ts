import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { READY, serveAccount } from './support/fake-account.ts';
import { type Ended, ROOT, runScript } from './support/project.ts';

/** A machine with just Node: no credentials in the environment or home folder, and no network. */
const poorMachine = () => ({
  PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
  HOME: mkdtempSync(join(tmpdir(), 'home-')),
  NODE_OPTIONS: `--import ${new URL('support/no-network.mjs', import.meta.url).href}`,
});

const runPoorly = (script: string, args: string[], environment: Record<string, string> = {}) =>
  runScript(script, { args, environment: { ...poorMachine(), ...environment } });

const Scripts = v.object({ scripts: v.object({ synth: v.string() }) });
const CDK = 'node_modules/aws-cdk/bin/cdk';

/** Output of synthesizing the product as configured. */
const folder = mkdtempSync(join(tmpdir(), 'cdk-out-'));
let ended: Ended;
beforeAll(async () => {
  const { scripts } = v.parse(Scripts, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
  const [, ...args] = scripts.synth.split(' ');
  ended = await runPoorly(CDK, [...args, '--output', folder]);
});

describe('cdk synth without credentials and without a network', () => {
  const assets = () => readdirSync(folder).filter((name) => name.startsWith('asset.'));
  const filesIn = (asset: string) => (asset.endsWith('.zip') ? [] : readdirSync(join(folder, asset)));

  it('succeeds', () => {
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain('mailSender must be given for the stage prod');
    expect(ended.stderr).not.toContain('Unknown option');
    expect(readdirSync(folder)).toContain('Expertscope-prod.template.json');
  });

  it('bundles both functions from source, as modules that export a handler', () => {
    const bundles = assets().filter((asset) => filesIn(asset).includes('index.mjs'));
    expect(bundles).toHaveLength(2);
    for (const bundle of bundles)
      expect(readFileSync(join(folder, bundle, 'index.mjs'), 'utf8')).toMatch(/export\{[\w$]+ as handler\}/);
  });

  it('builds the page', () => {
    const [site] = assets().filter((asset) => filesIn(asset).includes('index.html'));
    expect(filesIn(site ?? '')).toEqual(expect.arrayContaining(['assets', 'index.html']));
  });

  it('includes no keys and no local paths in the assets to upload', () => {
    const modules = assets().flatMap((asset) =>
      filesIn(asset)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => readFileSync(join(folder, asset, file), 'utf8')),
    );
    expect(modules.length).toBeGreaterThan(2);
    for (const module of modules) {
      expect(module).not.toContain(pathToFileURL(ROOT).pathname);
      expect(module).not.toMatch(/sk-[A-Za-z0-9]{20}/);
    }
  });
});

describe('an invalid setting', () => {
  it('stops the synthesis with a message that says what to write', async () => {
    const { code, stdout, stderr } = await runPoorly('infra/cloud/app.ts', [], {
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'Prod!', waf: 'perhaps' }),
    });
    expect(code).toBe(1);
    expect((stdout + stderr).trim().split('\n')).toEqual([
      'The settings are invalid:',
      '  stage must be 1 to 20 characters of a-z, 0-9 and -, such as prod or beta (it is "Prod!")',
      '  waf must be true or false (it is "perhaps")',
    ]);
  });
});

/** The account has no deployments yet and answers no changes. */
describe('with an account’s credentials and no mail sender', () => {
  let account: Awaited<ReturnType<typeof serveAccount>>;
  beforeEach(async () => {
    account = await serveAccount(READY);
  });
  afterEach(() => account.close());

  const runWithAccount = (args: string[]) =>
    runScript(CDK, {
      args: [...args, '--output', mkdtempSync(join(tmpdir(), 'cdk-out-'))],
      environment: {
        ...{ PATH: poorMachine().PATH, HOME: poorMachine().HOME },
        ...{ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'us-east-1' },
        ...{ AWS_ENDPOINT_URL: account.url, AWS_MAX_ATTEMPTS: '1' },
        // The templates are checked above; the check would take longer than everything else here.
        CDK_VALIDATION: 'false',
      },
    });
  const stacksAskedFor = () => account.asked.filter((asked) => asked.startsWith('cloudformation '));

  const documented = ['README.md', 'docs/deploy.md'].flatMap((doc) =>
    [...readFileSync(join(ROOT, doc), 'utf8').matchAll(/\bnpx cdk (bootstrap\b[^#&`\n]*)/g)].map(
      ([, command = '']) => command.trim(),
    ),
  );

  it('the documentation bootstraps with a single command', () => {
    expect(documented).toEqual(['bootstrap', 'bootstrap']);
  });

  it.each([
    ['as documented', 'bootstrap', ['us-east-1']],
    ['as documented elsewhere', 'bootstrap -c region=eu-central-1', ['us-east-1', 'eu-central-1']],
    ['as doctor advises', 'bootstrap aws://111122223333/us-east-1', ['us-east-1']],
  ])('cdk bootstraps, %s, before anything else is set up', async (_, command, regions) => {
    const { stdout, stderr } = await runWithAccount(command.split(' '));
    for (const region of regions)
      expect(stdout + stderr).toContain(`Bootstrapping environment aws://111122223333/${region}`);
    expect(stacksAskedFor()).toContain('cloudformation DescribeStacks in us-east-1');
  });

  it('cdk knows the options used to diff a pull request', async () => {
    const [, command = ''] = /npx cdk (diff .*)/.exec(readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')) ?? [];
    const args = command.replace(/\$\{\{.*?\}\}/g, 'eu-central-1').split(' ');
    const { stdout, stderr } = await runWithAccount([...args, '--app', folder]);
    expect(stdout + stderr).not.toContain('Unknown option');
    expect(stacksAskedFor()).not.toEqual([]);
  });

  it('a production stage is not deployed in any region, and the error says what to write', async () => {
    for (const region of ['us-east-1', 'eu-central-1']) {
      const { code, stderr } = await runWithAccount(['deploy', '--all', '-c', `region=${region}`]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('mailSender must be given for the stage prod: '),
      ]);
      expect(stderr).not.toContain('Bundling asset');
    }
    expect(stacksAskedFor()).toEqual([]);
  });
});
