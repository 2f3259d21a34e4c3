import { expect, it } from 'vitest';
import { totpCode } from '#infra/local/cognito/totp.ts';

// RFC 6238, appendix B: the last six of its eight digits, for the base32-encoded key '12345678901234567890'.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('an authenticator code matches the standard’s test value, %i seconds after 1970', (seconds, code) => {
  expect(totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1000)).toBe(code);
});
