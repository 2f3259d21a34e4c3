import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askForTokens,
  authorizeUrl,
  linksOf,
  makeProof,
  openPage,
  pickAccount,
  REDIRECT_URI,
  STATE,
} from './oauth-client.ts';
import { type RunningCognito, startCognito } from './start.ts';

let cognito: RunningCognito;
beforeAll(async () => {
  cognito = await startCognito();
});
afterAll(() => cognito.close());

/** Picks an account and exchanges its code, with `change` applied to the form. */
async function exchange(options: { place?: number; change?: Record<string, string> } = {}) {
  const { verifier, challenge } = makeProof();
  const url = await pickAccount(authorizeUrl(cognito, { challenge }), options.place);
  const form = {
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
    ...options.change,
  };
  return { form, ...(await askForTokens(cognito, form)) };
}

describe('the account chooser', () => {
  it('offers four invented people and a cancel link, on a page without scripts', async () => {
    const url = authorizeUrl(cognito, { challenge: makeProof().challenge });
    const page = await openPage(url);
    expect(page.text).toContain('Choose an invented Google account (simulated)');
    expect(page.text).not.toContain('<script');
    const links = linksOf(page, url);
    expect(links).toHaveLength(5);
    expect(links.at(-1)?.href).toBe(
      `${REDIRECT_URI}?error=access_denied&error_description=User+cancelled+the+sign-in&state=${STATE}`,
    );
  });

  it('escapes the parameters of its address', async () => {
    const change = { state: '"><script>alert(1)</script>', nonce: "'><b>" };
    const { text } = await openPage(authorizeUrl(cognito, { challenge: makeProof().challenge, change }));
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<b>');
  });

  it.each([
    ['https://evil.example/callback'],
    ['http://localhost.evil.example/'],
    ['http://localhost@evil.example/'],
    ['http://user:pw@localhost:3000/'],
    ['javascript:alert(1)//localhost'],
    ['//localhost/'],
    [undefined],
  ])('never redirects to %s', async (redirect_uri) => {
    const change = { redirect_uri };
    const page = await openPage(authorizeUrl(cognito, { challenge: makeProof().challenge, change }));
    expect(page).toMatchObject({ status: 400, location: null });
    expect(page.text).toContain('redirect_uri must be an address on this machine.');
  });

  it('rejects unknown app clients', async () => {
    const change = { client_id: 'other' };
    const page = await openPage(authorizeUrl(cognito, { challenge: makeProof().challenge, change }));
    expect(page).toMatchObject({ status: 400, location: null });
  });

  it.each([
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ identity_provider: 'Facebook' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'openid phone' }, 'invalid_scope'],
  ])('returns %j to the app as an error with its state', async (change, error) => {
    const page = await openPage(authorizeUrl(cognito, { challenge: makeProof().challenge, change }));
    expect(page.location?.origin).toBe('http://localhost:3000');
    expect(page.location?.searchParams.get('error')).toBe(error);
    expect(page.location?.searchParams.get('state')).toBe(STATE);
  });
});

