/** Every route of the chats door, with a body that is good; the authorisation matrix and the input tests run over it. */
export const ROUTES = [
  { method: 'GET', path: '/api/chats', names: 'nothing' },
  {
    method: 'POST',
    path: '/api/chats',
    body: { id: 'chat_new', title: 'Lawyers', createdAt: '2026-01-05T09:00:00.000Z' },
    names: 'nothing',
  },
  { method: 'GET', path: '/api/chats/chat_1', names: 'chat' },
  { method: 'PATCH', path: '/api/chats/chat_1', body: { title: 'Investors' }, names: 'chat' },
  { method: 'GET', path: '/api/chats/chat_1/messages', names: 'chat' },
  {
    method: 'POST',
    path: '/api/chats/chat_1/messages',
    body: { id: 'msg_new', role: 'user', content: 'Find lawyers', timestamp: '2026-01-05T09:00:00.000Z' },
    names: 'chat',
  },
  {
    method: 'PATCH',
    path: '/api/chats/chat_1/messages/msg_1',
    body: { metadata: { rating: 'good' } },
    names: 'message',
  },
  { method: 'DELETE', path: '/api/chats/chat_1/messages/msg_1', names: 'message' },
  { method: 'DELETE', path: '/api/chats/chat_1', names: 'chat' },
  { method: 'GET', path: '/api/me', names: 'nothing' },
  { method: 'PATCH', path: '/api/me', body: { displayName: 'Ada' }, names: 'nothing' },
] as const;
export type Route = (typeof ROUTES)[number];

export const titleOf = ({ method, path }: Route): string => `${method} ${path}`;
