import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedProviders } from '#infra/local/simulated-providers.ts';
import { complete, findPeople, parseReply, startProviders } from './ask.ts';

let providers: SimulatedProviders;

beforeAll(async () => {
  providers = await startProviders();
});

afterAll(() => providers.close());

const REQUEST =
  'Peruvian management consultants who studied at Dartmouth College and work at McKinsey & Company';
const CRITERIA = {
  nationality: 'Peruvian',
  education: 'Dartmouth College',
  profession: 'management consultant',
  interests: [],
  experience: ['McKinsey & Company'],
};

const PROFILES = [
  {
    index: 0,
    url: 'https://www.linkedin.com/in/rumi-quispe',
    title: 'Rumi Quispe - Senior Management Consultant - McKinsey & Company | LinkedIn',
    snippet:
      'Born in Lima, Peru. · Experience: McKinsey & Company · Education: Dartmouth College · Location: Boston · 500+ connections on LinkedIn.',
  },
  {
    index: 1,
    url: 'https://www.linkedin.com/in/ana-poma',
    title: 'Ana Poma - Strategy Consultant at McKinsey',
    snippet: 'Peruvian living in Quito.',
  },
  {
    index: 2,
    url: 'https://www.linkedin.com/in/bo-berg',
    title: 'Bo Berg | LinkedIn',
    snippet: 'Beekeeper in Malmö.',
  },
];

const json = (extra: object): string => JSON.stringify({ request: REQUEST, criteria: CRITERIA, ...extra });

type Score = { index: number; relevanceScore: number; reasoning: string; shouldVerify: boolean };

describe('the scoring call', () => {
  const score = async (user: string): Promise<Score[]> =>
    parseReply(await complete({ providers, system: 'Task: scoring', user })) as never;

  it('scores what title and snippet show, and names what is missing', async () => {
    const [all, some, none] = await score(json({ profiles: PROFILES }));
    expect(all).toMatchObject({ index: 0, shouldVerify: true });
    expect(all?.relevanceScore).toBeGreaterThanOrEqual(85);
    expect(some?.relevanceScore).toBeGreaterThanOrEqual(60);
    expect(some?.relevanceScore).toBeLessThan(80);
    expect(some?.reasoning).toContain('does not show education (Dartmouth College)');
    expect(none).toMatchObject({ index: 2, shouldVerify: false });
    expect(none?.relevanceScore).toBeLessThan(40);
  });

  it('covers the whole range for a real search’s results', async () => {
    const { results, criteria } = await findPeople(providers, REQUEST);
    const profiles = results.map(({ title, link, snippet, position }, index) => ({
      index,
      url: link,
      title,
      snippet: snippet ?? '',
      position,
    }));
    const scores = (await score(JSON.stringify({ request: REQUEST, criteria, profiles }))).map(
      (each) => each.relevanceScore,
    );
    expect(scores.filter((each) => each >= 85).length).toBeGreaterThanOrEqual(3);
    expect(scores.filter((each) => each >= 60 && each < 85).length).toBeGreaterThanOrEqual(1);
    expect(scores.filter((each) => each < 60).length).toBeGreaterThanOrEqual(1);
  });

  it.each(['', 'not json', '[]', '{"profiles":5}', '{"profiles":[null,3]}'])(
    'answers %j with an empty array',
    async (user) => {
      expect(await score(user)).toEqual([]);
    },
  );

  it('puts the array where the schema expects it', async () => {
    const schema = {
      type: 'object',
      properties: { rows: { type: 'array', items: { type: 'object' } }, note: { type: 'string' } },
    };
    const format = { type: 'json_schema' as const, json_schema: { name: 'scores', schema } };
    const text = await complete({
      providers,
      system: 'Task: scoring',
      user: json({ profiles: PROFILES }),
      format,
    });
    expect(JSON.parse(text)).toEqual({ rows: [expect.any(Object), expect.any(Object), expect.any(Object)] });
    const object = await complete({
      providers,
      system: 'Task: scoring',
      user: '{}',
      format: { type: 'json_object' },
    });
    expect(JSON.parse(object)).toEqual({ profiles: [] });
  });

  it('wraps some bare arrays in code fences, always the same ones', async () => {
    const users = Array.from({ length: 40 }, (_each, at) =>
      json({ profiles: [{ ...PROFILES[0], index: at }] }),
    );
    const ask = (): Promise<string[]> =>
      Promise.all(users.map((user) => complete({ providers, system: 'Task: scoring', user })));
    const replies = await ask();
    const fenced = replies.filter((reply) => reply.startsWith('```json\n'));
    expect(fenced.length).toBeGreaterThan(0);
    expect(fenced.length).toBeLessThan(20);
    expect(await ask()).toEqual(replies);
  });
});

