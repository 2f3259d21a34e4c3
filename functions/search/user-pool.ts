import * as cognito from '@aws-sdk/client-cognito-identity-provider';

/** Deletes an account from a user pool. Idempotent. */
export async function deleteAccount(UserPoolId: string, Username: string): Promise<void> {
  const client = new cognito.CognitoIdentityProviderClient();
  try {
    await client.send(new cognito.AdminDeleteUserCommand({ UserPoolId, Username }));
  } catch (error) {
    if (!(error instanceof cognito.UserNotFoundException)) throw error;
  } finally {
    client.destroy();
  }
}
