import { afterAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#shared/limits.ts';
import { fakeProviders, queryReply } from '#tests/support/fake-providers.ts';
import { lastStep, messageOf, runPipeline } from '#tests/support/run-pipeline.ts';
import { basisOf, simulatedSearches } from '#tests/support/simulated-search.ts';

const DUTIES =
  'You will own models from the first notebook to production, explain them to people who decide, and keep what runs honest. We are not a bank, and we never hire without meeting twice. ';
const DESCRIPTION = `Senior data scientist (m/f/x) at Quipu Works, Boston.
We look for a senior data scientist in Boston with a PhD in computer science and an interest in machine learning.
${DUTIES.repeat(90)}`.slice(0, LIMITS.contentLength);

const withBrief = (brief: unknown) => fakeProviders({ replies: { query: () => ({ ...queryReply, brief }) } });
const search = async (content: string, brief: unknown = 'Senior data scientist in Boston, PhD.') => {
  const run = await runPipeline(withBrief(brief), { content, deepResearch: true });
  const told = run.providers.completions.filter(({ task }) => task !== 'query');
  return {
    run,
    query: messageOf(run)?.metadata?.searchQuery,
    told: told.map(({ user }) => JSON.parse(user).request),
  };
};

describe('a job description', () => {
  it('reaches every call after the first only as the brief that the first one makes', async () => {
    const { run, query, told } = await search(DESCRIPTION);
    expect(DESCRIPTION).toHaveLength(LIMITS.contentLength);
    expect(run.providers.completions[0]?.user).toBe(DESCRIPTION);
    expect(query?.brief).toBe('Senior data scientist in Boston, PhD.');
    expect(new Set(told)).toEqual(new Set([query?.brief]));
    expect(lastStep(run, 'query-generation')?.details).toContain(`Brief: ${query?.brief}`);
  });

  it('excludes nothing because of passing remarks about the firm', async () => {
    const { query } = await search(DESCRIPTION);
    expect(query?.criteria?.filter(({ need }) => need === 'excluded')).toEqual([]);
  });

  it('excludes the people it plainly rules out', async () => {
    const unwanted = 'We do not want:\n- Agencies and freelancers\n- People who currently work at Siemens';
    const rules = 'No meetings, no managers, not in Berlin. We do not use Jira.\n';
    const { query } = await search(
      `${DESCRIPTION.slice(0, 3_000)}\n${rules}${unwanted}\n\nApply at Quipu Works, please no recruiters.`,
    );
    const excluded = query?.criteria?.filter(({ need }) => need === 'excluded');
    expect(excluded?.map(({ subject, text }) => `${subject} ${text}`)).toEqual([
      'experience agency',
      'profession freelancer',
      'experience currently at Siemens',
      'profession recruiter',
    ]);
  });

  it.each(['\u2028', '\u2029', '\r'])(
    'reads a sentence on after a line break of another kind: %j',
    async (lineBreak) => {
      const { query } = await search(`${DESCRIPTION}\nWe do not want agencies${lineBreak}or freelancers`);
      const excluded = query?.criteria?.filter(({ need }) => need === 'excluded');
      expect(excluded?.map(({ text }) => text)).toEqual(['agency', 'freelancer']);
    },
  );

  it.each([[null], [''], [17], ['\u200B']])(
    'uses its opening as the brief if the model returns none: %j',
    async (brief) => {
      const { query } = await search(DESCRIPTION, brief);
      expect(query?.brief).toMatch(/^Senior data scientist .*…$/);
      expect(query?.brief?.length).toBeLessThanOrEqual(600);
    },
  );

  it('keeps its brief within the limit, whatever the model writes', async () => {
    const { query } = await search(DESCRIPTION, 'endless '.repeat(5_000));
    expect(query?.brief?.length).toBeLessThanOrEqual(LIMITS.briefLength);
  });

  it('is told apart from a short request, of at most 200 characters, which is passed on unchanged', async () => {
    const ofLength = (length: number) => 'Peruvian engineers in Boston'.padEnd(length, ' at a bank');
    const short = await search(ofLength(200));
    expect(short.run.providers.completions[0]?.system).not.toContain('brief');
    expect(short.query?.brief).toBeUndefined();
    expect(new Set(short.told)).toEqual(new Set([ofLength(200)]));
    const long = await search(ofLength(201));
    expect(long.run.providers.completions[0]?.system).toContain('"brief": string');
    expect(long.query?.brief).toBe('Senior data scientist in Boston, PhD.');
    expect(new Set(long.told)).toEqual(new Set([long.query?.brief]));
  });

  it('has a brief as short as a short request if it is itself no longer than 600 characters', async () => {
    const brief = 'endless '.repeat(5_000);
    const ofLength = (length: number) => 'Peruvian engineers in Boston'.padEnd(length, ' at a bank');
    const [medium, long] = [await search(ofLength(600), brief), await search(ofLength(601), brief)];
    expect(medium.query?.brief).toHaveLength(192);
    expect((await search(ofLength(300), 'x'.repeat(500))).query?.brief).toHaveLength(200);
    expect(medium.run.providers.completions[0]?.system).toContain('30 words');
    expect(long.query?.brief).toHaveLength(999);
    expect(long.run.providers.completions[0]?.system).toContain('120 words');
  });

  it('keeps its brief in follow-up requests', async () => {
    const { run, query } = await search(DESCRIPTION);
    const basis = {
      request: DESCRIPTION,
      brief: query?.brief ?? '',
      googleSearchQuery: query?.googleSearchQuery ?? '',
      criteria: query?.criteria ?? [],
      people: [],
    };
    const followed = await runPipeline(withBrief(''), { content: 'only in Lima', plan: { basis } });
    expect(messageOf(followed)?.metadata?.searchQuery?.brief).toBe(`${query?.brief} Then: only in Lima`);
    expect(messageOf(run)?.metadata?.outcome).toBe('answered');
  });

  it('leaves the follow-up whole, however long its brief is', async () => {
    const basis = {
      request: DESCRIPTION,
      brief: 'Peruvian engineers in Boston'.padEnd(LIMITS.briefLength, ' at a bank'),
      googleSearchQuery: 'site:linkedin.com/in "engineer"',
      criteria: [],
      people: [],
    };
    const followed = await runPipeline(withBrief(''), { content: 'only in Lima', plan: { basis } });
    const brief = messageOf(followed)?.metadata?.searchQuery?.brief;
    expect(brief).toMatch(/^Peruvian engineers in Boston .*… Then: only in Lima$/);
    expect(brief?.length).toBeLessThanOrEqual(LIMITS.briefLength);
  });

  it('keeps sensitive wording from later calls if the deployment ignores it', async () => {
    const content = `Young woman as an engineer in Boston. ${DUTIES.repeat(5)}`;
    const providers = withBrief('A young woman as an engineer in Boston.');
    const run = await runPipeline(providers, { content, sensitiveCriteria: 'ignore' });
    expect(messageOf(run)?.metadata?.searchQuery?.brief).toBeUndefined();
    for (const { user, task } of providers.completions)
      if (task !== 'query') expect(user).not.toMatch(/woman/i);
  });

  describe('with the simulated model', () => {
    const simulation = simulatedSearches();
    afterAll(simulation.close);
    it('turns its nice-to-haves into preferred criteria', async () => {
      const plus = '\nNice to have: Kotlin, MBA.\n';
      const { answer } = await simulation.search(`${DESCRIPTION.slice(0, 3_000)}${plus}`);
      const preferred = answer.metadata?.searchQuery?.criteria?.filter(({ need }) => need === 'preferred');
      expect(preferred?.map(({ text }) => text)).toEqual(['MBA', 'Kotlin']);
    });

    it('yields criteria, a brief and people', async () => {
      const { answer } = await simulation.search(DESCRIPTION);
      const { searchQuery, profileDisplayData } = answer.metadata ?? {};
      expect(searchQuery?.criteria?.map(({ text }) => text)).toEqual(
        expect.arrayContaining(['Boston', 'senior data scientist', 'machine learning']),
      );
      expect(searchQuery?.brief).toMatch(/^Looking for: .*data scientist/);
      expect(profileDisplayData?.totalProfiles).toBeGreaterThan(5);
      expect(basisOf(DESCRIPTION, answer).brief).toBe(searchQuery?.brief);
    });
  });
});
