import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import * as v from 'valibot';
import { CONTEXT, CONTEXT_USAGE, commandOf, readArguments, runCommand } from '../../command.ts';
import { edgeAlarmsStackName, edgeStackName, googleSecretName, stackName } from '../settings/names.ts';
import { SettingsError, settingsWith, TAKING_DOWN } from '../settings/read-settings.ts';
import { EDGE_REGION } from '../settings/schema.ts';
import { AwsError, awsIn, find, findStack, Outputs } from './aws.ts';
import { type Deployment, findLeft, type Kept, noteFailure, resourcesOf } from './left-behind.ts';

/** An existing stack of the stage. */
interface Found {
  name: string;
  id: string;
  region: string;
  /** Whether the current version creates such a stack: `cdk destroy` deletes only those. */
  isKnown: boolean;
  /** The table and the user pool that it uses, whether or not they are its own. */
  data: readonly string[];
}

/** A stack after `cdk destroy`. */
interface Existing extends Found {
  /** Undefined if AWS did not say. */
  isThere: boolean | undefined;
}

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

/** @throws SettingsError */
export const readRequest = (given: readonly string[]) =>
  readArguments(given, { options: { ...CONTEXT, ...CDK_OPTIONS }, usage: USAGE }).values;

/** The parsed options in long form, since `cdk` interprets some short forms differently. */
const toArguments = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => (one === true ? `--${name}` : `--${name}=${one}`)),
  );

const Tags = v.optional(v.array(v.object({ Key: v.string(), Value: v.string() })), []);
const Described = v.object({ Stacks: v.tuple([v.object({ StackId: v.string(), Outputs, Tags })]) });

/** The outputs with the names of the resources that contain people's data. */
const DATA_OUTPUTS = ['Table', 'UserPool'];

/** Every stack of a stage, including those that other settings or earlier versions create. */
async function findStacks(deployment: Deployment): Promise<Found[]> {
  const { stage, region } = deployment;
  const candidates = [
    { name: stackName(deployment), region, isKnown: true },
    { name: edgeStackName(deployment), region: EDGE_REGION, isKnown: region !== EDGE_REGION },
    { name: edgeAlarmsStackName(deployment), region: EDGE_REGION, isKnown: region !== EDGE_REGION },
    // The name used before stages of the same name could exist in several regions.
    { name: `${stackName(deployment)}-edge`, region: EDGE_REGION, isKnown: false },
  ];
  const found = await Promise.all(
    candidates.map(async (candidate) => {
      const command = ['cloudformation', 'describe-stacks', '--stack-name', candidate.name];
      const stack = await find(deployment.awsIn(candidate.region), command, Described);
      if (stack === undefined) return [];
      const [{ StackId: id, Outputs: outputs, Tags: tags }] = stack.Stacks;
      // The earlier name for the stage prod-eu-west-1 is that of a stack in use by the stage prod in eu-west-1.
      const isOwn = tags.some(({ Key, Value }) => Key === 'stage' && Value === stage);
      if (!candidate.isKnown && !isOwn) return [];
      const dataOutputs = outputs.filter(({ OutputKey }) => DATA_OUTPUTS.includes(OutputKey));
      return [{ ...candidate, id, data: dataOutputs.map(({ OutputValue }) => OutputValue) }];
    }),
  );
  return found.flat();
}

/**
 * The stacks that exist even after `cdk destroy`, because somebody declined or it failed, and those that could not be checked: the table
 * and the user pool of such a stack may be in use, and must not be offered for deletion.
 */
async function findExisting(
  deployment: Deployment,
  { found, unchecked }: { found: readonly Found[]; unchecked: string[] },
): Promise<Existing[]> {
  const checked = await Promise.all(
    found.map(async (stack) => {
      const { name, region } = stack;
      const [isThere] = await noteFailure(
        unchecked,
        `whether ${name} still exists in ${region}`,
        async () => [(await findStack(deployment.awsIn(region), name)) !== undefined],
      );
      return { ...stack, isThere };
    }),
  );
  return checked.filter(({ isThere }) => isThere !== false);
}

