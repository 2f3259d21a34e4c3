import type { Spend } from '#shared/message.ts';
import type { Prices, ProvidersConfig } from '../config.ts';
import * as ports from './ports.ts';

/**
 * Retries that a search may make at each provider: enough for a brief failure, but not to pay for a long one. The resulting bound on a
 * search's model calls is in docs/performance.md ("Spend").
 */
const MAX_RETRIES_PER_PROVIDER = 4;

/** What a search has used. */
export type Usage = Omit<Spend, 'dollars' | 'unpaid'>;

/** Counts what the calls of one search use: each is counted when it is sent, and corrected when it has ended. */
export type UsageMeter = ReturnType<typeof createUsageMeter>;

/** Nothing was sent. */
const UNSENT_CODES: ReadonlySet<ports.ProviderErrorCode> = new Set(['missing-key', 'suspended']);
/** Not charged for, since all of these providers charge for answers. Aborted calls are not included: they may have been answered. */
const UNPAID_CODES: ReadonlySet<ports.ProviderErrorCode> = new Set([
  ...UNSENT_CODES,
  'status',
  'unreachable',
]);

const failedWith = (error: unknown, codes: ReadonlySet<ports.ProviderErrorCode>): boolean =>
  error instanceof ports.ProviderError && codes.has(error.code);

const NO_TOKENS: ports.TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The tokens of one model call, corrected as more is known. */
interface ModelCall {
  usage: ports.TokenUsage;
  estimated: boolean;
}

export interface UsageMeterOptions {
  /** Whether lookups that find nobody are charged for as well. */
  chargesForUnknown: boolean;
}

export function createUsageMeter({ chargesForUnknown }: UsageMeterOptions) {
  const modelCalls = new Set<ModelCall>();
  const retries = new Map<ports.ProviderKind, number>();
  const paid = { searchPages: 0, lookups: 0 };
  const count = async <Result>(
    what: keyof typeof paid,
    ask: () => Promise<Result>,
    isPaid: (result: Result) => boolean = () => true,
  ): Promise<Result> => {
    paid[what] += 1;
    try {
      const result = await ask();
      if (!isPaid(result)) paid[what] -= 1;
      return result;
    } catch (error) {
      if (failedWith(error, UNPAID_CODES)) paid[what] -= 1;
      throw error;
    }
  };
  return {
    async complete(
      request: ports.CompletionRequest,
      ask: () => Promise<ports.Completion>,
    ): Promise<ports.Completion> {
      const call = tokensOf(request, {});
      modelCalls.add(call);
      try {
        const completion = await ask();
        Object.assign(call, tokensOf(request, completion));
        return completion;
      } catch (error) {
        if (failedWith(error, UNSENT_CODES)) modelCalls.delete(call);
        else if (failedWith(error, UNPAID_CODES)) Object.assign(call, { usage: NO_TOKENS, estimated: false });
        else if (error instanceof ports.ProviderError) Object.assign(call, tokensOf(request, error));
        throw error;
      }
    },
    page: <Result>(ask: () => Promise<Result>) => count('searchPages', ask),
    lookUp: <Result>(ask: () => Promise<Result>) =>
      count('lookups', ask, (found) => found !== undefined || chargesForUnknown),
    /** Whether one more failed call may be retried; counts it. */
    mayRetry(kind: ports.ProviderKind): boolean {
      const retriesMade = retries.get(kind) ?? 0;
      retries.set(kind, retriesMade + 1);
      return retriesMade < MAX_RETRIES_PER_PROVIDER;
    },
    usage: (): Usage => ({ ...paid, modelCalls: modelCalls.size, ...sum([...modelCalls]) }),
  };
}

/** The tokens of a call, as counted by the server or else estimated from what was sent and received. */
function tokensOf(
  { system, user, reply }: ports.CompletionRequest,
  { usage, text = '' }: Pick<ports.ProviderErrorOptions, 'usage' | 'text'>,
): ModelCall {
  if (usage !== undefined) return { usage, estimated: false };
  const inputTokens = ports.estimateTokens(system + user + JSON.stringify(reply.schema));
  return { usage: { inputTokens, outputTokens: ports.estimateTokens(text) }, estimated: true };
}

const sum = (calls: readonly ModelCall[]): ports.TokenUsage & { tokensEstimated: boolean } => ({
  inputTokens: calls.reduce((total, { usage }) => total + usage.inputTokens, 0),
  outputTokens: calls.reduce((total, { usage }) => total + usage.outputTokens, 0),
  tokensEstimated: calls.some(({ estimated }) => estimated),
});

/** A search's usage as reported to the user: with its price, or with the reason why nothing is charged. */
export function describeSpend(usage: Usage, config: ProvidersConfig): Spend {
  const unpaid = unpaidReason(config);
  if (unpaid !== undefined) return { ...usage, unpaid };
  const dollars = priceOf(usage, config.prices);
  return { ...usage, ...(dollars !== undefined && { dollars }) };
}

/** Without keys, `record` mode records the simulated providers. */
function unpaidReason({ mode, missingKeys }: ProvidersConfig): Spend['unpaid'] {
  if (mode === 'replay') return 'replayed';
  return mode === 'simulated' || (mode === 'record' && missingKeys.length > 0) ? 'simulated' : undefined;
}

/** The parts of usage that have a price. */
type PricedUsage = Pick<Usage, 'inputTokens' | 'outputTokens' | 'searchPages' | 'lookups'>;

/** In US dollars; undefined if the price of something used is unknown. */
export function priceOf(usage: PricedUsage, prices: Prices): number | undefined {
  const parts = [
    [usage.inputTokens / 1_000_000, prices.perMillionInputTokens],
    [usage.outputTokens / 1_000_000, prices.perMillionOutputTokens],
    [usage.searchPages, prices.perSearchPage],
    [usage.lookups, prices.perLookup],
  ] as const;
  let dollars = 0;
  for (const [amount, price] of parts) {
    if (amount === 0) continue;
    if (price === undefined) return undefined;
    dollars += amount * price;
  }
  return dollars;
}
