import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { DataUnusable } from '#infra/local/lock-data.ts';
import { AwsError } from '../cloud/scripts/aws.ts';
import { SettingsError } from '../cloud/settings/read-settings.ts';
import { readArguments, refuseUnusedOptions, runCommand, whenStopped } from '../command.ts';
import { TARGET_OPTIONS, TARGET_USAGE, type Target, withTarget } from './open-table.ts';
import * as survey from './survey.ts';

/** Default read and write units per second; a new table can sustain many times that in addition to its normal load. */
const RATE = 500;

const USAGE = `npm run migrate [-- options]: says what there is, by kind and version, and what would be changed; changes nothing.

  --apply                 brings every item up to the current version of its kind
  --verify                reads everything as the functions would, and names what cannot be read
  --reveal                with --verify: names the keys of what cannot be read
  --rate UNITS            about how many read and write units a second; ${RATE} unless given
  --restart               begins anew, and not where an earlier run was stopped
${TARGET_USAGE}

Exit status: 0 when all is well, 1 when something cannot be read, is of a newer version, or is left to do.`;

/**
 * `npm run migrate [-- --apply|--verify] [-c stage=beta | --table NAME | --local]`: upgrades every item to the current version of its kind
 * (functions/store/versions.ts). Without `--apply` it only reports what it finds.
 */
async function main(given: readonly string[]): Promise<void> {
  const { mode, rate, restart, reveal, where } = readRequest(given);
  await withTarget(where, async (target) => {
    const signal = whenStopped('Stopping after the pages under way.');
    const path = join(target.dataDir ?? process.cwd(), `.migrate-${target.tableName}-${mode}.json`);
    if (restart) await rm(path, { force: true });
    const progress = { path, of: JSON.stringify(target.table.versions.current()) };
    const walk = { table: target.table, mode, rate, reveal, progress, signal };
    const { report, isDone } = await survey.surveyTable(walk);
    console.info(describe({ report, isDone, mode, target }));
    const isUnsound = report.faulty > 0 || survey.countNewer(report, target.table) > 0;
    if (!isDone || isUnsound) process.exitCode = 1;
  });
}

/** @throws SettingsError */
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
    throw new SettingsError('Write --apply or --verify, one after the other.');
  if (!/^[1-9]\d{0,5}$/.test(rate))
    throw new SettingsError(`--rate must be a whole number of units a second, such as --rate ${RATE}.`);
  const mode: survey.Mode = apply === true ? 'apply' : verify === true ? 'verify' : 'count';
  if (mode !== 'verify')
    refuseUnusedOptions(values, {
      act: mode === 'apply' ? '--apply' : 'Counting',
      options: ['reveal'],
      since: 'with --verify it names the keys of what cannot be read',
    });
  return { mode, rate: Number(rate), restart, reveal, where: values };
}

interface Outcome {
  report: survey.Report;
  isDone: boolean;
  mode: survey.Mode;
  target: Target;
}

function describe({ report, isDone, mode, target: { name, table } }: Outcome): string {
  const older = survey.countOlder(report, table);
  const newer = survey.countNewer(report, table);
  const said = {
    count: older === 0 ? 'Nothing is to be changed.' : `${older} would be changed by --apply.`,
    apply: `${report.upgraded} have been changed.`,
    verify: report.faulty === 0 ? 'All of them can be read.' : `${report.faulty} cannot be read:`,
  };
  return [
    `${name}: ${survey.countAll(report)} items`,
    survey.describeFound(report),
    said[mode],
    survey.describeFaults(report),
    ...(newer > 0 ? [`${newer} are of a newer version than this program knows: use the newer one.`] : []),
    ...(isDone
      ? []
      : [
          `Stopped after ${survey.countAll(report)} items, before the end. The same command goes on from there.`,
        ]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

if (import.meta.main) await runCommand(main, AwsError, DataUnusable);
