import { useAuth } from '../auth-context.ts';

/** Speaks what is under way. */
export function Announcement() {
  const { loadingMessage } = useAuth();
  return (
    <p role="status" className="sr-only">
      {loadingMessage}
    </p>
  );
}
