import { describe, expect, it, vi } from 'vitest';
import { applyStoredSession, followTabs, start } from '#web/features/auth/start.ts';
import { markEnded } from '#web/features/auth/stored-session.ts';
import { MemoryStorage, openTab, pageAt, SESSION_KEY, storageEvent, type Tab } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');

describe('a deployment that requires an account', () => {
  const until = (holds: () => boolean) => expect.poll(holds).toBe(true);

  it('is recognised from the second visit on, before any request', async () => {
    const storage = new MemoryStorage();
    const first = openTab({ storage, config: { anonymous: false } });
    await start(first.auth, here);
    await until(() => first.state().mustSignIn);
    const second = openTab({ storage });
    applyStoredSession(second.auth, here);
    expect(second.state()).toMatchObject({ mustSignIn: true, isStarting: false });
  });

  it('stops requiring one as soon as its configuration says so', async () => {
    const storage = new MemoryStorage();
    const before = openTab({ storage, config: { anonymous: false } });
    await start(before.auth, here);
    await until(() => before.state().mustSignIn);
    const { auth, state } = openTab({ storage });
    await start(auth, here);
    await until(() => !state().mustSignIn);
  });
});

/** A tab that listens to storage, and a way to announce changes made in another tab. */
async function open(entries: Record<string, string> = {}, options: Parameters<typeof openTab>[0] = {}) {
  const storage = options.storage ?? new MemoryStorage(entries);
  const tab = openTab({ ...options, storage });
  const tabs = new EventTarget();
  const stop = new AbortController();
  followTabs(tab.auth, { tabs, signal: stop.signal, quiet: 1 });
  await start(tab.auth, here);
  const tell = (key: string | null) => tabs.dispatchEvent(storageEvent(key));
  return { ...tab, storage, stop, tell };
}

const until = (tab: Tab, holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => holds() && resolve();
    tab.auth.store.subscribe(look);
    look();
  });

describe('other tabs', () => {
  it('sign this one in', async () => {
    const tab = await open();
    tab.storage.setItem(SESSION_KEY, 'ada');
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().user?.id === 'ada');
  });

  it('sign this one out', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.removeItem(SESSION_KEY);
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().user === undefined);
    expect(tab.state().isExpired).toBe(false);
  });

  it('replace this one’s user with another', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.setItem(SESSION_KEY, 'mateo');
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().user?.id === 'mateo');
  });

  it('report a session that ended by itself, leaving the user on screen', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.removeItem(SESSION_KEY);
    markEnded(tab.storage, 'session');
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().isExpired);
    expect(tab.state().user?.id).toBe('ada');
  });

  it('sign this one out after its session has ended', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.removeItem(SESSION_KEY);
    markEnded(tab.storage, 'session');
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().isExpired);
    markEnded(tab.storage, 'signed-out');
    tab.tell('expertscope_session_expired');
    await until(tab, () => tab.state().user === undefined);
    expect(tab.state().isExpired).toBe(false);
  });

  it('sign this one out after its session has ended and it was reloaded, which discards the user’s data', async () => {
    const storage = new MemoryStorage({ [SESSION_KEY]: 'ada' });
    const session = new MemoryStorage();
    await start(openTab({ storage, tab: session }).auth, here);
    storage.removeItem(SESSION_KEY);
    markEnded(storage, 'session');
    const left = vi.fn();
    const tab = await open({}, { storage, tab: session, onLeave: left });
    expect(tab.state()).toMatchObject({ user: undefined, isExpired: true });
    markEnded(storage, 'signed-out');
    tab.tell('expertscope_session_expired');
    await until(tab, () => !tab.state().isExpired);
    expect(left).toHaveBeenCalledOnce();
  });

  it('sign this one out by clearing storage', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.entries.clear();
    tab.tell(null);
    await until(tab, () => tab.state().user === undefined);
  });

  it('have no effect when renewing tokens, writing other keys, or after this tab has closed', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada', expertscope_accounts_only: 'true' });
    // Startup ends with the deployment's configuration, which arrives on its own.
    await until(tab, () => !tab.state().mustSignIn);
    const before = tab.history.length - 1;
    tab.tell('CognitoIdentityServiceProvider.client-1.ada.accessToken');
    tab.tell('expertscope_chats');
    await new Promise((resolve) => setTimeout(resolve, 10));
    tab.storage.removeItem(SESSION_KEY);
    tab.tell(SESSION_KEY);
    tab.stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const whoIsThere = tab.history
      .slice(before)
      .map(({ user, session, isExpired, loadingMessage }) => [user, session, isExpired, loadingMessage]);
    expect(new Set(whoIsThere.map((state) => JSON.stringify(state))).size).toBe(1);
  });
});
