import type { Account } from './account.ts';
import { createAccount } from './account.ts';

/** The accounts of the searches that are under way, each known by its signal, which every call of a search carries. */
export interface Accounts {
  of(signal: AbortSignal): Account;
}

/** An account lives as long as its search's signal. */
export function createAccounts(): Accounts {
  const accounts = new WeakMap<AbortSignal, Account>();
  return {
    of(signal) {
      const account = accounts.get(signal) ?? createAccount();
      accounts.set(signal, account);
      return account;
    },
  };
}
