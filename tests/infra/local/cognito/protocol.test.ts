import { getDiffieHellman } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCognito, startCognito } from './start.ts';

let cognito: RunningCognito;
beforeAll(async () => {
  cognito = await startCognito();
  const { clientId: ClientId } = cognito;
  await cognito.call('SignUp', { ClientId, Username: 'ada@example.com', Password: '123456' });
});
afterAll(() => cognito.close());

const startSrp = (A: string) =>
  cognito.call('InitiateAuth', {
    ClientId: cognito.clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: 'ada@example.com', SRP_A: A },
  });

describe('the protocol', () => {
  it('names the exception in both the header and the body', async () => {
    expect(await cognito.call('ListDevices', {})).toEqual({
      status: 400,
      errorType: 'UnknownOperationException',
      body: {
        __type: 'UnknownOperationException',
        message: 'This operation is not part of the local Cognito.',
      },
    });
  });

  it.each([
    ['constructor', {}],
    ['', {}],
  ])('rejects the unknown operation %j', async (operation, input) => {
    expect((await cognito.call(operation, input)).errorType).toBe('UnknownOperationException');
  });

  it('rejects input that is not JSON, lacks a member or is too long', async () => {
    expect((await cognito.call('SignUp', '{')).errorType).toBe('SerializationException');
    const { body } = await cognito.call('SignUp', { ClientId: cognito.clientId, Password: '123456' });
    expect(body).toEqual({
      __type: 'InvalidParameterException',
      message:
        "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must not be null",
    });
    for (const input of [null, [], 'null', { ClientId: 1 }])
      expect((await cognito.call('SignUp', input)).errorType).toBe('InvalidParameterException');
    const huge = { ClientId: 'x'.repeat(70_000) };
    expect((await cognito.call('SignUp', huge)).errorType).toBe('SerializationException');
  });

  it('knows a single app client', async () => {
    const input = { ClientId: 'other', Username: 'ada@example.com' };
    expect((await cognito.call('ForgotPassword', input)).body).toEqual({
      __type: 'ResourceNotFoundException',
      message: 'User pool client other does not exist.',
    });
  });

  it('does not allow the flow that sends the password', async () => {
    const { body } = await cognito.call('InitiateAuth', {
      ClientId: cognito.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'ada@example.com', PASSWORD: '123456' },
    });
    expect(body).toEqual({
      __type: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
  });

  it('rejects public values that would make the key independent of the password', async () => {
    const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
    const multiples = [0n, N, 2n * N].map((value) => value.toString(16));
    for (const A of [...multiples, '00', 'not hex', '-1', `${'0'.repeat(1025)}1`])
      expect((await startSrp(A)).errorType).toBe('InvalidParameterException');
    expect((await startSrp((N - 1n).toString(16))).status).toBe(200);
  });

  it('accepts each challenge once, and only with a well-formed proof', async () => {
    const { body } = await startSrp('abcdef');
    const { ChallengeParameters } = body as { ChallengeParameters: Record<string, string> };
    const respond = (more: object) =>
      cognito.call('RespondToAuthChallenge', {
        ClientId: cognito.clientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: ChallengeParameters['USERNAME'],
          PASSWORD_CLAIM_SECRET_BLOCK: ChallengeParameters['SECRET_BLOCK'],
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'Sat Nov 21 09:05:01 UTC 2026',
          ...more,
        },
      });
    expect((await respond({ TIMESTAMP: '2026-11-21' })).errorType).toBe('InvalidParameterException');
    expect((await respond({})).body).toMatchObject({ message: 'Incorrect username or password.' });
    expect((await respond({})).body).toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
  });

  it('rejects an invalid refresh token in both refresh flows, and ignores one on revocation', async () => {
    for (const [operation, input] of [
      ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: 'a.b' } }],
      ['GetTokensFromRefreshToken', { RefreshToken: 'a.b' }],
    ] as const)
      expect((await cognito.call(operation, { ClientId: cognito.clientId, ...input })).body).toEqual({
        __type: 'NotAuthorizedException',
        message: 'Invalid Refresh Token',
      });
    const revoked = await cognito.call('RevokeToken', { ClientId: cognito.clientId, Token: 'a.b' });
    expect(revoked).toMatchObject({ status: 200, body: {} });
  });
});
