import * as v from 'valibot';
import { errorFromResponse, networkError, unreadableAnswer } from './api-error.ts';
import { sha256Hex } from './hash.ts';

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, starting with a slash. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface Api {
  /** The answer, its status in the 200s. @throws ApiError otherwise, or the signal's reason. */
  send(request: ApiRequest): Promise<Response>;
  /** The answer's JSON, validated. @throws ApiError, also when the answer does not fit the schema. */
  json<Output>(schema: v.GenericSchema<unknown, Output>, request: ApiRequest): Promise<Output>;
}

export interface ApiOptions {
  /** The ID token of whoever is signed in; undefined when nobody is. */
  getToken?: (() => Promise<string | undefined>) | undefined;
  fetch?: typeof globalThis.fetch;
  baseUrl?: string;
  /** Milliseconds a JSON answer may take; streams have no limit here. */
  timeout?: number;
}

/** The same-origin API with the headers of design §2. */
export function createApi({
  getToken,
  fetch = (...args) => globalThis.fetch(...args),
  baseUrl = '/api',
  timeout = 30_000,
}: ApiOptions = {}): Api {
  async function send(request: ApiRequest): Promise<Response> {
    const init = await toInit(request, getToken);
    let response: Response;
    try {
      response = await fetch(baseUrl + request.path, init);
    } catch (error) {
      request.signal?.throwIfAborted();
      throw networkError(error);
    }
    if (!response.ok) throw await errorFromResponse(response);
    return response;
  }

  async function json<Output>(
    schema: v.GenericSchema<unknown, Output>,
    request: ApiRequest,
  ): Promise<Output> {
    const limit = AbortSignal.timeout(timeout);
    const signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit]);
    try {
      const response = await send({ ...request, signal });
      return await readJson(schema, response);
    } catch (error) {
      if (limit.aborted && request.signal?.aborted !== true) throw networkError(error);
      throw error;
    }
  }

  return { send, json };
}

async function toInit(request: ApiRequest, getToken: ApiOptions['getToken']): Promise<RequestInit> {
  const token = await getToken?.();
  const headers = new Headers(request.headers);
  if (token !== undefined) headers.set('x-auth-token', token);
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  // Origin access control asks for the hash of an empty body too.
  const hash = request.method === 'GET' ? undefined : await sha256Hex(body);
  if (hash !== undefined) headers.set('x-amz-content-sha256', hash);
  return {
    method: request.method,
    headers,
    signal: request.signal ?? null,
    ...(request.body === undefined ? {} : { body }),
  };
}

async function readJson<Output>(
  schema: v.GenericSchema<unknown, Output>,
  response: Response,
): Promise<Output> {
  const text = await response.text();
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw unreadableAnswer(response.status, error);
  }
}
