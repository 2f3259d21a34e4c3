import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { stackName } from '../settings/names.ts';
import { SettingsError } from '../settings/read-settings.ts';
import { AwsError, awsIn, stackOutputs } from './aws.ts';
import { settingsFromArguments } from './read-context.ts';
import { whatStays } from './what-stays.ts';

/** `npm run destroy [-- -c stage=beta]`: says what goes and what stays, then lets `cdk destroy` ask. */
async function main(given: readonly string[]): Promise<void> {
  const { stage, region } = settingsFromArguments(given, new URL('../../../cdk.json', import.meta.url));
  const outputs = await stackOutputs(awsIn(region), stackName({ stage })).catch((error) => {
    if (!(error instanceof AwsError)) throw error;
    return {};
  });
  console.info(whatStays({ stage, region, outputs }));
  const cdk = spawn('cdk', ['destroy', '--all', ...given], { stdio: 'inherit' });
  const [code] = await once(cdk, 'close');
  process.exitCode = typeof code === 'number' ? code : 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
