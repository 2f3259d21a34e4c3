import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { searchApp, searchBody } from '#tests/support/search-app.ts';
import type { TokenMint } from '#tests/support/tokens.ts';
import { BAD_TOKENS, createTokenMint, POOL } from '#tests/support/tokens.ts';

/** Every route of the search door that knows people. */
const ROUTES = [
  ['POST', '/api/searches', JSON.stringify(searchBody)],
  ['GET', '/api/searches/search_1/events', undefined],
  ['POST', '/api/searches/search_1/stop', undefined],
] as const;

it('is tested on every route the door has but its health', () => {
  const routes = searchApp().routes.map(({ method, path }) => `${method} ${path}`);
  const named = ROUTES.map(([method, path]) => `${method} ${path.replace('search_1', ':searchId')}`);
  expect(routes.sort()).toEqual([...named, 'GET /api/health'].sort());
});

describe.each(ROUTES)('%s %s', (method, path, body) => {
  let tokens: TokenMint;
  beforeAll(async () => {
    tokens = await createTokenMint();
  });

  it.each(BAD_TOKENS)('answers 401 to a bad token, never as to an anonymous caller: %s', async (kind) => {
    const app = searchApp({ authenticate: createAuthenticator({ ...POOL, jwks: tokens.jwks }) });
    const response = await app.request(path, {
      method,
      headers: { 'content-type': 'application/json', 'x-auth-token': await tokens.mintBad(kind, 'person-1') },
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorised' } });
  });
});
