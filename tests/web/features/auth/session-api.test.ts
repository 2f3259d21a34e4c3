import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signOut } from '#web/features/auth/actions.ts';
import type { AuthDeps } from '#web/features/auth/auth.ts';
import { syncSession } from '#web/features/auth/restore-session.ts';
import { createSessionApi, loadUser } from '#web/features/auth/session-api.ts';
import { start } from '#web/features/auth/start.ts';
import { whatEnded } from '#web/features/auth/stored-session.ts';
import type { Api } from '#web/lib/api.ts';
import { createApi } from '#web/lib/create-api.ts';
import { MemoryStorage, openTab, pageAt, person, refused, SESSION_KEY } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');
const REQUEST = { method: 'GET', path: '/chats' } as const;
const UNAUTHORISED_BODY = { error: { code: 'unauthorised', message: 'Please sign in again.' } };

/** A server that answers with the given statuses, repeating the last, and the tokens it received. */
function serve(...statuses: number[]) {
  const tokens: (string | null)[] = [];
  const fetch = async (_: RequestInfo | URL, init?: RequestInit) => {
    const status = statuses[Math.min(tokens.length, statuses.length - 1)] ?? 200;
    tokens.push(new Headers(init?.headers).get('x-auth-token'));
    return Response.json(status === 401 ? UNAUTHORISED_BODY : {}, { status });
  };
  return { fetch, tokens };
}

async function signedIn() {
  const tab = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
  await start(tab.auth, here);
  let renewals = 0;
  const token = tab.accounts.token.bind(tab.accounts);
  const renewing: AuthDeps['accounts'] = async () =>
    Object.assign(tab.accounts, {
      token: async (options?: { forceRefresh?: boolean }) => {
        const held = await token();
        if (options?.forceRefresh !== true || held === undefined) return held;
        renewals += 1;
        return { ...held, value: `${held.value}, renewed` };
      },
    });
  return { ...tab, auth: { ...tab.auth, accounts: renewing }, renewals: () => renewals };
}

const erased = () => Response.json({ error: { code: 'account-erased', message: 'Gone.' } }, { status: 401 });

describe('the API on behalf of one user', () => {
  it('sends the signed-in user’s token', async () => {
    const { auth } = await signedIn();
    const { fetch, tokens } = serve(200);
    await createSessionApi(auth, { userId: 'ada', fetch }).send(REQUEST);
    expect(tokens).toEqual(['token of ada']);
  });

  it('renews a refused token and retries', async () => {
    const { auth, state } = await signedIn();
    const { fetch, tokens } = serve(401, 200);
    const response = await createSessionApi(auth, { userId: 'ada', fetch }).send(REQUEST);
    expect(response.status).toBe(200);
    expect(tokens).toEqual(['token of ada', 'token of ada, renewed']);
    expect(state().isExpired).toBe(false);
  });

  it('treats the session as expired when the renewed token is refused too, and keeps the user', async () => {
    const { auth, state, renewals } = await signedIn();
    const { fetch, tokens } = serve(401);
    const call = createSessionApi(auth, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(tokens).toHaveLength(2);
    expect(renewals()).toBe(1);
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
  });

  it('keeps the session when an intermediary wants a sign-in of its own', async () => {
    const { auth, state } = await signedIn();
    const fetch = async () => new Response('<h1>Hotel Wi-Fi</h1>', { status: 401 });
    const call = createSessionApi(auth, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 503 });
    expect(state().isExpired).toBe(false);
  });

  it('recognises a deleted account from the service’s response and does not retry', async () => {
    const { auth, state, renewals } = await signedIn();
    const call = createSessionApi(auth, { userId: 'ada', fetch: async () => erased() }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ code: 'account-erased' });
    expect(renewals()).toBe(0);
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
    expect(whatEnded(auth.storage)).toBe('account');
  });

  it('recognises a deleted account from the user pool’s response too', async () => {
    const { auth, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(auth, here);
    accounts.failures.set('token', refused('UserNotFoundException'));
    const call = createSessionApi(auth, { userId: 'ada', fetch: serve(200).fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
    expect(whatEnded(auth.storage)).toBe('account');
  });

  it('never falls back to an anonymous request: an ended session is an error', async () => {
    const { auth, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(auth, here);
    accounts.refuseSession();
    const { fetch, tokens } = serve(200);
    const api = createSessionApi(auth, { userId: 'ada', fetch });
    await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401, code: 'unauthorised' });
    expect(tokens).toEqual([]);
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
    await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401 });
  });

  it('treats a session removed from storage as expired until another tab reports a sign-out', async () => {
    const { auth, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(auth, here);
    accounts.storage.removeItem(SESSION_KEY);
    const api = createSessionApi(auth, { userId: 'ada', fetch: serve(200).fetch });
    await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401 });
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
    await syncSession(auth);
    expect(state()).toMatchObject({ isExpired: false, user: undefined });
  });

  it('does not report an expired session during a sign-out', async () => {
    const { auth, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(auth, here);
    const api = createSessionApi(auth, { userId: 'ada', fetch: serve(200).fetch });
    accounts.signOut = async () => {
      accounts.storage.removeItem(SESSION_KEY);
      await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401 });
      expect(state().isExpired).toBe(false);
    };
    expect(await signOut(auth)).toBe(true);
    await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401 });
    expect(state()).toMatchObject({ isExpired: false, user: undefined });
  });

  it('never sends the token of another user who has since signed in', async () => {
    const { auth, accounts } = await signedIn();
    accounts.storage.setItem(SESSION_KEY, 'mateo');
    const { fetch, tokens } = serve(200);
    const call = createSessionApi(auth, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(tokens).toEqual([]);
  });

  it('distinguishes a network failure from an ended session', async () => {
    const { auth, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(auth, here);
    accounts.failures.set(
      'token',
      Object.assign(new Error('A network error has occurred.'), { name: 'NetworkError' }),
    );
    const { fetch } = serve(200);
    const call = createSessionApi(auth, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 0, code: 'network-error' });
    expect(state().isExpired).toBe(false);
  });
});

