import { googleSecretName, stackName } from '../settings/names.ts';

interface Destruction {
  stage: string;
  region: string;
  /** What the stack printed when it was deployed; empty when that is not known. */
  outputs: Readonly<Record<string, string>>;
}

/** What `npm run destroy` tells before it asks: what goes, what stays, and how to be rid of that too. */
export function whatStays({ stage, region, outputs }: Destruction): string {
  const table = outputs['Table'] ?? '<table>';
  const userPool = outputs['UserPool'] ?? '<user pool>';
  return `This takes down ${stackName({ stage })} in ${region}: page, doors, firewall, alarms, logs, and the provider keys for good.

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
