import { createServer } from 'node:http';
import { type Listening, listenOnLoopback } from './loopback.ts';

export interface FakeSecretsManager extends Listening {
  /** How many times a secret was requested. */
  calls: () => number;
}

/** Secrets Manager’s protocol for one secret, which has no value yet if `text` is undefined. */
export async function startSecretsManager(text: string | undefined): Promise<FakeSecretsManager> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    if (text === undefined) response.writeHead(400, headers).end(NEVER_FILLED);
    else response.writeHead(200, headers).end(JSON.stringify({ Name: 'keys', SecretString: text }));
  });
  return { ...(await listenOnLoopback(server)), calls: () => calls };
}

const NEVER_FILLED = JSON.stringify({
  __type: 'ResourceNotFoundException',
  Message: "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
});
