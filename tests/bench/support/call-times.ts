import { performance } from 'node:perf_hooks';
import * as v from 'valibot';
import { callOf, type Call as ModelCall } from '#infra/simulated/model/answer.ts';

/** One call to a provider, in milliseconds of the process's clock. */
export interface Call {
  kind: ModelCall | 'search page' | 'lookup';
  /** The profile that the call is about, if any. */
  profileUrl: string | undefined;
  begun: number;
  /** When the response headers arrived; undefined until then. */
  answered: number | undefined;
}

const Completion = v.object({ messages: v.array(v.object({ content: v.string() })) });
const Assessed = v.object({ profile: v.object({ url: v.string() }) });

/** Records every call to the simulated providers from now on, in the order of sending. */
export function watchCalls(): Call[] {
  const calls: Call[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const about = describeCall(String(input), init?.body);
    if (about === undefined) return send(input, init);
    const call: Call = { ...about, begun: performance.now(), answered: undefined };
    calls.push(call);
    const response = await send(input, init);
    call.answered = performance.now();
    return response;
  };
  return calls;
}

function describeCall(address: string, body: unknown): Pick<Call, 'kind' | 'profileUrl'> | undefined {
  const { pathname, searchParams } = new URL(address);
  if (pathname.endsWith('/search.json')) return { kind: 'search page', profileUrl: undefined };
  const profileUrl = searchParams.get('profile_url') ?? undefined;
  if (profileUrl !== undefined) return { kind: 'lookup', profileUrl };
  if (!pathname.endsWith('/chat/completions') || typeof body !== 'string') return undefined;
  const [system, user] = v.parse(Completion, JSON.parse(body)).messages;
  const kind = callOf(system?.content ?? '');
  const isAssessment = kind === 'assessment';
  return {
    kind,
    profileUrl: isAssessment ? v.parse(Assessed, JSON.parse(user?.content ?? '')).profile.url : undefined,
  };
}

/** In milliseconds; 0 for an unanswered call. */
export const durationOf = ({ begun, answered = begun }: Call): number => answered - begun;
