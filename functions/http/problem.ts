import type { Context, ErrorHandler, Handler, NotFoundHandler } from 'hono';
import { logFailure } from '#functions/log.ts';
import { AccountErasedError, InvalidCursorError, StoreError } from '#functions/store/errors.ts';
import type { ErrorBody } from '#shared/contract.ts';
import { HTTP_ERRORS, type HttpErrorCode } from '#shared/http-errors.ts';

interface HttpProblemOptions {
  /** A readable message saying what to do about it; the catalogue's when absent. */
  message?: string;
  /** Extra response headers, e.g. Retry-After. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error that the caller is told about: code and message are sent, the cause is only logged. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly code: HttpErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: HttpErrorCode, options: HttpProblemOptions = {}) {
    super(options.message ?? HTTP_ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
  }
}

/** The full message is here rather than in the catalogue, which is part of the page's initial load: only the service sends it. */
export const chatFull = () =>
  new HttpProblem('chat-full', { message: 'This chat is full. Start a new one.' });

export const chatDamaged = () =>
  new HttpProblem('conflict', {
    message:
      'This chat could not be read in full: it can be read and deleted, but nothing can be added. Start a new one.',
  });

/** A few seconds: storage failures are brief. */
const RETRY_SOON = { 'retry-after': '2' };

/** The JSON error of the contract; never cached. */
function problemResponse(problem: HttpProblem): Response {
  const body: ErrorBody = { error: { code: problem.code, message: problem.message } };
  return Response.json(body, {
    status: HTTP_ERRORS[problem.code].status,
    headers: { 'cache-control': 'no-store', ...problem.headers },
  });
}

/** Errors that are not meant for the caller are masked in the response, and logged by name, code and location. */
export const handleError: ErrorHandler = (error) => {
  if (error instanceof HttpProblem) {
    if (error.cause !== undefined && HTTP_ERRORS[error.code].status >= 500)
      logFailure('a request failed', error);
    return problemResponse(error);
  }
  if (error instanceof InvalidCursorError)
    return problemResponse(new HttpProblem('bad-request', { message: error.message }));
  if (error instanceof AccountErasedError) return problemResponse(new HttpProblem('account-erased'));
  logFailure('a request failed', error);
  if (error instanceof StoreError)
    return problemResponse(new HttpProblem('unavailable', { message: error.message, headers: RETRY_SOON }));
  // From one of our own time limits: the database takes longer than anybody should wait for it.
  if (error.name === 'TimeoutError')
    return problemResponse(new HttpProblem('unavailable', { headers: RETRY_SOON }));
  return problemResponse(new HttpProblem('internal-error'));
};

export const handleNotFound: NotFoundHandler = () => problemResponse(new HttpProblem('not-found'));

/** Rejects every method that no earlier route handles. `methods` as in the Allow header. */
export const allowOnly =
  (methods: string): Handler =>
  () => {
    throw new HttpProblem('method-not-allowed', { headers: { allow: methods } });
  };

/** For GET routes that stream: Hono runs them for HEAD too, and would never read or cancel the stream. @throws HttpProblem 405 for HEAD */
export function refuseHead({ req }: Context): void {
  if (req.method === 'HEAD') throw new HttpProblem('method-not-allowed', { headers: { allow: 'GET' } });
}
