import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#shared/limits.ts';
import type { Message, MessageMetadata } from '#shared/message.ts';
import type { FoundProfile } from '#shared/results.ts';
import { SearchRequest } from '#shared/search-request.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { answer, sampleDirectory, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import type { SentPlan } from '#web/features/chats/session.ts';
import {
  adjustedCriteria,
  basisOf,
  peopleIn,
  shownAnswers,
  withCriteria,
  withExamples,
  withinLimit,
} from '#web/features/chats/turns/basis.ts';

const found = (slug: string, position: number): FoundProfile => ({
  url: urlOf(slug),
  title: `${slug} – Economist`,
  snippet: `What the web says of ${slug}.`,
  position,
});
const shownAs = (slug: string, relevanceScore: number) =>
  sampleDirectory(1).otherProfiles.map((profile) => ({
    ...profile,
    id: slug,
    fullName: slug,
    summary: 'A card.',
    profileUrl: urlOf(slug),
    relevanceScore,
  }));
const QUERY = {
  googleSearchQuery: 'site:linkedin.com/in economist Lima',
  targetCriteria: { profession: 'economist', interests: [], experience: [] },
  criteria: [{ id: 'c1', subject: 'profession', text: 'economist', need: 'required' }],
  alternativeSearchTerms: ['Ökonom Lima'],
} as const;
const metadata = (change: Partial<MessageMetadata> = {}): MessageMetadata =>
  v.parse(v.any(), {
    outcome: 'answered',
    searchQuery: QUERY,
    searchResults: {
      totalResults: 2,
      currentPage: 1,
      hasNextPage: false,
      linkedinProfiles: [found('ana', 1), found('bo', 2)],
    },
    profileDisplayData: {
      ...sampleDirectory(0),
      otherProfiles: [...shownAs('ana', 40), ...shownAs('bo', 90)],
    },
    ...change,
  });
const basis = (change: Partial<MessageMetadata> = {}, more: readonly Message[] = []) =>
  basisOf(answer({ metadata: metadata(change) }), sampleMessage(), more);
/** Whether the service accepts the request: small enough and valid. */
const isTaken = (content: string, plan: SentPlan): boolean => {
  const ids = { chatId: `chat_${'1'.repeat(75)}`, messageId: `msg_${'1'.repeat(76)}` };
  const body = JSON.stringify({ ...ids, content, deepResearch: true, ...plan });
  const isSmall = new TextEncoder().encode(body).length <= LIMITS.bodyBytes;
  return isSmall && v.is(SearchRequest, JSON.parse(body));
};

