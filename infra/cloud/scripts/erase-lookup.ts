import process from 'node:process';
import { stackName } from '../settings/names.ts';
import { SettingsError } from '../settings/read-settings.ts';
import { AwsError, awsIn, stackOutputs } from './aws.ts';
import type { OpenedTable } from './erase-lookups.ts';
import { eraseAllLookups } from './erase-lookups.ts';
import { settingsFromArguments } from './read-context.ts';
import { whichProfile } from './which-profile.ts';

/** Opens a table with the operator's credentials. */
export type OpenTable = (options: { region: string; tableName: string }) => OpenedTable;

/**
 * `npm run erase-lookup -- <profile url|--all> [-c stage=beta]`: forgets what profile-data providers said of people, and says so.
 * What cannot be done is said on standard error, with exit code 1.
 */
export async function eraseLookup(given: readonly string[], openTable: OpenTable): Promise<void> {
  try {
    console.info(await erase(given, openTable));
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof AwsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function erase(given: readonly string[], openTable: OpenTable): Promise<string> {
  const { stage, region } = settingsFromArguments(given, new URL('../../../cdk.json', import.meta.url));
  const profileUrl = whichProfile(given);
  const { Table: tableName } = await stackOutputs(awsIn(region), stackName({ stage }));
  if (tableName === undefined) throw new AwsError(`${stackName({ stage })} is not deployed whole.`);
  const table = openTable({ region, tableName });
  try {
    const what = await eraseFrom(table, profileUrl);
    return `Stage ${stage}, table ${tableName}: ${what}`;
  } catch (error) {
    throw new AwsError(readable(error), { cause: error });
  } finally {
    table.client.destroy();
  }
}

async function eraseFrom(table: OpenedTable, profileUrl: string | undefined): Promise<string> {
  if (profileUrl === undefined)
    return `erased what was remembered of profiles: ${await eraseAllLookups(table)} in all.`;
  const wasRemembered = await table.lookups.erase({ profileUrl });
  return wasRemembered
    ? `erased what was remembered of ${profileUrl}.`
    : `nothing was remembered of ${profileUrl}.`;
}

/** What went wrong in storing is said by its cause: a missing credential, a table that is not there. */
function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
