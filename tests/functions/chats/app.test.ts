import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { createStore } from '#functions/store/store.ts';
import { Chat } from '#shared/chat.ts';
import { ChatsAnswer, MessagesAnswer } from '#shared/chat-contract.ts';
import { User } from '#shared/contract.ts';
import { Message } from '#shared/message.ts';
import { startDynamoDb } from '#tests/support/dynamodb.ts';
import { createFaultyClient } from '#tests/support/dynamodb-faults.ts';
import { newPerson, ROUTES, setUpChats, titleOf } from './setup.ts';

const service = setUpChats();
afterEach(() => {
  vi.restoreAllMocks();
});

const post = (as: string, path: string, body: unknown) => service.call(path, { method: 'POST', as, body });
const patch = (as: string, path: string, body: unknown) => service.call(path, { method: 'PATCH', as, body });
const remove = (as: string, path: string) => service.call(path, { method: 'DELETE', as });

describe('chats', () => {
  it('are created, listed, read, renamed, archived, brought back and deleted', async () => {
    const me = newPerson();
    const created = await post(me, '/api/chats', { id: 'chat_1', title: ' Lawyers ' });
    expect(created.status).toBe(201);
    expect(v.parse(Chat, created.body)).toMatchObject({ id: 'chat_1', title: 'Lawyers', userId: me });
    expect((await post(me, '/api/chats', { id: 'chat_1' })).status).toBe(200);

    const list = async (query = '') =>
      v.parse(ChatsAnswer, (await service.call(`/api/chats${query}`, { as: me })).body).chats;
    expect(await list()).toEqual([created.body]);
    expect((await service.call('/api/chats/chat_1', { as: me })).body).toEqual(created.body);

    const renamed = await patch(me, '/api/chats/chat_1', { title: '  Investors ' });
    expect(renamed).toMatchObject({ status: 200, body: { title: 'Investors', isArchived: false } });
    await patch(me, '/api/chats/chat_1', { isArchived: true });
    expect(await list()).toEqual([]);
    expect(await list('?archived=false')).toEqual([]);
    expect(await list('?archived=true')).toMatchObject([{ title: 'Investors', isArchived: true }]);
    await patch(me, '/api/chats/chat_1', { isArchived: false });
    expect(await list()).toMatchObject([{ title: 'Investors' }]);
    expect(await list('?archived=true')).toEqual([]);

    expect(await remove(me, '/api/chats/chat_1')).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await remove(me, '/api/chats/chat_1')).status).toBe(404);
    expect(await post(me, '/api/chats', { id: 'chat_1' })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
  });
});

