import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHATS_FUNCTION_ACCESS, SEARCH_FUNCTION_ACCESS } from '#infra/cloud/constructs/data.ts';
import { Chat } from '#shared/chat.ts';
import { ChatsAnswer, DeletedAnswer, MessagesAnswer } from '#shared/chat-contract.ts';
import { User } from '#shared/contract.ts';
import { HistoryAnswer } from '#shared/history.ts';
import { ListsAnswer, PeopleAnswer } from '#shared/lists.ts';
import { Share, Shared } from '#shared/shares.ts';
import { personOf, shareOf } from '#tests/functions/store/samples.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { startDatabase, type WatchedDatabase } from './support/database.ts';
import { type Call, httpEvent } from './support/http-event.ts';
import type { RunningFunction } from './support/run-function.ts';
import { type SearchFunction, startChatsFunction, startSearchFunction } from './support/start-functions.ts';
import { refused } from './support/table-access.ts';
import { startUserPool, type UserPool } from './support/user-pool.ts';

const ANA = '0b1f4c1e-6f0e-4a51-9a3c-2f7f5c9d1a10';
const STRANGER = '7c2d9e44-1b3a-4f6c-8d5e-0a9b8c7d6e5f';
const CHAT = 'chat_1795251600000_0123456789abcdef0123456789abcdef';
const PROMPT = {
  id: 'msg_1795251600000_0123456789abcdef0123456789abcdef',
  content: 'Peruvian engineers in Lima',
};

const Buffered = v.object({ statusCode: v.number(), body: v.pipe(v.string(), v.parseJson()) });

