import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Providers } from '#functions/providers/ports.ts';
import { withLookupCache } from '#functions/search/lookup-cache.ts';
import { suppressionKeyKey } from '#functions/store/service-keys.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { SuppressionList } from '#functions/store/suppressed.ts';
import { unlessAborted } from '#functions/timing.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { fakeProviders, foundProfile, recordOf } from '#tests/support/fake-providers.ts';
import { postSearch, searchApp, searchBody } from '#tests/support/search-app.ts';

let database: EmbeddedDynamoDb;
let store: Store;
beforeAll(async () => {
  database = await startDynamoDb();
  store = createStore({ client: database.client, tableName: await database.createTable() });
});
afterAll(() => database.close());

describe('a suppressed person', () => {
  it('is no longer found, looked up or shown, while others are unaffected', async () => {
    const lookedUp: string[] = [];
    const fake = fakeProviders();
    const providers: Providers = {
      ...fake,
      profileData: {
        ...fake.profileData,
        lookUp(url, signal) {
          lookedUp.push(url);
          return fake.profileData.lookUp(url, signal);
        },
      },
    };
    const ask = async (messageId: string) => {
      const app = searchApp({ providers, suppressed: store.suppressed });
      return await (await app.fetch(postSearch({ ...searchBody, messageId, deepResearch: true }))).text();
    };
    await ask('msg_before');
    const [gone = '', ...others] = [...new Set(lookedUp)];
    expect(others.length).toBeGreaterThan(0);
    expect(await store.suppressed.add({ profileUrl: `${gone}/?trk=x` })).toBe(true);
    lookedUp.length = 0;
    const after = await ask('msg_after');
    expect(after).not.toContain(gone);
    expect(after).toContain('Found 6 profiles with Test Search"');
    expect(lookedUp).not.toContain(gone);
    for (const url of others) expect(after).toContain(url);
    expect(await store.suppressed.remove({ profileUrl: gone })).toBe(true);
    expect(await store.suppressed.remove({ profileUrl: gone })).toBe(false);
    expect(await ask('msg_again')).toContain(gone);
  });

  it('is not looked up either when a request gives their address as an example', async () => {
    const profileUrl = 'https://www.linkedin.com/in/ada-invented';
    await store.suppressed.add({ profileUrl });
    const lookedUp: string[] = [];
    const providers = fakeProviders({
      lookUp: async (url) => {
        lookedUp.push(url);
        return recordOf(url);
      },
    });
    const app = searchApp({ providers, suppressed: store.suppressed });
    const body = { ...searchBody, messageId: 'msg_like', content: `like ${profileUrl}` };
    await (await app.fetch(postSearch(body))).text();
    expect(lookedUp).toEqual([]);
    await store.suppressed.remove({ profileUrl });
  });

  it('is recognised by a member id, in any letter case', async () => {
    const written = 'https://www.linkedin.com/in/ACoAABxYz12Qw3ErTyUiOpAsDfGhJkLzXcVbNm4';
    await store.suppressed.add({ profileUrl: written });
    const isSuppressed = await store.suppressed.load();
    expect([written, written.toLowerCase(), `${written}5`].map(isSuppressed)).toEqual([true, true, false]);
    await store.suppressed.remove({ profileUrl: written });
  });

  it.each([
    { said: 'is theirs', public_identifier: 'ada-new-name', former_public_identifiers: ['ada-old-name'] },
    { said: 'was theirs', public_identifier: 'ada-old-name', former_public_identifiers: ['ada-new-name'] },
  ])(
    'is neither revealed nor cached with a record found under another name that $said',
    async ({ said: _, ...names }) => {
      const suppressed = 'https://www.linkedin.com/in/ada-new-name';
      await store.suppressed.add({ profileUrl: suppressed });
      const profileUrl = 'https://www.linkedin.com/in/ada-old-name';
      const found = foundProfile(1, { url: profileUrl, title: 'Ada Invented' });
      const providers = fakeProviders({
        profiles: [found],
        lookUp: async (url) => recordOf(url, { ...names, full_name: 'Ada Invented', summary: 'Left Quipu.' }),
      });
      const caching = { cache: store.lookups, clock: Date.now, log: () => undefined };
      const app = searchApp({
        suppressed: store.suppressed,
        openProviders: async () => ({
          providers,
          remember: (profileData) => withLookupCache(profileData, caching),
          finish: async () => undefined,
        }),
      });
      const events = await (await app.fetch(postSearch({ ...searchBody, deepResearch: true }))).text();
      const { label: provider } = providers.profileData;
      expect(await store.lookups.read({ provider, profileUrl })).toEqual({ record: undefined });
      await store.lookups.erase({ profileUrl });
      expect(events).toContain('no record found');
      expect(events).not.toContain('Left Quipu.');
      await store.suppressed.remove({ profileUrl: suppressed });
    },
  );

  it('is stored as a keyed hash only', async () => {
    await store.suppressed.add({ profileUrl: 'https://www.linkedin.com/in/ada-invented' });
    const [entry] = await store.suppressed.list();
    expect(entry).toEqual({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      addedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const other = createStore({ client: database.client, tableName: await database.createTable() });
    await other.suppressed.add({ profileUrl: 'https://www.linkedin.com/in/ada-invented' });
    expect((await other.suppressed.list())[0]?.digest).not.toBe(entry?.digest);
  });

  it('is never shown when the hash key is damaged: suppressions count as unread', async () => {
    const tableName = await database.createTable();
    const damaged = createStore({ client: database.client, tableName });
    expect((await damaged.suppressed.load())('https://www.linkedin.com/in/ada-invented')).toBe(false);
    await damaged.suppressed.add({ profileUrl: 'https://www.linkedin.com/in/ada-invented' });
    const Item = { ...suppressionKeyKey, key: 7 };
    await database.client.send(new PutCommand({ TableName: tableName, Item }));
    await expect(damaged.suppressed.load()).rejects.toThrow('Failed to fetch who is suppressed');
  });
});

describe('the suppression list', () => {
  const NOW = Date.parse('2026-11-22T09:00:00Z');
  const listOver = (load: Store['suppressed']['load'], clock: () => number) =>
    new SuppressionList({ suppressed: { load }, clock, log: () => undefined });

  it('is read once a minute, however many searches run', async () => {
    let reads = 0;
    let now = NOW;
    const list = listOver(
      async () => {
        reads += 1;
        return () => false;
      },
      () => now,
    );
    await Promise.all([list.read(), list.read(), list.read()]);
    now = NOW + 59_999;
    await list.read();
    expect(reads).toBe(1);
    now = NOW + 60_000;
    await list.read();
    await list.read();
    expect(reads).toBe(2);
  });

  it('stays in use when it cannot be refreshed', async () => {
    let now = NOW;
    let isDown = false;
    const list = listOver(
      async () => {
        if (isDown) throw new Error('down');
        return (url) => url === 'suppressed';
      },
      () => now,
    );
    await list.read();
    isDown = true;
    now = NOW + 120_000;
    expect((await list.read())('suppressed')).toBe(true);
  });

  it('is waited for three seconds', async () => {
    const limit = new AbortController();
    const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => begin.mockRestore());
    const silent: Store['suppressed']['load'] = ({ signal = new AbortController().signal } = {}) =>
      unlessAborted(signal, new Promise<never>(() => undefined));
    const reading = listOver(silent, () => NOW).read();
    const slow = new DOMException('Too slow', 'TimeoutError');
    limit.abort(slow);
    await expect(reading).rejects.toBe(slow);
    expect(begin.mock.calls).toEqual([[3_000]]);
  });

  it('is read again at once if that fails, so that one failure spoils no search', async () => {
    let reads = 0;
    const load: Store['suppressed']['load'] = async () => {
      reads += 1;
      if (reads === 1) throw new Error('throttled');
      return () => false;
    };
    const events = await (await searchApp({ suppressed: { load } }).fetch(postSearch())).text();
    expect(events).toContain('"outcome":"answered"');
  });

  it('if never read, shows nobody: the search apologises, and the next one reads again', async () => {
    let isDown = true;
    const load: Store['suppressed']['load'] = async () => {
      if (isDown) throw new Error('down');
      return () => false;
    };
    const app = searchApp({ suppressed: { load } });
    const events = await (await app.fetch(postSearch())).text();
    expect(events).toContain('"outcome":"apologised"');
    expect(events).toContain('The list of people who must not be shown could not be read');
    expect(events).not.toContain('event: profiles');
    isDown = false;
    const next = await app.fetch(postSearch({ ...searchBody, messageId: 'msg_2_a' }));
    expect(await next.text()).toContain('event: profiles');
  });
});
