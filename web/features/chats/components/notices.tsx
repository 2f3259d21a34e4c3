import { Alert } from '#web/ui/index.ts';
import { useChatActions, usePage } from '../chat-context.tsx';

/** Why nothing new comes, what went wrong with the chats, and what the person should know about them. */
export function Notices({ isOffline }: { isOffline: boolean }) {
  const error = usePage((page) => page.error);
  const notices = usePage((page) => page.notices);
  const { clearError, dismissNotice } = useChatActions();
  return (
    <div className="mb-2 flex flex-col gap-2">
      {isOffline && (
        <Alert tone="notice">You are offline. This page goes on by itself when you are back online.</Alert>
      )}
      {notices.map((notice) => (
        <Alert key={notice} tone="notice" onDismiss={() => dismissNotice(notice)}>
          {notice}
        </Alert>
      ))}
      {error && (
        <Alert tone="error" onDismiss={clearError}>
          {error.message}
        </Alert>
      )}
    </div>
  );
}
