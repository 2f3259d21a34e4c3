import { join } from 'node:path';
import { readCheckedFile } from './read-file.ts';
import type { State } from './schema.ts';
import { stateSchema } from './schema.ts';
import { writeAtomically } from './write-atomically.ts';

/** The pool's state in memory, changed in place between two waits, and the way to put it on disk. */
export interface Store {
  readonly state: State;
  /** Resolves when everything changed so far is on disk; writes nothing when nothing changed. Rejects when it cannot be written. */
  save(): Promise<void>;
}

/** Opens `cognito.json` in a folder that exists. Sessions that have expired are forgotten here. */
export async function openStore(options: {
  dataDir: string;
  clock: () => number;
  warn: (sentence: string) => void;
}): Promise<Store> {
  const { dataDir, clock, warn } = options;
  const path = join(dataDir, 'cognito.json');
  const consequence = 'The local Cognito starts without accounts: sign up again.';
  const stored = await readCheckedFile({ path, schema: stateSchema, consequence, clock, warn });
  const state: State = stored ?? { version: 1, users: [], sessions: [], mails: [] };
  state.sessions = state.sessions.filter((session) => session.expiresAt > clock());

  let written = stored && JSON.stringify(stored);
  const write = async (): Promise<void> => {
    const text = JSON.stringify(state);
    if (text === written) return;
    await writeAtomically(path, text);
    written = text;
  };
  // One write at a time; whoever asks during a write shares the next one.
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return {
    state,
    save() {
      if (!waiting) {
        waiting = last.then(() => {
          waiting = undefined;
          return write();
        });
        last = waiting.catch(() => undefined);
      }
      return waiting;
    },
  };
}
