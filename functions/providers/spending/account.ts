import type { Completion, CompletionRequest, TokenUsage } from '../ports/language-model.ts';
import type { ProviderErrorCode, ProviderKind } from '../ports/provider-error.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { estimateTokens } from './estimate-tokens.ts';

/**
 * Repeats of failed calls a search may make at each provider: one bad moment is mended, a bad hour is not paid for. A deep search makes
 * twelve model calls, so these keep it within fourteen.
 */
const MOST_REPEATS: Readonly<Record<ProviderKind, number>> = {
  'language-model': 2,
  'web-search': 4,
  'profile-data': 4,
};

/** What a search has used. */
export interface Usage extends TokenUsage {
  modelCalls: number;
  tokensEstimated: boolean;
  searchPages: number;
  lookups: number;
}

/** Keeps what the calls of one search use: each is booked when it is sent, and corrected when it has ended. */
export interface Account {
  complete(request: CompletionRequest, ask: () => Promise<Completion>): Promise<Completion>;
  page<Result>(ask: () => Promise<Result>): Promise<Result>;
  lookUp<Result>(ask: () => Promise<Result>): Promise<Result>;
  /** Whether one more failed call may be repeated; counts it. */
  repeat(kind: ProviderKind): boolean;
  usage(): Usage;
}

/** Nothing was sent. */
const UNSENT: ReadonlySet<ProviderErrorCode> = new Set(['missing-key', 'suspended']);
/** Sent, but nobody asks money for it: all of these providers are paid for answers. A call that nobody waited for may have had one. */
const UNPAID: ReadonlySet<ProviderErrorCode> = new Set([...UNSENT, 'status', 'unreachable']);

const failedWith = (error: unknown, codes: ReadonlySet<ProviderErrorCode>): boolean =>
  error instanceof ProviderError && codes.has(error.code);

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The tokens of one model call, corrected as more is known. */
interface Booking {
  usage: TokenUsage;
  estimated: boolean;
}

export function createAccount(): Account {
  const bookings = new Set<Booking>();
  const repeats = new Map<ProviderKind, number>();
  const paid = { searchPages: 0, lookups: 0 };
  const book = async <Result>(what: keyof typeof paid, ask: () => Promise<Result>): Promise<Result> => {
    paid[what] += 1;
    try {
      return await ask();
    } catch (error) {
      if (failedWith(error, UNPAID)) paid[what] -= 1;
      throw error;
    }
  };
  return {
    async complete(request, ask) {
      const booking: Booking = { usage: estimateUsage(request), estimated: true };
      bookings.add(booking);
      try {
        const completion = await ask();
        const { usage = estimateUsage(request, completion.text) } = completion;
        Object.assign(booking, { usage, estimated: completion.usage === undefined });
        return completion;
      } catch (error) {
        if (failedWith(error, UNSENT)) bookings.delete(booking);
        const known = failedWith(error, UNPAID) ? NOTHING : usageOf(error);
        if (known) Object.assign(booking, { usage: known, estimated: false });
        throw error;
      }
    },
    page: (ask) => book('searchPages', ask),
    lookUp: (ask) => book('lookups', ask),
    repeat(kind) {
      const made = repeats.get(kind) ?? 0;
      repeats.set(kind, made + 1);
      return made < MOST_REPEATS[kind];
    },
    usage: () => ({ ...paid, modelCalls: bookings.size, ...sum([...bookings]) }),
  };
}

const usageOf = (error: unknown): TokenUsage | undefined =>
  error instanceof ProviderError ? error.usage : undefined;

function estimateUsage({ system, user, reply }: CompletionRequest, text = ''): TokenUsage {
  const inputTokens = estimateTokens(system + user + JSON.stringify(reply.schema));
  return { inputTokens, outputTokens: estimateTokens(text) };
}

const sum = (bookings: readonly Booking[]): TokenUsage & { tokensEstimated: boolean } => ({
  inputTokens: bookings.reduce((total, { usage }) => total + usage.inputTokens, 0),
  outputTokens: bookings.reduce((total, { usage }) => total + usage.outputTokens, 0),
  tokensEstimated: bookings.some(({ estimated }) => estimated),
});
