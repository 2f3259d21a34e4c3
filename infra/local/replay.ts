import { readConfig } from '#functions/config.ts';
import { ConfigError, withoutEmpty } from '#functions/environment.ts';
import { encodeEvent } from '#functions/http/event-stream.ts';
import { createProviders } from '#functions/providers/create.ts';
import { readArguments, runCommand, UsageError } from '../command.ts';
import { readDataDir } from './config.ts';
import { newSearch, runOneSearch } from './one-search.ts';
import { describeRecordings, findRecording, RecordingError, recordingFolders } from './recording/files.ts';
import { asRecorded, printMissing, replayFetch } from './recording/replay.ts';

const USAGE = `npm run replay -- NAME: runs a recorded search again, without the network, and prints its event stream.

  NAME                    the recording's name, such as students-deep; without a name, lists the recordings

It looks in the shipped recordings and in .local/recordings; RECORDING names another folder. REPLAY_TIMING=original takes as long as the
providers did. Exit status: 1 if the search made a call that was not recorded.`;

/** `npm run replay -- <name>`: runs a recorded search again and prints its event stream; without a name it lists the recordings. */
async function main(given: readonly string[]): Promise<void> {
  const name = readRequest(given);
  const { env } = process;
  const { providers, pacing, sensitiveCriteria } = readConfig({
    PACING: 'off',
    RECORDING: 'tests/recordings',
    ...withoutEmpty(env),
    PROVIDERS: 'replay',
  });
  const folders = recordingFolders(env['RECORDING'], readDataDir(env));
  if (name === undefined) return console.info(await describeRecordings(folders));
  const recording = await findRecording(name, folders);
  if (recording.search === undefined)
    throw new RecordingError(`The recording ${name} does not contain the search itself.`);
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
    sensitiveCriteria: recording.sensitiveCriteria ?? sensitiveCriteria,
    emit: (event) => process.stdout.write(encodeEvent({ id: ++id, event })),
  });
  if (missing > 0) process.exitCode = 1;
}

/** The given name. @throws UsageError */
export function readRequest(given: readonly string[]): string | undefined {
  const { positionals } = readArguments(given, { options: {}, allowPositionals: true, usage: USAGE });
  const [name, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`Specify only one name.\n\n${USAGE}`);
  return name;
}

if (import.meta.main) await runCommand(main, ConfigError, RecordingError);
