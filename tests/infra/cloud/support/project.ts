import { type ChildProcess, execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { bareEnvironment } from '#tests/support/environment.ts';

const CdkJson = v.object({ context: v.record(v.string(), v.unknown()) });

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The context every synthesis starts from: feature flags change what CDK makes. */
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

/** Runs a script of the project in a process of its own, with this environment and no other setting. */
export const runScript = (path: string, { args = [], environment, input = '' }: Run) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, path), ...args],
      { cwd: ROOT, env: { ...bareEnvironment(), ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });

/**
 * Stops a command as npm and the terminal do together. It stands still until both signals are there: the second one finds it at work, however
 * late this process comes to send it.
 */
export function pressCtrlC(command: ChildProcess): void {
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) command.kill(signal);
}

/**
 * Puts a command into a folder, for a script of the project to find on its PATH: a program in CommonJS. A shell starts it, since the first
 * line of a file can name no Node whose path has a space.
 */
export function writeCommand(folder: string, name: string, program: string): void {
  const path = join(folder, `${name}.cjs`);
  const [node, file] = [process.execPath, path].map((text) => `'${text.replaceAll("'", `'\\''`)}'`);
  writeFileSync(path, program);
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${node} ${file} "$@"\n`, { mode: 0o755 });
}
