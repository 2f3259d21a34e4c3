import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { SearchLimits } from '#functions/config.ts';
import type { Authenticate } from '#functions/http/authenticate.ts';
import { nextDay } from '#functions/http/daily-reset.ts';
import { readJsonBody } from '#functions/http/json-body.ts';
import { keepAliveResponse, linesOf } from '#functions/http/keep-alive.ts';
import {
  ERASURE_SETTLE_TIME,
  neverCached,
  type OwnerEnv,
  requireIdentity,
  requireOwner,
} from '#functions/http/owner.ts';
import { allowOnly, HttpProblem, handleError, handleNotFound, refuseHead } from '#functions/http/problem.ts';
import { accountErasures, accountJobs } from '#functions/store/service-keys.ts';
import { releaseSlot } from '#functions/store/slots.ts';
import type { Store } from '#functions/store/store.ts';
import * as contract from '#shared/account-contract.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { toTimestamp } from '#shared/time.ts';
import { remainingQuota } from './quotas.ts';

/** The part of the user pool that deletes an account. */
interface AccountPool {
  /** Idempotent. @param username the account's name in the pool */
  remove: (username: string) => Promise<void>;
}

/** Dependencies of the account routes. */
export interface AccountRouteDeps {
  store: Pick<Store, 'account' | 'users' | 'quotas' | 'spent' | 'slots'>;
  authenticate: Authenticate;
  limits: SearchLimits;
  pool: AccountPool;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Waits for that many milliseconds. */
  wait: (milliseconds: number) => Promise<unknown>;
  log: (what: string, error: unknown) => void;
}

/**
 * Routes for a whole account: see the day's remaining quota and what was spent, export everything, remove one person from everything,
 * delete the account. The search function serves them: it alone may touch all the data, and it can stream, since an account may be large.
 */
export function createAccountApp(deps: AccountRouteDeps): Hono<OwnerEnv> {
  const { store, authenticate, clock } = deps;
  const app = new Hono<OwnerEnv>();
  app.onError(handleError);
  app.notFound(handleNotFound);
  app.use('/api/account/*', neverCached);
  // Not behind the check of the other routes, which rejects an erased account: repeating the request finishes an interrupted erasure.
  app.delete('/api/account', eraseAccount(deps)).all(allowOnly('DELETE'));
  app.use('/api/account/*', requireOwner({ authenticate, users: store.users, clock }));
  app
    .get('/api/account/usage', async (context) =>
      context.json<contract.AccountUsage>(await describeUsage(context, deps)),
    )
    .all(allowOnly('GET'));
  app.get('/api/account/export', exportAccount(deps)).all(allowOnly('GET'));
  app.post('/api/account/removals', removePerson(deps)).all(allowOnly('POST'));
  return app;
}

/** Combines both apps of one function: the routes below `/api/account`, and the rest. */
export function withAccount(account: Hono<OwnerEnv>, rest: Hono): Hono {
  const app = new Hono();
  app.all('/api/account/*', ({ req }) => account.fetch(req.raw));
  app.all('*', ({ req }) => rest.fetch(req.raw));
  return app;
}

async function describeUsage(
  context: Context<OwnerEnv>,
  { store, limits, clock }: AccountRouteDeps,
): Promise<contract.AccountUsage> {
  const { identity, since } = context.var;
  const { userId } = identity;
  const { signal } = context.req.raw;
  const now = clock();
  const left = (deepResearch: boolean) =>
    remainingQuota({ userId, since, deepResearch, signal }, now, { limits, quotas: store.quotas });
  const [standard, deep, spent] = await Promise.all([
    left(false),
    left(true),
    store.spent.read({ userId, signal }),
  ]);
  return { standard, deep, resetsAt: toTimestamp(nextDay(now)), spent: spent ?? null };
}

/** Concurrent jobs of a kind per account. More than one, because a page that lost its connection retries while the first still runs. */
const MAX_CONCURRENT_JOBS = 2;
/** A slot expires after this even if its holder never released it, in milliseconds: functions run no longer, unless searches may. */
const SLOT_TTL = 120_000;

interface SlotOptions {
  name: string;
  /** The message if all of them are taken. */
  refusal: string;
}

/**
 * Limits how many instances one account can occupy: each of these requests keeps one busy, and searches need the same instances.
 * @returns a function that releases the slot and never rejects
 * @throws HttpProblem 429 if all slots are taken; StoreError if they cannot be counted
 */
