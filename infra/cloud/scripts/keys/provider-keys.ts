import * as v from 'valibot';
import { type Aws, AwsError, withSecretFile } from '../../aws.ts';
import { providerKeysSecretName } from '../../settings/names.ts';
import { SettingsError } from '../../settings/read-settings.ts';

export type Keys = Readonly<Record<string, string | undefined>>;

/** Adds the given keys to those already in the stage's secret. @returns all keys that are now stored */
export const storeProviderKeys = ({ aws, stage }: { aws: Aws; stage: string }, given: Keys): Promise<Keys> =>
  mergeKeys(aws, providerKeysSecretName({ stage }), given);

/** Secrets Manager's label for the version that is read by default. */
const CURRENT_LABEL = 'AWSCURRENT';
/** Our own label, for a new version that is not read yet. */
const NEXT_LABEL = 'NEXT';

const PutResult = v.object({ VersionId: v.string(), VersionStages: v.array(v.string()) });

/**
 * Adds keys to a secret. Another writer may change it between our read and write, so the new version is first stored under its own label
 * and then replaces exactly the version that was read; if that fails, the merge is retried. Secrets Manager moves a label only if it is on
 * the version named.
 * <https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_UpdateSecretVersionStage.html>
 */
async function mergeKeys(aws: Aws, secretName: string, given: Keys): Promise<Keys> {
  const before = await readStoredKeys(aws, secretName);
  const keys = { ...before.keys, ...given };
  const secret = ['--secret-id', secretName];
  const put = ['secretsmanager', 'put-secret-value', ...secret, '--version-stages', NEXT_LABEL];
  const answer = await withSecretFile(JSON.stringify(keys), (file) => aws([...put, '--secret-string', file]));
  const { VersionId, VersionStages } = v.parse(PutResult, answer);
  // A secret's first version becomes the current one whatever its label.
  if (VersionStages.includes(CURRENT_LABEL)) return keys;
  const move = ['secretsmanager', 'update-secret-version-stage', ...secret, '--version-stage', CURRENT_LABEL];
  const from = before.version === undefined ? [] : ['--remove-from-version-id', before.version];
  try {
    await aws([...move, '--move-to-version-id', VersionId, ...from]);
    return keys;
  } catch (error) {
    const after = await readStoredKeys(aws, secretName);
    if (after.version === before.version) throw error;
    return await mergeKeys(aws, secretName, given);
  }
}

const Stored = v.object({
  SecretString: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
  VersionId: v.string(),
});

/** A secret that was created but never filled has no version, which AWS reports as not found. */
export async function readStoredKeys(
  aws: Aws,
  name: string,
): Promise<{ keys: Record<string, string>; version: string | undefined }> {
  try {
    const answer = await aws(['secretsmanager', 'get-secret-value', '--secret-id', name]);
    const { SecretString, VersionId } = v.parse(Stored, answer);
    return { keys: SecretString, version: VersionId };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    if (/staging label/i.test(error.message)) return { keys: {}, version: undefined };
    throw /ResourceNotFound/.test(error.message)
      ? new SettingsError(
          `The secret ${name} does not exist: the stage is not deployed, or has simulated providers.`,
        )
      : error;
  }
}
