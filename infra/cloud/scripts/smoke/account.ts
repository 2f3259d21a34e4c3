import { randomBytes } from 'node:crypto';
import {
  cognitoUserPoolsTokenProvider,
  confirmSignUp,
  deleteUser,
  signIn,
  signUp,
} from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger, fetchAuthSession, sharedInMemoryStorage } from '@aws-amplify/core';
import * as v from 'valibot';
import { User } from '#shared/contract.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { type Aws, AwsError, withSecretFile } from '../../aws.ts';
import type { Making } from './leftovers.ts';
import { CheckFailed, NotChecked } from './report.ts';
import { excerpt, expectStatus, parseJson, type Site } from './site.ts';

/** The account that a smoke test creates for itself. */
export interface Account {
  email: string;
  userId: string;
  /** ID token. */
  token: string;
}

interface Person {
  email: string;
  password: string;
}

/** A way to create an account, and to delete it. */
interface AccountMaker {
  /** How the account is created, for the report. */
  how: string;
  /** @throws NotChecked when the deployment does not allow it */
  make: (person: Person) => Promise<void>;
  /** Also removes a half-finished sign-up; does nothing if there is no such account. */
  remove: (person: Person) => Promise<void>;
}

/** The pool in the operator's AWS account, or the reason why it is unknown. */
type OwnPool = { aws: Aws; userPoolId: string } | string;

interface MakeOptions extends Making {
  config: SiteConfig | undefined;
  pool: OwnPool;
}

/** Creates an account, signs in as the page does, and loads the user record. */
export async function makeAccount({ site, cleaner, leftovers, config, pool }: MakeOptions) {
  if (config === undefined) throw new NotChecked('config.json, which names the user pool, is not valid');
  const maker = makerOf(cleaner, config, pool);
  const person = inventPerson(config.emailDomains?.[0]);
  await leftovers.making('account', {
    make: () => maker.make(person),
    remove: () => maker.remove(person),
  });
  const account = await signInAs(person, config);
  const { token, email } = account;
  leftovers.add("the account's data", () => erase(cleaner, token));
  const user = await site.json(User, '/api/me', { token });
  if (user.id !== account.userId || user.email !== email)
    throw new CheckFailed(`the user record is another person's: ${user.email}`);
  return { detail: `${email}, ${maker.how}; signed in with SRP`, value: account };
}

/** In milliseconds. The longest that erasing takes: a minute until requests of the account are no longer accepted, plus the deletions. */
const ERASURE_TIMEOUT = 110_000;

/** Erases the account. Once begun, erasing continues on the server; the response is read until nearly everything is gone. */
async function erase(cleaner: Site, token: string): Promise<void> {
  const answer = await cleaner.open('/api/account', { method: 'DELETE', token, timeout: ERASURE_TIMEOUT });
  const lines: string[] = [];
  for await (const text of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    lines.push(text);
    if (lines.join('').includes('"deleted"')) return;
  }
  expectStatus({ status: answer.status, headers: answer.headers, text: lines.join('') }, 200);
  throw new CheckFailed(`deleting it ended with ${excerpt({ text: lines.join('') })}`);
}

function makerOf(cleaner: Site, { mailPage, ...config }: SiteConfig, pool: OwnPool): AccountMaker {
  const { signUp = 'open', userPoolEndpoint, userPoolId } = config;
  if (mailPage !== undefined && signUp === 'open') return byMailedCode(cleaner, { ...config, mailPage });
  if (mailPage !== undefined && userPoolEndpoint !== undefined)
    return byOperator(localPool(cleaner, { userPoolId, endpoint: userPoolEndpoint }));
  if (typeof pool === 'string') throw new NotChecked(pool);
  return byOperator(cloudPool(pool.aws, pool.userPoolId));
}

/** Random credentials of nobody real; the password satisfies every policy a deployment can choose. */
const inventPerson = (mailDomain = 'example.com'): Person => ({
  email: `smoke-${Date.now()}-${randomBytes(4).toString('hex')}@${mailDomain}`,
  password: `Smoke-1-${randomBytes(16).toString('hex')}`,
});

/** Signs in as the page does: with SRP through Amplify, which sends no password. */
async function signInAs({ email, password }: Person, config: SiteConfig): Promise<Account> {
  await configureAmplify(config);
  const { nextStep } = await signIn({ username: email, password });
  if (nextStep.signInStep !== 'DONE')
    throw new NotChecked(`the pool requires more than a password: ${nextStep.signInStep}`);
  const { tokens } = await fetchAuthSession();
  const userId = tokens?.idToken?.payload.sub;
  if (tokens?.idToken === undefined || userId === undefined) throw new Error('The pool returned no ID token');
  return { email, userId, token: tokens.idToken.toString() };
}

