import type * as v from 'valibot';
import { once } from './lazy.ts';
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

/** The API returned by `open`, whose code is loaded on the first call. A request can be aborted while that is under way. */
export function lazyApi(open: () => Promise<Api>): Api {
  const opened = once(() => open().catch((error) => Promise.reject(networkError(error))));
  return {
    send: async (request) => (await unlessAborted(request.signal, opened())).send(request),
    json: async (schema, request) => (await unlessAborted(request.signal, opened())).json(schema, request),
  };
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