describe('a signed-in user of both functions under Lambda’s own client', () => {
  let pool: UserPool;
  let database: WatchedDatabase;
  let chats: RunningFunction;
  let search: SearchFunction;
  beforeAll(async () => {
    [pool, database] = await Promise.all([startUserPool(), startDatabase()]);
    // Each function signs with its own name, so that its requests can be checked against its own role.
    chats = await startChatsFunction(database, { ...pool.variables, AWS_ACCESS_KEY_ID: 'chats' });
    search = await startSearchFunction({ ...pool.variables, AWS_ACCESS_KEY_ID: 'search' }, { database });
    search.letProvidersAnswer();
  });
  afterAll(async () => {
    await Promise.all([chats.close(), search.close()]);
    await Promise.all([pool.close(), database.close()]);
  });

  const tokenOf = async (sub: string) => ({ 'x-auth-token': await pool.mint({ sub }) });
  const ask = async (call: Call, sub = ANA) => {
    const answer = chats.invoke(httpEvent({ ...call, headers: await tokenOf(sub) }));
    await answer.ended;
    return v.parse(Buffered, JSON.parse(answer.body()));
  };
  const get = async (path: string) => (await ask({ method: 'GET', path })).body;
  const startSearch = async (sub: string, chatId: string) => {
    const body = { chatId, messageId: PROMPT.id, content: PROMPT.content, deepResearch: false };
    const headers = await tokenOf(sub);
    const answer = search.lambda.invoke(httpEvent({ method: 'POST', path: '/api/searches', headers, body }));
    await answer.ended;
    return answer;
  };
  const requestsOf = (name: 'chats' | 'search') =>
    database.requests().filter(({ caller }) => caller === name);

  it('has a record from the first call', async () => {
    expect(v.parse(User, await get('/api/me'))).toMatchObject({ id: ANA, email: `${ANA}@example.com` });
    const { body } = await ask({ method: 'PATCH', path: '/api/me', body: { displayName: 'Ana' } });
    expect(v.parse(User, body).displayName).toBe('Ana');
  });

  it('creates a chat and finds it in the list', async () => {
    const made = await ask({ method: 'POST', path: '/api/chats', body: { id: CHAT, title: 'Engineers' } });
    expect([made.statusCode, v.parse(Chat, made.body).userId]).toEqual([201, ANA]);
    expect(v.parse(ChatsAnswer, await get('/api/chats')).chats.map(({ id }) => id)).toEqual([CHAT]);
  });

  it('searches in the chat, where the search function saves the answer', async () => {
    const answer = await startSearch(ANA, CHAT);
    expect(answer.prelude().statusCode).toBe(200);
    expect(answer.body()).toContain('"outcome":"answered"');
    const { messages } = v.parse(MessagesAnswer, await get(`/api/chats/${CHAT}/messages`));
    expect(messages.map(({ role, userId }) => [role, userId])).toEqual([
      ['user', ANA],
      ['assistant', ANA],
    ]);
    expect(messages[0]?.content).toBe(PROMPT.content);
    const people = messages[1]?.metadata?.profileDisplayData?.totalProfiles;
    expect(people).toBeGreaterThan(0);
    const { chats: found, digests } = v.parse(HistoryAnswer, await get('/api/history'));
    expect(found.map(({ id }) => id)).toEqual([CHAT]);
    expect(digests.flatMap((digest) => digest.people ?? [])).toHaveLength(people ?? 0);
  });

  it('rates the answer, and renames and reads the chat', async () => {
    const { messages } = v.parse(MessagesAnswer, await get(`/api/chats/${CHAT}/messages`));
    const path = `/api/chats/${CHAT}/messages/${messages[1]?.id}`;
    expect(await ask({ method: 'PATCH', path, body: { metadata: { rating: 'good' } } })).toMatchObject({
      statusCode: 200,
      body: { metadata: { rating: 'good' } },
    });
    await ask({ method: 'PATCH', path: `/api/chats/${CHAT}`, body: { title: 'Engineers in Lima' } });
    expect(v.parse(Chat, await get(`/api/chats/${CHAT}`))).toMatchObject({
      title: 'Engineers in Lima',
      messageCount: 2,
    });
  });

  it('has chats that nobody else can see', async () => {
    for (const path of [`/api/chats/${CHAT}`, `/api/chats/${CHAT}/messages`])
      expect((await ask({ method: 'GET', path }, STRANGER)).statusCode).toBe(404);
    expect((await ask({ method: 'DELETE', path: `/api/chats/${CHAT}` }, STRANGER)).statusCode).toBe(404);
  });

  it('deletes a message, and then the chat with everything in it', async () => {
    const { messages } = v.parse(MessagesAnswer, await get(`/api/chats/${CHAT}/messages`));
    const message = `/api/chats/${CHAT}/messages/${messages[0]?.id}`;
    v.parse(DeletedAnswer, (await ask({ method: 'DELETE', path: message })).body);
    v.parse(DeletedAnswer, (await ask({ method: 'DELETE', path: `/api/chats/${CHAT}` })).body);
    expect((await ask({ method: 'GET', path: `/api/chats/${CHAT}` })).statusCode).toBe(404);
    expect(v.parse(ChatsAnswer, await get('/api/chats')).chats).toEqual([]);
  });

  it('keeps people in a list, shares them by link and removes a person from both', async () => {
    const path = '/api/lists/list_1';
    const people = ['ada', 'bea'].map((slug) => personOf(slug));
    expect((await ask({ method: 'PUT', path, body: { name: 'Engineers' } })).statusCode).toBe(201);
    await ask({ method: 'POST', path: `${path}/people`, body: { people } });
    await ask({ method: 'PUT', path: `${path}/people/ada`, body: personOf('ada') });
    await ask({ method: 'PATCH', path: `${path}/people/ada`, body: { note: 'Called' } });
    expect(v.parse(PeopleAnswer, await get(`${path}/people`)).people).toHaveLength(2);
    const body = shareOf('share_1', { people: people.map(({ profile }) => ({ profile })) });
    const made = await ask({ method: 'POST', path: '/api/shares', body });
    const { token } = v.parse(Share, made.body);
    const open = async () => {
      const answer = chats.invoke(httpEvent({ method: 'GET', path: `/api/shared/${token}` }));
      await answer.ended;
      return v.parse(Buffered, JSON.parse(answer.body()));
    };
    const read = async () => v.parse(Shared, (await open()).body).people.length;
    expect(await read()).toBe(2);
    const removal = httpEvent({
      ...{ method: 'POST', path: '/api/account/removals', headers: await tokenOf(ANA) },
      body: { profileUrl: urlOf('bea'), remove: true },
    });
    const removed = search.lambda.invoke(removal);
    await removed.ended;
    expect(removed.body()).toContain('"lists":1,"shares":1');
    expect([await read(), v.parse(ListsAnswer, await get('/api/lists')).lists[0]?.size]).toEqual([1, 1]);
    const exported = search.lambda.invoke(
      httpEvent({ method: 'GET', path: '/api/account/export', headers: await tokenOf(ANA) }),
    );
    await exported.ended;
    expect(exported.body()).toContain('The invented ada');
    v.parse(DeletedAnswer, (await ask({ method: 'DELETE', path: `${path}/people/ada` })).body);
    v.parse(DeletedAnswer, (await ask({ method: 'DELETE', path })).body);
    v.parse(DeletedAnswer, (await ask({ method: 'DELETE', path: '/api/shares/share_1' })).body);
    expect((await open()).statusCode).toBe(404);
  });

  it('causes only table requests that each function’s role allows', () => {
    expect(requestsOf('chats').length).toBeGreaterThan(15);
    expect(requestsOf('search').length).toBeGreaterThan(10);
    expect(refused(requestsOf('chats'), CHATS_FUNCTION_ACCESS)).toEqual([]);
    expect(refused(requestsOf('search'), SEARCH_FUNCTION_ACCESS)).toEqual([]);
    // The check is strict: the other function’s role is not enough.
    expect(refused(requestsOf('search'), CHATS_FUNCTION_ACCESS)).not.toEqual([]);
  });

  it('is verified with keys that each function fetched only once', () => {
    expect(pool.calls()).toBe(2);
  });

  it('leaves no tokens or addresses in the logs', () => {
    const text = [...chats.log(), ...search.lambda.log()].join('\n');
    expect(text).not.toMatch(/eyJ[\w-]{20}|@example\.com/);
    expect(text).not.toContain(PROMPT.content);
  });
});
