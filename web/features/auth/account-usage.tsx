import { useEffect, useState } from 'react';
import type { AccountUsage } from '#shared/account-contract.ts';
import type { Api } from '#web/lib/api.ts';
import { countOf, dayOf } from '#web/lib/format.ts';
import { accountOver } from './account-api.ts';
import { errorMessageOf } from './account-call.tsx';

/** The account's remaining searches for today, and what its searches have cost. */
export function Usage({ api }: { api: Api }) {
  const [usage, setUsage] = useState<AccountUsage>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    accountOver(api).usage().then(setUsage, setError);
  }, [api]);
  return (
    <section className="border-line border-b py-5">
      <h3 className="font-medium text-reading">Searches</h3>
      <div role="status" className="text-ink-muted">
        {usage !== undefined && describeUsage(usage).map((line) => <p key={line}>{line}</p>)}
        {usage === undefined && (error === undefined ? 'Counting...' : errorMessageOf(error))}
      </div>
    </section>
  );
}

/** The same, as sentences. */
export function describeUsage({ standard, deep, resetsAt, spent }: AccountUsage): string[] {
  const remaining = [
    standard && `${standard.left} of ${standard.limit} searches`,
    deep && `${deep.left} of ${deep.limit} Deep Research searches`,
  ].filter((text) => text !== null);
  const hours = Math.max(1, Math.round((Date.parse(resetsAt) - Date.now()) / 3_600_000));
  const day =
    remaining.length === 0
      ? 'Your searches are not limited.'
      : `Left today: ${remaining.join(' and ')}. The count starts again at 00:00 UTC, in ${hours === 1 ? 'about an hour' : `${hours} hours`}.`;
  return spent === null ? [day] : [day, describeSpent(spent)];
}

function describeSpent({ since, searches, dollars, unpriced }: NonNullable<AccountUsage['spent']>): string {
  const amount = dollars.toLocaleString('en-US', {
    ...{ style: 'currency', currency: 'USD' },
    maximumFractionDigits: dollars > 0 && dollars < 1 ? 3 : 2,
  });
  const searched = `${countOf(searches, 'search', 'searches')} since ${dayOf(since)}`;
  if (dollars === 0 && unpriced === 0) return `${searched} cost nothing.`;
  const unknown = unpriced > 0 ? ` The price of ${unpriced} of them is not known.` : '';
  return `${searched} cost the operator of this site ${amount}.${unknown}`;
}
