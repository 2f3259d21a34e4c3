import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, ROOT, runScript } from './support/project.ts';

/** A machine with nothing but Node: no credentials in the environment or at home, and no network. */
const poorMachine = () => ({
  PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
  HOME: mkdtempSync(join(tmpdir(), 'home-')),
  NODE_OPTIONS: `--import ${new URL('support/no-network.mjs', import.meta.url).href}`,
});

const runPoorly = (script: string, args: string[], environment: Record<string, string> = {}) =>
  runScript(script, { args, environment: { ...poorMachine(), ...environment } });

const CDK = 'node_modules/aws-cdk/bin/cdk';

describe('cdk synth without credentials and without a network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-out-'));
  let ended: Ended;
  beforeAll(async () => {
    ended = await runPoorly(CDK, ['synth', '--quiet', '--output', folder]);
  }, 120_000);

  const assets = () => readdirSync(folder).filter((name) => name.startsWith('asset.'));
  const filesIn = (asset: string) => (asset.endsWith('.zip') ? [] : readdirSync(join(folder, asset)));

  it('succeeds', () => {
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain('mailSender must be given for the stage prod');
    expect(readdirSync(folder)).toContain('Expertscope-prod.template.json');
  });

  it('bundles both functions from the sources, as modules that export a handler', () => {
    const bundles = assets().filter((asset) => filesIn(asset).includes('index.mjs'));
    expect(bundles).toHaveLength(2);
    for (const bundle of bundles)
      expect(readFileSync(join(folder, bundle, 'index.mjs'), 'utf8')).toMatch(/export\{\w+ as handler\}/);
  });

  it('builds the page', () => {
    const [site] = assets().filter((asset) => filesIn(asset).includes('index.html'));
    expect(filesIn(site ?? '')).toEqual(expect.arrayContaining(['assets', 'index.html']));
  });

  it('puts no key and no path of this machine into what would be uploaded', () => {
    for (const asset of assets().filter((name) => filesIn(name).includes('index.mjs'))) {
      const bundle = readFileSync(join(folder, asset, 'index.mjs'), 'utf8');
      expect(bundle).not.toContain(pathToFileURL(ROOT).pathname);
      expect(bundle).not.toMatch(/sk-[A-Za-z0-9]{20}/);
    }
  });
});

describe('an invalid setting', () => {
  it('ends the synthesis with the sentence that says what to write', async () => {
    const { code, stdout, stderr } = await runPoorly('infra/cloud/app.ts', [], {
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'Prod!', waf: 'perhaps' }),
    });
    expect(code).toBe(1);
    expect((stdout + stderr).trim().split('\n')).toEqual([
      'The settings are invalid:',
      '  stage must be 1 to 20 of a-z, 0-9 and -, such as prod or beta (it is "Prod!")',
      '  waf must be true or false (it is "perhaps")',
    ]);
  });
});

describe('a production stage without a mail sender', () => {
  it('is not deployed: with an account, the synthesis ends with the sentence that says what to write', async () => {
    const { code, stderr } = await runPoorly('infra/cloud/app.ts', [], {
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'prod' }),
      CDK_DEFAULT_ACCOUNT: '111122223333',
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^mailSender must be given for the stage prod/),
    ]);
  });
});
