import { LIMITS, MINIMUM_PASSWORD_LENGTH } from './limits.ts';

/** The error texts as data; those with something to fill in are functions of it. docs/behaviour.md#error-texts */

/** Auth messages by provider error code; anything else gets {@link DEFAULT_AUTH_ERROR}. */
export const AUTH_ERRORS = {
  'user-not-found': 'No user found with this email address.',
  'wrong-password': 'Incorrect password.',
  'email-already-in-use': 'An account with this email already exists.',
  'weak-password': `Password should be at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
  'invalid-email': 'Invalid email address.',
  'user-disabled': 'This account has been disabled.',
  'too-many-requests': 'Too many failed attempts. Please try again later.',
  'network-request-failed': 'Network error. Please check your connection.',
} as const;
export const DEFAULT_AUTH_ERROR = 'An error occurred during authentication.';

type Verb = 'fetch' | 'create' | 'update' | 'delete';
type Noun = 'chats' | 'chat' | 'messages' | 'message' | 'users' | 'user';

/** Store failures: 'Failed to fetch chats', 'Failed to delete chat', … */
export const storeError = (verb: Verb, noun: Noun): string => `Failed to ${verb} ${noun}`;
export const SIGN_OUT_ERROR = 'Failed to sign out';

/** Codes of the chat state's errors, with their messages. */
export const CHAT_ERRORS = {
  'chat-error': 'An error occurred',
  'send-message-error': 'Failed to send message',
} as const;
/** Sent with `done` when the answer streamed but could not be stored. */
export const NOT_SAVED = {
  code: 'not-saved',
  message: 'This answer could not be saved to your account. It stays on this page until you leave it.',
} as const;
export const AUTH_ERROR_CODE = 'auth-error';

export const APOLOGY = "I'm sorry, I encountered an error while processing your request. Please try again.";
export const searchApology = (reason: string): string =>
  `I'm sorry, I encountered an error while processing your search request: ${reason.replace(/\.$/, '')}. Please try again with a different phrasing.`;

export const SEARCH_ERRORS = {
  openaiKeyMissing: 'OpenAI client not initialized. Please check your API key.',
  noQueryResponse: 'No response from query generator',
  invalidQuery: 'Invalid search query structure generated',
  queryFailed: (reason: string) => `Failed to generate search query: ${reason}`,
  serpapiKeyMissing: 'SerpAPI key not initialized. Please check your API key.',
  serpapiStatus: (status: number, statusText: string) => `SerpAPI error: ${status} ${statusText}`.trimEnd(),
  searchFailed: (reason: string) => `Failed to search LinkedIn profiles: ${reason}`,
  noModelResponse: 'No response from OpenAI',
  notJson: (reason: string) => `Failed to parse AI response as JSON: ${reason}`,
  notAnArray: 'AI response is not an array',
  filterFailed: (reason: string) => `Failed to filter profiles: ${reason}`,
  /** People read the name of the profile-data provider in use. */
  profileKeyMissing: (provider: string) => `${provider} API key not initialized`,
  profileStatus: (provider: string, status: number, statusText: string, body: string) =>
    `${provider} API error: ${status} ${statusText} - ${body}`,
  verificationFailed: (reason: string) => `Verification failed: ${reason}. Using initial assessment.`,
  verificationParsingFailed: (reason: string) =>
    `Verification parsing failed: ${reason}. Using initial assessment.`,
  invalidAssessment: 'No usable score in the AI response',
  noReasoning: 'No reasoning provided',
  deepResearchFailed: (reason: string) => `Deep research failed: ${reason}`,
  noFormattingResponse: 'No response from OpenAI for profile formatting',
  formattingFailed: (reason: string) => `Failed to format profiles: ${reason}`,
} as const;

export const CONTEXT_ERRORS = {
  useChat: 'useChat must be used within a ChatProvider',
  useTheme: 'useTheme must be used within a ThemeProvider',
} as const;

/** Errors of the HTTP contract by code, with the status each is sent with. */
export const HTTP_ERRORS = {
  'bad-request': { status: 400, message: 'The request could not be read.' },
  unauthorised: { status: 401, message: 'Your session is not valid any more. Please sign in again.' },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'method-not-allowed': { status: 405, message: 'This address does not take that method.' },
  conflict: { status: 409, message: 'This id is taken by something else.' },
  'body-too-large': { status: 413, message: `The request is over ${LIMITS.bodyBytes} bytes.` },
  'chat-full': { status: 413, message: 'This chat is full.' },
  'unsupported-media-type': { status: 415, message: 'Send JSON with content-type application/json.' },
  'quota-exceeded': { status: 429, message: 'The limit is reached for now.' },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again.' },
} as const;
export type HttpErrorCode = keyof typeof HTTP_ERRORS;
