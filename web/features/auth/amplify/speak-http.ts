import type { SiteConfig } from '#shared/site-config.ts';

/**
 * The address as the deployment speaks it. Amplify writes https before the OAuth domain whatever it is; the local stack's is http,
 * like its user pool.
 */
export function spokenAddress({ oauthDomain, userPoolEndpoint }: SiteConfig, url: string): string {
  const isHttp = userPoolEndpoint?.startsWith('http:') === true;
  return isHttp && url.startsWith(`https://${oauthDomain}/`) ? url.replace(/^https:/, 'http:') : url;
}

/** Lets Amplify's own requests to the OAuth domain reach it; every other request is as it was. */
export function speakHttp(config: SiteConfig): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    fetch(typeof input === 'string' ? spokenAddress(config, input) : input, init);
}
