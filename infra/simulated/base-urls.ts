/** Where each simulated provider is on the one host that answers for them all. Apart from the app, since the cloud's synthesis needs no people. */
export const PATHS = {
  openai: '/openai/v1',
  serpapi: '/serpapi',
  enrichLayer: '/enrichlayer/api/v2',
  proxycurl: '/proxycurl/api/v2',
} as const;

/** The simulated providers' base URLs, as the configuration takes them. @param origin without a slash at its end */
export const baseUrlsAt = (origin: string) => ({
  openaiBaseUrl: origin + PATHS.openai,
  serpapiBaseUrl: origin + PATHS.serpapi,
  enrichLayerBaseUrl: origin + PATHS.enrichLayer,
  proxycurlBaseUrl: origin + PATHS.proxycurl,
});
