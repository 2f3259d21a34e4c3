import process from 'node:process';
import * as v from 'valibot';
import { AwsError } from '../cloud/aws.ts';
import {
  commandOf,
  readArguments,
  refuseUnusedOptions,
  runCommand,
  UsageError,
  whenStopped,
} from '../command.ts';
import { dropTable, makeReady } from './manage-table.ts';
import {
  contextOf,
  TABLE_USAGE,
  TARGET_OPTIONS,
  type Target,
  type TargetValues,
  withTarget,
} from './open-table.ts';
import { repeatRequests } from './repeat-requests.ts';
import * as restoring from './restore-table.ts';
import { countAll, describeFaults, describeFound, type Report } from './survey.ts';
import { type Stage, switchCommands, switchTo } from './switch-table.ts';

/**
 * `npm run restore [-- --drill | --apply] [--at 2026-11-21T09:00:00Z] [--to NAME] [-c stage=beta | --table NAME]`: restores a stage's table
 * to a point in time (docs/operations.md#back-up-and-restore). Without `--drill` or `--apply` it only describes what they would do.
 * `npm run restore -- --switch TABLE [-c stage=beta]`: makes the stage use that table.
 */
async function main(given: readonly string[]): Promise<void> {
  const request = readRequest(given);
  if (request.act === 'switch') return await switchTo(request.to ?? '', request.where);
  await withTarget(request.where, (target) => serve(request, target));
}

const USAGE = `npm run restore [-- options]: shows the restorable period and the exact commands; changes nothing.

  --drill                 restores, reads everything, says how long it took, and deletes what it restored
  --apply                 restores into a new table next to the one in use
  --at MOMENT             the restore point, such as 2026-11-21T09:00:00Z; by default the latest possible one
  --to NAME               the new table's name; repeat it to continue an interrupted --apply
  --switch NAME           makes the stage use this table from now on; pass every setting of the stage, since it deploys
${TABLE_USAGE}
  --local-stack           not supported: the local stack has no backups`;

interface Request {
  act: 'plan' | 'drill' | 'apply' | 'switch';
  at: Date | undefined;
  /** The new table's name, or that of the table to switch to. */
  to: string | undefined;
  where: TargetValues;
}

const Moment = v.pipe(
  v.string(),
  v.isoTimestamp('--at must be a time such as 2026-11-21T09:00:00Z.'),
  // A day that its month does not have would be taken as one of the next month.
  v.check(
    (text) => new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10)),
    '--at must be on a day that exists.',
  ),
  v.transform((text) => new Date(text)),
);
const TableName = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{3,255}$/, 'A table name has 3 to 255 letters, digits, dots, dashes and underscores.'),
);

/** @throws UsageError */
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
    usage: USAGE,
  });
  if (values['local-stack'] === true)
    throw new UsageError('The local stack has no backups: stop it and copy its folder instead.');
  const asked = (['drill', 'apply', 'switch'] as const).filter((act) => values[act] !== undefined);
  const [act = 'plan', ...others] = asked;
  if (others.length > 0) throw new UsageError('Specify only one of --drill, --apply and --switch.');
  if (act === 'switch')
    refuseUnusedOptions(values, {
      act: '--switch',
      options: ['at', 'to', 'table'],
      since: 'the stage in the settings uses the named table as it is',
    });
  const at = v.safeParse(v.optional(Moment), values.at);
  const to = v.safeParse(v.optional(TableName), act === 'switch' ? values.switch : values.to);
  for (const read of [at, to]) if (!read.success) throw new UsageError(read.issues[0].message);
  const outputs = { at: at.success ? at.output : undefined, to: to.success ? to.output : undefined };
  return { act, ...outputs, where: values };
}

/** The table to restore: a stage's own, or one given by name, which may belong to no stage. */
type Subject = Stage & { table: string | undefined };

async function serve(
  { act, at, to, where }: Request,
  { client, tableName, name, stage, region }: Target,
): Promise<void> {
  const subject = { stage, context: contextOf(where), table: where.table };
  const restorable = await restoring.describeRestorable(client, tableName);
  restoring.checkMoment(at, restorable);
  const moment = (at ?? restorable.latest).toISOString().slice(0, 19).replace(/[-:]/g, '');
  const target = to ?? `${tableName}-${act === 'drill' ? 'drill' : 'restored'}-${moment}`.slice(-255);
  const options = { client, source: tableName, target, at, say: (what: string) => console.info(what) };
  const { items, bytes, earliest, latest } = restorable;
  console.info(`${name}: about ${items} items, ${(bytes / 1e9).toFixed(2)} GB.
It can be restored to any second from ${earliest.toISOString()} to ${latest.toISOString()}.`);
  if (act === 'plan') console.info(describePlan(options, subject));
  if (act === 'drill') await drill(options, { items, region });
  if (act === 'apply') await apply(options, { items, ...subject });
}

/**
 * Restores the table, reads everything, and deletes the restored table again, to prove that restoring works and to measure it. The copy is
 * deleted even if the drill fails or is interrupted: otherwise it could go unnoticed, storing all the data and costing money indefinitely.
 */
