import { describe, expect, it } from 'vitest';
import { rename } from '#web/features/auth/account/api.ts';
import { readRecordAnew } from '#web/features/auth/account/fresh-record.ts';
import { createSessionApi } from '#web/features/auth/session-api.ts';
import { start } from '#web/features/auth/start.ts';
import { MemoryStorage, openTab, pageAt, person, SESSION_KEY } from '../auth-rig.ts';

/** Ada's page, and the response of the service when her record is requested. */
async function signedIn(answer: () => Response) {
  const tab = openTab({ storage: new MemoryStorage({ [SESSION_KEY]: 'ada' }) });
  await start(tab.auth, pageAt('https://expertscope.example/').here);
  const api = createSessionApi(tab.auth, { userId: 'ada', fetch: async () => answer() });
  return { ...tab, api };
}
const renamed = () => Response.json(person('ada', { displayName: 'Ada Castellan' }));

describe('the signed-in user’s record', () => {
  it('is read again on return, in case another device has changed the name', async () => {
    const { auth, api, state } = await signedIn(renamed);
    await readRecordAnew(auth, api);
    expect(state().user?.displayName).toBe('Ada Castellan');
  });

  it('stays unchanged when it cannot be read', async () => {
    const { auth, api, state } = await signedIn(() => new Response('bad gateway', { status: 502 }));
    await readRecordAnew(auth, api);
    expect(state()).toMatchObject({ user: person('ada'), isExpired: false, error: undefined });
  });

  it('does not overwrite a change made here while it was being read', async () => {
    const { auth, api, state } = await signedIn(renamed);
    const reading = readRecordAnew(auth, api);
    auth.store.setState({ user: person('ada', { displayName: 'Ada Solheim' }) });
    await reading;
    expect(state().user?.displayName).toBe('Ada Solheim');
  });

  it('shows a new name at once, also in later tokens', async () => {
    const { auth, accounts, api, state } = await signedIn(renamed);
    expect(await rename(auth, api, 'Ada Castellan')).toBe(true);
    expect(state().user?.displayName).toBe('Ada Castellan');
    expect(accounts.calls).toContain('changeName');
  });

  it.each(['nobody', 'mateo'])(
    'stays as it is when %s is there by the time it has been renamed',
    async (id) => {
      const { auth, accounts, api, state } = await signedIn(renamed);
      const user = id === 'nobody' ? undefined : person(id);
      const renaming = rename(auth, api, 'Ada Castellan');
      auth.store.setState({ user });
      expect(await renaming).toBe(false);
      expect(state().user).toBe(user);
      expect(accounts.calls).not.toContain('changeName');
    },
  );

  it('is not reported as renamed if they leave while the name in later tokens changes', async () => {
    const { auth, accounts, api } = await signedIn(renamed);
    accounts.changeName = async () => auth.store.setState({ user: undefined });
    expect(await rename(auth, api, 'Ada Castellan')).toBe(false);
  });

  it('reports at once that the session has ended, and keeps the user', async () => {
    const { auth, accounts, api, state } = await signedIn(renamed);
    accounts.refuseSession();
    await readRecordAnew(auth, api);
    expect(state()).toMatchObject({ user: { id: 'ada' }, isExpired: true });
  });
});
