import { describe, expect, it } from 'vitest';
import type { DisplayData } from '#shared/results.ts';
import type { SearchEvent } from '#shared/search.ts';
import { fakeProviders, foundProfile, queryReply } from '#tests/support/fake-providers.ts';
import { memorySearchLog } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import {
  followSearch,
  idOf,
  postSearch,
  searchApp,
  searchBody,
  stopSearch,
} from '#tests/support/search-app.ts';

const person = (number: number, place: string) => ({
  ...foundProfile(number, { snippet: `Peruvian engineer · Location: ${place}` }),
  relevanceScore: 80,
});
const body = {
  ...searchBody,
  content: 'only in Boston',
  refines: 'msg_0_answer',
  basis: {
    request: 'Peruvian engineers',
    googleSearchQuery: 'site:linkedin.com/in "Peruvian" "engineer"',
    criteria: [{ id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' }],
    people: [person(101, 'Boston'), person(102, 'Lima, Peru')],
  },
};
const inBoston = () => ({
  ...queryReply,
  targetCriteria: { nationality: 'Peruvian', location: 'Boston', interests: [], experience: [] },
});
const following = (options: Parameters<typeof fakeProviders>[0] = {}) =>
  fakeProviders({ replies: { query: inBoston }, ...options });

const eventsOf = (read: readonly { event: SearchEvent }[]) => read.map(({ event }) => event);
const answerIn = (events: readonly SearchEvent[]) =>
  events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
const slugsIn = (data: DisplayData | undefined) =>
  [...(data?.verifiedProfiles ?? []), ...(data?.otherProfiles ?? [])].map(({ id }) => id);

/** A web search that starts and then hangs until it is aborted. */
function searchThatHangs() {
  let begun: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const search = (_query: string, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      begun?.();
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { hasBegun, search };
}

describe('POST /api/searches with the answer that it follows up', () => {
  it('answers the follow-up, naming its question, the answer it refines and the changes', async () => {
    const events = eventsOf(
      await readEvents(await searchApp({ providers: following() }).fetch(postSearch(body))),
    );
    const answer = answerIn(events);
    expect(answer?.metadata).toMatchObject({
      questionId: body.messageId,
      refines: 'msg_0_answer',
      changes: ['Location: Boston added'],
    });
    expect(slugsIn(answer?.metadata?.profileDisplayData)).toContain('person-101');
    expect(slugsIn(answer?.metadata?.profileDisplayData)).not.toContain('person-102');
    expect(events.at(-1)).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('is the same search when sent again', async () => {
    const providers = following();
    const app = searchApp({ providers });
    const first = await readEvents(await app.fetch(postSearch(body)));
    const again = await readEvents(await app.fetch(postSearch(body)));
    expect(again).toEqual(first);
    expect(providers.calls.filter((call) => call === 'query')).toHaveLength(1);
    const other = await app.fetch(postSearch({ ...body, refines: 'msg_0_other' }));
    expect(other.status).toBe(409);
  });

  it('can be followed from any event', async () => {
    const app = searchApp({ providers: following() });
    const whole = await readEvents(await app.fetch(postSearch(body)));
    const rest = await readEvents(await app.fetch(followSearch(await idOf(body), 3)));
    expect(rest).toEqual(whole.slice(3));
  });

  it('keeps the people who still fit when it is stopped or its time runs out', async () => {
    const stopped = searchThatHangs();
    const app = searchApp({ providers: following({ search: stopped.search }) });
    const reading = readEvents(await app.fetch(postSearch(body)));
    await stopped.hasBegun;
    expect((await app.fetch(stopSearch(await idOf(body)))).status).toBe(200);
    const answer = answerIn(eventsOf(await reading));
    expect(answer?.content).toBe('You stopped this search. This is the 1 profile found until then.');
    expect(slugsIn(answer?.metadata?.profileDisplayData)).toEqual(['person-101']);

    const late = searchApp({ providers: following({ search: searchThatHangs().search }), deadline: 300 });
    const events = eventsOf(await readEvents(await late.fetch(postSearch(body))));
    expect(slugsIn(answerIn(events)?.metadata?.profileDisplayData)).toEqual(['person-101']);
    expect(events.at(-1)).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('shows nobody from the basis who is suppressed by now', async () => {
    const load = async () => (url: string) => url.endsWith('person-101');
    const app = searchApp({ providers: following(), suppressed: { load } });
    expect(await (await app.fetch(postSearch(body))).text()).not.toContain('person-101');
  });

  it.each([
    ['as the page shows them', { 101: 4, 102: 3, 103: 2, 104: 1 }, 101],
    ['in the order sent, if the page gives none', {}, 104],
  ])('counts numbers before anybody suppressed or hidden is taken out: %s', async (_, ranks, out) => {
    const people = [101, 102, 103, 104, 105].map((number) => ({
      ...person(number, 'Boston'),
      ...(Object.hasOwn(ranks, number) && { rank: new Map(Object.entries(ranks)).get(`${number}`) }),
    }));
    const load = async () => (url: string) => url === people[1]?.url;
    const app = searchApp({ providers: following(), suppressed: { load } });
    const leaveOut = [people[2]?.url];
    const asked = { ...body, content: 'remove number 4', basis: { ...body.basis, people }, leaveOut };
    const answer = answerIn(eventsOf(await readEvents(await app.fetch(postSearch(asked)))));
    expect(answer?.metadata?.searchQuery?.excludedUrls).toEqual([person(out, 'Boston').url]);
    expect(answer?.metadata?.changes).toContain('Number 4 left out');
    expect(JSON.stringify(answer?.metadata?.searchResults)).not.toContain('rank');
  });

  it('loses nobody from the basis when the suppressions can only be read at the second attempt', async () => {
    let attempts = 0;
    const load = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('The table is away');
      return () => false;
    };
    const targetCriteria = { nationality: 'Peruvian', interests: [], experience: [] };
    const providers = following({ replies: { query: () => ({ ...queryReply, targetCriteria }) } });
    const app = searchApp({ providers, suppressed: { load } });
    const asked = { ...body, content: 'remove number 1' };
    const answer = answerIn(eventsOf(await readEvents(await app.fetch(postSearch(asked)))));
    expect(slugsIn(answer?.metadata?.profileDisplayData)).toContain('person-102');
    expect(slugsIn(answer?.metadata?.profileDisplayData)).not.toContain('person-101');
  });

  it.each([
    ['narrowing it down', {}],
    ['finding more', { task: { kind: 'more' } }],
    ['verifying', { task: { kind: 'verify', url: person(101, 'Boston').url } }],
  ])('apologises when nobody can know who is suppressed: %s', async (_, task) => {
    const load = async () => Promise.reject(new Error('The table is away'));
    const providers = following();
    const app = searchApp({ providers, suppressed: { load } });
    const events = eventsOf(await readEvents(await app.fetch(postSearch({ ...body, ...task }))));
    expect(answerIn(events)?.content).toContain('The list of people who must not be shown could not be read');
    expect(events.at(-1)).toEqual({ type: 'done', data: { outcome: 'apologised' } });
    expect(JSON.stringify(events)).not.toContain('person-10');
    expect(providers.calls).toEqual([]);
  });

  it('logs nothing of the previous answer', async () => {
    const searchLog = memorySearchLog();
    await readEvents(await searchApp({ providers: following(), searchLog }).fetch(postSearch(body)));
    const known = await searchLog.read({ searchId: await idOf(body) });
    expect(JSON.stringify(known)).not.toContain('person-10');
  });

  it.each([
    [{ basis: { ...body.basis, people: [{ ...person(1, 'x'), url: 'https://evil.example/in/x' }] } }],
    [{ basis: { ...body.basis, criteria: [...body.basis.criteria, ...body.basis.criteria] } }],
    [{ task: { kind: 'criteria', criteria: [{ id: 'c1', subject: 'charm', text: 'x', need: 'required' }] } }],
    [{ task: { kind: 'guess' } }],
    [{ refines: 'nothing' }],
  ])('rejects anything outside the contract: %j', async (more) => {
    const providers = following();
    const response = await searchApp({ providers }).fetch(postSearch({ ...body, ...more }));
    expect(response.status).toBe(400);
    expect((await response.json()).error.code).toBe('bad-request');
    expect(providers.calls).toEqual([]);
  });
});

describe('POST /api/searches with criteria set by a person', () => {
  it('searches by them without a query call, and says so in the answer', async () => {
    const providers = following();
    const task = {
      kind: 'criteria',
      criteria: [{ id: 'c1', subject: 'profession', text: 'engineer', need: 'required' }],
      googleSearchQuery: '"engineer" "Lima"',
    };
    const { basis: _, ...alone } = body;
    const events = eventsOf(
      await readEvents(
        await searchApp({ providers }).fetch(postSearch({ ...alone, content: 'Search again', task })),
      ),
    );
    expect(providers.calls).not.toContain('query');
    expect(answerIn(events)?.metadata).toMatchObject({
      task: 'criteria',
      searchQuery: { googleSearchQuery: 'site:linkedin.com/in "engineer" "Lima"' },
    });
  });
});
