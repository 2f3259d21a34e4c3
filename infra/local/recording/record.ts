import type { ProvidersConfig } from '#functions/config.ts';
import { errorCode } from '#functions/providers/failures.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import { assertName, writeRecording } from './files.ts';
import { RECORDING_FORMAT, type RecordedCall, type Recording } from './format.ts';
import { normaliseRequest } from './requests.ts';
import { createScrubber, type Scrubber } from './scrub.ts';

/** A call whose outcome may still be awaited. */
type CallInProgress = Omit<RecordedCall, 'outcome'> & { outcome: RecordedCall['outcome'] | undefined };

/** A recording in the making: the calls of one search, in the order in which they were sent. */
export type RecordingSession = ReturnType<typeof openRecording>;

export interface OpenRecordingOptions {
  /** The keys that must not be kept: see providerSecrets. */
  secrets: readonly string[];
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** What is searched for. */
  search?: Recording['search'];
  /** Who is asked: see describeProviders. */
  providers?: Recording['providers'];
}

/**
 * Starts the recording of one search; nothing is written before saveRecording.
 * @throws RecordingError when the name is no plain file name.
 */
export function openRecording(
  directory: string,
  name: string,
  { secrets, clock = Date.now, search, providers }: OpenRecordingOptions,
) {
  assertName(name);
  const calls: CallInProgress[] = [];
  return {
    directory,
    name,
    startedAt: clock(),
    clock,
    scrub: createScrubber(secrets),
    search,
    providers,
    calls,
  };
}

/** The keys of a configuration, as they are sent: what a recording must not hold. */
export function providerSecrets({ openai, profile, search }: ProvidersConfig): string[] {
  const keys = [openai.apiKey, search.apiKey, profile.apiKey];
  return keys.flatMap((key) => key?.trim() || []);
}

/** Who is asked by a configuration, or whose place the stand-ins take. */
export const describeProviders = ({ search, profile }: ProvidersConfig, simulated: boolean) => ({
  webSearch: search.provider,
  profileData: profile.provider,
  simulated,
});

/**
 * Writes the calls that have an outcome as `<name>.json`, whole or not at all, and gives the file's path. A call still awaited is
 * left out, so save after the search's end.
 */
export async function saveRecording(session: RecordingSession): Promise<string> {
  const { directory, name, startedAt, calls, search, providers } = session;
  return writeRecording(directory, {
    format: RECORDING_FORMAT,
    name,
    recordedAt: new Date(startedAt).toISOString(),
    ...(search && { search }),
    ...(providers && { providers }),
    calls: calls.flatMap(({ request, at, outcome }) =>
      outcome === undefined ? [] : [{ request, at, outcome }],
    ),
  });
}

/** The headers that adapters read, and what a call cost. */
const KEPT_HEADERS = ['content-type', 'location', 'retry-after', 'x-proxycurl-credit-cost'];

/** The given `fetch`, with every call and its answer kept in the session; the caller sees what it would see without. */
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
  /** What ended it with this error; undefined where that has no code. */
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
    return [[name, scrub.text(name === 'location' ? fromCall(value, url) : value)]];
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

/** Where a call is sent on, seen from the call: requests are recorded without host and base path, and are replayed at others. */
function fromCall(location: string, url: string): string {
  if (!URL.canParse(location, url)) return location;
  const [to, asked] = [new URL(location, url), new URL(url)];
  return to.origin === asked.origin && to.pathname === asked.pathname ? to.search : location;
}

/** What came through a tapped body: chunks as milliseconds and bytes. */
interface TappedBody {
  text: string;
  chunks: [number, number][];
  ended: 'complete' | 'cut';
  /** What cut it. */
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
    // Whoever ends it early: the provider by breaking off, or the reader.
    cancel: (error: unknown) => finish('cut', error),
  };
  return body.pipeThrough(new TransformStream(tap));
}
