import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

const STANDARD = {
  title: 'You are in Standard Search Mode',
  text: 'Switch to Deep Research to get the best results',
};
const DEEP = {
  title: 'Deep Research Mode Active',
  text: 'AI will filter search results and verify profiles for detailed analysis',
};

interface ModeBannerProps {
  deepResearch: boolean;
  /** A fact about where the data comes from, at the end of the line. */
  children?: ReactNode;
}

export function ModeBanner({ deepResearch, children }: ModeBannerProps) {
  const { title, text } = deepResearch ? DEEP : STANDARD;
  return (
    <div
      data-print="hide"
      className={classNames(
        'flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 border-b px-4 py-1.5 text-small transition-[background-color,border-color]',
        deepResearch ? 'border-accent-line bg-accent-soft' : 'border-line bg-canvas',
      )}
    >
      <Icon
        name={deepResearch ? 'deep' : 'search'}
        className={classNames('max-phone:hidden', deepResearch ? 'text-accent' : 'text-ink-subtle')}
      />
      <div role="status" className="contents">
        <p
          className={classNames(
            'font-medium max-desktop:min-h-7 max-desktop:flex-1 max-desktop:content-center',
            deepResearch && 'text-accent',
          )}
        >
          {title}
        </p>
        <p className="text-ink-muted max-desktop:order-1 max-desktop:basis-full desktop:flex-1">{text}</p>
      </div>
      {children}
    </div>
  );
}
