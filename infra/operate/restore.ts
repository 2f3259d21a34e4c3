import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import * as v from 'valibot';
import { createClient } from '#functions/store/table.ts';
import { AwsError, awsIn, find } from '../cloud/scripts/aws.ts';
import { stackName, TABLE_LOGICAL_ID } from '../cloud/settings/names.ts';
import { readArguments } from '../cloud/settings/read-arguments.ts';
import { SettingsError, settingsWith } from '../cloud/settings/read-settings.ts';
import { runCommand } from '../command.ts';
import { openTarget, sayReadably, TARGET_OPTIONS, type Target, type TargetValues } from './open-table.ts';
import {
  awaitRestored,
  checkMoment,
  describeRestorable,
  dropTable,
  findSource,
  makeReady,
  type RestoreOptions,
  readRestored,
  repeatRequests,
  requestRestore,
  restoreTable,
} from './restore-table.ts';
import { countAll, describeFaults, describeFound, type Report } from './survey.ts';

/**
 * `npm run restore [-- --drill | --apply | --switch TABLE] [--at 2026-11-21T09:00:00Z] [--to NAME] [-c stage=beta]`: the table of a stage as
 * it was at a moment (docs/operations.md#back-up-and-restore). Without any of the three it says what there is and what they would do.
 */
async function main(given: readonly string[]): Promise<void> {
  const request = readRequest(given);
  if (request.act === 'switch') return await switchTo(request.to ?? '', request.where);
  const target = await openTarget(request.where);
  try {
    await sayReadably(() => serve(request, target));
  } finally {
    await target.close();
  }
}

interface Request {
  act: 'plan' | 'drill' | 'apply' | 'switch';
  at: Date | undefined;
  /** The new table's name, or that of the table to switch to. */
  to: string | undefined;
  where: TargetValues;
}

const Moment = v.pipe(
  v.string(),
  v.isoTimestamp('--at must be a moment such as 2026-11-21T09:00:00Z.'),
  v.transform((text) => new Date(text)),
);
const TableName = v.pipe(
  v.string(),
  v.regex(
    /^[\w.-]{3,255}$/,
    'The name of a table has 3 to 255 letters, digits, dots, dashes and underscores.',
  ),
);

/** @throws SettingsError */
export function readRequest(given: readonly string[]): Request {
  const { values } = readArguments(given, {
    options: {
      ...TARGET_OPTIONS,
      drill: { type: 'boolean' },
      apply: { type: 'boolean' },
      switch: { type: 'string' },
      at: { type: 'string' },
      to: { type: 'string' },
    },
  });
  if (values.local === true)
    throw new SettingsError('The local stack has no backups: stop it and copy its folder.');
  const asked = (['drill', 'apply', 'switch'] as const).filter((act) => values[act] !== undefined);
  const [act = 'plan', ...others] = asked;
  if (others.length > 0) throw new SettingsError('Write one of --drill, --apply and --switch.');
  const at = v.safeParse(v.optional(Moment), values.at);
  const to = v.safeParse(v.optional(TableName), act === 'switch' ? values.switch : values.to);
  for (const read of [at, to]) if (!read.success) throw new SettingsError(read.issues[0].message);
  const outputs = { at: at.success ? at.output : undefined, to: to.success ? to.output : undefined };
  return { act, ...outputs, where: values };
}

/** The settings as `cdk` takes them too. */
const contextOf = ({ context = [] }: TargetValues): string[] => context.flatMap((pair) => ['-c', pair]);

async function serve(
  { act, at, to, where }: Request,
  { client, tableName, name, stage, region }: Target,
): Promise<void> {
  const context = contextOf(where);
  const restorable = await describeRestorable(client, tableName);
  checkMoment(at, restorable);
  const moment = (at ?? restorable.latest).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const target = to ?? `${tableName}-${act === 'drill' ? 'drill' : 'restored'}-${moment}`.slice(-255);
  const options = { client, source: tableName, target, at, say: (what: string) => console.info(what) };
  const { items, bytes, earliest, latest } = restorable;
  console.info(`${name}: about ${items} items, ${(bytes / 1e9).toFixed(2)} GB.
It can be restored to any second from ${earliest.toISOString()} to ${latest.toISOString()}.`);
  if (act === 'plan') console.info(describePlan(options, { stage, context }));
  if (act === 'drill') await drill(options, { items, region });
  if (act === 'apply') await apply(options, { items, stage, context });
}

/**
 * Restores, reads everything, and deletes the restored table again: the drill shows that it works, and how long it takes. The copy is
 * also deleted when the drill fails or is stopped: nobody would find it, and it would keep everything and cost money for ever.
 */
