/** The scope that lets a token's bearer call Cognito for themselves: all that a sign-in without OAuth grants. */
export const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin';

/** What the app client may ask for through OAuth. */
export const OAUTH_SCOPES: readonly string[] = ['openid', 'email', 'profile', SELF_SERVICE_SCOPE];
