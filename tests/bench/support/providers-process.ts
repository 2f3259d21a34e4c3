import { startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import { REALISTIC } from '#infra/simulated/http/calls.ts';

/** The simulated providers at fixed latencies. The message holds the variables by which a function finds them. */
const providers = await startSimulatedProviders({ latency: REALISTIC, jitter: 0 });
await providers.ready();
// Also exits when the parent process dies.
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.exit(0));
process.send?.({
  OPENAI_BASE_URL: providers.openaiBaseUrl,
  SERPAPI_BASE_URL: providers.serpapiBaseUrl,
  PROFILE_BASE_URL: providers.enrichLayerBaseUrl,
});
