import { errorCode } from '../error-code.ts';
import type { ProviderFetch } from '../http/provider-fetch.ts';
import { normaliseRequest } from './normalise-request.ts';
import type { CallInProgress, RecordingSession } from './session.ts';
import { tapBody } from './tap-body.ts';

/** The headers that adapters read, and what a call cost. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-proxycurl-credit-cost'];

/** The given `fetch`, with every call and its answer kept in the session; the caller sees what it would see without. */
export function recordingFetch(session: RecordingSession, send: ProviderFetch = fetch): ProviderFetch {
  return async (url, init) => {
    const sentAt = session.clock();
    const elapsed = () => session.clock() - sentAt;
    const call: CallInProgress = {
      request: normaliseRequest(url, init, session.scrub),
      at: sentAt - session.startedAt,
      outcome: undefined,
    };
    session.calls.push(call);
    try {
      const response = await send(url, init);
      return keepAnswer({ session, call, response, elapsed });
    } catch (error) {
      const failed = init.signal?.aborted ? 'stopped' : (errorCode(error) ?? 'UNKNOWN');
      call.outcome = { after: elapsed(), failed };
      throw error;
    }
  };
}

interface Answered {
  session: RecordingSession;
  call: CallInProgress;
  response: Response;
  elapsed: () => number;
}

function keepAnswer({ session: { scrub }, call, response, elapsed }: Answered): Response {
  const after = elapsed();
  const { status, statusText } = response;
  const kept = KEPT_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, scrub.text(value)]];
  });
  const body = tapBody(response.body, elapsed, ({ text, chunks, ended }) => {
    const answer = { after, status, statusText: scrub.text(statusText), headers: Object.fromEntries(kept) };
    call.outcome = { ...answer, ...bodyOf(text, ended), chunks, ended };
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
