import { LIMITS } from './limits.ts';

/** The error texts as data; those with something to fill in are functions of it. docs/behaviour.md#error-texts */

type Verb = 'fetch' | 'create' | 'update' | 'delete';
type Noun =
  | 'chats'
  | 'chat'
  | 'messages'
  | 'message'
  | 'users'
  | 'user'
  | 'lists'
  | 'list'
  | 'people'
  | 'person'
  | 'shares'
  | 'share';

/** Store failures: 'Failed to fetch chats', 'Failed to delete chat', … */
export const storeError = (verb: Verb, noun: Noun): string => `Failed to ${verb} ${noun}`;

/** Codes of the chat state's errors, with their messages. */
export const CHAT_ERRORS = {
  'chat-error': 'An error occurred',
  'send-message-error': 'Failed to send message',
} as const;

export const APOLOGY = "I'm sorry, I encountered an error while processing your request. Please try again.";
export const searchApology = (reason: string): string =>
  `I'm sorry, I encountered an error while processing your search request: ${reason.replace(/\.$/, '')}. Please try again with a different phrasing.`;

export const CONTEXT_ERRORS = {
  useChat: 'useChat must be used within a ChatProvider',
  useTheme: 'useTheme must be used within a ThemeProvider',
} as const;

/** Errors of the HTTP contract by code, with the status each is sent with. */
export const HTTP_ERRORS = {
  'bad-request': { status: 400, message: 'The request could not be read.' },
  unauthorised: { status: 401, message: 'Your session is not valid any more. Please sign in again.' },
  /** Said by the page alone: the firewall before the site answers with a page of its own. */
  forbidden: {
    status: 403,
    message: "The site's firewall blocked this request.",
  },
  'sign-in-again': { status: 403, message: 'You signed in a while ago. Please sign in again first.' },
  'account-erased': { status: 401, message: 'This account has been deleted.' },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'method-not-allowed': { status: 405, message: 'This address does not take that method.' },
  conflict: { status: 409, message: 'This id is taken by something else.' },
  'body-too-large': { status: 413, message: `The request is over ${LIMITS.bodyBytes} bytes.` },
  'chat-full': { status: 413, message: 'This chat is full.' },
  'list-full': { status: 413, message: 'This list is full.' },
  'unsupported-media-type': { status: 415, message: 'Send JSON with content-type application/json.' },
  'quota-exceeded': { status: 429, message: 'The limit is reached for now.' },
  'too-many-readers': { status: 429, message: 'Too many are reading along.' },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again.' },
} as const;
export type HttpErrorCode = keyof typeof HTTP_ERRORS;
