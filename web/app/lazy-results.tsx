import { lazy, Suspense } from 'react';
import type { DisplayData } from '#shared/display.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { ResultsCrashed } from './crashed.tsx';

const load = () => import('#web/features/results/index.ts');
const Results = lazy(async () => ({ default: (await load()).Results }));

/** Fetches what draws a directory, so that it is there when the first one comes. */
export const prefetchResults = () => void load();

export function LazyResults({ data, provisional }: { data: DisplayData | undefined; provisional?: boolean }) {
  if (data === undefined) return null;
  return (
    <ErrorBoundary fallback={<ResultsCrashed />}>
      <Suspense fallback={<div className="h-72 animate-breathe rounded-large bg-well" />}>
        <Results data={data} provisional={provisional ?? false} />
      </Suspense>
    </ErrorBoundary>
  );
}
