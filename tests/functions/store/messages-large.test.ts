import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import { messageKey } from '#functions/store/keys.ts';
import { MAX_ATTEMPT_DURATION } from '#functions/store/lifetimes.ts';
import type { MessageMetadata } from '#shared/message.ts';
import type { VerifiedProfile } from '#shared/results.ts';
import { readPartition } from './inspect.ts';
import { newPerson, noise, sketchSearch } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();

function verifiedProfile(number: number, textLength: number): VerifiedProfile {
  const url = `https://www.linkedin.com/in/invented-person-${number}`;
  return {
    originalProfile: {
      ...{ url, title: `Invented Person ${number}`, snippet: 'Lima, Peru', position: number },
      ...{ relevanceScore: 88, reasoning: 'Fits', shouldVerify: true, scoreSource: 'model' },
    },
    proxycurlData: {
      full_name: `Invented Person ${number}`,
      summary: noise(textLength),
      experiences: [{ company: 'Firm', title: null, starts_at: { day: null, month: 3, year: 2020 } }],
      education: [],
    },
    finalRelevanceScore: 91,
    verificationReasoning: 'Confirmed',
    meetsAllCriteria: true,
  };
}

/** A deep search’s metadata, which holds each record twice, as in reality. */
function deepMetadata(textLength: number): MessageMetadata {
  const verifiedProfiles = [1, 2, 3, 4, 5].map((number) => verifiedProfile(number, textLength));
  return {
    searchQuery: {
      googleSearchQuery: 'site:linkedin.com/in lawyers',
      targetCriteria: { profession: 'lawyer', interests: ['food'], experience: [] },
    },
    searchResults: { totalResults: 1_200, currentPage: 1, hasNextPage: true, linkedinProfiles: [] },
    deepResearchResults: {
      filteredProfiles: verifiedProfiles.map(({ originalProfile }) => originalProfile),
      verifiedProfiles,
      totalProcessed: 20,
      profilesForVerification: 5,
      finalRecommendations: verifiedProfiles,
    },
    profileDisplayData: {
      ...{ verifiedProfiles: [], otherProfiles: [], totalProfiles: 0, searchQuery: 'lawyers' },
      ...{ useDeepResearch: true, profileProvider: 'Enrich Layer' },
    },
    model: 'gpt-4.1-mini + SerpApi + Enrich Layer',
    step: 'deep_research_complete',
    useDeepResearch: true,
  };
}

async function saveAnswer(metadata: MessageMetadata, content?: string) {
  const userId = newPerson();
  const { store, writes } = setup.openFaulty();
  const { opening, reply } = sketchSearch({ userId, takes: 1, metadata, ...(content && { content }) });
  await store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
  return { address: { userId, chatId: 'chat_1' }, message: reply, writes };
}

describe('an assistant message', () => {
  it.each([
    ['of a few hundred bytes', 10, 5],
    ['of 25 KB', 5_000, 5],
    ['of 1 MB that compresses, since its records repeat', 20_000, 5],
    ['of 4 MB, in parts', 200_000, 9],
  ])('%s is read back identical', async (_, textLength, mostWrites) => {
    const store = setup.open();
    const { address, message, writes } = await saveAnswer(deepMetadata(textLength));
    expect((await store.messages.list(address))?.messages[1]).toEqual(message);
    expect(writes.length).toBeLessThanOrEqual(mostWrites);
  });

  it('keeps content of any length', async () => {
    const { address, message } = await saveAnswer({ model: 'm' }, `é${noise(500_000)}`);
    expect((await setup.open().messages.list(address))?.messages[1]).toEqual(message);
  });

  it('in parts can be rated, and keeps a changed text', async () => {
    const store = setup.open();
    const { address, message } = await saveAnswer(deepMetadata(100_000));
    const target = { ...address, messageId: message.id };
    const rated = await store.messages.update({ ...target, rating: 'good', content: 'Changed' });
    expect(rated).toEqual({
      ...message,
      content: 'Changed',
      metadata: { ...message.metadata, rating: 'good' },
    });
  });

  it('in parts is deleted with them', async () => {
    const store = setup.open();
    const { address, message } = await saveAnswer(deepMetadata(200_000));
    expect(await readPartition(setup, address)).toHaveLength(5);
    await store.messages.delete({ ...address, messageId: message.id });
    expect(await readPartition(setup, address)).toHaveLength(2);
  });

  it('in parts leaves none when its id is already taken', async () => {
    const store = setup.open();
    const { address, message } = await saveAnswer({ model: 'first' });
    const metadata = deepMetadata(200_000);
    const again = {
      ...address,
      messageId: message.id,
      role: message.role,
      content: message.content,
      metadata,
    };
    expect(await store.messages.add(again)).toEqual({ status: 'exists', message });
    expect(await readPartition(setup, address)).toHaveLength(2);
  });

  it('in parts, interrupted anywhere, is complete and counted after a repeat', async () => {
    const metadata = deepMetadata(200_000);
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: 'chat_1' };
      const faulty = setup.openFaulty();
      faulty.failWrite(number, 'timeout after');
      const { store } = faulty;
      const { opening, userMessage, reply: message } = sketchSearch({ userId, takes: 1, metadata });
      const saving = store.searchMessages.open(opening);
      await saving.saveAssistantMessage({ message }).catch(() => undefined);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(5);
      await saving.saveAssistantMessage({ message });
      expect((await store.messages.list(address))?.messages).toEqual([userMessage, message]);
      expect(await store.chats.read(address)).toMatchObject({ messageCount: 2 });
    }
  });
});

