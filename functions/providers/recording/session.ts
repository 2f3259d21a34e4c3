import type { RecordedCall, Recording } from './format.ts';
import type { Scrubber } from './scrub.ts';
import { createScrubber } from './scrub.ts';

/** A call whose outcome may still be awaited. */
export type CallInProgress = Omit<RecordedCall, 'outcome'> & { outcome: RecordedCall['outcome'] | undefined };

/** A recording in the making: the calls of one search, in the order in which they were sent. */
export interface RecordingSession {
  directory: string;
  name: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  clock: () => number;
  scrub: Scrubber;
  search: Recording['search'];
  calls: CallInProgress[];
}

export interface OpenRecordingOptions {
  /** The keys that must not be kept: see providerSecrets. */
  secrets: readonly string[];
  clock?: () => number;
  /** What is searched for. */
  search?: Recording['search'];
}

/**
 * Starts the recording of one search; nothing is written before saveRecording.
 * @throws TypeError when the name is no plain file name.
 */
export function openRecording(
  directory: string,
  name: string,
  { secrets, clock = Date.now, search }: OpenRecordingOptions,
): RecordingSession {
  assertName(name);
  return { directory, name, startedAt: clock(), clock, scrub: createScrubber(secrets), search, calls: [] };
}

/** @throws TypeError when the name of a recording could lead out of its folder. */
export function assertName(name: string): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,99}$/i.test(name))
    throw new TypeError('The name of a recording is letters, digits, hyphens and underscores.');
}
