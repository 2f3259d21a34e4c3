import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PRODUCT_VERSION } from '#shared/product.ts';
import { runScript, writeCommand } from './infra/cloud/support/project.ts';

const Lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({
      integrity: v.optional(v.string()),
      resolved: v.optional(v.string()),
      inBundle: v.optional(v.boolean(), false),
      optional: v.optional(v.boolean(), false),
      cpu: v.optional(v.array(v.string())),
    }),
  ),
});
const { packages } = v.parse(Lockfile, JSON.parse(readFileSync('package-lock.json', 'utf8')));
const installed = Object.entries(packages).filter(([path]) => path !== '');

it('the version shown is the one in package.json', () => {
  expect(PRODUCT_VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

describe('the lockfile', () => {
  it('has a checksum for every package that this machine installs', () => {
    const without = installed.filter(([, entry]) => entry.integrity === undefined && !entry.inBundle);
    // Binaries for other systems, which some registries omit (docs/decisions/0005-complete-lockfile.md).
    expect(without.filter(([, entry]) => !entry.optional || entry.cpu === undefined)).toEqual([]);
  });

  it('names no registries, so that each machine uses its own', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe('the signature check', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'fake-npm-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Runs the check with an npm that answers this. */
  const check = (answer: string) => {
    writeCommand(home, 'npm', `process.stdout.write(${JSON.stringify(answer)});`);
    return runScript('tests/check-signatures.mjs', { environment: { PATH: home } });
  };

  it('passes when all signatures are valid', async () => {
    expect(await check('{"invalid": [], "missing": []}')).toMatchObject({
      code: 0,
      stdout: 'Every package is what its registry has signed.\n',
    });
  });

  it('fails for an invalid one and names the package', async () => {
    const { code, stderr } = await check(
      '{"invalid": [{"name": "hono", "version": "4.0.0"}], "missing": []}',
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('hono@4.0.0')]);
  });

  it.each([
    ['{"error": {"code": "ENOTFOUND"}}', 'ENOTFOUND'],
    ['', 'no answer'],
  ])(
    'passes with a note that signatures could not be checked when npm answers %j',
    async (answer, reason) => {
      expect(await check(answer)).toMatchObject({
        code: 0,
        stdout: `Signatures could not be checked here (${reason}).\n`,
      });
    },
  );
});
