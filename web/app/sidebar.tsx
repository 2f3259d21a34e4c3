import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { SIDEBAR_WIDTH } from '#shared/limits.ts';
import { useMedia } from '#web/lib/page.ts';
import { buttonClass, classNames, Icon, IconButton } from '#web/ui/index.ts';

/** Where the sidebar stands: beside the conversation, or over it with a scrim. As an overlay it takes the focus and closes on Escape. */
export function SidebarFrame({ sidebar, children }: { sidebar: SidebarState; children: ReactNode }) {
  const { isOpen, isOverlay, leave } = sidebar;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOverlay) return;
    const before = document.activeElement;
    frame.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
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
        style={{ width: SIDEBAR_WIDTH, marginInlineStart: isOpen ? 0 : -SIDEBAR_WIDTH }}
        className={classNames(
          'z-40 h-full shrink-0 border-line border-e bg-rail',
          'max-tablet:fixed max-tablet:inset-y-0 max-tablet:start-0 max-tablet:shadow-popover',
          // Visible from the first moment of opening, so that the focus can go in; hidden only when the closing has been seen.
          isOpen ? 'transition-[margin]' : 'invisible transition-[margin,visibility] max-tablet:shadow-none',
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

/** `--breakpoint-tablet`: from here on the sidebar stands beside the conversation instead of over it. */
const WIDE = '(min-width: 48rem)';

type SidebarState = ReturnType<typeof useSidebar>;

/** On wide screens open until closed; on narrow ones closed until opened. */
export function useSidebar() {
  const isWide = useMedia(WIDE);
  const [open, setOpen] = useState({ wide: true, narrow: false });
  const isOpen = isWide ? open.wide : open.narrow;
  return {
    isOpen,
    /** Open over the conversation, which is then out of reach. */
    isOverlay: isOpen && !isWide,
    toggle: () => setOpen((now) => (isWide ? { ...now, wide: !now.wide } : { ...now, narrow: !now.narrow })),
    /** After going somewhere: closes it where it is in the way. */
    leave: () => setOpen((now) => ({ ...now, narrow: false })),
  };
}

const LOOKS = buttonClass({ variant: 'quiet', size: 'small' });

/** The ways to the smaller screens, at the foot of the sidebar. */
export function SidebarLinks({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <Link href="/archived" className={LOOKS}>
        <Icon name="archive" size={14} />
        Archived chats
      </Link>
      <Link href="/data" className={LOOKS}>
        <Icon name="database" size={14} />
        Local data
      </Link>
      <button type="button" onClick={onShortcuts} className={LOOKS}>
        <Icon name="keyboard" size={14} />
        Shortcuts
      </button>
    </>
  );
}
