import { INTERNAL_ERROR, UNAUTHORISED } from './errors.ts';
import { LIMITS } from './limits.ts';

/** Errors of the HTTP contract by code, with their HTTP status. */
export const HTTP_ERRORS = {
  'bad-request': { status: 400, message: 'The request could not be read.' },
  unauthorised: UNAUTHORISED,
  /** Used only by the page: the firewall in front of the site responds with an error page, not with JSON. */
  forbidden: {
    status: 403,
    message: "The site's firewall blocked this request.",
  },
  'sign-in-again': { status: 403, message: 'You signed in a while ago. Please sign in again first.' },
  'account-erased': { status: 401, message: 'This account has been deleted.' },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'method-not-allowed': { status: 405, message: 'This address does not support that method.' },
  conflict: { status: 409, message: 'This id is taken by something else.' },
  'body-too-large': { status: 413, message: `The request is over ${LIMITS.bodyBytes} bytes.` },
  'chat-full': { status: 413, message: 'This chat is full.' },
  'list-full': { status: 413, message: 'This list is full.' },
  'unsupported-media-type': { status: 415, message: 'Send JSON with content-type application/json.' },
  'quota-exceeded': { status: 429, message: 'The limit is reached for now.' },
  'too-many-readers': { status: 429, message: 'Too many readers at once.' },
  'internal-error': INTERNAL_ERROR,
  unavailable: { status: 503, message: 'The service is not available right now. Please try again.' },
} as const;
export type HttpErrorCode = keyof typeof HTTP_ERRORS;
