import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Table } from '#functions/store/requests.ts';
import { TIME_TO_LIVE } from '#functions/store/table.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { AwsError } from '../cloud/scripts/aws.ts';
import { SettingsError } from '../cloud/settings/read-settings.ts';
import { type Report, surveyTable } from './survey.ts';
import { sleep } from './walk.ts';

/** Polling interval for a table being restored, in milliseconds. */
const POLL_INTERVAL = 15_000;
/** Read and write units per second for reading a table that is not in use yet. */
export const RATE = 2_000;

/** The restorable state of a table. */
export interface Restorable {
  arn: string;
  /** DynamoDB's own count, which it updates every six hours. */
  items: number;
  bytes: number;
  earliest: Date;
  latest: Date;
}

export interface RestoreOptions {
  client: DynamoDBDocumentClient;
  /** The table to restore from. */
  source: string;
  /** The new table. */
  target: string;
  /** The restore point; the latest one when absent. */
  at?: Date | undefined;
  say?: (what: string) => void;
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** Aborted to start nothing further and stop waiting; its reason is thrown. */
  signal?: AbortSignal;
}

/** @throws SettingsError if there is no such table, or it has no point-in-time recovery */
export async function describeRestorable(
  client: DynamoDBDocumentClient,
  source: string,
): Promise<Restorable> {
  const table = await findTable(client, source);
  if (table === undefined)
    throw new SettingsError(
      `The table ${source} no longer exists. DynamoDB keeps a backup of a deleted table for 35 days: see docs/operations.md, "Back up and restore".`,
    );
  const { ContinuousBackupsDescription: backups } = await client.send(
    new dynamodb.DescribeContinuousBackupsCommand({ TableName: source }),
  );
  const recovery = backups?.PointInTimeRecoveryDescription;
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = recovery ?? {};
  if (table.TableArn === undefined || earliest === undefined || latest === undefined)
    throw new SettingsError(
      `${source} cannot be restored: its point-in-time recovery is ${recovery?.PointInTimeRecoveryStatus ?? 'DISABLED'}.`,
    );
  return {
    arn: table.TableArn,
    items: table.ItemCount ?? 0,
    bytes: table.TableSizeBytes ?? 0,
    earliest,
    latest,
  };
}

/** @throws SettingsError naming the possible range */
export function checkMoment(at: Date | undefined, { earliest, latest }: Restorable): void {
  if (at === undefined || (at >= earliest && at <= latest)) return;
  throw new SettingsError(
    `--at must be between ${earliest.toISOString()} and ${latest.toISOString()} (it is ${at.toISOString()}).`,
  );
}

/**
 * Restores the table to a new one as of a restore point, and waits until it is ready.
 * @param canResume whether to accept an existing target that is being restored from the same table
 * @throws SettingsError if the new name is taken
 */
export async function restoreTable(options: RestoreOptions, canResume: boolean): Promise<void> {
  await requestRestore(options, canResume);
  await awaitRestored(options);
}

/** Starts the restore; the new table exists from then on. Throws as `restoreTable` does. */
export async function requestRestore(options: RestoreOptions, canResume: boolean): Promise<void> {
  const { client, source, target, at, say = () => undefined, signal } = options;
  const { arn } = await describeRestorable(client, source);
  const existing = await findTable(client, target);
  const isOurs = existing?.RestoreSummary?.SourceTableArn === arn;
  if (existing !== undefined && !(canResume && isOurs))
    throw new SettingsError(`The table ${target} already exists: choose another name with --to.`);
  const restoredTo = existing?.RestoreSummary?.RestoreDateTime;
  // DynamoDB stores whole seconds.
  if (at !== undefined && restoredTo !== undefined && secondsOf(restoredTo) !== secondsOf(at))
    throw new SettingsError(
      `${target} has the restore point ${restoredTo.toISOString()}, not ${at.toISOString()}: choose another name with --to.`,
    );
  signal?.throwIfAborted();
  if (existing === undefined) await beginRestore(options, arn);
  say(`Restoring ${target} …`);
}

/** Also succeeds if the response is lost: the table is then being created, and the client's retry finds the name taken. */
async function beginRestore({ client, target, at }: RestoreOptions, arn: string): Promise<void> {
  const request = new dynamodb.RestoreTableToPointInTimeCommand({
    SourceTableArn: arn,
    TargetTableName: target,
    ...(at === undefined ? { UseLatestRestorableTime: true } : { RestoreDateTime: at }),
  });
  try {
    await client.send(request);
  } catch (error) {
    // On the first attempt, an existing table of that name belongs to somebody else.
    if (error instanceof dynamodb.DynamoDBServiceException && error.$metadata.attempts === 1) throw error;
    const existing = await findTable(client, target).catch(() => undefined);
    if (existing?.RestoreSummary?.SourceTableArn !== arn) throw error;
  }
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Consecutive polls that may miss the table before giving up: DynamoDB may not report a new one for some seconds. */
const MAX_MISSES = 5;

/** Takes from minutes to hours. @throws AwsError if the table disappears */
export async function awaitRestored({ client, target, wait = sleep, signal }: RestoreOptions): Promise<void> {
  for (let misses = 0; misses < MAX_MISSES; ) {
    const table = await findTable(client, target);
    signal?.throwIfAborted();
    if (table?.TableStatus === 'ACTIVE' && table.RestoreSummary?.RestoreInProgress !== true) return;
    misses = table === undefined ? misses + 1 : 0;
    await wait(POLL_INTERVAL, signal);
  }
  throw new AwsError(`${target} no longer exists: somebody deleted it, or the restore failed. Start over.`);
}

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

interface ReadyOptions extends Pick<RestoreOptions, 'client' | 'wait'> {
  table: string;
  stage: string;
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
  if (table?.DeletionProtectionEnabled !== true) await protectTable(client, TableName, true);
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
  wait: RestoreOptions['wait'] = sleep,
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

/** @param isProtected whether to enable deletion protection */
export async function protectTable(
  client: DynamoDBDocumentClient,
  TableName: string,
  isProtected: boolean,
): Promise<void> {
  await client.send(new dynamodb.UpdateTableCommand({ TableName, DeletionProtectionEnabled: isProtected }));
}

/** For a stage with `retain=false`: takes back the backups and the protection that {@link makeReady} gives a table. */
export async function retainNothing(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  await client.send(
    new dynamodb.UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    }),
  );
  await protectTable(client, TableName, false);
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

/** The source of a restored table, from its metadata; undefined for a table that was not restored. */
export async function findSource(
  client: DynamoDBDocumentClient,
  restored: string,
): Promise<string | undefined> {
  return (await findTable(client, restored))?.RestoreSummary?.SourceTableArn?.split('/').at(-1);
}

/** Reads everything in the restored table as the functions would. */
export async function readRestored({ client, target, signal }: RestoreOptions): Promise<Report> {
  const options = { mode: 'verify', rate: RATE, ...(signal && { signal }) } as const;
  const { report } = await surveyTable({ table: new Table(client, target), ...options });
  signal?.throwIfAborted();
  return report;
}
