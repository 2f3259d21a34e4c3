import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Table } from '#functions/store/requests.ts';
import { TIME_TO_LIVE } from '#functions/store/table.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { AwsError } from '../cloud/scripts/aws.ts';
import { SettingsError } from '../cloud/settings/read-settings.ts';
import { type Report, surveyTable } from './survey.ts';
import { sleep } from './walk.ts';

/** Pause between two looks at a table that is being restored, in milliseconds. */
const LOOK = 15_000;
/** Read and write units in a second for reading a table that nobody uses yet. */
export const RATE = 2_000;

/** What can be restored of a table. */
export interface Restorable {
  arn: string;
  /** As DynamoDB last counted, which it does every six hours. */
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
  /** To which moment; the latest there is when absent. */
  at?: Date | undefined;
  say?: (what: string) => void;
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** Aborted when nothing more is to be begun or waited for: its reason is thrown. */
  signal?: AbortSignal;
}

/** @throws SettingsError where there is no such table, or it keeps no changes to restore from */
export async function describeRestorable(
  client: DynamoDBDocumentClient,
  source: string,
): Promise<Restorable> {
  const table = await findTable(client, source);
  if (table === undefined)
    throw new SettingsError(
      `There is no table ${source} any more. DynamoDB keeps a backup of a deleted one for 35 days: docs/operations.md, "Back up and restore".`,
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

/** @throws SettingsError naming the moments there are */
export function checkMoment(at: Date | undefined, { earliest, latest }: Restorable): void {
  if (at === undefined || (at >= earliest && at <= latest)) return;
  throw new SettingsError(
    `--at must be from ${earliest.toISOString()} to ${latest.toISOString()} (it is ${at.toISOString()}).`,
  );
}

/**
 * Restores the table as it was at a moment into a new one beside it, and waits until that is there.
 * @param canGoOn whether a target that is being restored from this very table already is waited for
 * @throws SettingsError where the new name is taken
 */
export async function restoreTable(options: RestoreOptions, canGoOn: boolean): Promise<void> {
  await requestRestore(options, canGoOn);
  await awaitRestored(options);
}

/** Has the restore begun: from then on there is the new table. It throws as `restoreTable` does. */
export async function requestRestore(options: RestoreOptions, canGoOn: boolean): Promise<void> {
  const { client, source, target, at, say = () => undefined, signal } = options;
  const { arn } = await describeRestorable(client, source);
  const there = await findTable(client, target);
  const isOurs = there?.RestoreSummary?.SourceTableArn === arn;
  if (there !== undefined && !(canGoOn && isOurs))
    throw new SettingsError(`There is a table ${target} already: choose another name with --to.`);
  const restoredTo = there?.RestoreSummary?.RestoreDateTime;
  // DynamoDB keeps whole seconds.
  if (at !== undefined && restoredTo !== undefined && secondsOf(restoredTo) !== secondsOf(at))
    throw new SettingsError(
      `${target} is restored to ${restoredTo.toISOString()}, not to ${at.toISOString()}: choose another name with --to.`,
    );
  signal?.throwIfAborted();
  if (there === undefined) await beginRestore(options, arn);
  say(`Restoring ${target} …`);
}

/** Also where the answer to it gets lost: then the new table is there all the same, and the client's next try finds its name taken. */
async function beginRestore({ client, target, at }: RestoreOptions, arn: string): Promise<void> {
  const request = new dynamodb.RestoreTableToPointInTimeCommand({
    SourceTableArn: arn,
    TargetTableName: target,
    ...(at === undefined ? { UseLatestRestorableTime: true } : { RestoreDateTime: at }),
  });
  try {
    await client.send(request);
  } catch (error) {
    // Refused at the first try it is somebody else's.
    if (error instanceof dynamodb.DynamoDBServiceException && error.$metadata.attempts === 1) throw error;
    const there = await findTable(client, target).catch(() => undefined);
    if (there?.RestoreSummary?.SourceTableArn !== arn) throw error;
  }
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

/** Looks in a row at a table that is not there, until it is given up: DynamoDB may say so of a new one for some seconds. */
const MISSES = 5;

/** Takes from minutes to hours. @throws AwsError where the table vanishes */
export async function awaitRestored({ client, target, wait = sleep, signal }: RestoreOptions): Promise<void> {
  for (let misses = 0; misses < MISSES; ) {
    const table = await findTable(client, target);
    signal?.throwIfAborted();
    if (table?.TableStatus === 'ACTIVE' && table.RestoreSummary?.RestoreInProgress !== true) return;
    misses = table === undefined ? misses + 1 : 0;
    await wait(LOOK, signal);
  }
  throw new AwsError(
    `${target} is not there any more: somebody has deleted it, or the restore has failed. Begin anew.`,
  );
}

/** Undefined where there is none of that name. */
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

/** Switches on what a restored table does not inherit: forgetting, its own backups, protection and tags. Safe to repeat. */
export async function makeReady({ client, table: TableName, stage, wait }: ReadyOptions): Promise<void> {
  const { TimeToLiveDescription: forgetting } = await client.send(
    new dynamodb.DescribeTimeToLiveCommand({ TableName }),
  );
  if (!forgetting?.TimeToLiveStatus?.startsWith('ENABL'))
    await client.send(
      new dynamodb.UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: TIME_TO_LIVE },
      }),
    );
  await keepBackups(client, TableName, wait);
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

/** With a {@link LOOK} between them: five minutes. */
const BACKUP_TRIES = 20;

/** A table that is new, as a restored one is, can keep backups only a while after it takes requests. */
async function keepBackups(
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
      if (!isEarly || tries === BACKUP_TRIES) throw error;
      await wait(LOOK);
    }
}

/** @param isProtected whether it is to be protected against deletion */
export async function protectTable(
  client: DynamoDBDocumentClient,
  TableName: string,
  isProtected: boolean,
): Promise<void> {
  await client.send(new dynamodb.UpdateTableCommand({ TableName, DeletionProtectionEnabled: isProtected }));
}

/** Seconds. DynamoDB takes minutes to delete a large table. */
const LONGEST_DELETION = 600;

/** Deletes a table that a drill has restored, if it is still there, and waits until its name is free again. */
export async function dropTable(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  try {
    await client.send(new dynamodb.DeleteTableCommand({ TableName }));
  } catch (error) {
    if (!(error instanceof dynamodb.ResourceNotFoundException)) throw error;
  }
  await dynamodb.waitUntilTableNotExists(
    { client, maxWaitTime: LONGEST_DELETION, minDelay: 1, maxDelay: 15 },
    { TableName },
  );
}

/** Which table the restored one is of, as DynamoDB keeps it; undefined for one that was not restored. */
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
