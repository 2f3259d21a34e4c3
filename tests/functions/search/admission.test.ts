import { describe, expect, it } from 'vitest';
import { personOf } from '#functions/search/admission.ts';
import type { SearchSettings } from '#functions/search/settings.ts';
import { StoreError } from '#functions/store/errors.ts';
import { VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memoryQuotas, memorySavings, memorySlots } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { postSearch, searchApp, searchBody, UNLIMITED } from '#tests/support/search-app.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const none = { standard: undefined, deep: undefined };
let messages = 0;
const send = (headers: Record<string, string> = {}, deepResearch = false) => {
  messages += 1;
  return postSearch({ ...searchBody, messageId: `msg_${messages}`, deepResearch }, headers);
};
const from = (address: string) => ({ 'x-viewer-address': address });
const limitedApp = (
  limits: Partial<SearchSettings['limits']>,
  overrides: Parameters<typeof searchApp>[0] = {},
) => searchApp({ limits: { ...UNLIMITED, ...limits }, clock: () => NOON, ...overrides });

describe('quotas', () => {
  it('let exactly the limit through, however many are sent at once', async () => {
    const app = limitedApp({ anonymous: { standard: 7, deep: 0 }, atOnce: 1_000 });
    const statuses = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const response = await app.fetch(send(from('203.0.113.7')));
        await response.text();
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(493);
  });

  it('say when they start again and that signing in helps', async () => {
    const response = await limitedApp({ anonymous: { standard: 0, deep: 0 } }).fetch(send());
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('43200');
    expect(await response.json()).toEqual({
      error: {
        code: 'quota-exceeded',
        message:
          'All your 0 searches for today are used up. The count starts again at 00:00 UTC, in 12 hours. Sign in to get more.',
      },
    });
  });

  it('count standard and deep searches apart, and each address for itself', async () => {
    const app = limitedApp({ anonymous: { standard: 1, deep: 1 } });
    const status = async (request: Request) => {
      const response = await app.fetch(request);
      await response.text();
      return response.status;
    };
    expect(await status(send(from('203.0.113.1')))).toBe(200);
    expect(await status(send(from('203.0.113.1')))).toBe(429);
    expect(await status(send(from('203.0.113.1'), true))).toBe(200);
    expect(await status(send(from('203.0.113.2')))).toBe(200);
  });

  it('take one household’s IPv6 addresses for one', async () => {
    const app = limitedApp({ anonymous: { standard: 1, deep: 1 } });
    await (await app.fetch(send(from('2001:db8:1:2:3::1')))).text();
    expect((await app.fetch(send(from('2001:db8:1:2:9::7')))).status).toBe(429);
  });

  it('count signed-in people by account, and everybody together', async () => {
    const limits = { signedIn: { standard: 5, deep: 5 }, everybody: { standard: 2, deep: 2 } };
    const quotas = memoryQuotas();
    const as = (userId: string) =>
      limitedApp(limits, {
        quotas,
        searchSavings: memorySavings(),
        authenticate: async () => ({ userId, email: '' }),
      });
    await (await as('rumi').fetch(send())).text();
    await (await as('illari').fetch(send())).text();
    const refused = await as('sinchi').fetch(send());
    expect(refused.status).toBe(429);
    expect((await refused.json()).error.message).toContain(
      'All 2 searches of this site for today are used up.',
    );
  });

  it('do not count a repeat', async () => {
    const app = limitedApp({ anonymous: { standard: 1, deep: 1 } });
    for (const _ of [1, 2, 3])
      expect((await readEvents(await app.fetch(postSearch()))).at(-1)?.event.type).toBe('done');
  });

  it('let a refused message be sent again later', async () => {
    const quotas = memoryQuotas();
    expect(
      (await limitedApp({ anonymous: { standard: 0, deep: 0 } }, { quotas }).fetch(postSearch())).status,
    ).toBe(429);
    expect((await limitedApp({ anonymous: none }, { quotas }).fetch(postSearch())).status).toBe(200);
  });

  it('let searches through when they cannot be counted', async () => {
    const quotas = { take: () => Promise.reject(new StoreError('down')), giveBack: async () => undefined };
    expect((await limitedApp({ anonymous: { standard: 1, deep: 1 } }, { quotas }).fetch(send())).status).toBe(
      200,
    );
  });
});

