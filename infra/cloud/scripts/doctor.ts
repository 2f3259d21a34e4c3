import process from 'node:process';
import { CONTEXT, CONTEXT_USAGE, readArguments, runCommand } from '../../command.ts';
import { awsIn } from '../aws.ts';
import { edgeAlarmsStackName, edgeStackName } from '../settings/names.ts';
import { bootstrapQualifier, settingsWith } from '../settings/read-settings.ts';
import { EDGE_REGION } from '../settings/regions.ts';
import type { Settings } from '../settings/schema.ts';
import { checkBootstrap, checkCredentials, checkPermissions, checkRegion } from './doctor/account.ts';
import { type Check, type Examined, examine, type Finding } from './doctor/examine.ts';
import { checkMail } from './doctor/mail.ts';
import { checkProvider, checkUserPool } from './doctor/pool.ts';
import { checkCloudFront, checkConcurrency } from './doctor/quotas.ts';
import { checkGoogleSecret, checkOidcSecret, checkProviderKeys } from './doctor/secrets.ts';
import { checkAddresses, checkCertificate } from './doctor/site.ts';
import { checkEdgeStack, checkSettings, checkStack } from './doctor/stack.ts';
import { checkExpiry, checkRecovery, checkTable } from './doctor/table.ts';

const USAGE = `npm run doctor [-- -c name=value …]: checks everything that a deployment with these settings needs; changes nothing.

${CONTEXT_USAGE}

Prints a line for each check: ✓ is fine, ! is worth a look, ✗ would stop the deployment or make it useless. Exit status: 1 if there is a ✗.`;

/**
 * `npm run doctor [-- -c stage=beta …]`: checks everything a deployment with these settings needs, without changing anything, and fails
 * where the deployment would.
 */
async function main(given: readonly string[]): Promise<void> {
  const { context } = readRequest(given);
  const settings = settingsWith(context);
  const findings = await examineStage({ settings, aws: awsIn, qualifier: bootstrapQualifier(context) });
  console.info(table(findings));
  if (findings.some(({ mark }) => mark === '✗')) process.exitCode = 1;
}

/** @throws UsageError */
export const readRequest = (given: readonly string[]) =>
  readArguments(given, { options: CONTEXT, usage: USAGE }).values;

/** What AWS, or its CLI, says about credentials, rather than about the network or the CLI itself. */
const CREDENTIALS_REFUSED = /An error occurred|credential|token|profile|\bSSO\b/i;
const SET_UP = 'Set up credentials first: aws configure, aws sso login or AWS_PROFILE=…';

type Named = Finding & { name: string };

/** Runs every check for a stage before it is deployed. Without valid credentials, only that is reported. */
export async function examineStage(examined: Examined): Promise<Named[]> {
  const credentials = { name: 'Credentials', ...(await examine(checkCredentials, examined)) };
  if (credentials.mark === '✗')
    return [{ ...credentials, ...(CREDENTIALS_REFUSED.test(credentials.found) && { advice: SET_UP }) }];
  const others = checksFor(examined.settings).map(async ([name, check]) => ({
    name,
    ...(await examine(check, examined)),
  }));
  return [credentials, ...(await Promise.all(others))];
}

/** The checks that apply to these settings, by name, in the order in which a deployment would fail. */
function checksFor(settings: Settings): [string, Check][] {
  const { region, domainName, existingTable, existingUserPool, googleClientId, providers } = settings;
  const { allowedAddresses, ssoName, oidcClientSecretArn } = settings;
  const regions = region === EDGE_REGION ? [region] : [region, EDGE_REGION];
  const wanted: (false | [string, Check])[] = [
    ['Settings', checkSettings],
    ['Region', checkRegion],
    ...regions.map((one): [string, Check] => [`CDK bootstrap, ${one}`, checkBootstrap(one)]),
    ['Permissions', checkPermissions],
    ['Stack', checkStack],
    region !== EDGE_REGION && ['Stack, edge', checkEdgeStack(edgeStackName(settings))],
    region !== EDGE_REGION && ['Stack, edge alarms', checkEdgeStack(edgeAlarmsStackName(settings))],
    ['Lambda concurrency', checkConcurrency],
    ['CloudFront', checkCloudFront],
    domainName !== undefined && ['Certificate', checkCertificate],
    existingTable !== undefined && ['Table', checkTable(existingTable)],
    existingTable !== undefined && ['Table, expiry', checkExpiry(existingTable)],
    existingTable !== undefined && ['Table, recovery', checkRecovery(existingTable)],
    existingUserPool === undefined ? ['Mail', checkMail] : ['User pool', checkUserPool(existingUserPool)],
    googleClientId !== undefined && ["Google's secret", checkGoogleSecret],
    ssoName !== undefined && ['The provider', checkProvider],
    oidcClientSecretArn !== undefined && ["The provider's secret", checkOidcSecret],
    allowedAddresses.length > 0 && ['Allowed addresses', checkAddresses],
    providers === 'live' && ['Provider keys', checkProviderKeys],
  ];
  return wanted.filter((check) => check !== false);
}

function table(findings: readonly Named[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ mark, name, found, advice }) => {
      const line = `${mark} ${name.padEnd(width)}  ${found}`;
      return advice === undefined ? line : `${line}\n  ${' '.repeat(width)}  → ${advice}`;
    })
    .join('\n');
}

if (import.meta.main) await runCommand(main);
