import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '#shared/limits.ts';
import type { Message } from '#shared/message.ts';
import { APOLOGY } from '#shared/search-errors.ts';
import {
  answer,
  at,
  profilesEvent,
  sampleChat,
  sampleDirectory,
  sampleMessage,
} from '#tests/web/features/search/sample-events.ts';
import { messagesKey, shownMessages } from '#web/features/chats/messages.ts';
import { shownAnswers } from '#web/features/chats/turns/basis.ts';
import { hidesSeen } from '#web/features/chats/turns/seen-people.ts';
import { shownTurns } from '#web/features/chats/turns/turns.ts';
import { chooseVersion, chosenVersions } from '#web/features/chats/turns/versions.ts';
import { ApiError } from '#web/lib/api.ts';
import { FakeSearches, openPage, STANDARD, seeded, settled, texts } from '../conversation-rig.ts';
import { MemoryStorage } from '../stores/memory-storage.ts';
import { serverStore } from '../stores/server-store.ts';

const DIRECTORY = answer().metadata?.profileDisplayData;
const refused = new ApiError({ status: 429, code: 'x', message: 'All used up for today.' });
const foundOnly = (url: string) => ({
  totalResults: 1,
  currentPage: 1,
  hasNextPage: false,
  linkedinProfiles: [{ url, title: 'Nadia Vasquez - Beekeeper', snippet: '', position: 1 }],
});
type Page = Awaited<ReturnType<typeof openPage>>;

const turnsOf = ({ session }: Page) =>
  shownTurns(shownMessages(session, session.page.getState().currentChatId), chosenVersions(session));
/** The displayed turns: question and answer, with the question's version. */
const shown = (page: Page) =>
  turnsOf(page).map(({ question, answer: reply, versions }) => {
    const version = versions.count > 1 ? ` ${versions.index + 1}/${versions.count}` : '';
    return `${question?.content}${version} > ${reply?.content ?? ''}`;
  });
const choose = (page: Page, turn: number, index: number) => {
  const chosen = turnsOf(page)[turn];
  if (chosen) chooseVersion(page.session, chosen, index);
};
async function answered(page: Page, sent: Promise<void>, seconds: number): Promise<void> {
  await settled();
  page.searches.answerAll(seconds);
  await sent;
}

/** The fields of a request that follows up nothing. */
const STANDALONE = ['chatId', 'content', 'deepResearch', 'messageId'];
const fieldsOf = (request: object): string[] => Object.keys(request).sort();

