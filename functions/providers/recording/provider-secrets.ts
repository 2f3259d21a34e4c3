import type { ProvidersConfig } from '../../config.ts';

/** The keys of a configuration, as they are sent: what a recording must not hold. */
export function providerSecrets({ openai, profile, search }: ProvidersConfig): string[] {
  const keys = [openai.apiKey, search.apiKey, profile.apiKey];
  return keys.flatMap((key) => key?.trim() || []);
}
