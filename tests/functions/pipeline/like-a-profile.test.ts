import { afterAll, describe, expect, it } from 'vitest';
import {
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorOptions,
} from '#functions/providers/ports.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { SearchQuery } from '#shared/results.ts';
import {
  type FakeProvidersOptions,
  fakeProviders,
  foundProfile,
  queryReply,
  recordOf,
} from '#tests/support/fake-providers.ts';
import { cardsOf, lastStep, messageOf, runPipeline, stepsOf } from '#tests/support/run-pipeline.ts';
import { basisOf, simulatedSearches } from '#tests/support/simulated-search.ts';

const URL = 'https://www.linkedin.com/in/person-3';
const REPLY = {
  ...queryReply,
  targetCriteria: {
    nationality: 'Peruvian',
    profession: 'Researcher',
    education: 'PhD, Computer Science',
    location: 'Austin',
    interests: ['chess'],
    experience: ['Nasa'],
  },
};
const criteriaOf = (query: SearchQuery | undefined) =>
  query?.criteria?.map(({ need, text }) => `${need} ${text}`);
type LookUp = (url: string) => Promise<ProfileRecord | undefined>;
type Reply = NonNullable<FakeProvidersOptions['replies']>['query'];

async function search(
  content: string,
  lookUp: LookUp = async (url) => recordOf(url),
  { deepResearch = false, reply = () => REPLY }: { deepResearch?: boolean; reply?: Reply } = {},
) {
  const lookups: string[] = [];
  const queries: string[] = [];
  const providers = fakeProviders({
    replies: { query: reply },
    search: async (query) => {
      queries.push(query);
      return [1, 2, 3, 4].map((position) => foundProfile(position));
    },
    lookUp: async (url) => {
      lookups.push(url);
      return await lookUp(url);
    },
  });
  const run = await runPipeline(providers, { content, deepResearch });
  const asked = providers.completions.filter(({ task }) => task === 'query').map(({ user }) => user);
  return { run, lookups, queries, asked, query: messageOf(run)?.metadata?.searchQuery };
}

