import { signInWithRedirect } from '@aws-amplify/auth/cognito';
import { fetchAuthSession, Hub } from '@aws-amplify/core';
import type { SiteConfig } from '#shared/site-config.ts';
import type { Accounts, ShowProvider } from '../model/accounts.ts';
import { WINDOW_MARK } from '../window/hand-over.ts';
import { configure } from './configure.ts';
import { spokenAddress } from './speak-http.ts';

type GoogleAccounts = Pick<Accounts, 'signInWithGoogle' | 'leaveForGoogle' | 'completeRedirect'>;

/** Whoever has signed out may come back as someone else, though Google, and the pool's own page, still know who it was. */
const ASK = { prompt: 'SELECT_ACCOUNT' } as const;

/** The Google button, over the pool's OAuth endpoints. */
export const googleAccounts = (config: SiteConfig): GoogleAccounts => ({
  signInWithGoogle: ({ show }) => withGoogle(config, () => signInByWindow(config, show)),
  async leaveForGoogle({ leave }) {
    await enableGoogle(config);
    const authSessionOpener = async (url: string) => leave(spokenAddress(config, url));
    await signInWithRedirect({ provider: 'Google', options: { ...ASK, authSessionOpener } });
  },
  completeRedirect: () =>
    withGoogle(config, async () => {
      if (isRefusal(globalThis.location.href)) return 'cancelled';
      await redirectCompleted();
      return 'signed-in';
    }),
});

async function signInByWindow(config: SiteConfig, show: ShowProvider): Promise<'signed-in' | 'cancelled'> {
  let isCancelled = false;
  const authSessionOpener = async (url: string) => {
    const back = await show(spokenAddress(config, url));
    isCancelled = back === undefined || isRefusal(back);
    return back === undefined || isCancelled
      ? { type: 'canceled' as const }
      : { type: 'success' as const, url: back };
  };
  try {
    await signInWithRedirect({
      provider: 'Google',
      customState: WINDOW_MARK,
      options: { ...ASK, authSessionOpener },
    });
    return 'signed-in';
  } catch (error) {
    if (isCancelled) return 'cancelled';
    throw error;
  }
}

/** The person said no at the provider's page (RFC 6749 4.1.2.1). */
const isRefusal = (url: string): boolean => new URL(url).searchParams.get('error') === 'access_denied';

async function withGoogle<Result>(config: SiteConfig, action: () => Promise<Result>): Promise<Result> {
  await enableGoogle(config);
  try {
    return await action();
  } finally {
    configure(config, { google: false });
  }
}

/** Being configured, Amplify looks for a sign-in to complete; only then may another one begin. */
async function enableGoogle(config: SiteConfig): Promise<void> {
  configure(config, { google: true });
  await new Promise((resolve) => setTimeout(resolve));
}

/** Being configured on a page that comes back, Amplify completes the sign-in by itself. @throws its error when that fails */
async function redirectCompleted(): Promise<void> {
  let failure: unknown;
  const stop = Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signInWithRedirect_failure') failure = payload.data?.error;
  });
  // Waits for the completion under way.
  await fetchAuthSession();
  stop();
  if (failure !== undefined) throw failure;
}
