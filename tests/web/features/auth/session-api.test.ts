import { describe, expect, it } from 'vitest';
import { createSessionApi } from '#web/features/auth/model/create-session-api.ts';
import type { AuthDesk } from '#web/features/auth/model/desk.ts';
import { start } from '#web/features/auth/model/start.ts';
import { MemoryStorage, openTab, pageAt, SESSION_KEY } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');
const REQUEST = { method: 'GET', path: '/chats' } as const;

/** A server that answers with the statuses given, the last one for ever, and the tokens it saw. */
function serve(...statuses: number[]) {
  const tokens: (string | null)[] = [];
  const fetch = async (_: RequestInfo | URL, init?: RequestInit) => {
    const status = statuses[Math.min(tokens.length, statuses.length - 1)] ?? 200;
    tokens.push(new Headers(init?.headers).get('x-auth-token'));
    return Response.json({}, { status });
  };
  return { fetch, tokens };
}

async function signedIn() {
  const tab = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
  await start(tab.desk, here);
  let renewals = 0;
  const token = tab.accounts.token.bind(tab.accounts);
  const renewing: AuthDesk['accounts'] = async () =>
    Object.assign(tab.accounts, {
      token: async (options?: { forceRefresh?: boolean }) => {
        const held = await token();
        if (options?.forceRefresh !== true || held === undefined) return held;
        renewals += 1;
        return { ...held, value: `${held.value}, renewed` };
      },
    });
  return { ...tab, desk: { ...tab.desk, accounts: renewing }, renewals: () => renewals };
}

describe('the API in one person’s name', () => {
  it('sends no token for an anonymous person, and loads nothing for it', async () => {
    const { desk, loads } = openTab();
    const { fetch, tokens } = serve(200);
    await createSessionApi(desk, { userId: undefined, fetch }).send(REQUEST);
    expect(tokens).toEqual([null]);
    expect(loads()).toBe(0);
  });

  it('sends the token of who is signed in', async () => {
    const { desk } = await signedIn();
    const { fetch, tokens } = serve(200);
    await createSessionApi(desk, { userId: 'ada', fetch }).send(REQUEST);
    expect(tokens).toEqual(['token of ada']);
  });

  it('renews a token the server refuses and asks again', async () => {
    const { desk, state } = await signedIn();
    const { fetch, tokens } = serve(401, 200);
    const response = await createSessionApi(desk, { userId: 'ada', fetch }).send(REQUEST);
    expect(response.status).toBe(200);
    expect(tokens).toEqual(['token of ada', 'token of ada, renewed']);
    expect(state().isExpired).toBe(false);
  });

  it('takes the session for ended when the new token is refused too, and keeps who it was', async () => {
    const { desk, state, renewals } = await signedIn();
    const { fetch, tokens } = serve(401);
    const call = createSessionApi(desk, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(tokens).toHaveLength(2);
    expect(renewals()).toBe(1);
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
  });

  it('never asks anonymously for what was asked for in a name: a session that ended is an error', async () => {
    const { desk, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(desk, here);
    accounts.refuseSession();
    const { fetch, tokens } = serve(200);
    const api = createSessionApi(desk, { userId: 'ada', fetch });
    await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401, code: 'unauthorised' });
    expect(tokens).toEqual([]);
    expect(state()).toMatchObject({ isExpired: true, user: { id: 'ada' } });
    await expect(api.send(REQUEST)).rejects.toMatchObject({ status: 401 });
  });

  it('never sends the token of another person who has signed in meanwhile', async () => {
    const { desk, accounts } = await signedIn();
    accounts.storage.setItem(SESSION_KEY, 'mateo');
    const { fetch, tokens } = serve(200);
    const call = createSessionApi(desk, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(tokens).toEqual([]);
  });

  it('tells a network that is gone from a session that has ended', async () => {
    const { desk, accounts, state } = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
    await start(desk, here);
    accounts.failures.set(
      'token',
      Object.assign(new Error('A network error has occurred.'), { name: 'NetworkError' }),
    );
    const { fetch } = serve(200);
    const call = createSessionApi(desk, { userId: 'ada', fetch }).send(REQUEST);
    await expect(call).rejects.toMatchObject({ status: 0, code: 'network-error' });
    expect(state().isExpired).toBe(false);
  });
});
