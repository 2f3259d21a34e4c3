import { readConfig } from '#functions/config.ts';
import { encodeEvent } from '#functions/http/event-stream.ts';
import { PAUSES } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run.ts';
import { createProviders } from '#functions/providers/create.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import { toTimestamp } from '#shared/time.ts';
import { listRecordings, RecordingError, readRecording } from './recording/files.ts';
import { replayFetch } from './recording/replay.ts';

/** `npm run replay -- <name>`: runs a recorded search again and prints its event stream. */
async function main([name]: readonly string[]): Promise<number> {
  const { recordings, folders } = await listAll();
  if (name === undefined) {
    console.info(`Name a recording: npm run replay -- <name>\n  ${recordings.join('\n  ')}`);
    return 1;
  }
  const directory = folders.get(name) ?? FOLDERS[0];
  const { providers, pacing, sensitiveCriteria } = readConfig({
    PACING: 'off',
    ...process.env,
    PROVIDERS: 'replay',
    RECORDING: directory,
  });
  const recording = await readRecording(directory, name);
  if (recording.search === undefined)
    throw new RecordingError(`The recording ${name} does not say what was searched for.`);
  const { content, deepResearch } = recording.search;
  let missing = 0;
  const fetch = replayFetch(recording, {
    timing: providers.replayTiming,
    onMissing: ({ request, differences }) => {
      missing += 1;
      console.error('This call was not recorded:', request, 'The nearest differs in:', differences);
    },
  });
  const chatId = newId('chat');
  const userMessage = {
    id: newId('msg'),
    chatId,
    userId: ANONYMOUS_USER_ID,
    role: 'user',
    content,
    timestamp: toTimestamp(Date.now()),
  } as const;
  let id = 0;
  await runSearch(
    {
      searchId: newId('search'),
      assistantMessageId: newId('msg'),
      chatId,
      userId: ANONYMOUS_USER_ID,
      deepResearch,
      userMessage,
    },
    {
      providers: createProviders(providers, { fetch }).open(),
      pause: PAUSES[pacing],
      sensitiveCriteria,
      clock: Date.now,
      emit: (event) => process.stdout.write(encodeEvent({ id: ++id, event })),
      log: (message, error) => console.error(message, error instanceof Error ? error.message : error),
      signal: new AbortController().signal,
    },
  );
  return missing > 0 ? 1 : 0;
}

/** The folder that is named, or the shipped recordings with those of faults. */
const FOLDERS = process.env['RECORDING']
  ? ([process.env['RECORDING']] as const)
  : (['tests/recordings', 'tests/recordings/faults'] as const);

/** The names of all recordings, and in which folder each lies. */
async function listAll(): Promise<{ recordings: string[]; folders: ReadonlyMap<string, string> }> {
  const folders = new Map<string, string>();
  for (const folder of FOLDERS) for (const name of await listRecordings(folder)) folders.set(name, folder);
  return { recordings: [...folders.keys()], folders };
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof RecordingError ? error.message : error);
    process.exit(1);
  },
);
