import { useQuery } from '@tanstack/react-query';
import type { AccountUsage } from '#shared/account-contract.ts';
import type { Api } from '#web/lib/api.ts';
import { countOf, dayOf, inDigits } from '#web/lib/format.ts';
import { accountOver } from './api.ts';
import { errorMessageOf } from './call.tsx';

/** The account's remaining searches for today, and what its searches have cost. */
export function Usage({ api }: { api: Api }) {
  const { data: usage, error } = useQuery({
    queryKey: ['usage'],
    queryFn: () => accountOver(api).usage(),
    // Another page may have searched, and the next day may have begun.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: true,
    retry: false,
    // Counted anew whenever this is shown.
    gcTime: 0,
  });
  return (
    <section className="border-line border-b py-5">
      <h3 className="font-medium text-reading">Searches</h3>
      <div role="status" className="text-ink-muted">
        {usage !== undefined && describeUsage(usage).map((line) => <p key={line}>{line}</p>)}
        {usage === undefined && (error === null ? 'Counting...' : errorMessageOf(error))}
      </div>
    </section>
  );
}

/** The same, as sentences. */
export function describeUsage({ standard, deep, resetsAt, spent }: AccountUsage): string[] {
  const kinds = [
    { quota: standard, one: 'search', several: 'searches' },
    { quota: deep, one: 'Deep Research search', several: 'Deep Research searches' },
  ];
  const remaining = kinds.flatMap(({ quota, one, several }) =>
    quota && quota.limit > 0 ? [`${inDigits(quota.left)} of ${countOf(quota.limit, one, several)}`] : [],
  );
  // Whether that changes with the account's second day is not known here.
  const impossible = kinds.flatMap(({ quota, several }) => (quota?.limit === 0 ? [several] : []));
  const hours = Math.max(1, Math.round((Date.parse(resetsAt) - Date.now()) / 3_600_000));
  return [
    remaining.length > 0 &&
      `Left today: ${remaining.join(' and ')}. The count starts again at 00:00 UTC, in ${hours === 1 ? 'about an hour' : `${hours} hours`}.`,
    impossible.length > 0 && `Your account cannot make ${impossible.join(' or ')} at present.`,
    remaining.length + impossible.length === 0 && 'Your searches are not limited.',
    spent !== null && describeSpent(spent),
  ].filter((line) => line !== false);
}

function describeSpent({ since, searches, dollars, unpriced }: NonNullable<AccountUsage['spent']>): string {
  const amount = dollars.toLocaleString('en-US', {
    ...{ style: 'currency', currency: 'USD' },
    maximumFractionDigits: dollars > 0 && dollars < 1 ? 3 : 2,
  });
  const searched = `${countOf(searches, 'search', 'searches')} since ${dayOf(since)}`;
  if (unpriced > 0 && unpriced === searches) return `What ${searched} cost is not known.`;
  const unknown = unpriced > 0 ? ` The price of ${inDigits(unpriced)} of them is not known.` : '';
  return dollars === 0
    ? `${searched} cost nothing${unpriced > 0 ? ' as far as is known' : ''}.${unknown}`
    : `${searched} cost the operator of this site ${amount}.${unknown}`;
}