describe('the token endpoint', () => {
  it('returns tokens with the person’s Google identity, which stays the same', async () => {
    const { status, answer } = await exchange();
    expect(status).toBe(200);
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const claims = decodeJwt(answer.id_token ?? '');
    expect(claims).toMatchObject({
      name: 'Amara Lindqvist',
      email: 'amara.lindqvist@example.com',
      email_verified: true,
      picture: expect.stringMatching(/^data:image\/svg\+xml,/),
      'cognito:username': 'google_100000000000000000001',
      identities: [{ userId: '100000000000000000001', providerName: 'Google', providerType: 'Google' }],
    });
    const again = await exchange();
    expect(decodeJwt(again.answer.id_token ?? '').sub).toBe(claims.sub);
    const other = await exchange({ place: 3 });
    expect(decodeJwt(other.answer.id_token ?? '')).toMatchObject({ name: 'Łucja Nguyễn' });
    expect(decodeJwt(other.answer.id_token ?? '')).not.toHaveProperty('picture');
  });

  it('accepts a code only once', async () => {
    const { form } = await exchange();
    expect(await askForTokens(cognito, form)).toEqual({ status: 400, answer: { error: 'invalid_grant' } });
  });

  it.each([
    [{ code_verifier: 'another' }, 'invalid_grant'],
    [{ code_verifier: '' }, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost:3000/other' }, 'invalid_grant'],
    [{ code: 'invented' }, 'invalid_grant'],
    [{ client_id: 'other' }, 'invalid_client'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
  ])('rejects %j', async (change, error) => {
    const { status, answer } = await exchange({ change });
    expect({ status, answer }).toEqual({ status: 400, answer: { error } });
  });

  it('rejects an expired code', async () => {
    const { verifier, challenge } = makeProof();
    const url = await pickAccount(authorizeUrl(cognito, { challenge }));
    cognito.advance(5 * 60_000);
    const { answer } = await askForTokens(cognito, {
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    });
    expect(answer).toEqual({ error: 'invalid_grant' });
  });

  it('refreshes tokens until the session is revoked', async () => {
    const { answer } = await exchange();
    const form = { grant_type: 'refresh_token', refresh_token: answer.refresh_token ?? '' };
    const refreshed = await askForTokens(cognito, form);
    expect(decodeJwt(refreshed.answer.id_token ?? '').sub).toBe(decodeJwt(answer.id_token ?? '').sub);
    expect(refreshed.answer).not.toHaveProperty('refresh_token');
    await cognito.call('RevokeToken', { ClientId: cognito.clientId, Token: answer.refresh_token });
    expect((await askForTokens(cognito, form)).answer).toEqual({ error: 'invalid_grant' });
  });

  it('omits the ID token and self-service scope unless they were requested', async () => {
    const { verifier, challenge } = makeProof();
    const url = await pickAccount(authorizeUrl(cognito, { challenge, change: { scope: 'email' } }));
    const { answer } = await askForTokens(cognito, {
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    });
    expect(answer).not.toHaveProperty('id_token');
    expect((await cognito.call('GetUser', { AccessToken: answer.access_token })).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Access Token does not have required scopes',
    });
  });
});

describe('Google users', () => {
  it('are described by userInfo only to the bearer of their access token', async () => {
    const { answer } = await exchange({ place: 2 });
    const ask = (bearer = '') =>
      fetch(`${cognito.endpoint}oauth2/userInfo`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(await (await ask(answer.access_token)).json()).toMatchObject({
      email: 'noor.ocastellan@example.org',
      email_verified: 'true',
      username: 'google_100000000000000000003',
    });
    expect((await ask(answer.id_token)).status).toBe(401);
    expect((await ask()).status).toBe(401);
  });

  it('have no password, and nobody can sign up with their address', async () => {
    await exchange();
    const Username = 'amara.lindqvist@example.com';
    const { clientId: ClientId } = cognito;
    const forgot = () => cognito.call('ForgotPassword', { ClientId, Username });
    expect(await forgot()).toMatchObject({
      errorType: 'NotAuthorizedException',
      body: { message: 'User password cannot be reset in the current state.' },
    });
    const signedUp = await cognito.call('SignUp', { ClientId, Username, Password: '123456' });
    expect(signedUp.errorType).toBe('UserLambdaValidationException');
  });

  it('return to the app after logout, but never to an external address', async () => {
    const query = new URLSearchParams({ client_id: cognito.clientId, logout_uri: 'http://localhost:3000/' });
    const { location } = await openPage(`${cognito.endpoint}logout?${query.toString()}`);
    expect(location?.href).toBe('http://localhost:3000/');
    query.set('logout_uri', 'https://evil.example/');
    expect(await openPage(`${cognito.endpoint}logout?${query.toString()}`)).toMatchObject({
      status: 400,
      location: null,
    });
  });
});
