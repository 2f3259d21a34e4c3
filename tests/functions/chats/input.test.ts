import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeCursor } from '#functions/store/cursors.ts';
import { messagesPartition, peoplePartition, userPartition } from '#functions/store/keys.ts';
import { LIMITS } from '#shared/limits.ts';
import { personOf } from '#tests/functions/store/samples.ts';
import { newPerson, ROUTES, type Route, setUpChats, titleOf } from './setup.ts';

const service = setUpChats();
const OWNER = newPerson();

beforeEach(async () => {
  await service.store().chats.create({ userId: OWNER, chatId: 'chat_1' });
  const message = { messageId: 'msg_1', role: 'user', content: 'x' } as const;
  await service.store().messages.add({ userId: OWNER, chatId: 'chat_1', ...message });
  await service.store().lists.create({ userId: OWNER, listId: 'list_1', name: 'Lawyers' });
  await service.store().lists.save({ userId: OWNER, listId: 'list_1', people: [personOf('ada')] });
});

/** Fields that may be an empty array. */
const MAY_BE_EMPTY = ['origins', 'criteria'];

type BodyRoute = Extract<Route, { body: object }>;
const bodyRoutes = ROUTES.filter((route): route is BodyRoute => 'body' in route);

const send = (route: BodyRoute, body: unknown, headers: Record<string, string> = {}) =>
  service.call(route.path, { method: route.method, as: OWNER, body, headers });

