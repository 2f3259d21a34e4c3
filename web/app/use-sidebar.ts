import { useState } from 'react';
import { useMedia } from '#web/lib/use-media.ts';

/** `--breakpoint-tablet`: from here on the sidebar stands beside the conversation instead of over it. */
const WIDE = '(min-width: 48rem)';

export interface SidebarState {
  isOpen: boolean;
  /** Open over the conversation, which is then out of reach. */
  isOverlay: boolean;
  toggle: () => void;
  /** After going somewhere: closes it where it is in the way. */
  leave: () => void;
}

/** On wide screens open until closed; on narrow ones closed until opened. */
export function useSidebar(): SidebarState {
  const isWide = useMedia(WIDE);
  const [open, setOpen] = useState({ wide: true, narrow: false });
  const isOpen = isWide ? open.wide : open.narrow;
  return {
    isOpen,
    isOverlay: isOpen && !isWide,
    toggle: () => setOpen((now) => (isWide ? { ...now, wide: !now.wide } : { ...now, narrow: !now.narrow })),
    leave: () => setOpen((now) => ({ ...now, narrow: false })),
  };
}