async function takeSlot(
  { store: { slots }, clock, log }: AccountRouteDeps,
  { name, refusal }: SlotOptions,
): Promise<() => Promise<void>> {
  const slot = { name, holder: crypto.randomUUID() };
  if (!(await slots.take({ ...slot, atOnce: MAX_CONCURRENT_JOBS, until: clock() + SLOT_TTL })))
    throw new HttpProblem('quota-exceeded', { message: refusal, headers: { 'retry-after': '30' } });
  return () => releaseSlot(slot, { slots, log });
}

const takeAccountSlot = (deps: AccountRouteDeps, userId: string) =>
  takeSlot(deps, {
    name: accountJobs(userId),
    refusal:
      'Your account is being exported or searched already. Wait until that has ended, two minutes at the most, and try again.',
  });

/** The whole account as one JSON file, written message by message: no more than one chat is ever in memory. */
const exportAccount =
  (deps: AccountRouteDeps) =>
  async (context: Context<OwnerEnv>): Promise<Response> => {
    refuseHead(context);
    const { store, clock, log } = deps;
    const { userId } = context.var.identity;
    const releaseSlot = await takeAccountSlot(deps, userId);
    const exportedAt = toTimestamp(clock());
    const name = `${PRODUCT_NAME.toLowerCase()}-account-${exportedAt.slice(0, 10)}.json`;
    const text = store.account.exportText({ userId, exportedAt, signal: context.req.raw.signal });
    const headers = { 'content-disposition': `attachment; filename="${name}"` };
    return keepAliveResponse(runAtEnd(text, releaseSlot), {
      contentType: 'application/json; charset=utf-8',
      headers,
      log,
    });
  };

/** Runs `act` when the text ends, even if it fails or is not read to the end. */
async function* runAtEnd(text: AsyncIterable<string>, act: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* text;
  } finally {
    await act();
  }
}

/** Finds a person in all answers, lists and shares of the account, or removes them from all of these. */
const removePerson =
  (deps: AccountRouteDeps) =>
  async (context: Context<OwnerEnv>): Promise<Response> => {
    const { store, log } = deps;
    const { userId } = context.var.identity;
    const { profileUrl, remove } = await readJsonBody(context.req.raw, contract.RemovalRequest);
    const releaseSlot = await takeAccountSlot(deps, userId);
    const act = remove ? store.account.removePerson : store.account.findPerson;
    const work = act({ userId, profileUrl }).finally(releaseSlot);
    return keepAliveResponse(
      linesOf<contract.Removal>(async (write) => write(await work)),
      { log },
    );
  };

/** How recent a sign-in must be to delete the account, in milliseconds. */
const MAX_SIGN_IN_AGE = 15 * 60_000;

/**
 * Deletes all data of the account, and then the account itself. Once begun, it continues even if the client disconnects, and it can be
 * repeated with any token of the account.
 */
const eraseAccount =
  (deps: AccountRouteDeps) =>
  async (context: Context<OwnerEnv>): Promise<Response> => {
    const { store, authenticate, pool, clock, wait, log } = deps;
    const { userId, username, signedInAt = 0 } = await requireIdentity(context, authenticate);
    const hasBegun = await store.users.isErased({ userId });
    if (!hasBegun && clock() - signedInAt > MAX_SIGN_IN_AGE) throw new HttpProblem('sign-in-again');
    const releaseSlot = await takeSlot(deps, {
      name: accountErasures(userId),
      refusal:
        'Your account is already being deleted; there is nothing more to do. If it is still there in two minutes, delete it again.',
    });
    const lines = linesOf<contract.ErasureLine>(async (write) => {
      try {
        await store.users.noteErasure({ userId });
        write({ state: 'begun' });
        const swept = await store.account.sweep({ userId, wait });
        write({ state: 'deleted', items: swept });
        const left = await store.account.erase({ userId, wait, settles: ERASURE_SETTLE_TIME });
        await pool.remove(username ?? userId);
        write({ state: 'done', items: swept + left });
      } catch (error) {
        // Logged here, since the client may have disconnected.
        log('an erasure broke off', error);
        throw error;
      } finally {
        await releaseSlot();
      }
    });
    return keepAliveResponse(lines, { log: () => undefined });
  };
