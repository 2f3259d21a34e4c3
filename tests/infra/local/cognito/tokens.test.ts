import { createHmac, createPublicKey } from 'node:crypto';
import { fetchAuthSession } from '@aws-amplify/core';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import {
  CognitoJwtInvalidClientIdError,
  CognitoJwtInvalidTokenUseError,
  JwtExpiredError,
  JwtInvalidSignatureAlgorithmError,
  JwtInvalidSignatureError,
  KidNotFoundInJwksError,
} from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSignedIn, openBrowser } from './amplify.ts';
import { type RunningCognito, startCognito } from './start.ts';

let cognito: RunningCognito;
let idToken: string;
let accessToken: string;

beforeAll(async () => {
  cognito = await startCognito({ allowPasswordAuth: true });
  openBrowser({ cognito });
  await makeSignedIn(cognito);
  const { tokens } = await fetchAuthSession();
  idToken = tokens?.idToken?.toString() ?? '';
  accessToken = tokens?.accessToken.toString() ?? '';
});
afterAll(() => cognito.close());

/** The API’s verifier, with keys read from the pool’s own address instead of Amazon’s. */
function verify(token: string, clientId = cognito.clientId) {
  const { userPoolId } = cognito;
  const jwksUri = `${cognito.endpoint}${userPoolId}/.well-known/jwks.json`;
  const fetcher = { fetch: async () => (await fetch(jwksUri)).arrayBuffer() };
  const jwksCache = new SimpleJwksCache({ fetcher });
  return CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id' }, { jwksCache }).verify(token);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('aws-jwt-verify', () => {
  it('accepts the ID token', async () => {
    expect(await verify(idToken)).toMatchObject({
      iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Local0001',
      aud: cognito.clientId,
      token_use: 'id',
      email_verified: true,
      email: expect.stringMatching(/@example\.com$/),
    });
  });

  it('rejects an access token in its place', async () => {
    await expect(verify(accessToken)).rejects.toBeInstanceOf(CognitoJwtInvalidTokenUseError);
  });

  it('rejects a token for another app client', async () => {
    await expect(verify(idToken, 'other')).rejects.toBeInstanceOf(CognitoJwtInvalidClientIdError);
  });

  it('rejects a modified token', async () => {
    const [header, , signature] = idToken.split('.');
    const changed = encode({ ...claimsOf(idToken), email: 'somebody.else@example.com' });
    await expect(verify(`${header}.${changed}.${signature}`)).rejects.toBeInstanceOf(
      JwtInvalidSignatureError,
    );
  });

  it('rejects an unsigned token', async () => {
    const { kid } = cognito.jwks.keys[0] ?? {};
    const unsigned = `${encode({ alg: 'none', kid })}.${encode(claimsOf(idToken))}.`;
    await expect(verify(unsigned)).rejects.toThrow();
    await expect(verify(`${unsigned}AAAA`)).rejects.toBeInstanceOf(JwtInvalidSignatureAlgorithmError);
  });

  it('rejects a token signed with the public key as a shared secret', async () => {
    const [jwk] = cognito.jwks.keys;
    if (!jwk) throw new Error('The pool has no key.');
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const signed = `${encode({ alg: 'HS256', kid: jwk.kid })}.${encode(claimsOf(idToken))}`;
    const signature = createHmac('sha256', pem).update(signed).digest('base64url');
    await expect(verify(`${signed}.${signature}`)).rejects.toBeInstanceOf(JwtInvalidSignatureAlgorithmError);
  });

  it('rejects foreign keys, under an unknown key id or the pool’s own', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const forge = (kid: string) =>
      new SignJWT(claimsOf(idToken)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    await expect(verify(await forge('unknown'))).rejects.toBeInstanceOf(KidNotFoundInJwksError);
    const own = cognito.jwks.keys[0]?.kid ?? '';
    await expect(verify(await forge(own))).rejects.toBeInstanceOf(JwtInvalidSignatureError);
  });

  it('rejects an expired token, as does the pool', async () => {
    cognito.advance(-2 * 60 * 60_000);
    openBrowser({ cognito });
    await makeSignedIn(cognito);
    const { tokens } = await fetchAuthSession();
    await expect(verify(tokens?.idToken?.toString() ?? '')).rejects.toBeInstanceOf(JwtExpiredError);
    cognito.advance(2 * 60 * 60_000);
    const { body } = await cognito.call('GetUser', { AccessToken: tokens?.accessToken.toString() });
    expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Access Token has expired' });
  });
});

describe('the pool itself', () => {
  it('accepts only its own access tokens', async () => {
    for (const AccessToken of [idToken, `${accessToken}x`, 'a.b.c'])
      expect((await cognito.call('GetUser', { AccessToken })).body).toEqual({
        __type: 'NotAuthorizedException',
        message: 'Invalid Access Token',
      });
    expect((await cognito.call('GetUser', { AccessToken: accessToken })).status).toBe(200);
  });
});
