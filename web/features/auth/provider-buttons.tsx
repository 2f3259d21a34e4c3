import type { ReactNode } from 'react';
import { Button, Icon, Spinner } from '#web/ui/index.ts';
import { LOADING } from './actions.ts';
import type { Provider } from './auth.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { readHistoryState } from './history-state.ts';
import { openSignInWindow, signInWithProvider } from './provider-window.ts';
import { useSiteConfig } from './site-config.ts';

/** Buttons to sign in with Google, or with the deployment's own provider, if it offers that. */
export function ProviderButtons() {
  const { google = false, organisation, oauthDomain } = useSiteConfig() ?? {};
  if (oauthDomain === undefined || !(google || organisation !== undefined)) return null;
  return (
    <>
      <div aria-hidden="true" className="my-5 flex items-center gap-3 text-ink-subtle text-small">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <div className="flex flex-col gap-3">
        {organisation !== undefined && (
          <ProviderButton provider="organisation" name={organisation} mark={<Icon name="sign-in" />} />
        )}
        {google && <ProviderButton provider="google" name="Google" mark={<GoogleMark />} />}
      </div>
    </>
  );
}

function ProviderButton({ provider, name, mark }: { provider: Provider; name: string; mark: ReactNode }) {
  const auth = useAuthContext();
  const loadingMessage = useAuth((state) => state.loadingMessage);
  const isBusy = loadingMessage === LOADING[provider];
  return (
    <Button
      className="min-h-11 w-full text-reading"
      aria-disabled={loadingMessage !== undefined}
      onClick={() => {
        if (loadingMessage !== undefined) return;
        const { returnTo } = readHistoryState();
        void signInWithProvider(auth, { provider, window: openSignInWindow(), returnTo });
      }}
    >
      {isBusy ? <Spinner /> : mark}
      <span>{isBusy ? loadingMessage : `Continue with ${name}`}</span>
    </Button>
  );
}

/** In Google's own colours, as its guidelines require. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" className="shrink-0">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62Z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86a5.36 5.36 0 0 1-5.04-3.7H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#fbbc05" d="M3.96 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3-2.33Z" />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95l3 2.33A5.36 5.36 0 0 1 9 3.58Z"
      />
    </svg>
  );
}
