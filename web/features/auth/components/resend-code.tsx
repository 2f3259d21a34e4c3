import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useAuth } from '../auth-context.ts';

/** Sends another code, and says that it is on its way. `onResend` resolves with whether it was sent. */
export function ResendCode({ onResend }: { onResend: () => Promise<boolean> }) {
  const { loadingMessage } = useAuth();
  const [sent, setSent] = useState(0);
  async function resend() {
    if (loadingMessage === undefined && (await onResend())) setSent((count) => count + 1);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Button
        variant="link"
        size="small"
        className="-ms-2"
        aria-disabled={loadingMessage !== undefined}
        onClick={() => void resend()}
      >
        Send a new code
      </Button>
      <p key={sent} role="status" className="animate-appear text-ink-muted text-small">
        {sent > 0 && 'A new code is on its way.'}
      </p>
    </div>
  );
}
