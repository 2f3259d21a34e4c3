import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Share } from '#shared/shares.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { countOfPeople, dayOf } from '#web/lib/format.ts';
import { Alert, Button, Icon, Loading, useToast } from '#web/ui/index.ts';
import { LINK } from '#web/ui/lazy-icons.ts';
import { CopyLink, RevokeLink } from './link-actions.tsx';
import { linkOf, OWN_SHARES, sharesOver } from './share.ts';

/** The URL hash that leads here. */
const ANCHOR = 'shared-links';

/** What the signed-in user has shared: each link with what it shows and until when, and buttons to copy and revoke it. */
export function SharedLinks({ api }: { api: Api }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const queries = useQueryClient();
  const toast = useToast();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: OWN_SHARES,
    queryFn: ({ signal }) => sharesOver(api).list(signal),
    // Another page may have made or revoked one.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    retryOnMount: true,
    refetchOnReconnect: true,
    retry: false,
  });
  const isLoaded = data !== undefined || error !== null;
  const [revokedId, setRevokedId] = useState<string>();
  useEffect(() => {
    if (!isLoaded || location.hash !== `#${ANCHOR}`) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [isLoaded]);
  // The button of the revoked link is gone.
  useEffect(() => {
    if (revokedId !== undefined) heading.current?.focus();
  }, [revokedId]);
  function revoked({ id }: Share) {
    queries.setQueryData<readonly Share[]>(OWN_SHARES, (known = []) =>
      known.filter((share) => share.id !== id),
    );
    setRevokedId(id);
    toast({ message: 'Link revoked' });
  }
  return (
    <section aria-labelledby={ANCHOR} className="mt-10">
      <h2
        ref={heading}
        id={ANCHOR}
        tabIndex={-1}
        className="scroll-mt-6 font-semibold text-title outline-none"
      >
        Shared links
      </h2>
      <p className="mt-1 text-ink-muted">
        Anyone with one of these links sees what it shows, without an account, until it ends or you revoke it.
      </p>
      <div className="mt-3 border-line border-t">
        {error !== null && (
          <div className="mt-4">
            <Alert
              tone="error"
              action={
                <Button
                  variant="plain"
                  size="small"
                  aria-disabled={isFetching}
                  onClick={() => void refetch()}
                >
                  Try again
                </Button>
              }
            >
              {error instanceof ApiError ? error.message : 'Your shared links could not be loaded.'}
            </Alert>
          </div>
        )}
        {data === undefined && error === null && <Loading>Loading shared links…</Loading>}
        {data?.length === 0 && <NoLinks />}
        <ul className="divide-y divide-line border-line border-b empty:hidden">
          {data?.map((share) => (
            <SharedLink key={share.id} share={share} api={api} onRevoked={() => revoked(share)} />
          ))}
        </ul>
      </div>
    </section>
  );
}

const NoLinks = () => (
  <div className="mt-4 flex items-start gap-3 rounded-large border border-line border-dashed px-4 py-5">
    <Icon name={LINK} size={18} className="mt-0.5 text-ink-subtle" />
    <div>
      <p className="font-medium">Nothing is shared.</p>
      <p className="text-ink-muted">
        To share an answer or a list with somebody, choose ‘Share’ below the answer or over the list.
      </p>
    </div>
  </div>
);

function SharedLink({ share, api, onRevoked }: { share: Share; api: Api; onRevoked: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <a
          href={linkOf(share)}
          target="_blank"
          rel="noreferrer"
          className="wrap-anywhere line-clamp-2 font-medium underline-offset-2 hover:underline"
        >
          <bdi>{share.title}</bdi>
          <span className="sr-only">, opens in a new tab</span>
        </a>
        <p className="text-caption text-ink-subtle tabular-nums">
          {countOfPeople(share.size)} · made {dayOf(share.createdAt)} · until {dayOf(share.expiresAt)}
        </p>
      </div>
      <div className="flex gap-1">
        <CopyLink share={share} size="small" />
        <RevokeLink share={share} api={api} size="small" onRevoked={onRevoked} />
      </div>
    </li>
  );
}
