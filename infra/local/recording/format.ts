import * as v from 'valibot';
import { nameIn, PROFILE_SOURCES, WEB_SEARCHES } from '#functions/providers/registry.ts';
import { SearchRequest } from '#shared/search-request.ts';

export const RECORDING_FORMAT = 'expertscope-recording/1';

/** One request as it is recorded and matched: no host, no credentials, JSON bodies parsed. */
export const RecordedRequest = v.object({
  provider: v.picklist(['language-model', 'web-search', 'profile-data']),
  method: v.string(),
  /** The last part of the path: what stands before it is the provider's base address, which varies. */
  endpoint: v.string(),
  query: v.record(v.string(), v.string()),
  /** The body, where there is one: parsed JSON, or the text where it is none. */
  body: v.optional(v.unknown()),
});
export type RecordedRequest = v.InferOutput<typeof RecordedRequest>;

/** Whoever writes a recording by hand may leave times out: everything then comes at once, in its order. */
const milliseconds = v.optional(v.pipe(v.number(), v.minValue(0)), 0);

/** An answer: exactly one of `json` and `text` holds the body. Times in milliseconds since the request was sent. */
const RecordedAnswer = v.object({
  /** When the headers came. */
  after: milliseconds,
  status: v.pipe(v.number(), v.minValue(200), v.maxValue(599)),
  statusText: v.string(),
  headers: v.record(v.string(), v.string()),
  json: v.optional(v.unknown()),
  text: v.optional(v.string()),
  /** When each chunk of the body came and how many bytes it had. */
  chunks: v.optional(
    v.array(v.tuple([v.pipe(v.number(), v.minValue(0)), v.pipe(v.number(), v.minValue(0))])),
    [],
  ),
  /** Whether the body came to its end; a cut one broke off. */
  ended: v.picklist(['complete', 'cut']),
  /** What cut it: as in a {@link RecordedFailure}. Absent where the reader wanted no more, and where it was not kept. */
  cutBy: v.optional(v.string()),
});
export type RecordedAnswer = v.InferOutput<typeof RecordedAnswer>;

/** No answer: the code of the network error, or `stopped` where a timeout or a stop came first. */
const RecordedFailure = v.object({ after: milliseconds, failed: v.string() });
export type RecordedFailure = v.InferOutput<typeof RecordedFailure>;

const isFailure = (outcome: unknown): boolean =>
  typeof outcome === 'object' && outcome !== null && 'failed' in outcome;

export const RecordedCall = v.object({
  request: RecordedRequest,
  /** Milliseconds from the start of the recording to the call. */
  at: milliseconds,
  // Not a union, of which nothing would be said but that neither fits.
  outcome: v.lazy((outcome) => (isFailure(outcome) ? RecordedFailure : RecordedAnswer)),
});
export type RecordedCall = v.InferOutput<typeof RecordedCall>;

/** The provider calls of one search. */
export const Recording = v.object({
  format: v.literal(RECORDING_FORMAT),
  name: v.string(),
  recordedAt: v.string(),
  /** What was searched for, so that the whole search can be run again. */
  search: v.optional(
    v.object({
      content: v.string(),
      deepResearch: v.boolean(),
      /** What else it was asked for: the answer that it went on from, and what with it. */
      plan: v.optional(v.pick(SearchRequest, ['basis', 'task', 'leaveOut'])),
    }),
  ),
  /** Who was asked, which prices follow from; absent in recordings from before it was kept. */
  providers: v.optional(
    v.object({
      webSearch: nameIn(WEB_SEARCHES),
      profileData: nameIn(PROFILE_SOURCES),
      /** Stand-ins were asked in their place, so nothing was paid. */
      simulated: v.boolean(),
    }),
  ),
  calls: v.array(RecordedCall),
});
export type Recording = v.InferOutput<typeof Recording>;
