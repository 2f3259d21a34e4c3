import { randomUUID } from 'node:crypto';
import { refusalOf } from '#functions/sign-up/policy.ts';
import { ORGANISATION } from '#shared/site-config.ts';
import type { Pool } from './pool.ts';
import { invalidParameter, preSignUpFailed, type Refusal, refusal } from './protocol.ts';
import type { User } from './state.ts';

/** The account with a password that has this email address (in any letter case) or `sub`. */
export function findUser(pool: Pool, username: string): User | undefined {
  const typed = username.toLowerCase();
  return pool.store.state.users.find(
    (user) => !isExternal(user) && (user.email.toLowerCase() === typed || user.username === typed),
  );
}

/** Whether the account can only be reached through a provider. */
export const isExternal = ({ status }: User): boolean => status === 'EXTERNAL_PROVIDER';

/**
 * Whether the address has an account that only signs in through a provider, which has verified it: it then gets none with a password
 * (functions/sign-up).
 */
export const hasExternalUser = (pool: Pool, email: string): boolean =>
  pool.store.state.users.some(
    (user) => isExternal(user) && user.emailVerified && user.email.toLowerCase() === email.toLowerCase(),
  );

/**
 * Like {@link findUser}, but the user must exist and not be disabled.
 * @throws UserNotFoundException (worded by `unknown`), NotAuthorizedException
 */
export function requireUser(pool: Pool, username: string, unknown: Refusal = 'usernameUnknown'): User {
  const user = findUser(pool, username);
  if (!user) throw refusal(unknown);
  if (!user.enabled) throw refusal('userDisabled');
  return user;
}

/** Adds a user, with the initial values common to all. */
export function addUser(
  pool: Pool,
  details: Omit<User, 'enabled' | 'createdAt' | 'codes' | 'wrong' | 'mailedAt'>,
): User {
  const user: User = {
    ...details,
    enabled: true,
    createdAt: pool.clock(),
    codes: {},
    wrong: {},
    mailedAt: [],
  };
  pool.store.state.users.push(user);
  return user;
}

/** An invented person with an invented account at a provider. */
export type ProviderAccount = {
  provider: ProviderName;
  id: string;
  name: string;
  email: string;
  /** Whether the provider has verified the address. */
  isProven: boolean;
  picture?: string;
};

/** The field with the account's id at each provider. */
const ID_FIELD_BY_PROVIDER = { Google: 'googleId', [ORGANISATION]: 'organisationId' } as const;
export type ProviderName = keyof typeof ID_FIELD_BY_PROVIDER;

/** The providers linked to a user, with the user's id at each. */
export const identitiesOf = (user: User): { provider: string; id: string }[] =>
  Object.entries(ID_FIELD_BY_PROVIDER).flatMap(([provider, field]) => {
    const id = user[field];
    return id === undefined ? [] : [{ provider, id }];
  });

/**
 * The pool's user for an account at a provider. A user already linked to it is updated with the provider's attributes. Otherwise a new user
 * is created if the pool's policy allows it, replacing an unconfirmed one with the same verified address. If a confirmed account with a
 * password has that address, the provider is linked to it, and later sign-ins lead there. The sign-in that links them fails, as in Cognito,
 * since the trigger has by then created what Cognito was about to create. In the cloud, a trigger decides all this (functions/sign-up).
 * @throws UserLambdaValidationException, and InvalidParameterException when it was just linked
 */
export function findProviderUser(pool: Pool, account: ProviderAccount): User {
  const { users } = pool.store.state;
  const { provider, id, isProven, ...attributes } = account;
  const field = ID_FIELD_BY_PROVIDER[provider];
  const found = users.find((user) => user[field] === id);
  if (found) return Object.assign(found, attributes, { emailVerified: isProven });
  // Usernames in this pool are case-insensitive.
  const username = `${provider}_${id}`.toLowerCase();
  const own = isProven ? findUser(pool, account.email) : undefined;
  if (own?.emailVerified) {
    own[field] = id;
    throw invalidParameter(`Already found an entry for username ${username}`);
  }
  const refused = refusalOf(pool.signUp, { by: 'provider', email: account.email, isProven });
  if (refused !== undefined) throw preSignUpFailed(refused);
  if (own?.status === 'UNCONFIRMED') users.splice(users.indexOf(own), 1);
  return addUser(pool, {
    sub: randomUUID(),
    username,
    emailVerified: isProven,
    ...attributes,
    status: 'EXTERNAL_PROVIDER',
    [field]: id,
  });
}

type Attribute = { Name: string; Value: string };

/** A user's attributes as GetUser lists them. */
export function listAttributes(user: User): Attribute[] {
  const attributes: Attribute[] = [
    { Name: 'sub', Value: user.sub },
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: `${user.emailVerified}` },
  ];
  if (user.name !== undefined) attributes.push({ Name: 'name', Value: user.name });
  if (user.picture !== undefined) attributes.push({ Name: 'picture', Value: user.picture });
  return attributes;
}

/**
 * The attributes a client may write: the name and the picture. The email address is the username and cannot be changed.
 * @throws InvalidParameterException for an unknown attribute, NotAuthorizedException for one the client may not write.
 */
export function readAttributes(attributes: readonly Attribute[]): Pick<User, 'name' | 'picture'> {
  const read: Pick<User, 'name' | 'picture'> = {};
  for (const { Name, Value } of attributes) {
    if (Name === 'name' || Name === 'picture') read[Name] = Value;
    else if (['sub', 'email', 'email_verified'].includes(Name)) throw refusal('attributeNotWritable');
    else throw invalidParameter(`user.${Name}: Attribute does not exist in the schema.\n`);
  }
  return read;
}
