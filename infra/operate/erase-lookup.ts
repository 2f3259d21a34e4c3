import process from 'node:process';
import { parseArgs } from 'node:util';
import { eraseAllLookups, eraseLookupsOf } from '#functions/store/lookups.ts';
import { createClient } from '#functions/store/table.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { AwsError, awsIn, stackOutputs } from '../cloud/scripts/aws.ts';
import { stackName } from '../cloud/settings/names.ts';
import { runCommand, SettingsError, settingsFromArguments } from '../cloud/settings/read-settings.ts';

/**
 * `npm run erase-lookup -- <profile url|--all> [-c stage=beta]`: erases what profile-data providers said about people from the table of
 * a deployed stage, with the operator's credentials.
 */
async function main(given: readonly string[]): Promise<string> {
  const { stage, region } = settingsFromArguments(given, new URL('../../cdk.json', import.meta.url));
  const profileUrl = whichProfile(given);
  const { Table: tableName } = await stackOutputs(awsIn(region), stackName({ stage }));
  if (tableName === undefined) throw new AwsError(`${stackName({ stage })} is not completely deployed.`);
  const client = createClient({ region });
  try {
    return `Stage ${stage}, table ${tableName}: ${await erase(profileUrl, { client, tableName })}`;
  } catch (error) {
    throw new AwsError(readable(error), { cause: error });
  } finally {
    client.destroy();
  }
}

const USAGE =
  'Write the address of one LinkedIn profile, such as https://www.linkedin.com/in/someone, or --all for every profile.';

/** The canonical profile URL among a command's arguments; undefined for `--all`. @throws SettingsError unless it is exactly one of the two */
export function whichProfile(given: readonly string[]): string | undefined {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: { context: { type: 'string', short: 'c', multiple: true }, all: { type: 'boolean' } },
    strict: false,
  });
  const [address, ...others] = positionals;
  if (values['all'] === true && address === undefined) return undefined;
  const profileUrl = address === undefined ? undefined : canonicalProfileUrl(address);
  if (profileUrl === undefined || others.length > 0 || values['all'] !== undefined)
    throw new SettingsError(USAGE);
  return profileUrl;
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

/** A database error's reason is in its cause: a missing credential, a missing table. */
function readable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

if (import.meta.main) await runCommand(async () => console.info(await main(process.argv.slice(2))), AwsError);