describe('a message in a chat with an answer', () => {
  it('refines it: sends its id, its request and its people', async () => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send('Only in Cusco', STANDARD), 50);
    expect(page.searches.requests).toEqual([
      expect.objectContaining({
        content: 'Only in Cusco',
        refines: 'msg_2',
        basis: {
          request: sampleMessage().content,
          googleSearchQuery: DIRECTORY?.searchQuery,
          criteria: [],
          people: [expect.objectContaining({ url: DIRECTORY?.otherProfiles[0]?.profileUrl })],
        },
      }),
    ]);
    // Stored messages record it too, in the browser of an anonymous user.
    expect(page.storage.json('expertscope_messages')).toMatchObject([
      {},
      {},
      { role: 'user', metadata: { refines: 'msg_2' } },
      { role: 'assistant', metadata: { refines: 'msg_2' } },
    ]);
    expect(shown(page)).toHaveLength(2);
  });

  it('refines the last displayed answer rather than its continuation', async () => {
    const page = await openPage({ storage: seeded() });
    const more = {
      content: 'Find more people',
      ...STANDARD,
      refines: 'msg_2',
      task: { kind: 'more' as const },
    };
    await answered(page, page.act.ask(more), 20);
    expect(page.searches.requests[0]).toMatchObject({ refines: 'msg_2', task: { kind: 'more' } });
    expect(shown(page)).toHaveLength(1);
    expect(turnsOf(page)[0]?.continuations.map(({ role }) => role)).toEqual(['user', 'assistant']);
    await answered(page, page.act.send('And in Cusco?', STANDARD), 40);
    expect(page.searches.requests[1]).toMatchObject({ refines: 'msg_2' });
    expect(shown(page)).toHaveLength(2);
  });

  it('goes by the criteria as the reader has adjusted them, unless it only asks for more people', async () => {
    const criteria = [{ id: 'c1', subject: 'location', text: 'Cusco', need: 'preferred' } as const];
    shownAnswers.set('msg_2', () => ({
      numbers: new Map(),
      adjust: () => ({ criteria, request: 'nice to have: Cusco' }),
    }));
    onTestFinished(() => void shownAnswers.delete('msg_2'));
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send('find more people', STANDARD), 20);
    await answered(page, page.act.send('Also in Lima', STANDARD), 40);
    const request = sampleMessage().content;
    expect(page.searches.requests).toMatchObject([
      { task: { kind: 'more' }, basis: { request, criteria: [], googleSearchQuery: DIRECTORY?.searchQuery } },
      { basis: { request: 'nice to have: Cusco', criteria, googleSearchQuery: '' } },
    ]);
  });

  it.each([
    'find more people',
    'Can you show me some more?',
    'More candidates, please.',
    'others',
    'noch mehr Leute bitte',
    'Muéstrame más perfiles',
    'Montrez-moi d’autres candidats',
    'Mais pessoas, por favor',
  ])('runs as a “more people” continuation when it asks only for that: %s', async (typed) => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send(typed, STANDARD), 20);
    expect(page.searches.requests).toMatchObject([
      {
        content: typed,
        refines: 'msg_2',
        task: { kind: 'more' },
        basis: { request: sampleMessage().content },
      },
    ]);
    expect(shown(page)).toHaveLength(1);
    expect(turnsOf(page)[0]?.continuations).toHaveLength(2);
  });

  it.each([
    'More people in Cusco',
    'more senior',
    'only the best',
    'Others who speak Quechua',
    'mais jovens',
  ])('is a turn of its own when it asks for anything else too: %s', async (typed) => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send(typed, STANDARD), 20);
    expect(page.searches.requests[0]).not.toHaveProperty('task');
    expect(shown(page)).toHaveLength(2);
  });

  it('is no “more people” continuation of a failed answer or of an explicit version', async () => {
    const failed = { ...answer(), content: APOLOGY, metadata: {} };
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat({ messageCount: 2 })]),
      expertscope_messages: JSON.stringify([sampleMessage(), failed]),
      expertscope_current_chat: 'chat_1',
    });
    const page = await openPage({ storage });
    await answered(page, page.act.send('More', STANDARD), 20);
    await answered(page, page.act.send('More', { ...STANDARD, refines: null }), 40);
    const refines = answer().id;
    const good = await openPage({ storage: seeded() });
    await answered(good, good.act.send('More', { ...STANDARD, refines }), 20);
    expect(good.searches.requests).toMatchObject([{ refines }]);
    for (const request of [...page.searches.requests, ...good.searches.requests])
      expect(request).not.toHaveProperty('task');
  });

  it('sends examples from any answer in the chat, and puts those people first in the basis', async () => {
    const page = await openPage({ storage: seeded() });
    const known = DIRECTORY?.otherProfiles[0]?.profileUrl ?? '';
    const other = 'https://www.linkedin.com/in/nadia-vasquez';
    const stranger = 'https://www.linkedin.com/in/nobody-of-this-chat';
    await answered(page, page.act.send('Beekeepers', { ...STANDARD, refines: null }), 20);
    page.session.queries.setQueryData<readonly Message[]>(messagesKey('chat_1'), (all = []) =>
      all.map((message) =>
        message.content === 'Beekeepers' || message.role === 'user' || message.id === 'msg_2'
          ? message
          : { ...message, metadata: { ...message.metadata, searchResults: foundOnly(other) } },
      ),
    );
    const examples = [
      { url: other, rating: 'bad' as const },
      { url: known, rating: 'good' as const },
      { url: stranger, rating: 'good' as const },
    ];
    const more = {
      content: 'More',
      ...STANDARD,
      refines: 'msg_2',
      task: { kind: 'more' as const },
      examples,
    };
    await answered(page, page.act.ask(more), 40);
    const [, request] = page.searches.requests;
    expect(request).not.toHaveProperty('examples');
    expect(request?.basis?.examples).toEqual(examples.slice(0, 2));
    expect(request?.basis?.people.slice(0, 2).map(({ url }) => url)).toEqual([other, known]);
    expect(request?.leaveOut ?? []).not.toContain(other);
  });

  it('sends no basis after a failed answer', async () => {
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat({ messageCount: 2 })]),
      expertscope_messages: JSON.stringify([
        sampleMessage(),
        answer({ content: APOLOGY, metadata: { outcome: 'failed' } }),
      ]),
      expertscope_current_chat: 'chat_1',
    });
    const page = await openPage({ storage });
    await answered(page, page.act.send('Economists', STANDARD), 20);
    expect(page.searches.requests.map(fieldsOf)).toEqual([STANDALONE]);
  });

  it.each(['Lawyers', 'More people'])('sends no basis if it is sent to a new chat: %s', async (typed) => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send(typed, { ...STANDARD, newChat: true }), 20);
    expect(page.searches.requests.map(fieldsOf)).toEqual([STANDALONE]);
    expect(page.searches.requests[0]?.chatId).toBe(page.state().currentChatId);
    expect(page.state().currentChatId).not.toBe('chat_1');
  });

  it('stays in its branch even when that ends with a failed answer', async () => {
    const page = await openPage({ storage: seeded() });
    const again = page.act.regenerate('Nobody at all');
    await settled();
    page.searches.end(new TypeError('network'));
    await again;
    await answered(page, page.act.regenerate('Economists'), 60);
    choose(page, 0, 1);
    expect(shown(page)).toEqual([`Nobody at all 2/3 > ${APOLOGY}`]);
    await answered(page, page.act.send('Somebody then', STANDARD), 80);
    expect(shown(page)).toEqual([`Nobody at all 2/3 > ${APOLOGY}`, 'Somebody then > I found 2 profiles.']);
    expect(page.searches.requests.at(-1)).not.toHaveProperty('basis');
  });
});

