/**
 * What stands at the root beside index.html, and what browsers and crawlers ask for unasked: these are files or missing, never pages.
 * A test holds the list against what the build puts there.
 */
const FILES = [
  '/config.json',
  '/theme.js',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/icon-180.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/robots.txt',
];

/**
 * CloudFront Function on the site's requests: index.html answers every path that names no file, so that the page's own
 * routes can be opened and reloaded, and its own words answer where there is none; a dot in a path makes no file of it.
 * CloudFront's error pages would do it too, but would also replace the API's errors. The local stack calls it as well.
 */
export function handler(event) {
  const request = event.request;
  if (!request.uri.startsWith('/assets/') && !FILES.includes(request.uri)) request.uri = '/index.html';
  return request;
}
