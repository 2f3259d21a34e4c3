import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { toTimestamp } from '#shared/timestamp.ts';
import { DEFAULT_DISPLAY_NAME, User } from '#shared/user.ts';
import { userKey } from '../keys.ts';
import type { CreateUserOptions, UpdateUserOptions, UserAddress } from '../ports/users.ts';
import { getItem, putIfAbsent, updateItem } from './requests.ts';
import type { Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

export async function readUser(table: Table, { userId, signal }: UserAddress): Promise<User | undefined> {
  const item = await getItem(table, userKey(userId), signal);
  return item && v.parse(User, item);
}

/** The person's record as it is, or made from the token. Safe to run twice at once. */
export async function ensureUser(table: Table, { identity, signal }: CreateUserOptions): Promise<User> {
  const address = { userId: identity.userId, ...(signal && { signal }) };
  const known = await readUser(table, address);
  if (known !== undefined) return known;
  const at = toTimestamp(table.clock());
  const displayName = identity.displayName?.trim().toWellFormed() || DEFAULT_DISPLAY_NAME;
  const user: User = {
    id: identity.userId,
    email: identity.email,
    displayName,
    ...(identity.photoURL !== undefined && { photoURL: identity.photoURL }),
    createdAt: at,
    updatedAt: at,
  };
  if (await putIfAbsent(table, { ...userKey(user.id), ...user }, signal)) return user;
  return (await readUser(table, address)) ?? user;
}

export async function updateUser(table: Table, options: UpdateUserOptions): Promise<User | undefined> {
  const { userId, displayName, photoURL, signal } = options;
  const update = new UpdateExpression().require('attribute_exists(pk)');
  update.set('updatedAt', toTimestamp(table.clock()));
  if (displayName !== undefined)
    update.set('displayName', displayName.trim().toWellFormed() || DEFAULT_DISPLAY_NAME);
  if (photoURL === null) update.remove('photoURL');
  else if (photoURL !== undefined) update.set('photoURL', photoURL);
  const item = await updateItem(table, { Key: userKey(userId), ...update.build() }, signal);
  return item && v.parse(User, item);
}

export async function deleteUser(table: Table, { userId, signal }: UserAddress): Promise<boolean> {
  const request = new DeleteCommand({ TableName: table.name, Key: userKey(userId), ReturnValues: 'ALL_OLD' });
  const { Attributes } = await table.client.send(request, signal ? { abortSignal: signal } : {});
  return Attributes !== undefined;
}
