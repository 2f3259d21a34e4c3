import { describe, expect, it } from 'vitest';
import { personOf } from '#functions/search/person-of.ts';
import { VIEWER_ADDRESS_HEADER } from '#shared/site-config.ts';

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