async function drill(
  given: RestoreOptions,
  { items, region }: { items: number; region: string },
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => {
    if (!stopping.signal.aborted) console.info('Stopping: what was restored is deleted first.');
    stopping.abort(new AwsError('The drill was stopped.'));
  };
  // Not once: npm and the terminal both send it, and the second would end the process before it has tidied up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const options = { ...given, signal: stopping.signal };
  const began = performance.now();
  await requestRestore(options, false);
  try {
    await awaitRestored(options);
    const restored = performance.now();
    const report = await readRestored(options);
    judge(report, items);
    const minutes = (milliseconds: number) => `${(milliseconds / 60_000).toFixed(1)} minutes`;
    console.info(
      `The drill has succeeded: restored in ${minutes(restored - began)}, read in ${minutes(performance.now() - restored)}.`,
    );
  } finally {
    await tidyUp(options, region);
  }
}

/** Deletes what a drill has restored. Where that cannot be done it is said, beside whatever the drill has failed of. */
async function tidyUp({ client, target }: RestoreOptions, region: string): Promise<void> {
  try {
    await dropTable(client, target);
    console.info(`${target} is deleted again.`);
  } catch (error) {
    const command = ['aws', 'dynamodb', 'delete-table', '--region', region, '--table-name', target];
    console.error(`${target} could not be deleted: ${error instanceof Error ? error.message : String(error)}
It costs something until it is, and DynamoDB deletes no table before it is restored, within an hour or so. To delete it then:
  ${commandOf(command)}`);
    process.exitCode = 1;
  }
}

interface Stage {
  stage: string;
  context: readonly string[];
}

async function apply(
  options: RestoreOptions,
  { items, stage, context }: Stage & { items: number },
): Promise<void> {
  const { client, target } = options;
  await restoreTable(options, true);
  await makeReady(client, target, stage);
  await repeatRequests({ ...options, isUsed: false });
  judge(await readRestored(options), items);
  console.info(`${target} is ready. The stage still uses ${options.source}. To switch:
  ${commandOf(['npm', 'run', 'restore', '--', '--switch', target, ...context])}`);
}

/** @throws AwsError where the functions could not work with what was restored */
function judge(report: Report, items: number): void {
  console.info(`${countAll(report)} items have been restored and read:\n${describeFound(report)}`);
  if (report.faulty > 0)
    throw new AwsError(`${report.faulty} of them cannot be read:\n${describeFaults(report)}`);
  if (countAll(report) === 0 && items > 0) throw new AwsError('The restored table is empty.');
}

function describePlan({ target, at }: RestoreOptions, { stage, context }: Stage): string {
  const when = at === undefined ? [] : ['--at', at.toISOString()];
  const run = (...args: string[]) => commandOf(['npm', 'run', 'restore', '--', ...args, ...context]);
  return `
To see that it can be restored, and how long that takes (the restored table is deleted again):
  ${run('--drill', ...when)}

To restore the stage ${stage}:
  ${run('--apply', ...when, '--to', target)}
    restores into a table beside the one in use, switches on what it does not inherit, takes over who is suppressed, erases again who has
    been erased since, and reads everything as the functions would
  ${run('--switch', target)}
    runs these, each after the one before has succeeded, and suppresses and erases once more before and after the first:
${switchCommands(target, { stage, context })
  .map((command) => `      ${commandOf(command)}`)
  .join('\n')}

What is written between the moment restored to and the switch stays in the old table, which is kept until you delete it.`;
}

/**
 * The stage is deployed onto the restored table by its name, which leaves the old one where it is. CloudFormation is then given the restored
 * one as the very resource the old one was, so that the last deployment, and each that follows, finds it in its place.
 */
function switchCommands(table: string, { stage, context }: Stage): string[][] {
  const mapping = JSON.stringify({ [TABLE_LOGICAL_ID]: { TableName: table } });
  return [
    ['cdk', 'deploy', '--all', ...context, '-c', `existingTable=${table}`],
    ['cdk', 'import', stackName({ stage }), ...context, '--force', '--resource-mapping-inline', mapping],
    ['cdk', 'deploy', '--all', ...context],
  ];
}

/** As it is typed into a shell. */
const commandOf = (command: readonly string[]): string =>
  command.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word}'`)).join(' ');

async function switchTo(table: string, where: TargetValues): Promise<void> {
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

if (import.meta.main) await runCommand(() => main(process.argv.slice(2)), AwsError);
