/**
 * CloudFront Function on the site's requests: index.html answers every path that names no file, so that the page's own
 * routes can be opened and reloaded. CloudFront's error pages would do it too, but would also replace the API's errors.
 */
export function handler(event) {
  const request = event.request;
  if (!/\.[a-z0-9]+$/i.test(request.uri)) request.uri = '/index.html';
  return request;
}
