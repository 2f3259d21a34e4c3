import { STATUS_CODES } from 'node:http';
import { connectionError, errorSummary, invalidReply, type Provider } from './failures.ts';
import { ProviderError, type ProviderKind } from './ports.ts';

/** Options of a provider call; a plain `fetch` ignores the additional one. */
export interface ProviderRequestInit extends RequestInit {
  /** Which port the call serves; recordings are matched by it. */
  provider: ProviderKind;
}

/** How adapters send requests: the real `fetch`, one that records, or one that replays. */
export type ProviderFetch = (url: string, init: ProviderRequestInit) => Promise<Response>;

/** Options common to all adapters. */
export interface AdapterOptions {
  apiKey: string | undefined;
  /** Root of the provider's API, with or without a final slash. */
  baseUrl: string;
  fetch: ProviderFetch;
  /** Time limit for one call including its body, in milliseconds. */
  timeout: number;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** One provider's HTTP service, ready to be called. */
export interface Service extends Provider, Omit<AdapterOptions, 'baseUrl'> {
  apiKey: string;
}

/** What a header can contain. A key with anything else was pasted wrongly, and the error from sending it would quote it. */
const SENDABLE_KEY = /^[\x21-\x7e][\x20-\x7e]*$/;

/** @throws ProviderError `missing-key` with the given reason if there is no key that can be sent; then nothing is sent at all. */
export function openService(
  { apiKey, fetch, timeout, clock }: AdapterOptions,
  { kind, name, keyMissing }: Provider & { keyMissing: string },
): Service {
  if (!apiKey || !SENDABLE_KEY.test(apiKey))
    throw new ProviderError({ provider: kind, code: 'missing-key', reason: keyMissing });
  return { kind, name, apiKey, fetch, timeout, clock };
}

/** A call's URL: the base URL with `path` appended to its own path, and the query parameters added. */
export function buildUrl(
  baseUrl: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Sends one request. Redirects are not followed automatically, since that could send a key to another host. */
export function send({ kind, fetch }: Service, url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, provider: kind, redirect: 'manual' });
}

/** Largest body read from a provider, in bytes after decompression. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** A provider's complete answer, whatever its status. */
export interface Answer {
  status: number;
  /** The standard phrase for the status; the one that was sent may quote the request, including its key. */
  statusText: string;
  ok: boolean;
  headers: Headers;
  text: string;
}

/**
 * Makes one request and reads its whole answer within the service's timeout, which aborts the signal passed to the request.
 * @throws ProviderError `unreachable`, `timeout`, `cut`, `invalid-reply` (over 2 MB, or cannot be decompressed), or one thrown by the
 * request itself; the signal's reason when aborted.
 */
export async function exchange(
  service: Service,
  signal: AbortSignal,
  request: (limitedSignal: AbortSignal) => Promise<Response>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(service.timeout);
  const limitedSignal = AbortSignal.any([signal, deadline]);
  let answered = false;
  try {
    const response = await request(limitedSignal);
    answered = true;
    const { status, ok, headers } = response;
    const text = ok ? await readWholeBody(service, response) : await readError(response, limitedSignal);
    return { status, statusText: STATUS_CODES[status] ?? '', ok, headers, text };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ProviderError) throw error;
    throw deadline.aborted ? timeoutError(service, error) : connectionError(service, error, answered);
  }
}

/** {@link exchange} for a plain request. */
export const request = (
  service: Service,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Answer> =>
  exchange(service, signal, (limitedSignal) => send(service, url, { ...init, signal: limitedSignal }));

async function readWholeBody(service: Service, response: Response): Promise<string> {
  const { text, overflowed } = await readBody(response, MAX_BODY_BYTES);
  if (overflowed)
    throw invalidReply(service, `${service.name} sent more than ${MAX_BODY_BYTES / 1024 / 1024} MB`);
  return text;
}

/**
 * The body of an error: at most its start, and nothing if it breaks off or cannot be decompressed, since the status alone says what is
 * wrong and whether a retry may help.
 * @throws the signal's reason if aborted while reading
 */
export async function readError(response: Response, signal: AbortSignal | null | undefined): Promise<string> {
  try {
    return (await readBody(response, MAX_BODY_BYTES)).text;
  } catch {
    signal?.throwIfAborted();
    return '';
  }
}

function timeoutError({ kind, name, timeout }: Service, cause: unknown): ProviderError {
  const reason = `${name} did not answer within ${timeout / 1_000} s`;
  return new ProviderError({ provider: kind, code: 'timeout', reason, cause });
}

/**
 * Reads a body as text up to a limit in bytes, counted after decompression. Nothing is read beyond it, so a decompression bomb is cut off.
 * @returns the text, and whether the body exceeded the limit; the text is then the part before it.
 * @throws whatever breaks the stream: a lost connection, the request's signal.
 */
export async function readBody(response: Response, limit: number) {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', overflowed: false };
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), overflowed: false };
    size += value.byteLength;
    if (size > limit) {
      // Not awaited: whether the connection closes cleanly makes no difference.
      reader.cancel().catch(() => undefined);
      return { text, overflowed: true };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * The JSON object in an answer's body; every provider answers with one.
 * @throws ProviderError `no-response` for an empty body, `invalid-reply` for anything that is not a JSON object.
 */
export function readJson(
  service: Service,
  { headers, text }: Answer,
  emptyReason = `${service.name} sent an empty answer`,
): object {
  const { kind, name } = service;
  if (text.trim() === '')
    throw new ProviderError({ provider: kind, code: 'no-response', reason: emptyReason });
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type?.includes('html') || /^\s*</.test(text))
    throw invalidReply(service, `${name} sent a web page instead of data`);
  if (type !== undefined && !/[/+]json$/.test(type))
    throw invalidReply(service, `${name} sent something other than JSON`);
  const value = parseJson(text);
  if (value === undefined) throw invalidReply(service, `${name} sent JSON that cannot be read`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidReply(service, `${name} sent something other than a JSON object`);
  return value;
}

/** The message in an error's body as one readable sentence, without HTML, keys or addresses; undefined if it has none. */
export function readErrorSummary(service: Service, { text }: Answer): string | undefined {
  return errorSummary(service, parseJson(text));
}

/** Undefined, which no JSON is, if it cannot be read. The error is dropped, because it quotes the answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
