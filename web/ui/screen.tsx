import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '#web/lib/page.ts';
import { buttonClass } from './button.tsx';
import { Icon, Spinner } from './icon.tsx';
import { ARROW_LEFT } from './later-icons.ts';

interface ScreenProps {
  title: string;
  /** What the screen is about. */
  text: string;
  children: ReactNode;
}

/** Of a screen of one column: where its way back and its heading stand. */
export const SCREEN_FRAME =
  'mx-auto w-full max-w-prose px-[min(1rem,5vw)] py-8 pb-16 tablet:px-6 tablet:py-14';

/** How a link within text looks. */
export const TEXT_LINK =
  'rounded-small font-medium text-accent underline decoration-accent-line underline-offset-3 hover:decoration-accent';

/** The frame of a screen beside the main one: the way back to it, and a heading, which takes the focus. */
export function Screen({ title, text, children }: ScreenProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  // Such a screen is fetched when it is opened, so its heading comes after the navigation that looks for one.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={SCREEN_FRAME}>
      <Link href="/" className={buttonClass({ variant: 'quiet', size: 'small', className: '-ms-2' })}>
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
  /** What came of it. */
  result?: ReactNode;
}

/** One thing that can be done on such a screen, with the button that does it. */
export function Section({ title, text, children, result }: SectionProps) {
  return (
    <section className="border-line border-b py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium text-reading">{title}</h3>
          <p className="text-ink-muted">{text}</p>
        </div>
        {children}
      </div>
      {result}
    </section>
  );
}

/** Several of them under a heading. */
export function SectionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="font-semibold text-title">{title}</h2>
      <div className="mt-3 border-line border-t">{children}</div>
    </section>
  );
}

/** Stands where something will be, and says what is being fetched. */
export const Loading = ({ children }: { children: string }) => (
  <p role="status" className="mt-6 flex items-center gap-2 text-ink-muted">
    <Spinner />
    {children}
  </p>
);
