import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from './project.ts';

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

/** Runs a script of the project in a process of its own, with nothing but this environment. */
export const runScript = (path: string, { args = [], environment, input = '' }: Run) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, path), ...args],
      { env: environment },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
