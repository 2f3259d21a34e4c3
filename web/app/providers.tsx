import type { ReactNode } from 'react';
import { ChatProvider } from '#web/features/chats/index.ts';
import { ThemeProvider } from '#web/features/theme/index.ts';
import type { Api } from '#web/lib/api.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx';

/** Everything the screens take from above. */
export function Providers({ api, children }: { api: Api; children: ReactNode }) {
  return (
    <ThemeProvider>
      <ToastProvider>
        <ChatProvider api={api}>{children}</ChatProvider>
        <TooltipLayer />
      </ToastProvider>
    </ThemeProvider>
  );
}