/** Printed before `cdk destroy` asks for confirmation. */
function describeRemoval({ stage, region }: Deployment, found: readonly Found[]): string {
  return `This destroys the stage ${stage} in ${region}: page, functions, firewalls, alarms, logs and, permanently, the provider keys.
${found.map(({ name, region: where }) => `  - ${name} in ${where}`).join('\n')}

People's data (chats and accounts) is kept unless the stage was deployed with retain=false. What was kept is listed by name at the end.
`;
}

interface Remaining {
  kept: readonly Kept[];
  found: readonly Found[];
  existing: readonly Existing[];
  /** What could not be checked, and why. */
  unchecked: readonly string[];
}

/** Printed at the end: what was kept, how to use it again, and how to delete it. */
function describeRemaining(
  { stage, region, profile }: Deployment,
  { kept, found, existing, unchecked }: Remaining,
): string {
  const profileOption = profile === undefined ? [] : ['--profile', profile];
  const inAws = (where: string, ...command: string[]) =>
    commandOf(['aws', ...command, '--region', where, ...profileOption]);
  const namesOfType = (type: string) => kept.filter((one) => one.type === type).map(({ name }) => name);
  const tables = namesOfType('AWS::DynamoDB::Table');
  const pools = namesOfType('AWS::Cognito::UserPool');
  const others = kept.filter(({ name }) => ![...tables, ...pools].includes(name));
  const reuseOptions = Object.entries({ existingTable: tables, existingUserPool: pools })
    .filter(([, names]) => names.length > 0)
    .map(([setting, names]) => `-c ${setting}=${names.join(' or ')}`);
  const leftOver = found.filter(({ isKnown }) => !isKnown);
  const undestroyed = existing.filter(({ isKnown, isThere }) => isKnown && isThere === true);
  const parts = [
    ...(undestroyed.length > 0
      ? [
          `The stage ${stage} was not destroyed. It still has
${undestroyed.map(({ name, region: where }) => `  - ${name} in ${where}`).join('\n')}`,
        ]
      : []),
    ...tables.map(
      (name) => `The table ${name} was kept: chats, messages, profiles. To delete it permanently:
  ${inAws(region, 'dynamodb', 'update-table', '--table-name', name, '--no-deletion-protection-enabled')}
  ${inAws(region, 'dynamodb', 'delete-table', '--table-name', name)}`,
    ),
    ...pools.map(
      (name) => `The user pool ${name} was kept: accounts. To delete it permanently:
  turn off its deletion protection in the Cognito console (Settings), then
  ${inAws(region, 'cognito-idp', 'delete-user-pool', '--user-pool-id', name)}`,
    ),
    ...(others.length > 0
      ? [
          `Resources that a user pool calls at sign-up, or once called, were kept too. Delete them after the pool:
${others.map(({ type, name }) => `  ${type} ${name}`).join('\n')}`,
        ]
      : []),
    ...(reuseOptions.length > 0
      ? [
          `To use them again, deploy with\n  ${reuseOptions.join(' ')}\nThey cost next to nothing in the meantime.`,
        ]
      : []),
    ...leftOver.map(
      ({ name, region: where }) => `${name} belongs to an earlier version or to other settings. To delete it:
  ${inAws(where, 'cloudformation', 'delete-stack', '--stack-name', name)}`,
    ),
    ...(unchecked.length > 0
      ? [
          `More may remain. This could not be checked:
${unchecked.map((what) => `  - ${what}`).join('\n')}`,
        ]
      : []),
    `If you stored Google's client secret, it remains in Secrets Manager as ${googleSecretName({ stage })}.`,
  ];
  return `\n${parts.join('\n\n')}\n`;
}

if (import.meta.main) await runCommand(main, AwsError);
