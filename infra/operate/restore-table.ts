import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Table } from '#functions/store/table.ts';
import { AwsError } from '../cloud/aws.ts';
import { UsageError } from '../command.ts';
import { RATE_UNUSED, sleep, type Wait } from '../walk-table.ts';
import { findTable, POLL_INTERVAL } from './manage-table.ts';
import { type Report, surveyTable } from './survey.ts';

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
  /** Whether to accept an existing target that is being restored from the same table. */
  canResume?: boolean;
  say?: (what: string) => void;
  wait?: Wait;
  /** Aborted to start nothing further and stop waiting; its reason is thrown. */
  signal?: AbortSignal;
}

/** @throws UsageError if there is no such table, or it has no point-in-time recovery */
export async function describeRestorable(
  client: DynamoDBDocumentClient,
  source: string,
): Promise<Restorable> {
  const table = await findTable(client, source);
  if (table === undefined)
    throw new UsageError(
      `The table ${source} no longer exists. DynamoDB keeps a backup of a deleted table for 35 days: see docs/operations.md, "Back up and restore".`,
    );
  const { ContinuousBackupsDescription: backups } = await client.send(
    new dynamodb.DescribeContinuousBackupsCommand({ TableName: source }),
  );
  const recovery = backups?.PointInTimeRecoveryDescription;
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } = recovery ?? {};
  if (table.TableArn === undefined || earliest === undefined || latest === undefined)
    throw new UsageError(
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

/** @throws UsageError naming the possible range */
export function checkMoment(at: Date | undefined, { earliest, latest }: Restorable): void {
  if (at === undefined || (at >= earliest && at <= latest)) return;
  throw new UsageError(
    `--at must be between ${earliest.toISOString()} and ${latest.toISOString()} (it is ${at.toISOString()}).`,
  );
}

/**
 * Starts the restore; the new table exists from then on.
 * @throws UsageError if the new name is taken
 */
export async function requestRestore(options: RestoreOptions): Promise<void> {
  const { client, source, target, at, canResume = false, say = () => undefined, signal } = options;
  const { arn } = await describeRestorable(client, source);
  const existing = await findTable(client, target);
  const isOurs = existing?.RestoreSummary?.SourceTableArn === arn;
  if (existing !== undefined && !(canResume && isOurs))
    throw new UsageError(`The table ${target} already exists: choose another name with --to.`);
  const restoredTo = existing?.RestoreSummary?.RestoreDateTime;
  // DynamoDB stores whole seconds.
  if (at !== undefined && restoredTo !== undefined && secondsOf(restoredTo) !== secondsOf(at))
    throw new UsageError(
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

/** Reads everything in the restored table as the functions would. */
export async function readRestored({ client, target, signal }: RestoreOptions): Promise<Report> {
  const options = { mode: 'verify', rate: RATE_UNUSED, ...(signal && { signal }) } as const;
  const { report } = await surveyTable({ table: new Table(client, target), ...options });
  signal?.throwIfAborted();
  return report;
}
