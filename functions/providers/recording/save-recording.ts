import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recording } from './format.ts';
import { RECORDING_FORMAT } from './format.ts';
import type { RecordingSession } from './session.ts';

/**
 * Writes the calls that have an outcome as `<name>.json`, whole or not at all, and gives the file's path. A call still awaited is
 * left out, so save after the search's end.
 */
export async function saveRecording({
  directory,
  name,
  startedAt,
  calls,
  search,
}: RecordingSession): Promise<string> {
  const recording: Recording = {
    format: RECORDING_FORMAT,
    name,
    recordedAt: new Date(startedAt).toISOString(),
    ...(search && { search }),
    calls: calls.flatMap(({ request, at, outcome }) =>
      outcome === undefined ? [] : [{ request, at, outcome }],
    ),
  };
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${name}.json`);
  const unfinished = `${path}.unfinished`;
  await writeFile(unfinished, `${JSON.stringify(recording, null, 2)}\n`);
  await rename(unfinished, path);
  return path;
}
