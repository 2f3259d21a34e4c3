import { once } from 'node:events';
import { createServer } from 'node:http';

export interface FakeSecretsManager {
  endpoint: string;
  /** How often a secret was asked for. */
  calls: () => number;
  close: () => Promise<void>;
}

/** Secrets Manager's protocol for one secret; without a text the secret exists and was never filled. */
export async function startSecretsManager(text: string | undefined): Promise<FakeSecretsManager> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    if (text === undefined) response.writeHead(400, headers).end(NEVER_FILLED);
    else response.writeHead(200, headers).end(JSON.stringify({ Name: 'keys', SecretString: text }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Secrets Manager has no port.');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    calls: () => calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NEVER_FILLED = JSON.stringify({
  __type: 'ResourceNotFoundException',
  Message: "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
});
