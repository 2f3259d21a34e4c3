import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { classNames, Icon, IconButton, Logo, Switch } from '#web/ui/index.ts';

interface TopBarProps {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  deepResearch: boolean;
  onDeepResearch: (on: boolean) => void;
  /** The keys as displayed. */
  shortcuts: { sidebar: string; deepResearch: string };
  children: ReactNode;
}

export function TopBar(props: TopBarProps) {
  const { isSidebarOpen, onToggleSidebar, deepResearch, onDeepResearch, shortcuts, children } = props;
  return (
    <div className="flex min-h-13 @max-tiny:flex-wrap items-center gap-1 border-line border-b @max-phone:px-1 px-2">
      <IconButton
        icon="panel"
        label={isSidebarOpen ? 'Close sidebar' : 'Open sidebar'}
        shortcut={shortcuts.sidebar}
        aria-expanded={isSidebarOpen}
        aria-controls="sidebar"
        onClick={onToggleSidebar}
        className="aria-expanded:bg-transparent"
      />
      <div className="flex shrink-0 items-center @max-phone:gap-1 gap-2 @max-phone:ps-0 ps-1">
        <Logo />
        <span className="font-semibold text-title @max-narrow:sr-only @max-phone:text-body">
          {PRODUCT_NAME}
        </span>
      </div>
      {/* Where letters are wide, its label takes two lines and leaves the name the room. */}
      <div className="ms-auto @max-tiny:order-last flex @max-tiny:basis-full">
        <Switch
          label="Deep Research"
          checked={deepResearch}
          onChange={onDeepResearch}
          shortcut={shortcuts.deepResearch}
        />
      </div>
      <div className="@max-tiny:ms-auto">{children}</div>
    </div>
  );
}

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
  /** Says where the data comes from, at the end of the line. */
  children?: ReactNode;
}

export function ModeBanner({ deepResearch, children }: ModeBannerProps) {
  const { title, text } = deepResearch ? DEEP : STANDARD;
  return (
    <div
      className={classNames(
        'flex min-h-10 flex-wrap items-center gap-x-3 border-b px-gutter py-1.5 text-small transition-[background-color,border-color]',
        deepResearch ? 'border-accent-line bg-accent-soft' : 'border-line bg-canvas',
      )}
    >
      <Icon
        name={deepResearch ? 'deep' : 'search'}
        className={classNames('@max-banner:hidden', deepResearch ? 'text-accent' : 'text-ink-subtle')}
      />
      {/* If they do not fit on one line, the text goes below the title and, in a narrow window, below the badge too. */}
      <div role="status" className="@max-banner:contents flex min-w-0 flex-1 flex-wrap gap-x-3">
        <p
          className={classNames(
            '@max-banner:min-h-7 @max-banner:flex-1 @max-banner:basis-36 @max-banner:content-center font-medium',
            deepResearch && 'text-accent',
          )}
        >
          {title}
        </p>
        <p className="@max-banner:order-1 @max-banner:basis-full text-ink-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
