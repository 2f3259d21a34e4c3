import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { createAccountApp, withAccount } from '#functions/search/account-routes.ts';
import { createStore } from '#functions/store/store.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { searchApp, UNLIMITED } from '#tests/support/search-app.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Every path in the contract with its methods, in the document's order. */
const CONTRACT = readContract(readFileSync('docs/behaviour.md', 'utf8'));

function readContract(document: string): Map<string, string[]> {
  const section = document.split('\n## HTTP contract\n')[1]?.split('\n## ')[0] ?? '';
  const contract = new Map<string, string[]>();
  for (const [, cell = ''] of section.matchAll(/^\| (`[A-Z].*?`) \|/gm)) {
    const [path = ''] = /\/api[^?`]*/.exec(cell) ?? [];
    const taken = METHODS.filter((method) => new RegExp(`\\b${method}\\b`).test(cell));
    contract.set(path, [...new Set([...(contract.get(path) ?? []), ...taken])]);
  }
  return contract;
}

let database: EmbeddedDynamoDb;
/** Calls the search or the chats function as a signed-in user. */
let send: (method: string, path: string) => Promise<Response>;
beforeAll(async () => {
  database = await startDynamoDb();
  const store = createStore({ client: database.client, tableName: await database.createTable() });
  const authenticate = async () => ({ userId: 'ana', email: '' });
  const account = createAccountApp({
    ...{ store, authenticate, limits: UNLIMITED, clock: Date.now, log: () => undefined },
    ...{ pool: { remove: async () => undefined }, wait: async () => undefined },
  });
  const search = withAccount(account, searchApp({ authenticate }));
  const chats = createChatsApp({ store, authenticate });
  send = async (method, path) =>
    await (/^\/api\/(health|searches|account)/.test(path) ? search : chats).request(path, { method });
});
afterAll(() => database.close());

it('the contract lists the paths of both functions', () => {
  expect(CONTRACT.size).toBeGreaterThan(20);
});

describe.each([...CONTRACT])('%s', (path, taken) => {
  const address = path.replace(/:\w+/g, 'chat_1');

  it.each(taken)('accepts %s', async (method) => {
    const answer = await send(method, address);
    await answer.body?.cancel();
    expect(answer.status).not.toBe(405);
  });

  it.each(METHODS.filter((method) => !taken.includes(method)))(
    'rejects %s, and lists the allowed methods',
    async (method) => {
      const answer = await send(method, address);
      expect([answer.status, await answer.json()]).toEqual([
        405,
        { error: { code: 'method-not-allowed', message: expect.any(String) } },
      ]);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(taken.toSorted());
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});
