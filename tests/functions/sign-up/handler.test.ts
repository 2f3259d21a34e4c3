import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignUpPolicy } from '#functions/environment.ts';
import { signUpTrigger } from '#functions/sign-up/handler.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';

const pool = mockClient(cognito.CognitoIdentityProviderClient);
afterAll(() => pool.restore());
beforeEach(() => {
  pool.reset();
  pool.on(cognito.ListUsersCommand).resolves({ Users: [] });
  pool.on(cognito.AdminGetUserCommand).rejects(new cognito.UserNotFoundException(failure));
});

const failure = { message: 'no', $metadata: {} };
const ANYBODY: SignUpPolicy = { mode: 'open', emailDomains: [] };
const handler = signUpTrigger(ANYBODY);

const ADDRESS = 'amara.lindqvist@example.com';

interface Known {
  name: string;
  status: cognito.UserStatusType;
  verified?: string;
}

/** Fills the pool with these users at the address; the one with a password is found in any letter case. */
function knows(...users: Known[]) {
  const own = users.find(({ status }) => status !== 'EXTERNAL_PROVIDER');
  if (own !== undefined)
    pool.on(cognito.AdminGetUserCommand).callsFake(({ Username }) => {
      if (Username.toLowerCase() !== ADDRESS) throw new cognito.UserNotFoundException(failure);
      return {
        Username: own.name,
        UserStatus: own.status,
        UserAttributes: [{ Name: 'email_verified', Value: own.verified ?? 'true' }],
      };
    });
  pool.on(cognito.ListUsersCommand, { Filter: `email = "${ADDRESS}"` }).resolves({
    Users: users.map(({ name, status, verified = 'true' }) => ({
      Username: name,
      UserStatus: status,
      Attributes: [
        { Name: 'email', Value: ADDRESS },
        { Name: 'email_verified', Value: verified },
      ],
    })),
  });
}

const asked = (triggerSource: string, userName: string, attributes: Record<string, string> = {}) => ({
  version: '1',
  triggerSource,
  userPoolId: 'us-east-1_Abc',
  userName,
  request: { userAttributes: { email: ADDRESS, email_verified: 'true', ...attributes } },
  response: {},
});

/** A first sign-in with Google. */
const byGoogle = (attributes?: Record<string, string>, userName = 'google_100000000000000000001') =>
  handler(asked('PreSignUp_ExternalProvider', userName, attributes));

const changes = () =>
  pool
    .calls()
    .filter(
      ({ args: [command] }) =>
        !(command instanceof cognito.ListUsersCommand || command instanceof cognito.AdminGetUserCommand),
    )
    .map(({ args: [command] }) => [command.constructor.name, command.input]);

const LINK = cognito.AdminLinkProviderForUserCommand.name;

