import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FullQuotas } from '#functions/search/admission.ts';
import type { SearchAppDeps } from '#functions/search/deps.ts';
import type { SearchMeasure } from '#functions/search/measure.ts';
import { StoreError } from '#functions/store/errors.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import {
  memoryQuotas,
  memorySearchLog,
  memorySearchMessages,
  memorySlots,
} from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { postSearch, searchApp, searchBody, UNLIMITED } from '#tests/support/search-app.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const TODAY = '2026-11-21T09:00:00.000Z';
const none = { standard: undefined, deep: undefined };
const noDeep = { standard: 5, deep: 0 };
let messages = 0;
const send = (headers: Record<string, string> = {}, deepResearch = false) => {
  messages += 1;
  return postSearch({ ...searchBody, messageId: `msg_${messages}`, deepResearch }, headers);
};
const from = (address: string) => ({ 'x-viewer-address': address });
const limitedApp = (
  limits: Partial<SearchAppDeps['limits']>,
  overrides: Parameters<typeof searchApp>[0] = {},
) => searchApp({ limits: { ...UNLIMITED, ...limits }, clock: () => NOON, ...overrides });

/** A search log that notes each claim. */
function notedSearchLog() {
  const searchLog = memorySearchLog();
  const writes: string[] = [];
  const claim: typeof searchLog.claim = async (options) => {
    writes.push('claim');
    return await searchLog.claim(options);
  };
  return { searchLog: { ...searchLog, claim }, writes };
}

/** Reads a stream up to its last event, not to its end. */
async function readUntilDone({ body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes('event: done')) return;
  }
}