/** Amplify has one configuration per process; setting it also clears the previous session. */
async function configureAmplify(config: SiteConfig): Promise<void> {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  // Amplify would warn about any endpoint other than Amazon's, every time it is configured.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  await sharedInMemoryStorage.clear();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sharedInMemoryStorage);
  const Cognito = {
    userPoolId,
    userPoolClientId,
    ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
  };
  // The umbrella package `aws-amplify`, which would do this, is not installed.
  cognitoUserPoolsTokenProvider.setAuthConfig({ Cognito });
  Amplify.configure({ Auth: { Cognito } }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}

const Mails = v.object({ mails: v.array(v.object({ to: v.string(), code: v.string() })) });

/** Signs up as the page does, where the deployment shows the mails it sends, as the local stack does. */
function byMailedCode(site: Site, config: SiteConfig & { mailPage: string }): AccountMaker {
  const confirm = async ({ email }: Person) => {
    const { mails } = await site.json(Mails, `${config.mailPage}.json`);
    const code = mails.find(({ to }) => to === email)?.code;
    if (code === undefined) throw new Error(`No code was mailed to ${email}`);
    await confirmSignUp({ username: email, confirmationCode: code });
  };
  return {
    how: 'signed up with the mailed code',
    async make(person) {
      const { email, password } = person;
      await configureAmplify(config);
      await signUp({ username: email, password, options: { userAttributes: { email } } }).catch(
        notCheckedIfClosed,
      );
      await confirm(person);
    },
    async remove(person) {
      const isThere = await signInAs(person, config).catch(async (error: unknown) => {
        if (nameOf(error) === 'UserNotFoundException') return undefined;
        // Interrupted between the sign-up and its confirmation: only the account itself, once confirmed, can delete it.
        await confirm(person);
        return await signInAs(person, config);
      });
      if (isThere !== undefined) await deleteUser();
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);

/** Cognito's errors when sign-up is closed or a trigger rejects the address. */
function notCheckedIfClosed(error: unknown): never {
  if (
    error instanceof Error &&
    ['NotAuthorizedException', 'UserLambdaValidationException'].includes(error.name)
  )
    throw new NotChecked(`sign-up is closed to this address: ${error.message}`);
  throw error;
}

/** Calls the pool's administrator API, by the operation's AWS CLI name. @throws AwsError */
type AskPool = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

const cloudPool =
  (aws: Aws, userPoolId: string): AskPool =>
  (operation, input) =>
    withSecretFile(JSON.stringify({ UserPoolId: userPoolId, ...input }), (file) =>
      aws(['cognito-idp', operation, '--cli-input-json', file]),
    );

const Refusal = v.object({ __type: v.string(), message: v.string() });

/** The local stack's pool, which accepts any signature as an administrator's. */
const localPool =
  (site: Site, { userPoolId, endpoint }: { userPoolId: string; endpoint: string }): AskPool =>
  async (operation, input) => {
    const name = operation.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const headers = {
      'x-amz-target': `AWSCognitoIdentityProviderService.${name}`,
      authorization: 'AWS4-HMAC-SHA256 Credential=local',
    };
    const body = { UserPoolId: userPoolId, ...input };
    const answer = await site.ask(endpoint, { method: 'POST', body, headers });
    if (answer.status === 200) return;
    const { __type, message } = v.parse(Refusal, parseJson(answer.text));
    throw new AwsError(`(${__type}) ${message}`);
  };

/** Creates the account through the administrator API: no mail is sent. */
function byOperator(ask: AskPool): AccountMaker {
  return {
    how: 'created by AdminCreateUser, so no code was mailed',
    async make({ email, password }) {
      const UserAttributes = [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ];
      const user = { Username: email, UserAttributes, MessageAction: 'SUPPRESS' };
      await ask('admin-create-user', user).catch(notCheckedIfRefused);
      await ask('admin-set-user-password', { Username: email, Password: password, Permanent: true });
    },
    async remove({ email }) {
      await ask('admin-delete-user', { Username: email }).catch((error: unknown) => {
        if (!(error instanceof AwsError && error.message.includes('UserNotFoundException'))) throw error;
      });
    },
  };
}

/** Covers missing permissions and a site that accepts no new accounts. */
function notCheckedIfRefused(error: unknown): never {
  if (error instanceof AwsError && /AccessDenied|UserLambdaValidation|NotAuthorized/.test(error.message))
    throw new NotChecked(`AdminCreateUser was refused: ${error.message}`);
  throw error;
}
