import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { MessageMetadata, Spend } from '#shared/message.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { answer, sampleDirectory, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { textOf } from '#tests/web/text-of.ts';
import { withContinuations } from '#web/features/chats/turns/continuations.ts';
import { Results } from '#web/features/results/results.tsx';

const person = (
  name: string,
  relevanceScore: number,
  change: Partial<DisplayProfile> = {},
): DisplayProfile => {
  const [sample] = sampleDirectory(1).otherProfiles;
  if (sample === undefined) throw new Error('There is no sample');
  const profileUrl = `https://www.linkedin.com/in/${name}`;
  return { ...sample, id: name, fullName: name, profileUrl, relevanceScore, scoreSource: 'model', ...change };
};
const directory = (others: DisplayProfile[], change: Partial<DisplayData> = {}): DisplayData => ({
  ...sampleDirectory(0),
  otherProfiles: others,
  totalProfiles: others.length + (change.verifiedProfiles?.length ?? 0),
  ...change,
});
const first = (metadata: MessageMetadata) => answer({ metadata });
const added = (metadata: MessageMetadata) => [
  sampleMessage({ id: 'msg_more', metadata: { refines: 'msg_2', task: 'more' } }),
  answer({ id: 'msg_added', metadata }),
];
const names = (data: DisplayData | undefined) =>
  [data?.verifiedProfiles, data?.otherProfiles].map((all) => all?.map(({ fullName }) => fullName));

