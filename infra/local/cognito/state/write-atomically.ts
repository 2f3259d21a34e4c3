import { rename, writeFile } from 'node:fs/promises';

/**
 * Replaces a file as a whole, readable by its owner alone: a crash leaves the old text or the new, never half of one. One write of a
 * file at a time: what a crash leaves beside it is the next write's to replace.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  await rename(temporary, path);
}
