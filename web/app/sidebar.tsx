import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useMedia } from '#web/lib/page.ts';
import { Button, buttonClass, classNames, Icon, IconButton } from '#web/ui/index.ts';

/** Places the sidebar next to the conversation, or over it with a scrim. As an overlay it takes the focus and closes on Escape. */
export function SidebarFrame({ sidebar, children }: { sidebar: SidebarState; children: ReactNode }) {
  const { isOpen, isWide, isOverlay, leave } = sidebar;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOverlay) return;
    const before = document.activeElement;
    frame.current?.querySelector('button')?.focus();
    return () => {
      // Usually the button in the sticky header, to which focusing would otherwise scroll the conversation.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isOverlay]);
  // Before the browser takes the focus from what has become inert.
  useLayoutEffect(() => {
    if (isOpen || !frame.current?.contains(document.activeElement)) return;
    document.querySelector<HTMLElement>('[aria-controls="sidebar"]')?.focus({ preventScroll: true });
  }, [isOpen]);
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
          // Escape would otherwise also stop a search.
          event.stopPropagation();
          leave();
        }}
        style={{ width: WIDTH, marginInlineStart: isOpen ? 0 : `calc(-1 * ${WIDTH})` }}
        className={classNames(
          'z-40 h-full shrink-0 border-line border-e bg-rail',
          !isWide && 'fixed inset-y-0 start-0',
          isOverlay && 'shadow-popover',
          // Visible as soon as it opens, so that it can take the focus; hidden only after the closing transition.
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

/** 260 px at the usual text size; scales with it, but always leaves room for the close button. */
const WIDTH = 'min(16.25rem, 100vw - 3.5rem)';

/** The page width in rem from which the sidebar is next to the conversation instead of over it. */
const WIDE_MIN_WIDTH = 48;

/** In px of the page's own root font size: `rem` in a media query ignores that. */
const wideQuery = () =>
  `(min-width: ${WIDE_MIN_WIDTH * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)}px)`;

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
    /** Open over the conversation, which is then inert. */
    isOverlay: isOpen && !isWide,
    toggle: () => setOpen((now) => (isWide ? { ...now, wide: !now.wide } : { ...now, narrow: !now.narrow })),
    /** Call after navigating: closes the sidebar on narrow screens. */
    leave: () => setOpen((now) => ({ ...now, narrow: false })),
  };
}

const LINK_CLASS = buttonClass({ variant: 'quiet', size: 'small' });

/** Opens the palette; looks like its search field. */
export function SearchButton({ keys, onOpen }: { keys: string; onOpen: () => void }) {
  return (
    <Button wide variant="quiet" onClick={onOpen}>
      <Icon name="search" />
      <span className="flex-1 text-start">Search</span>
      <kbd className="font-sans text-caption text-ink-subtle touch:hidden">{keys}</kbd>
    </Button>
  );
}

/** Links to the smaller screens, at the bottom of the sidebar. */
export function SidebarLinks({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <Link href="/lists" className={LINK_CLASS}>
        <Icon name="bookmark" size={14} />
        Lists
      </Link>
      <Link href="/archived" className={LINK_CLASS}>
        <Icon name="archive" size={14} />
        Archived chats
      </Link>
      <Link href="/data" className={LINK_CLASS}>
        <Icon name="database" size={14} />
        Your data
      </Link>
      <button type="button" onClick={onShortcuts} className={LINK_CLASS}>
        <Icon name="keyboard" size={14} />
        Shortcuts
      </button>
    </>
  );
}
