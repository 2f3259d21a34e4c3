import { REALISTIC } from '#infra/local/providers/http/delay.ts';
import { startSimulatedProviders } from '#infra/local/providers/start.ts';

/** The simulated providers at fixed latencies. Says with which variables a door finds them. */
const providers = await startSimulatedProviders({ latency: REALISTIC, jitter: 0 });
// Also when whoever started it has gone.
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.exit(0));
process.send?.({
  OPENAI_BASE_URL: providers.openaiBaseUrl,
  SERPAPI_BASE_URL: providers.serpapiBaseUrl,
  PROFILE_BASE_URL: providers.enrichLayerBaseUrl,
});
