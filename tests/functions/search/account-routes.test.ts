import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { createAccountApp } from '#functions/search/account-routes.ts';
import { StoreError } from '#functions/store/errors.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { HIDDEN_LIST_ID, memberKeyOf } from '#shared/lists.ts';
import type { Message } from '#shared/message.ts';
import {
  newMessage,
  openSearch,
  personOf,
  SPEND,
  shareOf,
  sketchSearch,
} from '#tests/functions/store/samples.ts';
import { itemsOf, loseMessagePart, tracesOf, writeAccount } from '#tests/infra/operate/write-account.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { createFaultyClient } from '#tests/support/dynamodb-faults.ts';
import { UNLIMITED } from '#tests/support/search-app.ts';
import { BAD_TOKENS, createTokenMint, POOL, type TokenMint } from '#tests/support/tokens.ts';

const MINUTE = 60_000;
const ADA = 'https://www.linkedin.com/in/ada-invented';
const BEA = 'https://www.linkedin.com/in/bea-invented';
const ADA_KEY = await memberKeyOf(ADA);

let database: EmbeddedDynamoDb;
let tokens: TokenMint;
let tableName: string;
let store: Store;
let now: number;
let removed: string[];
let waits: number[];
beforeAll(async () => {
  database = await startDynamoDb();
  tokens = await createTokenMint();
});
afterAll(() => database.close());
beforeEach(async () => {
  tableName = await database.createTable();
  now = Date.now();
  store = createStore({ client: database.client, tableName, clock: () => now });
  removed = [];
  waits = [];
});

type Overrides = Partial<Parameters<typeof createAccountApp>[0]>;

const appWith = (overrides: Overrides = {}) =>
  createAccountApp({
    store,
    authenticate: createAuthenticator({ ...POOL, jwks: tokens.jwks }),
    limits: UNLIMITED,
    pool: {
      async remove(username) {
        removed.push(username);
      },
    },
    clock: () => now,
    async wait(milliseconds) {
      waits.push(milliseconds);
      now += milliseconds;
    },
    log: () => undefined,
    ...overrides,
  });

interface Call {
  method?: string;
  body?: unknown;
  as?: string;
  token?: string;
  /** How long ago the person signed in, in milliseconds. */
  signedIn?: number;
  app?: ReturnType<typeof appWith>;
}

