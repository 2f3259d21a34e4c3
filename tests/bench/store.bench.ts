import { faker } from '@faker-js/faker';
import { createStore, type Store } from '#functions/store/store.ts';
import type { SavePersonRequest } from '#shared/lists.ts';
import type { Message, MessageMetadata } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { startDynamoDb } from '#tests/support/dynamodb.ts';
import { meter, type Usage } from './support/meter.ts';

/**
 * Counts the DynamoDB requests and read and write units of each store operation, as DynamoDB itself reports them. Fails when an operation
 * exceeds the figures in docs/storage.md. Run with `node tests/bench/store.bench.ts`; `npm run test:aws` runs it against DynamoDB Local,
 * which counts the index copy as AWS does.
 */

const OWNER = 'owner';
const CHATS = 50;
const SEARCHES = 10;
const SUPPRESSED = 30;

faker.seed(20_261_121);
/** Invented text that compresses about as well as what people write about themselves. */
const prose = (count: number): string =>
  Array.from({ length: count }, () =>
    faker.helpers.arrayElement([faker.word.sample, faker.person.jobArea, faker.company.buzzNoun])(),
  ).join(' ');

/** Twenty results, as a standard search stores them. */
function standardMetadata(): MessageMetadata {
  const linkedinProfiles = Array.from({ length: 20 }, (_, index) => ({
    url: `https://www.linkedin.com/in/invented-person-${index}`,
    title: `Invented Person ${index} – ${prose(6)}`,
    snippet: prose(30),
    position: index + 1,
  }));
  const otherProfiles = linkedinProfiles.map(({ url, title, snippet }, index) => ({
    ...{ id: `profile-${index}`, fullName: `Invented Person ${index}`, headline: title, profileUrl: url },
    ...{ location: 'Lima', currentPosition: { title: 'Lawyer', company: 'Firm' }, summary: snippet },
    ...{
      education: { school: 'School', degree: 'JD' },
      relevanceScore: 70,
      isVerified: false,
      tags: ['law', 'food'],
    },
  }));
  const directory = { verifiedProfiles: [], otherProfiles, totalProfiles: 20, searchQuery: 'lawyers' };
  return {
    searchQuery: {
      googleSearchQuery: 'site:linkedin.com/in',
      targetCriteria: { interests: [], experience: [] },
    },
    searchResults: { totalResults: 900, currentPage: 1, hasNextPage: true, linkedinProfiles },
    profileDisplayData: { ...directory, useDeepResearch: false },
    model: 'gpt-4.1-mini + SerpApi',
    step: 'profile_search',
    useDeepResearch: false,
  };
}

/** The same with twenty scored and five verified people, whose records are as long as real ones. */
function deepMetadata(): MessageMetadata {
  const metadata = standardMetadata();
  const filteredProfiles = (metadata.searchResults?.linkedinProfiles ?? []).map((found) => ({
    ...{ ...found, relevanceScore: 80, reasoning: prose(20) },
    ...{ shouldVerify: found.position <= 5, scoreSource: 'model' as const },
  }));
  const verifiedProfiles = filteredProfiles.slice(0, 5).map((originalProfile, index) => ({
    originalProfile,
    proxycurlData: {
      full_name: `Invented Person ${index}`,
      summary: prose(200),
      experiences: Array.from({ length: 12 }, () => ({
        company: 'Firm',
        description: prose(80),
      })),
      education: [{ school: 'School' }],
    },
    ...{ finalRelevanceScore: 85, verificationReasoning: prose(30), meetsAllCriteria: true },
  }));
  const counts = { totalProcessed: 20, profilesForVerification: 5 };
  const deepResearchResults = {
    filteredProfiles,
    verifiedProfiles,
    ...counts,
    finalRecommendations: verifiedProfiles,
  };
  return { ...metadata, deepResearchResults, step: 'deep_research_complete', useDeepResearch: true };
}

let searches = 0;
async function saveSearch(store: Store, chatId: string, metadata: MessageMetadata): Promise<void> {
  searches += 1;
  const about = { chatId, userId: OWNER, timestamp: toTimestamp(Date.now()) };
  const userMessage: Message = {
    ...about,
    id: `msg_q${searches}`,
    role: 'user',
    content: prose(12),
  };
  const message: Message = {
    ...about,
    id: `msg_r${searches}`,
    role: 'assistant',
    content: 'Found 20 profiles',
    metadata,
  };
  const opening = { userId: OWNER, chatId, title: 'Find lawyers', userMessage, replyId: message.id };
  const saving = store.searchMessages.open(opening);
  await saving.saveUserMessage();
  await saving.saveAssistantMessage({ message });
}

interface Measured {
  name: string;
  run: (store: Store) => Promise<unknown>;
  /** As stated in docs/storage.md. */
  most: Partial<Usage>;
}