it('a message follows the version that this page shows, although another page asked a newer one meanwhile', async () => {
  const page = await openPage({ storage: seeded() });
  await answered(page, page.act.send('Only in Cusco', STANDARD), 20);
  const known = shownMessages(page.session, 'chat_1');
  const asked = { refines: 'msg_2' };
  const elsewhere = [
    sampleMessage({ id: 'msg_else', content: 'Only in Puno', timestamp: at(22), metadata: asked }),
    answer({ id: 'msg_there', timestamp: at(40), metadata: { ...asked, questionId: 'msg_else' } }),
  ];
  const all = [...known, ...elsewhere].toSorted((one, two) => one.timestamp.localeCompare(two.timestamp));
  page.session.queries.setQueryData(messagesKey('chat_1'), all);
  void page.act.send('Who dive', STANDARD);
  await settled();
  expect(page.searches.requests.at(-1)).toMatchObject({ content: 'Who dive', refines: known.at(-1)?.id });
});

describe('a new version of a question', () => {
  it('replaces the previous one, which can be chosen again with all its follow-ups', async () => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send('Only in Cusco', STANDARD), 20);
    const [first] = turnsOf(page);
    const edit = { content: 'Lawyers in Lima', ...STANDARD, refines: first?.follows ?? null };
    await answered(page, page.act.ask(edit), 40);
    expect(page.searches.requests.at(-1)).toMatchObject({ refines: null });
    expect(page.searches.requests.at(-1)).not.toHaveProperty('basis');
    expect(shown(page)).toEqual(['Lawyers in Lima 2/2 > I found 2 profiles.']);
    choose(page, 0, 0);
    expect(shown(page)).toEqual([
      `${sampleMessage().content} 1/2 > I found 2 profiles.`,
      'Only in Cusco > I found 2 profiles.',
    ]);
    expect(page.state().messages).toHaveLength(6);
  });

  it('is shown even if another was chosen, and is hidden again if refused', async () => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.regenerate('Lawyers'), 20);
    choose(page, 0, 0);
    const edited = page.act.regenerate('Doctors');
    await settled();
    expect(shown(page)).toEqual(['Doctors 3/3 > ']);
    page.searches.end(refused);
    await edited;
    expect(shown(page)).toEqual([`${sampleMessage().content} 1/2 > I found 2 profiles.`]);
    expect(page.state().returned).toEqual({ chatId: 'chat_1', text: 'Doctors' });
  });

  it('waits for a running search and remains a version of its question', async () => {
    const page = await openPage({ storage: seeded() });
    const running = page.act.send('Only in Cusco', STANDARD);
    await settled();
    await page.act.ask({ content: 'Lawyers', ...STANDARD, refines: null });
    expect(page.session.page.getState().waiting).toMatchObject({
      chat_1: { content: 'Lawyers', refines: null },
    });
    page.searches.answerAll(20);
    await running;
    await settled();
    expect(page.searches.requests.at(-1)).toMatchObject({ content: 'Lawyers', refines: null });
    expect(shown(page)).toEqual(['Lawyers 2/2 > ']);
  });

  it('is not requested if the question’s text is lost', async () => {
    const storage = seeded();
    const lost = { ...sampleMessage(), content: '', lost: 'text' };
    storage.setItem('expertscope_messages', JSON.stringify([lost, answer()]));
    const page = await openPage({ storage });
    await page.act.regenerate();
    await settled();
    expect(page.searches.requests).toEqual([]);
    expect(page.state().messages).toMatchObject([lost, {}]);
  });

  it('is read anew in the mode it was answered in, whatever criteria its answer had', async () => {
    const storage = seeded();
    const criteria = [{ id: 'c1', subject: 'profession', text: 'economist', need: 'required' } as const];
    const metadata = {
      ...answer().metadata,
      useDeepResearch: false,
      searchQuery: {
        ...{ googleSearchQuery: 'economist', criteria },
        targetCriteria: { interests: [], experience: [] },
      },
    };
    storage.setItem('expertscope_messages', JSON.stringify([sampleMessage(), answer({ metadata })]));
    const page = await openPage({ storage });
    page.session.page.setState({ sentAs: { msg_1: { deepResearch: true, task: undefined } } });
    await answered(page, page.act.regenerate(), 20);
    expect(page.searches.requests).toMatchObject([{ content: sampleMessage().content, deepResearch: false }]);
    expect(page.searches.requests[0]).not.toHaveProperty('task');
  });

  it('stays chosen for the last hundred questions of which one was', async () => {
    const { session } = await openPage({ storage: seeded() });
    const chooseOld = (number: number) =>
      chooseVersion(
        session,
        {
          ...{ question: undefined, answer: undefined, continuations: [], follows: null },
          versions: { index: 1, count: 2, ids: [`old_${number}`, `new_${number}`] },
        },
        0,
      );
    for (let number = 1; number <= 100; number += 1) chooseOld(number);
    chooseOld(1);
    chooseOld(101);
    const kept = Object.entries(chosenVersions(session));
    expect([kept.length, kept[0], kept.slice(-2)]).toEqual([
      100,
      ['new_3', 'old_3'],
      [
        ['new_1', 'old_1'],
        ['new_101', 'old_101'],
      ],
    ]);
  });

  it('refines the same answer as its question when regenerated', async () => {
    const page = await openPage({ storage: seeded() });
    await answered(page, page.act.send('Only in Cusco', { deepResearch: true }), 20);
    await answered(page, page.act.regenerate(), 40);
    const [first, second] = page.searches.requests;
    expect(second).toEqual({ ...first, messageId: second?.messageId });
    expect(shown(page)[1]).toBe('Only in Cusco 2/2 > I found 2 profiles.');
  });

  it('with edited criteria keeps them when regenerated', async () => {
    const page = await openPage({ storage: seeded() });
    const criteria = [{ id: 'c1', subject: 'location' as const, text: 'Cusco', need: 'required' as const }];
    const task = { kind: 'criteria' as const, criteria };
    await answered(page, page.act.ask({ content: 'Economists', ...STANDARD, refines: 'msg_2', task }), 20);
    await answered(page, page.act.regenerate(), 40);
    expect(page.searches.requests.map((request) => request.task)).toEqual([task, task]);
    expect(page.state().messages.at(-1)?.metadata).toMatchObject({ refines: 'msg_2', task: 'criteria' });
  });

  it.each([
    ['the user’s own', {}, { googleSearchQuery: '"economist" Cusco' }],
    ['written by the service', { alternativeSearchTerms: [] }, {}],
  ])('keeps edited criteria, and a query only if it is the user’s own: %s', async (_, stored, sent) => {
    const criteria = [{ id: 'c1', subject: 'location' as const, text: 'Cusco', need: 'required' as const }];
    const searchQuery = { googleSearchQuery: '"economist" Cusco', targetCriteria: {}, criteria, ...stored };
    const reply = answer();
    const storage = seeded();
    storage.setItem(
      'expertscope_messages',
      JSON.stringify([
        sampleMessage({ metadata: { task: 'criteria' } }),
        { ...reply, metadata: { ...reply.metadata, searchQuery } },
      ]),
    );
    const page = await openPage({ storage });
    await answered(page, page.act.regenerate(), 20);
    expect(page.searches.requests[0]?.task).toEqual({ kind: 'criteria', criteria, ...sent });
  });
});

