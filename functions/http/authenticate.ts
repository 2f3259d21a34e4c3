import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwksValidationError, JwkValidationError, JwtBaseError } from 'aws-jwt-verify/error';
import type { Fetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { Identity, UserStore } from '#functions/store/users.ts';
import { HttpProblem } from './problem.ts';

/** `Authorization` is taken: CloudFront signs its requests to the origin with it. */
const TOKEN_HEADER = 'x-auth-token';
/** Difference of clocks that is forgiven, in seconds. */
const GRACE = 5;
/** In milliseconds. */
const KEYS_TIMEOUT = 3_000;
/** In characters: longer than any token of Cognito's. What is longer is refused unread. */
const LONGEST_TOKEN = 16_384;
/** At most this many people are remembered as seen; all are forgotten when there are more. */
const MOST_SEEN = 10_000;
/**
 * A person who was seen is looked up again after this, in milliseconds: somebody may have erased the account since, and its token is valid
 * for an hour or more. An erasure waits that long before it deletes.
 */
const SIGHT_LASTS = 60_000;

/** How long functions may still write for an account after it was erased, in milliseconds: a request that began just before has 15 s to end. */
export const SETTLES = SIGHT_LASTS + 15_000;

export interface AuthenticatorOptions {
  /** Says the region and the issuer. */
  userPoolId: string;
  clientId: string;
  /** The pool's public keys as its JWKS document; fetched when absent. */
  jwks?: unknown;
  /** Where the keys are fetched instead of from Cognito, for a pool that is spoken to elsewhere. */
  jwksUri?: string;
}

/**
 * Who the headers' token speaks for; undefined when they carry none.
 * @throws HttpProblem 401 for an invalid token, 503 when the pool's keys cannot be had.
 */
export type Authenticate = (headers: Headers) => Promise<Identity | undefined>;

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,128}$/)),
  email: v.optional(v.string(), ''),
  // A Boolean of Cognito's own, and text where a provider's token says it.
  email_verified: v.optional(v.union([v.boolean(), v.picklist(['true', 'false'])]), false),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  'cognito:username': v.optional(v.string()),
  /** In seconds since 1970. */
  auth_time: v.optional(v.number()),
});

/** Checks ID tokens of one client of one Cognito user pool: signature, issuer, audience, token use, expiry. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const { userPoolId, clientId } = options;
  const verifier = CognitoJwtVerifier.create(
    { userPoolId, clientId, tokenUse: 'id', graceSeconds: GRACE },
    { jwksCache: new SimpleJwksCache({ fetcher: keyFetcher(options) }) },
  );
  return async (headers) => {
    const token = headers.get(TOKEN_HEADER);
    if (token === null) return undefined;
    if (token.length > LONGEST_TOKEN) throw new HttpProblem('unauthorised');
    try {
      return toIdentity(v.parse(Claims, await verifier.verify(token)));
    } catch (cause) {
      throw new HttpProblem(isRefusal(cause) ? 'unauthorised' : 'unavailable', { cause });
    }
  };
}

/** An address that nobody has proven is nobody's: it is left out. */
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

/** Whether the token is at fault, rather than the way to the pool's keys. */
function isRefusal(error: unknown): boolean {
  if (error instanceof v.ValiError) return true;
  if ([FetchError, JwksValidationError, JwkValidationError].some((kind) => error instanceof kind))
    return false;
  return error instanceof JwtBaseError;
}

/** The library's own fetcher speaks https alone, and keeps to the address it derives from the pool. */
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

/**
 * Makes the record of a person when this process first sees their token, and again when a token says something else of them or a minute has
 * passed. What it returns gives the time at which the record was first made, and throws StoreError, and AccountErasedError for a token that
 * has outlived its account.
 * @param clock milliseconds since 1970
 */
export function createRecordMaker(
  users: Pick<UserStore, 'ensure'>,
  clock: () => number = Date.now,
): (identity: Identity) => Promise<string> {
  const seen = new Map<string, { createdAt: string; until: number }>();
  return async (identity) => {
    const sight = JSON.stringify(identity);
    const known = seen.get(sight);
    const now = clock();
    if (known !== undefined && now < known.until) return known.createdAt;
    const { createdAt } = await users.ensure({ identity });
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.set(sight, { createdAt, until: now + SIGHT_LASTS });
    return createdAt;
  };
}

/** What the routes behind {@link requireOwner} find in the context. */
export interface OwnerEnv {
  Variables: {
    identity: Identity;
    /** When their record was made, a timestamp. */
    since: string;
  };
}

interface OwnerSettings {
  authenticate: Authenticate;
  users: Pick<UserStore, 'ensure'>;
  clock?: () => number;
}

/**
 * Lets in only those with a valid token, and makes the record of a person seen for the first time.
 * Everything behind it acts for that person alone.
 */
export function requireOwner({ authenticate, users, clock }: OwnerSettings): MiddlewareHandler<OwnerEnv> {
  const ensureRecord = createRecordMaker(users, clock);
  return async (context, next) => {
    const identity = await authenticate(context.req.raw.headers);
    if (identity === undefined) throw new HttpProblem('unauthorised', { message: 'Please sign in first.' });
    context.set('since', await ensureRecord(identity));
    context.set('identity', identity);
    await next();
  };
}

/** What is somebody's own is cached by nothing on the way. */
export const neverCached: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-store');
};
