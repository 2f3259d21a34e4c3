import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { LOOPBACK, listen } from '#infra/local/listen.ts';
import { AwsError } from '../cloud/aws.ts';
import { isSameAddress } from './account-items.ts';
import type { Target } from './open-table.ts';

/** An account in the user pool. A person with both a password and Google may have two with the same address. */
export interface Account {
  username: string;
  /** The user id that owns the person's items. */
  sub: string;
  /** Such as CONFIRMED or EXTERNAL_PROVIDER. */
  status: string;
  createdAt: string | undefined;
  attributes: Readonly<Record<string, string>>;
}

/** The user pool, as an operator uses it. */
export interface Accounts {
  /** All accounts with the address. The one with a password is found in any letter case, others only in the spellings known. */
  find: (email: string) => Promise<Account[]>;
  /** The account that owns the records of this user id. */
  findBySub: (sub: string) => Promise<Account | undefined>;
  /** Ends all sessions; tokens already issued stay valid until they expire. Idempotent. */
  signOut: (account: Account) => Promise<unknown>;
  /** Idempotent. */
  remove: (account: Account) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Opens Cognito, or the local stack's stand-in through the same client. @throws AwsError if the stage's pool is unknown */
export async function openAccounts({ region, userPool, dataDir }: Target): Promise<Accounts> {
  if (dataDir === undefined) {
    if (userPool === undefined)
      throw new AwsError('The user pool is unknown: with --table, also pass its id as --user-pool.');
    const client = new cognito.CognitoIdentityProviderClient({ region });
    return createAccounts(client, userPool, async () => client.destroy());
  }
  const { createCognitoApp } = await import('#infra/local/cognito/app.ts');
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
  async function list(attribute: 'email' | 'sub', value: string): Promise<Account[]> {
    const input = { UserPoolId, Filter: `${attribute} = "${value.replace(/["\\]/g, '\\$&')}"` };
    const found: Account[] = [];
    for await (const { Users = [] } of cognito.paginateListUsers({ client }, input))
      found.push(...Users.map((user) => toAccount(user, user.Attributes)));
    return found;
  }
  return {
    async find(email) {
      // As at sign-in, this finds the account with a password in any letter case. The list filter is case-sensitive.
      const named = await undefinedIfGone(
        client.send(new cognito.AdminGetUserCommand({ UserPoolId, Username: email })),
      );
      const own = named && toAccount(named, named.UserAttributes);
      const spellings = new Set([email, email.toLowerCase(), own?.attributes['email'] ?? email]);
      const found = own === undefined ? [] : [own];
      for (const spelling of spellings) found.push(...(await list('email', spelling)));
      // In a pool with separate usernames, another person's username may equal this address.
      const same = found.filter(({ attributes }) => isSameAddress(attributes['email'], email));
      return [...new Map(same.map((account) => [account.username, account])).values()];
    },
    findBySub: async (sub) => (await list('sub', sub))[0],
    signOut: ({ username: Username }) =>
      undefinedIfGone(client.send(new cognito.AdminUserGlobalSignOutCommand({ UserPoolId, Username }))),
    remove: ({ username: Username }) =>
      undefinedIfGone(client.send(new cognito.AdminDeleteUserCommand({ UserPoolId, Username }))),
    close,
  };
}

function toAccount(
  { Username = '', UserStatus, UserCreateDate }: cognito.UserType | cognito.AdminGetUserResponse,
  described: readonly cognito.AttributeType[] = [],
): Account {
  const attributes = Object.fromEntries(described.map(({ Name = '', Value = '' }) => [Name, Value]));
  const { sub = '' } = attributes;
  return {
    ...{ username: Username, sub, attributes },
    status: UserStatus ?? 'unknown',
    createdAt: UserCreateDate?.toISOString(),
  };
}

async function undefinedIfGone<Answer>(sent: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof cognito.UserNotFoundException)) throw error;
    return undefined;
  }
}
