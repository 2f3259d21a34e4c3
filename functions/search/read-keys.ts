import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

/** The three provider keys under the names the configuration knows them by; a key that is not set yet is absent or empty. */
const ProviderKeys = v.object({
  OPENAI_API_KEY: v.optional(v.string()),
  SERPAPI_API_KEY: v.optional(v.string()),
  SEARCH_API_KEY: v.optional(v.string()),
  PROFILE_API_KEY: v.optional(v.string()),
});
export type ProviderKeys = v.InferOutput<typeof ProviderKeys>;

/**
 * The provider keys from Secrets Manager.
 * @param secret ARN or name of a secret whose text is JSON.
 * @throws Error when the secret cannot be had or does not hold; never with its content.
 */
export async function readKeys(secret: string): Promise<ProviderKeys> {
  const client = new SecretsManagerClient();
  const { SecretString } = await client
    .send(new GetSecretValueCommand({ SecretId: secret }))
    .catch((error: unknown) => {
      // A deployment makes the secret empty; its door still has to start and to say what is missing.
      if (error instanceof ResourceNotFoundException) return { SecretString: '{}' };
      throw error;
    });
  const keys = v.safeParse(v.pipe(v.string(), v.parseJson(), ProviderKeys), SecretString);
  if (!keys.success) throw new Error('The secret with the provider keys is not a JSON object of texts.');
  return keys.output;
}
