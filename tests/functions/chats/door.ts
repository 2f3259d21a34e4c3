import { afterAll, beforeAll } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { createStore } from '#functions/store/create-store.ts';
import type { Store } from '#functions/store/ports/store.ts';
import type { EmbeddedDynamoDb } from '#tests/support/dynamodb.ts';
import { startDynamoDb } from '#tests/support/dynamodb.ts';
import type { TokenMint } from '#tests/support/tokens.ts';
import { createTokenMint, POOL } from '#tests/support/tokens.ts';

interface Call {
  method?: string;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
  /** Whose good token is sent. */
  as?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The answer's JSON. */
  body: unknown;
}

export interface Door {
  call: (path: string, call?: Call) => Promise<Answer>;
  tokens: () => TokenMint;
  store: () => Store;
}

/** The chats door over an embedded DynamoDB and a pool of its own, for the file it is called in. */
export function setUpDoor(): Door {
  let database: EmbeddedDynamoDb | undefined;
  let opened: { tokens: TokenMint; store: Store; app: ReturnType<typeof createChatsApp> } | undefined;
  const ready = () => {
    if (opened === undefined) throw new Error('Not open yet');
    return opened;
  };
  beforeAll(async () => {
    database = await startDynamoDb();
    const tokens = await createTokenMint();
    const store = createStore({ client: database.client, tableName: await database.createTable() });
    const authenticate = createAuthenticator({ ...POOL, jwks: tokens.jwks });
    opened = { tokens, store, app: createChatsApp({ store, authenticate }) };
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

  return { call, tokens: () => ready().tokens, store: () => ready().store };
}

let people = 0;
export function newPerson(): string {
  people += 1;
  return `person-${people}`;
}
