import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';

/** Before the profile's address in the partition key of a remembered lookup (functions/store/keys.ts). */
const PREFIX = 'LOOKUP#';

/** A stage's table, as whoever composes the command opens it. */
export interface OpenedTable {
  /** The store's lookup cache (functions/store/ports/lookup-cache.ts). */
  lookups: { erase(options: { profileUrl: string }): Promise<boolean> };
  client: DynamoDBDocumentClient;
  tableName: string;
}

/**
 * Erases what is remembered of every profile. Only a scan finds them all, which the doors may not do and an operator may.
 * @returns of how many profiles.
 * @throws whatever the client or the cache throws.
 */
export async function eraseAllLookups({ lookups, ...table }: OpenedTable): Promise<number> {
  const profileUrls = await rememberedProfiles(table);
  for (const profileUrl of profileUrls) await lookups.erase({ profileUrl });
  return profileUrls.size;
}

async function rememberedProfiles({ client, tableName }: Omit<OpenedTable, 'lookups'>): Promise<Set<string>> {
  const found = new Set<string>();
  let start: Record<string, unknown> | undefined;
  do {
    const request = new ScanCommand({
      TableName: tableName,
      FilterExpression: 'begins_with(pk, :prefix)',
      ExpressionAttributeValues: { ':prefix': PREFIX },
      ProjectionExpression: 'pk',
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await client.send(request);
    for (const { pk } of Items) found.add(String(pk).slice(PREFIX.length));
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return found;
}