describe('an answer in parts from which a person is removed', () => {
  const save = async () => {
    const { address, message } = await saveAnswer(deepMetadata(60_000));
    return { ...address, messageId: message.id, profileUrl: verifiedProfile(1, 0).originalProfile.url };
  };

  /** The answer is readable, has the other four people, and no parts but its own. */
  async function expectTakenOut(taken: Awaited<ReturnType<typeof save>>) {
    const page = await setup.open().messages.list(taken);
    const results = page?.messages[1]?.metadata?.deepResearchResults;
    expect(results?.verifiedProfiles.map(({ originalProfile }) => originalProfile.position)).toEqual([
      2, 3, 4, 5,
    ]);
    const items = await readPartition(setup, taken);
    const answer = items.find(({ sk }) => sk === `MSG#${taken.messageId}`);
    const parts = items.filter(({ sk }) => String(sk).startsWith('PART#'));
    expect(answer).toMatchObject({ payload: { form: 'parts', count: parts.length } });
  }

  it.each(['throttled', 'killed after'] as const)(
    'is complete without them a quarter of an hour after an interruption anywhere: %s',
    async (fault) => {
      for (let number = 0; ; number += 1) {
        const taken = await save();
        const faulty = setup.openFaulty();
        faulty.failWrite(number, fault);
        await faulty.store.messages.removePerson(taken).catch(() => undefined);
        if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(4);
        setup.clock.pass(MAX_ATTEMPT_DURATION);
        const store = setup.open();
        await store.messages.removePerson(taken);
        await store.chats.list(taken);
        await expectTakenOut(taken);
      }
    },
  );

  it('is complete without them when every response is lost once', async () => {
    const taken = await save();
    const { messages } = await setup.openLosingAnswers();
    expect(await messages.removePerson(taken)).toBe(true);
    await expectTakenOut(taken);
  });

  it('has no parts left when it then fits into its item, and every response is lost once', async () => {
    const { address, message } = await saveAnswer(deepMetadata(40_000));
    const { messages } = await setup.openLosingAnswers();
    const { url } = verifiedProfile(1, 0).originalProfile;
    expect(await messages.removePerson({ ...address, messageId: message.id, profileUrl: url })).toBe(true);
    const items = await readPartition(setup, address);
    expect(items).toMatchObject([{ sk: `MSG#${message.id}`, payload: { form: 'brotli' } }, { role: 'user' }]);
  });

  it('is complete without them when the remover is presumed dead before any write', async () => {
    for (let number = 1; ; number += 1) {
      const taken = await save();
      const faulty = setup.openFaulty();
      faulty.beforeWrite(number, async () => {
        setup.clock.pass(MAX_ATTEMPT_DURATION);
        await setup.open().chats.list(taken);
      });
      expect(await faulty.store.messages.removePerson(taken)).toBe(true);
      await expectTakenOut(taken);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(4);
    }
  });
});

