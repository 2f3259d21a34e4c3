export interface Call {
  method: string;
  /** With its query, if any. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A request as a function URL passes it on (payload format 2.0). */
export function httpEvent({ method, path: asked, headers = {}, body }: Call) {
  const [path = '', query = ''] = asked.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'function.lambda-url.us-east-1.on.aws', 'content-type': 'application/json', ...headers },
    requestContext: {
      accountId: 'anonymous',
      apiId: 'function',
      domainName: 'function.lambda-url.us-east-1.on.aws',
      domainPrefix: 'function',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'test' },
      requestId: 'request',
      routeKey: '$default',
      stage: '$default',
      time: '21/Nov/2026:09:00:00 +0000',
      timeEpoch: 1_795_251_600_000,
    },
    isBase64Encoded: false,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

let messages = 0;

/** An anonymous `POST /api/searches`, each with its own message. */
export function searchEvent(content: string) {
  messages += 1;
  const id = `1795251600000_${String(messages).padStart(8, 'a')}`;
  return httpEvent({
    method: 'POST',
    path: '/api/searches',
    headers: { 'x-viewer-address': '203.0.113.7' },
    body: { chatId: `chat_${id}`, messageId: `msg_${id}`, content, deepResearch: false },
  });
}
