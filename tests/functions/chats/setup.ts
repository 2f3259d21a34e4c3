import { afterAll, beforeAll } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { LIMITS } from '#shared/limits.ts';
import { LIST_LIMITS } from '#shared/lists.ts';
import { SHARE_LIMITS } from '#shared/shares.ts';
import { personOf, shareOf } from '#tests/functions/store/samples.ts';
import {
  type EmbeddedDynamoDb,
  startDynamoDb,
  type UserRecords,
  userRecords,
} from '#tests/support/dynamodb.ts';
import { createTokenMint, POOL, type TokenMint } from '#tests/support/tokens.ts';

interface Call {
  method?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  /** The user whose valid token is sent. */
  as?: string;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed as JSON. */
  body: unknown;
}

export interface ChatsService {
  call: (path: string, call?: Call) => Promise<Answer>;
  tokens: () => TokenMint;
  store: () => Store;
  users: () => UserRecords;
}

/** The chats function over an embedded DynamoDB and its own user pool, for the calling test file. */
export function setUpChats(): ChatsService {
  let database: EmbeddedDynamoDb | undefined;
  let opened:
    | { tokens: TokenMint; store: Store; users: UserRecords; app: ReturnType<typeof createChatsApp> }
    | undefined;
  const ready = () => {
    if (opened === undefined) throw new Error('Not open yet');
    return opened;
  };
  beforeAll(async () => {
    database = await startDynamoDb();
    const tokens = await createTokenMint();
    const table = { client: database.client, tableName: await database.createTable() };
    const store = createStore(table);
    const authenticate = createAuthenticator({ ...POOL, jwks: tokens.jwks });
    opened = { tokens, store, users: userRecords(table), app: createChatsApp({ store, authenticate }) };
  });
  afterAll(async () => {
    await database?.close();
  });

  async function call(path: string, { method = 'GET', body, as, headers = {} }: Call = {}): Promise<Answer> {
    const { app, tokens } = ready();
    const init: RequestInit = {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as !== undefined && { 'x-auth-token': await tokens.mint({ sub: as }) }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const response = await app.request(path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  return { call, tokens: () => ready().tokens, store: () => ready().store, users: () => ready().users };
}

/** Makes calls by path, method and body, of whoever `me` returns at that time. */
export const callAs =
  (service: ChatsService, me: () => string) =>
  (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
    service.call(`/api${path}`, { method, as: me(), body });

let people = 0;
export function newPerson(): string {
  people += 1;
  return `person-${people}`;
}

/** Every authenticated route of the chats function, with a valid body; the authorisation and input tests run over all of them. */
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
    longest: LIMITS.messageBytes,
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
  { method: 'GET', path: '/api/history', names: 'nothing' },
  { method: 'GET', path: '/api/lists', names: 'nothing' },
  {
    method: 'PUT',
    path: '/api/lists/list_1',
    body: { name: 'Lawyers', createdAt: '2026-01-05T09:00:00.000Z' },
    names: 'what it makes',
  },
  { method: 'PATCH', path: '/api/lists/list_1', body: { name: 'Investors' }, names: 'list' },
  { method: 'GET', path: '/api/lists/list_1/people', names: 'list' },
  {
    method: 'POST',
    path: '/api/lists/list_1/people',
    body: { people: [personOf('bea')] },
    longest: LIST_LIMITS.bodyBytes,
    names: 'list',
  },
  {
    method: 'PUT',
    path: '/api/lists/list_1/people/ada',
    body: { ...personOf('ada'), note: 'Called', addedAt: '2026-01-05T09:00:00.000Z' },
    names: 'list',
  },
  { method: 'PATCH', path: '/api/lists/list_1/people/ada', body: { note: 'Called' }, names: 'person' },
  { method: 'DELETE', path: '/api/lists/list_1/people/ada', names: 'person' },
  { method: 'DELETE', path: '/api/lists/list_1', names: 'list' },
  { method: 'GET', path: '/api/shares', names: 'nothing' },
  {
    method: 'POST',
    path: '/api/shares',
    body: { ...shareOf('share_new'), profileProvider: 'Enrich Layer' },
    longest: SHARE_LIMITS.bodyBytes,
    names: 'nothing',
  },
  { method: 'DELETE', path: '/api/shares/share_1', names: 'share' },
  { method: 'GET', path: '/api/me', names: 'nothing' },
  { method: 'PATCH', path: '/api/me', body: { displayName: 'Ada' }, names: 'nothing' },
] as const;
export type Route = (typeof ROUTES)[number];

/** The one route without authentication. */
export const PUBLIC_ROUTE = 'GET /api/shared/:token';

export const titleOf = ({ method, path }: Route): string => `${method} ${path}`;
