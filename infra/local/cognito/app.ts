import { randomInt, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import {
  changePassword,
  confirmForgotPassword,
  forgotPassword,
  getUser,
  globalSignOut,
  revokeSessions,
  revokeToken,
  updateUserAttributes,
} from './account.ts';
import { printMail } from './codes.ts';
import { authorize, choose, isLoopbackHost, logout, parseLoopbackUrl } from './hosted-ui.ts';
import { openInstallation, type PublicKey } from './installation.ts';
import { sendMailPage } from './pages.ts';
import { createOneTimeValues, type Pool } from './pool.ts';
import { answerCall, type Operation, refusal, sendException } from './protocol.ts';
import { getTokensFromRefreshToken, initiateAuth, respondToAuthChallenge } from './sign-in.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';
import { type Mail, openStore } from './state.ts';
import { token, userInfo } from './token-endpoint.ts';
import { requireUser } from './users.ts';

export type { Mail } from './state.ts';

/** The operations by the name `x-amz-target` gives. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['SignUp', signUp],
  ['ConfirmSignUp', confirmSignUp],
  ['ResendConfirmationCode', resendConfirmationCode],
  ['InitiateAuth', initiateAuth],
  ['RespondToAuthChallenge', respondToAuthChallenge],
  ['GetTokensFromRefreshToken', getTokensFromRefreshToken],
  ['ForgotPassword', forgotPassword],
  ['ConfirmForgotPassword', confirmForgotPassword],
  ['ChangePassword', changePassword],
  ['GetUser', getUser],
  ['UpdateUserAttributes', updateUserAttributes],
  ['RevokeToken', revokeToken],
  ['GlobalSignOut', globalSignOut],
]);

const USER_POOL_ID = 'us-east-1_Local0001';

/** The only issuer `CognitoJwtVerifier` of aws-jwt-verify accepts for the pool. Amplify does not look at it. */
const COGNITO_ISSUER = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`;

const MOST_BODY_BYTES = 64 * 1024;

/** In milliseconds. */
const LIFETIMES = { challenge: 3 * 60_000, grant: 5 * 60_000 } as const;

export interface CognitoOptions {
  /** Folder for `cognito.json` and `cognito-keys.json`; made when missing. One process at a time. */
  dataDir: string;
  /** The `iss` claim; Cognito's own for the pool unless told otherwise. */
  issuer?: string;
  /** Called with every mail; prints it unless told otherwise. */
  sendMail?: (mail: Mail) => void;
  /** Called with a sentence when a damaged file was set aside. */
  warn?: (sentence: string) => void;
  /** Life of ID and access tokens, in seconds. */
  tokenLifetime?: number;
  /** Lets USER_PASSWORD_AUTH through, which the pool in the cloud does not. */
  allowPasswordAuth?: boolean;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Six digits. */
  makeCode?: () => string;
  makeUuid?: () => string;
}

export interface LocalCognito {
  app: Hono;
  userPoolId: string;
  clientId: string;
  issuer: string;
  /** What `…/.well-known/jwks.json` answers. */
  jwks: { keys: PublicKey[] };
  /** What an administrator does in the console: a disabled account can neither sign in nor refresh. @throws UserNotFoundException */
  disableUser(email: string): Promise<void>;
  /** As above: an account that needs a new password cannot refresh either. @throws UserNotFoundException */
  requirePasswordReset(email: string): Promise<void>;
  /** As above. The sessions of a deleted account are refused. @throws UserNotFoundException */
  deleteUser(email: string): Promise<void>;
  /** As above: signs the person out everywhere. A token that is out goes on until its end. @throws UserNotFoundException */
  endSessions(email: string): Promise<void>;
}

async function openPool(options: CognitoOptions): Promise<Pool> {
  const { dataDir, clock = Date.now, warn = console.warn } = options;
  await mkdir(dataDir, { recursive: true });
  return {
    userPoolId: USER_POOL_ID,
    issuer: options.issuer ?? COGNITO_ISSUER,
    installation: await openInstallation({ dataDir, clock, warn }),
    store: await openStore({ dataDir, clock, warn }),
    tokenLifetime: options.tokenLifetime ?? 3600,
    allowPasswordAuth: options.allowPasswordAuth ?? false,
    challenges: createOneTimeValues({ clock, lifetime: LIFETIMES.challenge }),
    grants: createOneTimeValues({ clock, lifetime: LIFETIMES.grant }),
    clock,
    makeCode: options.makeCode ?? (() => `${randomInt(1_000_000)}`.padStart(6, '0')),
    makeUuid: options.makeUuid ?? randomUUID,
    sendMail: options.sendMail ?? printMail,
  };
}

/** Keeps other sites out: host names of theirs that point at this machine, and calls from their pages. */
function guard(app: Hono): void {
  app.use(async (context, next) => {
    if (!isLoopbackHost(new URL(context.req.url).hostname)) return context.text('Only on this machine.', 403);
    return next();
  });
  const origin = (asking: string) => (parseLoopbackUrl(asking) ? asking : null);
  app.use(cors({ origin, exposeHeaders: ['x-amzn-errortype', 'x-amzn-requestid'] }));
  app.use(
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: (context) => sendException(context, refusal('bodyUnreadable')),
    }),
  );
}

function addRoutes(app: Hono, pool: Pool, jwks: LocalCognito['jwks']): void {
  app.get(`/${pool.userPoolId}/.well-known/jwks.json`, (context) => context.json(jwks));
  app.get('/mail', (context) => sendMailPage(context, pool.store.state.mails));
  app.get('/mail.json', (context) => {
    context.header('cache-control', 'no-store');
    return context.json({ mails: pool.store.state.mails });
  });
  app.get('/oauth2/authorize', (context) => authorize(pool, context));
  app.get('/oauth2/choose', (context) => choose(pool, context));
  app.post('/oauth2/token', (context) => token(pool, context));
  app.get('/oauth2/userInfo', (context) => userInfo(pool, context));
  app.get('/logout', (context) => logout(pool, context));
  // Not '/', which would miss the trailing slash of the address it is mounted at.
  app.post('*', (context) => answerCall(pool, OPERATIONS, context));
  app.onError((error, context) => {
    console.error('local Cognito', error);
    return sendException(context, error);
  });
}

/**
 * A user pool of Cognito with one app client, on this machine: small, over the real protocol, for the real clients.
 *
 * Mount it at a path of the site, `new Hono().route('/cognito', cognito.app)`, on a server bound to loopback. Then
 * - Amplify: `Auth.Cognito` is `{ userPoolId, userPoolClientId: clientId, userPoolEndpoint: 'http://localhost:3000/cognito/' }`;
 * - aws-jwt-verify: `CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'id' }, { jwksCache })` with a `SimpleJwksCache`
 *   whose `fetcher` answers `jwks`. The verifier accepts no other issuer than the default one and fetches over https only; with
 *   `cacheJwks(jwks)` instead of the fetcher, a token with an unknown key would make it ask Amazon;
 * - the Google button: Amplify puts https:// before `loginWith.oauth.domain` ('localhost:3000/cognito'). Locally the opener given to
 *   `signInWithRedirect` has to open, and `fetch` to call, that address with http. After such a sign-in `signOut` would leave for
 *   https://…/logout; with `loginWith.oauth` taken out of the configuration it revokes the token and stays;
 * - mails: printed, and at `/cognito/mail` and `/cognito/mail.json`.
 *
 * People sign in by e-mail address, upper or lower case; their username is their `sub`. Of a password only SRP's salt and verifier
 * are stored. Every change is on disk before its answer goes out.
 * @throws the file system's error when the folder cannot be used.
 */
export async function createCognitoApp(options: CognitoOptions): Promise<LocalCognito> {
  const pool = await openPool(options);
  const { userPoolId, issuer, installation } = pool;
  const { clientId, publicJwk } = installation;
  const jwks = { keys: [publicJwk] };
  const app = new Hono();
  guard(app);
  addRoutes(app, pool, jwks);
  return {
    app,
    userPoolId,
    clientId,
    issuer,
    jwks,
    async disableUser(email) {
      requireUser(pool, email).enabled = false;
      await pool.store.save();
    },
    async requirePasswordReset(email) {
      requireUser(pool, email).status = 'RESET_REQUIRED';
      await pool.store.save();
    },
    async deleteUser(email) {
      const { users } = pool.store.state;
      users.splice(users.indexOf(requireUser(pool, email)), 1);
      await pool.store.save();
    },
    async endSessions(email) {
      revokeSessions(pool, requireUser(pool, email));
      await pool.store.save();
    },
  };
}
