import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { takeTurns } from './take-turns.ts';

/** In milliseconds. DynamoDB answers within tens; what takes longer is lost and asked for again. */
const CONNECTION_TIMEOUT = 1_000;
const REQUEST_TIMEOUT = 3_000;
const ATTEMPTS = 4;
/** Connections at most: where many searches share a process, requests do not wait for each other with their time running. */
const CONNECTIONS = 200;
/** Requests begun in one turn of the event loop: many searches that share a process do not hold up its streams together. */
const REQUESTS_A_TURN = 4;

export interface ClientOptions {
  region: string;
  /** Where DynamoDB is spoken to; the region's own when absent. */
  endpoint?: string;
  /** The machine's own when absent. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** A client for DynamoDB that gives up and tries again within seconds. */
export function createClient(options: ClientOptions): DynamoDBDocumentClient {
  const { region, endpoint, credentials } = options;
  const client = new DynamoDBClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: CONNECTIONS, keepAlive: true },
    },
  });
  const turn = takeTurns(REQUESTS_A_TURN);
  client.middlewareStack.add(
    (next) => async (request) => {
      await turn();
      return await next(request);
    },
    { step: 'initialize', name: 'takeTurns' },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
