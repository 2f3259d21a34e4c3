import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { SIDEBAR_WIDTH } from '#shared/limits.ts';
import { useMedia } from '#web/lib/page.ts';
import { Button, buttonClass, classNames, Icon, IconButton } from '#web/ui/index.ts';

/** Where the sidebar stands: beside the conversation, or over it with a scrim. As an overlay it takes the focus and closes on Escape. */
export function SidebarFrame({ sidebar, children }: { sidebar: SidebarState; children: ReactNode }) {
  const { isOpen, isWide, isOverlay, leave } = sidebar;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOverlay) return;
    const before = document.activeElement;
    frame.current?.querySelector('button')?.focus();
    return () => {
      // The button at the top of the conversation, whose place it would take for one to scroll to.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOverlay]);
  return (
    <>
      {isOverlay && (
        <div aria-hidden="true" onClick={leave} className="fixed inset-0 z-30 animate-appear bg-scrim" />
      )}
      <aside
        ref={frame}
        id="sidebar"
        aria-label="Sidebar"
        data-print="hide"
        inert={!isOpen}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOverlay) return;
          // The same key would stop a search.
          event.stopPropagation();
          leave();
        }}
        style={{ width: WIDTH, marginInlineStart: isOpen ? 0 : `calc(-1 * ${WIDTH})` }}
        className={classNames(
          'z-40 h-full shrink-0 border-line border-e bg-rail',
          !isWide && 'fixed inset-y-0 start-0',
          isOverlay && 'shadow-popover',
          // Visible from the first moment of opening, so that the focus can go in; hidden only when the closing has been seen.
          isOpen ? 'transition-[margin]' : 'invisible transition-[margin,visibility]',
        )}
      >
        {isOverlay && (
          <div className="-end-11 absolute top-2 rounded-medium bg-raised">
            <IconButton icon="close" label="Close sidebar" onClick={leave} />
          </div>
        )}
        {children}
      </aside>
    </>
  );
}

/** In the page's own text size. Where that is large there is still room to close it. */
const WIDTH = `min(${SIDEBAR_WIDTH / 16}rem, 100vw - 3.5rem)`;

/** The width in rem from which the sidebar stands beside the conversation instead of over it. */
const WIDE = 48;

/** The page's own text size counts, which a media query does not know. */
const wideQuery = () =>
  `(min-width: ${WIDE * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px)`;

type SidebarState = ReturnType<typeof useSidebar>;

/** On wide screens open until closed; on narrow ones closed until opened. */
export function useSidebar() {
  const [query] = useState(wideQuery);
  const isWide = useMedia(query);
  const [open, setOpen] = useState({ wide: true, narrow: false });
  const isOpen = isWide ? open.wide : open.narrow;
  return {
    isOpen,
    isWide,
    /** Open over the conversation, which is then out of reach. */
    isOverlay: isOpen && !isWide,
    toggle: () => setOpen((now) => (isWide ? { ...now, wide: !now.wide } : { ...now, narrow: !now.narrow })),
    /** After going somewhere: closes it where it is in the way. */
    leave: () => setOpen((now) => ({ ...now, narrow: false })),
  };
}

const LOOKS = buttonClass({ variant: 'quiet', size: 'small' });

/** Looks like the field that it opens. */
export function SearchButton({ keys, onOpen }: { keys: string; onOpen: () => void }) {
  return (
    <Button wide variant="quiet" onClick={onOpen}>
      <Icon name="search" />
      <span className="flex-1 text-start">Search</span>
      <kbd className="font-sans text-caption text-ink-subtle touch:hidden">{keys}</kbd>
    </Button>
  );
}

/** The ways to the smaller screens, at the foot of the sidebar. */
export function SidebarLinks({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <Link href="/lists" className={LOOKS}>
        <Icon name="bookmark" size={14} />
        Lists
      </Link>
      <Link href="/archived" className={LOOKS}>
        <Icon name="archive" size={14} />
        Archived chats
      </Link>
      <Link href="/data" className={LOOKS}>
        <Icon name="database" size={14} />
        Your data
      </Link>
      <button type="button" onClick={onShortcuts} className={LOOKS}>
        <Icon name="keyboard" size={14} />
        Shortcuts
      </button>
    </>
  );
}
