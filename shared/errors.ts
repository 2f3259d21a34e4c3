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

export const CONTEXT_ERRORS = {
  useChat: 'useChat must be used within a ChatProvider',
  useTheme: 'useTheme must be used within a ThemeProvider',
} as const;

/** Those of the HTTP contract's errors that a page may have to say before anything else of it has come. */
export const UNAUTHORISED = {
  status: 401,
  message: 'Your session is not valid any more. Please sign in again.',
} as const;
export const INTERNAL_ERROR = {
  status: 500,
  message: 'Something went wrong on our side. Please try again.',
} as const;
