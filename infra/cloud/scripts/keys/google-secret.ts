import * as v from 'valibot';
import { type Aws, AwsError, findOutputs, isMissing, withSecretFile } from '../../aws.ts';
import { googleSecretName, stackName } from '../../settings/names.ts';

export type Target = { aws: Aws; stage: string };

/** The identity provider's name in the pool, as set by CDK. */
const GOOGLE = 'Google';

const Described = v.object({
  IdentityProvider: v.object({
    ProviderDetails: v.object({ client_id: v.string(), authorize_scopes: v.string() }),
    AttributeMapping: v.optional(v.record(v.string(), v.string()), {}),
    IdpIdentifiers: v.optional(v.array(v.string()), []),
  }),
});

/**
 * Stores Google's client secret, which must exist before a stage with Google is deployed. If the user pool already offers Google, also
 * updates the pool, because CloudFormation reads the secret only when the template changes.
 * @returns whether a user pool now uses the secret
 * @throws AwsError
 */
export async function storeGoogleSecret({ aws, stage }: Target, secret: string): Promise<boolean> {
  await withSecretFile(secret, (file) => putSecret(aws, googleSecretName({ stage }), file));
  try {
    const userPool = (await findOutputs(aws, stackName({ stage })))?.['UserPool'];
    return userPool !== undefined && (await updateUserPool({ aws, userPool, secret }));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    throw new AwsError(
      `${error.message}\nThe secret is stored, but a user pool that already offers Google continues to use the previous one. Run the same command again.`,
      { cause: error },
    );
  }
}

async function putSecret(aws: Aws, name: string, file: string): Promise<void> {
  try {
    await aws(['secretsmanager', 'create-secret', '--name', name, '--secret-string', file]);
  } catch (error) {
    if (!(error instanceof AwsError && error.message.includes('ResourceExistsException'))) throw error;
    await aws(['secretsmanager', 'put-secret-value', '--secret-id', name, '--secret-string', file]);
  }
}

/** An update replaces the whole provider, so the unchanged values are sent again. */
async function updateUserPool(options: { aws: Aws; userPool: string; secret: string }): Promise<boolean> {
  const { aws, userPool, secret } = options;
  const provider = ['--user-pool-id', userPool, '--provider-name', GOOGLE];
  const answer = await undefinedIfMissing(() =>
    aws(['cognito-idp', 'describe-identity-provider', ...provider]),
  );
  if (answer === undefined) return false;
  const { ProviderDetails, ...rest } = v.parse(Described, answer).IdentityProvider;
  const update = {
    UserPoolId: userPool,
    ProviderName: GOOGLE,
    ProviderDetails: { ...ProviderDetails, client_secret: secret },
    ...rest,
  };
  await withSecretFile(JSON.stringify(update), (file) =>
    aws(['cognito-idp', 'update-identity-provider', '--cli-input-json', file]),
  );
  return true;
}

/** Undefined if the user pool does not offer Google or does not exist. */
async function undefinedIfMissing<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
