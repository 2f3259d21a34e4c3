import process from 'node:process';
import * as v from 'valibot';
import { providerKeysSecretName, stackName } from '../settings/names.ts';
import { runCommand, SettingsError, settingsFromArguments } from '../settings/read-settings.ts';
import { AskingStopped, askSecrets } from './ask-secrets.ts';
import { type Aws, AwsError, awsIn, stackOutputs, withSecretFile } from './aws.ts';
import { storeGoogleSecret, type Target } from './google-secret.ts';

/** The keys of the secret that the search function reads. */
const PROVIDER_KEYS = [
  { name: 'OPENAI_API_KEY', question: 'OpenAI key (or of the compatible server)' },
  { name: 'SERPAPI_API_KEY', question: 'Web search key (SerpApi)' },
  { name: 'PROFILE_API_KEY', question: 'Profile data key (Enrich Layer or Proxycurl)' },
];
const GOOGLE = { name: 'GOOGLE_CLIENT_SECRET', question: "Google's client secret" };

/** `npm run keys [-- -c stage=beta] [-- --google]`: stores secrets that are typed or piped, never written as arguments. */
async function main(given: readonly string[]): Promise<void> {
  const { stage, region } = settingsFromArguments(given, new URL('../../../cdk.json', import.meta.url));
  const terminal = { input: process.stdin, output: process.stderr };
  const target = { aws: awsIn(region), stage };
  if (given.includes('--google')) {
    const { [GOOGLE.name]: secret } = await askSecrets([GOOGLE], terminal);
    if (secret === undefined) throw new SettingsError('Nothing was typed: nothing is stored.');
    const isInUse = await storeGoogleSecret(target, secret);
    console.info(
      `Google's client secret is stored for stage ${stage}, ${
        isInUse ? 'and the user pool uses it from now on.' : 'for the next deployment with googleClientId.'
      }`,
    );
    return;
  }
  console.info(`Keys for stage ${stage}; what is left empty stays as it is.`);
  const keys = await askSecrets(PROVIDER_KEYS, terminal);
  if (Object.keys(keys).length === 0) throw new SettingsError('Nothing was typed: nothing is stored.');
  const missing = await storeProviderKeys(target, keys);
  console.info(
    missing.length === 0 ? 'All three keys are stored.' : `Stored. Still missing: ${missing.join(', ')}.`,
  );
}

/**
 * Puts the keys given into the stage's secret, beside those stored before, and restarts the search function so that it reads them.
 * @returns the names of the keys still missing.
 */
async function storeProviderKeys(
  { aws, stage }: Target,
  given: Readonly<Record<string, string>>,
): Promise<string[]> {
  const secretName = providerKeysSecretName({ stage });
  const keys = { ...(await readStored(aws, secretName)), ...given };
  await withSecretFile(JSON.stringify(keys), (file) =>
    aws(['secretsmanager', 'put-secret-value', '--secret-id', secretName, '--secret-string', file]),
  );
  await restartSearchFunction({ aws, stage });
  return PROVIDER_KEYS.flatMap(({ name }) => (keys[name] ? [] : [name]));
}

const Stored = v.object({
  SecretString: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
});

/** A secret that was made and never filled has no value, which AWS reports as not found. */
async function readStored(aws: Aws, name: string): Promise<Record<string, string>> {
  try {
    const answer = await aws(['secretsmanager', 'get-secret-value', '--secret-id', name]);
    return v.parse(Stored, answer).SecretString;
  } catch (error) {
    if (error instanceof AwsError && /staging label/i.test(error.message)) return {};
    throw error;
  }
}

/** A change of its configuration makes Lambda start new instances; searches that are running go on to their end. */
async function restartSearchFunction({ aws, stage }: Target): Promise<void> {
  const { SearchFunction } = await stackOutputs(aws, stackName({ stage }));
  if (SearchFunction === undefined) throw new AwsError(`${stackName({ stage })} is not completely deployed.`);
  const description = `Keys stored ${new Date().toISOString()}`;
  const name = ['--function-name', SearchFunction];
  await aws(['lambda', 'update-function-configuration', ...name, '--description', description]);
}

await runCommand(() => main(process.argv.slice(2)), AwsError, AskingStopped);
