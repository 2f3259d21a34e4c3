import type { ReactNode } from 'react';
import { ChatProvider } from '#web/features/chats/index.ts';
import { ThemeProvider } from '#web/features/theme/index.ts';
import type { Api } from '#web/lib/api.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx';

interface ProvidersProps {
  api: Api;
  /** Who is signed in. */
  userId: string | undefined;
  children: ReactNode;
}

/** Everything the screens take from above. */
export function Providers({ api, userId, children }: ProvidersProps) {
  return (
    <ThemeProvider>
      <ToastProvider>
        <ChatProvider api={api} userId={userId}>
          {children}
        </ChatProvider>
        <TooltipLayer />
      </ToastProvider>
    </ThemeProvider>
  );
}
