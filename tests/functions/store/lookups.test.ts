import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import { lookupsOf } from '#functions/store/service-keys.ts';
import { ProfileRecord } from '#shared/profile-record.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { MUCH_LATER, noise } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();
const A_SECOND = 1_000;
const provider = 'Enrich Layer';
const expiresAt = MUCH_LATER;

let people = 0;
/** A person no other test looks up. */
function newProfileUrl(): string {
  people += 1;
  return `https://www.linkedin.com/in/invented-person-${people}`;
}

const recordOf = (name: string, summary = 'Lawyer in Lima'): ProfileRecord =>
  v.parse(ProfileRecord, {
    full_name: name,
    summary,
    city: null,
    experiences: [{ company: 'Firm', title: null, starts_at: { day: null, month: 3, year: 2020 } }],
    education: [],
  });

/** The number of items stored about the person. */
async function countItems(profileUrl: string): Promise<number | undefined> {
  const request = new QueryCommand({
    TableName: setup.tableName(),
    KeyConditionExpression: 'pk = :partition',
    ExpressionAttributeValues: { ':partition': lookupsOf(profileUrl).partition },
  });
  return (await setup.database().client.send(request)).Count;
}

describe('a lookup', () => {
  it('is remembered unchanged, by person and provider', async () => {
    const { lookups } = setup.open();
    const [profileUrl, otherUrl] = [newProfileUrl(), newProfileUrl()];
    const lookup = { record: recordOf('Ada Invented') };
    expect(await lookups.read({ provider, profileUrl })).toBeUndefined();
    await lookups.remember({ provider, profileUrl, lookup, expiresAt });
    expect(await lookups.read({ provider, profileUrl })).toEqual(lookup);
    expect(await lookups.read({ provider: 'Proxycurl', profileUrl })).toBeUndefined();
    expect(await lookups.read({ provider, profileUrl: otherUrl })).toBeUndefined();
  });

  it('that found nobody is remembered as such', async () => {
    const { lookups } = setup.open();
    const profileUrl = newProfileUrl();
    await lookups.remember({ provider, profileUrl, lookup: { record: undefined }, expiresAt });
    expect(await lookups.read({ provider, profileUrl })).toEqual({ record: undefined });
  });

  it('is found under every form of the person’s address', async () => {
    const { lookups } = setup.open();
    const lookup = { record: recordOf('José Invented') };
    await lookups.remember({
      provider,
      profileUrl: 'https://pe.linkedin.com/in/JOSÉ-x/?a=b#c',
      lookup,
      expiresAt,
    });
    const profileUrl = 'https://www.linkedin.com/in/jos%C3%A9-x';
    expect(await lookups.read({ provider, profileUrl })).toEqual(lookup);
    await lookups.erase({ profileUrl: 'http://linkedin.com/in/jos%c3%a9-X/en' });
    expect(await lookups.read({ provider, profileUrl })).toBeUndefined();
  });

  it('replaces an earlier one', async () => {
    const { lookups } = setup.open();
    const profileUrl = newProfileUrl();
    for (const record of [recordOf('Before', noise(300_000)), recordOf('After')])
      await lookups.remember({ provider, profileUrl, lookup: { record }, expiresAt });
    expect((await lookups.read({ provider, profileUrl }))?.record?.full_name).toBe('After');
  });

  it('is forgotten when it expires', async () => {
    const { lookups } = setup.open();
    const profileUrl = newProfileUrl();
    const second = Math.ceil(setup.clock.read() / A_SECOND) * A_SECOND;
    const soon = second + 10.5 * A_SECOND;
    await lookups.remember({ provider, profileUrl, lookup: { record: recordOf('Ada') }, expiresAt: soon });
    setup.clock.pass(second + 10.2 * A_SECOND - setup.clock.read());
    expect(await lookups.read({ provider, profileUrl })).toBeDefined();
    setup.clock.pass(A_SECOND);
    expect(await lookups.read({ provider, profileUrl })).toBeUndefined();
  });

  it.each([
    ['20 KB', 20_000],
    ['300 KB', 300_000],
    ['1.5 MB', 1_500_000],
  ])('of %s is read back identical', async (_, bytes) => {
    const { lookups } = setup.open();
    const profileUrl = newProfileUrl();
    const lookup = { record: recordOf('Ada', `\ud83d ${noise(bytes)}`) };
    await lookups.remember({ provider, profileUrl, lookup, expiresAt });
    expect(await lookups.read({ provider, profileUrl })).toEqual(lookup);
  });

  it('is one of two remembered at once, never a mixture', async () => {
    const { lookups } = setup.openForRaces();
    const profileUrl = newProfileUrl();
    const both = ['one', 'other'].map((name) => ({ record: recordOf(name, noise(500_000)) }));
    await Promise.all(both.map((lookup) => lookups.remember({ provider, profileUrl, lookup, expiresAt })));
    expect(both).toContainEqual(await lookups.read({ provider, profileUrl }));
  });
});

