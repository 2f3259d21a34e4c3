import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** What every operation needs. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Name of one attempt at writing, never used twice: see pending.ts. */
  newAttempt: () => string;
}

/** An item as stored, not yet checked. */
export type Item = Readonly<Record<string, unknown>>;
