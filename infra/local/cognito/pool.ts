import { randomBytes } from 'node:crypto';
import type { SignUpPolicy } from '#functions/environment.ts';
import type { Installation } from './installation.ts';
import type { Mail, Store } from './state.ts';

/** An SRP sign-in between its two calls: `A`, `B` and the secret `b` in hex. */
export type SrpChallenge = { sub: string; A: string; B: string; b: string };

/** A sign-in that requires a further challenge after the right password. */
export type NextStep = { sub: string; challenge: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA' };

/** What an OAuth authorization code represents: who signed in, and what the token exchange must prove. */
export type CodeGrant = {
  sub: string;
  redirectUri: string;
  /** BASE64URL(SHA-256(code_verifier)), RFC 7636. */
  challenge: string;
  scopes: string[];
  nonce?: string;
};

/** A user pool with its one app client; passed to every operation. */
export interface Pool {
  userPoolId: string;
  issuer: string;
  installation: Installation;
  store: Store;
  /** Lifetime of ID and access tokens, in seconds. */
  tokenLifetime: number;
  /** Allows USER_PASSWORD_AUTH, which the pool in the cloud does not. */
  allowPasswordAuth: boolean;
  /** The policy that the pre-sign-up trigger applies (functions/sign-up). */
  signUp: SignUpPolicy;
  /** Name of the deployment's own provider; undefined without one. */
  organisation: string | undefined;
  /** Whether users may protect their account with authenticator codes. */
  totp: boolean;
  challenges: OneTimeValues<SrpChallenge>;
  nextSteps: OneTimeValues<NextStep>;
  grants: OneTimeValues<CodeGrant>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Six digits. */
  makeCode: () => string;
  /** Called with every mail. */
  sendMail: (mail: Mail) => void;
}

type OneTimeValues<T> = ReturnType<typeof createOneTimeValues<T>>;

/** Beyond this, the oldest values are dropped. */
const MAX_VALUES = 1000;

/**
 * One-time values with a limited lifetime, stored under keys that cannot be guessed. Kept in memory, so a restart loses them.
 * @param lifetime in milliseconds
 */
export function createOneTimeValues<T>(clock: () => number, lifetime: number) {
  const values = new Map<string, { value: T; expiresAt: number }>();
  return {
    /** Stores a value and returns its key, in standard base64. */
    put(value: T): string {
      const [oldest] = values.keys();
      if (values.size >= MAX_VALUES && oldest !== undefined) values.delete(oldest);
      const key = randomBytes(33).toString('base64');
      values.set(key, { value, expiresAt: clock() + lifetime });
      return key;
    },
    /** The value, without removing it; undefined if unknown, already taken or expired. */
    read(key: string): T | undefined {
      const found = values.get(key);
      return found && found.expiresAt > clock() ? found.value : undefined;
    },
    /** Removes and returns the value; undefined if unknown, already taken or expired. */
    take(key: string): T | undefined {
      const found = values.get(key);
      values.delete(key);
      return found && found.expiresAt > clock() ? found.value : undefined;
    },
  };
}
