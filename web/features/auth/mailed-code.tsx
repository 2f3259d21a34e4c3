import { useState } from 'react';
import { Button, TEXT_LINK } from '#web/ui/index.ts';
import type { LoadingMessage } from './actions.ts';
import { useAuth } from './auth-provider.tsx';
import { TextField } from './fields.tsx';
import { useSiteConfig } from './site-config.ts';
import { validateCode } from './validation.ts';

/** The six digits from an email. */
export function CodeField() {
  const error = useAuth((state) => state.error?.field?.message);
  return (
    <>
      <SixDigits error={error} />
      <MailLink />
    </>
  );
}

/** The six digits from an email or an authenticator app. Phones offer to fill them in. */
export function SixDigits({ error }: { error: string | undefined }) {
  return (
    <TextField
      name="code"
      label="Code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      validate={validateCode}
      error={error}
      className="font-medium tabular-nums tracking-[0.3em]"
    />
  );
}

/** If no mail is sent, as in the local stack: a link to what would have been sent. */
function MailLink() {
  const page = useSiteConfig()?.mailPage;
  if (page === undefined) return null;
  return (
    <p className="text-ink-muted text-small">
      This is a local installation, which sends no email:{' '}
      <a href={page} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        your code
      </a>
      .
    </p>
  );
}

interface CodeActionsProps {
  /** The message of `onResend`. */
  busyWith: LoadingMessage;
  /** Resolves with whether a code was sent. */
  onResend: () => Promise<boolean>;
  /** Goes back to the address. */
  onBack: () => void;
}

/** What can be done if no code arrives. */
export function CodeActions({ busyWith, onResend, onBack }: CodeActionsProps) {
  const loadingMessage = useAuth((state) => state.loadingMessage);
  const isLoading = loadingMessage !== undefined;
  const [sent, setSent] = useState(0);
  async function resend() {
    if (!isLoading && (await onResend())) setSent((count) => count + 1);
  }
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <Button
          variant="link"
          size="small"
          className="-ms-2"
          aria-disabled={isLoading}
          onClick={() => void resend()}
        >
          <span>{loadingMessage === busyWith ? busyWith : 'Send a new code'}</span>
        </Button>
        <p role="status" className="text-ink-muted text-small">
          {/* A new element each time, so that it is announced again. */}
          {sent > 0 && (
            <span key={sent} className="animate-appear">
              A new code is on its way.
            </span>
          )}
        </p>
      </div>
      <Button variant="quiet" size="small" className="-me-2" onClick={onBack}>
        Use another address
      </Button>
    </div>
  );
}

export function SentTo({ email }: { email: string }) {
  return (
    <>
      We sent a six-digit code to <span className="font-medium text-ink">{email}</span>. It may take a minute.
    </>
  );
}

/** For an address to which no code was mailed just now, because the pool refused. */
export function SentBefore({ email }: { email: string }) {
  return (
    <>
      Enter the six-digit code from the latest email to <span className="font-medium text-ink">{email}</span>,
      or send a new one.
    </>
  );
}
