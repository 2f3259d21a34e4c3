import * as v from 'valibot';
import { ErrorBody, TOKEN_HEADER } from '#shared/contract.ts';
import { INTERNAL_ERROR } from '#shared/errors.ts';
import { type Api, ApiError, type ApiRequest, networkError, unreadableAnswer } from './api.ts';
import { announceChunk, once } from './lazy.ts';
import { unlessAborted } from './schedule.ts';

interface ApiOptions {
  /** The signed-in user's ID token; undefined when nobody is signed in. */
  getToken?: (() => Promise<string | undefined>) | undefined;
  fetch?: typeof globalThis.fetch;
  baseUrl?: string;
  /** Milliseconds allowed until a JSON response begins, and without any of it arriving; streams have no limit here. */
  timeout?: number;
}

/** The same-origin API with the headers it expects (docs/behaviour.md#http-contract). */
export function createApi({
  getToken,
  fetch = (...args) => globalThis.fetch(...args),
  baseUrl = '/api',
  timeout = 30_000,
}: ApiOptions = {}): Api {
  const send: Api['send'] = async (request) => {
    // Renewing the token has no time limit and ignores the signal; `fetch` may have to renew it once more.
    const init = await unlessAborted(request.signal, toInit(request, getToken));
    let response: Response;
    try {
      response = await unlessAborted(request.signal, fetch(baseUrl + request.path, init));
    } catch (error) {
      request.signal?.throwIfAborted();
      throw networkError(error);
    }
    if (!response.ok) throw await errorFromResponse(response);
    return response;
  };

  const json: Api['json'] = async (schema, request) => {
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, request.signal ?? limit.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => limit.abort(networkError('nothing arrives')), timeout);
    };
    watch();
    try {
      return await readJson(schema, await send({ ...request, signal }), watch);
    } catch (error) {
      // Most browsers abort a response's body with an error of their own.
      signal.throwIfAborted();
      throw error instanceof ApiError ? error : networkError(error);
    } finally {
      clearTimeout(timer);
    }
  };

  return { send, json };
}

async function toInit(request: ApiRequest, getToken: ApiOptions['getToken']): Promise<RequestInit> {
  const token = await getToken?.();
  const headers = new Headers(request.headers);
  if (token !== undefined) headers.set(TOKEN_HEADER, token);
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  // Origin access control requires the hash of an empty body too.
  const hash = request.method === 'GET' ? undefined : await sha256Hex(body);
  if (hash !== undefined) headers.set('x-amz-content-sha256', hash);
  return {
    method: request.method,
    headers,
    // No personal data may stay in the browser's cache, whatever the response headers say.
    cache: 'no-store',
    signal: request.signal ?? null,
    ...(request.body === undefined ? {} : { body }),
  };
}

/** @param onPart called whenever a part of the response arrives */
async function readJson<Output>(
  schema: v.GenericSchema<unknown, Output>,
  response: Response,
  onPart: () => void,
) {
  let text = '';
  const parts = response.body?.pipeThrough(new TextDecoderStream());
  await parts?.pipeTo(
    new WritableStream({
      write: (part) => {
        onPart();
        text += part;
      },
    }),
  );
  try {
    // The first mistake is enough: descriptions of a million of them would fill the memory.
    return v.parse(schema, JSON.parse(text), { abortEarly: true });
  } catch (error) {
    throw unreadableAnswer(response.status, error);
  }
}

/** The error for a response with an error status, whatever its format. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = v.safeParse(ErrorBody, await response.json().catch(() => undefined));
  if (body.success) return new ApiError({ status: response.status, ...body.output.error });
  const error = await loadForeignErrors().then(
    ({ foreignError }) => foreignError(response),
    // If the catalogue cannot be fetched either, the service counts as unreachable, and the general text has to do.
    () => ({ status: 503, code: 'internal-error', message: INTERNAL_ERROR.message }),
  );
  return new ApiError(error);
}

const loadForeignErrors = once(() => import('./foreign-error.ts'));
announceChunk(loadForeignErrors);

/**
 * The SHA-256 of a text's UTF-8 bytes as 64 lower-case hex digits.
 * Undefined if the page is not a secure context (plain http on another machine), since browsers have no `crypto.subtle` there;
 * only the content delivery network requires the hash, and that is always reached over https.
 */
export async function sha256Hex(
  text: string,
  { crypto = globalThis.crypto }: { crypto?: { subtle?: SubtleCrypto } } = {},
): Promise<string | undefined> {
  if (crypto.subtle === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
