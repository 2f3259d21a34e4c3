import type { AccountPool } from './app.ts';

/** The deployment's user pool. Its client is loaded when an account is deleted: no search needs it. */
export const userPool = ({ userPoolId: UserPoolId }: { userPoolId: string }): AccountPool => ({
  async remove(Username) {
    const cognito = await import('@aws-sdk/client-cognito-identity-provider');
    const client = new cognito.CognitoIdentityProviderClient();
    try {
      await client.send(new cognito.AdminDeleteUserCommand({ UserPoolId, Username }));
    } catch (error) {
      if (!(error instanceof cognito.UserNotFoundException)) throw error;
    } finally {
      client.destroy();
    }
  },
});
