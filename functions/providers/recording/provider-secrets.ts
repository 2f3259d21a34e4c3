import type { ProvidersConfig } from '../../config.ts';
import type { SearchConfig } from '../create.ts';

/** The keys of a configuration, as they are sent: what a recording must not hold. */
export function providerSecrets({
  openai,
  serpapi,
  profile,
  search,
}: ProvidersConfig & { search?: SearchConfig }): string[] {
  const keys = [openai.apiKey, serpapi.apiKey, profile.apiKey, search?.apiKey];
  return keys.flatMap((key) => key?.trim() || []);
}