describe('the assessment call', () => {
  const profile = { ...PROFILES[0], relevanceScore: 90, reasoning: 'r' };
  const record = {
    public_identifier: 'rumi-quispe',
    full_name: 'Rumi Quispe',
    headline: 'Management Consultant',
    summary: 'Peruvian.',
    country: 'US',
    city: 'Boston',
    state: 'Massachusetts',
    experiences: [{ title: 'Management Consultant', company: 'McKinsey & Company' }],
    education: [{ school: 'Dartmouth College', degree_name: 'BA' }],
  };
  const assess = async (changed: object, criteria: object = CRITERIA): Promise<unknown> =>
    parseReply(
      await complete({
        providers,
        system: 'Task: assessment',
        user: JSON.stringify({
          request: REQUEST,
          criteria,
          profile,
          record: { ...record, ...changed },
        }),
      }),
    );

  it('confirms what the record supports', async () => {
    expect(await assess({})).toMatchObject({
      meetsAllCriteria: true,
      verificationReasoning: expect.stringContaining('confirms'),
    });
  });

  it('reads the country from its code', async () => {
    expect(await assess({ city: null, state: null }, { location: 'United States' })).toMatchObject({
      meetsAllCriteria: true,
    });
    expect(await assess({}, { location: 'Peru' })).toMatchObject({ meetsAllCriteria: false });
  });

  it('lowers the score for anything the record does not show', async () => {
    const reply = (await assess({ education: [{ school: 'Lund University' }] })) as {
      finalRelevanceScore: number;
    };
    expect(reply).toMatchObject({
      meetsAllCriteria: false,
      verificationReasoning: expect.stringContaining('shows no education (Dartmouth College)'),
    });
    expect(reply.finalRelevanceScore).toBeLessThan(85);
  });

  it('keeps roughly the first score for a sparse record', async () => {
    expect(await assess({ experiences: [], education: [] })).toMatchObject({
      finalRelevanceScore: 85,
      meetsAllCriteria: true,
    });
  });

  it('notices a record of someone else', async () => {
    const reply = (await assess({ full_name: 'Rumi Toledo' })) as { finalRelevanceScore: number };
    expect(reply).toMatchObject({
      meetsAllCriteria: false,
      verificationReasoning: expect.stringContaining('Rumi Toledo'),
    });
    expect(reply.finalRelevanceScore).toBeLessThan(30);
  });

  it('also answers nonsense', async () => {
    expect(parseReply(await complete({ providers, system: 'Task: assessment', user: '{{{' }))).toMatchObject({
      meetsAllCriteria: false,
    });
  });
});

describe('the formatting call', () => {
  it('reads cards from titles and snippets, with Unknown for missing facts', async () => {
    const reply = parseReply(
      await complete({ providers, system: 'Task: formatting', user: json({ profiles: PROFILES }) }),
    );
    expect(reply).toMatchObject([
      {
        index: 0,
        fullName: 'Rumi Quispe',
        headline: 'Senior Management Consultant',
        location: 'Boston',
        currentPosition: { title: 'Senior Management Consultant', company: 'McKinsey & Company' },
        education: { school: 'Dartmouth College', degree: 'Unknown' },
        summary: 'Born in Lima, Peru.',
      },
      {
        index: 1,
        fullName: 'Ana Poma',
        currentPosition: { title: 'Strategy Consultant', company: 'McKinsey' },
        location: 'Unknown',
      },
      { index: 2, fullName: 'Bo Berg', headline: 'Unknown', summary: 'Beekeeper in Malmö.' },
    ]);
    for (const { tags } of reply as { tags: string[] }[]) {
      expect(tags.length).toBeGreaterThanOrEqual(3);
      expect(tags.length).toBeLessThanOrEqual(6);
    }
  });

  it('answers any other call with plain text', async () => {
    expect(await complete({ providers, system: 'Be kind.', user: 'Hi' })).toMatch(/\w/);
  });
});
