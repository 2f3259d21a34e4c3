import * as v from 'valibot';
import type { ProvidersConfig } from '#functions/config.ts';
import { errorCode } from '#functions/providers/failures.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import { assertName, writeRecording } from './files.ts';
import { RECORDING_FORMAT, type RecordedCall, RecordedSearch, type Recording } from './format.ts';
import { normaliseRequest } from './requests.ts';
import { createScrubber, type Scrubber } from './scrub.ts';

/** A call that may not have an outcome yet. */
type CallInProgress = Omit<RecordedCall, 'outcome'> & { outcome: RecordedCall['outcome'] | undefined };

/** A recording in progress: the calls of one search, in the order in which they were sent. */
export type RecordingSession = ReturnType<typeof openRecording>;

export interface OpenRecordingOptions {
  /** The keys that must not be recorded: see providerSecrets. */
  secrets: readonly string[];
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** The search being recorded. */
  search?: RecordedSearch;
  /** The providers being called: see describeProviders. */
  providers?: Recording['providers'];
  /** How the search treats sensitive criteria. */
  sensitiveCriteria?: Recording['sensitiveCriteria'];
}

/**
 * Starts the recording of one search; nothing is written before saveRecording.
 * @throws RecordingError if the name is not a plain file name.
 */
export function openRecording(
  directory: string,
  name: string,
  { secrets, clock = Date.now, search, providers, sensitiveCriteria }: OpenRecordingOptions,
) {
  assertName(name);
  const calls: CallInProgress[] = [];
  const scrub = createScrubber(secrets);
  return {
    directory,
    name,
    startedAt: clock(),
    clock,
    scrub,
    search: search && scrubSearch(search, scrub),
    providers,
    sensitiveCriteria,
    calls,
  };
}

/** The search without credentials, which may have been pasted into its text. */
export const scrubSearch = (search: RecordedSearch, scrub: Scrubber): RecordedSearch =>
  v.parse(RecordedSearch, scrub.json(search));

/** A configuration's keys as they are sent, which a recording must not contain. */
export function providerSecrets({ openai, profile, search }: ProvidersConfig): string[] {
  const keys = [openai.apiKey, search.apiKey, profile.apiKey];
  return keys.flatMap((key) => key || []);
}

/** The providers of a configuration, or those that the simulated ones stand in for. */
export const describeProviders = ({ search, profile }: ProvidersConfig, simulated: boolean) => ({
  webSearch: search.provider,
  profileData: profile.provider,
  simulated,
});

/**
 * Writes the calls that have an outcome as `<name>.json`, atomically, and returns the file's path. Pending calls are left out, so save
 * after the search has ended.
 * @param interrupted whether it ended before all its calls were made
 */
export async function saveRecording(
  session: RecordingSession,
  { interrupted = false }: { interrupted?: boolean } = {},
): Promise<string> {
  const { directory, name, startedAt, calls, search, providers, sensitiveCriteria } = session;
  return writeRecording(directory, {
    format: RECORDING_FORMAT,
    name,
    recordedAt: new Date(startedAt).toISOString(),
    ...(interrupted && { interrupted }),
    ...(search && { search }),
    ...(providers && { providers }),
    ...(sensitiveCriteria && { sensitiveCriteria }),
    calls: calls.flatMap(({ request, at, outcome }) =>
      outcome === undefined ? [] : [{ request, at, outcome }],
    ),
  });
}

/** Whether a response arrived completely. */
export const isAnswered = ({ outcome }: CallInProgress): boolean =>
  outcome !== undefined && 'ended' in outcome && outcome.ended === 'complete';

/** The headers that adapters read, including the cost of a call. */
const KEPT_HEADERS = ['content-type', 'location', 'retry-after', 'x-proxycurl-credit-cost'];

/** Wraps `fetch` to record every call and its response; the caller sees no difference. */
export function recordingFetch(session: RecordingSession, send: ProviderFetch = fetch): ProviderFetch {
  return async (url, init) => {
    const sentAt = session.clock();
    const elapsed = () => session.clock() - sentAt;
    const causeOf = (error: unknown) => (init.signal?.aborted ? 'stopped' : errorCode(error));
    const call: CallInProgress = {
      request: normaliseRequest(url, init, session.scrub),
      at: sentAt - session.startedAt,
      outcome: undefined,
    };
    session.calls.push(call);
    try {
      const response = await send(url, init);
      return recordAnswer(session.scrub, { call, url, causeOf }, response, elapsed);
    } catch (error) {
      call.outcome = { after: elapsed(), failed: causeOf(error) ?? 'UNKNOWN' };
      throw error;
    }
  };
}

interface AnsweredCall {
  call: CallInProgress;
  url: string;
  /** The code of the error that ended it; undefined if it has none. */
  causeOf: (error: unknown) => string | undefined;
}

function recordAnswer(
  scrub: Scrubber,
  { call, url, causeOf }: AnsweredCall,
  response: Response,
  elapsed: () => number,
): Response {
  const after = elapsed();
  const { status, statusText } = response;
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    if (value === null) return [];
    return [[name, scrub.text(name === 'location' ? relativeRedirect(value, url) : value)]];
  });
  const body = tapBody(response.body, elapsed, ({ text, chunks, ended, error }) => {
    const answer = { after, status, statusText: scrub.text(statusText), headers: Object.fromEntries(kept) };
    const cutBy = ended === 'cut' ? causeOf(error) : undefined;
    call.outcome = { ...answer, ...bodyOf(text, ended), chunks, ended, ...(cutBy && { cutBy }) };
  });
  return new Response(body, { status, statusText, headers: response.headers });

  function bodyOf(text: string, ended: 'complete' | 'cut'): { json: unknown } | { text: string } {
    if (ended === 'cut') return { text: scrub.cutText(text) };
    try {
      return { json: scrub.json(JSON.parse(text)) };
    } catch {
      return { text: scrub.text(text) };
    }
  }
}

/** A redirect's target relative to the call: requests are recorded without host and base path, and replayed with others. */
function relativeRedirect(location: string, url: string): string {
  if (!URL.canParse(location, url)) return location;
  const [to, asked] = [new URL(location, url), new URL(url)];
  return to.origin === asked.origin && to.pathname === asked.pathname ? to.search : location;
}

/** What passed through a tapped body; chunks are pairs of milliseconds and bytes. */
interface TappedBody {
  text: string;
  chunks: [number, number][];
  ended: 'complete' | 'cut';
  /** What cut it off. */
  error?: unknown;
}

/** The same body, reported once it has ended, broken off or been cancelled. */
function tapBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  elapsed: () => number,
  done: (tapped: TappedBody) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  const decoder = new TextDecoder();
  const chunks: [number, number][] = [];
  let text = '';
  const finish = (ended: TappedBody['ended'], error?: unknown) =>
    done({ text: text + decoder.decode(), chunks, ended, error });
  if (body === null) {
    finish('complete');
    return null;
  }
  const tap = {
    transform(
      chunk: Uint8Array<ArrayBuffer>,
      controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>,
    ) {
      chunks.push([elapsed(), chunk.byteLength]);
      text += decoder.decode(chunk, { stream: true });
      controller.enqueue(chunk);
    },
    flush: () => finish('complete'),
    // Either the provider broke off, or the reader cancelled.
    cancel: (error: unknown) => finish('cut', error),
  };
  return body.pipeThrough(new TransformStream(tap));
}
