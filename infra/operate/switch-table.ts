import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { tableFault } from '#functions/deployment/table-fault.ts';
import { createClient } from '#functions/store/client.ts';
import { AwsError, awsIn, find, findOutputs } from '../cloud/aws.ts';
import { stackName, TABLE_LOGICAL_ID } from '../cloud/settings/names.ts';
import { SettingsError, settingsWith } from '../cloud/settings/read-settings.ts';
import type { Settings } from '../cloud/settings/schema.ts';
import { commandOf, UsageError } from '../command.ts';
import { findSource, findTable, makeReady, protectTable, retainNothing } from './manage-table.ts';
import { contextOf, type TargetValues, withReadableErrors } from './open-table.ts';
import { repeatRequests } from './repeat-requests.ts';

export interface Stage {
  stage: string;
  /** The stage's settings, as `cdk` arguments. */
  context: readonly string[];
}

/**
 * First deploys the stage with the restored table by name, which leaves the old table in place. Then imports the restored table under the
 * old one's logical id, so that the last deployment, and every later one, finds it as the stack's own.
 */
export function switchCommands(table: string, { stage, context }: Stage): string[][] {
  const mapping = JSON.stringify({ [TABLE_LOGICAL_ID]: { TableName: table } });
  return [
    ['cdk', 'deploy', '--all', ...context, '-c', `existingTable=${table}`],
    ['cdk', 'import', stackName({ stage }), ...context, '--force', '--resource-mapping-inline', mapping],
    ['cdk', 'deploy', '--all', ...context],
  ];
}

/**
 * Makes a stage use the restored table as its stack's own. Can be repeated after an interruption.
 * @throws UsageError, SettingsError, AwsError
 */
export async function switchTo(table: string, where: TargetValues): Promise<void> {
  const settings = settingsWith(where.context);
  if (settings.existingTable !== undefined)
    throw new SettingsError(
      `Remove existingTable=${settings.existingTable} from cdk.json and from the command first: after the switch, the stack owns the table again.`,
    );
  const client = createClient({ region: settings.region });
  try {
    await withReadableErrors(() => prepareTable(client, table, settings));
    await deployOnto(table, { client, settings, context: contextOf(where) });
    // The template says so too, but it has not changed, so CloudFormation would leave the table protected and could not delete it later.
    if (!settings.retain) await withReadableErrors(() => retainNothing(client, table));
  } finally {
    client.destroy();
  }
  console.info(`Stage ${settings.stage} now uses ${table}, and the stack owns it.`);
}

/**
 * Also prepares tables that were restored by other means, such as from the backup of a deleted table.
 * @throws UsageError if the stage could not use the table, which is then left unchanged
 */
async function prepareTable(
  client: DynamoDBDocumentClient,
  table: string,
  { stage, region }: Settings,
): Promise<void> {
  const existing = await findTable(client, table);
  if (existing === undefined) throw new UsageError(`There is no table ${table} in ${region}.`);
  const fault = tableFault(existing);
  if (fault !== undefined) throw new UsageError(`${table} ${fault}.`);
  await makeReady({ client, table, stage });
}

interface DeployOptions {
  client: DynamoDBDocumentClient;
  settings: Settings;
  context: readonly string[];
}

async function deployOnto(table: string, { client, settings, context }: DeployOptions): Promise<void> {
  const [toName, toImport, toOwn] = switchCommands(table, { stage: settings.stage, context });
  const formerTable = await ownedTable(settings);
  if (formerTable !== table) {
    if (formerTable !== undefined) await withReadableErrors(() => protectFormerTable(client, formerTable));
    await repeatRequestsAround(() => run(toName), { client, table, settings });
    await run(toImport);
    // A deployment without the table's name would now create an empty table.
    const owned = await ownedTable(settings);
    if (owned !== table)
      throw new AwsError(
        `${table} was not imported: the stack has ${owned ?? 'no table'} in its place. Meanwhile, the stage works with ${table}. Run the same command again.`,
      );
  }
  await run(toOwn);
}

/**
 * Privacy requests go to the table in use until the stage uses the restored one. If it already does, the restored table's metadata names
 * its source.
 */
async function repeatRequestsAround(
  deploy: () => Promise<void>,
  { client, table, settings }: { client: DynamoDBDocumentClient; table: string; settings: Settings },
): Promise<void> {
  const { Table: used } = (await findOutputs(awsIn(settings.region), stackName(settings))) ?? {};
  const isUsed = used === table;
  const source =
    isUsed || used === undefined ? await withReadableErrors(() => findSource(client, table)) : used;
  const repeat = async (state: { isUsed: boolean }) => {
    if (source === undefined) return;
    const options = { client, source, target: table, ...state };
    await withReadableErrors(() => repeatRequests({ ...options, say: (what) => console.info(what) }));
  };
  await repeat({ isUsed });
  await deploy();
  await repeat({ isUsed: true });
}

/** Protects the table that the stack is about to drop. A stage with `retain=false` would otherwise have it deleted. */
async function protectFormerTable(client: DynamoDBDocumentClient, table: string): Promise<void> {
  if ((await findTable(client, table)) === undefined) {
    console.info(
      `${table} no longer exists: privacy requests made since the restore point cannot be repeated from it.`,
    );
    return;
  }
  await protectTable(client, table);
  console.info(`${table} is protected against deletion and stays until you delete it.`);
}

const Resource = v.object({ StackResourceDetail: v.object({ PhysicalResourceId: v.string() }) });

async function ownedTable({ stage, region }: Settings): Promise<string | undefined> {
  const name = ['--stack-name', stackName({ stage }), '--logical-resource-id', TABLE_LOGICAL_ID];
  const command = ['cloudformation', 'describe-stack-resource', ...name];
  return (await find(awsIn(region), command, Resource))?.StackResourceDetail.PhysicalResourceId;
}

/** @throws AwsError when the command fails */
async function run(command: readonly string[] = []): Promise<void> {
  const [name = '', ...args] = command;
  console.info(`\n> ${commandOf(command)}`);
  const child = spawn(name, args, { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new AwsError(
      `This step failed: ${commandOf(command)}\nTo continue, run the same restore command again.`,
    );
}