const address = { userId: OWNER, chatId: 'chat_0' };
const typed = { ...address, messageId: 'msg_typed' };
const list = { userId: OWNER, listId: 'list_0' };
const LISTS = 5;
const LISTED = 100;
/** A person as shown on a deep search’s card, with five verdicts. */
const somebody = (name: string): SavePersonRequest => ({
  profile: {
    ...{ id: name, fullName: `Invented ${name}`, headline: prose(6), location: 'Lima', summary: prose(40) },
    ...{ profileUrl: `https://www.linkedin.com/in/${name}`, relevanceScore: 80, isVerified: true },
    currentPosition: { title: prose(2), company: prose(2) },
    education: { school: prose(3), degree: 'JD' },
    ...{ tags: ['law', 'food'], scoreReason: prose(25), verificationReasoning: prose(25) },
    verdicts: Array.from({ length: 5 }, (_, index) => ({
      ...{ criterionId: `c${index}`, verdict: 'met', quote: prose(8), source: 'record' },
    })),
  },
  origins: [
    {
      chatId: 'chat_0',
      messageId: 'msg_r1',
      request: prose(12),
      savedAt: toTimestamp(0),
      relevanceScore: 80,
    },
  ],
});
const newcomer = somebody('newcomer');
const SPEND = {
  ...{ modelCalls: 7, inputTokens: 9_000, outputTokens: 3_000, tokensEstimated: false },
  ...{ searchPages: 2, lookups: 5, dollars: 0.08 },
};

let shared = '';
const OPERATIONS: readonly Measured[] = [
  {
    name: 'list 50 chats',
    run: (store) => store.chats.list({ userId: OWNER }),
    most: { queries: 1, reads: 1, writes: 0 },
  },
  {
    name: 'open a chat of 10 searches',
    run: (store) => store.messages.list(address),
    most: { queries: 1, reads: 2, writes: 0 },
  },
  {
    name: 'save a standard search',
    run: (store) => saveSearch(store, 'chat_0', standardMetadata()),
    most: { writes: 6, reads: 0, writeUnits: 18 },
  },
  {
    name: 'save a deep search',
    run: (store) => saveSearch(store, 'chat_0', deepMetadata()),
    most: { writes: 6, reads: 0, writeUnits: 50 },
  },
  {
    name: 'save a search in a new chat',
    run: (store) => saveSearch(store, 'chat_new', standardMetadata()),
    most: { writes: 6, reads: 0, writeUnits: 18 },
  },
  {
    name: 'read the history: 51 chats, 13 searches',
    run: (store) => store.history.list({ userId: OWNER }),
    most: { queries: 1, reads: 1, writes: 0, readUnits: 8 },
  },
  {
    name: 'create a chat',
    run: (store) => store.chats.create({ ...address, chatId: 'chat_x' }),
    most: { writes: 1, reads: 0, writeUnits: 2 },
  },
  { name: 'read a chat', run: (store) => store.chats.read(address), most: { writes: 0, reads: 1 } },
  {
    name: 'rename a chat',
    run: (store) => store.chats.update({ ...address, title: 'New' }),
    most: { writes: 1, reads: 1, writeUnits: 2 },
  },
  {
    name: 'archive a chat',
    run: (store) => store.chats.update({ ...address, isArchived: true }),
    most: { writes: 1, reads: 1, writeUnits: 3 },
  },
  {
    name: 'add a message',
    run: (store) => store.messages.add({ ...typed, role: 'user', content: 'Hello' }),
    most: { writes: 4, reads: 0, writeUnits: 8 },
  },
  {
    name: 'rate a message',
    run: (store) => store.messages.update({ ...typed, rating: 'good' }),
    most: { writes: 1, reads: 2, writeUnits: 2 },
  },
  {
    name: 'change the text of a message',
    run: (store) => store.messages.update({ ...typed, content: 'Hello again' }),
    most: { writes: 3, reads: 3 },
  },
  {
    name: 'delete a message',
    run: (store) => store.messages.delete(typed),
    most: { writes: 4, reads: 4, writeUnits: 7 },
  },
  {
    name: 'list 5 lists of 100 people',
    run: (store) => store.lists.list({ userId: OWNER }),
    most: { queries: 1, reads: 1, writes: 0, readUnits: 5 },
  },
  {
    name: 'list 100 people',
    run: (store) => store.lists.listPeople(list),
    most: { queries: 1, reads: 2, writes: 0, readUnits: 57 },
  },
  {
    name: 'save somebody to a list of 100',
    run: (store) => store.lists.save({ ...list, people: [newcomer] }),
    most: { writes: 2, reads: 1, writeUnits: 7 },
  },
  {
    name: 'save somebody who is there',
    run: (store) => store.lists.save({ ...list, people: [newcomer] }),
    most: { writes: 1, reads: 2, writeUnits: 3 },
  },
  {
    name: 'write a note',
    run: (store) => store.lists.update({ ...list, profileUrl: newcomer.profile.profileUrl, note: 'Called' }),
    most: { writes: 1, reads: 1, writeUnits: 3 },
  },
  {
    name: 'remove somebody',
    run: (store) => store.lists.remove({ ...list, profileUrl: newcomer.profile.profileUrl }),
    most: { writes: 2, reads: 2, writeUnits: 4 },
  },
  {
    name: 'share 20 people',
    run: async (store) => {
      const people = standardMetadata().profileDisplayData?.otherProfiles ?? [];
      const made = await store.shares.create({
        ...{ userId: OWNER, id: 'share_1', kind: 'answer', title: 'Lawyers', criteria: [] },
        people: people.map((profile) => ({ profile })),
      });
      if (made.status === 'created') shared = made.share.token;
    },
    most: { queries: 1, writes: 2, reads: 2, writeUnits: 4 },
  },
  {
    name: 'open a share of 20 people',
    run: (store) => store.shares.read({ token: shared }),
    most: { queries: 0, writes: 0, reads: 1, readUnits: 2 },
  },
  {
    name: 'revoke a share',
    run: (store) => store.shares.revoke({ userId: OWNER, id: 'share_1' }),
    most: { queries: 0, writes: 3, reads: 0, writeUnits: 2 },
  },
  {
    name: 'list the shares: 1',
    run: (store) => store.shares.list({ userId: OWNER }),
    most: { queries: 1, writes: 0, reads: 1, readUnits: 1 },
  },
  {
    name: 'read who is suppressed: 30',
    run: (store) => store.suppressed.load(),
    most: { queries: 1, writes: 0, reads: 1, readUnits: 1 },
  },
  {
    name: 'add up what a search cost',
    run: (store) => store.spent.add({ userId: OWNER, messageId: 'msg_r1', spend: SPEND }),
    most: { queries: 0, writes: 1, reads: 0, writeUnits: 1 },
  },
  {
    name: 'find somebody in 5 lists of 100',
    run: (store) => store.lists.findPerson({ userId: OWNER, profileUrl: newcomer.profile.profileUrl }),
    most: { queries: 1, writes: 0, reads: 1, readUnits: 5 },
  },
  {
    name: 'export the account',
    run: async (store) => {
      const exportedAt = toTimestamp(Date.now());
      for await (const _ of store.account.exportText({ userId: OWNER, exportedAt }));
    },
    most: { queries: 58, reads: 69, writes: 0, readUnits: 314 },
  },
  {
    name: 'delete a chat of 12 searches',
    run: (store) => store.chats.delete(address),
    most: { queries: 2, writes: 4, reads: 4 },
  },
  {
    name: 'see a person for the first time',
    run: (store) => store.users.ensure({ identity: { userId: 'new', email: '' } }),
    most: { writes: 1, reads: 1, writeUnits: 1 },
  },
  {
    name: 'see a person again',
    run: (store) => store.users.ensure({ identity: { userId: 'new', email: '' } }),
    most: { writes: 0, reads: 1 },
  },
];

