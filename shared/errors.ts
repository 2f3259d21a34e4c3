/** Error texts. Those with placeholders are functions. docs/behaviour.md#error-texts */

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

/** Messages for the chat state's error codes. */
export const CHAT_ERRORS = {
  'chat-error': 'An error occurred',
  'send-message-error': 'Failed to send message',
} as const;

export const CONTEXT_ERRORS = {
  useChat: 'useChat must be used within a ChatProvider',
  useTheme: 'useTheme must be used within a ThemeProvider',
} as const;

/** The errors of the HTTP contract that the page may have to show before the rest of its code has loaded. */
export const UNAUTHORISED = {
  status: 401,
  message: 'Your session is not valid any more. Please sign in again.',
} as const;
export const INTERNAL_ERROR = {
  status: 500,
  message: 'Something went wrong on our side. Please try again.',
} as const;
