import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** In milliseconds. DynamoDB answers within tens; what takes longer is lost and asked for again. */
const CONNECTION_TIMEOUT = 1_000;
const REQUEST_TIMEOUT = 3_000;
const ATTEMPTS = 4;

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
    },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