const KINDS = ['queries', 'reads', 'writes', 'readUnits', 'writeUnits'] as const;

async function main(): Promise<void> {
  const database = await startDynamoDb();
  const store = createStore({ client: database.client, tableName: await database.createTable() });
  for (let number = 0; number < CHATS; number += 1)
    await store.chats.create({ userId: OWNER, chatId: `chat_${number}`, title: prose(6) });
  for (let number = 0; number < SEARCHES; number += 1) await saveSearch(store, 'chat_0', standardMetadata());
  for (let number = 0; number < LISTS; number += 1) {
    const listId = `list_${number}`;
    await store.lists.create({ userId: OWNER, listId, name: prose(3) });
    for (let saved = 0; saved < LISTED; saved += 25) {
      const people = Array.from({ length: 25 }, (_, index) => somebody(`p${saved + index}`));
      await store.lists.save({ userId: OWNER, listId, people });
    }
  }
  for (let number = 0; number < SUPPRESSED; number += 1)
    await store.suppressed.add({ profileUrl: `https://www.linkedin.com/in/suppressed-${number}` });
  const { take } = meter(database.client);
  const rows = new Map<string, Usage>();
  for (const { name, run, most } of OPERATIONS) {
    await run(store);
    const usage = take();
    rows.set(name, usage);
    for (const kind of KINDS)
      if (usage[kind] > (most[kind] ?? Number.POSITIVE_INFINITY)) {
        console.error(`${name}: ${usage[kind]} ${kind}, promised at most ${most[kind]}`);
        process.exitCode = 1;
      }
  }
  for (const [name, usage] of rows)
    console.info([name.padEnd(34), ...KINDS.map((kind) => `${usage[kind]} ${kind}`.padStart(14))].join(''));
  const sizes = [standardMetadata(), deepMetadata()].map((metadata) => JSON.stringify(metadata).length);
  console.info(`Metadata before compression: standard ${sizes[0]} bytes, deep ${sizes[1]} bytes.`);
  await database.close();
}

await main();
