/**
 * CloudFront Function on the API's requests: passes the viewer's address to the origin, overwriting any value the viewer sent.
 * CloudFront's own header for this is only forwarded together with Host, which a function URL rejects.
 */
export function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