describe('a search that only adds people', () => {
  const verify = { content: 'Verify', ...STANDARD, refines: 'msg_2' };
  const url = DIRECTORY?.otherProfiles[0]?.profileUrl ?? '';

  it('leaves out people already seen in the chat, in addition to those given', async () => {
    const other = 'https://www.linkedin.com/in/somebody-else';
    const elsewhere = { ...answer({ id: 'msg_4', timestamp: at(12) }) };
    const messages: Message[] = [
      sampleMessage(),
      answer(),
      sampleMessage({ id: 'msg_3', timestamp: at(11) }),
      {
        ...elsewhere,
        metadata: {
          profileDisplayData: DIRECTORY && {
            ...DIRECTORY,
            otherProfiles: DIRECTORY.otherProfiles.map((profile) => ({ ...profile, profileUrl: other })),
          },
        },
      },
    ];
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat({ messageCount: 4 })]),
      expertscope_messages: JSON.stringify(messages),
      expertscope_current_chat: 'chat_1',
    });
    const page = await openPage({ storage });
    const hidden = 'https://www.linkedin.com/in/hidden';
    const more = { ...verify, content: 'More', task: { kind: 'more' as const }, leaveOut: [hidden] };
    await answered(page, page.act.ask(more), 40);
    expect(page.searches.requests[0]?.leaveOut).toEqual([hidden, other]);
    expect(page.searches.requests[0]?.basis?.people.map((person) => person.url)).toEqual([url]);
  });

  it('leaves out hidden people, newest first, and is sent without them if they cannot be read', async () => {
    const [older, newer] = ['https://www.linkedin.com/in/older', 'https://www.linkedin.com/in/newer'];
    const page = await openPage({ readHidden: async () => [older, newer] });
    await answered(page, page.act.send('Divers', STANDARD), 20);
    expect(page.searches.requests[0]?.leaveOut).toEqual([newer, older]);
    const lost = await openPage({ readHidden: () => Promise.reject(new Error('down')) });
    await answered(lost, lost.act.send('Divers', STANDARD), 20);
    expect(lost.searches.requests).toMatchObject([{ content: 'Divers' }]);
    expect(lost.searches.requests[0]).not.toHaveProperty('leaveOut');
  });

  it('is sent without hidden people if reading them takes too long', async () => {
    const page = await openPage({ readHidden: () => new Promise(() => undefined) });
    // Other tests' pages may still set limits of their own.
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((wait) => (wait === 2_000 ? AbortSignal.abort() : new AbortController().signal));
    onTestFinished(() => timeout.mockRestore());
    const sent = page.act.send('Divers', STANDARD);
    await settled();
    expect(timeout.mock.calls.filter(([wait]) => wait === 2_000)).toHaveLength(1);
    expect(page.searches.requests).toMatchObject([{ content: 'Divers' }]);
    page.searches.answerAll(20);
    await sent;
  });

  it('leaves out hidden people even when the list of those left out is full', async () => {
    const leaveOut = Array.from(
      { length: LIMITS.peopleLeftOut },
      (_, index) => `https://www.linkedin.com/in/other-${index}`,
    );
    const page = await openPage({ readHidden: async () => [url] });
    await answered(page, page.act.ask({ ...verify, content: 'More', leaveOut }), 20);
    expect(page.searches.requests[0]?.leaveOut).toEqual([url, ...leaveOut.slice(0, -1)]);
  });

  describe('with seen people hidden', () => {
    beforeEach(() => hidesSeen.change(() => true));
    afterEach(() => hidesSeen.change(() => false));

    /** An account's page that has loaded nothing of an answered chat except that it exists. */
    async function openAccount() {
      const { store, server, home } = serverStore();
      await home.createChat(sampleChat({ id: 'chat_old', title: 'Older' }));
      await home.putMessages('chat_old', [answer({ id: 'msg_old', chatId: 'chat_old' })]);
      return { ...(await openPage({ store })), server };
    }

    it('leaves out people from answers in chats this page has never opened', async () => {
      const page = await openAccount();
      await answered(page, page.act.send('Divers', STANDARD), 20);
      expect(page.searches.requests[0]?.leaveOut).toEqual([url]);
    });

    it('is sent without them if those chats cannot be read', async () => {
      const page = await openAccount();
      page.server.isDown = true;
      await answered(page, page.act.send('Divers', STANDARD), 20);
      expect(page.searches.requests).toMatchObject([{ content: 'Divers' }]);
      expect(page.searches.requests[0]).not.toHaveProperty('leaveOut');
    });

    it.each([
      ['after', 20, undefined],
      ['before', 5, [url]],
    ])('leaves out nobody of its answer unless seen before it: %s', async (_, seconds, leaveOut) => {
      const storage = seeded();
      const elsewhere = answer({ id: 'msg_4', chatId: 'chat_2', timestamp: at(seconds) });
      storage.setItem('expertscope_messages', JSON.stringify([sampleMessage(), answer(), elsewhere]));
      const page = await openPage({ storage });
      await answered(page, page.act.send('Only in Cusco', STANDARD), 50);
      const [request] = page.searches.requests;
      expect(request?.basis?.people.map((person) => person.url)).toEqual([url]);
      expect(request?.leaveOut).toEqual(leaveOut);
    });
  });

  it('sends only the person to be verified in its basis', async () => {
    const page = await openPage({ storage: seeded() });
    const nobody = 'https://www.linkedin.com/in/nobody';
    await answered(page, page.act.ask({ ...verify, task: { kind: 'verify', url } }), 20);
    await answered(page, page.act.ask({ ...verify, task: { kind: 'verify', url: nobody } }), 40);
    expect(page.searches.requests.map(({ basis }) => basis?.people.length)).toEqual([1, 0]);
  });

  it('verifies somebody however many people are hidden', async () => {
    const hidden = Array.from(
      { length: LIMITS.peopleLeftOut },
      (_, index) => `https://www.linkedin.com/in/${'%D0%B0'.repeat(18)}${index}`,
    );
    const page = await openPage({ storage: seeded(), readHidden: async () => hidden });
    await answered(page, page.act.ask({ ...verify, task: { kind: 'verify', url } }), 20);
    const [request] = page.searches.requests;
    expect(request?.basis?.people.map((person) => person.url)).toEqual([url]);
    expect(request).not.toHaveProperty('leaveOut');
  });

  it('verifies somebody even below the people that a basis has room for', async () => {
    const directory = sampleDirectory(LIMITS.peopleOfBasis + 1);
    const otherProfiles = directory.otherProfiles.map((each, index) => ({
      ...each,
      profileUrl: `https://www.linkedin.com/in/person-${index}`,
      relevanceScore: 90 - index,
    }));
    const last = otherProfiles.at(-1)?.profileUrl ?? '';
    const profileDisplayData = { ...directory, otherProfiles };
    const found = answer({ metadata: { outcome: 'answered', profileDisplayData } });
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat({ messageCount: 2 })]),
      expertscope_messages: JSON.stringify([sampleMessage(), found]),
      expertscope_current_chat: 'chat_1',
    });
    const page = await openPage({ storage });
    await answered(page, page.act.ask({ ...verify, task: { kind: 'verify', url: last } }), 20);
    expect(page.searches.requests[0]?.basis?.people.map((person) => person.url)).toEqual([last]);
  });

  it('is neither returned to the input nor queued, since nobody typed it', async () => {
    const page = await openPage({ storage: seeded() });
    const first = page.act.ask({ ...verify, task: { kind: 'verify', url } });
    await settled();
    await page.act.ask({ ...verify, task: { kind: 'verify', url } });
    expect(page.session.page.getState().waiting).toEqual({});
    page.searches.end(refused);
    await first;
    expect(page.state()).toMatchObject({ returned: undefined, error: { message: 'All used up for today.' } });
    expect(shown(page)).toHaveLength(1);
    expect(page.searches.requests).toHaveLength(1);
  });

  it('leaves its answer unchanged when it fails, with an apology below', async () => {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.ask({ ...verify, task: { kind: 'more' } });
    await settled();
    page.searches.push(profilesEvent(1));
    page.searches.end(new TypeError('network'));
    await sent;
    const [turn] = turnsOf(page);
    expect(turn?.answer?.id).toBe('msg_2');
    expect(texts(turn?.continuations ?? [])).toEqual(['user: Verify', `assistant: ${APOLOGY}`]);
  });
});

