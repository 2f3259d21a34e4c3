import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { bareEnvironment } from '#tests/support/environment.ts';

/** Goes on for ever, whether it is stopped or not. */
const COMMAND = `
const { whenStopped } = await import(process.argv[1]);
whenStopped('Stopping.');
setInterval(() => undefined, 1_000);
console.info('begun');
`;

it('a command that is stopped once more while it tidies up ends at once', async () => {
  const command = new URL('../../infra/command.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', COMMAND, command];
  const child = spawn(process.execPath, args, { env: bareEnvironment() });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === 'begun') child.kill('SIGINT');
    // One press is several signals: only what comes later is another.
    else setInterval(() => child.kill('SIGINT'), 100).unref();
  }
  expect(await exit).toEqual([130, null]);
  expect(lines).toEqual(['begun', 'Stopping. Ctrl-C once more ends it at once.']);
});
