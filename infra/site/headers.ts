import { SITE_CONFIG_PATH } from '#shared/site-config.ts';

/**
 * The Content-Security-Policy of every page: only our own host, plus the hosts that sign-in needs.
 * @param connectTo further origins the page may call, e.g. Cognito's.
 */
export function contentSecurityPolicy(connectTo: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: https://*.googleusercontent.com",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every response. HSTS is added in the cloud only, where there is a certificate. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  // Sign-in opens a popup that must be able to reach the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** Shared answers are passed on as links and must not appear in search engines. */
export const NOT_INDEXED = { header: 'x-robots-tag', value: 'noindex' } as const;

/** HSTS max-age in seconds. It covers this host only, since other hosts may share the domain. */
export const HTTPS_ONLY_SECONDS = 63_072_000;

/** For content-hashed files, for the deployment's configuration, and for everything else. */
export const CACHE_CONTROL = {
  assets: 'public, max-age=31536000, immutable',
  config: 'no-store',
  pages: 'no-cache',
} as const;

/** Vite puts a content hash in every name under assets/; everything else must be revalidated on every request. */
export function cacheControlFor(path: string): string {
  if (path.startsWith('/assets/')) return CACHE_CONTROL.assets;
  return path === SITE_CONFIG_PATH ? CACHE_CONTROL.config : CACHE_CONTROL.pages;
}