/** The API over a server that gives the answers in turn, repeating the last, and the calls that reached it. */
function serveInTurn(...answers: (() => Response)[]) {
  const calls: string[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(`${input}`);
    return answer?.() ?? Response.error();
  };
  return { api: createApi({ fetch }), calls };
}
const found = () => Response.json(person('ada'));
const broken = () => new Response('bad gateway', { status: 502 });
const throttled = () => Response.json({ Message: 'Rate Exceeded.' }, { status: 429 });
const unauthorised = () =>
  Response.json({ error: { code: 'unauthorised', message: 'No.' } }, { status: 401 });

describe('the user record', () => {
  it('is requested again after a gateway error', async () => {
    const { api, calls } = serveInTurn(broken, broken, found);
    expect(await loadUser({ token: 't', api, delays: [1, 1] })).toEqual(person('ada'));
    expect(calls).toEqual(['/api/me', '/api/me', '/api/me']);
  });

  it('is requested again when the cloud had no free instance for it', async () => {
    const { api } = serveInTurn(throttled, found);
    expect(await loadUser({ token: 't', api, delays: [1, 1] })).toEqual(person('ada'));
  });

  it('is requested only once when refused, and three times at most', async () => {
    const once = serveInTurn(unauthorised);
    await expect(loadUser({ token: 't', api: once.api, delays: [1, 1] })).rejects.toMatchObject({
      status: 401,
    });
    expect(once.calls).toHaveLength(1);
    const thrice = serveInTurn(broken);
    await expect(loadUser({ token: 't', api: thrice.api, delays: [1, 1] })).rejects.toMatchObject({
      status: 502,
    });
    expect(thrice.calls).toHaveLength(3);
  });

  it('is given eight seconds to arrive', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
    const fetch = vi.fn(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    const ended = vi.fn();
    void loadUser({ token: 't', delays: [] }).catch(ended);
    await vi.advanceTimersByTimeAsync(7_999);
    expect([fetch, ended].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0, code: 'network-error' }));
  });

  it.each([
    ['of a deleted account resumes its deletion, once', erased, [{ method: 'DELETE', path: '/account' }]],
    ['that is refused for another reason deletes nothing', unauthorised, []],
  ])('%s', async (_, answer, sent) => {
    const { api } = serveInTurn(answer);
    const send = vi.fn<Api['send']>(() => Promise.reject(new Error('not asked')));
    const loading = loadUser({ token: 't', api: { ...api, send }, delays: [1, 1] });
    await expect(loading).rejects.toMatchObject({ status: 401 });
    expect(send.mock.calls.flat()).toEqual(sent);
  });

  const failed = (message: string) => () =>
    Response.json({ error: { code: 'unavailable', message } }, { status: 503 });
  it.each([
    [
      'could not be read',
      failed('Failed to fetch user'),
      'Your account could not be loaded just now. Please try again.',
    ],
    ['is behind a broken gateway', broken, 'Your account could not be loaded just now. Please try again.'],
    ['could not be made', failed('Failed to create user'), 'Failed to create user'],
  ])('that %s fails with a message saying what failed', async (_, answer, message) => {
    const { api } = serveInTurn(answer);
    await expect(loadUser({ token: 't', api, delays: [] })).rejects.toMatchObject({ message });
  });
});
