import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { userOperation } from './account.ts';
import * as passwords from './passwords.ts';
import type { Pool } from './pool.ts';
import * as protocol from './protocol.ts';
import type { User } from './state.ts';

/* Authenticator codes as a second factor (RFC 6238), as in Cognito. */

/** The time step in milliseconds, and how many steps before and after the current one are accepted. */
const STEP_MILLISECONDS = 30_000;
const MAX_DRIFT = 1;
const DIGITS = 6;
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2)));
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The six-digit code that an authenticator app shows at a given time. */
export function totpCode(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MILLISECONDS)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return `${number % 10 ** DIGITS}`.padStart(DIGITS, '0');
}

/** The time step of a typed code; undefined if it matches no step near the present. */
function stepOf(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / STEP_MILLISECONDS);
  const steps = Array.from({ length: 2 * MAX_DRIFT + 1 }, (_, index) => current - MAX_DRIFT + index);
  return steps.find((step) => passwords.isSameSecret(totpCode(secret, step * STEP_MILLISECONDS), code));
}

/**
 * Accepts a sign-in code, each only once.
 * @throws CodeMismatchException, ExpiredCodeException
 */
export function spendTotpCode(pool: Pool, { totp }: User, code: string): void {
  const step = totp?.secret === undefined ? undefined : stepOf(totp.secret, code, pool.clock());
  if (totp === undefined || step === undefined) throw protocol.refusal('totpWrong');
  if (totp.lastStep !== undefined && step <= totp.lastStep) throw protocol.refusal('totpUsed');
  totp.lastStep = step;
}

const NO_INPUT = v.object({});
const VERIFY_TOKEN_INPUT = v.object({ UserCode: v.pipe(v.string(), v.regex(/^\d{6}$/)) });
const MFA_PREFERENCE_INPUT = v.object({
  SoftwareTokenMfaSettings: v.optional(v.object({ Enabled: v.optional(v.boolean(), false) })),
});

/** @throws CognitoException if the pool does not offer authenticator codes */
function requireTotp({ totp }: Pool): void {
  if (!totp) throw protocol.refusal('totpOff');
}

export const totpOperations: protocol.Operations = {
  /** Issues a new secret, which replaces the previous one once a code for it has been verified. */
  AssociateSoftwareToken: userOperation(NO_INPUT, (pool, user) => {
    requireTotp(pool);
    const pending = toBase32(randomBytes(SECRET_BYTES));
    user.totp = { isEnabled: false, ...user.totp, pending };
    return { SecretCode: pending };
  }),

  VerifySoftwareToken: userOperation(VERIFY_TOKEN_INPUT, (pool, user, { UserCode }) => {
    requireTotp(pool);
    const { pending, isEnabled = false } = user.totp ?? {};
    const lastStep = pending === undefined ? undefined : stepOf(pending, UserCode, pool.clock());
    if (pending === undefined || lastStep === undefined) throw protocol.refusal('totpUnverified');
    user.totp = { isEnabled, secret: pending, lastStep };
    return { Status: 'SUCCESS' };
  }),

  SetUserMFAPreference: userOperation(
    MFA_PREFERENCE_INPUT,
    (pool, user, { SoftwareTokenMfaSettings: wanted }) => {
      requireTotp(pool);
      if (wanted?.Enabled === true && user.totp?.secret === undefined) throw protocol.refusal('totpNotSetUp');
      if (wanted !== undefined && user.totp !== undefined) user.totp.isEnabled = wanted.Enabled;
      return {};
    },
  ),
};
