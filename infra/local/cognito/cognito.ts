import type { OneTimeValues } from './one-time.ts';
import type { Installation } from './state/installation.ts';
import type { Mail } from './state/schema.ts';
import type { Store } from './state/store.ts';

/** An SRP sign-in between its two calls: `A`, `B` and the secret `b` in hex. */
export type SrpChallenge = { sub: string; A: string; B: string; b: string };

/** An OAuth authorization code's meaning: who chose to sign in, and what the exchange has to prove. */
export type CodeGrant = {
  sub: string;
  redirectUri: string;
  /** BASE64URL(SHA-256(code_verifier)), RFC 7636. */
  challenge: string;
  scopes: string[];
  nonce?: string;
};

/** One user pool with its one app client: what every operation is given. */
export interface Cognito {
  userPoolId: string;
  issuer: string;
  installation: Installation;
  store: Store;
  /** Life of ID and access tokens, in seconds. */
  tokenLifetime: number;
  allowPasswordAuth: boolean;
  challenges: OneTimeValues<SrpChallenge>;
  grants: OneTimeValues<CodeGrant>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Six digits. */
  makeCode: () => string;
  makeUuid: () => string;
  sendMail: (mail: Mail) => void;
}
