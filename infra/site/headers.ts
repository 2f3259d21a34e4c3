import { SITE_CONFIG_PATH } from '#shared/site-config.ts';

/**
 * The Content-Security-Policy of every page: nothing from other hosts but what sign-in talks to.
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

/** Headers of every answer of the site; HSTS comes with the certificate, in the cloud only. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  // Sign-in opens a popup that has to find its way back to the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** What is shared is handed on by people, and found by no search engine. */
export const NOT_INDEXED = { header: 'x-robots-tag', value: 'noindex' } as const;

/** How long a browser remembers to use https only, in seconds; for this host alone, since others may share the domain. */
export const HTTPS_ONLY_SECONDS = 63_072_000;

/** For what is named by its content, for the deployment's own facts, and for everything else. */
export const CACHE_CONTROL = {
  assets: 'public, max-age=31536000, immutable',
  config: 'no-store',
  pages: 'no-cache',
} as const;

/** Vite names everything under assets/ by its content; the rest must be revalidated on every request. */
export function cacheControlFor(path: string): string {
  if (path.startsWith('/assets/')) return CACHE_CONTROL.assets;
  return path === SITE_CONFIG_PATH ? CACHE_CONTROL.config : CACHE_CONTROL.pages;
}
