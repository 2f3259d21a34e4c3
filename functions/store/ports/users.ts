import type { User } from '#shared/user.ts';

/** What a verified token says about a person. */
export interface Identity {
  userId: string;
  email: string;
  displayName?: string;
  photoURL?: string;
}

export interface UserAddress {
  userId: string;
  signal?: AbortSignal;
}

export interface CreateUserOptions {
  identity: Identity;
  signal?: AbortSignal;
}

export interface UpdateUserOptions extends UserAddress {
  displayName?: string;
  /** null takes the picture away. */
  photoURL?: string | null;
}

/** People's records. Every method throws StoreError when storing fails. */
export interface UserStore {
  read(options: UserAddress): Promise<User | undefined>;
  /**
   * The person's record, made from the token when there is none yet ('Anonymous' when nameless). Address, name and picture follow the
   * token, save what the person has set with `update`.
   */
  ensure(options: CreateUserOptions): Promise<User>;
  update(options: UpdateUserOptions): Promise<User | undefined>;
  /** Deletes the record alone; false when there was none. */
  delete(options: UserAddress): Promise<boolean>;
}
