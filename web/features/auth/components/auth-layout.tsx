import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Logo } from '#web/ui/logo.tsx';

interface AuthLayoutProps {
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
}

/** The frame of the screens on the way into an account. */
export function AuthLayout({ title, subtitle, children }: AuthLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // These screens are fetched when they are opened, so their heading comes after the navigation that looks for one.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="flex min-h-full w-full flex-col px-5 py-10 tablet:pt-[max(3.5rem,13vh)]">
      <div className="mx-auto w-full max-w-[min(var(--container-dialog),24rem)]">
        <Logo size={36} />
        <h1 ref={heading} tabIndex={-1} className="mt-5 text-balance font-semibold text-heading outline-none">
          {title}
        </h1>
        <p className="mt-1 text-pretty text-ink-muted text-reading">{subtitle}</p>
        {children}
      </div>
    </main>
  );
}