async function call(path: string, { method = 'GET', body, as, token, signedIn = 0, app = appWith() }: Call) {
  const claims = { auth_time: Math.floor((now - signedIn) / 1_000), 'cognito:username': `name-of-${as}` };
  const sent = token ?? (as && (await tokens.mint({ sub: as, claims })));
  const response = await app.request(path, {
    method,
    headers: {
      ...(sent !== undefined && { 'x-auth-token': sent }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const toShared = ({ profile }: ReturnType<typeof personOf>) => ({ profile });

const linesIn = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const traces = (userId: string) => tracesOf(database, tableName, userId);

const ROUTES = [
  { method: 'DELETE', path: '/api/account' },
  { method: 'GET', path: '/api/account/usage' },
  { method: 'GET', path: '/api/account/export' },
  { method: 'POST', path: '/api/account/removals', body: { profileUrl: ADA, remove: true } },
] as const;

it('every route is covered by these tests', () => {
  const routes = appWith()
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  expect(routes.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});

it('any other method is answered with 405 and the allowed method', async () => {
  for (const { method, path } of ROUTES) {
    const { status, headers } = await call(path, { method: 'PUT', as: 'ana' });
    expect([path, status, headers.get('allow')]).toEqual([path, 405, expect.stringContaining(method)]);
  }
});

describe.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  it('serves the owner, and nothing in between may keep the response', async () => {
    await writeAccount(store, 'ana');
    const { status, headers } = await call(route.path, { ...route, as: 'ana' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('returns 401 without a token and for every bad one, and changes nothing', async () => {
    await writeAccount(store, 'ana');
    const before = await traces('ana');
    expect((await call(route.path, { ...route })).status).toBe(401);
    for (const kind of BAD_TOKENS) {
      const answer = await call(route.path, { ...route, token: await tokens.mintBad(kind, 'ana') });
      expect([kind, answer.status]).toEqual([kind, 401]);
      expect(answer.text).not.toContain('words of');
    }
    expect(await traces('ana')).toEqual(before);
  });

  it('neither reveals nor changes another person’s data', async () => {
    await writeAccount(store, 'ana');
    const before = await traces('ana');
    const answer = await call(route.path, { ...route, as: 'bo' });
    expect(answer.text).not.toContain('ana');
    expect(await traces('ana')).toEqual(before);
    expect(removed).not.toContain('name-of-ana');
  });
});

describe('the export', () => {
  it('is one JSON file with everything in the account and nothing from any other', async () => {
    const searchId = await writeAccount(store, 'ana');
    await store.spent.add({ userId: 'ana', messageId: 'msg_answer', spend: SPEND });
    await writeAccount(store, 'bo');
    const { text, headers } = await call('/api/account/export', { as: 'ana' });
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="expertscope-account-\d{4}-\d\d-\d\d\.json"$/,
    );
    const file = JSON.parse(text);
    expect(file).toMatchObject({ userId: 'ana', user: { id: 'ana', email: 'ana@example.com' } });
    const chats: { id: string; isArchived: boolean; messages: Message[] }[] = file.chats;
    expect(chats.map(({ id, isArchived }) => [id, isArchived]).sort()).toEqual([
      ['chat_1', false],
      ['chat_archived', true],
    ]);
    const { messages } = (await store.messages.list({ userId: 'ana', chatId: 'chat_1' })) ?? {};
    expect(chats.find(({ id }) => id === 'chat_1')?.messages).toEqual(messages);
    expect(file.lists).toMatchObject([
      { id: 'list_1', people: [{ note: 'note of ana', profile: { fullName: 'The invented ada' } }] },
      { id: HIDDEN_LIST_ID, people: [{ profile: { fullName: 'The invented bea' } }] },
    ]);
    expect(file.shares).toMatchObject([
      { id: 'share_1', title: 'Engineers in Lima', people: [{ note: 'shared by ana' }] },
    ]);
    expect(file.unreadable).toEqual([]);
    expect(file.searches).toMatchObject([{ search: { searchId }, events: [{ id: 1 }, { id: 2 }] }]);
    expect(file.counters).toEqual(
      expect.arrayContaining([expect.objectContaining({ sk: 'SPENT', dollars: 0.25 })]),
    );
    expect(text).not.toContain('bo@example.com');
  });

  it('continues past a message that cannot be read in full, and names it', async () => {
    await writeAccount(store, 'ana');
    await loseMessagePart(database, tableName, 'ana');
    const { text } = await call('/api/account/export', { as: 'ana' });
    const { chats, unreadable } = JSON.parse(text);
    const broken = chats
      .flatMap((chat: { messages: Message[] }) => chat.messages)
      .filter(({ lost }: Message) => lost);
    expect(broken).toMatchObject([{ content: 'answer to ana', lost: 'metadata' }]);
    expect(unreadable).toEqual([{ chatId: 'chat_1', messageId: broken[0].id, lost: 'metadata' }]);
    expect(chats).toHaveLength(2);
  });

  /** `words` are the text that can no longer be read. */
  interface Damage {
    key: RegExp;
    change?: object;
    names: (searchId: string) => object;
    words?: string;
  }
  const DAMAGES: Record<string, Damage> = {
    'an event': {
      key: / \/ EVENT#000001$/,
      names: (searchId) => ({ searchId, eventId: 1 }),
      words: 'number 1',
    },
    'a search': { key: / \/ META$/, names: (searchId) => ({ searchId }) },
    'a message': {
      key: /CHAT#chat_archived \/ MSG#msg_2$/,
      names: () => ({ chatId: 'chat_archived', messageId: 'msg_2', lost: 'metadata' }),
    },
    'a chat': { key: / \/ CHAT#chat_archived$/, names: () => ({ chatId: 'chat_archived' }) },
    'a list': { key: / \/ LIST#list_1$/, names: () => ({ listId: 'list_1' }) },
    'an entry of a list': {
      key: /LIST#list_1 \/ PERSON#/,
      names: () => ({ listId: 'list_1', entry: expect.any(String) }),
      words: 'note of ana',
    },
    'a share': { key: / \/ SHARE#share_1$/, names: () => ({ shareId: 'share_1' }) },
    'a share’s token': {
      key: / \/ SHARE#share_1$/,
      change: { token: 7 },
      names: () => ({ shareId: 'share_1', lost: 'snapshot' }),
      words: 'shared by ana',
    },
    'what a share shows': {
      key: / \/ SNAPSHOT$/,
      names: () => ({ shareId: 'share_1', lost: 'snapshot' }),
      words: 'shared by ana',
    },
  };

  it.each(Object.entries(DAMAGES))('continues when %s is damaged, and names it', async (_, damage) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const searchId = await writeAccount(store, 'ana');
    const item = (await itemsOf(database, tableName)).find(({ pk, sk }) => damage.key.test(`${pk} / ${sk}`));
    // A form that nothing is stored in.
    const noForm = { payload: 7, role: 7, title: 7, people: 7, search: 7, profile: 7 };
    const damaged = { ...item, ...(damage.change ?? noForm) };
    await database.client.send(new PutCommand({ TableName: tableName, Item: damaged }));
    const { text } = await call('/api/account/export', { as: 'ana' });
    expect(JSON.parse(text).unreadable).toEqual([damage.names(searchId)]);
    const words = ['words of ana', 'note of ana', 'The invented bea', 'number 1', 'shared by ana'];
    expect(words.filter((each) => !text.includes(each))).toEqual(damage.words ? [damage.words] : []);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/\bana\b/);
    log.mockRestore();
  });

  it('is produced even if the user record or the export counter is damaged', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await writeAccount(store, 'ana');
    const items = await itemsOf(database, tableName);
    const record = items.find(({ sk }) => sk === 'PROFILE');
    const slots = items.find(({ pk }) => pk === 'RUNNING#whole:account:ana');
    for (const damaged of [
      { ...record, email: 7, createdAt: 7 },
      { ...slots, held: { somebody: 'long ago' } },
    ])
      await database.client.send(new PutCommand({ TableName: tableName, Item: damaged }));
    for (const _again of [1, 2]) {
      const { status, text } = await call('/api/account/export', { as: 'ana' });
      expect([status, JSON.parse(text).user]).toMatchObject([200, { displayName: 'ana', email: 7 }]);
    }
    log.mockRestore();
  });

  it('holds one message at a time, however many a chat has', async () => {
    const address = { userId: 'ana', chatId: 'chat_long' };
    await store.chats.create(address);
    const names = Array.from({ length: 12 }, (_, number) => `msg_${number + 10}`);
    for (const messageId of names)
      await store.messages.add({ ...address, messageId, role: 'user', content: `This is ${messageId}.` });
    const pieces: string[] = [];
    for await (const piece of store.account.exportText({ userId: 'ana', exportedAt: 'now' }))
      pieces.push(piece);
    const { messages } = JSON.parse(pieces.join('\n')).chats[0];
    expect(messages.map(({ id }: Message) => id)).toEqual(names);
    for (const piece of pieces) expect(piece.split('This is').length).toBeLessThanOrEqual(2);
  });

  it('includes every chat, however many there are', async () => {
    for (let number = 0; number < 60; number += 1)
      await store.chats.create({ userId: 'ana', chatId: `chat_${number}` });
    const { text } = await call('/api/account/export', { as: 'ana' });
    expect(JSON.parse(text)).toMatchObject({ lists: [], shares: [] });
    expect(JSON.parse(text).chats).toHaveLength(60);
  });
});

describe('deleting the account', () => {
  it('removes all data, waits for late writers, and finally removes the account from the user pool', async () => {
    await writeAccount(store, 'ana');
    await store.spent.add({ userId: 'ana', messageId: 'msg_answer', spend: SPEND });
    await writeAccount(store, 'bo');
    const others = await traces('bo');
    const { text, status } = await call('/api/account', { method: 'DELETE', as: 'ana' });
    expect(status).toBe(200);
    expect(linesIn(text)).toEqual([
      { state: 'begun' },
      { state: 'deleted', items: expect.any(Number) },
      { state: 'done', items: expect.any(Number) },
    ]);
    expect(Math.max(...waits)).toBeGreaterThan(MINUTE);
    expect(await traces('ana')).toEqual([]);
    expect(await traces('bo')).toEqual(others);
    expect(removed).toEqual(['name-of-ana']);
  });

  it('also deletes what a function that still knew the account wrote during the wait', async () => {
    await writeAccount(store, 'ana');
    const app = appWith({
      async wait(milliseconds) {
        now += milliseconds;
        if (milliseconds < MINUTE / 2) return;
        await openSearch(store, sketchSearch({ userId: 'ana', at: now, suffix: '_late' }))();
        await store.chats.create({ userId: 'ana', chatId: 'chat_late' });
        await store.lists.save({ userId: 'ana', listId: HIDDEN_LIST_ID, people: [personOf('ada')] });
        await store.shares.create({ userId: 'ana', ...shareOf('share_late') });
      },
    });
    await call('/api/account', { method: 'DELETE', as: 'ana', app });
    expect(await traces('ana')).toEqual([]);
  });

  it('once swept, reads as empty to a function that still knows it', async () => {
    await writeAccount(store, 'ana');
    await store.account.sweep({ userId: 'ana', wait: async () => undefined });
    const ana = { userId: 'ana' };
    expect([
      await store.chats.list(ana),
      await store.chats.list({ ...ana, archived: true }),
      await store.messages.list({ ...ana, chatId: 'chat_1' }),
      await store.history.list(ana),
      await store.shares.list(ana),
      (await store.lists.list(ana)).lists,
      await store.lists.listPeople({ ...ana, listId: HIDDEN_LIST_ID }),
    ]).toEqual([{ chats: [] }, { chats: [] }, undefined, { chats: [], digests: [] }, [], [], { people: [] }]);
    await call('/api/account', { method: 'DELETE', as: 'ana' });
    expect(await traces('ana')).toEqual([]);
  });

  it('stops running searches, and deletes once they have ended', async () => {
    const searchId = await writeAccount(store, 'ana', { isRunning: true });
    const asked: unknown[] = [];
    const app = appWith({
      async wait(milliseconds) {
        now += milliseconds;
        const state = await store.searchLog.read({ searchId });
        if (state?.status !== 'running') return;
        asked.push(state.stopRequested);
        await store.searchLog.end({ searchId, holder: 'first' });
      },
    });
    await call('/api/account', { method: 'DELETE', as: 'ana', app });
    expect(asked).toEqual([true]);
    expect(await traces('ana')).toEqual([]);
  });

  it('resumes when the same request is repeated, even long after the sign-in', async () => {
    await writeAccount(store, 'ana');
    const cut = appWith({ wait: () => Promise.reject(new Error('the instance was ended')) });
    const first = await call('/api/account', { method: 'DELETE', as: 'ana', app: cut });
    expect(linesIn(first.text).at(-1)).toMatchObject({ error: { code: 'internal-error' } });
    expect(removed).toEqual([]);
    now += 60 * MINUTE;
    const again = await call('/api/account', { method: 'DELETE', as: 'ana', signedIn: 59 * MINUTE });
    expect(linesIn(again.text).at(-1)).toMatchObject({ state: 'done' });
    expect(waits).toEqual([]);
    expect(await traces('ana')).toEqual([]);
    expect(removed).toEqual(['name-of-ana']);
  });

  it('that breaks off again and again can be repeated at once, and each failure is logged', async () => {
    const broken = new Error('the instance was ended');
    const logged: unknown[] = [];
    const cut = appWith({ wait: () => Promise.reject(broken), log: (...logs) => logged.push(logs) });
    for (const _again of [1, 2, 3])
      expect((await call('/api/account', { method: 'DELETE', as: 'ana', app: cut })).status).toBe(200);
    const entry = ['an erasure broke off', expect.objectContaining({ cause: broken })];
    expect(logged).toEqual([entry, entry, entry]);
    const { text } = await call('/api/account', { method: 'DELETE', as: 'ana' });
    expect(linesIn(text).at(-1)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['the log of a search', / \/ META$/, { search: 7, leaseUntil: 'soon' }],
    ['a chat', / \/ CHAT#chat_1$/, { pending: 7, lastMessageAt: 7 }],
    ['a question', / \/ MSG#msg_2$/, { addedBy: 7 }],
    ['the count of erasures', /^RUNNING#erasing:/, { held: 7 }],
    ['the record', / \/ PROFILE$/, { createdAt: 7 }],
  ])('continues when %s is damaged', async (_, key, damage) => {
    await writeAccount(store, 'ana');
    const item = (await itemsOf(database, tableName)).find(({ pk, sk }) => key.test(`${pk} / ${sk}`));
    await database.client.send(new PutCommand({ TableName: tableName, Item: { ...item, ...damage } }));
    const { text } = await call('/api/account', { method: 'DELETE', as: 'ana' });
    expect(linesIn(text).at(-1)).toMatchObject({ state: 'done' });
    expect(await traces('ana')).toEqual([]);
  });

  it('skips a share with a damaged token, leaving only its unreachable snapshot', async () => {
    await writeAccount(store, 'ana');
    const share = (await itemsOf(database, tableName)).find(({ sk }) => sk === 'SHARE#share_1');
    await database.client.send(new PutCommand({ TableName: tableName, Item: { ...share, token: 7 } }));
    const { text } = await call('/api/account', { method: 'DELETE', as: 'ana' });
    expect(linesIn(text).at(-1)).toMatchObject({ state: 'done' });
    expect(await traces('ana')).toEqual([expect.stringMatching(/^SHARE#.* \/ SNAPSHOT$/)]);
    expect(removed).toEqual(['name-of-ana']);
  });

  it('requires a new sign-in when the last one is too old, and changes nothing', async () => {
    await writeAccount(store, 'ana');
    const before = await traces('ana');
    const answer = await call('/api/account', { method: 'DELETE', as: 'ana', signedIn: 16 * MINUTE });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, 'sign-in-again']);
    expect(await traces('ana')).toEqual(before);
  });

  it('makes the export answer a surviving token with account-erased', async () => {
    await call('/api/account', { method: 'DELETE', as: 'ana' });
    const { status, text } = await call('/api/account/export', { as: 'ana' });
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'account-erased']);
    expect(await traces('ana')).toEqual([]);
  });
});

const found = (url: string, position: number) => ({ url, title: `At ${url}`, snippet: 'Invented', position });
const card = (profileUrl: string) => ({
  ...{ id: profileUrl, fullName: 'Somebody', headline: '', profileUrl, location: '', summary: '' },
  ...{ currentPosition: { title: '', company: '' }, education: { school: '', degree: '' } },
  ...{ relevanceScore: 50, isVerified: false, tags: [] },
});
const answerOf = (urls: readonly string[], extra: object = {}) => ({
  searchResults: {
    ...{ totalResults: urls.length, currentPage: 1, hasNextPage: false },
    linkedinProfiles: urls.map((url, index) => found(url, index + 1)),
  },
  profileDisplayData: {
    verifiedProfiles: [],
    otherProfiles: urls.map(card),
    totalProfiles: urls.length,
    searchQuery: 'engineers',
    useDeepResearch: false,
  },
  ...extra,
});

describe('removing a person', () => {
  const remove = (profileUrl: string, really: boolean) =>
    call('/api/account/removals', { method: 'POST', as: 'ana', body: { profileUrl, remove: really } });
  const noise = Array.from({ length: 5 }, () => crypto.getRandomValues(new Uint8Array(45_000)))
    .map((bytes) => Buffer.from(bytes).toString('base64'))
    .join('');

  beforeEach(async () => {
    for (const [chatId, urls, extra] of [
      ['chat_1', [ADA, BEA], {}],
      // Large enough to be stored in parts.
      ['chat_2', [BEA, ADA], { model: noise }],
      ['chat_3', [BEA], {}],
    ] as const) {
      await store.chats.create({ userId: 'ana', chatId });
      const answer = newMessage({
        userId: 'ana',
        id: 'msg_a',
        role: 'assistant',
        metadata: answerOf(urls, extra),
      });
      const { id: messageId, role, content, metadata } = answer;
      await store.messages.add({
        userId: 'ana',
        chatId,
        messageId,
        role,
        content,
        ...(metadata && { metadata }),
      });
    }
  });

  it('first reports how many answers name them, and changes nothing', async () => {
    const { text } = await remove('linkedin.com/company/nobody', false);
    expect(JSON.parse(text).error.message).toContain('must be the address of a LinkedIn profile');
    const before = JSON.stringify(await store.messages.list({ userId: 'ana', chatId: 'chat_1' }));
    for (const address of [
      'https://pe.linkedin.com/in/Ada-Invented/?x=1',
      'linkedin.com/in/ada-invented',
      'www.linkedin.com/in/ada-invented/',
    ])
      expect(linesIn((await remove(address, false)).text)).toEqual([
        { answers: 2, chats: 2, lists: 0, shares: 0, name: 'Somebody' },
      ]);
    expect(JSON.stringify(await store.messages.list({ userId: 'ana', chatId: 'chat_1' }))).toBe(before);
  });

  it('takes them out of every list and share, and ends a share that holds nobody else', async () => {
    const [ada, bea] = [personOf('ada-invented'), personOf('bea-invented')];
    for (const listId of ['list_1', 'list_2']) {
      await store.lists.create({ userId: 'ana', listId, name: 'Engineers' });
      await store.lists.save({ userId: 'ana', listId, people: listId === 'list_1' ? [ada, bea] : [bea] });
    }
    await store.lists.save({ userId: 'ana', listId: HIDDEN_LIST_ID, people: [ada] });
    const tokens: string[] = [];
    for (const [id, people] of Object.entries({ share_both: [ada, bea], share_ada: [ada] })) {
      const made = await store.shares.create({ userId: 'ana', ...shareOf(id), people: people.map(toShared) });
      if (made.status === 'created') tokens.push(made.share.token);
    }
    const where = { answers: 2, chats: 2, lists: 1, hidden: true, shares: 2, name: 'Somebody' };
    expect(linesIn((await remove(ADA, false)).text)).toEqual([where]);
    expect((await store.lists.list({ userId: 'ana' })).hidden.size).toBe(1);
    expect(linesIn((await remove(ADA, true)).text)).toEqual([where]);
    const { lists, hidden } = await store.lists.list({ userId: 'ana' });
    expect([...lists, hidden].map(({ id, size }) => [id, size]).sort()).toEqual([
      ['list_1', 1],
      ['list_2', 1],
      [HIDDEN_LIST_ID, 0],
    ]);
    const [both, alone] = await Promise.all(tokens.map((token) => store.shares.read({ token })));
    expect(both?.people).toMatchObject([{ profile: { profileUrl: BEA } }]);
    expect(alone).toBeUndefined();
    expect(await store.shares.list({ userId: 'ana' })).toMatchObject([{ id: 'share_both', size: 1 }]);
    expect(JSON.stringify(await itemsOf(database, tableName))).not.toContain('The invented ada-invented');
  });

  it.each([
    ['a chat', / \/ CHAT#chat_1$/, { title: 7 }],
    ['a chat, with an answer in parts,', / \/ CHAT#chat_2$/, { pending: 7 }],
    ['a list', / \/ LIST#list_1$/, { name: 7 }],
    ['whom a list names', / \/ LIST#list_1$/, { people: { [ADA_KEY]: 'nobody' } }],
    ['what a share shows', / \/ SNAPSHOT$/, { payload: 7 }],
  ])('continues when %s is damaged, and reports it as unreadable', async (_, key, damage) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const ada = personOf('ada-invented');
    for (const listId of ['list_1', 'list_2']) {
      await store.lists.create({ userId: 'ana', listId, name: 'Engineers' });
      await store.lists.save({ userId: 'ana', listId, people: [ada] });
    }
    await store.shares.create({
      userId: 'ana',
      ...shareOf('share_1', { people: [toShared(personOf('bea-invented'))] }),
    });
    const item = (await itemsOf(database, tableName)).find(({ pk, sk }) => key.test(`${pk} / ${sk}`));
    await database.client.send(new PutCommand({ TableName: tableName, Item: { ...item, ...damage } }));
    const where = { answers: 2, chats: 2, lists: 2, shares: 0, name: 'Somebody', unreadable: 1 };
    expect(linesIn((await remove(ADA, false)).text)).toEqual([where]);
    expect(linesIn((await remove(ADA, true)).text)).toEqual([where]);
    expect(linesIn((await remove(ADA, false)).text)).toEqual([
      { answers: 0, chats: 0, lists: 0, shares: 0, unreadable: 1 },
    ]);
    expect(JSON.stringify(await itemsOf(database, tableName))).not.toContain('The invented ada-invented');
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/\bana\b|invented/);
    log.mockRestore();
  });

  it('takes the name from a list when the person is in lists only', async () => {
    const cleo = personOf('cleo-invented');
    await store.lists.create({ userId: 'ana', listId: 'list_1', name: 'Engineers' });
    await store.lists.save({ userId: 'ana', listId: 'list_1', people: [cleo] });
    const where = { answers: 0, chats: 0, lists: 1, shares: 0, name: cleo.profile.fullName };
    const { profileUrl } = cleo.profile;
    expect(linesIn((await remove(profileUrl, false)).text)).toEqual([where]);
    expect(linesIn((await remove(profileUrl, true)).text)).toEqual([where]);
    expect(linesIn((await remove(profileUrl, false)).text)).toEqual([
      { ...where, lists: 0, name: undefined },
    ]);
  });

  it.each([
    ['short', 'Ada Invented was looked up with Test Profiles: verified, 97%.'],
    ['long', `Ada Invented was looked up. ${'Notes. '.repeat(2_000)}`],
  ])('replaces a %s text that is about them alone', async (_, content) => {
    const address = { userId: 'ana', chatId: 'chat_3', messageId: 'msg_v' };
    const metadata = { ...answerOf([ADA]), task: 'verify' as const };
    await store.messages.add({ ...address, role: 'assistant', content, metadata });
    expect(linesIn((await remove(ADA, true)).text)).toMatchObject([{ answers: 3, chats: 3 }]);
    const page = await store.messages.list({ userId: 'ana', chatId: 'chat_3' });
    expect(page?.messages.find(({ id }) => id === 'msg_v')?.content).toBe(
      'The person who was verified here was taken out of your answers.',
    );
    expect(JSON.stringify(page)).not.toContain('Ada Invented');
    expect(JSON.stringify(await itemsOf(database, tableName))).not.toContain('Ada Invented');
  });

  it('takes them and their stored data out of every answer, and leaves everyone else', async () => {
    await store.messages.update({ userId: 'ana', chatId: 'chat_2', messageId: 'msg_a', rating: 'good' });
    expect(linesIn((await remove(ADA, true)).text)).toEqual([
      { answers: 2, chats: 2, lists: 0, shares: 0, name: 'Somebody' },
    ]);
    for (const chatId of ['chat_1', 'chat_2', 'chat_3']) {
      const page = await store.messages.list({ userId: 'ana', chatId });
      expect(JSON.stringify(page)).not.toContain('ada-invented');
      const [answer] = page?.messages ?? [];
      expect(answer?.metadata?.profileDisplayData).toMatchObject({
        otherProfiles: [{ profileUrl: BEA }],
        totalProfiles: 1,
      });
    }
    const [large] = (await store.messages.list({ userId: 'ana', chatId: 'chat_2' }))?.messages ?? [];
    expect(large?.metadata).toMatchObject({ model: noise, rating: 'good' });
    expect(linesIn((await remove(ADA, true)).text)).toEqual([{ answers: 0, chats: 0, lists: 0, shares: 0 }]);
    expect(await store.chats.read({ userId: 'ana', chatId: 'chat_2' })).toMatchObject({ messageCount: 1 });
    expect(await store.messages.delete({ userId: 'ana', chatId: 'chat_2', messageId: 'msg_a' })).toBe(true);
    await store.chats.delete({ userId: 'ana', chatId: 'chat_2' });
    expect((await traces('ana')).filter((key) => key.includes('chat_2#') || key.includes('PART#'))).toEqual(
      [],
    );
  });
});

describe('requests on the whole account', () => {
  const WHOLE = ROUTES.filter(({ path }) => !path.endsWith('/usage'));

  /**
   * Sends many copies of one request at once, for one account; those admitted end together.
   * @param meanwhile done once the others are refused, while those admitted are still held
   */
  async function askAtOnce(route: (typeof WHOLE)[number], meanwhile = async (): Promise<void> => undefined) {
    const many = 12;
    const gate = Promise.withResolvers<void>();
    const holding: Store['account'] = {
      ...store.account,
      async *exportText(options) {
        await gate.promise;
        yield* store.account.exportText(options);
      },
      findPerson: (options) => gate.promise.then(() => store.account.findPerson(options)),
      removePerson: (options) => gate.promise.then(() => store.account.removePerson(options)),
      sweep: (options) => gate.promise.then(() => store.account.sweep(options)),
    };
    const app = appWith({ store: { ...store, account: holding } });
    let refused = 0;
    const answers = Array.from({ length: many }, async () => {
      const answer = await call(route.path, { ...route, as: 'ana', app });
      if (answer.status === 429 && ++refused === many - 2) await meanwhile().finally(gate.resolve);
      return answer;
    });
    const over = setTimeout(gate.resolve, 50_000);
    const all = await Promise.all(answers);
    clearTimeout(over);
    return all;
  }

  describe.each(WHOLE.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
    it('allows two at a time, and tells the others what to do', async () => {
      const answers = await askAtOnce(route);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      const [refused] = answers.filter(({ status }) => status === 429);
      expect(JSON.parse(refused?.text ?? '').error).toEqual({
        code: 'quota-exceeded',
        message: expect.stringMatching(/^Your account is .*being .+ two minutes/),
      });
      expect(refused?.headers.get('retry-after')).toBe('30');
    });

    it('does not hold up other accounts, and is available again afterwards', async () => {
      await writeAccount(store, 'bo');
      const answers = await askAtOnce(route, async () => {
        expect((await call(route.path, { ...route, as: 'bo' })).status).toBe(200);
      });
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      if (route.method === 'DELETE') expect(await traces('bo')).toEqual([]);
      else
        for (const _again of [1, 2, 3])
          expect((await call(route.path, { ...route, as: 'ana' })).status).toBe(200);
    });

    it('holds its place for two minutes', async () => {
      const answers = await askAtOnce(route, async () => {
        now += 2 * MINUTE - 1;
        expect((await call(route.path, { ...route, as: 'ana' })).status).toBe(429);
      });
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    });

    it('is available again once slots held by functions that died have expired', async () => {
      for (const kind of ['whole', 'erasing'])
        for (const holder of ['died', 'died too'])
          await store.slots.take({
            ...{ name: `${kind}:account:ana`, holder, atOnce: 2 },
            until: now + 2 * MINUTE,
          });
      expect((await call(route.path, { ...route, as: 'ana' })).status).toBe(429);
      now += 2 * MINUTE;
      expect((await call(route.path, { ...route, as: 'ana' })).status).toBe(200);
    });

    it('is not begun when the slot cannot be taken', async () => {
      await writeAccount(store, 'ana');
      const before = await traces('ana');
      const slots = {
        ...store.slots,
        take: () => Promise.reject(new StoreError('Failed to count what is running')),
      };
      const app = appWith({ store: { ...store, slots } });
      const answer = await call(route.path, { ...route, as: 'ana', app });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(JSON.parse(answer.text).error).toEqual({
        code: 'unavailable',
        message: 'Failed to count what is running',
      });
      expect(await traces('ana')).toEqual(before);
    });
  });

  it('exports that died do not block deletion of the account', async () => {
    await writeAccount(store, 'ana');
    for (const holder of ['an export that died', 'another'])
      await store.slots.take({
        ...{ name: 'whole:account:ana', holder, atOnce: 9 },
        until: now + 60 * MINUTE,
      });
    const { text } = await call('/api/account', { method: 'DELETE', as: 'ana' });
    expect(linesIn(text).at(-1)).toMatchObject({ state: 'done' });
    expect(await traces('ana')).toEqual([]);
  });

  it('an erasure still holds its slots while it waits after the sweep', async () => {
    await writeAccount(store, 'ana');
    const held: unknown[] = [];
    const app = appWith({
      async wait(milliseconds) {
        now += milliseconds;
        const items = await itemsOf(database, tableName);
        held.push(Object.keys(items.find(({ pk }) => pk === 'RUNNING#erasing:account:ana')?.['held'] ?? {}));
      },
    });
    await call('/api/account', { method: 'DELETE', as: 'ana', app });
    expect(held).toEqual([[expect.any(String), expect.any(String)]]);
  });

  it('a HEAD request for an export takes no slot', async () => {
    for (const _again of [1, 2, 3])
      expect((await call('/api/account/export', { method: 'HEAD', as: 'ana' })).status).toBe(405);
    expect((await call('/api/account/export', { as: 'ana' })).status).toBe(200);
  });

  it('an export is still served when its slot cannot be freed, and the failure is logged', async () => {
    const logged: unknown[] = [];
    const lost = new Error('The database is down');
    const slots = { ...store.slots, release: () => Promise.reject(lost) };
    const app = appWith({ store: { ...store, slots }, log: (...entry) => logged.push(entry) });
    const { status, text } = await call('/api/account/export', { as: 'ana', app });
    expect([status, JSON.parse(text).userId]).toEqual([200, 'ana']);
    expect(logged).toEqual([['a slot could not be released', lost]]);
  });

  it('an export that the client abandons frees its slot', async () => {
    for (const _again of [1, 2, 3]) {
      const token = await tokens.mint({ sub: 'ana' });
      const answer = await appWith().request('/api/account/export', { headers: { 'x-auth-token': token } });
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
      await expect
        .poll(async () => (await itemsOf(database, tableName)).map(({ held }) => held).filter(Boolean))
        .toEqual([{}]);
    }
  });
});

describe('usage', () => {
  it('reports the tightest limit that applies to the account, and what its searches cost so far', async () => {
    const limits = {
      ...UNLIMITED,
      signedIn: { standard: 10, deep: 3 },
      everybody: { standard: 4, deep: 4 },
    };
    const day = new Date(now).toISOString().slice(0, 10);
    const quotas = [
      { name: `standard:account:ana:${day}`, limit: 10 },
      { name: `standard:everybody:${day}`, limit: 4 },
    ];
    const expiresAt = now + 172_800_000;
    await store.quotas.take({ quotas, expiresAt });
    const deepOfOthers = [{ name: `deep:everybody:${day}`, limit: 4 }];
    for (const _search of [1, 2]) await store.quotas.take({ quotas: deepOfOthers, expiresAt });
    const app = appWith({ limits });
    const nothing = await call('/api/account/usage', { as: 'ana', app });
    expect(JSON.parse(nothing.text)).toEqual({
      standard: { left: 3, limit: 4 },
      deep: { left: 2, limit: 4 },
      resetsAt: new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString(),
      spent: null,
    });
    // More than a limit that has been lowered since.
    const lowered = appWith({ limits: { ...UNLIMITED, everybody: { standard: undefined, deep: 1 } } });
    const { standard, deep } = JSON.parse(
      (await call('/api/account/usage', { as: 'ana', app: lowered })).text,
    );
    expect([standard, deep]).toEqual([null, { left: 0, limit: 1 }]);
    const { dollars: _dollars, ...unpriced } = SPEND;
    const spends = [SPEND, { ...unpriced, unpaid: 'simulated' as const }, unpriced];
    for (const [index, spend] of spends.entries())
      for (const _repeat of [1, 2])
        await store.spent.add({ userId: 'ana', messageId: `msg_${index}`, spend });
    const { text } = await call('/api/account/usage', { as: 'ana', app });
    expect(JSON.parse(text).spent).toMatchObject({ searches: 3, dollars: 0.25, unpriced: 1 });
  });

  it.each([
    ['quotas', 'Failed to fetch how many searches are left'],
    ['spent', 'Failed to fetch what your searches cost'],
  ] as const)('names the part that could not be fetched: %s', async (part, message) => {
    const { client, failEverything } = createFaultyClient(database.client);
    failEverything('The database is down');
    const failing = { ...store, [part]: createStore({ client, tableName })[part] };
    const limits = { ...UNLIMITED, signedIn: { standard: 10, deep: 5 } };
    const answer = await call('/api/account/usage', { as: 'ana', app: appWith({ store: failing, limits }) });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([503, { code: 'unavailable', message }]);
  });
});
