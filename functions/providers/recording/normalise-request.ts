import type { ProviderRequestInit } from '../http/provider-fetch.ts';
import type { RecordedRequest } from './format.ts';
import type { Scrubber } from './scrub.ts';

/**
 * A call as recordings keep it: without host, base path, headers and credentials, so that it matches wherever and with whatever key
 * it is sent.
 */
export function normaliseRequest(url: string, init: ProviderRequestInit, scrub: Scrubber): RecordedRequest {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].filter(([name]) => !scrub.names(name));
  const body = typeof init.body === 'string' ? { body: scrub.json(parseJson(init.body)) } : {};
  return {
    provider: init.provider,
    method: (init.method ?? 'GET').toUpperCase(),
    endpoint: scrub.text(pathname.split('/').at(-1) ?? ''),
    query: Object.fromEntries(query.map(([name, value]) => [name, scrub.text(value)])),
    ...body,
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
