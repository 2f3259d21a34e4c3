/**
 * The files at the root besides index.html, and those that browsers and crawlers request on their own. These paths are either files or
 * missing, never pages. A test compares the list with the build's output.
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
 * CloudFront Function on the site's requests: every path that is not a file gets index.html, so that the page's own routes can be opened
 * and reloaded, and unknown paths get the page's own "not found" text. A dot in a path does not make it a file. CloudFront's error pages
 * could do this too, but would also replace the API's errors. The local stack uses this function as well.
 */
export function handler(event) {
  const request = event.request;
  if (!request.uri.startsWith('/assets/') && !FILES.includes(request.uri)) request.uri = '/index.html';
  return request;
}
