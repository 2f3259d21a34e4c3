import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { DataUnusable } from '#infra/local/database.ts';
import { AwsError } from '../cloud/aws.ts';
import {
  count,
  readArguments,
  refuseUnusedOptions,
  runCommand,
  UsageError,
  whenStopped,
} from '../command.ts';
import { findTable } from './manage-table.ts';
import { TARGET_OPTIONS, TARGET_USAGE, type Target, withTarget } from './open-table.ts';
import * as survey from './survey.ts';

/** Default read and write units per second; a new table can sustain many times that in addition to its normal load. */
const RATE = 500;

/**
 * In milliseconds: when only reading, an interrupted run is continued for this long. What was read earlier may have changed since, whereas
 * what was migrated stays so.
 */
const MAX_AGE = 60 * 60_000;

const USAGE = `npm run migrate [-- options]: counts items by kind and version, and how many would be migrated; changes nothing.

  --apply                 migrates every item to the current version of its kind
  --verify                reads everything as the functions would, and lists what cannot be read
  --reveal                with --verify: prints the keys of unreadable items
  --rate UNITS            about how many read and write units to use per second; default ${RATE}
  --restart               starts over instead of continuing an interrupted run
${TARGET_USAGE}

Exit status: 0 on success, 1 if an item cannot be read or has a newer version and, when only counting, if any still has to be migrated.`;

/**
 * `npm run migrate [-- --apply|--verify] [-c stage=beta | --table NAME | --local-stack]`: upgrades every item to the current version of its kind
 * (functions/store/versions.ts). Without `--apply` it only reports what it finds.
 */
async function main(given: readonly string[]): Promise<void> {
  const { mode, rate, restart, reveal, where } = readRequest(given);
  await withTarget(where, async (target) => {
    const signal = whenStopped('Stopping after the current pages.');
    const path = join(target.dataDir ?? process.cwd(), `.migrate-${target.tableName}-${mode}.json`);
    if (restart) await rm(path, { force: true });
    const id = await tableId(target);
    const progress = id !== undefined && {
      path,
      of: JSON.stringify({ table: id, versions: target.table.versions.current() }),
      ...(mode !== 'apply' && { maxAge: MAX_AGE }),
      onContinue: (startedAt: string) =>
        console.info(`Continuing the run of ${startedAt}; --restart starts over.`),
    };
    const walk = { table: target.table, mode, rate, reveal, signal, ...(progress && { progress }) };
    const { report, isDone } = await survey.surveyTable(walk);
    console.info(describe({ report, isDone, canContinue: id !== undefined, mode, target }));
    const isUnsound = report.faulty > 0 || survey.countNewer(report, target.table) > 0;
    const isOutstanding = mode === 'count' && survey.countOlder(report, target.table) > 0;
    if (!isDone || isUnsound || isOutstanding) process.exitCode = 1;
  });
}

/**
 * Differs for another table of the same name: of another region or account, or created since. Undefined if it is unknown, as to an operator
 * who may read the table but not describe it: no run is continued then, since it may have been one on another table.
 */
async function tableId({ client, tableName }: Target): Promise<string | undefined> {
  const table = await findTable(client, tableName).catch(() => undefined);
  return table?.TableId;
}

/** @throws UsageError */
export function readRequest(given: readonly string[]) {
  const { values } = readArguments(given, {
    options: {
      ...TARGET_OPTIONS,
      apply: { type: 'boolean' },
      verify: { type: 'boolean' },
      restart: { type: 'boolean' },
      reveal: { type: 'boolean' },
      rate: { type: 'string' },
    },
    usage: USAGE,
  });
  const { apply, verify, restart = false, reveal = false, rate = String(RATE) } = values;
  if (apply === true && verify === true)
    throw new UsageError('Specify only one of --apply and --verify; run them one after the other.');
  if (!/^[1-9]\d{0,5}$/.test(rate))
    throw new UsageError(`--rate must be a whole number of units per second, such as --rate ${RATE}.`);
  const mode: survey.Mode = apply === true ? 'apply' : verify === true ? 'verify' : 'count';
  if (mode !== 'verify')
    refuseUnusedOptions(values, {
      act: mode === 'apply' ? '--apply' : 'Counting',
      options: ['reveal'],
      since: 'it works only with --verify, to print the keys of unreadable items',
    });
  return { mode, rate: Number(rate), restart, reveal, where: values };
}

interface Outcome {
  report: survey.Report;
  isDone: boolean;
  /** Whether the same command continues the run if it is not done. */
  canContinue: boolean;
  mode: survey.Mode;
  target: Target;
}

function describe({ report, isDone, canContinue, mode, target: { name, table } }: Outcome): string {
  const older = survey.countOlder(report, table);
  const newer = survey.countNewer(report, table);
  const said = {
    count: older === 0 ? 'Nothing needs to be migrated.' : `--apply would migrate ${count(older, 'item')}.`,
    apply: `Migrated ${count(report.upgraded, 'item')}.`,
    verify:
      report.faulty === 0 ? 'Everything is readable.' : `${count(report.faulty, 'item')} cannot be read:`,
  };
  const next = canContinue
    ? `Run the same command again${mode === 'apply' ? '' : ' within an hour'} to continue.`
    : 'The same command starts over, since the table could not be described (dynamodb:DescribeTable).';
  return [
    `${name}: ${count(survey.countAll(report), 'item')}`,
    survey.describeFound(report),
    said[mode],
    survey.describeFaults(report),
    ...(newer > 0
      ? [`Newer than this program supports: ${count(newer, 'item')}. Run the command from a newer checkout.`]
      : []),
    ...(isDone ? [] : [`Stopped early, after ${count(survey.countAll(report), 'item')}. ${next}`]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

if (import.meta.main) await runCommand(main, AwsError, DataUnusable);
