import type { ErrorHandler, Handler, NotFoundHandler } from 'hono';
import { logFailure } from '#functions/log.ts';
import { AccountErasedError, InvalidCursorError, StoreError } from '#functions/store/errors.ts';
import type { ErrorBody } from '#shared/contract.ts';
import { HTTP_ERRORS, type HttpErrorCode } from '#shared/http-errors.ts';

interface HttpProblemOptions {
  /** What to do about it, readable; the catalogue's message when absent. */
  message?: string;
  /** Extra response headers, e.g. Retry-After. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error the caller is told about: code and message go on the wire, the cause only to the log. */
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

/** In full; the page, which has the catalogue from its first moment on, is spared what only the service says. */
export const chatFull = () =>
  new HttpProblem('chat-full', { message: 'This chat is full. Start a new one.' });

export const chatDamaged = () =>
  new HttpProblem('conflict', {
    message:
      'This chat could not be read in full: it can be read and deleted, and takes nothing new. Start a new one.',
  });

/** A few seconds: storing fails by the moment. */
const RETRY_SOON = { 'retry-after': '2' };

/** The JSON error of the contract; never cached. */
function problemResponse(problem: HttpProblem): Response {
  const body: ErrorBody = { error: { code: problem.code, message: problem.message } };
  return Response.json(body, {
    status: HTTP_ERRORS[problem.code].status,
    headers: { 'cache-control': 'no-store', ...problem.headers },
  });
}

/** Anything thrown that is not meant for the caller is masked on the wire, and logged by its name, code and place. */
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
  // Of a limit of our own: the database takes longer than anybody should wait for it.
  if (error.name === 'TimeoutError')
    return problemResponse(new HttpProblem('unavailable', { headers: RETRY_SOON }));
  return problemResponse(new HttpProblem('internal-error'));
};

export const handleNotFound: NotFoundHandler = () => problemResponse(new HttpProblem('not-found'));

/** Refuses every method that no route before took. `methods` as in the Allow header. */
export const allowOnly =
  (methods: string): Handler =>
  () => {
    throw new HttpProblem('method-not-allowed', { headers: { allow: methods } });
  };
