import { CognitoJwtVerifier } from 'aws-jwt-verify';
import {
  FetchError,
  JwksValidationError,
  JwkValidationError,
  JwtBaseError,
  KidNotFoundInJwksError,
  WaitPeriodNotYetEndedJwkError,
} from 'aws-jwt-verify/error';
import type { Fetcher } from 'aws-jwt-verify/https';
import { type PenaltyBox, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import * as v from 'valibot';
import type { Identity } from '#functions/store/users.ts';
import { TOKEN_HEADER } from '#shared/contract.ts';
import { HttpProblem } from './problem.ts';

/** Tolerated clock skew, in seconds. */
const CLOCK_SKEW_SECONDS = 5;
/** In milliseconds. */
const KEYS_TIMEOUT = 3_000;
/** How long the keys are not fetched again after they did not include a token's key, in milliseconds. */
const KEYS_PAUSE = 10_000;
/** In characters; no Cognito token is this long. Longer ones are rejected unread. */
const MAX_TOKEN_LENGTH = 16_384;

export interface AuthenticatorOptions {
  /** Determines the region and the issuer. */
  userPoolId: string;
  clientId: string;
  /** The pool's public keys as its JWKS document; fetched when absent. */
  jwks?: unknown;
  /** Where to fetch the keys instead of from Cognito, for a pool that is served elsewhere. */
  jwksUri?: string;
}

/**
 * The identity in the token of the headers; undefined if there is no token.
 * @throws HttpProblem 401 for an invalid token, 503 if the pool's keys cannot be fetched, or not again yet.
 */
export type Authenticate = (headers: Headers) => Promise<Identity | undefined>;

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,128}$/)),
  email: v.optional(v.string(), ''),
  // Cognito's own value is a Boolean; one that comes from a provider's token is a string.
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), false),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  'cognito:username': v.optional(v.string()),
  /** In seconds since 1970. */
  auth_time: v.optional(v.number()),
});

/** Verifies ID tokens for one client of one Cognito user pool: signature, issuer, audience, token use, expiry. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const { userPoolId, clientId } = options;
  const verifier = CognitoJwtVerifier.create(
    { userPoolId, clientId, tokenUse: 'id', graceSeconds: CLOCK_SKEW_SECONDS },
    { jwksCache: new SimpleJwksCache({ fetcher: keyFetcher(options), penaltyBox: limitFetches() }) },
  );
  return async (headers) => {
    const token = headers.get(TOKEN_HEADER);
    if (token === null) return undefined;
    if (token.length > MAX_TOKEN_LENGTH) throw new HttpProblem('unauthorised');
    try {
      return toIdentity(v.parse(Claims, await verifier.verify(token)));
    } catch (cause) {
      throw new HttpProblem(isTokenError(cause) ? 'unauthorised' : 'unavailable', { cause });
    }
  };
}

/** An unverified email address is left out, since it need not belong to this person. */
function toIdentity(claims: v.InferOutput<typeof Claims>): Identity {
  const { sub, email, email_verified: verified, name, picture, auth_time: signedInAt } = claims;
  const username = claims['cognito:username'];
  return {
    userId: sub,
    email: String(verified) === 'true' ? email : '',
    ...(name !== undefined && { displayName: name }),
    ...(picture !== undefined && { photoURL: picture }),
    ...(username !== undefined && { username }),
    ...(signedInAt !== undefined && { signedInAt: signedInAt * 1_000 }),
  };
}

/** The library's errors that are about access to the pool's keys. */
const KEY_ERRORS = [FetchError, JwksValidationError, JwkValidationError, WaitPeriodNotYetEndedJwkError];

/** Whether the token is at fault, rather than the access to the pool's keys. */
function isTokenError(error: unknown): boolean {
  if (error instanceof v.ValiError) return true;
  return error instanceof JwtBaseError && !KEY_ERRORS.some((kind) => error instanceof kind);
}

/**
 * Prevents made-up keys from causing endless fetches. Until the keys are fetched again, the key that was not among them stays invalid, but
 * any other unknown one may be the pool's next; the library's own limit rejects both.
 */
function limitFetches(): PenaltyBox {
  let invalid = { keyId: '', until: 0 };
  return {
    async wait(_, keyId) {
      if (Date.now() >= invalid.until) return;
      if (keyId === invalid.keyId) throw new KidNotFoundInJwksError('Not one of the keys just fetched');
      throw new WaitPeriodNotYetEndedJwkError('Too early to fetch the keys again');
    },
    registerFailedAttempt(_, keyId) {
      invalid = { keyId, until: Date.now() + KEYS_PAUSE };
    },
    registerSuccessfulAttempt: () => undefined,
  };
}

/** The library's own fetcher supports only HTTPS, and only the URL that it derives from the pool. */
function keyFetcher({ jwks, jwksUri }: AuthenticatorOptions): Fetcher {
  if (jwks !== undefined)
    return { fetch: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(jwks)).buffer) };
  return { fetch: (uri) => fetchKeys(jwksUri ?? uri) };
}

async function fetchKeys(address: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(KEYS_TIMEOUT), redirect: 'error' });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new FetchError(address, cause);
  }
}
