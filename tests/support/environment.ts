import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/* What a run of tests takes from the machine it runs on, and leaves there. */

/**
 * Gives a run of tests a folder of its own for whatever is temporary, its workers and their browsers included. A synthesized stack alone
 * is 20 MB there, and many of a test's folders are read until its worker ends.
 * @returns what removes it when the run has ended
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** What a process needs to run. It gets nothing else: whoever runs the tests may have set the product's keys and settings for themselves. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
}
