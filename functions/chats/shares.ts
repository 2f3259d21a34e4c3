import type { Hono } from 'hono';
import { neverCached, type OwnerEnv, ownerOf } from '#functions/http/owner.ts';
import { allowOnly, HttpProblem } from '#functions/http/problem.ts';
import { urlOf } from '#functions/store/share-item.ts';
import type { Store } from '#functions/store/store.ts';
import type { IsSuppressed } from '#functions/store/suppressed.ts';
import type { DeletedAnswer } from '#shared/chat-contract.ts';
import * as contract from '#shared/shares.ts';
import { orNotFound, readCounted, readId, signalOf } from './owned.ts';

/** Routes for the owner's shares (docs/behaviour.md#shares). */
export function addShareRoutes(app: Hono<OwnerEnv>, { shares, usage }: Store): void {
  app.get('/api/shares', async (context) => {
    const own = await shares.list({ ...ownerOf(context), ...signalOf(context) });
    return context.json<contract.SharesAnswer>({ shares: own });
  });
  app.post('/api/shares', async (context) => {
    const body = await readCounted(context, contract.CreateShareRequest, ['create', 'share'], {
      usage,
      maxBytes: contract.SHARE_LIMITS.bodyBytes,
    }).catch((error: unknown) => {
      throw error instanceof HttpProblem && error.code === 'body-too-large' ? tooLarge() : error;
    });
    const result = await shares.create({ ...ownerOf(context), ...body });
    if (result.status === 'gone') throw new HttpProblem('conflict');
    if (result.status === 'full') throw new HttpProblem('list-full', { message: TOO_MANY_SHARES });
    if (result.status === 'too-large') throw tooLarge();
    return context.json<contract.Share>(result.share, result.status === 'created' ? 201 : 200);
  });
  app.all('/api/shares', allowOnly('GET, POST'));

  app.delete('/api/shares/:shareId', async (context) => {
    const id = readId(contract.ShareId, context.req.param('shareId'));
    const deleted = orNotFound(await shares.revoke({ ...ownerOf(context), id }));
    return context.json<DeletedAnswer>({ deleted });
  });
  app.all('/api/shares/:shareId', allowOnly('DELETE'));
}

const TOO_MANY_SHARES = `You have ${contract.SHARE_LIMITS.shares} shared links, the maximum. Revoke one first.`;
const tooLarge = () => new HttpProblem('body-too-large', { message: contract.SHARE_TOO_LARGE });

interface SharedRouteDeps extends Pick<Store, 'shares'> {
  /** @throws StoreError, or a TimeoutError, while the suppression list cannot be read */
  whoIsSuppressed: () => Promise<IsSuppressed>;
}

/**
 * Serves a share to everybody who knows its token; identity is neither required nor looked at. Suppressed people are left out, and if
 * the suppression list cannot be read, nothing is shown.
 */
export function addSharedRoute(app: Hono<OwnerEnv>, { shares, whoIsSuppressed }: SharedRouteDeps): void {
  app.use('/api/shared/*', neverCached, async (context, next) => {
    await next();
    context.header('x-robots-tag', 'noindex');
  });
  app.get('/api/shared/:token', async (context) => {
    const token = readId(contract.ShareToken, context.req.param('token'));
    const [isSuppressed, found] = await Promise.all([
      whoIsSuppressed(),
      shares.read({ token, ...signalOf(context) }),
    ]);
    const shared = orNotFound(found);
    const people = shared.people
      .filter((person) => !isSuppressed(urlOf(person)))
      // In an answer, ids are derived from profile URLs.
      .map(({ hiddenUrl: _, profile, ...person }, index) => ({
        ...person,
        profile: { ...profile, id: String(index + 1) },
      }));
    return context.json<contract.Shared>({ ...shared, people });
  });
  app.all('/api/shared/:token', allowOnly('GET'));
}
