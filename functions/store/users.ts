import * as v from 'valibot';
import type { UpdateUserRequest } from '#shared/chat-contract.ts';
import { DEFAULT_DISPLAY_NAME, User } from '#shared/contract.ts';
import { storeError } from '#shared/errors.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreError, withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Cancellable, Item, Table } from './requests.ts';

/** What a verified token says about a person. */
export interface Identity {
  userId: string;
  email: string;
  displayName?: string;
  photoURL?: string;
}

type UpdateUserOptions = Cancellable & { userId: string } & UpdateUserRequest;

/** People's records. Every method throws StoreError when storing fails. */
export type UserStore = ReturnType<typeof createUsers>;

const ERROR_TEXTS = {
  ensure: storeError('create', 'user'),
  update: storeError('update', 'user'),
  delete: storeError('delete', 'user'),
};

export const createUsers = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /**
     * The person's record, made from the token when there is none yet ('Anonymous' when nameless). E-mail address, name and
     * picture follow the token, except what the person has set with `update`. Safe to run twice at once.
     */
    async ensure({ identity, signal }: Cancellable & { identity: Identity }): Promise<User> {
      const { userId } = identity;
      const known = await readItem({ table, userId, signal });
      if (known !== undefined) return await followToken({ table, known, identity, signal });
      const at = toTimestamp(table.clock());
      const user: User = {
        id: userId,
        email: identity.email,
        displayName: nameIn(identity) ?? DEFAULT_DISPLAY_NAME,
        ...(identity.photoURL !== undefined && { photoURL: identity.photoURL }),
        createdAt: at,
        updatedAt: at,
      };
      if (await table.putIfAbsent({ ...keys.userKey(userId), ...user }, signal)) return user;
      return (await readUser({ table, userId, signal })) ?? user;
    },

    async update({ userId, displayName, photoURL, signal }: UpdateUserOptions): Promise<User | undefined> {
      const update = new UpdateExpression().require('attribute_exists(pk)');
      update.set('updatedAt', toTimestamp(table.clock()));
      if (displayName !== undefined)
        update.set('displayName', displayName.trim().toWellFormed() || DEFAULT_DISPLAY_NAME);
      if (photoURL === null) update.remove('photoURL');
      else if (photoURL !== undefined) update.set('photoURL', photoURL);
      const chosen = Object.entries({ displayName, photoURL }).filter(([, value]) => value !== undefined);
      if (chosen.length > 0) update.add('chosen', new Set(chosen.map(([name]) => name)));
      const item = await table.update(keys.userKey(userId), update, signal);
      return item && v.parse(User, item);
    },

    /** The record alone; what the person has stored stays. Safe to repeat. */
    async delete({ userId, signal }: Cancellable & { userId: string }): Promise<void> {
      await table.deleteAll([keys.userKey(userId)], signal);
    },
  });

type ReadOptions = Cancellable & { table: Table; userId: string };

/** Of making a record, what fails most often is that nobody can tell whether there is one: that is said, and not that it was not made. */
const readItem = withStoreError(storeError('fetch', 'user'), ({ table, userId, signal }: ReadOptions) =>
  table.get(keys.userKey(userId), signal),
);

async function readUser(options: ReadOptions): Promise<User | undefined> {
  const item = await readItem(options);
  return item && v.parse(User, item);
}

const nameIn = ({ displayName }: Identity): string | undefined =>
  displayName?.trim().toWellFormed() || undefined;

/** What the person has set, which tokens no longer change. */
const Chosen = v.object({ chosen: v.optional(v.set(v.string()), () => new Set<string>()) });

type FollowOptions = Cancellable & { table: Table; known: Item; identity: Identity };

/** One write when the token says something else; none when the person has changed something meanwhile, until the next token. */
const followToken = withStoreError(ERROR_TEXTS.update, async (options: FollowOptions): Promise<User> => {
  const { table, known, identity, signal } = options;
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
  const item = await table.update(keys.userKey(user.id), update, signal);
  if (item !== undefined) return v.parse(User, item);
  return (await readUser({ table, userId: user.id, signal })) ?? user;
});
