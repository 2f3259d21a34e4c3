import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { DeadlineReached } from '#functions/pipeline/context.ts';
import { providerOpener } from '#infra/local/open-providers.ts';
import { type SimulatedProviders, startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import type { Message } from '#shared/message.ts';
import type { NumberedEvent } from '#shared/search.ts';
import type { Basis, SearchTask } from '#shared/search-request.ts';
import { basisOf } from '#tests/support/basis.ts';
import {
  type FakeProvidersOptions,
  fakeProviders,
  foundPages,
  foundProfile,
} from '#tests/support/fake-providers.ts';
import { memoryQuotas, memorySearchLog } from '#tests/support/memory-stores.ts';
import { eventReader, readEvents } from '#tests/support/read-stream.ts';
import {
  followSearch,
  idOf,
  postSearch,
  searchApp,
  searchBody,
  stopSearch,
  UNLIMITED,
} from '#tests/support/search-app.ts';

const PERSON = foundProfile(3).url;
const more = (overrides: object = {}) => ({
  ...searchBody,
  content: 'Find more people',
  refines: 'msg_1_answer',
  task: { kind: 'more' } as const,
  basis: basisOf(),
  ...overrides,
});
const verify = (overrides: object = {}) =>
  more({ content: 'Verify Person 3', task: { kind: 'verify', url: PERSON } as const, ...overrides });

/** One person on every page. */
const searchPage: FakeProvidersOptions['searchPage'] = async (asked) =>
  foundPages({ ...asked, isLast: false }, [foundProfile(100 + asked.page)]);

const answerIn = (events: readonly NumberedEvent[]): Message | undefined =>
  events.flatMap(({ event }) => (event.type === 'message' ? [event.data] : []))[0];
const doneIn = (events: readonly NumberedEvent[]) =>
  events.flatMap(({ event }) => (event.type === 'done' ? [event.data] : []));
const peopleOf = (answer: Message | undefined) => {
  const { verifiedProfiles = [], otherProfiles = [] } = answer?.metadata?.profileDisplayData ?? {};
  return [...verifiedProfiles, ...otherProfiles];
};

describe.each([
  ['finding more', more],
  ['verifying', verify],
])('POST /api/searches for %s', (_, body) => {
  it('answers with the id of the answer it continues from', async () => {
    const app = searchApp({ providers: fakeProviders({ searchPage }) });
    const events = await readEvents(await app.fetch(postSearch(body())));
    const { task } = body();
    expect(events[0]?.event).toMatchObject({
      data: { userMessage: { metadata: { refines: 'msg_1_answer', task: task.kind } } },
    });
    expect(answerIn(events)?.metadata).toMatchObject({ refines: 'msg_1_answer', task: task.kind });
    expect(doneIn(events)).toEqual([{ outcome: 'answered' }]);
  });

  it('costs nothing more when sent again, and returns the same answer', async () => {
    const providers = fakeProviders({ searchPage });
    const app = searchApp({ providers });
    const first = await readEvents(await app.fetch(postSearch(body())));
    const { length } = providers.calls;
    expect(await readEvents(await app.fetch(postSearch(body())))).toEqual(first);
    expect(providers.calls).toHaveLength(length);
  });

  it('can be followed from any event, on another instance too', async () => {
    const searchLog = memorySearchLog();
    const app = searchApp({ searchLog, providers: fakeProviders({ searchPage }) });
    const events = await readEvents(await app.fetch(postSearch(body())));
    const rest = await readEvents(await searchApp({ searchLog }).fetch(followSearch(await idOf(), 2)));
    expect(rest).toEqual(events.slice(2));
  });

  it('conflicts with a plain search of the same words', async () => {
    const app = searchApp({ providers: fakeProviders({ searchPage }) });
    await (await app.fetch(postSearch(body()))).text();
    const { task: _task, basis: _basis, ...plain } = body();
    expect((await app.fetch(postSearch(plain))).status).toBe(409);
  });

  it('is the same request even if the page knows more of the answer by then', async () => {
    const app = searchApp({ providers: fakeProviders({ searchPage }) });
    const first = await readEvents(await app.fetch(postSearch(body())));
    const leaveOut = [foundProfile(60).url];
    const again = body({ basis: { ...basisOf(), request: 'Peruvian engineers, please' }, leaveOut });
    expect(await readEvents(await app.fetch(postSearch(again)))).toEqual(first);
  });

  it('requires the answer it continues from', async () => {
    const { basis: _basis, ...baseless } = body();
    const response = await searchApp().fetch(postSearch(baseless));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: 'bad-request',
        message: `The field "basis" is missing: the task "${body().task.kind}" goes on from an answer.`,
      },
    });
  });

  it('ends at its deadline', async () => {
    const wait = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const providers = fakeProviders({
      searchPage: (_asked, signal) => wait(signal),
      lookUp: (_url, signal) => wait(signal),
    });
    const events = await readEvents(await searchApp({ providers, deadline: 20 }).fetch(postSearch(body())));
    expect(answerIn(events)?.content).toContain(new DeadlineReached().message);
    expect(doneIn(events)).toHaveLength(1);
  });

  it('can be stopped', async () => {
    const asked = Promise.withResolvers<void>();
    const wait = (signal: AbortSignal) => {
      asked.resolve();
      return new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const providers = fakeProviders({
      searchPage: (_asked, signal) => wait(signal),
      lookUp: (_url, signal) => wait(signal),
    });
    const app = searchApp({ providers });
    const reader = eventReader(await app.fetch(postSearch(body())));
    await asked.promise;
    await app.fetch(stopSearch(await idOf()));
    const events = await reader.read(Number.POSITIVE_INFINITY);
    expect(doneIn(events)).toEqual([{ outcome: 'stopped' }]);
  });
});

