import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { PartMissing } from './part-missing.tsx';

interface PartProps {
  /** In its place while its code is on its way. */
  loading?: ReactNode;
  /** In its place when it could not be loaded or drawn. */
  missing?: ReactNode;
  children: ReactNode;
}

/** A part of the page that may come late, or not at all, without taking the rest with it. */
export function Part({ loading = null, missing = <PartMissing />, children }: PartProps) {
  return (
    <ErrorBoundary fallback={missing}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}
