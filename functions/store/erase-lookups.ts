import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { createStore } from './create-store.ts';
import { deleteItems, toKey } from './dynamodb/requests.ts';
import { LOOKUP_PREFIX } from './keys.ts';
import { storing } from './storing.ts';

interface EraseOptions {
  client: DynamoDBDocumentClient;
  tableName: string;
  signal?: AbortSignal;
}

export type Erasure = 'erased' | 'not found' | 'no profile URL';

/** For operators: forgets every remembered lookup of the person at that URL, however it is written. @throws StoreError */
export async function eraseLookupsOf(
  profileUrl: string,
  { client, tableName, signal }: EraseOptions,
): Promise<Erasure> {
  const canonical = canonicalProfileUrl(profileUrl);
  if (canonical === undefined) return 'no profile URL';
  const { lookups } = createStore({ client, tableName });
  const erased = await lookups.erase({ profileUrl: canonical, ...(signal && { signal }) });
  return erased ? 'erased' : 'not found';
}

/**
 * For operators: forgets every remembered lookup there is. Reads the whole table, which no door may do.
 * @returns how many items that were. @throws StoreError
 */
export async function eraseAllLookups({ client, tableName, signal }: EraseOptions): Promise<number> {
  const table = { client, name: tableName };
  return await storing('Failed to erase the lookups', signal ? { signal } : {}, async () => {
    let erased = 0;
    let start: Record<string, unknown> | undefined;
    do {
      const request = new ScanCommand({
        TableName: tableName,
        FilterExpression: 'begins_with(pk, :lookups)',
        ExpressionAttributeValues: { ':lookups': LOOKUP_PREFIX },
        ProjectionExpression: 'pk, sk',
        ...(start && { ExclusiveStartKey: start }),
      });
      const { Items = [], LastEvaluatedKey } = await client.send(
        request,
        signal ? { abortSignal: signal } : {},
      );
      await deleteItems(table, Items.map(toKey), signal);
      erased += Items.length;
      start = LastEvaluatedKey;
    } while (start !== undefined);
    return erased;
  });
}
