import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { nextTurn } from '#functions/timing.ts';

/** In milliseconds. DynamoDB responds within tens of them; a request that takes longer than this is aborted and retried. */
const CONNECTION_TIMEOUT = 1_000;
const REQUEST_TIMEOUT = 3_000;
const MAX_ATTEMPTS = 4;
/** Maximum sockets, high enough that requests of many searches in one process do not queue for one while their timeouts run. */
const MAX_SOCKETS = 200;
/** Requests started per turn of the event loop, so that many searches in one process do not starve its streams. */
const REQUESTS_PER_TURN = 4;

interface ClientOptions {
  region: string;
  /** The DynamoDB endpoint; defaults to that of the region. */
  endpoint?: string;
  /** Defaults to the SDK's credential chain. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Replaces signed requests over the network, e.g. for an in-process database. */
  transport?: Pick<DynamoDBClientConfig, 'requestHandler' | 'signer'>;
}

/** A DynamoDB client that times out and retries within seconds. */
export function createClient(options: ClientOptions): DynamoDBDocumentClient {
  const { region, endpoint, credentials, transport } = options;
  const client = new DynamoDBClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_SOCKETS, keepAlive: true },
    },
    ...transport,
  });
  const turn = takeTurns(REQUESTS_PER_TURN);
  client.middlewareStack.add(
    (next) => async (request) => {
      await turn();
      return await next(request);
    },
    { step: 'initialize', name: 'takeTurns' },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Lets `atOnce` callers proceed per turn of the event loop; the others wait for later turns, in order. */
export function takeTurns(atOnce: number): () => Promise<void> {
  let left = atOnce;
  let turn: Promise<void> | undefined;
  const open = () => {
    turn = undefined;
    left = atOnce;
  };
  return async () => {
    for (;;) {
      turn ??= nextTurn().then(open);
      if (left > 0) break;
      await turn;
    }
    left -= 1;
  };
}