describe('a message that cannot be read in full', () => {
  async function saveBroken() {
    const { address, message } = await saveAnswer(deepMetadata(200_000), 'Found five.');
    const items = await readPartition(setup, address);
    const { pk, sk } = items.find((item) => String(item['sk']).startsWith('PART#')) ?? {};
    const Key = { pk, sk };
    await setup.database().client.send(new DeleteCommand({ TableName: setup.tableName(), Key }));
    return { address, message, target: { ...address, messageId: message.id } };
  }

  it('is marked, while the others are read normally and nothing is written', async () => {
    const { address, message } = await saveBroken();
    const store = setup.open();
    await store.messages.add({ ...address, messageId: 'msg_next', role: 'user', content: 'And in Lima?' });
    const before = await readPartition(setup, address);
    const { metadata: _, ...left } = message;
    expect((await store.messages.list(address))?.messages).toMatchObject([
      { role: 'user' },
      { ...left, lost: 'metadata' },
      { id: 'msg_next', content: 'And in Lima?' },
    ]);
    expect(await readPartition(setup, address)).toEqual(before);
  });

  it('is also marked when its payload is damaged, and says when its text is lost too', async () => {
    const { address, message } = await saveAnswer({ model: 'm' }, 'é'.repeat(50_000));
    const damage = new UpdateCommand({
      TableName: setup.tableName(),
      Key: messageKey({ ...address, messageId: message.id }),
      UpdateExpression: 'SET payload.#bytes = :bytes',
      ExpressionAttributeNames: { '#bytes': 'bytes' },
      ExpressionAttributeValues: { ':bytes': new Uint8Array([1, 2, 3]) },
    });
    await setup.database().client.send(damage);
    const page = await setup.open().messages.list(address);
    expect(page?.messages[1]).toMatchObject({ id: message.id, content: '', lost: 'text' });
  });

  it('can be rated, sent again, searched for people and deleted, and is never overwritten', async () => {
    const { address, message, target } = await saveBroken();
    const store = setup.open();
    const rated = { id: message.id, metadata: { rating: 'good' }, lost: 'metadata' };
    expect(await store.messages.update({ ...target, rating: 'good' })).toMatchObject(rated);
    const before = await readPartition(setup, address);
    const { role, content } = message;
    const again = await store.messages.add({ ...target, role, content, metadata: { model: 'other' } });
    expect(again).toMatchObject({ status: 'exists', message: rated });
    const profileUrl = verifiedProfile(1, 0).originalProfile.url;
    await expect(store.messages.removePerson({ ...target, profileUrl })).rejects.toThrow(StoreError);
    expect(await readPartition(setup, address)).toEqual(before);
    expect(await store.messages.findPerson({ ...address, profileUrl })).toEqual({
      answers: [],
      unreadable: 1,
    });
    expect(await store.messages.delete(target)).toBe(true);
    expect(await readPartition(setup, address)).toHaveLength(2);
  });

  it('does not prevent removing a person from the other answers', async () => {
    const { address } = await saveBroken();
    const store = setup.open();
    const person = { userId: address.userId, profileUrl: verifiedProfile(1, 0).originalProfile.url };
    await store.messages.add({
      ...{ ...address, messageId: 'msg_other', role: 'assistant', content: 'Found.' },
      metadata: deepMetadata(10),
    });
    const found = { answers: 1, chats: 1, lists: 0, shares: 0, unreadable: 1 };
    expect(await store.account.findPerson(person)).toMatchObject(found);
    expect(await store.account.removePerson(person)).toMatchObject(found);
    expect(await store.account.findPerson(person)).toMatchObject({ answers: 0, chats: 0, unreadable: 1 });
  });

  it('is not reported when the message is rewritten or deleted during the read', async () => {
    const profileUrl = verifiedProfile(1, 0).originalProfile.url;
    for (const meanwhile of ['removePerson', 'delete'] as const) {
      const { address, message } = await saveAnswer(deepMetadata(200_000), 'Found five.');
      const target = { ...address, messageId: message.id, profileUrl };
      const client = await setup.newClient();
      let isDone = false;
      client.middlewareStack.add(
        (next, { commandName }) =>
          async (request) => {
            if (commandName === 'BatchGetItemCommand' && !isDone) {
              isDone = true;
              await setup.open().messages[meanwhile](target);
            }
            return await next(request);
          },
        { step: 'initialize' },
      );
      const [, answer] = (await setup.open({ client }).messages.list(address))?.messages ?? [];
      expect(isDone).toBe(true);
      expect(answer?.lost).toBeUndefined();
      const left = answer?.metadata?.deepResearchResults?.verifiedProfiles;
      expect(left?.length).toBe(meanwhile === 'delete' ? undefined : 4);
      client.destroy();
    }
  });
});

describe('a page of messages', () => {
  it('ends before it exceeds a Lambda function’s response limit', async () => {
    const store = setup.open();
    const { address } = await saveAnswer({ model: 'm' });
    const metadata: MessageMetadata = { model: 'ab'.repeat(750_000) };
    for (const number of [1, 2, 3])
      await store.messages.add({
        ...address,
        messageId: `msg_${number}`,
        role: 'assistant',
        content: 'x',
        metadata,
      });
    const first = await store.messages.list(address);
    expect(first?.messages).toHaveLength(4);
    const second = await store.messages.list({ ...address, ...(first?.cursor && { cursor: first.cursor }) });
    expect(second?.messages.map(({ id }) => id)).toEqual(['msg_3']);
    expect(second).not.toHaveProperty('cursor');
  });
});
