import { describe, expect, it } from 'vitest';
import { followTabs, start } from '#web/features/auth/start.ts';
import { markEnded } from '#web/features/auth/tokens.ts';
import { MemoryStorage, openTab, pageAt, SESSION_KEY, storageEvent, type Tab } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');

/** A tab that listens, and what to do in another one. */
async function open(entries: Record<string, string> = {}) {
  const storage = new MemoryStorage(entries);
  const tab = openTab({ storage });
  const tabs = new EventTarget();
  const stop = new AbortController();
  followTabs(tab.auth, { tabs, signal: stop.signal, quiet: 1 });
  await start(tab.auth, here);
  return { ...tab, storage, stop, tell: (key: string | null) => tabs.dispatchEvent(storageEvent(key)) };
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

  it('put another person in the place of this one’s', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.setItem(SESSION_KEY, 'mateo');
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().user?.id === 'mateo');
  });

  it('tell of a session that ended by itself, and what is on screen stays', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.removeItem(SESSION_KEY);
    markEnded(tab.storage, 'session');
    tab.tell(SESSION_KEY);
    await until(tab, () => tab.state().isExpired);
    expect(tab.state().user?.id).toBe('ada');
  });

  it('sign this one out by clearing all of storage', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada' });
    tab.storage.entries.clear();
    tab.tell(null);
    await until(tab, () => tab.state().user === undefined);
  });

  it('change nothing by renewing the same person’s tokens, by what is not theirs, or after this one has gone', async () => {
    const tab = await open({ [SESSION_KEY]: 'ada', expertscope_accounts_only: 'true' });
    // The last that the start brings comes by itself: what the deployment tells.
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
