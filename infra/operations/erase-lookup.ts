import process from 'node:process';
import { createClient } from '#functions/store/create-client.ts';
import { eraseAllLookups, eraseLookupsOf } from '#functions/store/erase-lookups.ts';
import { AwsError, awsIn, stackOutputs } from '../cloud/scripts/aws.ts';
import { settingsFromArguments } from '../cloud/scripts/read-context.ts';
import { stackName } from '../cloud/settings/names.ts';
import { SettingsError } from '../cloud/settings/read-settings.ts';
import { whichProfile } from './which-profile.ts';

/**
 * `npm run erase-lookup -- <profile url|--all> [-c stage=beta]`: forgets what profile-data providers said of people, in the table of a
 * deployed stage, with the operator's credentials.
 */
async function main(given: readonly string[]): Promise<string> {
  const { stage, region } = settingsFromArguments(given, new URL('../../cdk.json', import.meta.url));
  const profileUrl = whichProfile(given);
  const { Table: tableName } = await stackOutputs(awsIn(region), stackName({ stage }));
  if (tableName === undefined) throw new AwsError(`${stackName({ stage })} is not deployed whole.`);
  const client = createClient({ region });
  try {
    return `Stage ${stage}, table ${tableName}: ${await erase(profileUrl, { client, tableName })}`;
  } catch (error) {
    throw new AwsError(readable(error), { cause: error });
  } finally {
    client.destroy();
  }
}

async function erase(
  profileUrl: string | undefined,
  table: Parameters<typeof eraseAllLookups>[0],
): Promise<string> {
  if (profileUrl === undefined)
    return `erased every lookup that was remembered: ${await eraseAllLookups(table)} in all.`;
  const erasure = await eraseLookupsOf(profileUrl, table);
  return erasure === 'erased'
    ? `erased what was remembered of ${profileUrl}.`
    : `nothing was remembered of ${profileUrl}.`;
}

/** What went wrong in storing is said by its cause: a missing credential, a table that is not there. */
function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

main(process.argv.slice(2)).then(
  (said) => console.info(said),
  (error: unknown) => {
    if (!(error instanceof SettingsError || error instanceof AwsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  },
);