describe('the basis of a request', () => {
  it('names whom it must not find again, as far as the service accepts them', () => {
    const excludedUrls = [
      urlOf('cy'),
      'linkedin.com/in/dee',
      ...Array.from({ length: 90 }, (_, n) => urlOf(`x${n}`)),
    ];
    const searchQuery = { ...QUERY, criteria: [...QUERY.criteria], excludedUrls };
    const sent = basis({ searchQuery: v.parse(v.any(), searchQuery) });
    expect(sent?.excludedUrls?.slice(0, 2)).toEqual([urlOf('cy'), urlOf('x0')]);
    expect(isTaken('Economists', { refines: 'msg_1', ...(sent && { basis: sent }) })).toBe(true);
    expect(basis()).not.toHaveProperty('excludedUrls');
  });

  it('consists of the answered request, its criteria and query, and its people, best first', () => {
    expect(basis()).toEqual({
      request: sampleMessage().content,
      googleSearchQuery: QUERY.googleSearchQuery,
      criteria: QUERY.criteria,
      alternativeSearchTerms: QUERY.alternativeSearchTerms,
      people: [
        { ...found('bo', 2), relevanceScore: 90 },
        { ...found('ana', 1), relevanceScore: 40 },
      ],
    });
  });

  it('numbers people as the page shows them, in that order, and nobody who is out of sight', () => {
    const profileDisplayData = {
      ...sampleDirectory(0),
      otherProfiles: [...shownAs('ana', 40), ...shownAs('bo', 90), ...shownAs('cy', 60)],
    };
    const ranks = () => basis({ profileDisplayData })?.people.map(({ url, rank }) => ({ url, rank }));
    const numbers = new Map([
      [urlOf('ana'), 1],
      [urlOf('cy'), 2],
    ]);
    shownAnswers.set(answer().id, () => ({ numbers, adjust: () => undefined }));
    expect(ranks()).toEqual([
      { url: urlOf('ana'), rank: 1 },
      { url: urlOf('cy'), rank: 2 },
      { url: urlOf('bo'), rank: undefined },
    ]);
    const sent = basis({ profileDisplayData });
    expect(isTaken('Economists', { refines: 'msg_1', ...(sent && { basis: sent }) })).toBe(true);
    shownAnswers.delete(answer().id);
    expect(ranks()?.map(({ url }) => url)).toEqual([urlOf('bo'), urlOf('cy'), urlOf('ana')]);
  });

  it('has the criteria as the reader has adjusted them, and nothing that names the others', () => {
    const stored = basis(v.parse(v.any(), { searchQuery: { ...QUERY, brief: 'An economist.' } }));
    if (stored === undefined) throw new Error('The answer can be followed up.');
    const criteria = [{ ...QUERY.criteria[0], need: 'excluded' as const }];
    const adjust = vi.fn(() => ({ criteria, request: `not: ${'x'.repeat(LIMITS.contentLength)}` }));
    expect(adjustedCriteria(stored, 'msg_2')).toBeUndefined();
    shownAnswers.set('msg_2', () => ({ numbers: new Map(), adjust }));
    const adjusted = withCriteria(stored, adjustedCriteria(stored, 'msg_2'));
    shownAnswers.delete('msg_2');
    const { brief, alternativeSearchTerms, ...rest } = stored;
    expect([brief, alternativeSearchTerms]).toEqual(['An economist.', QUERY.alternativeSearchTerms]);
    const request = expect.stringMatching(/^not: x/);
    expect(adjusted).toEqual({ ...rest, criteria, googleSearchQuery: '', request });
    expect(adjust).toHaveBeenCalledWith(QUERY.criteria);
    expect(isTaken('Economists', { refines: 'msg_1', ...(adjusted && { basis: adjusted }) })).toBe(true);
  });

  it('has the examples first, with what this answer says of them rather than an earlier one', () => {
    const sent = basis();
    const earlier = answer({
      id: 'msg_old',
      metadata: {
        profileDisplayData: {
          ...sampleDirectory(0),
          otherProfiles: [...shownAs('ana', 10), ...shownAs('cy', 20)],
        },
      },
    });
    const examples = ['cy', 'ana'].map((slug) => ({ url: urlOf(slug), rating: 'good' as const }));
    const people = withExamples(sent, examples, [earlier])?.people;
    expect(people?.map(({ url }) => url)).toEqual([urlOf('cy'), urlOf('ana'), urlOf('bo')]);
    expect(people?.[1]).toEqual({ ...found('ana', 1), relevanceScore: 40 });
  });

  it('sends no score for people whom a search that broke off has not scored', () => {
    const unscored = (people: ReturnType<typeof shownAs>) =>
      people.map((person) => ({ ...person, scoreSource: 'fallback' as const }));
    const profileDisplayData = { ...sampleDirectory(0), otherProfiles: unscored(shownAs('ana', 50)) };
    const scoresIn = (...asked: Parameters<typeof basis>) =>
      basis(...asked)
        ?.people.filter(({ relevanceScore }) => relevanceScore !== undefined)
        .map(({ url }) => url);
    expect(scoresIn({ outcome: 'stopped', profileDisplayData })).toEqual([]);
    expect(scoresIn({ profileDisplayData })).toEqual([urlOf('ana')]);
    const more = { ...sampleDirectory(0), otherProfiles: unscored(shownAs('cy', 70)) };
    const stopped = answer({ id: 'msg_more', metadata: { outcome: 'stopped', profileDisplayData: more } });
    expect(scoresIn({ profileDisplayData }, [stopped])).toEqual([urlOf('ana')]);
    const partly = {
      ...sampleDirectory(0),
      otherProfiles: [...unscored(shownAs('bo', 80)), ...shownAs('ana', 50)],
    };
    expect(basis({ outcome: 'stopped', profileDisplayData: partly })?.people.map(({ url }) => url)).toEqual([
      urlOf('ana'),
      urlOf('bo'),
    ]);
  });

  it('includes people added by continuations', () => {
    const more = answer({
      id: 'msg_more',
      metadata: metadata({
        profileDisplayData: { ...sampleDirectory(0), otherProfiles: shownAs('cy', 60) },
        searchResults: {
          totalResults: 1,
          currentPage: 3,
          hasNextPage: false,
          linkedinProfiles: [{ ...found('cy', 21), foundBy: { query: 'x', page: 3 } }],
        },
      }),
    });
    expect(basis({}, [more])?.people.map(({ url, foundBy }) => [url, foundBy?.page])).toEqual([
      [urlOf('bo'), undefined],
      [urlOf('cy'), 3],
      [urlOf('ana'), undefined],
    ]);
  });

  it('lists the pages read, according to the last continuation that has them', () => {
    const page = (number: number) => ({ query: QUERY.googleSearchQuery, page: number, isLast: number > 3 });
    const more = answer({ id: 'msg_more', metadata: { pagesRead: [page(4)], hasMore: false } });
    const unsaid = answer({ id: 'msg_old', metadata: {} });
    expect(basis({ pagesRead: [page(2)] })?.pagesRead).toEqual([page(2)]);
    expect(basis({ pagesRead: [page(2)] }, [more, unsaid])?.pagesRead).toEqual([page(4)]);
    const many = Array.from({ length: 30 }, (_, index) => page(index + 1));
    const long = { query: 'q'.repeat(LIMITS.queryLength + 1), page: 1, isLast: false };
    expect(basis({ pagesRead: [long, ...many] })?.pagesRead).toEqual(many.slice(0, LIMITS.pagesRead));
  });

  it('is built from the cards when the raw search data has been dropped', () => {
    const { searchResults: _, ...light } = metadata();
    const people = basisOf(answer({ metadata: light }), sampleMessage(), [])?.people;
    expect(people?.map(({ title, snippet, position }) => ({ title, snippet, position }))).toEqual([
      { title: 'bo - Economist — “growth”', snippet: 'A card.', position: 1 },
      { title: 'ana - Economist — “growth”', snippet: 'A card.', position: 2 },
    ]);
  });

  it('of an answer stored without criteria has those named in its query', () => {
    const { criteria: _, ...before } = QUERY;
    const targetCriteria = {
      profession: 'economist',
      location: ' Lima ',
      interests: ['growth', ''],
      experience: [],
    };
    expect(
      basis({ searchQuery: { ...before, alternativeSearchTerms: [], targetCriteria } })?.criteria,
    ).toEqual([
      { id: 'c1', subject: 'location', text: 'Lima', need: 'required' },
      { id: 'c2', subject: 'profession', text: 'economist', need: 'required' },
      { id: 'c3', subject: 'interest', text: 'growth', need: 'required' },
    ]);
  });

  it('exists for an answer that found nobody, but not for a failed one', () => {
    const empty = { profileDisplayData: sampleDirectory(0), searchResults: undefined } as const;
    const { searchResults: _, ...nobody } = metadata({ profileDisplayData: empty.profileDisplayData });
    const of = (change: MessageMetadata) => basisOf(answer({ metadata: change }), sampleMessage(), []);
    expect(of(nobody)?.people).toEqual([]);
    expect(of({ ...nobody, outcome: 'apologised' })).toBeUndefined();
    expect(basisOf(sampleMessage({ role: 'assistant' }), undefined, [])).toBeUndefined();
  });

  it('stays within the service’s limits whatever a stored answer contains', () => {
    const hostile = basis({
      searchQuery: {
        ...QUERY,
        targetCriteria: { profession: 'x', interests: [], experience: [] },
        googleSearchQuery: `${'q'.repeat(LIMITS.queryLength - 1)}🦙`,
        brief: 'b'.repeat(5_000),
        alternativeSearchTerms: Array.from({ length: 30 }, () => 'a'.repeat(900)),
        criteria: Array.from({ length: 60 }, (_, index) => ({ ...QUERY.criteria[0], id: `c${index % 50}` })),
      },
      profileDisplayData: {
        ...sampleDirectory(0),
        otherProfiles: [
          ...Array.from({ length: 90 }, (_, index) => shownAs(`p${index}`, index)).flat(),
          ...shownAs('p1?x=1', 3),
          ...shownAs('x', 99).map((profile) => ({ ...profile, profileUrl: 'javascript:alert(1)' })),
        ],
      },
    });
    expect(hostile?.people).toHaveLength(LIMITS.peopleOfBasis);
    expect(hostile?.people[0]?.url).toBe(urlOf('p89'));
    expect(hostile?.googleSearchQuery.isWellFormed()).toBe(true);
    expect(hostile && isTaken('And in Boston?', { refines: 'msg_2', basis: hostile })).toBe(true);
  });
});