describe.each(bodyRoutes.map((route) => [titleOf(route), route] as const))('the body of %s', (_, route) => {
  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an array', JSON.stringify([route.body])],
    ['a string', '"text"'],
    ['a number', '1'],
    ['half of it', JSON.stringify(route.body).slice(0, -1)],
    ['an empty object', '{}'],
    ['a field twice', `${JSON.stringify(route.body).slice(0, -1)},${JSON.stringify(route.body).slice(1)}`],
    ['an unknown field', JSON.stringify({ ...route.body, userId: 'someone' })],
    ['a prototype', `{"__proto__":{"title":"x"},${JSON.stringify(route.body).slice(1)}`],
    ['deep nesting', `{"metadata":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('is rejected with 400 when it is %s', async (_name, body) => {
    const answer = await send(route, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad-request' } } });
  });

  it('is rejected with 400 when any field has the wrong type', async () => {
    for (const field of Object.keys(route.body))
      for (const value of [null, 1, [], {}, [[]], { length: 1 }, true]) {
        if (MAY_BE_EMPTY.includes(field) && JSON.stringify(value) === '[]') continue;
        const { status } = await send(route, { ...route.body, [field]: value });
        expect([field, value, status]).toEqual([field, value, 400]);
      }
  });

  it('is rejected with 413 when too large, and with 415 in another content type', async () => {
    const longest = 'longest' in route ? route.longest : LIMITS.bodyBytes;
    const large = JSON.stringify({ ...route.body, pad: 'x'.repeat(longest) });
    expect((await send(route, large)).status).toBe(413);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(route, JSON.stringify(route.body), form)).status).toBe(415);
  });

  it('gets a clear 4xx or succeeds, whatever it is', async () => {
    const log = vi.spyOn(console, 'error');
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.dictionary(fc.constantFrom(...Object.keys(route.body)), fc.jsonValue()),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        const { status } = await send(route, body);
        expect([200, 201, 400, 404, 409]).toContain(status);
      }),
      { numRuns: 25 },
    );
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});

const say = (content: string) =>
  service.call('/api/chats/chat_1/messages', {
    method: 'POST',
    as: OWNER,
    body: { id: `msg_${crypto.randomUUID()}`, role: 'user', content },
  });
const name = (title: string) =>
  service.call('/api/chats/chat_1', { method: 'PATCH', as: OWNER, body: { title } });
const create = (id: string) => service.call('/api/chats', { method: 'POST', as: OWNER, body: { id } });

describe('limits', () => {
  it('a message has at most 15,000 characters after trimming', async () => {
    expect((await say(`  ${'x'.repeat(15_000)}  `)).status).toBe(201);
    expect(await say('x'.repeat(15_001))).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "content" must be at most 15000 characters.' } },
    });
    expect((await say('  \n ')).status).toBe(400);
  });

  it('a title has at most 200 characters, and is not blank', async () => {
    expect((await name('x'.repeat(200))).status).toBe(200);
    expect((await name('x'.repeat(201))).status).toBe(400);
    expect(await name('   ')).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "title" must not be empty.' } },
    });
  });

  it('an id has the specified form', async () => {
    expect((await create('chat_1700000000000_abc')).status).toBe(201);
    for (const id of [
      '',
      'chat_',
      'msg_1',
      'chat_a#b',
      'chat_ä',
      'chat_1\n',
      ' chat_1',
      `chat_${'x'.repeat(80)}`,
    ])
      expect((await create(id)).status).toBe(400);
  });

  it('half a surrogate pair is rejected, as it could not be stored', async () => {
    expect((await say('half \uD83D')).status).toBe(400);
    expect((await say('whole \u{1F50E}')).status).toBe(201);
  });

  it('only two roles are allowed, and unknown metadata is rejected at any depth', async () => {
    const message = { id: 'msg_x', role: 'assistant', content: 'x' };
    const add = (change: object) =>
      service.call('/api/chats/chat_1/messages', {
        method: 'POST',
        as: OWNER,
        body: { ...message, ...change },
      });
    expect((await add({ role: 'tool' })).status).toBe(400);
    expect((await add({ role: 'system' })).status).toBe(400);
    const searchQuery = {
      googleSearchQuery: 'q',
      targetCriteria: { interests: [], experience: [], extra: 1 },
    };
    expect(await add({ metadata: { searchQuery } })).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "metadata" holds an unknown field "extra".' } },
    });
    expect(await add({ metadata: { rating: 'great' } })).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "metadata" is invalid at "rating".' } },
    });
    expect((await add({ metadata: [] })).status).toBe(400);
    expect((await add({ metadata: { rating: 'good' } })).status).toBe(201);
  });

  it('a role, an owner or a time cannot be changed', async () => {
    const change = (body: object) =>
      service.call('/api/chats/chat_1/messages/msg_1', { method: 'PATCH', as: OWNER, body });
    for (const body of [
      { role: 'assistant' },
      { userId: 'x' },
      { timestamp: '2026-01-01T00:00:00.000Z' },
      { id: 'msg_2' },
    ])
      expect((await change(body)).status).toBe(400);
    expect((await change({ metadata: { model: 'x' } })).status).toBe(400);
  });

  it('a picture is an https URL', async () => {
    const set = (photoURL: unknown) =>
      service.call('/api/me', { method: 'PATCH', as: OWNER, body: { photoURL } });
    for (const url of [
      'javascript:alert(1)',
      'http://example.com/a.png',
      'data:image/png;base64,AAAA',
      'a.png',
      '',
    ])
      expect((await set(url)).status).toBe(400);
    expect((await set('https://example.com/a.png')).status).toBe(200);
  });

  it('the archived parameter is true or false', async () => {
    for (const archived of ['', 'yes', '1', 'True', 'true,false'])
      expect(await service.call(`/api/chats?archived=${archived}`, { as: OWNER })).toMatchObject({
        status: 400,
        body: { error: { message: 'The parameter "archived" must be true or false.' } },
      });
  });

  it('a cursor that no list issued is rejected', async () => {
    // Built as the lists build theirs, which is no secret; DynamoDB would reject these positions as keys.
    const partitions = [userPartition(OWNER), messagesPartition({ userId: OWNER, chatId: 'chat_1' })];
    const positions = [
      'x'.repeat(2_000),
      'x',
      'ACTIVE#',
      `ACTIVE#2026-11-21T12:00:00.000Z#chat_${'x'.repeat(300)}`,
    ];
    const forged = partitions.flatMap((partition) =>
      positions.map((position) => encodeCursor({ partition, position })),
    );
    // A position in the history, in a list of people.
    const people = peoplePartition({ userId: OWNER, listId: 'list_1' });
    forged.push(encodeCursor({ partition: people, position: 'CHAT#chat_1' }));
    for (const cursor of ['', 'x', '%00', 'a.b', 'x'.repeat(5_000), '../..', ...forged])
      for (const path of [
        ...['/api/chats?', '/api/chats?archived=true&', '/api/chats/chat_1/messages?'],
        '/api/lists/list_1/people?',
      ]) {
        const { status } = await service.call(`${path}cursor=${encodeURIComponent(cursor)}`, { as: OWNER });
        expect([path, cursor.slice(0, 10), status]).toEqual([path, cursor.slice(0, 10), 400]);
      }
  });
});