describe('examples', () => {
  const examples = [{ url: PERSON, rating: 'good' }] as const;

  it('apply to finding more people', async () => {
    const app = searchApp({ providers: fakeProviders({ searchPage }) });
    const events = await readEvents(await app.fetch(postSearch(more({ basis: { ...basisOf(), examples } }))));
    expect(answerIn(events)?.content).toContain('From your examples: Engineer.');
  });

  it.each([
    ['of another task', verify({ basis: { ...basisOf(), examples } }), 'is for the task "more" only'],
    [
      'that are too many',
      more({ basis: { ...basisOf(), examples: Array.from({ length: 21 }, () => examples[0]) } }),
      'must have at most 20 entries',
    ],
    ['without a rating', more({ basis: { ...basisOf(), examples: [{ url: PERSON }] } }), 'basis.examples'],
  ])('are rejected: %s', async (_, body, message) => {
    const response = await searchApp().fetch(postSearch(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: 'bad-request', message: expect.stringContaining(message) },
    });
  });
});

describe('verifying one person', () => {
  it('is for one person: the same message id with another is rejected on every instance', async () => {
    const searchLog = memorySearchLog();
    const providers = fakeProviders();
    const app = searchApp({ searchLog, providers });
    const first = await readEvents(await app.fetch(postSearch(verify())));
    const { length } = providers.calls;
    const other = verify({ task: { kind: 'verify', url: foundProfile(4).url } });
    for (const instance of [app, searchApp({ searchLog, providers })]) {
      const refused = await instance.fetch(postSearch(other));
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error: { code: 'conflict' } });
      expect(await readEvents(await instance.fetch(postSearch(verify())))).toEqual(first);
    }
    expect(providers.calls).toHaveLength(length);
  });

  it('is for people in the answer only', async () => {
    const body = verify({ task: { kind: 'verify', url: foundProfile(50).url } });
    const response = await searchApp().fetch(postSearch(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: 'The field "task.url" must be of somebody among "basis.people".' },
    });
  });

  it('counts as a standard search in either mode', async () => {
    const limits = { ...UNLIMITED, anonymous: { standard: 1, deep: 0 } };
    const app = searchApp({ quotas: memoryQuotas(), limits });
    const ask = async (messageId: string) => {
      const response = await app.fetch(postSearch(verify({ messageId, deepResearch: true })));
      return { status: response.status, text: await response.text() };
    };
    expect((await ask('msg_first')).status).toBe(200);
    const refused = await ask('msg_second');
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Your one search for today is used up.');
  });

  it('neither shows nor looks up a suppressed person', async () => {
    const providers = fakeProviders();
    const app = searchApp({ providers, suppressed: { load: async () => (url: string) => url === PERSON } });
    const events = await readEvents(await app.fetch(postSearch(verify())));
    expect(providers.calls).toEqual([]);
    expect(peopleOf(answerIn(events))).toEqual([]);
    expect(answerIn(events)?.content).toContain('This person is not among the people of that answer');
  });

  it('shows nobody when suppressions cannot be read', async () => {
    const providers = fakeProviders();
    const load = () => Promise.reject(new Error('down'));
    const events = await readEvents(
      await searchApp({ providers, suppressed: { load } }).fetch(postSearch(verify())),
    );
    expect(providers.calls).toEqual([]);
    expect(peopleOf(answerIn(events))).toEqual([]);
    expect(doneIn(events)).toEqual([{ outcome: 'apologised' }]);
  });
});

describe('finding more people', () => {
  it('counts as a search of its mode', async () => {
    const limits = { ...UNLIMITED, anonymous: { standard: 5, deep: 0 } };
    const response = await searchApp({ quotas: memoryQuotas(), limits }).fetch(
      postSearch(more({ deepResearch: true })),
    );
    expect(response.status).toBe(429);
    expect(await response.text()).toContain('No Deep Research search');
  });
});

