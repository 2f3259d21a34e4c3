import * as v from 'valibot';
import { providerKeysSecretName, stackName } from '../settings/names.ts';
import type { Aws } from './aws.ts';
import { AwsError, stackOutputs, withSecretFile } from './aws.ts';

/** The keys of the secret door 1 reads. */
export const PROVIDER_KEYS = ['OPENAI_API_KEY', 'SERPAPI_API_KEY', 'PROFILE_API_KEY'] as const;

interface Stage {
  aws: Aws;
  stage: string;
}

const Stored = v.object({
  SecretString: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
});

/**
 * Puts the keys given into the stage's secret, beside those stored before, and restarts door 1 so that it reads them.
 * @returns the names of the keys still missing.
 */
export async function storeProviderKeys(
  { aws, stage }: Stage,
  given: Readonly<Record<string, string>>,
): Promise<string[]> {
  const name = providerKeysSecretName({ stage });
  const keys = { ...(await readStored(aws, name)), ...given };
  await withSecretFile(JSON.stringify(keys), (file) =>
    aws(['secretsmanager', 'put-secret-value', '--secret-id', name, '--secret-string', file]),
  );
  await restartSearchDoor({ aws, stage });
  return PROVIDER_KEYS.filter((key) => !keys[key]);
}

/** A secret that was made and never filled has no value, which AWS calls not found. */
async function readStored(aws: Aws, name: string): Promise<Record<string, string>> {
  try {
    const answer = await aws(['secretsmanager', 'get-secret-value', '--secret-id', name]);
    return v.parse(Stored, answer).SecretString;
  } catch (error) {
    if (error instanceof AwsError && /staging label/i.test(error.message)) return {};
    throw error;
  }
}

/** A change of its configuration makes Lambda start new copies; searches that run go on to their end. */
async function restartSearchDoor({ aws, stage }: Stage): Promise<void> {
  const { SearchFunction } = await stackOutputs(aws, stackName({ stage }));
  if (SearchFunction === undefined) throw new AwsError(`${stackName({ stage })} is not deployed whole.`);
  const description = `Keys stored ${new Date().toISOString()}`;
  const name = ['--function-name', SearchFunction];
  await aws(['lambda', 'update-function-configuration', ...name, '--description', description]);
}
