import type { Spend } from '#shared/spend.ts';
import type { Prices, ProvidersConfig } from '../../config.ts';
import type { Usage } from './account.ts';

/** A search's usage as it is told: with its price, or with why there is none to pay. */
export function describeSpend(usage: Usage, config: ProvidersConfig): Spend {
  const unpaid = unpaidBy(config);
  if (unpaid !== undefined) return { ...usage, unpaid };
  const dollars = priceOf(usage, config.prices);
  return { ...usage, ...(dollars !== undefined && { dollars }) };
}

/** Recording without keys records the stand-ins. */
function unpaidBy({ mode, missingKeys }: ProvidersConfig): Spend['unpaid'] {
  if (mode === 'replay') return 'replayed';
  return mode === 'simulated' || (mode === 'record' && missingKeys.length > 0) ? 'simulated' : undefined;
}

/** In US dollars; undefined where something was used whose price is not known. */
function priceOf(usage: Usage, prices: Prices): number | undefined {
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
