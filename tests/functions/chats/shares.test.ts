import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { StoreError } from '#functions/store/errors.ts';
import { Share, Shared, SharesAnswer } from '#shared/shares.ts';
import { profileOf, shareOf } from '#tests/functions/store/samples.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { callAs, newPerson, setUpChats } from './setup.ts';

const service = setUpChats();
let me: string;
beforeEach(() => {
  me = newPerson();
});
const call = callAs(service, () => me);
const open = (token: string) => service.call(`/api/shared/${token}`);

async function share(sketch: Parameters<typeof shareOf>[1] = {}): Promise<Share> {
  const { status, body } = await call('/shares', 'POST', shareOf('share_1', sketch));
  expect(status).toBe(201);
  return v.parse(v.strictObject(Share.entries), body);
}

describe('a share over HTTP', () => {
  it('is readable without an account, uncached and unindexed, until it is revoked', async () => {
    const { token, id } = await share({ people: [{ profile: profileOf('ada'), note: 'Speaks Quechua' }] });
    const { status, headers, body } = await open(token);
    expect(status).toBe(200);
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
    const shown = v.parse(v.strictObject(Shared.entries), body);
    expect(shown).toMatchObject({ kind: 'answer', people: [{ note: 'Speaks Quechua' }] });
    expect(v.parse(SharesAnswer, (await call('/shares')).body).shares).toMatchObject([{ id, token }]);
    expect((await call(`/shares/${id}`, 'DELETE')).body).toEqual({ deleted: true });
    const gone = await open(token);
    expect(gone).toMatchObject({ status: 404, body: { error: { message: 'There is nothing here.' } } });
    expect(gone.headers.get('x-robots-tag')).toBe('noindex');
    expect((await call('/shares')).body).toEqual({ shares: [] });
  });

  it('shows no account data, and rejects fields other than the profile and the note', async () => {
    const { token } = await share();
    const { text, body } = await open(token);
    expect(text).not.toContain(me);
    expect(v.parse(Shared, body).people).toEqual([{ profile: { ...profileOf('ada'), id: '1' } }]);
    const person = { profile: profileOf('ada'), origins: [], status: 'contacted' };
    const refused = await call('/shares', 'POST', { ...shareOf('share_2'), people: [person] });
    expect(refused.status).toBe(400);
  });

  it('is cleaned of invisible characters', async () => {
    const { title, token } = await share({ title: 'Engi\u200Bneers \u202Ein Lima' });
    expect(title).toBe('Engineers in Lima');
    expect((await open(token)).body).toMatchObject({ title });
  });

  it('without names reveals no identity, yet a person can still be removed from it', async () => {
    const nameless = (index: number) => ({ fullName: `Person ${index}`, profileUrl: '' });
    const people = ['ada', 'zoe'].map((slug, index) => ({
      profile: { ...profileOf(slug), ...nameless(index), id: `${slug}-1234` },
      hiddenUrl: urlOf(slug),
      isUnscored: true,
    }));
    const { id, token } = await share({ people });
    const { text, body } = await open(token);
    expect(text).not.toMatch(/hiddenUrl|linkedin|ada-1234|zoe-1234/);
    expect(
      v.parse(Shared, body).people.map(({ profile, isUnscored }) => [profile.fullName, isUnscored]),
    ).toEqual([
      ['Person 0', true],
      ['Person 1', true],
    ]);
    const somebody = { userId: me, profileUrl: urlOf('ada') };
    expect(await service.store().shares.removePerson(somebody)).toMatchObject({ shares: [id] });
    expect(v.parse(Shared, (await open(token)).body).people.map(({ profile }) => profile.fullName)).toEqual([
      'Person 1',
    ]);
  });

  it.each([
    ['nobody in it', { people: [] }],
    ['no title', { title: ' ' }],
    ['too many days', { days: 91 }],
    ['no day', { days: 0 }],
    ['half a day', { days: 0.5 }],
    ['a day and a half', { days: 1.5 }],
    [
      'a hidden address that is none',
      { people: [{ profile: profileOf('ada'), hiddenUrl: 'https://example.com/' }] },
    ],
    ['another address', { people: [{ profile: profileOf('ada', { profileUrl: 'javascript:alert(1)' }) }] }],
  ])('is rejected with %s', async (_, sketch) => {
    expect((await call('/shares', 'POST', shareOf('share_1', sketch))).status).toBe(400);
  });

  it('holds a whole list, and says so when it is too large', async () => {
    const words = (seed: number) =>
      Array.from({ length: 40 }, (_, index) => `w${(seed * index) % 977}`).join(' ');
    const people = (count: number, summary: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => ({
        profile: profileOf(`p${index}`, { summary: summary(index) }),
      }));
    const { token, size } = await share({ kind: 'list', people: people(1_000, words) });
    expect([size, v.parse(Shared, (await open(token)).body).people.length]).toEqual([1_000, 1_000]);
    const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(1_500))).toString('base64');
    const huge = () => 'x'.repeat(4_000);
    for (const tooMany of [people(500, noise), people(1_000, huge)])
      expect(await call('/shares', 'POST', shareOf('share_2', { people: tooMany }))).toMatchObject({
        status: 413,
        body: { error: { message: 'This is too much for one link. Share fewer people.' } },
      });
  });
});

describe('a suppressed person', () => {
  /** The same service as another instance, which reads the suppressions anew. */
  const instance = (suppressed = service.store().suppressed) =>
    createChatsApp({
      store: { ...service.store(), suppressed },
      authenticate: () => Promise.resolve(undefined),
    });

  it('is left out of every share, including earlier ones', async () => {
    const people = ['ada', 'zoe'].map((slug) => ({ profile: profileOf(slug) }));
    const nameless = {
      profile: profileOf('bea', { fullName: 'Person 3', profileUrl: '' }),
      hiddenUrl: urlOf('zoe'),
    };
    const { token } = await share({ people: [...people, nameless] });
    await service.store().suppressed.add({ profileUrl: urlOf('zoe') });
    const response = await instance().request(`/api/shared/${token}`);
    const shown = v.parse(Shared, await response.json());
    expect(shown.people.map(({ profile }) => profile.profileUrl)).toEqual([urlOf('ada')]);
    await service.store().suppressed.remove({ profileUrl: urlOf('zoe') });
  });

  it('is never shown when suppressions cannot be read: the share is unavailable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { token } = await share();
    const load = () => Promise.reject(new StoreError('Failed to fetch who is suppressed'));
    const response = await instance({ ...service.store().suppressed, load }).request(`/api/shared/${token}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ error: { message: 'Failed to fetch share' } });
    log.mockRestore();
  });
});
