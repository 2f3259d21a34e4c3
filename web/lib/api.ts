import * as v from 'valibot';
import { ErrorBody, TOKEN_HEADER } from '#shared/contract.ts';
import { INTERNAL_ERROR } from '#shared/errors.ts';
import { announceChunk, once } from './lazy.ts';
import { unlessAborted } from './schedule.ts';

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, starting with a slash. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface Api {
  /** The response, with a 2xx status. @throws ApiError otherwise, or the signal's reason. */
  send(request: ApiRequest): Promise<Response>;
  /** The response's JSON, validated. @throws ApiError, also if the response does not match the schema. */
  json<Output>(schema: v.GenericSchema<unknown, Output>, request: ApiRequest): Promise<Output>;
}

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

/** The API returned by `open`, whose code is loaded on the first call. */
export function lazyApi(open: () => Promise<Api>): Api {
  const opened = once(() => open().catch((error) => Promise.reject(networkError(error))));
  return {
    send: async (request) => (await opened()).send(request),
    json: async (schema, request) => (await opened()).json(schema, request),
  };
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
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw unreadableAnswer(response.status, error);
  }
}

export const NETWORK_ERROR = 'The service could not be reached. Please check your connection and try again.';
const UNREADABLE_ANSWER = 'The service gave an answer that could not be read. Please try again.';

/**
 * A call to the API without a usable response.
 * `status` is the HTTP status, or 0 if there was no response at all; `code` is the response's error code, 'network-error' or
 * 'unreadable-answer'; `message` is a sentence for people.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(error: ErrorOptions & Pick<ApiError, 'status' | 'code' | 'message'>) {
    super(error.message, { cause: error.cause });
    this.status = error.status;
    this.code = error.code;
  }

  /** Whether the service understood the request and declined it (4xx): its message then tells the user what to do. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** Whether the service has no such resource. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const networkError = (cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'network-error', message: NETWORK_ERROR, cause });

export const unreadableAnswer = (status: number, cause?: unknown): ApiError =>
  new ApiError({ status, code: 'unreadable-answer', message: UNREADABLE_ANSWER, cause });

/** The error for a response with an error status, whatever its format. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = v.safeParse(ErrorBody, await response.json().catch(() => undefined));
  if (body.success) return new ApiError({ status: response.status, ...body.output.error });
  // The service and its firewall report limits in the contract's format. Here the cloud had no free instance, which soon passes.
  const status = response.status === 429 ? 503 : response.status;
  const error = await loadForeignErrors().then(
    ({ foreignError }) => foreignError(status),
    // If the catalogue cannot be fetched either, the general text has to do.
    () => ({ code: 'internal-error', message: INTERNAL_ERROR.message }),
  );
  return new ApiError({ status, ...error });
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