describe('a request for people like a profile', () => {
  it.each([
    [`people like ${URL}`, false],
    ['people like linkedin.com/in/Person-3/, please', true],
    ['https://de.linkedin.com/in/person-3?trk=x', false],
    [`people with ${URL}’s background`, false],
  ])('looks the profile up once, in either mode: %s', async (content, deepResearch) => {
    const { run, lookups, query } = await search(content, undefined, { deepResearch });
    expect(lookups.filter((url) => url === URL)).toHaveLength(1);
    expect(lookups[0]).toBe(URL);
    expect(criteriaOf(query)).toEqual(
      ['required Researcher', 'preferred Austin', 'preferred PhD', 'preferred Computer Science'].sort(
        (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
      ),
    );
    expect(lastStep(run, 'query-generation')?.details?.at(-1)).toMatch(
      /^Looked up .*linkedin\.com\/in\/person-3.* with Test Profiles: Headline of the record$/i,
    );
  });

  it('keeps the case of a member ID when looking it up', async () => {
    const id = 'ACoAABxYz12Qw3ErTyUiOpAsDfGhJkLzXcVbNm4';
    const { run, lookups } = await search(`people like https://www.linkedin.com/in/${id}`);
    expect(lookups).toEqual([`https://www.linkedin.com/in/${id}`]);
    expect(lastStep(run, 'query-generation')?.details?.at(-1)).toMatch(/^Looked up /);
  });

  const ORDER = ['preferred Austin', 'preferred PhD', 'preferred Computer Science', 'required Researcher'];

  it('gives the model the record’s main facts without the name, and a phrase instead of the URL', async () => {
    const { asked, queries } = await search(`people like ${URL} in Boston`);
    const { request, record } = JSON.parse(asked[0] ?? '{}');
    expect(request).toBe('people like this person in Boston');
    expect(record).toMatchObject({
      headline: 'Headline of the record',
      location: 'Austin, Texas, United States',
    });
    expect(asked[0]).not.toContain('Person Full Name');
    expect(queries[0]).toMatch(/^site:linkedin\.com\/in "Researcher"/);
  });

  it.each([
    ['in the US', { targetCriteria: { location: 'United States' } }, 'required United States'],
    ['in the US, no managers', { targetCriteria: { location: 'United States' } }, 'required United States'],
    [
      'not in the US',
      { excluded: [{ subject: 'location', text: 'United States' }] },
      'excluded United States',
    ],
    ['fluent in Spanish', { targetCriteria: { experience: ['speaks Spanish'] } }, 'required speaks Spanish'],
  ])('keeps what the request itself asks for in other words: %s', async (words, read, kept) => {
    const reply = () => ({ ...queryReply, targetCriteria: {}, ...read });
    const ofLima: LookUp = async (url) => recordOf(url, { country: 'PE', state: 'Lima', city: 'Lima' });
    const { query } = await search(`people like ${URL}, ${words}`, ofLima, { reply });
    expect(criteriaOf(query)).toContain(kept);
  });

  it('tells the model which jobs are over, the present one first', async () => {
    const job = (title: string, year: number | null) => ({
      title,
      company: 'Fernhollow Bank',
      ends_at: year === null ? null : { year },
    });
    const experiences = [job('Analyst', 2020), job('Treasurer', null)];
    const { asked } = await search(`people like ${URL}`, async (url) => recordOf(url, { experiences }));
    expect(JSON.parse(asked[0] ?? '{}').record.jobs).toEqual([
      { title: 'Treasurer', company: 'Fernhollow Bank' },
      { title: 'Analyst', company: 'Fernhollow Bank', isOver: true },
    ]);
  });

  it('excludes nobody for what the record says', async () => {
    const excluded = [{ subject: 'location', text: 'Austin' }];
    const { query } = await search(`people like ${URL}`, undefined, {
      reply: () => ({ ...REPLY, excluded }),
    });
    expect(criteriaOf(query)?.filter((each) => each.endsWith('Austin'))).toEqual([]);
  });

  it('finds other people, not the person themselves', async () => {
    const { run } = await search(`people like ${URL}`);
    expect(
      cardsOf(run)
        .map(({ profileUrl }) => profileUrl.split('-').at(-1))
        .sort(),
    ).toEqual(['1', '2', '4']);
    const results = messageOf(run)?.metadata?.searchResults?.linkedinProfiles;
    expect(results?.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('does not find the person under the address that the record gives either', async () => {
    const { run } = await search(`people like ${URL}`, async () =>
      recordOf('https://www.linkedin.com/in/person-4', { former_public_identifiers: ['person-3'] }),
    );
    expect(cardsOf(run).map(({ profileUrl }) => profileUrl.split('-').at(-1))).toEqual(['1', '2']);
  });

  it('finds nobody whose address the request rejects, and looks up the other', async () => {
    const { run, lookups, asked } = await search(
      `people like ${URL}, but not linkedin.com/in/person-1 or linkedin.com/in/person`,
      undefined,
    );
    expect(lookups).toEqual([URL]);
    expect(JSON.parse(asked[0] ?? '{}').request).toBe(
      'people like this person, but not that person or that person',
    );
    expect(cardsOf(run).map(({ profileUrl }) => profileUrl.split('-').at(-1))).toEqual(['2', '4']);
  });

  it('looks up a person who is only criticised', async () => {
    const { lookups } = await search(`${URL} isn’t available, find someone like her`);
    expect(lookups).toEqual([URL]);
  });

  it('shows how the lookup went as soon as it is over, even if the model then fails', async () => {
    const { run } = await search(`people like ${URL}`, undefined, {
      reply: () =>
        Promise.reject(new ProviderError({ provider: 'language-model', code: 'status', reason: 'No' })),
    });
    const lookedUp = expect.stringContaining(`Looked up ${URL} with Test Profiles`);
    expect(stepsOf(run).map(({ status, details }) => [status, details])).toEqual([
      ['active', undefined],
      ['active', [`Looking up ${URL} with Test Profiles…`]],
      ['active', [lookedUp]],
      ['error', [lookedUp, 'Failed to generate search query: No']],
    ]);
  });

  it('shows the lookup while it is under way', async () => {
    const { run } = await search(`people like ${URL}`);
    expect(stepsOf(run).map(({ details }) => details?.[0])).toContain(
      `Looking up ${URL} with Test Profiles…`,
    );
  });

  const unavailable = new ProviderError({
    provider: 'profile-data',
    code: 'status',
    reason: 'Test Profiles is down',
  });
  it.each<[string, LookUp]>([
    ['Test Profiles is down', async () => Promise.reject(unavailable)],
    ['Test Profiles has no record of it', async () => undefined],
    ['the record found is not of this person', async () => recordOf('https://www.linkedin.com/in/other')],
  ])('continues without a record it cannot use, and says why: %s', async (why, lookUp) => {
    const { run, asked } = await search(`engineers like ${URL} in Boston`, lookUp);
    expect(messageOf(run)?.metadata?.outcome).toBe('answered');
    expect(asked).toEqual(['engineers like this person in Boston']);
    expect(lastStep(run, 'query-generation')?.details?.at(-1)).toBe(
      `${URL} could not be read (${why}), so the search goes on without it`,
    );
  });

  /** A model that fails like this whenever it is shown the record. */
  const failing =
    (code: ProviderErrorCode, more: Pick<ProviderErrorOptions, 'text' | 'status'> = {}): Reply =>
    ({ user }) => {
      if (!user.includes('"record"')) return REPLY;
      throw new ProviderError({ provider: 'language-model', code, reason: 'No', ...more });
    };
  it.each<Parameters<typeof failing>>([
    ['refused', { text: '' }],
    ['filtered', { text: '' }],
    ['truncated', { text: '' }],
    // 'The prompt was filtered'
    ['status', { status: 400 }],
    ['status', { status: 403 }],
  ])(
    'is made once more without the record if the reply to it is unusable, or the server rejects it: %s %j',
    async (...failure) => {
      const request = `engineers like ${URL} in Boston`;
      const { run, asked } = await search(request, undefined, { reply: failing(...failure) });
      expect(asked).toEqual([expect.stringContaining('"record"'), 'engineers like this person in Boston']);
      expect(messageOf(run)?.metadata?.outcome).toBe('answered');
    },
  );

  it.each([{}, { status: 401 }, { status: 404 }, { status: 503 }])(
    'is not made once more if the model did not answer: %j',
    async (status) => {
      const { run, asked } = await search(`engineers like ${URL}`, undefined, {
        reply: failing('status', status),
      });
      expect(asked).toHaveLength(1);
      expect(messageOf(run)?.metadata?.outcome).toBe('apologised');
    },
  );

  it('apologises in plain words if it has nothing else to search by', async () => {
    const { run, asked } = await search(`find me people like ${URL}`, async () => undefined);
    expect(asked).toEqual([]);
    expect(messageOf(run)?.metadata?.outcome).toBe('apologised');
    expect(messageOf(run)?.content).toContain(
      `${URL} could not be read (Test Profiles has no record of it), and the request says nothing else to search by`,
    );
  });

  it.each([
    'people at https://evil.example/linkedin.com/in/x',
    'notlinkedin.com/in/x engineers',
    'linkedin.com/company/x',
  ])('looks nobody up for a URL that is not a profile’s: %s', async (content) => {
    expect((await search(content)).lookups).toEqual([]);
  });

  describe('with the simulated providers', () => {
    const simulation = simulatedSearches();
    afterAll(simulation.close);
    it('finds people of the same profession, and counts the lookup', async () => {
      const first = await simulation.search('marine biologists in Australia');
      const [best] = basisOf('', first.answer).people;
      const { answer } = await simulation.search(`people like ${best?.url}`);
      const { searchQuery, profileDisplayData, spend } = answer.metadata ?? {};
      expect(searchQuery?.targetCriteria.profession).toMatch(/biolog|marine|ocean/i);
      expect(profileDisplayData?.totalProfiles).toBeGreaterThan(0);
      expect(JSON.stringify(profileDisplayData)).not.toContain(best?.url);
      expect(spend?.lookups).toBe(1);
    });

    const afterBiologists = async (request: (url: string) => string) => {
      const biologists = 'marine biologists in Australia';
      const basis = basisOf(biologists, (await simulation.search(biologists)).answer);
      const nurses = await simulation.search('Brazilian nurses in Portugal');
      const [nurse] = basisOf('', nurses.answer).people;
      const { answer, queries } = await simulation.search(request(nurse?.url ?? ''), { basis });
      return { metadata: answer.metadata, told: queries.map(({ user }) => JSON.parse(user))[0] };
    };

    it.each([(url: string) => `people like ${url}`, (url: string) => `like ${url}, but in Canada`])(
      'starts a new search after another one, and tells the model nothing of that one',
      async (request) => {
        const { told, metadata } = await afterBiologists(request);
        expect(told.record).toBeDefined();
        expect(told.earlier).toBeUndefined();
        expect(metadata?.changes).toBeUndefined();
        expect(metadata?.searchQuery?.targetCriteria.profession).toMatch(/nurse/i);
        expect(JSON.stringify(metadata?.searchQuery?.criteria)).not.toMatch(/biolog|Australia/i);
      },
    );

    it.each([
      (url: string) => `also like ${url}`,
      (url: string) => `también como ${url}`,
      (url: string) => `¿también como ${url}?`,
      (url: string) => `auch wie ${url}`,
      (url: string) => `aussi comme ${url}`,
    ])('refines the earlier answer if it says “also”, in any of the languages: %s', async (request) => {
      const { told, metadata } = await afterBiologists(request);
      expect(told.earlier.criteria).toBeDefined();
      expect(told.earlier.people).toBeUndefined();
      expect(JSON.stringify(metadata?.searchQuery?.criteria)).toMatch(/biolog/i);
    });
  });
});
