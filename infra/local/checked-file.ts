import { readFile, rename, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

/* Files that are validated when read, and that a crash never leaves half written. */

/** The file's text, or undefined if there is no such file. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * A JSON file's validated content, or undefined if there is no file. An invalid file is renamed, never deleted, with a warning that ends
 * with `consequence`.
 * @throws the file system's error when the file exists but cannot be read.
 */
export async function readCheckedFile<T>(options: {
  path: string;
  schema: v.GenericSchema<unknown, T>;
  consequence: string;
  clock: () => number;
}): Promise<T | undefined> {
  const { path, schema, consequence, clock } = options;
  const text = await readText(path);
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (parsed.success) return parsed.output;
  const backupPath = `${path}.unreadable-${clock()}`;
  await rename(path, backupPath);
  console.warn(`${path} could not be read, so it was set aside as ${backupPath}. ${consequence}`);
  return undefined;
}

/**
 * Replaces a file atomically, readable by its owner only: a crash leaves either the old text or the new. Only one write per file at a time;
 * the next write overwrites a temporary file left by a crash.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  await rename(temporary, path);
}
