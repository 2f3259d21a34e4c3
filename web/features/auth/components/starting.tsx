import { Spinner } from '#web/ui/spinner.tsx';
import { useAuth } from '../auth-context.ts';

/** The page until it is known who is at it. */
export function Starting() {
  const { loadingMessage } = useAuth();
  return (
    <main className="flex min-h-full items-center justify-center gap-2.5 text-ink-muted text-reading">
      <Spinner size={20} />
      <p role="status">{loadingMessage}</p>
    </main>
  );
}
