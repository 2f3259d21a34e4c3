import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { toTimestamp } from '#shared/timestamp.ts';
import { DEFAULT_DISPLAY_NAME, User } from '#shared/user.ts';
import { userKey } from '../keys.ts';
import type { CreateUserOptions, Identity, UpdateUserOptions, UserAddress } from '../ports/users.ts';
import { getItem, putIfAbsent, updateItem } from './requests.ts';
import type { Item, Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

export async function readUser(table: Table, { userId, signal }: UserAddress): Promise<User | undefined> {
  const item = await getItem(table, userKey(userId), signal);
  return item && v.parse(User, item);
}

/** What the person has set, which the token changes no more. */
const Chosen = v.object({ chosen: v.optional(v.set(v.string()), () => new Set<string>()) });

/** The person's record, made from the token or brought up to date with it. Safe to run twice at once. */
export async function ensureUser(table: Table, { identity, signal }: CreateUserOptions): Promise<User> {
  const key = userKey(identity.userId);
  const known = await getItem(table, key, signal);
  if (known !== undefined) return await followToken(table, { known, identity, signal });
  const at = toTimestamp(table.clock());
  const user: User = {
    id: identity.userId,
    email: identity.email,
    displayName: nameIn(identity) ?? DEFAULT_DISPLAY_NAME,
    ...(identity.photoURL !== undefined && { photoURL: identity.photoURL }),
    createdAt: at,
    updatedAt: at,
  };
  if (await putIfAbsent(table, { ...key, ...user }, signal)) return user;
  return (await readUser(table, { userId: user.id, ...(signal && { signal }) })) ?? user;
}

const nameIn = ({ displayName }: Identity): string | undefined =>
  displayName?.trim().toWellFormed() || undefined;

interface FollowOptions {
  known: Item;
  identity: Identity;
  signal: AbortSignal | undefined;
}

/** One write, where the token says something else; none when the person has set something meanwhile, until the next sight. */
async function followToken(table: Table, { known, identity, signal }: FollowOptions): Promise<User> {
  const user = v.parse(User, known);
  const { chosen } = v.parse(Chosen, known);
  const said = {
    email: identity.email || undefined,
    displayName: nameIn(identity),
    photoURL: identity.photoURL,
  };
  const update = new UpdateExpression().require('attribute_exists(pk)');
  let differs = false;
  for (const name of ['email', 'displayName', 'photoURL'] as const) {
    const value = said[name];
    if (value === undefined || value === user[name] || chosen.has(name)) continue;
    differs = true;
    update.set(name, value);
    update.require(`(attribute_not_exists(chosen) OR NOT contains(chosen, ${update.value(name)}))`);
  }
  if (!differs) return user;
  update.set('updatedAt', toTimestamp(table.clock()));
  const item = await updateItem(table, { Key: userKey(user.id), ...update.build() }, signal);
  if (item !== undefined) return v.parse(User, item);
  return (await readUser(table, { userId: user.id, ...(signal && { signal }) })) ?? user;
}

export async function updateUser(table: Table, options: UpdateUserOptions): Promise<User | undefined> {
  const { userId, displayName, photoURL, signal } = options;
  const update = new UpdateExpression().require('attribute_exists(pk)');
  update.set('updatedAt', toTimestamp(table.clock()));
  if (displayName !== undefined)
    update.set('displayName', displayName.trim().toWellFormed() || DEFAULT_DISPLAY_NAME);
  if (photoURL === null) update.remove('photoURL');
  else if (photoURL !== undefined) update.set('photoURL', photoURL);
  const chosen = Object.entries({ displayName, photoURL }).filter(([, value]) => value !== undefined);
  if (chosen.length > 0) update.add('chosen', new Set(chosen.map(([name]) => name)));
  const item = await updateItem(table, { Key: userKey(userId), ...update.build() }, signal);
  return item && v.parse(User, item);
}

export async function deleteUser(table: Table, { userId, signal }: UserAddress): Promise<boolean> {
  const request = new DeleteCommand({ TableName: table.name, Key: userKey(userId), ReturnValues: 'ALL_OLD' });
  const { Attributes } = await table.client.send(request, signal ? { abortSignal: signal } : {});
  return Attributes !== undefined;
}