describe('quotas', () => {
  it('admit exactly the limit, however many searches are sent at once', async () => {
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

  it('say when they reset, and that signing in helps', async () => {
    const app = limitedApp({ anonymous: { standard: 2, deep: 0 } });
    for (const _ of [1, 2]) await (await app.fetch(send())).text();
    const response = await app.fetch(send());
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('43200');
    expect(await response.json()).toEqual({
      error: {
        code: 'quota-exceeded',
        message:
          'All your 2 searches for today are used up. The count starts again at 00:00 UTC, in 12 hours. Sign in to get more.',
      },
    });
  });

  it.each([
    [Date.UTC(2026, 10, 21, 22, 40), '1 hour'],
    [Date.UTC(2026, 10, 21, 23, 0, 0, 1), '1 hour'],
    [Date.UTC(2026, 10, 21, 23, 1), '59 minutes'],
    [Date.UTC(2026, 10, 21, 23, 59), '1 minute'],
    [Date.UTC(2026, 10, 22) - 1, '1 minute'],
  ])('say how long that is near the end of the day: %i, %s', async (now, left) => {
    const app = limitedApp(
      { signedIn: { standard: 1, deep: 0 } },
      { ...signedInAs('rumi'), clock: () => now },
    );
    await (await app.fetch(send())).text();
    const { error } = await (await app.fetch(send())).json();
    expect(error.message).toMatch(new RegExp(` at 00:00 UTC, in ${left}\\.$`));
  });

  it('count until the day is over', async () => {
    let now = Date.UTC(2026, 10, 21);
    const app = limitedApp({ anonymous: { standard: 1, deep: 0 } }, { clock: () => now });
    const status = async () => {
      const response = await app.fetch(send());
      await response.text();
      return response.status;
    };
    expect(await status()).toBe(200);
    now = Date.UTC(2026, 10, 22) - 1;
    expect(await status()).toBe(429);
    now += 1;
    expect(await status()).toBe(200);
  });

  it('have their own wording for a limit of one and a limit of none', async () => {
    const told = async (limits: Partial<SearchAppDeps['limits']>, ...messages: Parameters<typeof send>[]) => {
      const app = limitedApp(limits);
      let text = '';
      for (const each of messages) text = await (await app.fetch(send(...each))).text();
      return text;
    };
    const [one, deep] = [from('203.0.113.1'), true];
    expect(await told({ anonymous: { standard: 1, deep: 0 } }, [one], [one])).toContain(
      '"Your one search for today is used up. The count starts again',
    );
    expect(await told({ anonymous: { standard: 1, deep: 0 } }, [one, deep])).toContain(
      '"No Deep Research search can be made here without an account. Sign in to get more."',
    );
    expect(await told({ everybody: { standard: 1, deep: 1 } }, [one, deep], [one, deep])).toContain(
      // Nor would an account help here.
      '"The one Deep Research search of this site for today is used up. The count starts again at 00:00 UTC, in 12 hours."',
    );
  });

  it('count standard and deep searches separately, and each address on its own', async () => {
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

  it('count the IPv6 addresses of one household as one', async () => {
    const app = limitedApp({ anonymous: { standard: 1, deep: 1 } });
    await (await app.fetch(send(from('2001:db8:1:2:3::1')))).text();
    expect((await app.fetch(send(from('2001:db8:1:2:9::7')))).status).toBe(429);
  });

  it('count signed-in people by account, and all people together', async () => {
    const limits = { signedIn: { standard: 5, deep: 5 }, everybody: { standard: 2, deep: 2 } };
    const quotas = memoryQuotas();
    const as = (userId: string) =>
      limitedApp(limits, {
        quotas,
        searchMessages: memorySearchMessages(),
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

  it('allow a rejected message to be sent again later', async () => {
    const quotas = memoryQuotas();
    expect(
      (await limitedApp({ anonymous: { standard: 0, deep: 0 } }, { quotas }).fetch(postSearch())).status,
    ).toBe(429);
    expect((await limitedApp({ anonymous: none }, { quotas }).fetch(postSearch())).status).toBe(200);
  });

  it('of all anonymous people leave part of the site’s day to people with an account', async () => {
    const quotas = memoryQuotas();
    const limits = { allAnonymous: { standard: 2, deep: 0 }, everybody: { standard: 3, deep: 3 } };
    const app = limitedApp(limits, { quotas });
    for (const last of [1, 2]) await (await app.fetch(send(from(`203.0.113.${last}`)))).text();
    const refused = await app.fetch(send(from('203.0.113.3')));
    expect((await refused.json()).error.message).toBe(
      'All 2 searches of people without an account for today are used up. The count starts again at 00:00 UTC, in 12 hours. Sign in to get more.',
    );
    const owner = limitedApp(limits, { quotas, ...signedInAs('rumi') });
    expect((await owner.fetch(send())).status).toBe(200);
  });

  it('once seen used up, reject further searches without a write, while repeats still work', async () => {
    let now = NOON;
    const { searchLog, writes } = notedSearchLog();
    const limits = { anonymous: { standard: 1, deep: 1 } };
    const app = limitedApp(limits, { searchLog, clock: () => now });
    const begun = await (await app.fetch(postSearch())).text();
    const statuses = async (count: number) => {
      const found: number[] = [];
      for (let number = 0; number < count; number += 1) found.push((await app.fetch(send())).status);
      return found;
    };
    expect(await statuses(5)).toEqual([429, 429, 429, 429, 429]);
    expect(writes).toHaveLength(2);
    expect(await (await app.fetch(postSearch())).text()).toBe(begun);
    expect((await app.fetch(send({}, true))).status).toBe(200);
    expect((await app.fetch(send(from('203.0.113.9')))).status).toBe(200);
    writes.length = 0;
    // A search may have been given back by now.
    now += 10_000;
    expect(await statuses(2)).toEqual([429, 429]);
    expect(writes).toHaveLength(1);
  });

  it.each(['anonymous', 'network', 'allAnonymous', 'everybody'] as const)(
    'once seen used up, reject without a write, whoever shares them: %s',
    async (limit) => {
      const { searchLog, writes } = notedSearchLog();
      const app = limitedApp({ [limit]: { standard: 1, deep: 1 } }, { searchLog });
      const statuses: number[] = [];
      for (const _ of [1, 2, 3]) {
        const response = await app.fetch(send(from('2001:db8:1:1::1')));
        statuses.push(response.status);
        await response.text();
      }
      expect(statuses).toEqual([200, 429, 429]);
      expect(writes).toHaveLength(2);
    },
  );

  it('limit all the /64 blocks of one IPv6 network together', async () => {
    const app = limitedApp({ anonymous: { standard: 1, deep: 1 }, network: { standard: 2, deep: 2 } });
    for (const household of [1, 2]) {
      const allowed = await app.fetch(send(from(`2001:db8:1:${household}::1`)));
      expect(allowed.status).toBe(200);
      await allowed.text();
    }
    const refused = await app.fetch(send(from('2001:db8:1:3::1')));
    expect((await refused.json()).error.message).toContain('All 2 searches of your network for today');
    expect((await app.fetch(send(from('2001:db8:2:1::1')))).status).toBe(200);
    for (const last of [1, 2, 3]) expect((await app.fetch(send(from(`203.0.113.${last}`)))).status).toBe(200);
  });

  it('are lower on an account’s first day', async () => {
    const limits = { newAccount: { standard: 1, deep: 0 }, signedIn: { standard: 2, deep: 2 } };
    const statuses = async (createdAt: string) => {
      const users = { ensure: async () => ({ ...RUMI, createdAt, updatedAt: createdAt }) };
      const app = limitedApp(limits, { ...signedInAs('rumi'), users });
      const found: number[] = [];
      for (const _ of [1, 2, 3]) {
        const response = await app.fetch(send());
        found.push(response.status);
        await response.text();
      }
      return found;
    };
    expect(await statuses('2026-11-20T12:00:01.000Z')).toEqual([200, 429, 429]);
    expect(await statuses('2026-11-20T12:00:00.000Z')).toEqual([200, 200, 429]);
  });

  it.each([
    ['an account’s first day', { newAccount: noDeep }, TODAY, ' in the first day of an account'],
    ['all first days together', { allNewAccounts: noDeep }, TODAY, ' in the first day of an account'],
    ['any day', { newAccount: noDeep, signedIn: noDeep }, TODAY, ''],
    ['any day, later', { newAccount: noDeep, signedIn: noDeep }, '2026-11-19T09:00:00.000Z', ''],
  ])('say when a limit of none is only for %s', async (_, limits, createdAt, when) => {
    const users = { ensure: async () => ({ ...RUMI, createdAt, updatedAt: createdAt }) };
    const signedIn = { standard: 5, deep: 2 };
    const app = limitedApp({ signedIn, ...limits }, { ...signedInAs('rumi'), users });
    const refused = await app.fetch(send({}, true));
    expect((await refused.json()).error.message).toBe(`No Deep Research search can be made here${when}.`);
  });
});

describe('accounts on their first day', () => {
  it('leave part of the site’s day to older accounts, however many there are', async () => {
    const quotas = memoryQuotas();
    const limits = { allNewAccounts: { standard: 2, deep: 0 }, everybody: { standard: 3, deep: 3 } };
    const searchOf = async (userId: string, createdAt: string) => {
      const users = { ensure: async () => ({ ...RUMI, id: userId, createdAt, updatedAt: createdAt }) };
      return await limitedApp(limits, { ...signedInAs(userId), quotas, users }).fetch(send());
    };
    for (const userId of ['one', 'two']) await (await searchOf(userId, '2026-11-21T09:00:00.000Z')).text();
    const refused = await searchOf('three', '2026-11-21T09:00:00.000Z');
    expect((await refused.json()).error.message).toBe(
      'All 2 searches of accounts in their first day for today are used up. The count starts again at 00:00 UTC, in 12 hours.',
    );
    expect((await searchOf('rumi', '2026-11-20T09:00:00.000Z')).status).toBe(200);
  });

  it('are refused without a write once their common quota is seen used up, while older ones search', async () => {
    const { searchLog, writes } = notedSearchLog();
    const users = {
      ensure: async ({ identity: { userId } }: { identity: { userId: string } }) => {
        const createdAt = userId === 'old' ? '2026-11-20T09:00:00.000Z' : TODAY;
        return { ...RUMI, id: userId, createdAt, updatedAt: createdAt };
      },
    };
    const authenticate = async (headers: Headers) => ({
      userId: headers.get('x-auth-token') ?? '',
      email: '',
    });
    const limits = { signedIn: { standard: 9, deep: 9 }, allNewAccounts: { standard: 1, deep: 1 } };
    const app = limitedApp(limits, { ...signedInAs('rumi'), authenticate, searchLog, users });
    const searchOf = (userId: string) => app.fetch(send({ 'x-auth-token': userId }));
    await (await searchOf('one')).text();
    writes.length = 0;
    for (const userId of ['one', 'two', 'one', 'two', 'one', 'two']) {
      const refused = await searchOf(userId);
      expect((await refused.json()).error.message).toContain(
        'The one search of accounts in their first day for today is used up.',
      );
    }
    expect(writes).toHaveLength(2);
    expect((await searchOf('old')).status).toBe(200);
  });
});

const RUMI = { id: 'rumi', email: 'rumi@example.com', displayName: 'Rumi' };
const signedInAs = (userId: string) => ({
  searchMessages: memorySearchMessages(),
  authenticate: async () => ({ userId, email: '' }),
});

/** As the SDK throws them when DynamoDB answers. */
const answers = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'AccessDeniedException',
  'ResourceNotFoundException',
  'ValidationException',
  'InternalServerError',
];
const answered = (name: string) =>
  Object.assign(new Error('no'), { name, $metadata: { httpStatusCode: 400 } });
const unreached = [
  Object.assign(new Error('no'), { name: 'TimeoutError' }),
  Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
];

describe('a search that cannot be counted', () => {
  const measured: SearchMeasure[] = [];
  const zero = { standard: 0, deep: 0 };
  /** Over a store in which every counter fails, and so does the search log’s claim. */
  const failingApp = (cause: Error, overrides: Parameters<typeof searchApp>[0] = {}) => {
    const fail = () => Promise.reject(new StoreError('Failed to count the search', { cause }));
    measured.length = 0;
    return limitedApp(
      {},
      {
        quotas: { take: fail, giveBack: fail },
        slots: { take: fail, release: fail },
        searchLog: { ...memorySearchLog(), claim: fail },
        measure: (line) => measured.push(line),
        ...overrides,
      },
    );
  };
  const uncounted = () => measured.filter(({ event }) => event === 'uncounted');
  const expectRefusal = async (response: Response) => {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await response.json()).error.code).toBe('unavailable');
  };

  it.each(answers)('does not run when DynamoDB answers %s, whoever asks', async (name) => {
    for (const limits of [UNLIMITED, { ...UNLIMITED, everybody: zero }])
      await expectRefusal(await failingApp(answered(name), { limits }).fetch(send()));
    for (const deep of [false, true]) {
      await expectRefusal(await failingApp(answered(name)).fetch(send({}, deep)));
      await expectRefusal(await failingApp(answered(name), signedInAs('rumi')).fetch(send({}, deep)));
      expect(uncounted()).toEqual([
        { event: 'uncounted', outcome: 'refused', reason: 'failed', deepResearch: deep, signedIn: true },
      ]);
    }
  });

  it.each(unreached)(
    'does not run for an anonymous person, or deep, when DynamoDB is unreachable: %s',
    async (cause) => {
      await expectRefusal(await failingApp(cause).fetch(send()));
      await expectRefusal(await failingApp(cause, signedInAs('rumi')).fetch(send({}, true)));
      expect(uncounted()).toMatchObject([{ outcome: 'refused', reason: 'unreached' }]);
    },
  );

  it.each(unreached)(
    'runs for a signed-in person when DynamoDB is unreachable, a few times a minute: %s',
    async (cause) => {
      let now = NOON;
      const app = failingApp(cause, { ...signedInAs('rumi'), clock: () => now });
      for (const _ of [1, 2, 3, 4, 5]) expect((await app.fetch(send())).status).toBe(200);
      await expectRefusal(await app.fetch(send()));
      expect(uncounted().map((line) => 'outcome' in line && line.outcome)).toEqual([
        ...Array.from({ length: 5 }, () => 'passed'),
        'refused',
      ]);
      now += 60_001;
      expect((await app.fetch(send())).status).toBe(200);
    },
  );

  it.each(['signedIn', 'newAccount', 'allNewAccounts', 'everybody'] as const)(
    'never runs when the limit %s is zero',
    async (limit) => {
      const limits = { ...UNLIMITED, [limit]: zero };
      for (const cause of unreached)
        await expectRefusal(await failingApp(cause, { ...signedInAs('rumi'), limits }).fetch(send()));
    },
  );

  it.each(unreached)('keeps no slot if it was to run uncounted but cannot start: %s', async (cause) => {
    const messages = memorySearchMessages();
    let isFull = true;
    const searchMessages: SearchAppDeps['searchMessages'] = {
      open: (options) => ({
        ...messages.open(options),
        ...(isFull && { saveUserMessage: async () => ({ status: 'full' as const }) }),
      }),
    };
    const overrides = { slots: memorySlots(), searchLog: memorySearchLog(), searchMessages };
    const limits = { ...UNLIMITED, atOnce: 1 };
    const app = failingApp(cause, { ...signedInAs('rumi'), ...overrides, limits });
    expect((await app.fetch(send())).status).toBe(413);
    isFull = false;
    expect((await app.fetch(send())).status).toBe(200);
  });

  it('spends nothing, releases what it holds, and may be sent again', async () => {
    const slots = memorySlots();
    const searchLog = memorySearchLog();
    const calls: string[] = [];
    const openProviders = async () => {
      calls.push('opened');
      return { providers: fakeProviders(), finish: async () => undefined };
    };
    const fail = () => Promise.reject(new StoreError('no', { cause: answered('ThrottlingException') }));
    const quotas = { take: fail, giveBack: fail };
    const shared = { slots, searchLog, openProviders };
    const limits = { atOnce: 1, everybody: zero };
    await expectRefusal(await limitedApp(limits, { ...shared, quotas }).fetch(postSearch()));
    expect(calls).toEqual([]);
    const app = limitedApp({ atOnce: 1 }, shared);
    for (const request of [send(), postSearch()]) {
      const response = await app.fetch(request);
      expect(response.status).toBe(200);
      await response.text();
    }
  });
});

describe('concurrent searches', () => {
  it('are limited to two per person; a third may start once one has ended', async () => {
    const gate = Promise.withResolvers<unknown[]>();
    const providers = fakeProviders({ replies: { formatting: () => gate.promise } });
    const slots = memorySlots();
    const app = limitedApp({ atOnce: 2 }, { providers, slots });
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

  it('do not include one that is refused because its quota is used up', async () => {
    const app = limitedApp({ anonymous: { standard: 1, deep: 1 }, atOnce: 1 });
    const statuses: number[] = [];
    for (const deepResearch of [false, false, true]) {
      const response = await app.fetch(send({}, deepResearch));
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toEqual([200, 429, 200]);
  });

  it('stay counted until the time for a search is over, and half a minute more if their end is lost', async () => {
    const gate = Promise.withResolvers<unknown[]>();
    const providers = fakeProviders({ replies: { query: () => gate.promise } });
    let now = NOON;
    const app = limitedApp({ atOnce: 1 }, { providers, clock: () => now, deadline: 50_000 });
    const status = async () => (await app.fetch(send({}, true))).status;
    expect(await status()).toBe(200);
    now += 79_999;
    expect(await status()).toBe(429);
    now += 1;
    expect(await status()).toBe(200);
    gate.resolve([]);
  });

  it('have their own wording for a limit of one', async () => {
    const gate = Promise.withResolvers<unknown[]>();
    const providers = fakeProviders({ replies: { formatting: () => gate.promise } });
    const app = limitedApp({ atOnce: 1, atOncePerAddress: 1 }, { providers });
    const told = async (browser: string) => {
      const headers = { ...from('203.0.113.7'), 'x-browser-id': `browser-number-${browser}` };
      return (await (await app.fetch(send(headers))).json()).error.message;
    };
    expect(
      (await app.fetch(send({ ...from('203.0.113.7'), 'x-browser-id': 'browser-number-one' }))).status,
    ).toBe(200);
    expect(await told('one')).toBe('You already have 1 search running. Wait for it to end, or stop it.');
    expect(await told('two')).toBe(
      '1 search is already running from your network. Try again in a moment, or sign in.',
    );
    gate.resolve([]);
  });

  it('are limited to two per browser, with a higher limit per address', async () => {
    const gate = Promise.withResolvers<unknown[]>();
    const providers = fakeProviders({ replies: { formatting: () => gate.promise } });
    const app = limitedApp({ atOnce: 2, atOncePerAddress: 5 }, { providers });
    const by = (name: string) => ({ ...from('203.0.113.7'), 'x-browser-id': `browser-number-${name}` });
    const status = async (headers: Record<string, string>) => (await app.fetch(send(headers))).status;
    expect([await status(by('one')), await status(by('one')), await status(by('one'))]).toEqual([
      200, 200, 429,
    ]);
    // Colleagues in the same office.
    expect([await status(by('two')), await status(by('two')), await status(by('three'))]).toEqual([
      200, 200, 200,
    ]);
    const refused = await app.fetch(send(by('four')));
    expect(refused.status).toBe(429);
    expect((await refused.json()).error.message).toBe(
      '5 searches are already running from your network. Try again in a moment, or sign in.',
    );
    // The slot taken for the browser was released: at another address it has both.
    const elsewhere = { ...by('four'), ...from('198.51.100.1') };
    expect([await status(elsewhere), await status(elsewhere)]).toEqual([200, 200]);
    gate.resolve([]);
  });
});

it('a lower limit per address than per browser has no effect', async () => {
  const gate = Promise.withResolvers<unknown[]>();
  const providers = fakeProviders({ replies: { formatting: () => gate.promise } });
  const app = limitedApp({ atOnce: 2, atOncePerAddress: 1 }, { providers });
  const headers = { ...from('203.0.113.7'), 'x-browser-id': 'browser-number-one' };
  const status = async () => (await app.fetch(send(headers))).status;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  gate.resolve([]);
});

it('no more than ten thousand quotas are remembered as used up, however many there are', () => {
  const full = new FullQuotas();
  const quota = { name: 'any', limit: 1 };
  for (let number = 1; number <= 10_000; number += 1) full.note(`quota ${number}`, quota, NOON);
  expect(full.find(['quota 1'], NOON)).toEqual(quota);
  full.note('quota 10001', quota, NOON);
  expect(full.find(['quota 1'], NOON)).toBeUndefined();
  expect(full.find(['quota 10001'], NOON)).toEqual(quota);
});

describe('the last event', () => {
  it('comes once the search’s slot is free, so that a reader can start the next search at once', async () => {
    const memory = memorySlots();
    const slots = {
      ...memory,
      release: async (options: Parameters<typeof memory.release>[0]) => {
        // As slow as a database may be.
        for (let turn = 0; turn < 50; turn += 1) await setImmediate();
        await memory.release(options);
      },
    };
    const app = limitedApp({ atOnce: 1 }, { slots });
    for (const _ of [1, 2, 3]) {
      const response = await app.fetch(send());
      expect(response.status).toBe(200);
      await readUntilDone(response);
    }
  });
});

describe('the end of a stream', () => {
  it('comes after its slots are free, since Lambda may freeze the instance then', async () => {
    const released: string[] = [];
    const memory = memorySlots();
    const slots = {
      ...memory,
      release: async (options: Parameters<typeof memory.release>[0]) => {
        await Promise.resolve();
        released.push(options.name);
        await memory.release(options);
      },
    };
    const response = await limitedApp({}, { slots }).fetch(send());
    await response.text();
    expect(released).toHaveLength(2);
  });
});
