import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { createCognitoApp } from '#infra/local/cognito/app.ts';
import { LOOPBACK, listen } from '#infra/local/listen.ts';
import { AwsError } from '../cloud/scripts/aws.ts';
import type { Target } from './open-table.ts';

/** A way into the product: somebody with a password and by Google may have two with one address. */
export interface Account {
  username: string;
  /** Whose items are whose. */
  sub: string;
  /** Such as CONFIRMED or EXTERNAL_PROVIDER. */
  status: string;
  createdAt: string | undefined;
  attributes: Readonly<Record<string, string>>;
}

/** The user pool, as an operator uses it. */
export interface Accounts {
  /** Everybody with the address, in the capitals given or in small letters. */
  find: (email: string) => Promise<Account[]>;
  /** Sessions are not continued any more; tokens that are out stay valid to their end. Safe to repeat. */
  signOut: (account: Account) => Promise<void>;
  /** Safe to repeat. */
  remove: (account: Account) => Promise<void>;
  close: () => Promise<void>;
}

/** Cognito itself, or the local stack's stand-in over its data, by the same client. @throws AwsError where the stage's pool is not known */
export async function openAccounts({ region, userPool, dataDir }: Target): Promise<Accounts> {
  if (dataDir === undefined) {
    if (userPool === undefined)
      throw new AwsError('Which accounts? Write --user-pool with the id of the pool, beside --table.');
    const client = new cognito.CognitoIdentityProviderClient({ region });
    return createAccounts(client, userPool, async () => client.destroy());
  }
  const local = await createCognitoApp({ dataDir });
  const server = await listen((request) => local.app.fetch(request), 0);
  const client = new cognito.CognitoIdentityProviderClient({
    region,
    endpoint: `http://${LOOPBACK}:${server.port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return createAccounts(client, local.userPoolId, async () => {
    client.destroy();
    await server.close();
  });
}

export function createAccounts(
  client: cognito.CognitoIdentityProviderClient,
  UserPoolId: string,
  close: Accounts['close'],
): Accounts {
  return {
    async find(email) {
      // The filter compares capitals too, and most addresses are kept in small letters.
      const spellings = [...new Set([email, email.toLowerCase()])];
      const found = new Map<string, Account>();
      for (const spelling of spellings) {
        const input = { UserPoolId, Filter: `email = "${spelling.replace(/["\\]/g, '\\$&')}"` };
        for await (const { Users = [] } of cognito.paginateListUsers({ client }, input))
          for (const user of Users.map(toAccount)) found.set(user.username, user);
      }
      return [...found.values()];
    },
    signOut: ({ username: Username }) =>
      unlessGone(client.send(new cognito.AdminUserGlobalSignOutCommand({ UserPoolId, Username }))),
    remove: ({ username: Username }) =>
      unlessGone(client.send(new cognito.AdminDeleteUserCommand({ UserPoolId, Username }))),
    close,
  };
}

function toAccount({
  Username = '',
  Attributes = [],
  UserStatus,
  UserCreateDate,
}: cognito.UserType): Account {
  const attributes = Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]));
  const { sub = '' } = attributes;
  return {
    ...{ username: Username, sub, attributes },
    status: UserStatus ?? 'unknown',
    createdAt: UserCreateDate?.toISOString(),
  };
}

async function unlessGone(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof cognito.UserNotFoundException)) throw error;
  }
}
