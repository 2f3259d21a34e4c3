/**
 * The path of each simulated provider on their common host. Separate from the app, so that synthesizing the stack need not load the people.
 */
export const PATHS = {
  openai: '/openai/v1',
  serpapi: '/serpapi',
  enrichLayer: '/enrichlayer/api/v2',
  proxycurl: '/proxycurl/api/v2',
} as const;

/** The simulated providers' base URLs for the configuration. @param origin without a trailing slash */
export const baseUrlsAt = (origin: string) => ({
  openaiBaseUrl: origin + PATHS.openai,
  serpapiBaseUrl: origin + PATHS.serpapi,
  enrichLayerBaseUrl: origin + PATHS.enrichLayer,
  proxycurlBaseUrl: origin + PATHS.proxycurl,
});
