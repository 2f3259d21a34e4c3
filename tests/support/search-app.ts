import type { Hono } from 'hono';
import type { Providers } from '#functions/providers/ports.ts';
import { createSearchApp } from '#functions/search/app.ts';
import type { SearchAppDeps } from '#functions/search/deps.ts';
import { type Delay, delay, PAUSES, unlessAborted } from '#functions/timing.ts';
import { searchIdOf } from '#shared/ids.ts';
import { fakeProviders } from './fake-providers.ts';
import { memoryQuotas, memorySearchLog, memorySlots } from './memory-stores.ts';

const AS_MANY_AS_THEY_LIKE = { standard: undefined, deep: undefined };
export const UNLIMITED = {
  anonymous: AS_MANY_AS_THEY_LIKE,
  network: AS_MANY_AS_THEY_LIKE,
  allAnonymous: AS_MANY_AS_THEY_LIKE,
  newAccount: AS_MANY_AS_THEY_LIKE,
  allNewAccounts: AS_MANY_AS_THEY_LIKE,
  signedIn: AS_MANY_AS_THEY_LIKE,
  everybody: AS_MANY_AS_THEY_LIKE,
  atOnce: 100,
  atOncePerAddress: 1_000,
};

/** Milliseconds: longer than any pause of a search, and shorter than any limit after which it goes on without its database. */
const LONGEST_PAUSE = 5_000;
/** Longer than a test lasts, in milliseconds. */
const NEVER_MET = 3_600_000;
const never = new Promise<never>(() => undefined);

/** Lets pauses pass, but no limit, however slow the machine is. */
export const patient: Delay = (milliseconds, signal) =>
  milliseconds < LONGEST_PAUSE ? delay(milliseconds, signal) : unlessAborted(signal, never);

/** The search function over fake providers, unpaced, with as much time as it needs. */
export function searchApp(overrides: Partial<SearchAppDeps> & { providers?: Providers } = {}): Hono {
  const { providers = fakeProviders(), ...deps } = overrides;
  return createSearchApp({
    version: '0.0.0-test',
    providersMode: 'simulated',
    configuredProviders: { model: null, search: null, profiles: null },
    openProviders: async () => ({ providers, finish: async () => undefined }),
    pause: PAUSES.off,
    sensitiveCriteria: 'score',
    deadline: NEVER_MET,
    clock: Date.now,
    delay: patient,
    log: () => undefined,
    authenticate: async () => undefined,
    users: {
      ensure: async ({ identity: { userId, email } }) => {
        const now = '2026-11-21T09:00:00.000Z';
        return { id: userId, email, displayName: 'Anonymous', createdAt: now, updatedAt: now };
      },
    },
    searchMessages: {
      open: () => {
        throw new Error('anonymous searches are not kept');
      },
    },
    searchLog: memorySearchLog(),
    quotas: memoryQuotas(deps.clock),
    spent: { add: async () => undefined },
    suppressed: { load: async () => () => false },
    slots: memorySlots(deps.clock),
    limits: UNLIMITED,
    anonymous: true,
    measure: () => undefined,
    ...deps,
  });
}

export const searchBody = {
  chatId: 'chat_1_a',
  messageId: 'msg_1_a',
  content: 'Peruvians studying computer science',
  deepResearch: false,
};

export const postSearch = (body: unknown = searchBody, headers: Record<string, string> = {}): Request =>
  new Request('http://localhost/api/searches', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** A request for a separate search. */
export const bodyOf = (name: string, deepResearch = false): typeof searchBody => ({
  ...searchBody,
  messageId: `msg_${name}`,
  deepResearch,
});

export const idOf = (
  { chatId, messageId }: { chatId: string; messageId: string } = searchBody,
  userId = 'anonymous',
): Promise<string> => searchIdOf({ userId, chatId, messageId });

export const followSearch = (searchId: string, lastEventId?: number | string): Request =>
  new Request(`http://localhost/api/searches/${searchId}/events`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) },
  });

export const stopSearch = (searchId: string): Request =>
  new Request(`http://localhost/api/searches/${searchId}/stop`, { method: 'POST' });
