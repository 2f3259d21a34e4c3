import { Alert } from '#web/ui/alert.tsx';
import { useChat } from '../chat-context.ts';

/** What went wrong with the chats, and what the person should know about them. */
export function Notices() {
  const { error, notices, clearError, dismissNotice } = useChat();
  if (error === undefined && notices.length === 0) return null;
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
