import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a search used of its providers. Absent from messages stored before it was counted. */
export const Spend = v.object({
  /** Requests sent to the language model, repeats after a failure included. */
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** Whether some of the tokens were estimated because the server did not count them. */
  tokensEstimated: v.boolean(),
  /** Pages of web search results that are paid for. */
  searchPages: count,
  /** Profile lookups that are paid for; what was remembered is not. */
  lookups: count,
  /** In US dollars, by the configured prices; absent where one of them is not known, or nothing was paid. */
  dollars: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Present where no real provider was asked, so that nothing was paid. */
  unpaid: v.optional(v.picklist(['simulated', 'replayed'])),
});
export type Spend = v.InferOutput<typeof Spend>;
