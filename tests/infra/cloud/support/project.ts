import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

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

/** Where Node finds what it has compiled before, which is half of what a script takes. */
const { NODE_COMPILE_CACHE = '' } = process.env;
const COMPILED = { NODE_COMPILE_CACHE };

/** Runs a script of the project in a process of its own, with nothing else of its environment but this. */
export const runScript = (path: string, { args = [], environment, input = '' }: Run) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, path), ...args],
      { cwd: ROOT, env: { ...COMPILED, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
