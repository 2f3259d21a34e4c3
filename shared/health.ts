import * as v from 'valibot';

/* Response of `GET /api/health`. Separate from contract.ts, since the page does not need it for its first render. */

export const PROVIDER_MODES = ['live', 'record', 'replay', 'simulated'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/**
 * The names of the real providers used by searches, from the configuration. Null for a provider whose key is missing, and for all of them
 * if stand-ins are used. Never contains a key, and is determined without calling a provider.
 */
export const ConfiguredProviders = v.object({
  /** The name of the language model. */
  model: v.nullable(v.string()),
  search: v.nullable(v.string()),
  profiles: v.nullable(v.string()),
});
export type ConfiguredProviders = v.InferOutput<typeof ConfiguredProviders>;

/** Response of `GET /api/health`. */
export const Health = v.object({
  status: v.literal('ok'),
  version: v.string(),
  providers: v.picklist(PROVIDER_MODES),
  configured: v.optional(ConfiguredProviders),
});
export type Health = v.InferOutput<typeof Health>;
