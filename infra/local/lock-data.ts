import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The data folder is in use or cannot be read; the message says what to do. */
export class DataUnusable extends Error {
  override readonly name = 'DataUnusable';
}

/**
 * Ensures that only one process at a time uses the data folder: neither the database nor Cognito's state can be shared. A lock left by a
 * process that no longer runs is ignored.
 * @returns a function that releases the folder.
 * @throws DataUnusable
 */
export async function lockData(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'stack.lock');
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (isRunning(holder))
    throw new DataUnusable(
      `The data in ${dataDir} is in use by process ${holder}. Stop it, or choose another folder: DATA_DIR=.local-2`,
    );
  await writeFile(path, String(process.pid));
  return () => rm(path, { force: true });
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
