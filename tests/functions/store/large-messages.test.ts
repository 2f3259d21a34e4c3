import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '#functions/store/dynamodb/payload.ts';
import { deleteItems, getItems } from '#functions/store/dynamodb/requests.ts';
import type { VerifiedProfile } from '#shared/deep-research.ts';
import type { MessageMetadata } from '#shared/message.ts';
import { createFaultyClient } from '#tests/support/dynamodb-faults.ts';
import { readPartition } from './inspect.ts';
import { NOON, newMessage, newPerson, setUpStore } from './setup.ts';

const setup = setUpStore();

/** Text that does not compress below three quarters of its length. */
const noise = (bytes: number): string => {
  const parts = Array.from({ length: Math.ceil(bytes / 60_000) }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64'),
  );
  return parts.join('').slice(0, bytes);
};

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

/** A deep search's metadata, whose records stand in it twice as they really do. */
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

async function saveAnswer(metadata: MessageMetadata, content = 'Found 5 profiles') {
  const userId = newPerson();
  const faulty = createFaultyClient(setup.database().client);
  const userMessage = newMessage({ userId, id: 'msg_question' });
  const message = newMessage({
    userId,
    id: 'msg_answer',
    role: 'assistant',
    content,
    at: NOON + 1,
    metadata,
  });
  const opening = { userId, chatId: 'chat_1', title: 'Find', userMessage, replyId: message.id };
  const saving = setup.open(faulty.client).searchSavings.open(opening);
  await saving.saveAssistantMessage({ message });
  return { address: { userId, chatId: 'chat_1' }, message, writes: faulty.writes };
}

describe('an assistant message', () => {
  it.each([
    ['of a few hundred bytes', 10, 4],
    ['of 25 KB', 5_000, 4],
    ['of 1 MB that compresses, since its records repeat', 20_000, 4],
    ['of 4 MB, in parts', 200_000, 8],
  ])('%s is read back identical', async (_, textLength, mostWrites) => {
    const store = setup.open();
    const { address, message, writes } = await saveAnswer(deepMetadata(textLength));
    expect((await store.messages.list(address))?.messages[1]).toEqual(message);
    expect(writes.length).toBeLessThanOrEqual(mostWrites);
  });

  it('keeps a content of any length', async () => {
    const { address, message } = await saveAnswer({ model: 'm' }, `é${noise(500_000)}`);
    expect((await setup.open().messages.list(address))?.messages[1]).toEqual(message);
  });

  it('in parts can be rated, and keeps its text when that is changed', async () => {
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

  it('in parts that loses to another of its id leaves no parts', async () => {
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

  it('in parts, broken off anywhere, is whole after a repeat and leaves no count that is wrong', async () => {
    const metadata = deepMetadata(200_000);
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: 'chat_1' };
      const faulty = createFaultyClient(setup.database().client);
      faulty.failWrite(number, 'timeout after');
      const store = setup.open(faulty.client);
      const message = newMessage({ userId, id: 'msg_answer', role: 'assistant', at: NOON + 1, metadata });
      const userMessage = newMessage({ userId, id: 'msg_question' });
      const saving = store.searchSavings.open({ ...address, title: 'T', userMessage, replyId: message.id });
      await saving.saveAssistantMessage({ message }).catch(() => undefined);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(5);
      await saving.saveAssistantMessage({ message });
      expect((await store.messages.list(address))?.messages).toEqual([userMessage, message]);
      expect(await store.chats.read(address)).toMatchObject({ messageCount: 2 });
    }
  });
});

describe('a page of messages', () => {
  it('ends before it is more than a Lambda function can answer', async () => {
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

describe('packing', () => {
  it('gives back any JSON as it was', async () => {
    const roundTrip = async (value: unknown) => {
      expect(await unpack(await pack(value))).toEqual(JSON.parse(JSON.stringify(value)));
    };
    await fc.assert(fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), roundTrip), { numRuns: 50 });
  });

  it('stays far under DynamoDB’s limit in one item, and as near to it in a part', async () => {
    for (const size of [4_000, 5_000, 199_000, 201_000, 1_500_000]) {
      const packed = await pack({ text: noise(size) });
      const sizes = packed.form === 'parts' ? packed.parts.map(({ byteLength }) => byteLength) : [0];
      expect(Math.max(...sizes)).toBeLessThanOrEqual(350_000);
      if (packed.form === 'brotli') expect(packed.bytes.byteLength).toBeLessThanOrEqual(150_000);
      expect(await unpack(packed)).toHaveProperty('text.length', size);
    }
  });
});

describe('a batch that DynamoDB leaves undone in part', () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  const table = { client, name: 'table', clock: Date.now, newAttempt: () => '1-a' };
  const keys = ['1', '2', '3'].map((sk) => ({ pk: 'p', sk }));

  it('is deleted to its end', async () => {
    const mock = mockClient(client);
    mock
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { table: keys.slice(1).map((Key) => ({ DeleteRequest: { Key } })) } })
      .resolves({});
    await deleteItems(table, keys, undefined);
    const sent = mock
      .commandCalls(BatchWriteCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']?.length);
    expect(sent).toEqual([3, 2]);
    mock.restore();
  });

  it('is read to its end, and given up when that never comes', async () => {
    const mock = mockClient(client);
    mock
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { table: keys.slice(0, 1) },
        UnprocessedKeys: { table: { Keys: keys.slice(1) } },
      })
      .resolves({ Responses: { table: keys.slice(1) } });
    expect(await getItems(table, { keys, attributes: ['pk', 'sk'] }, undefined)).toEqual(keys);
    mock.reset();
    mock.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: keys } } });
    const signal = AbortSignal.timeout(100);
    await expect(getItems(table, { keys, attributes: ['pk'] }, signal)).rejects.toThrow();
    mock.restore();
  });
});
