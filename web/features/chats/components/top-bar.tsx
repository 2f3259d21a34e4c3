import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Switch } from '#web/ui/switch.tsx';

interface TopBarProps {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  deepResearch: boolean;
  onDeepResearch: (on: boolean) => void;
  /** Keys as people read them. */
  shortcuts: { sidebar: string; deepResearch: string };
  /** The theme menu. */
  children: ReactNode;
}

export function TopBar({
  isSidebarOpen,
  onToggleSidebar,
  deepResearch,
  onDeepResearch,
  shortcuts,
  children,
}: TopBarProps) {
  return (
    <div data-print="hide" className="flex h-13 shrink-0 items-center gap-1 border-line border-b px-2">
      <IconButton
        icon="panel"
        label={isSidebarOpen ? 'Close sidebar' : 'Open sidebar'}
        shortcut={shortcuts.sidebar}
        aria-expanded={isSidebarOpen}
        aria-controls="sidebar"
        onClick={onToggleSidebar}
        className="aria-expanded:bg-transparent"
      />
      <div className="flex min-w-0 items-center gap-2 ps-1">
        <Logo />
        <span className="truncate font-semibold text-title max-narrow:sr-only max-phone:text-body">
          {PRODUCT_NAME}
        </span>
      </div>
      <div className="ms-auto flex items-center gap-1">
        <Switch
          label="Deep Research"
          checked={deepResearch}
          onChange={onDeepResearch}
          shortcut={shortcuts.deepResearch}
        />
        {children}
      </div>
    </div>
  );
}
