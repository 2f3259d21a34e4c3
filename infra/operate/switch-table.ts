import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { createClient } from '#functions/store/table.ts';
import { AwsError, awsIn, find } from '../cloud/scripts/aws.ts';
import { stackName, TABLE_LOGICAL_ID } from '../cloud/settings/names.ts';
import { SettingsError, settingsWith } from '../cloud/settings/read-settings.ts';
import { contextOf, sayReadably, type TargetValues } from './open-table.ts';
import { repeatRequests } from './repeat-requests.ts';
import { findSource } from './restore-table.ts';

export interface Stage {
  stage: string;
  /** Its settings, as `cdk` takes them. */
  context: readonly string[];
}

/**
 * The stage is deployed onto the restored table by its name, which leaves the old one where it is. CloudFormation is then given the restored
 * one as the very resource the old one was, so that the last deployment, and each that follows, finds it in its place.
 */
export function switchCommands(table: string, { stage, context }: Stage): string[][] {
  const mapping = JSON.stringify({ [TABLE_LOGICAL_ID]: { TableName: table } });
  return [
    ['cdk', 'deploy', '--all', ...context, '-c', `existingTable=${table}`],
    ['cdk', 'import', stackName({ stage }), ...context, '--force', '--resource-mapping-inline', mapping],
    ['cdk', 'deploy', '--all', ...context],
  ];
}

/** As it is typed into a shell. */
export const commandOf = (command: readonly string[]): string =>
  command.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word}'`)).join(' ');

/** Has a stage use the restored table, as its stack's own. Safe to repeat where it was stopped. @throws SettingsError, AwsError */
export async function switchTo(table: string, where: TargetValues): Promise<void> {
  const settings = settingsWith(where.context);
  const context = contextOf(where);
  if (settings.existingTable !== undefined)
    throw new SettingsError(
      `Take existingTable=${settings.existingTable} out of cdk.json and the command first: afterwards the table is the stack's own again.`,
    );
  const [toName, toImport, toOwn] = switchCommands(table, { stage: settings.stage, context });
  const before = await ownedTable(settings);
  if (before !== table) {
    if (before !== undefined) await protect(before, settings);
    await repeatAround(() => run(toName), { before, table, region: settings.region });
    await run(toImport);
    // Deployed without the name, the stack would make an empty table.
    const owned = await ownedTable(settings);
    if (owned !== table)
      throw new AwsError(
        `${table} has not been imported: the stack has ${owned ?? 'no table'} in its place. The stage works with ${table} meanwhile. Run the same command again.`,
      );
  }
  await run(toOwn);
  console.info(`The stage ${settings.stage} uses ${table}, and the stack owns it.`);
}

/**
 * What people ask for goes into the old table until the stage uses the restored one. Where the stack has let go of the old table already,
 * the restored one tells which it is.
 */
async function repeatAround(
  deploy: () => Promise<void>,
  { before, table, region }: { before: string | undefined; table: string; region: string },
): Promise<void> {
  const client = createClient({ region });
  const repeat = async (source: string | undefined, isUsed: boolean) => {
    if (source === undefined) return;
    await repeatRequests({ client, source, target: table, isUsed, say: (what) => console.info(what) });
  };
  try {
    await sayReadably(() => repeat(before, false));
    await deploy();
    await sayReadably(async () => repeat(before ?? (await findSource(client, table)), true));
  } finally {
    client.destroy();
  }
}

/** The stack lets go of the table. A stage that keeps nothing would have it deleted then. */
async function protect(table: string, { region }: { region: string }): Promise<void> {
  await awsIn(region)(['dynamodb', 'update-table', '--table-name', table, '--deletion-protection-enabled']);
  console.info(`${table} is protected against deletion: it stays until you delete it.`);
}

const Resource = v.object({ StackResourceDetail: v.object({ PhysicalResourceId: v.string() }) });

async function ownedTable({ stage, region }: { stage: string; region: string }): Promise<string | undefined> {
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
    throw new AwsError(`This failed: ${commandOf(command)}\nRun the same command again to continue.`);
}