describe('a search by changed criteria', () => {
  it('omits people of the previous answer who are suppressed or left out', async () => {
    const { criteria } = basisOf();
    const app = searchApp({
      providers: fakeProviders({ profiles: [] }),
      suppressed: { load: async () => (url: string) => url === PERSON },
    });
    const leaveOut = [foundProfile(4).url];
    const body = more({ content: 'Search again', task: { kind: 'criteria', criteria }, leaveOut });
    const text = await (await app.fetch(postSearch(body))).text();
    for (const url of [PERSON, ...leaveOut]) expect(text).not.toContain(`${url}"`);
    expect(text).toContain(`${foundProfile(5).url}"`);
  });
});

describe('a conversation with simulated providers, recorded and replayed', () => {
  let simulated: SimulatedProviders;
  let folder: string;
  beforeAll(async () => {
    [simulated, folder] = await Promise.all([
      startSimulatedProviders({ people: 1_500 }),
      mkdtemp(join(tmpdir(), 'tasks-')),
    ]);
  });
  afterAll(async () => {
    await Promise.all([simulated.close(), rm(folder, { recursive: true })]);
  });

  const openApp = async (mode: 'record' | 'replay') => {
    const { providers: config } = readConfig({ PROVIDERS: mode, RECORDING: folder });
    const openProviders = await providerOpener({
      config,
      simulated: mode === 'record' ? simulated : undefined,
      sensitiveCriteria: 'score',
      log: () => undefined,
      remember: (profileData) => profileData,
      opened: new AsyncDisposableStack(),
    });
    return searchApp({ openProviders });
  };

  /** A first search, more people twice, and one person verified; returns the answers. */
  async function converse(app: Hono): Promise<Message[]> {
    const answers: Message[] = [];
    const ask = async (content: string, going: { task?: SearchTask; basis?: Basis } = {}) => {
      const body = { ...searchBody, messageId: `msg_${answers.length}`, content, ...going };
      const answer = answerIn(await readEvents(await app.fetch(postSearch(body))));
      if (answer === undefined) throw new Error('There was no answer');
      answers.push(answer);
    };
    const basis = (): Basis => {
      const [first] = answers;
      const { searchQuery, pagesRead = [] } = answers.at(-1)?.metadata ?? {};
      return basisOf({
        request: 'Peruvian software engineers',
        googleSearchQuery: searchQuery?.googleSearchQuery ?? '',
        criteria: first?.metadata?.searchQuery?.criteria ?? [],
        alternativeSearchTerms: searchQuery?.alternativeSearchTerms ?? [],
        pagesRead,
        people: answers.flatMap(({ metadata }) => metadata?.searchResults?.linkedinProfiles ?? []),
      });
    };
    await ask('Peruvian software engineers');
    await ask('Find more people', { task: { kind: 'more' }, basis: basis() });
    await ask('Find more people', { task: { kind: 'more' }, basis: basis() });
    const url = answers[1]?.metadata?.searchResults?.linkedinProfiles[0]?.url ?? '';
    await ask('Verify', { task: { kind: 'verify', url }, basis: basis() });
    return answers;
  }

  /** Without whatever differs between runs. */
  const told = (answers: readonly Message[]) =>
    answers.map(({ content, metadata }) => ({ content, people: peopleOf({ metadata } as Message) }));

  it('finds other people on every further page, and replays the same answers without providers', async () => {
    const answers = await converse(await openApp('record'));
    const pages = answers.map(({ metadata }) => metadata?.pagesRead?.map(({ page }) => page));
    expect(pages).toEqual([[2], [4], [6], [6]]);
    const found = answers
      .slice(0, 3)
      .flatMap(({ metadata }) => metadata?.searchResults?.linkedinProfiles.map(({ url }) => url) ?? []);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(30);
    const [, second, , verified] = answers;
    expect(peopleOf(second).every(({ foundBy }) => foundBy && foundBy.page >= 3)).toBe(true);
    expect(second?.metadata?.spend).toMatchObject({ searchPages: 2, lookups: 0, unpaid: 'simulated' });
    expect(peopleOf(verified)).toMatchObject([{ isVerified: true, foundBy: { page: 3 } }]);
    expect(verified?.metadata?.spend).toMatchObject({ searchPages: 0, lookups: 1, modelCalls: 1 });

    expect(await readdir(folder)).toHaveLength(4);
    const replayed = await converse(await openApp('replay'));
    const withoutLabels = (text: string) => text.replaceAll(' (replayed)', '').replaceAll(' (simulated)', '');
    expect(JSON.parse(withoutLabels(JSON.stringify(told(replayed))))).toEqual(
      JSON.parse(withoutLabels(JSON.stringify(told(answers)))),
    );
    expect(replayed.map(({ metadata }) => metadata?.spend?.unpaid)).toEqual(Array(4).fill('replayed'));
  });
});
