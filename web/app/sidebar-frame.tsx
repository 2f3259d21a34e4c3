import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { SIDEBAR_WIDTH } from '#shared/constants.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { SidebarState } from './use-sidebar.ts';

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