describe('a request too large for the body limit', () => {
  const large = (count: number, text: string) => ({
    request: 'r'.repeat(LIMITS.contentLength),
    googleSearchQuery: 'q',
    criteria: [],
    people: Array.from({ length: count }, (_, index) => ({ ...found(`p${index}`, index), snippet: text })),
  });
  const leaveOut = (count: number) => Array.from({ length: count }, (_, index) => urlOf(`left-out-${index}`));
  const asked = (content: string) => ({ content, deepResearch: true });

  it('drops the worst matches first, and no more than necessary', () => {
    const plan = withinLimit(asked('x'), { refines: 'msg_2', basis: large(60, 's'.repeat(1_000)) });
    const kept = plan.basis?.people ?? [];
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.length).toBeLessThan(60);
    expect(kept.map(({ position }) => position)).toEqual(kept.map((_, index) => index));
    expect(isTaken('x', plan)).toBe(true);
    const oneMore = large(kept.length + 1, 's'.repeat(1_000));
    expect(isTaken('x', { refines: 'msg_2', basis: oneMore })).toBe(false);
  });

  it('of a search for more people leaves out those it drops', () => {
    const basis = large(60, 's'.repeat(1_000));
    const task = { kind: 'more' as const };
    const plan = withinLimit(asked('x'), { refines: 'msg_2', task, basis, leaveOut: leaveOut(490) });
    const dropped = basis.people.slice(plan.basis?.people.length).map(({ url }) => url);
    expect(dropped.length).toBeGreaterThan(10);
    expect(plan.leaveOut).toEqual([...dropped, ...leaveOut(490)].slice(0, LIMITS.peopleLeftOut));
    expect(isTaken('x', plan)).toBe(true);
    expect(withinLimit(asked('x'), { ...plan, basis })).toEqual(plan);
  });

  it('drops left-out people before people of the answer, last first', () => {
    const basis = large(50, 's'.repeat(200));
    const unwanted = Array.from({ length: 500 }, (_, index) => urlOf(`${'x'.repeat(100)}-${index}`));
    const plan = withinLimit(asked('x'), { refines: 'msg_2', basis, leaveOut: unwanted });
    expect(plan.basis?.people).toEqual(basis.people);
    expect(plan.leaveOut?.length).toBeGreaterThan(100);
    expect(plan.leaveOut).toEqual(unwanted.slice(0, plan.leaveOut?.length));
    expect(isTaken('x', plan)).toBe(true);
  });

  it('drops the end of the answered request last', () => {
    const content = '人'.repeat(LIMITS.contentLength);
    const crowded = withinLimit(asked(content), { basis: large(5, 's'), leaveOut: leaveOut(500) });
    expect(crowded.basis).toEqual(large(5, 's'));
    expect(isTaken(content, crowded)).toBe(true);
    const long = { ...large(5, 's'), request: '人'.repeat(LIMITS.contentLength) };
    for (const task of [undefined, { kind: 'more' as const }]) {
      const plan = { refines: 'msg_2', basis: long, leaveOut: leaveOut(3), ...(task && { task }) };
      const full = withinLimit(asked(content), plan);
      expect(full).not.toHaveProperty('leaveOut');
      expect(full.basis?.people).toEqual([]);
      expect(full.basis?.request.length).toBeGreaterThan(5_000);
      expect(isTaken(content, full)).toBe(true);
    }
  });

  it('keeps the one person to verify', () => {
    const content = '人'.repeat(LIMITS.contentLength);
    const basis = { ...large(1, '人'.repeat(1_000)), request: content };
    const task = { kind: 'verify' as const, url: urlOf('p0') };
    const plan = withinLimit(asked(content), { refines: 'msg_2', task, basis });
    expect(plan.basis?.people).toEqual(basis.people);
    expect(plan.basis?.request.length).toBeGreaterThan(1_000);
    expect(isTaken(content, plan)).toBe(true);
  });

  it('is left unchanged when it fits', () => {
    const plan = { refines: 'msg_2', basis: large(60, 's'), leaveOut: leaveOut(10) };
    expect(withinLimit(asked('x'), plan)).toEqual(plan);
  });
});

describe('the people seen in answers', () => {
  it('are listed once by canonical URL, newest answers first', () => {
    const second = answer({
      metadata: { profileDisplayData: { ...sampleDirectory(0), otherProfiles: shownAs('CY', 1) } },
    });
    expect(peopleIn([answer({ metadata: metadata() }), second, sampleMessage()])).toEqual([
      urlOf('cy'),
      urlOf('bo'),
      urlOf('ana'),
    ]);
  });
});