describe('an answer with its continuations', () => {
  it('is the answer itself when there is nothing to add', () => {
    const message = first({ profileDisplayData: directory([person('ana', 80)]) });
    expect(withContinuations(message, [])).toBe(message);
    expect(withContinuations(message, added({}).slice(0, 1))).toEqual(message);
  });

  it('lists everybody once, best first, and counts them', () => {
    const message = first({ profileDisplayData: directory([person('ana', 80), person('bo', 40)]) });
    const more = added({ profileDisplayData: directory([person('cy', 60), person('ana', 80)]) });
    const { metadata, id, content } = withContinuations(message, more);
    expect(names(metadata?.profileDisplayData)).toEqual([[], ['ana', 'cy', 'bo']]);
    expect(metadata?.profileDisplayData?.totalProfiles).toBe(3);
    expect([id, content]).toEqual([message.id, message.content]);
  });

  it('uses the latest data on a person, matched by canonical URL', () => {
    const message = first({
      profileDisplayData: directory([person('ana', 80), person('bo', 75)], {
        profileProvider: 'Enrich Layer',
      }),
    });
    const verified = person('ana', 58, {
      id: 'another-id',
      profileUrl: 'https://pe.linkedin.com/in/ANA?trk=x',
      isVerified: true,
    });
    const verify = added({
      profileDisplayData: directory([], { verifiedProfiles: [verified], profileProvider: 'Scrapin' }),
    });
    const data = withContinuations(message, verify).metadata?.profileDisplayData;
    expect(names(data)).toEqual([['ana'], ['bo']]);
    expect(data).toMatchObject({ profileProvider: 'Scrapin', useDeepResearch: true });
    // The card keeps its identity on the screen.
    expect(data?.verifiedProfiles[0]).toMatchObject({ id: 'ana', relevanceScore: 58 });
  });

  it('adds a running search’s results without replacing a better score', () => {
    const message = first({ profileDisplayData: directory([person('ana', 80)]) });
    const live = directory([
      person('ana', 12, { scoreSource: 'fallback' }),
      person('cy', 30, { scoreSource: 'fallback' }),
    ]);
    const data = withContinuations(message, [], live).metadata?.profileDisplayData;
    expect(data?.otherProfiles.map(({ id, relevanceScore }) => [id, relevanceScore])).toEqual([
      ['ana', 80],
      ['cy', 30],
    ]);
  });

  it('leaves an answer its fallback scores, whether the search added to it runs, was stopped or was answered', () => {
    const fallback = (name: string, score: number) => person(name, score, { scoreSource: 'fallback' });
    const message = first({
      outcome: 'answered',
      profileDisplayData: directory([fallback('ana', 80), fallback('bo', 40)]),
    });
    const unscored = (...merged: Parameters<typeof withContinuations>) =>
      withContinuations(...merged)
        .metadata?.profileDisplayData?.otherProfiles.filter(({ scoreSource }) => scoreSource === 'fallback')
        .map(({ id }) => id);
    const more = directory([fallback('dee', 10), fallback('ana', 90), fallback('cy', 95)]);
    expect(unscored(message, added({}).slice(0, 1))).toEqual([]);
    expect(unscored(message, [], more)).toEqual(['dee', 'cy']);
    const stopped = added({ outcome: 'stopped', profileDisplayData: more });
    expect(unscored(message, stopped)).toEqual(['dee', 'cy']);
    expect(unscored(message, added({ outcome: 'failed', profileDisplayData: more }))).toEqual(['dee', 'cy']);
    const verified = added({ outcome: 'answered', task: 'verify', profileDisplayData: more });
    expect(unscored(message, verified)).toEqual(['dee', 'cy']);
    const failed = first({ outcome: 'failed', profileDisplayData: more });
    expect(unscored(failed, [], more)).toEqual(['dee', 'ana', 'cy']);
    expect(names(withContinuations(message, stopped).metadata?.profileDisplayData)[1]).toEqual([
      'ana',
      'bo',
      'dee',
      'cy',
    ]);
    expect(unscored(message, added({ outcome: 'answered', profileDisplayData: more }))).toEqual([]);
  });

  it('keeps the judgement of somebody who could not be verified, and warns of another person’s record', () => {
    const verdicts = [{ criterionId: 'c1', verdict: 'met', quote: 'Maps reefs', source: 'title' } as const];
    const message = first({ profileDisplayData: directory([person('ana', 92, { verdicts })]) });
    const failed = added({
      profileDisplayData: directory([person('ana', 59, { verdicts: [], isOtherPerson: true })]),
    });
    const data = withContinuations(message, failed).metadata?.profileDisplayData;
    expect(data?.otherProfiles).toEqual([person('ana', 92, { verdicts, isOtherPerson: true })]);
  });

  it('keeps the verification of somebody who was verified without a score, and is found again', () => {
    const unscored = { scoreSource: 'fallback' } as const;
    const verified = person('ana', 50, { ...unscored, isVerified: true });
    const message = first({
      outcome: 'stopped',
      profileDisplayData: directory([], { verifiedProfiles: [verified] }),
    });
    const data = withContinuations(message, [], directory([person('ana', 60, unscored)])).metadata
      ?.profileDisplayData;
    expect([data?.verifiedProfiles, data?.otherProfiles]).toEqual([[verified], []]);
  });

  it('distinguishes people with the same id, as an imported file may have', () => {
    const message = first({ profileDisplayData: directory([person('ana', 80)]) });
    const data = withContinuations(
      message,
      added({
        profileDisplayData: directory([
          person('bo', 70, { id: 'ana' }),
          person('cy', 60, { id: 'x', profileUrl: 'javascript:1' }),
        ]),
      }),
    ).metadata?.profileDisplayData;
    expect(new Set(data?.otherProfiles.map(({ id }) => id)).size).toBe(3);
  });

  it('attributes to the imported file the verifications it has, and nobody’s that were made since', () => {
    const verified = (...people: string[]) => ({
      verifiedProfiles: people.map((name, index) => person(name, 90 - index, { isVerified: true })),
    });
    const imported = first({
      profileDisplayData: directory([person('cy', 70)], {
        ...verified('ana', 'bo'),
        profileProvider: 'Scrapin',
        isImported: true,
      }),
    });
    const verify = added({ profileDisplayData: directory([person('ana', 60)], verified('bo', 'cy')) });
    const data = withContinuations(imported, verify).metadata?.profileDisplayData;
    const text = textOf(renderToStaticMarkup(createElement(Results, { data: data ?? directory([]) })));
    expect(text).toMatch(
      /ana Verified, according to an imported file .* bo Verified (?!,).* cy Verified (?!,)/,
    );
    expect(text).toContain('3 verified via Scrapin, 1 of them according to an imported file');
  });

  it('has more people to find only if the last search found that there are more', () => {
    const page = { query: 'economist Lima', page: 1, isLast: false };
    const message = first({ pagesRead: [page], hasMore: true });
    const last = { pagesRead: [page, { ...page, page: 2, isLast: true }], hasMore: false };
    expect(withContinuations(message, added(last)).metadata).toMatchObject(last);
    expect(withContinuations(message, added({})).metadata).toMatchObject({ hasMore: true });
  });

  it('uses the continuation’s directory when the answer has none', () => {
    const data = directory([person('ana', 80)]);
    const { metadata } = withContinuations(first({}), added({ profileDisplayData: data }));
    expect(names(metadata?.profileDisplayData)).toEqual([[], ['ana']]);
  });

  it('merges web search results without duplicates', () => {
    const results = (...slugs: string[]) => ({
      totalResults: slugs.length,
      currentPage: 1,
      hasNextPage: false,
      linkedinProfiles: slugs.map((slug, index) => ({
        url: `https://www.linkedin.com/in/${slug}`,
        title: slug,
        snippet: '',
        position: index + 1,
      })),
    });
    const { metadata } = withContinuations(
      first({ searchResults: results('ana', 'bo') }),
      added({ searchResults: results('bo', 'cy') }),
    );
    const merged = metadata?.searchResults?.linkedinProfiles.map(({ title, position }) => [title, position]);
    // Of somebody found twice, it has what the answer was about.
    expect(merged).toEqual([
      ['ana', 1],
      ['bo', 2],
      ['cy', 2],
    ]);
  });

  it('sums usage, and has a price only when every part has one', () => {
    const spend: Spend = {
      modelCalls: 3,
      inputTokens: 100,
      outputTokens: 10,
      tokensEstimated: false,
      searchPages: 2,
      lookups: 0,
      dollars: 0.02,
    };
    const sum = (other: Spend) =>
      withContinuations(first({ spend }), added({ spend: other })).metadata?.spend;
    const twice = { modelCalls: 6, inputTokens: 200, outputTokens: 20, searchPages: 4, lookups: 1 };
    expect(sum({ ...spend, lookups: 1, tokensEstimated: true })).toEqual({
      ...twice,
      tokensEstimated: true,
      dollars: 0.04,
    });
    const { dollars: _, ...unpriced } = spend;
    expect(sum({ ...unpriced, lookups: 1 })).toEqual({ ...twice, tokensEstimated: false });
    const estimated = first({ spend: { ...unpriced, tokensEstimated: true } });
    expect(withContinuations(estimated, added({ spend })).metadata?.spend).toEqual({
      ...{ ...twice, lookups: 0 },
      tokensEstimated: true,
    });
    const unpaid = { ...unpriced, unpaid: 'simulated' as const };
    const both = withContinuations(first({ spend: unpaid }), added({ spend: unpaid })).metadata?.spend;
    expect(both?.unpaid).toBe('simulated');
    expect(sum(unpaid)).not.toHaveProperty('unpaid');
  });
});