describe('the first sign-in with Google', () => {
  it('is linked to the password account with the same address', async () => {
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

  it('finds the account in whatever case the address is written', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle({ email: 'Amara.Lindqvist@Example.com' });
    expect(changes()).toHaveLength(1);
  });

  it('finds an account whose own address is stored in capitals', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    pool.on(cognito.ListUsersCommand).resolves({ Users: [] });
    await byGoogle();
    expect(changes()).toMatchObject([[LINK, { DestinationUser: { ProviderAttributeValue: 'sub-1' } }]]);
  });

  it('gets an account of its own when nobody has the address', async () => {
    const event = asked('PreSignUp_ExternalProvider', 'Google_1');
    expect(await handler(event)).toBe(event);
    expect(changes()).toEqual([]);
  });

  it('replaces an unconfirmed account instead of linking to it, since anybody may have made it', async () => {
    for (const verified of ['false', 'true']) {
      knows({ name: 'sub-1', status: 'UNCONFIRMED', verified });
      pool.resetHistory();
      await byGoogle();
      expect(changes()).toEqual([
        ['AdminDeleteUserCommand', { UserPoolId: 'us-east-1_Abc', Username: 'sub-1' }],
      ]);
    }
  });

  it.each([
    ['the account’s address is not proven', {}, 'false'],
    ['Google does not vouch for the address', { email_verified: 'false' }, 'true'],
  ])('links nothing when %s', async (_, attributes, verified) => {
    knows({ name: 'sub-1', status: 'CONFIRMED', verified });
    await byGoogle(attributes);
    expect(changes()).toEqual([]);
  });

  it('links the deployment’s own provider too, by its name in the pool', async () => {
    knows({ name: 'sub-1', status: 'FORCE_CHANGE_PASSWORD' });
    await byGoogle({}, 'organisation_E-1001_x');
    expect(changes()).toMatchObject([
      [
        'AdminLinkProviderForUserCommand',
        { SourceUser: { ProviderName: 'Organisation', ProviderAttributeValue: 'E-1001_x' } },
      ],
    ]);
  });

  it('links by the id in the provider’s own spelling, whose capitals the pool’s name has lost', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle({ nickname: 'MDRhj2_Asx8' }, 'organisation_mdrhj2_asx8');
    expect(changes()).toMatchObject([[LINK, { SourceUser: { ProviderAttributeValue: 'MDRhj2_Asx8' } }]]);
  });

  it('ignores a provider id that does not match the pool’s name', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle({ nickname: 'somebody' }, 'organisation_mdrhj2_asx8');
    expect(changes()).toMatchObject([[LINK, { SourceUser: { ProviderAttributeValue: 'mdrhj2_asx8' } }]]);
  });

  it('links nothing to an account that another provider made', async () => {
    pool.on(cognito.AdminGetUserCommand).resolves({
      Username: 'google_1',
      UserStatus: 'EXTERNAL_PROVIDER',
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    });
    await byGoogle({}, 'organisation_e-1001');
    expect(changes()).toEqual([]);
  });

  it('gets an account of its own when the provider names no address', async () => {
    // As Cognito does for an empty name.
    pool.on(cognito.AdminGetUserCommand).rejects(new cognito.InvalidParameterException(failure));
    const event = asked('PreSignUp_ExternalProvider', 'organisation_e-1001', { email: '' });
    expect(await handler(event)).toBe(event);
  });

  it('links nothing for any other provider', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byGoogle({}, 'facebook_1');
    expect(changes()).toEqual([]);
  });
});

describe('a sign-up with a password', () => {
  const byPassword = (attributes?: Record<string, string>) =>
    handler(asked('PreSignUp_SignUp', 'sub-2', attributes));

  it('is refused when Google has an account with the address', async () => {
    knows({ name: 'google_1', status: 'EXTERNAL_PROVIDER' });
    await expect(byPassword()).rejects.toThrow('An account with the given email already exists.');
  });

  it('is refused in whatever case the address is written', async () => {
    knows({ name: 'google_1', status: 'EXTERNAL_PROVIDER' });
    await expect(byPassword({ email: 'Amara.Lindqvist@Example.com' })).rejects.toThrow('already exists');
  });

  it('is not blocked by a provider’s account whose address the provider does not vouch for', async () => {
    knows({ name: 'google_1', status: 'EXTERNAL_PROVIDER', verified: 'false' });
    await expect(byPassword()).resolves.toMatchObject({ userName: 'sub-2' });
  });

  it('is otherwise left to Cognito', async () => {
    knows({ name: 'sub-1', status: 'CONFIRMED' });
    await byPassword();
    expect(changes()).toEqual([]);
  });

  it('cannot inject anything into the address filter', async () => {
    await byPassword({ email: '"a\\" or "b"@example.com' });
    expect(pool.commandCalls(cognito.ListUsersCommand)[0]?.args[0].input.Filter).toBe(
      'email = "\\"a\\\\\\" or \\"b\\"@example.com"',
    );
  });
});

describe('failures', () => {
  it('keep addresses out of the log and out of the error that Lambda logs in full', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const quoting = Object.assign(new Error(`Cannot parse email = "${ADDRESS}"`), {
      name: 'InvalidParameterException',
    });
    pool.on(cognito.ListUsersCommand).rejects(quoting);
    pool.on(cognito.AdminGetUserCommand).rejects(quoting);
    const failed = [
      byGoogle(),
      signUpTrigger(ANYBODY)({ triggerSource: 'PreSignUp_SignUp', userName: ADDRESS }),
    ];
    const errors = (await Promise.allSettled(failed)).map((one) => one.status === 'rejected' && one.reason);
    const logged = JSON.stringify(log.mock.calls);
    log.mockRestore();
    for (const error of errors) {
      expect(error).toMatchObject({ message: AUTH_ERRORS['sign-up-unchecked'] });
      expect(error).not.toHaveProperty('cause');
      expect(error).not.toHaveProperty('issues');
    }
    expect(logged).toContain('InvalidParameterException');
    expect(logged).toContain('ValiError');
    expect(logged).not.toContain('lindqvist');
  });
});

