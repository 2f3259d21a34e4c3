import { fetchUserAttributes, getCurrentUser, signInWithRedirect, signOut } from '@aws-amplify/auth/cognito';
import { fetchAuthSession } from '@aws-amplify/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from './amplify.ts';
import { linksOf, openPage, pickAccount } from './oauth-client.ts';
import { type RunningCognito, startCognito } from './start.ts';

let cognito: RunningCognito;
const site = () => new URL('/', cognito.endpoint).href;
/** Amplify assumes https for the domain, but the local stack uses http. */
const overHttp = (url: string) => url.replace(/^https:/, 'http:');

beforeAll(async () => {
  cognito = await startCognito();
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => realFetch(overHttp(`${url}`), init));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL(site()) }));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await cognito.close();
});
let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  const { host, pathname } = new URL(cognito.endpoint);
  const oauth = {
    domain: `${host}${pathname.replace(/\/$/, '')}`,
    scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
    redirectSignIn: [site()],
    redirectSignOut: [site()],
    responseType: 'code' as const,
  };
  browser = openBrowser({ cognito, loginWith: { oauth } });
});

describe('the Google button through the real Amplify client', () => {
  it('signs in with the popup’s result, refreshes and signs out', async () => {
    await signInWithRedirect({
      provider: 'Google',
      options: {
        authSessionOpener: async (url) => {
          const { href } = await pickAccount(overHttp(`${url}`), 1);
          return { type: 'success', url: href };
        },
      },
    });
    expect(await getCurrentUser()).toMatchObject({ username: 'google_100000000000000000002' });
    expect(await fetchUserAttributes()).toMatchObject({
      name: 'Mateo Quispe Varga',
      email: 'mateo.quispe@example.com',
    });
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    expect(tokens?.idToken?.payload['identities']).toMatchObject([{ providerName: 'Google' }]);
    // Without OAuth in its configuration, Amplify revokes the token and stays on the page instead of leaving for https.
    browser.visit({ cognito });
    await signOut();
    const { body } = await cognito.call('GetUser', { AccessToken: tokens?.accessToken.toString() });
    expect(body).toMatchObject({ message: 'Access Token has been revoked' });
  });

  it('reports a cancelled account choice', async () => {
    const attempt = signInWithRedirect({
      provider: 'Google',
      options: {
        authSessionOpener: async (url) => {
          const chooser = overHttp(`${url}`);
          const cancel = linksOf(await openPage(chooser), chooser).at(-1);
          return { type: 'success', url: cancel?.href ?? '' };
        },
      },
    });
    await expect(attempt).rejects.toMatchObject({ name: 'OAuthSignInException' });
  });
});
