import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { bareEnvironment } from '#tests/support/environment.ts';

/** Prints the address of a secret’s file while the file exists; `ends` is the code that handles being stopped. */
const command = (ends = '') => `
const { withSecretFile } = await import(process.argv[1]);
await withSecretFile('second-secret', (address) => new Promise((resolve) => {
  setInterval(() => undefined, 1_000);
  ${ends}
  console.info(address);
}));
process.exit(0);
`;

/** Stops the command once its file exists. @returns the file's path and how the command ended */
async function stop(program: string, signal: NodeJS.Signals) {
  const module = new URL('../../../infra/cloud/aws.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, module], {
    env: bareEnvironment(),
  });
  const exit = once(child, 'exit');
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  const path = `${address}`.replace('file://', '');
  expect(readFileSync(path, 'utf8')).toBe('second-secret');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  child.kill(signal);
  return { path, ended: await exit };
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a secret’s file is deleted when %s ends the command that reads it',
  async (signal) => {
    const { path, ended } = await stop(command(), signal);
    expect(ended).toEqual([null, signal]);
    expect(existsSync(path)).toBe(false);
  },
);

it('a secret’s file stays readable while a stopped command shuts down cleanly, and is then deleted', async () => {
  const { path, ended } = await stop(
    command(`process.on('SIGINT', async () => {
      await (await import('node:fs/promises')).access(address.slice('file://'.length));
      resolve();
    });`),
    'SIGINT',
  );
  expect(ended).toEqual([0, null]);
  expect(existsSync(path)).toBe(false);
});
