import type { Spend } from '#shared/spend.ts';

/** What a search used, in a few words: "7 AI calls · 5 lookups · about $0.08". What was not used is left out. */
export function describeSpend(spend: Spend): string {
  const { modelCalls, lookups } = spend;
  const parts = [
    counted(modelCalls, 'AI call'),
    ...(lookups > 0 ? [counted(lookups, 'lookup')] : []),
    describePrice(spend),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The rest of it, for whoever wants to know. */
export function describeUsage(spend: Spend): string {
  const { searchPages, inputTokens, outputTokens, tokensEstimated } = spend;
  const about = tokensEstimated ? 'about ' : '';
  return `${counted(searchPages, 'search page')}, ${about}${counted(inputTokens, 'token')} sent to the AI, ${about}${counted(outputTokens, 'token')} received`;
}

function describePrice({ dollars, unpaid }: Spend): string | undefined {
  if (unpaid !== undefined) return `${unpaid}, nothing was paid`;
  if (dollars === undefined) return undefined;
  if (dollars === 0) return 'nothing was paid';
  return dollars < 0.01 ? 'less than $0.01' : `about $${dollars.toFixed(2)}`;
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
