import { describe, expect, it } from 'vitest';
import { makePasswordRecord, padHex } from '#infra/local/cognito/srp.ts';

describe('numbers as hex', () => {
  it.each([
    [0n, '00'],
    [0x14n, '14'],
    [0x7fn, '7f'],
    [0x80n, '0080'],
    [0xecn, '00ec'],
    [0x100n, '0100'],
    [0x8000n, '008000'],
  ])('%d is encoded as in Java', (number, hex) => {
    expect(padHex(number)).toBe(hex);
  });
});

describe('a password record', () => {
  const base = { poolName: 'Local0001', username: 'one', password: 'secret 1', salt: '00ff'.repeat(8) };

  it('is the same for the same input and differs for any other', () => {
    const { verifier } = makePasswordRecord(base);
    expect(makePasswordRecord(base).verifier).toBe(verifier);
    for (const change of [
      { poolName: 'Local0002' },
      { username: 'two' },
      { password: 'secret 2' },
      { salt: '01ff'.repeat(8) },
    ])
      expect(makePasswordRecord({ ...base, ...change }).verifier).not.toBe(verifier);
  });
});
