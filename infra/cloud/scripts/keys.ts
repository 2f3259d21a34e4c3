import process from 'node:process';
import { SettingsError } from '../settings/read-settings.ts';
import { AskingStopped, askSecrets } from './ask-secrets.ts';
import { AwsError, awsIn } from './aws.ts';
import { settingsFromArguments } from './read-context.ts';
import { storeGoogleSecret } from './store-google-secret.ts';
import { storeProviderKeys } from './store-keys.ts';

const KEYS = [
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
  const keys = await askSecrets(KEYS, terminal);
  if (Object.keys(keys).length === 0) throw new SettingsError('Nothing was typed: nothing is stored.');
  const missing = await storeProviderKeys(target, keys);
  console.info(
    missing.length === 0 ? 'All three keys are stored.' : `Stored. Still missing: ${missing.join(', ')}.`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof AwsError || error instanceof AskingStopped))
    throw error;
  console.error(error.message);
  process.exitCode = 1;
}
