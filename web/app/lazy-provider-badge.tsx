import { lazy, Suspense } from 'react';
import type { Api } from '#web/lib/api.ts';

const Badge = lazy(async () => {
  const { CurrentProviderBadge } = await import('#web/features/provider-mode/index.ts');
  return { default: CurrentProviderBadge };
});

/** The badge, fetched after the page: it is no part of what someone needs to start. */
export function LazyProviderBadge({ api }: { api: Api }) {
  return (
    <Suspense fallback={null}>
      <Badge api={api} />
    </Suspense>
  );
}
