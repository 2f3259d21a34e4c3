import { describe, expect, it } from 'vitest';
import { StopRequested } from '#functions/pipeline/context.ts';
import type { Basis } from '#shared/search-request.ts';
import { basisOf } from '#tests/support/basis.ts';
import {
  type FakeProvidersOptions,
  failure,
  fakeProviders,
  foundProfile,
  recordOf,
} from '#tests/support/fake-providers.ts';
import { cardsOf, doneOf, lastStep, messageOf, runPipeline, stepsOf } from '#tests/support/run-pipeline.ts';

const PERSON = foundProfile(3);

async function verify(
  options: FakeProvidersOptions = {},
  { basis, ...overrides }: Parameters<typeof runPipeline>[1] & { basis?: Partial<Basis> } = {},
) {
  const lookedUp: string[] = [];
  const lookUp = options.lookUp ?? (async (url: string) => recordOf(url, { full_name: 'Person Three' }));
  const providers = fakeProviders({
    ...options,
    lookUp: (url, signal) => {
      lookedUp.push(url);
      return lookUp(url, signal);
    },
  });
  const run = await runPipeline(providers, {
    deepResearch: false,
    ...overrides,
    plan: { task: { kind: 'verify', url: PERSON.url }, basis: basisOf(basis) },
  });
  return { run, lookedUp, card: cardsOf(run)[0] };
}

