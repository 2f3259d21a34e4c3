import { Alert } from '#web/ui/index.ts';
import { useChatActions, usePage } from '../chat-context.tsx';

/** What went wrong with the chats, and what the person should know about them. */
export function Notices() {
  const error = usePage((page) => page.error);
  const notices = usePage((page) => page.notices);
  const { clearError, dismissNotice } = useChatActions();
  return (
    <div className="mb-2 flex flex-col gap-2">
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
