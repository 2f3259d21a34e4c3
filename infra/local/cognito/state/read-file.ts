import { readFile, rename } from 'node:fs/promises';
import * as v from 'valibot';

/** Reads text, or undefined where there is no file. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A JSON file's checked content, or undefined when there is none. A file that cannot be read as what it should be is set aside
 * under another name, never deleted, and `warn` gets a sentence about it with `consequence` in it.
 * @throws the file system's error when the file exists and cannot be opened.
 */
export async function readCheckedFile<T>(options: {
  path: string;
  schema: v.GenericSchema<unknown, T>;
  consequence: string;
  clock: () => number;
  warn: (sentence: string) => void;
}): Promise<T | undefined> {
  const { path, schema, consequence, clock, warn } = options;
  const text = await readText(path);
  if (text === undefined) return undefined;
  const parsed = v.safeParse(schema, parseJson(text));
  if (parsed.success) return parsed.output;
  const aside = `${path}.unreadable-${clock()}`;
  await rename(path, aside);
  warn(`${path} could not be read, so it was set aside as ${aside}. ${consequence}`);
  return undefined;
}
