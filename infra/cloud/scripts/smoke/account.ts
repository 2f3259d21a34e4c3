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
import { type Aws, AwsError, withSecretFile } from '../aws.ts';
import type { Making } from './leftovers.ts';
import { CheckFailed, NotChecked } from './report.ts';
import { excerpt, expectStatus, parseJson, type Site } from './site.ts';

/** An account of a smoke test's own. */
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

/** A way to make an account, and to be rid of it. */
interface AccountMaker {
  /** Readable: who makes it. */
  how: string;
  /** @throws NotChecked when the deployment lets nobody in this way */
  make: (person: Person) => Promise<void>;
  /** Also what was begun and not finished; nothing when there is no such account. */
  remove: (person: Person) => Promise<void>;
}

/** The pool in the operator's AWS account, or why it is not known. */
type OwnPool = { aws: Aws; userPoolId: string } | string;

interface MakeOptions extends Making {
  config: SiteConfig | undefined;
  pool: OwnPool;
}

/** An account that has its record and has signed in as the page does. */
export async function makeAccount({ site, cleaner, leftovers, config, pool }: MakeOptions) {
  if (config === undefined) throw new NotChecked('config.json, which names the user pool, is not right');
  const maker = makerOf(cleaner, config, pool);
  const person = inventPerson(config.emailDomains?.[0]);
  await leftovers.making('account', {
    make: () => maker.make(person),
    remove: () => maker.remove(person),
  });
  const account = await enter(person, config);
  const { token, email } = account;
  leftovers.add('what the account holds', () => erase(cleaner, token));
  const user = await site.json(User, '/api/me', { token });
  if (user.id !== account.userId || user.email !== email)
    throw new CheckFailed(`the user record is another person's: ${user.email}`);
  return { detail: `${email}, ${maker.how}; signed in by SRP`, value: account };
}

/** The longest that an erasure takes: a minute until nothing accepts requests of the account any more, and what deleting it takes. */
const ERASING = 110_000;

/** Deletes everything of the account. The service goes on once it has begun; it is read until nearly all is gone. */
async function erase(cleaner: Site, token: string): Promise<void> {
  const answer = await cleaner.open('/api/account', { method: 'DELETE', token, within: ERASING });
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

/** Nobody's, and no two alike: it satisfies every password policy a deployment can choose. */
const inventPerson = (mailDomain = 'example.com'): Person => ({
  email: `smoke-${Date.now()}-${randomBytes(4).toString('hex')}@${mailDomain}`,
  password: `Smoke-1-${randomBytes(16).toString('hex')}`,
});

/** Signs in as the page does: SRP through Amplify, which sends no password. */
async function enter({ email, password }: Person, config: SiteConfig): Promise<Account> {
  await configure(config);
  const { nextStep } = await signIn({ username: email, password });
  if (nextStep.signInStep !== 'DONE')
    throw new NotChecked(`the pool asks for more than a password: ${nextStep.signInStep}`);
  const { tokens } = await fetchAuthSession();
  const userId = tokens?.idToken?.payload.sub;
  if (tokens?.idToken === undefined || userId === undefined) throw new Error('The pool gave no ID token');
  return { email, userId, token: tokens.idToken.toString() };
}

/** Amplify has one configuration for the whole process; it forgets who was signed in. */
async function configure(config: SiteConfig): Promise<void> {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  // Amplify warns of every endpoint that is not Amazon's, each time it is configured.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  await sharedInMemoryStorage.clear();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(sharedInMemoryStorage);
  const Cognito = {
    userPoolId,
    userPoolClientId,
    ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
  };
  // Without the umbrella package `aws-amplify`, which is not installed, nothing else tells the provider.
  cognitoUserPoolsTokenProvider.setAuthConfig({ Cognito });
  Amplify.configure({ Auth: { Cognito } }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}

const Mails = v.object({ mails: v.array(v.object({ to: v.string(), code: v.string() })) });

/** By the page's own way, where the deployment shows the mails it sends: the local stack. */
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
      await configure(config);
      await signUp({ username: email, password, options: { userAttributes: { email } } }).catch(unlessClosed);
      await confirm(person);
    },
    async remove(person) {
      const isThere = await enter(person, config).catch(async (error: unknown) => {
        if (nameOf(error) === 'UserNotFoundException') return undefined;
        // Stopped between the sign-up and its code: the account's own person alone can delete it.
        await confirm(person);
        return await enter(person, config);
      });
      if (isThere !== undefined) await deleteUser();
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);

/** What Cognito says where nobody may sign up, or a trigger refuses the address. */
function unlessClosed(error: unknown): never {
  if (
    error instanceof Error &&
    ['NotAuthorizedException', 'UserLambdaValidationException'].includes(error.name)
  )
    throw new NotChecked(`sign-up is closed to it: ${error.message}`);
  throw error;
}

/** Asks a pool as its administrator, by an operation's name on the AWS command line. @throws AwsError */
type AskPool = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

const cloudPool =
  (aws: Aws, userPoolId: string): AskPool =>
  (operation, input) =>
    withSecretFile(JSON.stringify({ UserPoolId: userPoolId, ...input }), (file) =>
      aws(['cognito-idp', operation, '--cli-input-json', file]),
    );

const Refusal = v.object({ __type: v.string(), message: v.string() });

/** The local stack's, which takes any signature for an administrator's. */
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

/** By whoever runs the deployment: no mail is sent. */
function byOperator(ask: AskPool): AccountMaker {
  return {
    how: 'made by AdminCreateUser, so no code was mailed',
    async make({ email, password }) {
      const UserAttributes = [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ];
      const user = { Username: email, UserAttributes, MessageAction: 'SUPPRESS' };
      await ask('admin-create-user', user).catch(unlessRefused);
      await ask('admin-set-user-password', { Username: email, Password: password, Permanent: true });
    },
    async remove({ email }) {
      await ask('admin-delete-user', { Username: email }).catch((error: unknown) => {
        if (!(error instanceof AwsError && error.message.includes('UserNotFoundException'))) throw error;
      });
    },
  };
}

/** Missing permission, and a site that takes no new accounts. */
function unlessRefused(error: unknown): never {
  if (error instanceof AwsError && /AccessDenied|UserLambdaValidation|NotAuthorized/.test(error.message))
    throw new NotChecked(`AdminCreateUser was refused: ${error.message}`);
  throw error;
}
