import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { CONTEXT, CONTEXT_USAGE, readArguments, runCommand } from '../../command.ts';
import { AwsError, awsIn } from '../aws.ts';
import { SettingsError, settingsWith, TAKING_DOWN } from '../settings/read-settings.ts';
import { type Deployment, findLeft, noteFailure, resourcesOf } from './destroy/left-behind.ts';
import { describeRemaining, describeRemoval } from './destroy/report.ts';
import { findExisting, findStacks } from './destroy/stacks.ts';

const FLAG = { type: 'boolean' } as const;
const TEXT = { type: 'string' } as const;

/** The `cdk destroy` options accepted here. `cdk` itself only warns about unknown options and continues. */
const CDK_OPTIONS = {
  force: { ...FLAG, short: 'f' },
  yes: { ...FLAG, short: 'y' },
  profile: TEXT,
  'role-arn': { ...TEXT, short: 'r' },
  concurrency: TEXT,
  output: { ...TEXT, short: 'o' },
  proxy: TEXT,
  'ca-bundle-path': TEXT,
  verbose: { ...FLAG, short: 'v', multiple: true },
  debug: FLAG,
  ci: FLAG,
  color: FLAG,
  'no-color': FLAG,
} as const;

const USAGE = `npm run destroy [-- options]: destroys a stage: lists what will be deleted, asks for confirmation, then lists what remains and how to delete it.

${CONTEXT_USAGE}
  --force                 does not ask for confirmation

Passed on to \`cdk destroy\`: --yes, --profile, --role-arn, --concurrency, --output, --proxy, --ca-bundle-path, --verbose, --debug,
--ci, --color, --no-color.`;

/** `npm run destroy [-- -c stage=beta]`: lists what will be deleted, lets `cdk destroy` ask for confirmation, then lists what was kept. */
async function main(given: readonly string[]): Promise<void> {
  const values = readRequest(given);
  const { stage, region } = settingsWith(values.context);
  const { profile } = values;
  const deployment: Deployment = { stage, region, profile, awsIn: (where) => awsIn(where, profile) };
  const found = await findStacks(deployment);
  if (found.length === 0) {
    const unchecked: string[] = [];
    const kept = await findLeft(deployment, { known: [], unchecked });
    if (kept.length + unchecked.length > 0)
      console.info(describeRemaining(deployment, { kept, found, existing: [], unchecked }));
    throw new SettingsError(
      `There is no stage ${stage} in ${region}. If it is in another region, name it: npm run destroy -- -c stage=${stage} -c region=…`,
    );
  }
  console.info(describeRemoval(deployment, found));
  const cdk = spawn('cdk', ['destroy', '--all', `--context=${TAKING_DOWN}=true`, ...toArguments(values)], {
    stdio: 'inherit',
  });
  const [code] = await once(cdk, 'close');
  process.exitCode = typeof code === 'number' ? code : 1;
  const unchecked: string[] = [];
  const existing = await findExisting(deployment, { found, unchecked });
  const inUse = existing.flatMap(({ data }) => data);
  const resources = await Promise.all(
    found.map(({ name, id, region: where }) =>
      noteFailure(unchecked, `what ${name} left behind in ${where}`, () =>
        resourcesOf(deployment.awsIn(where), id),
      ),
    ),
  );
  const kept = resources
    .flat()
    .filter(({ name, status }) => status === 'DELETE_SKIPPED' && !inUse.includes(name));
  const known = [...resources.flat().map(({ name }) => name), ...inUse];
  const earlier = await findLeft(deployment, { known, unchecked });
  console.info(describeRemaining(deployment, { kept: [...kept, ...earlier], found, existing, unchecked }));
}

/** @throws UsageError */
export const readRequest = (given: readonly string[]) =>
  readArguments(given, { options: { ...CONTEXT, ...CDK_OPTIONS }, usage: USAGE }).values;

/** The parsed options in long form, since `cdk` interprets some short forms differently. */
const toArguments = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => (one === true ? `--${name}` : `--${name}=${one}`)),
  );

if (import.meta.main) await runCommand(main, AwsError);
