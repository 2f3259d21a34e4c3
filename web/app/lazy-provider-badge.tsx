import { lazy, Suspense } from 'react';
import type { Api } from '#web/lib/api.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';

const Badge = lazy(async () => {
  const { CurrentProviderBadge } = await import('#web/features/provider-mode/index.ts');
  return { default: CurrentProviderBadge };
});

/** The badge, fetched after the page: it is no part of what someone needs to start. */
export function LazyProviderBadge({ api }: { api: Api }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <Badge api={api} />
      </Suspense>
    </ErrorBoundary>
  );
}
