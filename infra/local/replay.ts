import { readConfig } from '#functions/config.ts';
import { ConfigError } from '#functions/environment.ts';
import { encodeEvent } from '#functions/http/event-stream.ts';
import { createProviders } from '#functions/providers/create.ts';
import { newSearch, runOneSearch } from './one-search.ts';
import { findRecording, RecordingError, recordingFolders } from './recording/files.ts';
import { asRecorded, printMissing, replayFetch } from './recording/replay.ts';

/** `npm run replay -- <name>`: runs a recorded search again and prints its event stream. */
async function main([name]: readonly string[]): Promise<number> {
  const { env } = process;
  const { providers, pacing, dataDir, sensitiveCriteria } = readConfig({
    PACING: 'off',
    RECORDING: 'tests/recordings',
    ...env,
    PROVIDERS: 'replay',
  });
  const recording = await findRecording(name, recordingFolders(env['RECORDING'], dataDir));
  if (recording.search === undefined)
    throw new RecordingError(`The recording ${name} does not say what was searched for.`);
  let missing = 0;
  const fetch = replayFetch(recording, {
    timing: providers.replayTiming,
    onMissing: (call) => {
      missing += 1;
      printMissing(call);
    },
  });
  let id = 0;
  await runOneSearch(newSearch(recording.search), {
    providers: createProviders(asRecorded(providers, recording), { fetch }).open(),
    plan: recording.search.plan,
    pacing,
    sensitiveCriteria,
    emit: (event) => process.stdout.write(encodeEvent({ id: ++id, event })),
  });
  return missing > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const expected = [ConfigError, RecordingError].some((kind) => error instanceof kind);
    console.error(expected && error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
