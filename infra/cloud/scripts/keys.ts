import process from 'node:process';
import { ConfigError } from '#functions/environment.ts';
import { type KeyTrial, keyQuestions, tryKeys } from '#functions/providers/try-keys.ts';
import {
  CONTEXT,
  CONTEXT_USAGE,
  commandOf,
  readArguments,
  refuseUnusedOptions,
  runCommand,
  stageOptions,
  UsageError,
} from '../../command.ts';
import { type Aws, AwsError, awsIn } from '../aws.ts';
import { providerKeysSecretName, stackName } from '../settings/names.ts';
import { SettingsError, settingsWith } from '../settings/read-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { searchVariables } from '../settings/search-variables.ts';
import { howToDeploy, stageOutputs } from '../stage-outputs.ts';
import { AskingStopped, askSecrets } from './keys/ask-secrets.ts';
import { storeGoogleSecret, type Target } from './keys/google-secret.ts';
import { type Keys, readStoredKeys, storeProviderKeys } from './keys/provider-keys.ts';

const GOOGLE = { name: 'GOOGLE_CLIENT_SECRET', question: "Google's client secret" };

const USAGE = `npm run keys [-- options]: asks for a stage's three provider keys, tests them, and stores those that work.

  --check                 tests the stored keys, and stores nothing
  --check --from-shell    tests the keys in this shell's environment
  --force                 also stores keys that do not work
  --google                asks for Google's client secret instead
${CONTEXT_USAGE}

What you type is not shown. From a pipe, it reads lines such as OPENAI_API_KEY=…`;

const terminal = { input: process.stdin, output: process.stderr };

/**
 * `npm run keys [-- [-c stage=beta] [--google | --force | --check [--from-shell]]]`: stores secrets that are typed or piped, never passed as
 * arguments. Each provider key is tried first and stored only if it works, or with `--force`. `--check` stores nothing: it tries the stored
 * keys, or with `--from-shell` those in this shell's environment.
 */
async function main(given: readonly string[]): Promise<void> {
  const values = readRequest(given);
  if (values['from-shell'] === true) return report(await tryKeys(process.env));
  const settings = settingsWith(values.context);
  const { stage, region, providers } = settings;
  const target = { aws: awsIn(region), stage };
  if (values.google === true) return storeGoogle(target);
  if (providers === 'simulated')
    throw new SettingsError(`Stage ${stage} has simulated providers: it neither needs nor accepts keys.`);
  if (values.check === true) {
    const stored = await readStoredKeys(target.aws, providerKeysSecretName({ stage }));
    return report(await tryStageKeys(settings, stored.keys));
  }
  await storeKeys(target, settings, values.force === true);
}

/** @throws UsageError */
export function readRequest(given: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const { values } = readArguments(given, {
    options: { ...CONTEXT, google: flag, force: flag, check: flag, 'from-shell': flag },
    usage: USAGE,
  });
  if ([values.google, values.force, values.check].filter(Boolean).length > 1)
    throw new UsageError('Specify only one of --google, --force and --check.');
  if (values['from-shell'] === true && values.check !== true)
    throw new UsageError(
      '--from-shell works only with --check: keys from this shell are tested, never stored.',
    );
  if (values['from-shell'] === true)
    refuseUnusedOptions(values, {
      act: '--from-shell',
      options: ['context'],
      since: 'the variables of this shell determine which providers are called',
    });
  return values;
}

async function storeGoogle(target: Target): Promise<void> {
  const { [GOOGLE.name]: secret } = await askSecrets([GOOGLE], terminal);
  if (secret === undefined) throw new UsageError('Nothing was entered, so nothing was stored.');
  const isInUse = await storeGoogleSecret(target, secret);
  console.info(
    `Google's client secret is stored for stage ${target.stage}, ${
      isInUse ? 'and the user pool now uses it.' : 'for the next deployment with googleClientId.'
    }`,
  );
}

async function storeKeys(target: Target, settings: Settings, force: boolean): Promise<void> {
  const searchFunction = await findSearchFunction(target, settings);
  console.info(`Keys for stage ${target.stage}. To leave a key unchanged, leave it empty.`);
  const questions = keyQuestions(searchVariables(settings));
  const keys = await askSecrets(questions, terminal);
  if (Object.keys(keys).length === 0) throw new UsageError('Nothing was entered, so nothing was stored.');
  const trials = (await tryStageKeys(settings, keys)).filter(({ name }) => name in keys);
  report(trials);
  const isStored = (name: string) =>
    force || trials.some((trial) => trial.name === name && trial.verdict === 'works');
  const chosen = Object.fromEntries(Object.entries(keys).filter(([name]) => isStored(name)));
  const howToStoreAnyway = `To store a key even though it does not work: npm run keys -- --force ${stageOptions(settings)}`;
  if (Object.keys(chosen).length === 0) throw new UsageError(`Nothing was stored. ${howToStoreAnyway}`);
  const stored = await storeProviderKeys(target, chosen);
  const missing = questions.flatMap(({ name }) => (stored[name] ? [] : [name]));
  const state =
    missing.length === 0 ? 'The stage has all three keys.' : `Still missing: ${missing.join(', ')}.`;
  console.info(`Stored: ${Object.keys(chosen).join(', ')}. ${state}`);
  const left = Object.keys(keys).filter((name) => !isStored(name));
  process.exitCode = left.length > 0 ? 1 : 0;
  if (left.length > 0) console.error(`Not stored: ${left.join(', ')}. ${howToStoreAnyway}`);
  await restart(target.aws, searchFunction, settings);
}

/**
 * Makes Lambda start new instances, by a change of the function's configuration; running searches continue to their end.
 * @throws AwsError saying how to do it later: what is stored stays stored
 */
async function restart(aws: Aws, searchFunction: string, { region }: Settings): Promise<void> {
  const update = ['lambda', 'update-function-configuration', '--function-name', searchFunction];
  const command = [...update, '--description', `Keys stored ${new Date().toISOString()}`];
  try {
    await aws(command);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    throw new AwsError(
      `${error.message}\nThe keys are stored, but running instances of the search function continue to use those they have. To restart it:\n  ${commandOf(['aws', ...command, '--region', region])}`,
      { cause: error },
    );
  }
}

/** Tries keys as the stage's search function would use them. */
const tryStageKeys = (settings: Settings, keys: Keys): Promise<KeyTrial[]> =>
  tryKeys({ ...searchVariables(settings), ...keys });

/** Prints the result for each key; one that does not work makes the command fail. */
function report(trials: readonly KeyTrial[]): void {
  for (const { name, verdict, says } of trials)
    console.info(`${verdict === 'works' ? '✓' : '✗'} ${name} ${verdict}: ${says}`);
  if (trials.some(({ verdict }) => verdict !== 'works')) process.exitCode = 1;
}

/** @throws SettingsError if the stage is not deployed, before anyone types keys that could not be stored */
async function findSearchFunction({ aws, stage }: Target, { region }: Settings): Promise<string> {
  const { SearchFunction } = await stageOutputs({ aws, stage, region });
  if (SearchFunction === undefined)
    throw new SettingsError(
      `${stackName({ stage })} is not fully deployed.${howToDeploy({ stage, region })}`,
    );
  return SearchFunction;
}

if (import.meta.main) await runCommand(main, AwsError, AskingStopped, ConfigError);
