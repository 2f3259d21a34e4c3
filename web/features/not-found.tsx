import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '#web/lib/page.ts';
import { buttonClass, Logo } from '#web/ui/index.ts';

/**
 * The page for a path without a screen (docs/behaviour.md#not-found). `signIn`: a way to sign in, for a user whose account may have
 * something there.
 */
export function NotFound({ path, signIn }: { path: string; signIn?: ReactNode }) {
  usePageTitle('Page not found');
  useEffect(() => {
    console.error('404: nothing lives at', path);
  }, [path]);
  return (
    <main className="mx-auto flex min-h-full w-full max-w-prose flex-col justify-center gap-4 px-[min(1.5rem,6vw)] py-12">
      <Logo size={36} />
      <p className="font-medium text-ink-subtle text-reading tabular-nums">404</p>
      <h1 tabIndex={-1} className="text-balance font-semibold text-display outline-none">
        Oops! Page not found
      </h1>
      <p className="max-w-prose text-ink-muted text-reading">
        Nothing lives at{' '}
        <code className="rounded-small bg-well px-1.5 py-0.5 font-mono text-small">{path}</code>. The address
        may have changed, or it was mistyped.
      </p>
      {signIn}
      <div>
        <Link href="/" className={buttonClass({ variant: 'primary', className: 'mt-2' })}>
          Return to Home
        </Link>
      </div>
    </main>
  );
}
