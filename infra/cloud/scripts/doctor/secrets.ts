import * as v from 'valibot';
import { stageOptions } from '../../../command.ts';
import { find } from '../../aws.ts';
import { googleSecretName, providerKeysSecretName } from '../../settings/names.ts';
import type { Settings } from '../../settings/schema.ts';
import { bad, doubtful, type Examined, type Finding, good } from './examine.ts';

const Secret = v.object({
  VersionIdsToStages: v.optional(v.record(v.string(), v.array(v.string())), {}),
  DeletedDate: v.optional(v.unknown()),
});

/** Whether a secret has a value, without reading it; undefined while it is being deleted, which blocks a new one of the same name. */
async function hasValue({ settings, aws }: Examined, name: string): Promise<boolean | undefined> {
  const command = ['secretsmanager', 'describe-secret', '--secret-id', name];
  const secret = await find(aws(settings.region), command, Secret);
  if (secret?.DeletedDate !== undefined) return undefined;
  return Object.keys(secret?.VersionIdsToStages ?? {}).length > 0;
}

const beingDeleted = (name: string, { region }: Settings): Finding =>
  bad(
    `${name} is being deleted, so no other secret can have its name`,
    `aws secretsmanager restore-secret --region ${region} --secret-id ${name}`,
  );

export async function checkGoogleSecret(examined: Examined): Promise<Finding> {
  const name = googleSecretName(examined.settings);
  const stored = await hasValue(examined, name);
  if (stored === undefined) return beingDeleted(name, examined.settings);
  if (stored) return good('stored');
  return bad(`${name} does not exist`, `npm run keys -- --google ${stageOptions(examined.settings)}`);
}

export async function checkOidcSecret(examined: Examined): Promise<Finding> {
  const { oidcClientSecretArn: arn = '' } = examined.settings;
  const stored = await hasValue(examined, arn);
  if (stored === undefined) return beingDeleted(arn, examined.settings);
  if (stored) return good('stored');
  return bad(
    `${arn} does not exist`,
    'Store the client secret as plain text: see docs/deploy.md, "A provider of your own"',
  );
}

export async function checkProviderKeys(examined: Examined): Promise<Finding> {
  const where = stageOptions(examined.settings);
  const name = providerKeysSecretName(examined.settings);
  const stored = await hasValue(examined, name);
  if (stored === undefined) return beingDeleted(name, examined.settings);
  if (stored) return good(`stored; npm run keys -- --check ${where} tests them`);
  return doubtful(
    'not stored',
    `After the first deployment: npm run keys -- ${where}; or deploy with -c providers=simulated`,
  );
}
