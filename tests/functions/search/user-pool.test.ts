import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#functions/search/user-pool.ts';

const pool = mockClient(cognito.CognitoIdentityProviderClient);
afterAll(() => pool.restore());
beforeEach(() => pool.reset());

const failure = { message: 'no', $metadata: {} };

describe('deleting one’s own account', () => {
  const erase = () => deleteAccount('us-east-1_Abc', 'sub-1');

  it('removes it from its pool', async () => {
    await erase();
    expect(pool.calls().map(({ args: [command] }) => [command.constructor.name, command.input])).toEqual([
      ['AdminDeleteUserCommand', { UserPoolId: 'us-east-1_Abc', Username: 'sub-1' }],
    ]);
  });

  it('succeeds if it is already gone, and fails on any other error', async () => {
    pool.on(cognito.AdminDeleteUserCommand).rejects(new cognito.UserNotFoundException(failure));
    await expect(erase()).resolves.toBeUndefined();
    pool.on(cognito.AdminDeleteUserCommand).rejects(new cognito.TooManyRequestsException(failure));
    await expect(erase()).rejects.toThrow(cognito.TooManyRequestsException);
  });
});
