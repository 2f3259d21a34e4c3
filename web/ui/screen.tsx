import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '#web/lib/page.ts';
import { buttonClass } from './button.tsx';
import { Icon, Spinner } from './icon.tsx';
import { ARROW_LEFT } from './lazy-icons.ts';

interface ScreenProps {
  title: string;
  /** What the screen is about. */
  text: string;
  children: ReactNode;
}

/** The layout of a single-column screen, with its back link and heading. */
export const SCREEN_FRAME =
  'mx-auto w-full max-w-prose px-[min(1rem,5vw)] py-8 pb-16 tablet:px-6 tablet:py-14';

/** How a link within text looks. */
export const TEXT_LINK =
  'rounded-small font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-accent';

/** The frame of any screen but the main one: the link back to that, and a heading, which gets focus. */
export function Screen({ title, text, children }: ScreenProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  // Such a screen is loaded when it is opened, so its heading appears after the navigation has looked for one.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main data-print="flow" className={SCREEN_FRAME}>
      <Link
        href="/"
        data-print="hide"
        className={buttonClass({ variant: 'quiet', size: 'small', className: '-ms-2' })}
      >
        <Icon name={ARROW_LEFT} />
        Back to chats
      </Link>
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-semibold text-display outline-none">
        {title}
      </h1>
      <p className="mt-3 text-ink-muted text-reading">{text}</p>
      {children}
    </main>
  );
}

interface SectionProps {
  title: string;
  text: string;
  /** The button. */
  children: ReactNode;
  /** The result of pressing it. */
  result?: ReactNode;
}

/** One action on such a screen, with its button. */
export function Section({ title, text, children, result }: SectionProps) {
  return (
    <section className="border-line border-b py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium text-reading">{title}</h3>
          <p className="text-ink-muted">{text}</p>
        </div>
        <div data-print="hide" className="contents">
          {children}
        </div>
      </div>
      {result}
    </section>
  );
}

/** Several sections under a heading. */
export function SectionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="font-semibold text-title">{title}</h2>
      <div className="mt-3 border-line border-t">{children}</div>
    </section>
  );
}

/** A placeholder that says what is being loaded. */
export const Loading = ({ children }: { children: string }) => (
  <p role="status" className="mt-6 flex items-center gap-2 text-ink-muted">
    <Spinner />
    {children}
  </p>
);

/** The same above other content: so tall that what follows is out of sight, and does not move under the pointer when this goes. */
export const LoadingAbove = ({ children }: { children: string }) => (
  <div className="min-h-dvh">
    <Loading>{children}</Loading>
  </div>
);
