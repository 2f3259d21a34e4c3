import type { Config } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { OpenedProviders } from '#functions/search/settings.ts';
import type { SimulatedProviders } from './providers/start.ts';

type ProvidersConfig = Config['providers'];

/** The same configuration, pointed at the stand-ins. */
export function pointAtSimulation(config: ProvidersConfig, simulated: SimulatedProviders): ProvidersConfig {
  const profileBaseUrl =
    config.profile.provider === 'enrichlayer' ? simulated.enrichLayerBaseUrl : simulated.proxycurlBaseUrl;
  return {
    ...config,
    openai: { ...config.openai, baseUrl: simulated.openaiBaseUrl },
    serpapi: { ...config.serpapi, baseUrl: simulated.serpapiBaseUrl },
    profile: { ...config.profile, baseUrl: profileBaseUrl },
  };
}

/** Providers made once and shared by all searches, so that a provider found to be down is left alone by all. */
export function shareProviders(config: ProvidersConfig): () => Promise<OpenedProviders> {
  const providers = createProviders(config);
  return async () => ({ providers, finish: async () => undefined });
}
