import '#tests/support/quick-srp.ts';
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { vi } from 'vitest';
import { ORGANISATION } from '#shared/site-config.ts';
import type { RunningCognito } from '#tests/infra/local/cognito/start.ts';
import type { Accounts } from '#web/features/auth/auth.ts';
import { createAccounts } from '#web/features/auth/cognito.ts';

/** The page's globals, as far as Amplify and its configuration use them. */
function stubPage(url: string): void {
  const location = new URL(url);
  vi.stubGlobal('location', location);
  const events = new EventTarget();
  const history = { state: null, replaceState: () => undefined };
  vi.stubGlobal(
    'window',
    Object.assign(events, { location, history, localStorage: undefined, document: {} }),
  );
}

/** Accounts in a pool through the real Amplify client, whose configuration is global: the last one opened applies. */
export function openAccounts(cognito: RunningCognito): Accounts {
  const { origin, host, pathname } = new URL(cognito.endpoint);
  stubPage(`${origin}/login`);
  return createAccounts({
    stage: 'local',
    region: 'us-east-1',
    userPoolId: cognito.userPoolId,
    userPoolClientId: cognito.clientId,
    userPoolEndpoint: cognito.endpoint,
    oauthDomain: `${host}${pathname.replace(/\/$/, '')}`,
    google: true,
    organisation: ORGANISATION,
  });
}

/** Gives the browser empty session storage. */
export function forgetSession(): void {
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key: string, value: string) => void kept.set(key, value),
    getItem: async (key: string) => kept.get(key) ?? null,
    removeItem: async (key: string) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
}
