import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/* What a test run uses of its machine, and leaves there. */

/**
 * Gives a test run its own temporary folder, workers and browsers included. A synthesized stack alone takes 20 MB there, and many
 * tests read their folders until their worker ends.
 * @returns a function that removes the folder after the run
 */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The minimum a process needs to run. The rest is withheld, since the environment may hold the product's keys and settings. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
}