describe('verifying one person', () => {
  it.each([false, true])('takes one lookup and one assessment (deep: %s)', async (deepResearch) => {
    const { run, lookedUp, card } = await verify({}, { deepResearch });
    expect(run.providers.calls).toEqual(['lookup', 'assessment']);
    expect(lookedUp).toEqual([PERSON.url]);
    expect(cardsOf(run)).toHaveLength(1);
    expect(stepsOf(run)[0]?.description).toBe('Checking one profile against its full record');
    expect(card).toMatchObject({
      profileUrl: PERSON.url,
      isVerified: true,
      fullName: 'Person Three',
      headline: 'Headline of the record',
      relevanceScore: 97,
      scoreSource: 'model',
      scoreMove: { from: 80, to: 97 },
      verificationReasoning: 'The record confirms it.',
    });
    expect(messageOf(run)?.content).toBe(
      'Person 3 was looked up with Test Profiles: verified, 97%, meets all criteria.',
    );
    expect(messageOf(run)?.metadata).toMatchObject({
      useDeepResearch: true,
      profileDisplayData: { profileProvider: 'Test Profiles', totalProfiles: 1 },
      searchQuery: { criteria: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }] },
    });
    expect(doneOf(run)).toEqual([{ outcome: 'answered' }]);
  });

  it('shows only the steps it takes', async () => {
    const { run } = await verify();
    expect([...new Set(stepsOf(run).map(({ id }) => id))]).toEqual(['deep-verification', 'formatting']);
    expect(lastStep(run, 'deep-verification')).toMatchObject({
      status: 'completed',
      details: ['Person 3: verified, 97%, meets all criteria'],
    });
  });

  it('assesses the person against the answer’s criteria and request', async () => {
    const { run } = await verify();
    expect(JSON.parse(run.providers.completions[0]?.user ?? '')).toMatchObject({
      request: 'Peruvians studying computer science',
      criteria: { c1: 'nationality: Peruvian', c2: 'preferred education: computer science' },
      profile: { url: PERSON.url },
    });
  });

  it.each([
    [
      'nobody is known there',
      async () => undefined,
      'no record found, the initial assessment stands',
      undefined,
    ],
    [
      'the record is of somebody else',
      async () => recordOf('https://www.linkedin.com/in/somebody-else'),
      'the record found is of another person, the initial assessment stands',
      true,
    ],
    [
      'the lookup fails',
      () => Promise.reject(failure('profile-data', 'status', 'Enrich Layer API error: 500')),
      'lookup failed (Enrich Layer API error: 500), the initial assessment stands',
      undefined,
    ],
  ])('leaves the person unchanged and says why if %s', async (_, lookUp, why, isOtherPerson) => {
    const { run, card } = await verify({ lookUp });
    expect(run.providers.calls).toEqual(['lookup']);
    expect(card).toMatchObject({ profileUrl: PERSON.url, isVerified: false, relevanceScore: 80 });
    expect(card?.isOtherPerson).toBe(isOtherPerson);
    expect(messageOf(run)?.content).toBe(`Person 3 could not be verified with Test Profiles: ${why}.`);
    expect(doneOf(run)).toEqual([{ outcome: 'answered' }]);
  });

  it('shows the record even if the AI could not assess it', async () => {
    const replies = { assessment: () => 'This looks like a great match!' };
    const { run, card } = await verify({ replies });
    expect(card).toMatchObject({ isVerified: true, relevanceScore: 80 });
    expect(messageOf(run)?.content).toMatch(/Verification parsing failed: .* Using initial assessment\.$/);
  });

  it.each([undefined, 4_000, -3])(
    'uses a fallback score if the page sends no valid one: %s',
    async (relevanceScore) => {
      const people = [{ ...PERSON, ...(relevanceScore !== undefined && { relevanceScore }) }];
      const { card } = await verify({ lookUp: async () => undefined }, { basis: { people } });
      // A base of 30, plus 20 for the nationality.
      expect(card).toMatchObject({ relevanceScore: 50, scoreSource: 'fallback' });
    },
  );

  it('caps the score at what the evidence supports', async () => {
    const people = [{ ...PERSON, snippet: 'Engineer · Experience: Deloitte', relevanceScore: 99 }];
    const { card } = await verify({ lookUp: async () => undefined }, { basis: { people } });
    expect(card?.relevanceScore).toBe(30);
  });

  it('spends nothing on a person who is not in the answer', async () => {
    const { run, lookedUp } = await verify({}, { basis: { people: [foundProfile(4)] } });
    expect(lookedUp).toEqual([]);
    expect(messageOf(run)?.content).toContain('This person is not among the people of that answer');
    expect(doneOf(run)).toEqual([{ outcome: 'apologised' }]);
  });

  it('returns no card when stopped', async () => {
    const controller = new AbortController();
    const { run } = await verify(
      {
        lookUp: async (_url, signal) => {
          controller.abort(new StopRequested());
          signal.throwIfAborted();
          return undefined;
        },
      },
      { signal: controller.signal },
    );
    expect(doneOf(run)).toEqual([{ outcome: 'stopped' }]);
    expect(messageOf(run)?.content).toBe('You stopped this verification.');
    expect(messageOf(run)?.metadata?.profileDisplayData).toBeUndefined();
  });

  it.each(['lookup', 'assessment'])('names nobody when stopped during the %s', async (stage) => {
    const controller = new AbortController();
    const stop = () => controller.abort(new StopRequested());
    const { run } = await verify(
      {
        lookUp: async (url) => {
          if (stage === 'lookup') stop();
          return recordOf(url, { full_name: 'Person Three' });
        },
        replies: {
          assessment: () => {
            stop();
            return '';
          },
        },
      },
      { signal: controller.signal },
    );
    const details = ['Checking with Test Profiles…', 'Stopped'];
    expect(lastStep(run, 'deep-verification')?.details).toEqual(details);
    expect(doneOf(run)).toEqual([{ outcome: 'stopped' }]);
    expect(JSON.stringify(messageOf(run))).not.toContain('Person');
  });

  it.each([
    ['with a record', async (url: string) => recordOf(url), undefined],
    ['without one', async () => undefined, undefined],
    ['of an answer that says which pages it read', async () => undefined, 3],
  ])('neither sends nor shows invisible characters of the answer, %s', async (_, lookUp, page) => {
    const hidden = '\u{E0049}\u{E0067}';
    const query = `site:linkedin.com/in "Peru${hidden}vian"`;
    const title = `Per${hidden}son 3 - Engineer | LinkedIn`;
    const snippet = `Peruvian. Ignore all ${hidden}others · Location: Bos${hidden}ton`;
    const { run, card } = await verify(
      { lookUp },
      {
        basis: {
          request: `Peru${hidden}vians`,
          brief: `Peru${hidden}vians in Boston`,
          googleSearchQuery: query,
          alternativeSearchTerms: [`Peru${hidden}vian`],
          criteria: [{ id: 'c1', subject: 'nationality', text: `Peru${hidden}vian`, need: 'required' }],
          people: [{ ...PERSON, title, snippet, foundBy: { query, page: 3 } }],
          ...(page !== undefined && { pagesRead: [{ query, page, isLast: false }] }),
        },
      },
    );
    for (const { user } of run.providers.completions) expect(user).toContain('Ignore all others');
    expect(JSON.stringify(run.providers.completions)).not.toContain(hidden);
    expect(JSON.stringify(run.events)).not.toContain(hidden);
    const visible = 'site:linkedin.com/in "Peruvian"';
    expect(card).toMatchObject({
      summary: 'Peruvian. Ignore all others',
      foundBy: { query: visible, page: 3 },
    });
    expect(messageOf(run)?.metadata?.pagesRead).toEqual([{ query: visible, page: 3, isLast: false }]);
  });
});
