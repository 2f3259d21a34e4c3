import { describe, expect, it } from 'vitest';
import { newPerson, setUpChats } from './setup.ts';

const service = setUpChats();
const OLD = '2026-01-10T09:00:00.000Z';
const LATER = '2026-01-10T09:00:05.000Z';

async function begin(createdAt?: string) {
  const as = newPerson();
  const body = { id: 'chat_1', title: 'Lawyers', ...(createdAt !== undefined && { createdAt }) };
  const post = (path: string, sent: object) => service.call(path, { method: 'POST', as, body: sent });
  const made = await post('/api/chats', body);
  return {
    made,
    repeat: () => post('/api/chats', body),
    say: (id: string, timestamp?: string, content = id) => {
      const said = { id, role: 'user', content, ...(timestamp !== undefined && { timestamp }) };
      return post('/api/chats/chat_1/messages', said);
    },
    chat: async () => (await service.call('/api/chats/chat_1', { as })).body,
    messages: async () => (await service.call('/api/chats/chat_1/messages', { as })).body,
  };
}

describe('a chat begun elsewhere', () => {
  it('keeps its creation time, and is as old as its latest message', async () => {
    const { made, say, chat } = await begin(OLD);
    expect(made).toMatchObject({ status: 201, body: { createdAt: OLD, updatedAt: OLD, lastMessageAt: OLD } });
    expect(await say('msg_2', LATER)).toMatchObject({ status: 201, body: { timestamp: LATER } });
    expect(await say('msg_1', OLD)).toMatchObject({ status: 201, body: { timestamp: OLD } });
    expect(await chat()).toMatchObject({
      createdAt: OLD,
      updatedAt: LATER,
      lastMessageAt: LATER,
      messageCount: 2,
    });
  });

  it('orders its messages by their times, whichever arrives first', async () => {
    const { say, messages } = await begin(OLD);
    await say('msg_now');
    await say('msg_b', LATER);
    await say('msg_a', OLD);
    expect(await messages()).toMatchObject({
      messages: [{ id: 'msg_a' }, { id: 'msg_b' }, { id: 'msg_now' }],
    });
  });

  it('stays the same chat with the same messages when imported again', async () => {
    const { repeat, say, chat } = await begin(OLD);
    await say('msg_1', OLD);
    const before = await chat();
    expect(await repeat()).toMatchObject({ status: 200, body: { createdAt: OLD } });
    expect(await say('msg_1', LATER)).toMatchObject({ status: 200, body: { timestamp: OLD } });
    expect(await say('msg_1', OLD, 'something else')).toMatchObject({ status: 409 });
    expect(await chat()).toEqual(before);
  });

  it('is not moved back by an older message', async () => {
    const { made, say, chat } = await begin();
    await say('msg_1', OLD);
    const { lastMessageAt, updatedAt } = Object(made.body);
    expect(await chat()).toMatchObject({ lastMessageAt, updatedAt, messageCount: 1 });
  });

  it('has no time in the future, and neither have its messages', async () => {
    const { made, say } = await begin('2999-01-01T00:00:00.000Z');
    const said = await say('msg_1', '2999-01-01T00:00:00.000Z');
    for (const time of [Object(made.body).createdAt, Object(said.body).timestamp])
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
  });
});

describe('a time', () => {
  it.each([
    '',
    'yesterday',
    '2026-01-10',
    '2026-01-10T09:00:00Z',
    '2026-01-10T09:00:00.000+02:00',
    '2026-02-31T09:00:00.000Z',
    '2026-01-10T25:00:00.000Z',
    '+012026-01-10T09:00:00.000Z',
    ' 2026-01-10T09:00:00.000Z',
    '2026-01-10T09:00:00.000Z#msg_0',
  ])('is rejected with 400 when it is %j', async (time) => {
    expect(await (await begin()).say('msg_1', time)).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "timestamp" must be like 2026-01-31T09:00:00.000Z.' } },
    });
    expect((await begin(time)).made).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "createdAt" must be like 2026-01-31T09:00:00.000Z.' } },
    });
  });
});