async function drill(
  given: restoring.RestoreOptions,
  { items, region }: { items: number; region: string },
): Promise<void> {
  const signal = whenStopped(
    'Stopping after deleting what was restored.',
    new AwsError('The drill was stopped.'),
  );
  const options = { ...given, signal };
  const began = performance.now();
  await restoring.requestRestore(options);
  try {
    await restoring.awaitRestored(options);
    const restored = performance.now();
    const report = await restoring.readRestored(options);
    reportRestored(report, items);
    if (report.faulty > 0) throw new AwsError(describeUnreadable(report));
    const minutes = (milliseconds: number) => `${(milliseconds / 60_000).toFixed(1)} minutes`;
    console.info(
      `The drill succeeded: restored in ${minutes(restored - began)}, read in ${minutes(performance.now() - restored)}.`,
    );
  } finally {
    await tidyUp(options, region);
  }
}

/** Deletes the table that a drill restored. A failure to do so is printed in addition to any failure of the drill itself. */
async function tidyUp({ client, target }: restoring.RestoreOptions, region: string): Promise<void> {
  try {
    await dropTable(client, target);
    console.info(`${target} has been deleted again.`);
  } catch (error) {
    const command = ['aws', 'dynamodb', 'delete-table', '--region', region, '--table-name', target];
    console.error(`${target} could not be deleted: ${error instanceof Error ? error.message : String(error)}
It costs money until it is deleted, and DynamoDB cannot delete a table before its restore is complete, within an hour or so. To delete it then:
  ${commandOf(command)}`);
    process.exitCode = 1;
  }
}

async function apply(
  options: restoring.RestoreOptions,
  { items, ...subject }: Subject & { items: number },
): Promise<void> {
  const { client, target } = options;
  await restoring.requestRestore({ ...options, canResume: true });
  // Without the name or --at, the same command would start another restore: the latest moment is a later one by then.
  console.info(`If this is interrupted, continue with:\n  ${commandFor('--apply', options, subject)}`);
  await restoring.awaitRestored(options);
  // A table given by name may belong to another stage, and `destroy` offers tables for deletion by their tags.
  const stage = subject.table === undefined ? subject.stage : undefined;
  await makeReady({ client, table: target, stage });
  await repeatRequests({ ...options, isUsed: false });
  const report = await restoring.readRestored(options);
  reportRestored(report, items);
  if (report.faulty > 0) {
    // The live table may have the same faults, so the operator decides.
    console.error(describeUnreadable(report));
    process.exitCode = 1;
  }
  console.info(`${target} is ready. ${
    subject.table === undefined
      ? `The stage still uses ${options.source}. To switch, run this with every setting of the stage:`
      : 'To make a stage use it, run this with every setting of the stage:'
  }
  ${switchCommand(target, subject)}`);
}

/** The command that drills this restore, or applies it. */
const commandFor = (
  act: '--drill' | '--apply',
  { target, at }: restoring.RestoreOptions,
  { table, context }: Subject,
): string => {
  const when = at === undefined ? [] : ['--at', at.toISOString()];
  const into = act === '--drill' ? [] : ['--to', target];
  const named = table === undefined ? [] : ['--table', table];
  return commandOf(['npm', 'run', 'restore', '--', act, ...when, ...into, ...named, ...context]);
};

/** For a table given by name, the stage that should use the restored one is unknown. */
const switchCommand = (target: string, { context, table }: Subject): string =>
  table === undefined
    ? commandOf(['npm', 'run', 'restore', '--', '--switch', target, ...context])
    : `npm run restore -- --switch ${target} -c stage=…`;

const describeUnreadable = (report: Report): string =>
  `${report.faulty} of them cannot be read:\n${describeFaults(report)}`;

/** @throws AwsError if nothing was restored */
function reportRestored(report: Report, items: number): void {
  console.info(`Restored and read ${countAll(report)} items:\n${describeFound(report)}`);
  if (countAll(report) === 0 && items > 0) throw new AwsError('The restored table is empty.');
}

function describePlan(options: restoring.RestoreOptions, subject: Subject): string {
  const { source, target } = options;
  const { stage, table } = subject;
  return `
To test the restore and measure how long it takes (the restored table is deleted again):
  ${commandFor('--drill', options, subject)}

To restore ${table === undefined ? `the stage ${stage}` : source}:
  ${commandFor('--apply', options, subject)}
    restores into a table next to the one in use, enables what it does not inherit, copies the suppression list, repeats every erasure
    made since, and reads everything as the functions would
  ${switchCommand(target, subject)}
${table === undefined ? describeSwitch(target, subject) : '    with every setting of the stage that is to use it'}

Anything written between the restore point and the switch stays in the old table, which is kept until you delete it.`;
}

const describeSwitch = (target: string, stage: Stage): string =>
  `    with every setting of the stage; runs these commands in order, each only if the previous one succeeded, and repeats suppressions
    and erasures once more before and after the first:
${switchCommands(target, stage)
  .map((command) => `      ${commandOf(command)}`)
  .join('\n')}`;

if (import.meta.main) await runCommand(main, AwsError);
