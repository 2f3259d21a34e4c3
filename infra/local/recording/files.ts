import { access, constants, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '#functions/providers/failures.ts';
import { writeAtomically } from '../checked-file.ts';
import { Recording } from './format.ts';

/** A recording is missing or unreadable. The message is meant for the user who named it. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * Reads a recording by name.
 * @throws RecordingError
 */
export async function readRecording(directory: string, name: string): Promise<Recording> {
  assertName(name);
  const text = await readFile(join(directory, `${name}.json`), 'utf8').catch((cause: unknown) => {
    throw new RecordingError(`There is no recording named ${name}.`, { cause });
  });
  const result = v.safeParse(Recording, parseRecording(name, text));
  if (result.success) return result.output;
  const [first, second, ...others] = result.issues.map(describeIssue);
  const more = others.length > 0 && `and ${others.length} more`;
  const problems = [first, second, more].filter(Boolean).join('; ');
  throw new RecordingError(`The recording ${name} is invalid: ${problems}.`);
}

function parseRecording(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RecordingError(`The recording ${name} is not valid JSON: ${reason}.`, { cause });
  }
}

/** Describes an error in a recording, which may have been written or edited by hand. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue) ?? 'the file';
  if (issue.received === 'undefined') return `${where} is missing`;
  // What a check of the format's own expects, only its message says.
  return `${where} ${issue.expected === null ? issue.message : `must be ${issue.expected}`}`;
}

/** The names of the recordings in a folder, sorted; empty if there is no such folder. */
export async function listRecordings(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/** The folder for new recordings, unless one is named. */
export const folderForNew = (named: string | undefined, dataDir: string): string =>
  named || join(dataDir, 'recordings');

/** Where commands look for recordings: in the named folder, or else among those shipped and those made here. */
export const recordingFolders = (named: string | undefined, dataDir: string): readonly string[] =>
  named ? [named] : ['tests/recordings', 'tests/recordings/faults', folderForNew(named, dataDir)];

/** The recordings in all folders by name, each with the last folder that has it. */
async function foldersByName(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const folderOf = new Map<string, string>();
  for (const folder of folders) for (const each of await listRecordings(folder)) folderOf.set(each, folder);
  return folderOf;
}

/** A message listing the recordings in the folders, one per line. */
export async function describeRecordings(folders: readonly string[]): Promise<string> {
  const names = [...(await foldersByName(folders)).keys()];
  return names.length === 0
    ? `There are no recordings in ${folders.join(', ')}.`
    : `Available recordings:\n  ${names.join('\n  ')}`;
}

/**
 * Finds a recording by name, in the last of the folders that has it.
 * @throws RecordingError listing what exists, if the name is missing or unknown.
 */
export async function findRecording(
  name: string | undefined,
  folders: readonly string[],
): Promise<Recording> {
  const folder = name === undefined ? undefined : (await foldersByName(folders)).get(name);
  if (name !== undefined && folder !== undefined) return readRecording(folder, name);
  const problem = name === undefined ? 'Specify a recording.' : `There is no recording named ${name}.`;
  throw new RecordingError(`${problem} ${await describeRecordings(folders)}`);
}

/**
 * Creates the folder for recordings if it does not exist.
 * @throws RecordingError if it is not writable, before a search costs money whose recording would be lost
 */
export async function prepareFolder(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK);
  } catch (cause) {
    const code = errorCode(cause);
    const reason = code === 'EEXIST' ? 'it is a file' : code;
    throw new RecordingError(`Recordings cannot be written to ${directory}: ${reason}.`, { cause });
  }
}

/** Writes a recording, which may be of real people, into its folder and returns the file's path. */
export async function writeRecording(directory: string, recording: Recording): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${recording.name}.json`);
  await writeAtomically(path, `${JSON.stringify(recording, null, 2)}\n`);
  return path;
}

/** @throws RecordingError if the name could lead outside the folder. */
export function assertName(name: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/i.test(name))
    throw new RecordingError(
      `A recording's name consists of letters, digits, hyphens and underscores: ${JSON.stringify(name)} does not.`,
    );
}
