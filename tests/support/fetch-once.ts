import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns a folder that `fill` fills once per machine. Git ignores it, and `npm ci` keeps it.
 * @param pins files that define what is fetched; a change in any of them leads to a new folder
 */
export function fetchOnce(name: string, pins: readonly string[], fill: (folder: string) => void): string {
  const digest = createHash('sha256');
  for (const pin of pins) digest.update(readFileSync(pin));
  const folder = join(ROOT, '.cache', `${name}-${digest.digest('hex').slice(0, 12)}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.info(`Fetching ${name} …`);
  fill(folder);
  writeFileSync(complete, '');
  return folder;
}

/** @throws if the program is missing or its output fails the check, saying what to install */
export function requireProgram(
  program: string,
  { args, says, install }: { args: readonly string[]; says: (output: string) => boolean; install: string },
): void {
  let output: string;
  try {
    output = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    throw new Error(`${program} is missing or does not run. Install ${install}.`, { cause });
  }
  if (!says(output)) throw new Error(`${program} is too old: ${output.trim()}. Install ${install}.`);
}

/** Runs a program and shows its output only if it fails. */
export function run(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    throw new Error(`${program} failed:\n${outputOf(cause)}`, { cause });
  }
}

const outputOf = (error: unknown): string =>
  ['stdout', 'stderr'].map((stream) => Reflect.get(Object(error), stream) ?? '').join('\n');
