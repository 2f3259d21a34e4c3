import type { Cognito } from '../cognito.ts';
import type { User } from '../state/schema.ts';
import { issueTokens } from './issue-tokens.ts';
import { SELF_SERVICE_SCOPE } from './scopes.ts';
import { openSession, resumeSession } from './session.ts';

/** Tokens as InitiateAuth and its kin answer them; `ExpiresIn` is in seconds. */
export type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
  RefreshToken?: string;
};

/** The answer to a completed sign-in. */
export async function signedIn(
  cognito: Cognito,
  user: User,
): Promise<{ ChallengeParameters: object; AuthenticationResult: AuthenticationResult }> {
  const { session, refreshToken } = openSession(cognito, { user, scopes: [SELF_SERVICE_SCOPE] });
  const { idToken, accessToken } = await issueTokens(cognito, { user, session });
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      AccessToken: accessToken,
      IdToken: idToken,
      RefreshToken: refreshToken,
      ExpiresIn: cognito.tokenLifetime,
      TokenType: 'Bearer',
    },
  };
}

/**
 * The answer to a refresh: no new refresh token, since the pool does not rotate them.
 * @throws NotAuthorizedException
 */
export async function refreshed(
  cognito: Cognito,
  refreshToken: string,
): Promise<{ AuthenticationResult: AuthenticationResult }> {
  const { idToken, accessToken } = await issueTokens(cognito, resumeSession(cognito, refreshToken));
  return {
    AuthenticationResult: {
      AccessToken: accessToken,
      IdToken: idToken,
      ExpiresIn: cognito.tokenLifetime,
      TokenType: 'Bearer',
    },
  };
}
