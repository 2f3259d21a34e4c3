/**
 * CloudFront Function on the API's requests: tells the function who calls, replacing whatever the caller claims.
 * CloudFront's own header of that kind only travels together with the host header, which a function URL refuses.
 */
export function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