describe('searches at once', () => {
  it('are two per person; a third is told to wait, and may start when one has ended', async () => {
    const gate = Promise.withResolvers<unknown[]>();
    const providers = fakeProviders({ replies: { formatting: () => gate.promise } });
    const runningSlots = memorySlots();
    const app = limitedApp({ atOnce: 2 }, { providers, runningSlots });
    const streams = [await app.fetch(send()), await app.fetch(send())];
    const third = await app.fetch(send());
    expect(third.status).toBe(429);
    expect((await third.json()).error.message).toBe(
      'You already have 2 searches running. Wait for one to end, or stop it.',
    );
    expect((await app.fetch(send(from('198.51.100.1')))).status).toBe(200);
    gate.resolve([]);
    for (const stream of streams) await stream.text();
    await expect.poll(async () => (await app.fetch(send())).status).toBe(200);
  });
});

describe('the end of a stream', () => {
  it('comes after the slot is free again, since Lambda may freeze an instance then', async () => {
    const released: string[] = [];
    const slots = memorySlots();
    const runningSlots = {
      ...slots,
      release: async (options: Parameters<typeof slots.release>[0]) => {
        await Promise.resolve();
        released.push(options.searchId);
        await slots.release(options);
      },
    };
    const response = await limitedApp({}, { runningSlots }).fetch(send());
    await response.text();
    expect(released).toHaveLength(1);
  });
});

const personAt = (address: string) => personOf(undefined, new Headers({ [VIEWER_ADDRESS_HEADER]: address }));

describe('the person quotas are counted for', () => {
  it.each([
    ['the end of the address', '2600:3c00::1', '2600:3c00::2'],
    ['groups that are written out', '2600:3c00::1', '2600:3c00:0:0:1:2:3:4'],
    ['leading zeros', '2600:3c00::1', '2600:3c00:0000:0000:0001::'],
    ['a gap in another place', '2600:3c00:0:0:1::', '2600:3c00::1:0:0:0'],
    ['the case', '2600:3C00:AB::1', '2600:3c00:ab::2'],
    ['a zone', 'fe80::1%eth0', 'fe80::1'],
    ['an IPv4 address in the last groups', '64:ff9b:1::192.0.2.7', '64:ff9b:1::c000:207'],
    ['an IPv4 address written as IPv6', '::ffff:192.0.2.7', '192.0.2.7'],
    ['an IPv4 address written as IPv6 in hex', '::FFFF:c000:0207', '192.0.2.7'],
  ])('is one network, whatever %s', (_, one, other) => {
    expect(personAt(one)).toBe(personAt(other));
  });

  it.each([
    ['another /64', '2600:3c00::1', '2600:3c00:0:1::1'],
    ['another network of the same ending', '2600:3c00::1', '2600:3c01::1'],
    ['another IPv4 address', '192.0.2.7', '192.0.2.8'],
    ['another IPv4 address written as IPv6', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['IPv4 in place of the loopback', '0.0.0.1', '::1'],
  ])('is not the one at %s', (_, one, other) => {
    expect(personAt(one)).not.toBe(personAt(other));
  });

  it('is the account wherever it is signed in, and never its address', () => {
    const identity = { userId: 'user-1', email: 'ana@example.com' };
    expect(personOf(identity, new Headers({ [VIEWER_ADDRESS_HEADER]: '192.0.2.7' }))).toBe('account:user-1');
  });

  it('is not readable from what is kept', () => {
    expect(personAt('192.0.2.7')).toMatch(/^address:[0-9a-f]{32}$/);
  });

  it('is the same stranger for everything that is no address', () => {
    expect(personOf(undefined, new Headers())).toBe(personAt('unknown'));
    expect(personAt('1:2:3:4:5:6:7:8:9')).toMatch(/^address:/);
  });
});
