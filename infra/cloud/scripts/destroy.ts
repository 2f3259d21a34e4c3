import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { googleSecretName, stackName } from '../settings/names.ts';
import { runCommand, settingsFromArguments } from '../settings/read-settings.ts';
import { AwsError, awsIn, stackOutputs } from './aws.ts';

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

interface Destruction {
  stage: string;
  region: string;
  /** What the stack printed when it was deployed; empty when that is not known. */
  outputs: Readonly<Record<string, string>>;
}

/** What is said before `cdk destroy` asks: what goes, what stays, and how to delete that too. */
export function whatStays({ stage, region, outputs }: Destruction): string {
  const table = outputs['Table'] ?? '<table>';
  const userPool = outputs['UserPool'] ?? '<user pool>';
  return `This takes down ${stackName({ stage })} in ${region}: page, functions, firewall, alarms, logs, and the provider keys for good.

It keeps what belongs to people:
  - the table ${table}: chats, messages, profiles
  - the user pool ${userPool}: accounts

Both cost next to nothing when nobody uses them. To bring them back, deploy again with
  -c existingTable=${table} -c existingUserPool=${userPool}
To delete them too, for good:
  aws dynamodb update-table --region ${region} --table-name ${table} --no-deletion-protection-enabled
  aws dynamodb delete-table --region ${region} --table-name ${table}
  aws cognito-idp update-user-pool --region ${region} --user-pool-id ${userPool} --deletion-protection INACTIVE
  aws cognito-idp delete-user-pool --region ${region} --user-pool-id ${userPool}
If you stored Google's client secret, it stays as ${googleSecretName({ stage })}.
`;
}

if (import.meta.main) await runCommand(() => main(process.argv.slice(2)));
