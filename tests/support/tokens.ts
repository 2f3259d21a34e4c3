import { createHmac } from 'node:crypto';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

export const POOL = { userPoolId: 'us-east-1_Tests0001', clientId: 'tests-client' } as const;

const KEY_ID = 'test-key';
const A_MINUTE = 60;
const issuerOf = (userPoolId: string) => `https://cognito-idp.us-east-1.amazonaws.com/${userPoolId}`;
const inSeconds = () => Math.floor(Date.now() / 1000);

interface TokenOptions {
  sub: string;
  claims?: Record<string, unknown>;
  header?: { kid?: string };
  /** Signs in place of the pool's own key. */
  key?: CryptoKey;
}

/** The faults of otherwise valid tokens. */
export const BAD_TOKENS = [
  'expired',
  'not valid yet',
  'wrong pool',
  'wrong client',
  'access token for ID token',
  'alg none',
  'HS256 with the public key',
  'unknown key id',
  'no key id',
  'signed by another key under our key id',
  'changed after signing',
  'no token at all',
  'empty',
  'two tokens',
  'too long',
  'a person that could be no one',
] as const;
type BadToken = (typeof BAD_TOKENS)[number];

export interface TokenMint {
  /** The pool's public keys. */
  jwks: { keys: JWK[] };
  /** A valid ID token. */
  mint: (options: TokenOptions) => Promise<string>;
  mintBad: (kind: BadToken, sub: string) => Promise<string>;
}

/** A user pool's tokens, signed with freshly generated keys. */
export async function createTokenMint(keyId = KEY_ID): Promise<TokenMint> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const pem = await exportSPKI(publicKey);
  const jwk = { ...(await exportJWK(publicKey)), kid: keyId, use: 'sig', alg: 'RS256' };

  const mint: TokenMint['mint'] = async ({ sub, claims = {}, header = { kid: keyId }, key = privateKey }) =>
    await new SignJWT({ ...idClaims(sub), ...claims })
      .setProtectedHeader({ alg: 'RS256', ...header })
      .sign(key);

  const changed = async (sub: string) => {
    const [header, , signature] = (await mint({ sub: 'someone-else' })).split('.');
    return [header, encode(idClaims(sub)), signature].join('.');
  };

  const makers: Record<BadToken, (sub: string) => Promise<string>> = {
    expired: (sub) => mint({ sub, claims: { exp: inSeconds() - A_MINUTE } }),
    'not valid yet': (sub) => mint({ sub, claims: { nbf: inSeconds() + A_MINUTE } }),
    'wrong pool': (sub) => mint({ sub, claims: { iss: issuerOf('us-east-1_Other0001') } }),
    'wrong client': (sub) => mint({ sub, claims: { aud: 'another-client' } }),
    'access token for ID token': (sub) =>
      mint({ sub, claims: { token_use: 'access', client_id: POOL.clientId } }),
    'alg none': async (sub) => `${encode({ alg: 'none', kid: KEY_ID })}.${encode(idClaims(sub))}.`,
    'HS256 with the public key': async (sub) => signWithText(sub, pem),
    'unknown key id': (sub) => mint({ sub, header: { kid: 'unknown' }, key: stranger.privateKey }),
    'no key id': (sub) => mint({ sub, header: {} }),
    'signed by another key under our key id': (sub) => mint({ sub, key: stranger.privateKey }),
    'changed after signing': changed,
    'no token at all': async () => 'Bearer',
    empty: async () => '',
    'two tokens': async (sub) => `${await mint({ sub })}, ${await mint({ sub })}`,
    'too long': (sub) => mint({ sub, claims: { name: 'x'.repeat(20_000) } }),
    'a person that could be no one': (sub) => mint({ sub: `${sub}#CHAT#chat_1` }),
  };
  return { jwks: { keys: [jwk] }, mint, mintBad: (kind, sub) => makers[kind](sub) };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The classic confusion attack: the public key used as a shared secret. */
function signWithText(sub: string, secret: string): string {
  const signed = `${encode({ alg: 'HS256', kid: KEY_ID })}.${encode(idClaims(sub))}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const idClaims = (sub: string) => ({
  sub,
  iss: issuerOf(POOL.userPoolId),
  aud: POOL.clientId,
  token_use: 'id',
  email: `${sub}@example.com`,
  email_verified: true,
  iat: inSeconds(),
  exp: inSeconds() + 10 * A_MINUTE,
});
