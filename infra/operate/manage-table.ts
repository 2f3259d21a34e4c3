import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TIME_TO_LIVE } from '#functions/store/table-definition.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { sleep, type Wait } from '../walk-table.ts';

/** Polling interval for a table being restored, in milliseconds. */
export const POLL_INTERVAL = 15_000;

/** Undefined if there is no table of that name. */
export async function findTable(
  client: DynamoDBDocumentClient,
  TableName: string,
): Promise<dynamodb.TableDescription | undefined> {
  try {
    return (await client.send(new dynamodb.DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof dynamodb.ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The source of a restored table, from its metadata; undefined for a table that was not restored. */
export async function findSource(
  client: DynamoDBDocumentClient,
  restored: string,
): Promise<string | undefined> {
  return (await findTable(client, restored))?.RestoreSummary?.SourceTableArn?.split('/').at(-1);
}

interface ReadyOptions {
  client: DynamoDBDocumentClient;
  table: string;
  /** The stage to tag the table with; undefined if it is unknown. */
  stage: string | undefined;
  wait?: Wait | undefined;
}

/** Enables what a restored table does not inherit: time to live, its own backups, deletion protection and tags. Idempotent. */
export async function makeReady({ client, table: TableName, stage, wait }: ReadyOptions): Promise<void> {
  const { TimeToLiveDescription: timeToLive } = await client.send(
    new dynamodb.DescribeTimeToLiveCommand({ TableName }),
  );
  if (!timeToLive?.TimeToLiveStatus?.startsWith('ENABL'))
    await client.send(
      new dynamodb.UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: TIME_TO_LIVE },
      }),
    );
  await enableBackups(client, TableName, wait);
  const table = await findTable(client, TableName);
  if (table?.DeletionProtectionEnabled !== true) await protectTable(client, TableName);
  if (stage !== undefined)
    await client.send(
      new dynamodb.TagResourceCommand({
        ResourceArn: table?.TableArn,
        Tags: [
          { Key: 'product', Value: PRODUCT_NAME },
          { Key: 'stage', Value: stage },
        ],
      }),
    );
}

/** At intervals of {@link POLL_INTERVAL}: five minutes. */
const MAX_BACKUP_TRIES = 20;

/** A new table, including a restored one, accepts this setting only a while after it accepts requests. */
async function enableBackups(
  client: DynamoDBDocumentClient,
  TableName: string,
  wait: Wait = sleep,
): Promise<void> {
  const request = new dynamodb.UpdateContinuousBackupsCommand({
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
  for (let tries = 1; ; tries += 1)
    try {
      await client.send(request);
      return;
    } catch (error) {
      const isEarly = error instanceof dynamodb.ContinuousBackupsUnavailableException;
      if (!isEarly || tries === MAX_BACKUP_TRIES) throw error;
      await wait(POLL_INTERVAL);
    }
}

/** Protects a table against deletion. */
export async function protectTable(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  await client.send(new dynamodb.UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

/** For a stage with `retain=false`: takes back the backups and the protection that {@link makeReady} gives a table. */
export async function retainNothing(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  await client.send(
    new dynamodb.UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    }),
  );
  await client.send(new dynamodb.UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
}

/** In seconds. DynamoDB takes minutes to delete a large table. */
const DELETION_TIMEOUT = 600;

/** Deletes a table that a drill restored, if it still exists, and waits until its name is free again. */
export async function dropTable(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  try {
    await client.send(new dynamodb.DeleteTableCommand({ TableName }));
  } catch (error) {
    if (!(error instanceof dynamodb.ResourceNotFoundException)) throw error;
  }
  await dynamodb.waitUntilTableNotExists(
    { client, maxWaitTime: DELETION_TIMEOUT, minDelay: 1, maxDelay: 15 },
    { TableName },
  );
}
