import { createServer } from 'node:http';
import { createTokenMint, POOL, type TokenMint } from '#tests/support/tokens.ts';
import { listenOnLoopback } from './loopback.ts';

export interface UserPool extends Pick<TokenMint, 'mint'> {
  /** Variables that make a function accept this pool’s tokens. */
  variables: Record<string, string>;
  /** How many times its keys were fetched. */
  calls: () => number;
  close: () => Promise<void>;
}

/** A user pool that issues tokens and publishes its keys on loopback, to which a function is redirected from Cognito’s address. */
export async function startUserPool(): Promise<UserPool> {
  const { jwks, mint } = await createTokenMint();
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const isAsked = request.url === `/${POOL.userPoolId}/.well-known/jwks.json`;
    response.writeHead(isAsked ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(jwks));
  });
  const { endpoint, close } = await listenOnLoopback(server);
  const redirect = new URL('redirect-cognito.mjs', import.meta.url).href;
  return {
    mint,
    variables: {
      USER_POOL_ID: POOL.userPoolId,
      USER_POOL_CLIENT_ID: POOL.clientId,
      NODE_OPTIONS: `--enable-source-maps --import ${redirect}`,
      COGNITO_ENDPOINT: endpoint,
    },
    calls: () => calls,
    close,
  };
}
