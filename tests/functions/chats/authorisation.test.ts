import { beforeAll, describe, expect, it } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { BAD_TOKENS } from '#tests/support/tokens.ts';
import { newPerson, ROUTES, type Route, setUpChats, titleOf } from './setup.ts';

const service = setUpChats();

/** A person with one chat of one message. */
async function newOwner(): Promise<string> {
  const userId = newPerson();
  await service.store().chats.create({ userId, chatId: 'chat_1', title: 'A secret title' });
  const message = { messageId: 'msg_1', role: 'user', content: 'A secret text' } as const;
  await service.store().messages.add({ userId, chatId: 'chat_1', ...message });
  return userId;
}

const everythingOf = async (userId: string) => ({
  chats: await service.store().chats.list({ userId }),
  messages: await service.store().messages.list({ userId, chatId: 'chat_1' }),
});

const call = (route: Route, given: { as?: string; headers?: Record<string, string> }) =>
  service.call(route.path, { method: route.method, ...('body' in route && { body: route.body }), ...given });

/** Status, headers and bytes of an answer. */
const whole = (answer: { status: number; headers: Headers; text: string }) => ({
  status: answer.status,
  headers: [...answer.headers],
  text: answer.text,
});

it('is tested on every route there is', () => {
  const app = createChatsApp({ store: service.store(), authenticate: () => Promise.resolve(undefined) });
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  const named = ROUTES.map(
    ({ method, path }) => `${method} ${path.replace('chat_1', ':chatId').replace('msg_1', ':messageId')}`,
  );
  expect(routes.sort()).toEqual(named.sort());
});

describe.each(ROUTES.map((route) => [titleOf(route), route] as const))('%s', (_, route) => {
  let owner = '';
  beforeAll(async () => {
    owner = await newOwner();
  });

  it('serves the owner', async () => {
    const { status } = await call(route, { as: await newOwner() });
    expect([200, 201]).toContain(status);
  });

  it('answers 401 without a token, and changes nothing', async () => {
    const before = await everythingOf(owner);
    const answer = await call(route, {});
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } });
    expect(await everythingOf(owner)).toEqual(before);
  });

  it.each(BAD_TOKENS)('answers 401 to a bad token, and changes nothing: %s', async (kind) => {
    const before = await everythingOf(owner);
    const answer = await call(route, {
      headers: { 'x-auth-token': await service.tokens().mintBad(kind, owner) },
    });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } });
    expect(answer.text).not.toContain('secret');
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('shows and lets change nothing of another person’s', async () => {
    const before = await everythingOf(owner);
    const answer = await call(route, { as: newPerson() });
    expect(answer.text).not.toContain('secret');
    expect(await everythingOf(owner)).toEqual(before);
  });
});

describe.each(
  ROUTES.filter(({ names }) => names !== 'nothing').map((route) => [titleOf(route), route] as const),
)('%s', (_, route) => {
  it('answers byte for byte the same to what is another’s, to what is missing and to what cannot be', async () => {
    await newOwner();
    const stranger = newPerson();
    const foreign = await call(route, { as: stranger });
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    for (const id of [
      'chat_missing',
      'not-an-id',
      'chat_%23',
      'chat_1%23',
      '%E0%A4%A',
      'chat_'.padEnd(200, 'x'),
    ]) {
      const path = route.path.replace('chat_1', id);
      const missing = await service.call(path, {
        method: route.method,
        ...('body' in route && { body: route.body }),
        as: stranger,
      });
      expect(whole(missing)).toEqual(whole(foreign));
    }
  });
});

it('lets nobody read on with another’s cursor', async () => {
  const [owner, stranger] = [newPerson(), newPerson()];
  for (const userId of [owner, stranger])
    for (let number = 0; number < 51; number += 1)
      await service.store().chats.create({ userId, chatId: `chat_${number}` });
  const { cursor = '' } = await service.store().chats.list({ userId: owner });
  const path = `/api/chats?cursor=${encodeURIComponent(cursor)}`;
  expect(await service.call(path, { as: owner })).toMatchObject({
    status: 200,
    body: { chats: [{ id: 'chat_0' }] },
  });
  expect(await service.call(path, { as: stranger })).toMatchObject({
    status: 400,
    body: { error: { code: 'bad-request' } },
  });
});

it('lists nobody’s archived chats but the owner’s', async () => {
  const [owner, stranger] = [await newOwner(), newPerson()];
  await service.store().chats.update({ userId: owner, chatId: 'chat_1', isArchived: true });
  const list = (as?: string) => service.call('/api/chats?archived=true', as === undefined ? {} : { as });
  expect(await list(owner)).toMatchObject({ status: 200, body: { chats: [{ id: 'chat_1' }] } });
  expect(await list(stranger)).toMatchObject({ status: 200, body: { chats: [] } });
  expect((await list()).status).toBe(401);
});
