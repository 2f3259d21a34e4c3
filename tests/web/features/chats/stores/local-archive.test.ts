import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chat } from '#shared/chat.ts';
import { answer, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { MemoryStorage } from './memory-storage.ts';

const IDS = ['chat_a', 'chat_b', 'chat_c', 'chat_d'];

/** A list of entries, any of which may be damaged. */
const damagedChats = fc
  .array(
    fc.record({
      id: fc.constantFrom(...IDS),
      damage: fc.oneof(
        fc.constant(undefined),
        fc.dictionary(fc.constantFrom(...Object.keys(sampleChat())), fc.jsonValue()),
        fc.jsonValue(),
      ),
    }),
    { maxLength: 8 },
  )
  .map((drafts) => {
    const seen = new Set<string>();
    return drafts.flatMap(({ id, damage }) => {
      if (damage !== undefined)
        return [typeof damage === 'object' ? { ...sampleChat({ id: 'chat_damaged' }), ...damage } : damage];
      if (seen.has(id)) return [];
      seen.add(id);
      return [sampleChat({ id })];
    });
  });

const isValid = (entry: unknown): entry is Chat =>
  typeof entry === 'object' &&
  entry !== null &&
  'id' in entry &&
  typeof entry.id === 'string' &&
  IDS.includes(entry.id) &&
  JSON.stringify(entry) === JSON.stringify(sampleChat({ id: entry.id }));

const isList = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

describe('LocalChats with arbitrary storage contents', () => {
  it('loses no valid chat among damaged ones when reading or writing', async () => {
    const property = fc.asyncProperty(damagedChats, async (entries) => {
      const storage = new MemoryStorage({ expertscope_chats: JSON.stringify(entries) });
      const store = new LocalChats({ storage, now: () => 1, tabs: undefined });
      const valid = entries.filter(isValid).map(({ id }) => id);
      expect((await store.listChats()).chats.map(({ id }) => id)).toEqual(expect.arrayContaining(valid));
      await store.createChat(sampleChat({ id: 'chat_new' }));
      const again = new LocalChats({ storage, tabs: undefined });
      expect((await again.listChats()).chats.map(({ id }) => id)).toEqual(
        expect.arrayContaining([...valid, 'chat_new']),
      );
    });
    await fc.assert(property, { numRuns: 1_000 });
  });

  it('survives any text under its keys and sets unparsable text aside', async () => {
    const property = fc.asyncProperty(
      fc.oneof(fc.string(), fc.json()),
      fc.oneof(fc.string(), fc.json()),
      async (chats, messages) => {
        const storage = new MemoryStorage({ expertscope_chats: chats, expertscope_messages: messages });
        const store = new LocalChats({ storage, now: () => 1, tabs: undefined });
        expect((await store.listChats()).chats).toBeInstanceOf(Array);
        await store.createChat(sampleChat());
        await store.putMessages('chat_1', [sampleMessage(), answer()]);
        expect(await store.listMessages('chat_1')).toHaveLength(2);
        const aside = [...storage.entries.keys()]
          .filter((key) => key.startsWith('expertscope_unreadable_'))
          .map((key) => storage.json(key));
        if (!isList(chats)) expect(aside).toContainEqual({ key: 'expertscope_chats', content: chats });
        if (!isList(messages))
          expect(aside).toContainEqual({ key: 'expertscope_messages', content: messages });
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('survives lists truncated at any point', async () => {
    const chats = JSON.stringify([sampleChat(), sampleChat({ id: 'chat_2' })]);
    const messages = JSON.stringify([sampleMessage(), answer()]);
    const property = fc.asyncProperty(
      fc.nat({ max: chats.length }),
      fc.nat({ max: messages.length }),
      async (a, b) => {
        const storage = new MemoryStorage({
          expertscope_chats: chats.slice(0, a),
          expertscope_messages: messages.slice(0, b),
        });
        const store = new LocalChats({ storage, tabs: undefined });
        const listed = (await store.listChats()).chats.map(({ id }) => id);
        if (b === messages.length) expect(listed).toContain('chat_1');
        await store.createChat(sampleChat({ id: 'chat_3' }));
        expect((await store.listChats()).chats.map(({ id }) => id)).toEqual(
          expect.arrayContaining([...listed, 'chat_3']),
        );
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });

  it('loses nothing during the page’s lifetime, whatever the quota', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 6_000 }), async (quota) => {
      const storage = new MemoryStorage({}, quota);
      const store = new LocalChats({ storage, tabs: undefined });
      for (const id of IDS) {
        await store.createChat(sampleChat({ id }));
        await store.putMessages(id, [sampleMessage({ id: `msg_${id}`, chatId: id })]);
      }
      expect((await store.listChats()).chats).toHaveLength(IDS.length);
      for (const id of IDS) expect(await store.listMessages(id)).toHaveLength(1);
      await store.deleteChat('chat_a');
      expect((await store.listChats()).chats).toHaveLength(IDS.length - 1);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
