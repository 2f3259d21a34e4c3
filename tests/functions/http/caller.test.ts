import { describe, expect, it } from 'vitest';
import { callerOf } from '#functions/http/caller.ts';
import { BROWSER_ID_HEADER, VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';

const callerAt = (address: string, id = '') =>
  callerOf(undefined, new Headers({ [VIEWER_ADDRESS_HEADER]: address, [BROWSER_ID_HEADER]: id }));
const personAt = (address: string) => callerAt(address).person;

describe('the person counted by quotas', () => {
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
  ])('is the same network, regardless of %s', (_, one, other) => {
    expect(personAt(one)).toBe(personAt(other));
  });

  it.each([
    ['another /64', '2600:3c00::1', '2600:3c00:0:1::1'],
    ['another network of the same ending', '2600:3c00::1', '2600:3c01::1'],
    ['another IPv4 address', '192.0.2.7', '192.0.2.8'],
    ['another IPv4 address written as IPv6', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['IPv4 in place of the loopback', '0.0.0.1', '::1'],
  ])('is another at %s', (_, one, other) => {
    expect(personAt(one)).not.toBe(personAt(other));
  });

  it('is the account when signed in, and never the address', () => {
    const identity = { userId: 'user-1', email: 'ana@example.com' };
    const headers = new Headers({
      [VIEWER_ADDRESS_HEADER]: '192.0.2.7',
      [BROWSER_ID_HEADER]: 'a'.repeat(32),
    });
    expect(callerOf(identity, headers)).toEqual({
      person: 'account:user-1',
      browser: undefined,
      network: undefined,
    });
  });

  it('cannot be read back from what is stored', () => {
    expect(personAt('192.0.2.7')).toMatch(/^address:[0-9a-f]{32}$/);
  });

  it('is the same stranger for everything that is not an address', () => {
    expect(callerOf(undefined, new Headers()).person).toBe(personAt('unknown'));
    expect(personAt('1:2:3:4:5:6:7:8:9')).toMatch(/^address:/);
  });
});

describe('the network around an address', () => {
  it('is the first 48 bits of an IPv6 address, and nothing for an IPv4 address', () => {
    expect(callerAt('2600:3c00:1:2::1').network).toBe(callerAt('2600:3c00:1:ffff::9').network);
    expect(callerAt('2600:3c00:1::1').network).not.toBe(callerAt('2600:3c00:2::1').network);
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', 'unknown'])
      expect(callerAt(address).network).toBeUndefined();
  });
});

describe('a browser', () => {
  const id = 'f00df00df00df00df00df00df00df00d';

  it('is the same at every address, and cannot be read back from what is stored', () => {
    expect(callerAt('192.0.2.7', id).browser).toBe(callerAt('198.51.100.1', id).browser);
    expect(callerAt('192.0.2.7', id).browser).toMatch(/^browser:[0-9a-f]{32}$/);
  });

  it.each(['', 'short', 'a'.repeat(65), 'with blanks in the middle'])(
    'with the id %j counts as one with all such browsers at its address',
    (unfit) => {
      expect(callerAt('192.0.2.7', unfit).browser).toBe(callerAt('192.0.2.7').browser);
      expect(callerAt('192.0.2.7', unfit).browser).not.toBe(callerAt('192.0.2.8').browser);
    },
  );
});
