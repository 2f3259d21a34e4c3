import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { readStorageLimits } from '#functions/environment.ts';
import { chatKey } from '#functions/store/keys.ts';
import { createStore, type StorageLimits } from '#functions/store/store.ts';
import { ChatsAnswer, MessagesAnswer } from '#shared/chat-contract.ts';
import { answeredWith, noise } from '#tests/functions/store/samples.ts';
import { loseMessagePart } from '#tests/infra/operate/write-account.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { memoryQuotas, memorySearchLog, memorySlots } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { postSearch, searchApp, searchBody } from '#tests/support/search-app.ts';
import { newPerson } from './setup.ts';

let database: EmbeddedDynamoDb;
let tableName: string;
beforeAll(async () => {
  database = await startDynamoDb();
  tableName = await database.createTable();
});
afterAll(() => database.close());

/** The chats function for one person, with the given limits. */
function open(limits: Partial<StorageLimits>) {
  const userId = newPerson();
  const authenticate = async () => ({ userId, email: '' });
  let now = Date.UTC(2026, 10, 21, 12);
  const store = createStore({
    client: database.client,
    tableName,
    clock: () => now,
    limits: { ...readStorageLimits({}), ...limits },
  });
  const app = createChatsApp({ store, authenticate });
  const call = async (method: string, path: string, body?: unknown) =>
    await app.request(`/api${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
  const status = async (...request: Parameters<typeof call>) => (await call(...request)).status;
  const say = (id: string, content = 'x', chat = 'chat_1') =>
    status('POST', `/chats/${chat}/messages`, { id, role: 'user', content });
  const nextDay = () => {
    now += 86_400_000;
  };
  return { call, status, say, nextDay, store, authenticate, userId };
}

const chat = (id: string) => ({ id, title: 'Reefs' });

describe('a person’s stored data for a day', () => {
  it('is limited in writes until the next day, and never blocks deletion', async () => {
    const { call, status, say, nextDay } = open({ perDay: { writes: 3, bytes: 1_000_000 } });
    expect(await status('POST', '/chats', chat('chat_1'))).toBe(201);
    expect([await say('msg_1'), await status('PATCH', '/chats/chat_1', { title: 'Corals' })]).toEqual([
      201, 200,
    ]);
    const refused = await call('POST', '/chats', chat('chat_2'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await refused.json()).error).toMatchObject({
      code: 'quota-exceeded',
      message: expect.stringContaining('Your account has reached its storage limit for today.'),
    });
    expect(await status('PATCH', '/me', { displayName: 'Ada' })).toBe(429);
    expect(await status('PATCH', '/chats/chat_1/messages/msg_1', { metadata: { rating: 'good' } })).toBe(429);
    expect(await status('GET', '/chats')).toBe(200);
    expect(await status('DELETE', '/chats/chat_1/messages/msg_1')).toBe(200);
    expect(await status('DELETE', '/chats/chat_1')).toBe(200);
    nextDay();
    expect(await status('POST', '/chats', chat('chat_2'))).toBe(201);
  });

  it('is limited in bytes, per person', async () => {
    const limits = { perDay: { writes: 100, bytes: 5_000 } };
    const one = open(limits);
    const other = open(limits);
    for (const { status } of [one, other]) await status('POST', '/chats', chat('chat_1'));
    expect([await one.say('msg_1', 'x'.repeat(3_000)), await one.say('msg_2', 'x'.repeat(3_000))]).toEqual([
      201, 201,
    ]);
    expect(await one.say('msg_3')).toBe(429);
    expect(await other.say('msg_1')).toBe(201);
  });

  it('is limited in bytes rather than characters', async () => {
    const { status, say } = open({ perDay: { writes: 100, bytes: 5_000 } });
    await status('POST', '/chats', chat('chat_1'));
    expect([await say('msg_1', '質'.repeat(2_000)), await say('msg_2')]).toEqual([201, 429]);
  });

  it.each([
    { writes: 0, bytes: 1_000 },
    { writes: 10, bytes: 0 },
  ])('is always refused under a limit of 0: %j', async (perDay) => {
    const { status } = open({ perDay });
    expect(await status('POST', '/chats', chat('chat_1'))).toBe(429);
  });

  it('does not count invalid requests', async () => {
    const { status } = open({ perDay: { writes: 1, bytes: 1_000 } });
    for (const body of [{}, { id: 'x' }, []]) expect(await status('POST', '/chats', body)).toBe(400);
    expect(await status('POST', '/chats', chat('chat_1'))).toBe(201);
  });
});

describe('a chat', () => {
  it('is readable with a broken message, which is marked and logged without its content', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { call, status, say, store, userId } = open({});
    await status('POST', '/chats', chat('chat_1'));
    const address = { userId, chatId: 'chat_1' };
    await say('msg_1', 'Reefs?');
    const metadata = { model: noise(300_000) };
    await store.messages.add({
      ...address,
      messageId: 'msg_2',
      role: 'assistant',
      content: 'Found.',
      metadata,
    });
    await say('msg_3', 'And corals?');
    await loseMessagePart(database, tableName, userId);
    const answer = await call('GET', '/chats/chat_1/messages');
    const { messages } = v.parse(MessagesAnswer, await answer.json());
    expect([answer.status, messages.map(({ content, lost }) => [content, lost])]).toEqual([
      200,
      [
        ['Reefs?', undefined],
        ['Found.', 'metadata'],
        ['And corals?', undefined],
      ],
    ]);
    expect(log.mock.calls).toEqual([[{ errorMessage: 'a message could not be read in full' }]]);
    // A message as a page read it cannot be posted back.
    expect(await status('POST', '/chats/chat_1/messages', messages[1])).toBe(400);
    log.mockRestore();
  });

  it('can be read and emptied while damaged, and says why it takes nothing new', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { call, status, say, store, authenticate, userId } = open({});
    const memory = { searchLog: memorySearchLog(), quotas: memoryQuotas(), slots: memorySlots() };
    const search = searchApp({ ...memory, searchMessages: store.searchMessages, authenticate });
    await status('POST', '/chats', chat('chat_1'));
    await say('msg_1');
    const damage = new UpdateCommand({
      TableName: tableName,
      Key: chatKey({ userId, chatId: 'chat_1' }),
      UpdateExpression: 'SET title = :title',
      ExpressionAttributeValues: { ':title': 7 },
    });
    await database.client.send(damage);
    const { chats } = v.parse(ChatsAnswer, await (await call('GET', '/chats')).json());
    expect(chats).toMatchObject([{ id: 'chat_1', isDamaged: true }]);
    const { messages } = v.parse(MessagesAnswer, await (await call('GET', '/chats/chat_1/messages')).json());
    expect(messages.map(({ id }) => id)).toEqual(['msg_1']);
    const refused = [
      await call('POST', '/chats/chat_1/messages', { id: 'msg_2', role: 'user', content: 'x' }),
      await call('PATCH', '/chats/chat_1', { title: 'Corals' }),
      await search.fetch(postSearch({ ...searchBody, chatId: 'chat_1', messageId: 'msg_3' })),
    ];
    for (const answer of refused)
      expect([answer.status, (await answer.json()).error.message]).toEqual([
        409,
        'This chat could not be read in full: it can be read and deleted, but nothing can be added. Start a new one.',
      ]);
    expect(await status('DELETE', '/chats/chat_1/messages/msg_1')).toBe(200);
    expect(await status('DELETE', '/chats/chat_1')).toBe(200);
    log.mockRestore();
  });

  it('takes an answer that is larger than any other request may be', async () => {
    const { status } = open({});
    await status('POST', '/chats', chat('chat_1'));
    const metadata = answeredWith(...Array.from({ length: 500 }, (_, number) => `p${number}`));
    expect(JSON.stringify(metadata).length).toBeGreaterThan(65_536);
    const answer = { id: 'msg_1', role: 'assistant', content: 'x', metadata };
    expect(await status('POST', '/chats/chat_1/messages', answer)).toBe(201);
  });

  it('is full at its message limit, still answers a repeat, and has room after a deletion', async () => {
    const { call, status, say } = open({ chat: { messages: 2, bytes: 1_000_000 } });
    await status('POST', '/chats', chat('chat_1'));
    await status('POST', '/chats', chat('chat_2'));
    expect([await say('msg_1'), await say('msg_2')]).toEqual([201, 201]);
    const refused = await call('POST', '/chats/chat_1/messages', { id: 'msg_3', role: 'user', content: 'x' });
    expect(refused.status).toBe(413);
    expect((await refused.json()).error).toEqual({
      code: 'chat-full',
      message: 'This chat is full. Start a new one.',
    });
    expect([await say('msg_2'), await say('msg_2', 'another')]).toEqual([200, 409]);
    expect(await say('msg_3', 'x', 'chat_2')).toBe(201);
    expect(await say('msg_3', 'x', 'chat_none')).toBe(404);
    await status('DELETE', '/chats/chat_1/messages/msg_1');
    expect(await say('msg_4')).toBe(201);
  });

  it('is full at its byte limit, which counts changed texts', async () => {
    const { call, status, say } = open({ chat: { messages: 100, bytes: 2_000 } });
    await status('POST', '/chats', chat('chat_1'));
    expect([await say('msg_1'), await say('msg_2')]).toEqual([201, 201]);
    const change = (body: object) => call('PATCH', '/chats/chat_1/messages/msg_1', body);
    expect((await change({ content: 'x'.repeat(2_000) })).status).toBe(200);
    const refused = await change({ content: 'y' });
    expect([refused.status, (await refused.json()).error.code]).toEqual([413, 'chat-full']);
    expect((await change({ metadata: { rating: 'good' } })).status).toBe(200);
    expect(await say('msg_3')).toBe(413);
    expect(await status('PATCH', '/chats/chat_1/messages/msg_none', { content: 'y' })).toBe(404);
  });

  it('is full at its byte limit, which counts search answers', async () => {
    const { status, say, store, authenticate } = open({ chat: { messages: 100, bytes: 2_000 } });
    const { searchMessages } = store;
    const memory = { searchLog: memorySearchLog(), quotas: memoryQuotas(), slots: memorySlots() };
    const search = (messageId: string) =>
      searchApp({ ...memory, searchMessages, authenticate }).fetch(postSearch({ ...searchBody, messageId }));
    const first = await search('msg_1');
    expect((await readEvents(first)).at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
    expect(await say('msg_2', 'x', searchBody.chatId)).toBe(413);
    const refused = await search('msg_3');
    expect(refused.status).toBe(413);
    expect((await refused.json()).error.code).toBe('chat-full');
    // The existing content can still be read, changed and deleted.
    expect(await status('GET', `/chats/${searchBody.chatId}/messages`)).toBe(200);
    expect(await status('PATCH', `/chats/${searchBody.chatId}`, { title: 'Full' })).toBe(200);
  });
});
