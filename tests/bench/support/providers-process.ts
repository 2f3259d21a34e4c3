import { startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import { REALISTIC } from '#infra/simulated/http/calls.ts';

/** The simulated providers at fixed latencies. Says with which variables a function finds them. */
const providers = await startSimulatedProviders({ latency: REALISTIC, jitter: 0 });
await providers.ready();
// Also when whoever started it has gone.
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.exit(0));
process.send?.({
  OPENAI_BASE_URL: providers.openaiBaseUrl,
  SERPAPI_BASE_URL: providers.serpapiBaseUrl,
  PROFILE_BASE_URL: providers.enrichLayerBaseUrl,
});
