import { beforeAll, describe, expect, it } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { personOf, shareOf } from '#tests/functions/store/samples.ts';
import { BAD_TOKENS } from '#tests/support/tokens.ts';
import { newPerson, PUBLIC_ROUTE, ROUTES, type Route, setUpChats, titleOf } from './setup.ts';

const service = setUpChats();

/** A person with one chat of one message, one list of one person, and one share. */
async function newOwner(): Promise<string> {
  const userId = newPerson();
  await service.store().chats.create({ userId, chatId: 'chat_1', title: 'A secret title' });
  const message = { messageId: 'msg_1', role: 'user', content: 'A secret text' } as const;
  await service.store().messages.add({ userId, chatId: 'chat_1', ...message });
  const { lists, shares } = service.store();
  await lists.create({ userId, listId: 'list_1', name: 'A secret list' });
  await lists.save({ userId, listId: 'list_1', people: [personOf('ada', { note: 'A secret note' })] });
  await shares.create({ userId, ...shareOf('share_1', { title: 'A secret share' }) });
  return userId;
}

const everythingOf = async (userId: string) => ({
  chats: await service.store().chats.list({ userId }),
  messages: await service.store().messages.list({ userId, chatId: 'chat_1' }),
  lists: await service.store().lists.list({ userId }),
  people: await service.store().lists.listPeople({ userId, listId: 'list_1' }),
  shares: await service.store().shares.list({ userId }),
});

const call = (route: Route, given: { as?: string; headers?: Record<string, string> }) =>
  service.call(route.path, { method: route.method, ...('body' in route && { body: route.body }), ...given });

/** Status, headers and body of an answer. */
const whole = (answer: { status: number; headers: Headers; text: string }) => ({
  status: answer.status,
  headers: [...answer.headers],
  text: answer.text,
});

it('every route is covered by these tests', () => {
  const app = createChatsApp({ store: service.store(), authenticate: () => Promise.resolve(undefined) });
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  const named = ROUTES.map(
    ({ method, path }) =>
      `${method} ${path
        .replace('chat_1', ':chatId')
        .replace('msg_1', ':messageId')
        .replace('list_1', ':listId')
        .replace('ada', ':slug')
        .replace('share_1', ':shareId')}`,
  );
  expect(routes.sort()).toEqual([...named, PUBLIC_ROUTE].sort());
});

describe.each(ROUTES.map((route) => [titleOf(route), route] as const))('%s', (_, route) => {
  let owner = '';
  let before: Awaited<ReturnType<typeof everythingOf>>;
  beforeAll(async () => {
    owner = await newOwner();
    before = await everythingOf(owner);
  });

  it('serves the owner', async () => {
    const { status } = await call(route, { as: await newOwner() });
    expect([200, 201]).toContain(status);
  });

  it('returns 401 without a token, and changes nothing', async () => {
    const answer = await call(route, {});
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } });
    expect(await everythingOf(owner)).toEqual(before);
  });

  it.each(BAD_TOKENS)('returns 401 for a bad token, and changes nothing: %s', async (kind) => {
    const answer = await call(route, {
      headers: { 'x-auth-token': await service.tokens().mintBad(kind, owner) },
    });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } });
    expect(answer.text).not.toContain('secret');
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('creates nothing for a token that outlives its account', async () => {
    const userId = await newOwner();
    const nothing = await everythingOf(newPerson());
    await service.store().account.erase({ userId, settles: 0, wait: () => Promise.resolve() });
    const answer = await call(route, { as: userId });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'account-erased' } } });
    expect(await everythingOf(userId)).toEqual(nothing);
  });

  it('neither reveals nor changes another person’s data', async () => {
    const answer = await call(route, { as: newPerson() });
    expect(answer.text).not.toContain('secret');
    expect(await everythingOf(owner)).toEqual(before);
  });
});

describe.each(
  ROUTES.filter(({ names }) => !['nothing', 'what it makes'].includes(names)).map(
    (route) => [titleOf(route), route] as const,
  ),
)('%s', (_, route) => {
  it('answers identically for a foreign, a missing and an invalid id', async () => {
    await newOwner();
    const stranger = newPerson();
    const foreign = await call(route, { as: stranger });
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    const [kind = ''] = /(chat|list|share)(?=_1)/.exec(route.path) ?? [];
    for (const id of [
      `${kind}_missing`,
      'not-an-id',
      `${kind}_%23`,
      `${kind}_1%23`,
      '%E0%A4%A',
      `${kind}_`.padEnd(200, 'x'),
    ]) {
      const path = route.path.replace(`${kind}_1`, id);
      const missing = await service.call(path, {
        method: route.method,
        ...('body' in route && { body: route.body }),
        as: stranger,
      });
      expect(whole(missing)).toEqual(whole(foreign));
    }
  });
});

it('a cursor cannot be used by another person', async () => {
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

it('a person’s entry is reachable only by the owner, even in a list with the same id', async () => {
  await newOwner();
  const stranger = newPerson();
  await service.store().lists.create({ userId: stranger, listId: 'list_1', name: 'Mine' });
  for (const slug of ['ada', 'nobody', '%20', 'a%2fb', '%E0%A4%A', 'x'.repeat(301)])
    for (const route of ROUTES.filter(({ names }) => names === 'person')) {
      const path = route.path.replace('ada', slug);
      const { status } = await service.call(path, {
        method: route.method,
        ...('body' in route && { body: route.body }),
        as: stranger,
      });
      expect([route.method, slug, status]).toEqual([route.method, slug, 404]);
    }
});

describe(PUBLIC_ROUTE, () => {
  it('answers anyone with the token alike, and nobody else', async () => {
    const owner = await newOwner();
    const [share] = await service.store().shares.list({ userId: owner });
    const path = `/api/shared/${share?.token}`;
    const answer = await service.call(path);
    expect(answer).toMatchObject({ status: 200, body: { title: 'A secret share' } });
    expect(answer.text).not.toContain(owner);
    for (const as of [owner, newPerson()])
      expect(whole(await service.call(path, { as }))).toEqual(whole(answer));
    for (const kind of BAD_TOKENS) {
      const headers = { 'x-auth-token': await service.tokens().mintBad(kind, owner) };
      expect(whole(await service.call(path, { headers }))).toEqual(whole(answer));
    }
    await service.store().shares.revoke({ userId: owner, id: 'share_1' });
    const revoked = await service.call(path);
    expect(revoked).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    for (const token of ['A'.repeat(22), 'share_1', owner, '%23', '%E0%A4%A', 'x'.repeat(400)])
      expect(whole(await service.call(`/api/shared/${token}`))).toEqual(whole(revoked));
  });
});

it('archived chats are listed for their owner only', async () => {
  const [owner, stranger] = [await newOwner(), newPerson()];
  await service.store().chats.update({ userId: owner, chatId: 'chat_1', isArchived: true });
  const list = (as?: string) => service.call('/api/chats?archived=true', as === undefined ? {} : { as });
  expect(await list(owner)).toMatchObject({ status: 200, body: { chats: [{ id: 'chat_1' }] } });
  expect(await list(stranger)).toMatchObject({ status: 200, body: { chats: [] } });
  expect((await list()).status).toBe(401);
});
