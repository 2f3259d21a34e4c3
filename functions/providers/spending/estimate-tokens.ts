/**
 * Fewer bytes of UTF-8 than any token in what is sent and received here has on average, so that dividing by it overestimates: with
 * OpenAI's o200k vocabulary every recorded request and reply has 3.98 or more (docs/performance.md, "Spend").
 */
const BYTES_PER_TOKEN = 3.5;

/** At most about so many tokens are in the text; for servers that do not count them. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
