import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { SignUpPolicy } from '#functions/environment.ts';
import { accountOperations, removeUser, revokeSessions } from './account.ts';
import { adminOperations } from './admin.ts';
import { printMail } from './codes.ts';
import * as hostedUi from './hosted-ui.ts';
import { openInstallation, type PublicKey } from './installation.ts';
import { sendMailPage } from './pages.ts';
import { createOneTimeValues, type Pool } from './pool.ts';
import { answerCall, refusal, sendException } from './protocol.ts';
import { signInOperations } from './sign-in.ts';
import { signUpOperations } from './sign-up.ts';
import { openStore, type User } from './state.ts';
import { token, userInfo } from './token-endpoint.ts';
import { totpOperations } from './totp.ts';
import { requireUser } from './users.ts';

export type { Mail } from './state.ts';

const OPERATIONS = {
  ...signUpOperations,
  ...signInOperations,
  ...accountOperations,
  ...totpOperations,
};

const OPEN_SIGN_UP: SignUpPolicy = { mode: 'open', emailDomains: [] };

const USER_POOL_ID = 'us-east-1_Local0001';

/** The only issuer that `CognitoJwtVerifier` of aws-jwt-verify accepts for this pool. Amplify does not check it. */
const COGNITO_ISSUER = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`;

const MAX_BODY_BYTES = 64 * 1024;

/** In milliseconds. */
const LIFETIMES = { challenge: 3 * 60_000, nextStep: 15 * 60_000, grant: 5 * 60_000 } as const;

/**
 * Options of the pool. By default it prints mails, issues tokens that last an hour, rejects sign-in with a plain password, accepts every
 * sign-up, and has neither a provider besides Google nor authenticator codes.
 */
export interface CognitoOptions
  extends Partial<
    Pick<
      Pool,
      | 'sendMail'
      | 'tokenLifetime'
      | 'allowPasswordAuth'
      | 'clock'
      | 'makeCode'
      | 'signUp'
      | 'organisation'
      | 'totp'
    >
  > {
  /** Folder for `cognito.json` and `cognito-keys.json`, created if missing. Only one process may use it at a time. */
  dataDir: string;
}

export type LocalCognito = Awaited<ReturnType<typeof createCognitoApp>>;

async function openPool({ dataDir, clock = Date.now, ...options }: CognitoOptions): Promise<Pool> {
  await mkdir(dataDir, { recursive: true });
  return {
    userPoolId: USER_POOL_ID,
    issuer: COGNITO_ISSUER,
    installation: await openInstallation(dataDir, clock),
    store: await openStore(dataDir, clock),
    tokenLifetime: 3600,
    allowPasswordAuth: false,
    signUp: OPEN_SIGN_UP,
    organisation: undefined,
    totp: false,
    challenges: createOneTimeValues(clock, LIFETIMES.challenge),
    nextSteps: createOneTimeValues(clock, LIFETIMES.nextStep),
    grants: createOneTimeValues(clock, LIFETIMES.grant),
    clock,
    makeCode: () => `${randomInt(1_000_000)}`.padStart(6, '0'),
    sendMail: printMail,
    ...options,
  };
}

function limitBodies(app: Hono): void {
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => sendException(context, refusal('bodyUnreadable')),
    }),
  );
}

function addRoutes(app: Hono, pool: Pool, jwks: { keys: PublicKey[] }): void {
  app.get(`/${pool.userPoolId}/.well-known/jwks.json`, (context) => context.json(jwks));
  app.get('/mail', (context) => sendMailPage(context, pool.store.state.mails));
  app.get('/mail.json', (context) => {
    context.header('cache-control', 'no-store');
    return context.json({ mails: pool.store.state.mails });
  });
  app.get('/oauth2/authorize', (context) => hostedUi.authorize(pool, context));
  app.get('/oauth2/choose', (context) => hostedUi.choose(pool, context));
  app.post('/oauth2/token', (context) => token(pool, context));
  app.get('/oauth2/userInfo', (context) => userInfo(pool, context));
  app.get('/logout', (context) => hostedUi.logout(pool, context));
  // Not '/', which would not match the mount path with its trailing slash.
  app.post('*', (context) => answerCall(pool, { anybody: OPERATIONS, admins: adminOperations }, context));
  app.onError((error, context) => {
    console.error('local Cognito', error);
    return sendException(context, error);
  });
}

/**
 * A small emulator of a Cognito user pool with one app client, which speaks the real protocol to the real client libraries.
 *
 * Mount it at a path of the site, `new Hono().route('/cognito', cognito.app)`, on a server bound to loopback. Then
 * - Amplify: `Auth.Cognito` is `{ userPoolId, userPoolClientId: clientId, userPoolEndpoint: 'http://localhost:3000/cognito/' }`;
 * - aws-jwt-verify: `CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id' }, { jwksCache })` with a `SimpleJwksCache`
 *   whose `fetcher` returns `jwks`. The verifier accepts only Cognito's own issuer and fetches over https only; with
 *   `cacheJwks(jwks)` instead of the fetcher, a token with an unknown key would make it call Amazon;
 * - the Google button: Amplify prefixes `loginWith.oauth.domain` ('localhost:3000/cognito') with https://. Locally, the opener passed to
 *   `signInWithRedirect` and `fetch` must use http for that address. After such a sign-in, `signOut` would navigate to
 *   https://…/logout; with `loginWith.oauth` removed from the configuration, it revokes the token and stays on the page;
 * - mails: printed, and available at `/cognito/mail` and `/cognito/mail.json`;
 * - administrators: AWS's clients with any credentials.
 *
 * Users sign in with their email address, in any letter case; their username is their `sub`. For passwords, only SRP's salt and verifier
 * are stored. Every change is on disk before its response is sent.
 * @throws the file system's error when the folder cannot be used.
 */
export async function createCognitoApp(options: CognitoOptions) {
  const pool = await openPool(options);
  const { userPoolId, installation } = pool;
  const { clientId, publicJwk } = installation;
  const jwks = { keys: [publicJwk] };
  const app = new Hono();
  limitBodies(app);
  addRoutes(app, pool, jwks);
  const changeUser = (change: (user: User) => void) => async (email: string) => {
    change(requireUser(pool, email));
    await pool.store.save();
  };
  return {
    app,
    userPoolId,
    clientId,
    /** The content of `…/.well-known/jwks.json`. */
    jwks,
    /** An administrator action: a disabled account can neither sign in nor refresh. @throws UserNotFoundException */
    disableUser: changeUser((user) => {
      user.enabled = false;
    }),
    /** An administrator action: an account that needs a new password cannot refresh either. @throws UserNotFoundException */
    requirePasswordReset: changeUser((user) => {
      user.status = 'RESET_REQUIRED';
    }),
    /** An administrator action: the sessions of a deleted account are refused. @throws UserNotFoundException */
    deleteUser: changeUser((user) => removeUser(pool, user)),
    /** The same by username; does nothing if there is no such account. */
    async removeAccount(username: string): Promise<void> {
      const user = pool.store.state.users.find((one) => one.username === username);
      if (user === undefined) return;
      removeUser(pool, user);
      await pool.store.save();
    },
    /**
     * An administrator action: signs the user out everywhere. Tokens already issued stay valid until they expire. @throws
     * UserNotFoundException
     */
    endSessions: changeUser((user) => revokeSessions(pool, user)),
  };
}
