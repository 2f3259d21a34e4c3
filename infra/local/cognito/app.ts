import { randomInt, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Cognito } from './cognito.ts';
import { refusal } from './exceptions.ts';
import { isLoopbackHost, parseLoopbackUrl } from './loopback.ts';
import { printMail } from './mail.ts';
import { authorize } from './oauth/authorize.ts';
import { choose } from './oauth/choose.ts';
import { logout } from './oauth/logout.ts';
import { token } from './oauth/token.ts';
import { userInfo } from './oauth/user-info.ts';
import { createOneTimeValues } from './one-time.ts';
import { sendMailPage } from './pages/mail-page.ts';
import { answerCall, sendException } from './protocol.ts';
import type { PublicKey } from './state/installation.ts';
import { openInstallation } from './state/installation.ts';
import type { Mail } from './state/schema.ts';
import { openStore } from './state/store.ts';
import { requireUser } from './users/find-user.ts';

export type { Mail } from './state/schema.ts';

const USER_POOL_ID = 'us-east-1_Local0001';

/** The only issuer `CognitoJwtVerifier` of aws-jwt-verify accepts for the pool. Amplify does not look at it. */
const COGNITO_ISSUER = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`;

const LIMITS = { bodyBytes: 64 * 1024, challengeLife: 3 * 60_000, codeLife: 5 * 60_000 } as const;

export interface CognitoOptions {
  /** Folder for `cognito.json` and `cognito-keys.json`; made when missing. One process at a time. */
  dataDir: string;
  /** The `iss` claim; Cognito's own for the pool unless told otherwise. */
  issuer?: string;
  /** Called with every mail; prints it unless told otherwise. */
  sendMail?: (mail: Mail) => void;
  /** Called with a sentence when a file had to be set aside. */
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
  /** As above: who has to set a new password cannot refresh either. @throws UserNotFoundException */
  requirePasswordReset(email: string): Promise<void>;
  /** As above. The sessions of who is gone are refused. @throws UserNotFoundException */
  deleteUser(email: string): Promise<void>;
}

async function open(options: CognitoOptions): Promise<Cognito> {
  const { dataDir, clock = Date.now, warn = console.warn } = options;
  await mkdir(dataDir, { recursive: true });
  return {
    userPoolId: USER_POOL_ID,
    issuer: options.issuer ?? COGNITO_ISSUER,
    installation: await openInstallation({ dataDir, clock, warn }),
    store: await openStore({ dataDir, clock, warn }),
    tokenLifetime: options.tokenLifetime ?? 3600,
    allowPasswordAuth: options.allowPasswordAuth ?? false,
    challenges: createOneTimeValues({ clock, lifetime: LIMITS.challengeLife }),
    grants: createOneTimeValues({ clock, lifetime: LIMITS.codeLife }),
    clock,
    makeCode: options.makeCode ?? (() => `${randomInt(1_000_000)}`.padStart(6, '0')),
    makeUuid: options.makeUuid ?? randomUUID,
    sendMail: options.sendMail ?? printMail,
  };
}

/** Keeps other sites out: those that point their own name at this machine, and pages of theirs that call it. */
function guard(app: Hono): void {
  app.use(async (context, next) => {
    if (!isLoopbackHost(new URL(context.req.url).hostname)) return context.text('Only on this machine.', 403);
    return next();
  });
  const origin = (asking: string) => (parseLoopbackUrl(asking) ? asking : null);
  app.use(cors({ origin, exposeHeaders: ['x-amzn-errortype', 'x-amzn-requestid'] }));
  app.use(
    bodyLimit({
      maxSize: LIMITS.bodyBytes,
      onError: (context) => sendException(context, refusal('bodyUnreadable')),
    }),
  );
}

function addRoutes(app: Hono, cognito: Cognito, jwks: LocalCognito['jwks']): void {
  app.get(`/${cognito.userPoolId}/.well-known/jwks.json`, (context) => context.json(jwks));
  app.get('/mail', (context) => sendMailPage(context, cognito.store.state.mails));
  app.get('/mail.json', (context) => {
    context.header('cache-control', 'no-store');
    return context.json({ mails: cognito.store.state.mails });
  });
  app.get('/oauth2/authorize', (context) => authorize(cognito, context));
  app.get('/oauth2/choose', (context) => choose(cognito, context));
  app.post('/oauth2/token', (context) => token(cognito, context));
  app.get('/oauth2/userInfo', (context) => userInfo(cognito, context));
  app.get('/logout', (context) => logout(cognito, context));
  // By the star rather than '/', which would miss the trailing slash of the address it is mounted at.
  app.post('*', (context) => answerCall(cognito, context));
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
 * People sign in by e-mail address in any case; their username is their `sub`. Of passwords only SRP's salt and verifier are kept.
 * Everything that was answered is on disk before the answer goes out.
 * @throws the file system's error when the folder cannot be used.
 */
export async function createCognitoApp(options: CognitoOptions): Promise<LocalCognito> {
  const cognito = await open(options);
  const { clientId, publicJwk } = cognito.installation;
  const { userPoolId, issuer } = cognito;
  const jwks = { keys: [publicJwk] };
  const app = new Hono();
  guard(app);
  addRoutes(app, cognito, jwks);
  return {
    app,
    userPoolId,
    clientId,
    issuer,
    jwks,
    async disableUser(email) {
      requireUser(cognito, email).enabled = false;
      await cognito.store.save();
    },
    async requirePasswordReset(email) {
      requireUser(cognito, email).status = 'RESET_REQUIRED';
      await cognito.store.save();
    },
    async deleteUser(email) {
      const { users } = cognito.store.state;
      users.splice(users.indexOf(requireUser(cognito, email)), 1);
      await cognito.store.save();
    },
  };
}
