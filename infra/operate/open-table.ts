import { existsSync } from 'node:fs';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '#functions/store/client.ts';
import { Table } from '#functions/store/table.ts';
import { readDataDir } from '#infra/local/config.ts';
import { LOCAL_TABLE, startDatabase } from '#infra/local/database.ts';
import { AwsError, awsIn } from '../cloud/aws.ts';
import { stackName } from '../cloud/settings/names.ts';
import { SettingsError, settingsWith } from '../cloud/settings/read-settings.ts';
import { stageOutputs } from '../cloud/stage-outputs.ts';
import { CONTEXT, CONTEXT_USAGE, UsageError } from '../command.ts';
import { findTable } from './manage-table.ts';

/** Options that select the table of an operator's command. */
export const TARGET_OPTIONS = {
  ...CONTEXT,
  table: { type: 'string' },
  'local-stack': { type: 'boolean' },
} as const;

/** The `--help` lines for the first two of these options, and for all of them. */
export const TABLE_USAGE = `${CONTEXT_USAGE}
  --table NAME            uses this table, in the region of the settings, instead of a stage's`;
export const TARGET_USAGE = `${TABLE_USAGE}
  --local-stack           uses the local stack's data in DATA_DIR; the local stack must not be running`;

/** The parsed options, including the user pool for commands that work on accounts. */
export interface TargetValues {
  context?: string[];
  table?: string;
  'user-pool'?: string;
  'local-stack'?: boolean;
}

/** The `-c` options as arguments for `cdk` or another command. */
export const contextOf = ({ context = [] }: TargetValues): string[] =>
  context.flatMap((pair) => ['-c', pair]);

export interface Target {
  client: DynamoDBDocumentClient;
  tableName: string;
  table: Table;
  /** The stage's user pool, if known; undefined for the local stack. */
  userPool: string | undefined;
  region: string;
  stage: string;
  /** The local stack's data folder; undefined for a table in the cloud. */
  dataDir: string | undefined;
  /** Readable, such as `Stage prod, table Expertscope-prod-Data`. */
  name: string;
  close: () => Promise<void>;
}

/** Opens the table that the arguments select, runs the work, and closes it. @throws what {@link openTarget} and the work throw */
export async function withTarget(
  values: TargetValues,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const target = await openTarget(values);
  try {
    await withReadableErrors(() => withTableError(target, work));
  } finally {
    await target.close();
  }
}

/**
 * Opens the selected table: that of a deployed stage (`-c stage=…`), one by name (`--table`, in the stage's region), or that of the local
 * stack (`--local-stack`), which must not be running. In the cloud this uses the operator's own credentials.
 * @throws UsageError, SettingsError, AwsError, DataUnusable
 */
async function openTarget(values: TargetValues): Promise<Target> {
  const settings = settingsWith(values.context);
  if (values['local-stack'] === true) {
    const { table, context, 'user-pool': userPool } = values;
    const others = Object.entries({ '--table': table, '--user-pool': userPool, '-c': context });
    const given = others.flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (given.length > 0)
      throw new UsageError(`--local-stack selects the local stack: leave out ${given.join(' and ')}.`);
    return await openLocal();
  }
  const { region, stage } = settings;
  const { table, 'user-pool': pool } = values;
  const outputs = table === undefined ? await stageOutputs({ aws: awsIn(region), stage, region }) : {};
  const tableName = table ?? outputs['Table'];
  const userPool = pool ?? outputs['UserPool'];
  if (tableName === undefined) throw new AwsError(`${stackName({ stage })} is not fully deployed.`);
  const client = createClient({ region });
  const where = table === undefined ? `Stage ${stage}` : region;
  return {
    ...{ client, tableName, userPool, region, stage, dataDir: undefined },
    table: new Table(client, tableName),
    name: `${where}, table ${tableName}`,
    close: async () => client.destroy(),
  };
}

/** DynamoDB itself does not say which table is missing. Another one may be: a restore works with two. */
async function withTableError(target: Target, work: (target: Target) => Promise<void>): Promise<void> {
  const { client, tableName, region } = target;
  try {
    await work(target);
  } catch (error) {
    const isMissing =
      error instanceof Error &&
      [error, error.cause].some((one) => one instanceof ResourceNotFoundException) &&
      // Whoever may not describe the table has most likely named it.
      (await findTable(client, tableName).catch(() => undefined)) === undefined;
    throw isMissing ? new UsageError(`There is no table ${tableName} in ${region}.`) : error;
  }
}

async function openLocal(): Promise<Target> {
  const dataDir = readDataDir(process.env);
  if (!existsSync(dataDir))
    throw new SettingsError(`There is no local stack data in ${dataDir}: set DATA_DIR to its folder.`);
  const database = await startDatabase({ dataDir });
  const { client } = database;
  const tableName = await database.createTable(LOCAL_TABLE);
  return {
    ...{ client, tableName, dataDir, userPool: undefined, region: 'us-east-1', stage: 'local' },
    table: new Table(client, tableName),
    name: `The local stack's data in ${dataDir}`,
    close: () => database.close(),
  };
}

/** The SDK finds fewer credentials than the AWS CLI: it cannot ask for a code, for instance. It prefers a profile to the variables. */
const EXPORT_CREDENTIALS =
  'If the AWS CLI has credentials, pass them on: eval "$(aws configure export-credentials --format env)"; unset AWS_PROFILE';

/** DynamoDB and Cognito often give the reason only in the cause: a missing credential, a missing table. */
export async function withReadableErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AwsError || !isFromAws(error)) throw error;
    const { message, cause } = error;
    const said = cause instanceof Error ? `${message}: ${cause.message}` : message;
    throw new AwsError(has(error, 'tryNextLink') ? `${said}\n${EXPORT_CREDENTIALS}` : said, { cause: error });
  }
}

/** Errors of the SDK, of its search for credentials and of connections have these extra fields; errors from our own bugs do not. */
const isFromAws = (error: unknown): error is Error =>
  error instanceof Error && ['$metadata', 'code', '$fault', 'tryNextLink'].some((field) => has(error, field));

/** Whether the error or its cause has the field. */
const has = (error: Error, field: string): boolean =>
  field in error || (error.cause instanceof Error && field in error.cause);
