import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForTokens, authorizeUrl, makeProof, pickAccount, REDIRECT_URI, STATE } from './oauth-client.ts';
import { type RunningCognito, SIGNED, startCognito } from './start.ts';

let cognito: RunningCognito;
beforeEach(async () => {
  cognito = await startCognito({ allowPasswordAuth: true });
});
afterEach(() => cognito.close());

/** The address of the first simulated Google account. */
const ADDRESS = 'amara.lindqvist@example.com';
const PASSWORD = 'correct-horse';

async function ask(operation: string, input: object) {
  return cognito.call(operation, { ClientId: cognito.clientId, ...input });
}
const signUp = (Username = ADDRESS) => ask('SignUp', { Username, Password: PASSWORD });
const confirm = async () =>
  ask('ConfirmSignUp', { Username: ADDRESS, ConfirmationCode: await cognito.codeFor(ADDRESS) });

const PROOF = makeProof();
const pickGoogle = () => pickAccount(authorizeUrl(cognito, { challenge: PROOF.challenge }));

async function comeByGoogle() {
  const url = await pickGoogle();
  const { answer } = await askForTokens(cognito, {
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: PROOF.verifier,
  });
  return decodeJwt(answer.id_token ?? '');
}

async function comeByPassword() {
  const { body } = await ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: ADDRESS, PASSWORD },
  });
  const { AuthenticationResult } = body as { AuthenticationResult: { IdToken: string } };
  return decodeJwt(AuthenticationResult.IdToken);
}

describe('an email address', () => {
  it('has one account for password and Google, once the first Google sign-in has failed and linked them', async () => {
    await signUp('Amara.Lindqvist@example.com');
    await ask('ConfirmSignUp', {
      Username: ADDRESS,
      ConfirmationCode: await cognito.codeFor('Amara.Lindqvist@example.com'),
    });
    const byPassword = await comeByPassword();
    expect(Object.fromEntries((await pickGoogle()).searchParams)).toEqual({
      error: 'invalid_request',
      error_description: 'Already found an entry for username google_100000000000000000001',
      state: STATE,
    });
    const byGoogle = await comeByGoogle();
    expect(byGoogle.sub).toBe(byPassword.sub);
    expect((await comeByPassword()).sub).toBe(byPassword.sub);
    expect((await comeByGoogle()).sub).toBe(byPassword.sub);
  });

  it('updates its account with Google’s details at every Google sign-in', async () => {
    await ask('SignUp', {
      Username: ADDRESS,
      Password: PASSWORD,
      UserAttributes: [{ Name: 'name', Value: 'Amara' }],
    });
    await confirm();
    await pickGoogle();
    expect(await comeByPassword()).toMatchObject({ name: 'Amara' });
    const byGoogle = await comeByGoogle();
    expect(byGoogle).toMatchObject({ name: 'Amara Lindqvist', identities: [{ primary: 'false' }] });
    expect(await comeByPassword()).toMatchObject({ name: 'Amara Lindqvist', picture: byGoogle['picture'] });
  });

  it('cannot sign up with a password once it has a Google account', async () => {
    await comeByGoogle();
    expect(await signUp('AMARA.LINDQVIST@example.com')).toMatchObject({
      status: 400,
      errorType: 'UserLambdaValidationException',
    });
  });

  it('never links Google to an unconfirmed account, which is deleted instead', async () => {
    await signUp();
    const { sub } = await comeByGoogle();
    expect((await comeByGoogle()).sub).toBe(sub);
    expect(await confirm()).toMatchObject({ errorType: 'UserNotFoundException' });
  });

  it('cannot be invited to a password once it has a Google account', async () => {
    await comeByGoogle();
    const input = { UserPoolId: cognito.userPoolId, Username: ADDRESS };
    expect(await cognito.call('AdminCreateUser', input, SIGNED)).toMatchObject({
      status: 400,
      errorType: 'UserLambdaValidationException',
    });
  });

  it('gets no tokens for a code of Google’s once its account is disabled', async () => {
    await signUp();
    await confirm();
    await pickGoogle();
    const code = (await pickGoogle()).searchParams.get('code') ?? '';
    await cognito.disableUser(ADDRESS);
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code };
    const { answer } = await askForTokens(cognito, { ...form, code_verifier: PROOF.verifier });
    expect(answer).toEqual({ error: 'invalid_grant' });
  });
});

describe('an address that a provider has not verified', () => {
  const KAYA = 'kaya.brandt@example.com';
  let firm: RunningCognito;
  beforeEach(async () => {
    firm = await startCognito({ organisation: 'Example Corp' });
  });
  afterEach(() => firm.close());
  const pickKaya = () =>
    pickAccount(
      authorizeUrl(firm, { challenge: PROOF.challenge, change: { identity_provider: 'Organisation' } }),
      2,
    );
  const signUpAsKaya = () =>
    firm.call('SignUp', { ClientId: firm.clientId, Username: KAYA, Password: PASSWORD });

  it('leads to no account with a password', async () => {
    await signUpAsKaya();
    await firm.call('ConfirmSignUp', {
      ...{ ClientId: firm.clientId, Username: KAYA },
      ConfirmationCode: await firm.codeFor(KAYA),
    });
    const { searchParams } = await pickKaya();
    expect([...searchParams.keys()]).toEqual(['code', 'state']);
  });

  it('can still sign up with a password', async () => {
    await pickKaya();
    expect(await signUpAsKaya()).toMatchObject({ status: 200 });
  });
});
