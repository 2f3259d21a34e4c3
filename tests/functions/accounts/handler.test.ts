import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/accounts/handler.ts';

const pool = mockClient(cognito.CognitoIdentityProviderClient);
beforeEach(() => {
  pool.reset();
  pool.on(cognito.ListUsersCommand).resolves({ Users: [] });
});

const ADDRESS = 'amara.lindqvist@example.com';

interface Known {
  name: string;
  status: cognito.UserStatusType;
  verified?: string;
}

/** The pool knows these people by the address. */
const knows = (...users: Known[]) =>
  pool.on(cognito.ListUsersCommand, { Filter: `email = "${ADDRESS}"` }).resolves({
    Users: users.map(({ name, status, verified = 'true' }) => ({
      Username: name,
      UserStatus: status,
      Attributes: [{ Name: 'email_verified', Value: verified }],
    })),
  });

const asked = (triggerSource: string, userName: string, attributes: Record<string, string> = {}) => ({
  version: '1',
  triggerSource,
  userPoolId: 'us-east-1_Abc',
  userName,
  request: { userAttributes: { email: ADDRESS, email_verified: 'true', ...attributes } },
  response: {},
});

/** Somebody comes by Google for the first time. */
const byGoogle = (attributes?: Record<string, string>, userName = 'google_100000000000000000001') =>
  handler(asked('PreSignUp_ExternalProvider', userName, attributes));

const changes = () =>
  pool
    .calls()
    .filter(({ args: [command] }) => !(command instanceof cognito.ListUsersCommand))
    .map(({ args: [command] }) => [command.constructor.name, command.input]);

describe('the first sign-in with Google', () => {
  it('becomes a second way into the account with a password and the same address', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle();
    expect(changes()).toEqual([
      [
        'AdminLinkProviderForUserCommand',
        {
          UserPoolId: 'us-east-1_Abc',
          DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'sub-1' },
          SourceUser: {
            ProviderName: 'Google',
            ProviderAttributeName: 'Cognito_Subject',
            ProviderAttributeValue: '100000000000000000001',
          },
        },
      ],
    ]);
  });

  it('finds the account however the address is written', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle({ email: 'Amara.Lindqvist@Example.com' });
    expect(changes()).toHaveLength(1);
  });

  it('is an account of its own where nobody has the address', async () => {
    const event = asked('PreSignUp_ExternalProvider', 'Google_1');
    expect(await handler(event)).toBe(event);
    expect(changes()).toEqual([]);
  });

  it('replaces an account that nobody has confirmed, and never leads into it: anybody may have made it', async () => {
    knows({ name: 'sub-1', status: 'UNCONFIRMED', verified: 'false' });
    await byGoogle();
    expect(changes()).toEqual([
      ['AdminDeleteUserCommand', { UserPoolId: 'us-east-1_Abc', Username: 'sub-1' }],
    ]);
  });

  it.each([
    ['the account’s address is not proven', {}, 'false'],
    ['Google does not vouch for the address', { email_verified: 'false' }, 'true'],
  ])('links nothing when %s', async (_, attributes, verified) => {
    knows({ name: 'sub-1', status: 'CONFIRMED', verified });
    await byGoogle(attributes);
    expect(changes()).toEqual([]);
  });

  it('links nothing to another provider', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle({}, 'facebook_1');
    expect(changes()).toEqual([]);
  });
});

describe('a sign-up with a password', () => {
  const byPassword = (attributes?: Record<string, string>) =>
    handler(asked('PreSignUp_SignUp', 'sub-2', attributes));

  it('is refused where Google has an account with the address', async () => {
    knows({ name: 'google_1', status: 'EXTERNAL_PROVIDER' });
    await expect(byPassword()).rejects.toThrow('An account with the given email already exists.');
  });

  it('is left to Cognito everywhere else', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byPassword();
    expect(changes()).toEqual([]);
  });

  it('cannot ask for more than its own address', async () => {
    await byPassword({ email: '"a\\" or "b"@example.com' });
    expect(pool.commandCalls(cognito.ListUsersCommand)[0]?.args[0].input.Filter).toBe(
      'email = "\\"a\\\\\\" or \\"b\\"@example.com"',
    );
  });
});

describe('what fails', () => {
  it('says nobody’s address, neither in the log nor in the error that Lambda logs whole', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const quoting = Object.assign(new Error(`Cannot parse email = "${ADDRESS}"`), {
      name: 'InvalidParameterException',
    });
    pool.on(cognito.ListUsersCommand).rejects(quoting);
    const failed = [byGoogle(), handler({ triggerSource: 'PreSignUp_SignUp', userName: ADDRESS })];
    const errors = (await Promise.allSettled(failed)).map((one) => one.status === 'rejected' && one.reason);
    const logged = JSON.stringify(log.mock.calls);
    log.mockRestore();
    for (const error of errors) {
      expect(error).toMatchObject({ message: 'Please try again in a moment.' });
      expect(error).not.toHaveProperty('cause');
      expect(error).not.toHaveProperty('issues');
    }
    expect(logged).toContain('InvalidParameterException');
    expect(logged).toContain('ValiError');
    expect(logged).not.toContain('lindqvist');
  });
});
