import * as v from 'valibot';
import { nameIn, PROFILE_SOURCES, WEB_SEARCHES } from '#functions/providers/registry.ts';
import { oneOf, SENSITIVE_CRITERIA } from '#shared/operator-choices.ts';
import { SearchRequest } from '#shared/search-request.ts';

export const RECORDING_FORMAT = 'expertscope-recording/1';

/** A request as it is recorded and matched: no host, no credentials, JSON bodies parsed. */
export const RecordedRequest = v.object({
  provider: v.picklist(['language-model', 'web-search', 'profile-data']),
  method: v.string(),
  /** The last segment of the path; the rest belongs to the provider's base URL, which varies. */
  endpoint: v.string(),
  query: v.record(v.string(), v.string()),
  /** The body, if any: parsed JSON, or text if it is not JSON. */
  body: v.optional(v.unknown()),
});
export type RecordedRequest = v.InferOutput<typeof RecordedRequest>;

/** May be omitted in hand-written recordings; everything then arrives at once, in order. */
const milliseconds = v.optional(v.pipe(v.number(), v.minValue(0)), 0);

/** Statuses for which a `Response` cannot have a body. */
export const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

// What `Response` and `Headers` accept. Not tried on them: @hono/node-server replaces `Response` by one that accepts anything.
const line = v.pipe(
  v.string(),
  v.check((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text), 'must be one line of ASCII'),
);
const headerName = v.pipe(
  v.string(),
  v.check((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name), 'must be a header name'),
);

/** A response: the body, if there can be one, is in exactly one of `json` and `text`. Times are in milliseconds since the request was sent. */
const RecordedAnswer = v.pipe(
  v.object({
    /** When the headers arrived. */
    after: milliseconds,
    status: v.pipe(v.number(), v.minValue(200), v.maxValue(599)),
    statusText: line,
    headers: v.record(headerName, line),
    json: v.optional(v.unknown()),
    text: v.optional(v.string()),
    /** When each chunk of the body arrived, and its size in bytes. */
    chunks: v.optional(
      v.array(v.tuple([v.pipe(v.number(), v.minValue(0)), v.pipe(v.number(), v.minValue(0))])),
      [],
    ),
    /** Whether the body was received completely or broke off. */
    ended: v.picklist(['complete', 'cut']),
    /** What cut it off, as in {@link RecordedFailure}. Absent if the reader stopped reading, and in recordings made without it. */
    cutBy: v.optional(v.string()),
  }),
  v.check(
    (answer) => BODILESS_STATUSES.has(answer.status) || 'json' in answer !== 'text' in answer,
    'must have its body in exactly one of json and text',
  ),
);
export type RecordedAnswer = v.InferOutput<typeof RecordedAnswer>;

/** No response: the network error's code, or `stopped` after a timeout or an abort. */
const RecordedFailure = v.object({ after: milliseconds, failed: v.string() });
export type RecordedFailure = v.InferOutput<typeof RecordedFailure>;

const isFailure = (outcome: unknown): boolean =>
  typeof outcome === 'object' && outcome !== null && 'failed' in outcome;

export const RecordedCall = v.object({
  request: RecordedRequest,
  /** Milliseconds from the start of the recording to the call. */
  at: milliseconds,
  // Not a union, whose error message would only say that neither variant matches.
  outcome: v.lazy((outcome) => (isFailure(outcome) ? RecordedFailure : RecordedAnswer)),
});
export type RecordedCall = v.InferOutput<typeof RecordedCall>;

export const RecordedSearch = v.object({
  content: v.string(),
  deepResearch: v.boolean(),
  /** The rest of the request: the answer it continues from, and what to do with it. */
  plan: v.optional(v.pick(SearchRequest, ['basis', 'task', 'leaveOut'])),
});
export type RecordedSearch = v.InferOutput<typeof RecordedSearch>;

/** The provider calls of one search. */
export const Recording = v.object({
  format: v.literal(RECORDING_FORMAT),
  name: v.string(),
  recordedAt: v.string(),
  /** The search was stopped, or ran out of time, so that calls may be missing at its end. */
  interrupted: v.optional(v.boolean()),
  /** The search itself, so that it can be run again. */
  search: v.optional(RecordedSearch),
  /** The providers called, which determine the prices; absent in older recordings. */
  providers: v.optional(
    v.object({
      webSearch: nameIn(WEB_SEARCHES),
      profileData: nameIn(PROFILE_SOURCES),
      /** Simulated providers were called in their place, at no cost. */
      simulated: v.boolean(),
    }),
  ),
  /** How the search treated sensitive criteria, which determines its calls; absent in older recordings. */
  sensitiveCriteria: v.optional(oneOf(SENSITIVE_CRITERIA)),
  calls: v.array(RecordedCall),
});
export type Recording = v.InferOutput<typeof Recording>;
