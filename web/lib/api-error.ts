import * as v from 'valibot';
import { ErrorBody } from '#shared/api.ts';
import { HTTP_ERRORS } from '#shared/errors.ts';

export const NETWORK_ERROR = 'The service could not be reached. Please check your connection and try again.';
export const UNREADABLE_ANSWER = 'The service gave an answer that could not be read. Please try again.';

/**
 * A call to the API that gave no usable answer.
 * `status` is the HTTP status, 0 when there was no answer at all; `code` is the answer's error code, 'network-error' or
 * 'unreadable-answer'; `message` is a sentence for people.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor({ status, code, message, cause }: ApiErrorOptions) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }

  /** Whether the service understood and declined (4xx): its message then says what the person can do. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

interface ApiErrorOptions {
  status: number;
  code: string;
  message: string;
  cause?: unknown;
}

export const networkError = (cause: unknown): ApiError =>
  new ApiError({ status: 0, code: 'network-error', message: NETWORK_ERROR, cause });

export const unreadableAnswer = (status: number, cause?: unknown): ApiError =>
  new ApiError({ status, code: 'unreadable-answer', message: UNREADABLE_ANSWER, cause });

/** The error an answer with an error status stands for. A body of another shape (a proxy's page) gets the catalogue's text by status. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const { status } = response;
  const body = v.safeParse(ErrorBody, await response.json().catch(() => undefined));
  if (body.success) return new ApiError({ status, ...body.output.error });
  const known = Object.entries(HTTP_ERRORS).find(([, error]) => error.status === status);
  const [code, { message }] = known ?? ['internal-error', HTTP_ERRORS['internal-error']];
  return new ApiError({ status, code, message });
}
