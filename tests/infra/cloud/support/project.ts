import { type ChildProcess, execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { bareEnvironment } from '#tests/support/environment.ts';

const CdkJson = v.object({ context: v.record(v.string(), v.unknown()) });

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The context of every synthesis, because feature flags change CDK’s output. */
export const projectContext = v.parse(
  CdkJson,
  JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')),
).context;

interface Run {
  args?: readonly string[];
  environment: Record<string, string>;
  input?: string;
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a script of the project in its own process, with this environment only. */
export const runScript = (path: string, { args = [], environment, input = '' }: Run) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, path), ...args],
      { cwd: ROOT, env: { ...bareEnvironment(), ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
    // A script that reads no input may end before it is sent.
    child.stdin?.on('error', () => undefined).end(input);
  });

/**
 * Interrupts a command as npm and the terminal do together. SIGSTOP holds it until both signals are pending, so that the second one finds
 * it still working, however late this process sends it.
 */
export function pressCtrlC(command: ChildProcess): void {
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) command.kill(signal);
}

/**
 * Installs a CommonJS program as a command in a folder, for the project’s scripts to find on their PATH. A shell starts it, because a
 * shebang line cannot name a Node whose path contains a space.
 */
export function writeCommand(folder: string, name: string, program: string): void {
  const path = join(folder, `${name}.cjs`);
  const [node, file] = [process.execPath, path].map((text) => `'${text.replaceAll("'", `'\\''`)}'`);
  writeFileSync(path, program);
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${node} ${file} "$@"\n`, { mode: 0o755 });
}