describe('messages', () => {
  it('are added, listed oldest first, rated, changed and deleted, and the count keeps up', async () => {
    const me = newPerson();
    await post(me, '/api/chats', { id: 'chat_1' });
    const path = '/api/chats/chat_1/messages';
    const question = await post(me, path, { id: 'msg_b', role: 'user', content: ' Find lawyers ' });
    expect(question.status).toBe(201);
    expect(v.parse(Message, question.body)).toMatchObject({ content: 'Find lawyers', userId: me });
    expect((await post(me, path, { id: 'msg_b', role: 'user', content: 'Find lawyers' })).status).toBe(200);
    expect((await post(me, path, { id: 'msg_b', role: 'user', content: 'Find chefs' })).status).toBe(409);
    const metadata = { model: 'm', step: 'profile_search', useDeepResearch: false };
    const reply = await post(me, path, { id: 'msg_a', role: 'assistant', content: 'Found 3', metadata });
    expect(reply).toMatchObject({ status: 201, body: { metadata } });

    const list = async () => v.parse(MessagesAnswer, (await service.call(path, { as: me })).body).messages;
    expect((await list()).map(({ id }) => id)).toEqual(['msg_b', 'msg_a']);
    expect((await service.call('/api/chats/chat_1', { as: me })).body).toMatchObject({ messageCount: 2 });

    const rated = await patch(me, `${path}/msg_a`, { metadata: { rating: 'bad' } });
    expect(rated).toMatchObject({ status: 200, body: { metadata: { ...metadata, rating: 'bad' } } });
    expect((await patch(me, `${path}/msg_a`, { metadata: { rating: null } })).body).toMatchObject({
      metadata,
    });
    expect((await patch(me, `${path}/msg_b`, { content: 'Find chefs' })).body).toMatchObject({
      content: 'Find chefs',
      role: 'user',
    });

    expect((await remove(me, `${path}/msg_b`)).body).toEqual({ deleted: true });
    expect((await remove(me, `${path}/msg_b`)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).toEqual(['msg_a']);
    expect((await service.call('/api/chats/chat_1', { as: me })).body).toMatchObject({ messageCount: 1 });
  });
});

describe('the user record', () => {
  it('is created by a person’s first request, whatever it is', async () => {
    const me = newPerson();
    expect(await service.users().read(me)).toBeUndefined();
    await service.call('/api/chats', { as: me });
    expect(await service.users().read(me)).toMatchObject({ displayName: 'Anonymous' });
  });

  it('is read and changed, and created again when a person comes back', async () => {
    const me = newPerson();
    const { body } = await service.call('/api/me', { as: me });
    expect(v.parse(User, body)).toMatchObject({ id: me, email: `${me}@example.com` });
    const changed = await patch(me, '/api/me', {
      displayName: ' Ada ',
      photoURL: 'https://example.com/a.png',
    });
    expect(changed.body).toMatchObject({ displayName: 'Ada', photoURL: 'https://example.com/a.png' });
    expect((await patch(me, '/api/me', { photoURL: null })).body).not.toHaveProperty('photoURL');
    await service.users().delete(me);
    expect((await service.call('/api/me', { as: me })).body).toMatchObject({ displayName: 'Anonymous' });
  });
});

describe('a token with new claims', () => {
  it('updates the user record with its first request, whatever that asks for', async () => {
    const me = newPerson();
    const say = async (claims: Record<string, unknown>) =>
      service.call('/api/chats', {
        headers: { 'x-auth-token': await service.tokens().mint({ sub: me, claims }) },
      });
    await say({ email: 'ada@old.example', name: 'Ada' });
    await say({ email: 'ada@old.example', name: 'Ada' });
    expect(await service.users().read(me)).toMatchObject({ email: 'ada@old.example' });
    await say({ email: 'ada@new.example', name: 'Ada Okonkwo' });
    const user = await service.users().read(me);
    expect(user).toMatchObject({ email: 'ada@new.example', displayName: 'Ada Okonkwo' });
  });
});

describe('every answer', () => {
  it.each(ROUTES.map((route) => [titleOf(route), route] as const))('is not cached: %s', async (_, route) => {
    const init = { method: route.method, ...('body' in route && { body: route.body }) };
    for (const as of [newPerson(), undefined]) {
      const { headers } = await service.call(route.path, { ...init, ...(as !== undefined && { as }) });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ['PUT', '/api/chats', 'GET, POST'],
    ['POST', '/api/chats/chat_1', 'GET, PATCH, DELETE'],
    ['DELETE', '/api/chats/chat_1/messages', 'GET, POST'],
    ['GET', '/api/chats/chat_1/messages/msg_1', 'PATCH, DELETE'],
    ['DELETE', '/api/me', 'GET, PATCH'],
  ])('to an unsupported method lists the allowed ones: %s %s', async (method, path, allowed) => {
    const answer = await service.call(path, { method, as: newPerson() });
    expect(answer).toMatchObject({ status: 405, body: { error: { code: 'method-not-allowed' } } });
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  it('to an unknown path is 404', async () => {
    for (const path of ['/api/chats/chat_1/other', '/api/me/more', '/api/nothing'])
      expect((await service.call(path, { as: newPerson() })).status).toBe(404);
  });
});

describe('a store that fails', () => {
  const texts: Record<string, string> = {
    'GET /api/chats': 'Failed to fetch chats',
    'POST /api/chats': 'Failed to create chat',
    'GET /api/chats/chat_1': 'Failed to fetch chat',
    'PATCH /api/chats/chat_1': 'Failed to update chat',
    'DELETE /api/chats/chat_1': 'Failed to delete chat',
    'GET /api/chats/chat_1/messages': 'Failed to fetch messages',
    'POST /api/chats/chat_1/messages': 'Failed to create message',
    'PATCH /api/chats/chat_1/messages/msg_1': 'Failed to update message',
    'DELETE /api/chats/chat_1/messages/msg_1': 'Failed to delete message',
    'GET /api/history': 'Failed to fetch chats',
    'GET /api/lists': 'Failed to fetch lists',
    'PUT /api/lists/list_1': 'Failed to create list',
    'PATCH /api/lists/list_1': 'Failed to update list',
    'GET /api/lists/list_1/people': 'Failed to fetch people',
    'POST /api/lists/list_1/people': 'Failed to update list',
    'PUT /api/lists/list_1/people/ada': 'Failed to update list',
    'PATCH /api/lists/list_1/people/ada': 'Failed to update person',
    'DELETE /api/lists/list_1/people/ada': 'Failed to delete person',
    'DELETE /api/lists/list_1': 'Failed to delete list',
    'GET /api/shares': 'Failed to fetch shares',
    'POST /api/shares': 'Failed to create share',
    'DELETE /api/shares/share_1': 'Failed to delete share',
    'GET /api/me': 'Failed to fetch user',
    'PATCH /api/me': 'Failed to update user',
  };

  it.each(ROUTES.map((route) => [titleOf(route), route] as const))(
    'yields the specified message, and logs only the type of the cause: %s',
    async (title, route) => {
      const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
      const database = await startDynamoDb();
      const faulty = createFaultyClient(database.client);
      const store = createStore({ client: faulty.client, tableName: await database.createTable() });
      const app = createChatsApp({ store, authenticate: async () => ({ userId: 'ada', email: '' }) });
      await app.request('/api/chats');
      faulty.failEverything('The table of account 123 is gone');
      const response = await app.request(route.path, {
        method: route.method,
        ...('body' in route && {
          body: JSON.stringify(route.body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({ error: { code: 'unavailable', message: texts[title] } });
      expect(log).toHaveBeenCalledWith({
        errorMessage: 'a request failed',
        error: expect.objectContaining({
          errorMessage: texts[title],
          cause: expect.objectContaining({ errorType: 'Error' }),
        }),
      });
      expect(JSON.stringify(log.mock.calls)).not.toContain('account 123');
      await database.close();
    },
  );
});