describe('a reload', () => {
  it('sends the same request again when it had not reached the service', async () => {
    const storage = seeded();
    const before = await openPage({ storage });
    const leaveOut = ['https://www.linkedin.com/in/hidden'];
    const examples = [{ url: DIRECTORY?.otherProfiles[0]?.profileUrl ?? '', rating: 'good' as const }];
    const more = { content: 'More', refines: 'msg_2', task: { kind: 'more' as const }, leaveOut, examples };
    void before.act.ask({ ...STANDARD, ...more });
    await settled();
    expect(before.searches.requests[0]?.basis?.examples).toEqual(examples);
    before.session.close();
    await settled();
    // The people found are stored with the answer, and not again here.
    expect(storage.getItem('expertscope_running')).not.toContain('basis');
    const searches = new FakeSearches();
    const page = await openPage({ storage, searches });
    await settled();
    await settled();
    expect(searches.requests).toEqual(before.searches.requests);
    searches.answerAll(20);
    await settled();
    expect(turnsOf(page)[0]?.continuations).toHaveLength(2);
  });

  it('sends it by the criteria that were adjusted when it was typed', async () => {
    const criteria = [{ id: 'c1', subject: 'location', text: 'Cusco', need: 'preferred' } as const];
    const adjust = () => ({ criteria, request: 'nice to have: Cusco' });
    shownAnswers.set('msg_2', () => ({ numbers: new Map(), adjust }));
    const storage = seeded();
    const before = await openPage({ storage });
    void before.act.send('Also in Lima', STANDARD);
    await settled();
    before.session.close();
    // The reloaded page has not shown the answer yet.
    shownAnswers.delete('msg_2');
    const searches = new FakeSearches();
    await openPage({ storage, searches });
    await settled();
    await settled();
    expect(before.searches.requests).toMatchObject([{ basis: { criteria, googleSearchQuery: '' } }]);
    expect(searches.requests).toEqual(before.searches.requests);
  });

  it('sends a remembered request without its plan if that is unreadable', async () => {
    const search = {
      ...{ userId: 'anonymous', chatId: 'chat_1', messageId: 'msg_9', content: 'More', deepResearch: false },
      sentAt: Date.parse(at(0)),
      plan: { refines: 7, leaveOut: 'all' },
    };
    const storage = seeded();
    storage.setItem('expertscope_running', JSON.stringify([search]));
    const { searches } = await openPage({ storage });
    await settled();
    await settled();
    const { chatId, messageId, content, deepResearch } = search;
    expect(searches.requests).toEqual([{ chatId, messageId, content, deepResearch }]);
  });
});

describe('for a signed-in user', () => {
  it('a follow-up appears in place before the server has stored it', async () => {
    const { store, home } = serverStore();
    await home.createChat(sampleChat());
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const page = await openPage({ store });
    page.act.selectChat('chat_1');
    await settled();
    const sent = page.act.send('Only in Cusco', STANDARD);
    await settled();
    expect(page.session.queries.getQueryData(messagesKey('chat_1'))).toHaveLength(2);
    expect(turnsOf(page).at(-1)?.question?.metadata).toEqual({ refines: 'msg_2' });
    page.searches.answerAll(20);
    await sent;
    expect(shown(page)).toHaveLength(2);
  });
});
