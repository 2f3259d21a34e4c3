import { randomBytes } from 'node:crypto';
import type { SignUpPolicy } from '#functions/environment.ts';
import type { Installation } from './installation.ts';
import type { Mail, Store } from './state.ts';

/** An SRP sign-in between its two calls: `A`, `B` and the secret `b` in hex. */
export type SrpChallenge = { sub: string; A: string; B: string; b: string };

/** A sign-in that asks for more after the right password. */
export type NextStep = { sub: string; challenge: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA' };

/** What an OAuth authorization code stands for: who signed in, and what the exchange must prove. */
export type CodeGrant = {
  sub: string;
  redirectUri: string;
  /** BASE64URL(SHA-256(code_verifier)), RFC 7636. */
  challenge: string;
  scopes: string[];
  nonce?: string;
};

/** One user pool with its one app client: what every operation is given. */
export interface Pool {
  userPoolId: string;
  issuer: string;
  installation: Installation;
  store: Store;
  /** Life of ID and access tokens, in seconds. */
  tokenLifetime: number;
  /** Lets USER_PASSWORD_AUTH through, which the pool in the cloud does not. */
  allowPasswordAuth: boolean;
  /** What the pre-sign-up trigger decides by (functions/accounts). */
  signUp: SignUpPolicy;
  /** Name of the deployment's own provider; undefined without one. */
  organisation: string | undefined;
  /** Whether people may protect their account by codes of an app. */
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

/** The oldest are dropped first. */
const MOST_VALUES = 1000;

/**
 * Values that can be fetched once, for a limited time, by a key nobody can guess. Held in memory: a restart loses them.
 * @param lifetime milliseconds
 */
export function createOneTimeValues<T>(clock: () => number, lifetime: number) {
  const values = new Map<string, { value: T; expiresAt: number }>();
  return {
    /** Stores a value and returns its key, in standard base64. */
    put(value: T): string {
      const [oldest] = values.keys();
      if (values.size >= MOST_VALUES && oldest !== undefined) values.delete(oldest);
      const key = randomBytes(33).toString('base64');
      values.set(key, { value, expiresAt: clock() + lifetime });
      return key;
    },
    /** The value, which stays; undefined when unknown, taken or too old. */
    read(key: string): T | undefined {
      const found = values.get(key);
      return found && found.expiresAt > clock() ? found.value : undefined;
    },
    /** Removes and returns the value; undefined when unknown, taken or too old. */
    take(key: string): T | undefined {
      const found = values.get(key);
      values.delete(key);
      return found && found.expiresAt > clock() ? found.value : undefined;
    },
  };
}
