import * as v from 'valibot';
import { revokeSessions } from './account.ts';
import type { Pool } from './pool.ts';
import * as protocol from './protocol.ts';
import type { User } from './state.ts';
import { listAttributes } from './users.ts';

const SEARCH = v.object({ Filter: v.pipe(v.string(), v.regex(/^email = "(?:[^"\\]|\\.)*"$/)) });
const ONE = v.object({ Username: protocol.USERNAME });

/** What an administrator asks, whom Cognito knows by signed requests: never served where anybody else may ask. */
export const adminOperations: protocol.Operations = {
  /** All with exactly this address, as the filter has it. */
  ListUsers: async (pool, input) => {
    const { Filter } = protocol.readInput(SEARCH, input);
    const email = Filter.slice('email = "'.length, -1).replace(/\\(.)/g, '$1');
    const found = pool.store.state.users.filter((user) => user.email === email);
    return {
      Users: found.map((user) => ({
        Username: user.username,
        Attributes: listAttributes(user),
        UserCreateDate: user.createdAt / 1_000,
        Enabled: user.enabled,
        UserStatus: user.status,
      })),
    };
  },

  AdminUserGlobalSignOut: async (pool, input) => {
    revokeSessions(pool, requireNamed(pool, input));
    return {};
  },

  /** With the mails to the address, which stand in for a mailbox that is not the pool's. */
  AdminDeleteUser: async (pool, input) => {
    const { state } = pool.store;
    const user = requireNamed(pool, input);
    state.users.splice(state.users.indexOf(user), 1);
    state.sessions = state.sessions.filter(({ sub }) => sub !== user.sub);
    state.mails = state.mails.filter(({ to }) => to.toLowerCase() !== user.email.toLowerCase());
    return {};
  },
};

/** By the very username, which of an account by Google alone nobody else can give. @throws UserNotFoundException */
function requireNamed(pool: Pool, input: unknown): User {
  const { Username } = protocol.readInput(ONE, input);
  const user = pool.store.state.users.find(({ username }) => username === Username);
  if (user === undefined) throw protocol.refusal('userUnknown');
  return user;
}