describe('erasing a person’s lookups', () => {
  it('removes every provider’s records of the person, and nobody else’s', async () => {
    const { lookups } = setup.open();
    const [profileUrl, otherUrl] = [newProfileUrl(), newProfileUrl()];
    const record = recordOf('Ada', noise(1_000_000));
    for (const name of [provider, 'Proxycurl'])
      for (const of of [profileUrl, otherUrl])
        await lookups.remember({ provider: name, profileUrl: of, lookup: { record }, expiresAt });
    await lookups.remember({ provider, profileUrl, lookup: { record: recordOf('Ada') }, expiresAt });
    expect(await countItems(profileUrl)).toBeGreaterThan(4);
    await lookups.erase({ profileUrl });
    await lookups.erase({ profileUrl });
    expect(await countItems(profileUrl)).toBe(0);
    expect(await lookups.read({ provider, profileUrl })).toBeUndefined();
    expect(await lookups.read({ provider, profileUrl: otherUrl })).toEqual({ record });
  });

  it('while one is being remembered leaves it whole or not at all', async () => {
    for (let number = 0; ; number += 1) {
      const profileUrl = newProfileUrl();
      const lookup = { record: recordOf('Ada', noise(500_000)) };
      const slow = setup.openFaulty();
      slow.beforeWrite(number, () => setup.open().lookups.erase({ profileUrl }));
      const { lookups } = slow.store;
      await lookups.remember({ provider, profileUrl, lookup, expiresAt });
      expect([undefined, lookup]).toContainEqual(await lookups.read({ provider, profileUrl }));
      if (slow.writes.length <= number) return expect(number).toBe(3);
    }
  });

  it('is completed by a repeat after an interruption', async () => {
    const faulty = setup.openFaulty();
    const { lookups } = faulty.store;
    const profileUrl = newProfileUrl();
    await lookups.remember({ provider, profileUrl, lookup: { record: recordOf('Ada') }, expiresAt });
    faulty.failWrite(1, 'timeout before');
    await expect(lookups.erase({ profileUrl })).rejects.toThrow('Failed to erase the lookups');
    faulty.heal();
    await lookups.erase({ profileUrl });
    expect(await countItems(profileUrl)).toBe(0);
  });
});

it.each(FAULTS)(
  'remembering interrupted by "%s" leaves the earlier lookup or the whole new one',
  async (fault) => {
    for (let number = 0; ; number += 1) {
      const { lookups } = setup.open();
      const profileUrl = newProfileUrl();
      const [before, after] = ['before', 'after'].map((name) => ({ record: recordOf(name, noise(300_000)) }));
      if (before === undefined || after === undefined) return;
      await lookups.remember({ provider, profileUrl, lookup: before, expiresAt });
      const faulty = setup.openFaulty();
      faulty.failWrite(number, fault);
      const broken = faulty.store.lookups;
      const remember = () => broken.remember({ provider, profileUrl, lookup: after, expiresAt });
      const error = await remember().catch((reason: unknown) => reason);
      if (faulty.writes.length <= number) return expect(number).toBe(2);
      expect(error).toBeInstanceOf(StoreError);
      expect([before, after]).toContainEqual(await lookups.read({ provider, profileUrl }));
      faulty.heal();
      await remember();
      expect(await lookups.read({ provider, profileUrl })).toEqual(after);
    }
  },
);

describe('the cache', () => {
  it.each([
    ['https://www.linkedin.com/company/firm', provider],
    ['https://example.com/in/ada', provider],
    ['ada', provider],
    ['https://www.linkedin.com/in/ada', 'Enrich#Layer'],
    ['https://www.linkedin.com/in/ada', ''],
  ])('rejects %j at %j', async (profileUrl, name) => {
    const { lookups } = setup.open();
    await expect(lookups.read({ provider: name, profileUrl })).rejects.toThrow('Failed to fetch the lookup');
  });

  it('reports when storing fails or is cancelled', async () => {
    const faulty = setup.openFaulty();
    faulty.failEverything('DynamoDB is down');
    const { lookups } = faulty.store;
    const profileUrl = newProfileUrl();
    const lookup = { record: undefined };
    await expect(lookups.read({ provider, profileUrl })).rejects.toThrow(StoreError);
    await expect(lookups.remember({ provider, profileUrl, lookup, expiresAt })).rejects.toThrow(StoreError);
    await expect(lookups.erase({ profileUrl })).rejects.toThrow(StoreError);
    const reason = new Error('Nobody waits any more');
    const signal = AbortSignal.abort(reason);
    await expect(setup.open().lookups.read({ provider, profileUrl, signal })).rejects.toBe(reason);
  });
});

describe('an operator', () => {
  it('erases a person’s lookups by any form of the profile URL, and learns if there are none', async () => {
    const { lookups } = setup.open();
    const profileUrl = newProfileUrl();
    const otherUrl = newProfileUrl();
    const lookup = { record: recordOf('Ada Invented') };
    for (const url of [profileUrl, otherUrl])
      await lookups.remember({ provider, profileUrl: url, lookup, expiresAt });
    const written = `${profileUrl.replace('www.', 'pe.').replace('invented', 'INVENTED')}/?trk=x`;
    expect(await lookups.erase({ profileUrl: written })).toBe(true);
    expect(await lookups.erase({ profileUrl: written })).toBe(false);
    expect(await lookups.read({ provider, profileUrl })).toBeUndefined();
    expect(await lookups.read({ provider, profileUrl: otherUrl })).toEqual(lookup);
  });
});
