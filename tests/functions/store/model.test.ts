import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '#functions/store/store.ts';
import { RATINGS, type Rating } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { MemoryModel } from './memory-model.ts';
import { newMessage, newPerson } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();

interface World {
  store: Store;
  model: MemoryModel;
  userId: string;
  /** Stands still during an operation, so that both sides read the same time. */
  now: number;
}

const chatIds = fc.constantFrom('chat_1', 'chat_2');
const messageIds = fc.constantFrom('msg_1', 'msg_2', 'msg_3', 'msg_4');
const titles = fc.constantFrom('Lawyers', 'Investors', 'Chefs');
const contents = fc.constantFrom('Find lawyers', 'Find chefs');

type Step = (world: World) => Promise<void>;
const at = ({ now }: World) => toTimestamp(now);

/** Seconds before or after now at which something imported was created; undefined for something created here. */
const offsets = fc.option(fc.constantFrom(-86_400, -3, -1, 5), { nil: undefined });

/** The time to ask for and the time that is kept, which is never in the future. */
function moments(world: World, offset: number | undefined) {
  if (offset === undefined) return { kept: world.now };
  const asked = world.now + offset * 1_000;
  return { asked: toTimestamp(asked), kept: Math.min(asked, world.now) };
}

const create = fc.tuple(chatIds, titles, offsets).map(
  ([chatId, title, offset]): Step =>
    async (world) => {
      const { asked, kept } = moments(world, offset);
      const address = { userId: world.userId, chatId };
      const result = await world.store.chats.create({
        ...address,
        title,
        ...(asked && { createdAt: asked }),
      });
      expect(result.status).toBe(world.model.create(chatId, title, toTimestamp(kept)));
    },
);

const update = fc
  .tuple(chatIds, fc.oneof(fc.record({ title: titles }), fc.record({ isArchived: fc.boolean() })))
  .map(
    ([chatId, change]): Step =>
      async (world) => {
        const result = await world.store.chats.update({ userId: world.userId, chatId, ...change });
        const expected = world.model.update(chatId, change, at(world));
        expect(result).toEqual(expected && { ...expected, userId: world.userId });
      },
  );

const remove = chatIds.map(
  (chatId): Step =>
    async (world) => {
      const result = await world.store.chats.delete({ userId: world.userId, chatId });
      expect(result).toBe(world.model.delete(chatId));
    },
);

const add = fc.tuple(chatIds, messageIds, contents, offsets).map(
  ([chatId, messageId, content, offset]): Step =>
    async (world) => {
      const { userId, store, model } = world;
      const { asked, kept } = moments(world, offset);
      const message = { userId, chatId, messageId, role: 'user', content } as const;
      const result = await store.messages.add({ ...message, ...(asked && { timestamp: asked }) });
      expect(result.status).toBe(model.add(newMessage({ userId, chatId, id: messageId, content, at: kept })));
    },
);

const rate = fc.tuple(chatIds, messageIds, fc.constantFrom<Rating | null>(...RATINGS, null)).map(
  ([chatId, messageId, rating]): Step =>
    async ({ store, model, userId }) => {
      const result = await store.messages.update({ userId, chatId, messageId, rating });
      expect(result).toEqual(model.rate(chatId, messageId, rating));
    },
);

const erase = fc.tuple(chatIds, messageIds).map(
  ([chatId, messageId]): Step =>
    async (world) => {
      const result = await world.store.messages.delete({ userId: world.userId, chatId, messageId });
      expect(result).toBe(world.model.remove(chatId, messageId, at(world)));
    },
);

const search = fc.tuple(chatIds, messageIds, messageIds, contents).map(
  ([chatId, questionId, other, content]): Step =>
    async ({ store, model, userId, now }) => {
      const replyId = `${other}_reply`;
      const question = newMessage({ userId, chatId, id: questionId, content, at: now });
      const reply = newMessage({ userId, chatId, id: replyId, role: 'assistant', content: 'Found', at: now });
      const saving = store.searchMessages.open({
        userId,
        chatId,
        title: 'T',
        userMessage: question,
        replyId,
      });
      await saving.saveUserMessage();
      await saving.saveAssistantMessage({ message: reply });
      model.search(question, reply, 'T');
    },
);

/** Everything a person can see is the same on both sides. */
async function expectSame({ store, model, userId }: World): Promise<void> {
  const owned = <Thing extends object>(thing: Thing | undefined) => thing && { ...thing, userId };
  for (const archived of [false, true])
    expect((await store.chats.list({ userId, archived })).chats).toEqual(model.list(archived).map(owned));
  for (const chatId of ['chat_1', 'chat_2']) {
    expect(await store.chats.read({ userId, chatId })).toEqual(owned(model.read(chatId)));
    expect((await store.messages.list({ userId, chatId }))?.messages).toEqual(model.messages(chatId));
  }
}

describe('the store', () => {
  it('behaves like a simple in-memory model after any sequence of operations', async () => {
    const steps = fc.array(
      fc.oneof(create, create, update, remove, add, add, add, rate, erase, search, search),
      {
        minLength: 5,
        maxLength: 25,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const world: World = {
          store: setup.open(),
          model: new MemoryModel(),
          userId: newPerson(),
          now: NOON,
        };
        world.store = setup.open({ clock: () => world.now });
        for (const step of sequence) {
          world.now += 1_000;
          await step(world);
        }
        await expectSame(world);
      }),
      { numRuns: 40 },
    );
  });
});