describe('the sign-up policy', () => {
  /** The first words of the refusal for each kind of sign-up, or undefined. */
  const ask = (policy: SignUpPolicy, source: string, attributes: Record<string, string> = {}) => {
    const name = source === 'ExternalProvider' ? 'google_1' : 'sub-9';
    const asking = signUpTrigger(policy)(asked(`PreSignUp_${source}`, name, attributes));
    return asking.then(
      () => undefined,
      (error: Error) => error.message,
    );
  };
  const CLOSED = 'This site takes no new accounts.';
  const INVITED = 'Only people who have been invited can have an account here.';
  const DOMAIN = 'Email addresses of this domain cannot have an account here.';

  it.each([
    ['open', 'SignUp', undefined],
    ['open', 'ExternalProvider', undefined],
    ['invited', 'SignUp', INVITED],
    ['invited', 'ExternalProvider', INVITED],
    ['invited', 'AdminCreateUser', undefined],
    ['closed', 'SignUp', CLOSED],
    ['closed', 'ExternalProvider', CLOSED],
    ['closed', 'AdminCreateUser', CLOSED],
  ] as const)('%s, by %s: %s', async (mode, source, refusal) => {
    expect(await ask({ mode, emailDomains: [] }, source)).toBe(refusal);
  });

  it.each(['invited', 'closed'] as const)(
    'linking to an existing account is not a new sign-up: %s',
    async (mode) => {
      knows({ name: 'sub-1', status: 'CONFIRMED' });
      expect(await ask({ mode, emailDomains: ['example.org'] }, 'ExternalProvider')).toBeUndefined();
      expect(changes()).toHaveLength(1);
    },
  );

  it('an unconfirmed account is kept when its address may not have a new one', async () => {
    knows({ name: 'sub-1', status: 'UNCONFIRMED', verified: 'false' });
    expect(await ask({ mode: 'closed', emailDomains: [] }, 'ExternalProvider')).toBe(CLOSED);
    expect(changes()).toEqual([]);
  });

  describe('by the domain of the address', () => {
    const policy: SignUpPolicy = { mode: 'open', emailDomains: ['example.com', 'xn--bcher-kva.example'] };

    it.each(['ada@example.com', 'Ada@EXAMPLE.com', 'a+b@example.com', 'ada@xn--bcher-kva.example'])(
      'accepts %s',
      async (email) => {
        expect(await ask(policy, 'SignUp', { email })).toBeUndefined();
        expect(await ask(policy, 'ExternalProvider', { email })).toBeUndefined();
      },
    );

    it.each([
      'ada@example.com.evil.example',
      'ada@notexample.com',
      'ada@sub.example.com',
      'ada@example.com.',
      'evil@x@example.com',
      '"evil@x"@example.com',
      'ada@evil.example\u0000@example.com',
      'ada@evil.example,ada@example.com',
      'ada @example.com',
      'ada@example.com ',
      'ada@example.\u212Aom',
      'ada@\uFF45xample.com',
      'ada@b\u00fccher.example',
      'example.com',
      '@example.com',
      '',
    ])('refuses %j', async (email) => {
      expect(await ask(policy, 'SignUp', { email })).toBe(DOMAIN);
      expect(await ask(policy, 'ExternalProvider', { email })).toBe(DOMAIN);
    });

    it('accepts a provider’s address only if it is verified', async () => {
      expect(await ask(policy, 'ExternalProvider', { email_verified: 'false' })).toMatch(/does not confirm/);
    });

    it('does not apply to an administrator’s invitations', async () => {
      expect(await ask(policy, 'AdminCreateUser', { email: 'ada@elsewhere.example' })).toBeUndefined();
    });
  });

  it('an invitation creates no second account for an address that a provider has', async () => {
    knows({ name: 'google_1', status: 'EXTERNAL_PROVIDER' });
    expect(await ask(ANYBODY, 'AdminCreateUser')).toBe('An account with the given email already exists.');
    const byName = asked('PreSignUp_AdminCreateUser', ADDRESS);
    await expect(handler({ ...byName, request: { userAttributes: {} } })).rejects.toThrow('already exists');
  });
});
