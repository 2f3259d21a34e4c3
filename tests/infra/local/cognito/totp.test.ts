import { expect, it } from 'vitest';
import { totpCode } from '#infra/local/cognito/totp.ts';
import { makeAccount, openBrowser } from './amplify.ts';
import { startCognito } from './start.ts';

// RFC 6238, appendix B: the last six of its eight digits, for the base32-encoded key '12345678901234567890'.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('an authenticator code matches the standard’s test value, %i seconds after 1970', (seconds, code) => {
  expect(totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1000)).toBe(code);
});

it('an authenticator code signs in once, for the account and the sign-in that asked for it', async () => {
  let now = Date.now();
  const cognito = await startCognito({ totp: true, allowPasswordAuth: true, clock: () => now });
  try {
    openBrowser({ cognito });
    const { clientId: ClientId } = cognito;
    const { email: USERNAME, password: PASSWORD } = await makeAccount(cognito);
    const ask = async (operation: string, input: object) =>
      (await cognito.call(operation, { ClientId, ...input })).body as Record<string, string> & {
        AuthenticationResult?: { AccessToken: string };
      };
    const startSignIn = () =>
      ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });
    const { AccessToken } = (await startSignIn()).AuthenticationResult ?? {};
    const { SecretCode = '' } = await ask('AssociateSoftwareToken', { AccessToken });
    await ask('VerifySoftwareToken', { AccessToken, UserCode: totpCode(SecretCode, now) });
    await ask('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
    now += 30_000;
    const answer = (Session: string | undefined, name = USERNAME) =>
      ask('RespondToAuthChallenge', {
        ...{ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session },
        ChallengeResponses: { USERNAME: name, SOFTWARE_TOKEN_MFA_CODE: totpCode(SecretCode, now) },
      });
    const { Session: first } = await startSignIn();
    const { Session: second } = await startSignIn();
    expect(await answer(first, 'somebody-else@example.com')).toMatchObject({
      __type: 'NotAuthorizedException',
    });
    expect(await answer(first)).toMatchObject({ AuthenticationResult: expect.anything() });
    expect(await answer(second)).toMatchObject({ __type: 'ExpiredCodeException' });
    now += 30_000;
    expect(await answer(first)).toMatchObject({ __type: 'NotAuthorizedException' });
    expect(await answer(second)).toMatchObject({ AuthenticationResult: expect.anything() });
  } finally {
    await cognito.close();
  }
});
