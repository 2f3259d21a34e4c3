import { beforeAll, describe, expect, it } from 'vitest';
import type { CompletionRequest } from '#functions/providers/ports.ts';
import { estimateTokens } from '#functions/providers/ports.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { collectSearch } from '#tests/support/collect-search.ts';
import {
  type FakeProviders,
  fakeProviders,
  foundProfile,
  promptedProfiles,
  recordOf,
} from '#tests/support/fake-providers.ts';

/** Limits for one deep search over twenty profiles. docs/performance.md */
const MAX_SPEND = { modelCalls: 30, lookups: 5, inputTokens: 24_000, outputTokens: 8_000 };

/** Input tokens that the longest request may add. */
const MAX_FOR_LONG_REQUEST = 10_000;

const WORDS =
  'senior management consultant leading digital transformation across Latin America with clients in retail banking and public health since two thousand and nine, previously at the Ministry of Economy, mentor, speaker and lecturer ';
const prose = (length: number): string => WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
const words = (count: number): string => WORDS.repeat(3).split(' ').slice(0, count).join(' ');

const LONG_REQUEST = prose(320);

/** Texts as long as Google shows: titles of up to 80 characters, snippets of up to 320. */
const LONG_PROFILES = Array.from({ length: 20 }, (_, index) =>
  foundProfile(index + 1, {
    url: `https://www.linkedin.com/in/maria-fernanda-huarcaya-castaneda-${index}a7b3c9d1`,
    title: `Maria Fernanda Huarcaya Castaneda - ${prose(34)} | LinkedIn`,
    snippet: prose(320),
  }),
);

/** A long career in full detail, as profile-data providers send it. */
const longRecord = (profileUrl: string) =>
  recordOf(profileUrl, {
    full_name: 'Maria Fernanda Huarcaya Castaneda',
    headline: prose(220),
    summary: prose(2_600),
    experiences: Array.from({ length: 14 }, (_, index) => ({
      title: prose(70),
      company: prose(45),
      location: 'Lima Metropolitan Area, Peru',
      description: prose(1_900),
      starts_at: { day: 1, month: 2, year: 2_020 - index },
      ends_at: index === 0 ? null : { day: 1, month: 1, year: 2_021 - index },
    })),
    education: Array.from({ length: 5 }, (_, index) => ({
      school: prose(60),
      degree_name: prose(40),
      field_of_study: prose(40),
      description: prose(300),
      starts_at: null,
      ends_at: { day: null, month: null, year: 2_010 - index },
    })),
    languages: Array.from({ length: 8 }, (_, index) => `Language ${index}`),
    certifications: Array.from({ length: 30 }, (_, index) => ({ name: `${index} ${prose(90)}` })),
    skills: Array.from({ length: 50 }, (_, index) => `${index} ${prose(25)}`),
    volunteer_work: Array.from({ length: 6 }, () => ({
      title: prose(40),
      company: prose(50),
      description: prose(900),
    })),
    accomplishment_publications: Array.from({ length: 20 }, (_, index) => ({
      name: `${index} ${prose(120)}`,
    })),
  });

/** A verdict on every criterion, with a quote as long as the prompt asks for. */
const longVerdicts = ({ user }: CompletionRequest) =>
  Object.keys(JSON.parse(user).criteria).map((id) => ({ id, verdict: 'met', quote: words(6) }));

/** Replies as long as the instructions allow. */
const LONG_REPLIES = {
  query: () => ({
    googleSearchQuery: `site:linkedin.com/in ${words(30)}`,
    targetCriteria: {
      nationality: 'Peruvian',
      location: 'United States',
      education: 'Pontifical Catholic University of Peru',
      profession: 'management consultant',
      interests: ['artificial intelligence', 'digital transformation', 'public health'],
      experience: ['retail banking', 'Ministry of Economy'],
    },
    alternativeSearchTerms: [words(8), words(8), words(8)],
  }),
  scoring: (request: CompletionRequest) => ({
    profiles: promptedProfiles(request).map(({ index }) => ({
      index,
      relevanceScore: 95,
      reasoning: words(12),
      shouldVerify: true,
      verdicts: longVerdicts(request),
    })),
  }),
  assessment: (request: CompletionRequest) => ({
    finalRelevanceScore: 97,
    verificationReasoning: words(20),
    meetsAllCriteria: true,
    verdicts: longVerdicts(request),
  }),
  formatting: (request: CompletionRequest) => ({
    profiles: promptedProfiles(request).map(({ index }) => ({
      index,
      location: 'Lima Metropolitan Area, Peru',
      currentPosition: { title: words(4), company: words(3) },
      education: {
        school: 'Pontifical Catholic University of Peru',
        degree: 'Master of Business Administration',
      },
      tags: ['management consulting', 'digital transformation', 'banking', 'public health'],
    })),
  }),
};

const estimateInput = ({ system, user, reply }: CompletionRequest): number =>
  estimateTokens(system + user + JSON.stringify(reply.schema));

/** Runs a deep search with the longest texts; returns the tokens sent and received. */
async function spendOn(
  content: string,
  { plan, ...more }: { brief?: string; plan?: SearchPlan } = {},
): Promise<{ providers: FakeProviders; sent: number; replied: number }> {
  let replied = 0;
  const reply =
    <Argument>(make: (argument: Argument) => unknown) =>
    (argument: Argument) => {
      const text = JSON.stringify(make(argument));
      replied += estimateTokens(text);
      return text;
    };
  const providers = fakeProviders({
    profiles: LONG_PROFILES,
    lookUp: async (profileUrl) => longRecord(profileUrl),
    replies: {
      query: reply(() => ({ ...LONG_REPLIES.query(), ...more })),
      scoring: reply(LONG_REPLIES.scoring),
      assessment: reply(LONG_REPLIES.assessment),
      formatting: reply(LONG_REPLIES.formatting),
    },
  });
  await collectSearch({ providers, content, deepResearch: true, ...(plan && { plan }) });
  const sent = providers.completions.reduce((sum, request) => sum + estimateInput(request), 0);
  return { providers, sent, replied };
}

describe('a deep search over twenty people with the longest realistic texts', () => {
  let spent: Awaited<ReturnType<typeof spendOn>>;
  beforeAll(async () => {
    spent = await spendOn(LONG_REQUEST);
  });

  it('makes 26 model calls, which leaves room for four retries, and five lookups', () => {
    const { providers } = spent;
    expect(providers.completions.length).toBeLessThanOrEqual(MAX_SPEND.modelCalls);
    expect(providers.completions.map(({ task }) => task).sort()).toEqual([
      ...Array(5).fill('assessment'),
      'query',
      ...Array(20).fill('scoring'),
    ]);
    expect(providers.calls.filter((call) => call === 'lookup')).toHaveLength(MAX_SPEND.lookups);
  });

  it('sends at most 24,000 tokens', () => {
    expect(spent.sent).toBeLessThanOrEqual(MAX_SPEND.inputTokens);
  });

  it('receives at most 8,000 tokens', () => {
    expect(spent.replied).toBeLessThanOrEqual(MAX_SPEND.outputTokens);
  });
});

/** Later calls get only a job description’s brief: the cost of a brief as long as the prompt allows. */
describe('the same search with the longest request allowed', () => {
  it('sends at most 10,000 tokens more, since only the query call gets the full request', async () => {
    const brief = prose(700).trim();
    const { providers, sent, replied } = await spendOn(prose(LIMITS.contentLength), { brief });
    const others = providers.completions.filter(({ task }) => task !== 'query');
    for (const { user } of others) expect(JSON.parse(user).request).toBe(brief);
    expect(sent).toBeLessThanOrEqual(MAX_SPEND.inputTokens + MAX_FOR_LONG_REQUEST);
    expect(replied).toBeLessThanOrEqual(MAX_SPEND.outputTokens + estimateTokens(brief));
  });

  it('sends the opening of the request if the model returns no brief', async () => {
    const { providers } = await spendOn(prose(LIMITS.contentLength));
    const scoring = providers.completions.find(({ task }) => task === 'scoring');
    const told: string = JSON.parse(scoring?.user ?? '').request;
    expect(told.length).toBeLessThanOrEqual(600);
    expect(told).toMatch(/^senior management consultant .*…$/);
  });
});

/** Criteria and a brief come from the page, which anybody can imitate. */
describe('the same search with the most that a page can ask for', () => {
  /** Somebody is verified only if a criterion is met: the first is. */
  const MET: Pick<Criterion, 'text' | 'need'> = { text: 'digital transformation', need: 'required' };
  const planFor = (others: Pick<Criterion, 'text' | 'need'>, brief: string): SearchPlan => {
    const criteria = Array.from(
      { length: LIMITS.criteria },
      (_, index): Criterion => ({
        ...(index === 0 ? MET : others),
        ...{ id: `c${index + 1}`, subject: 'experience' },
      }),
    );
    const googleSearchQuery = 'site:linkedin.com/in consultant';
    return {
      basis: { request: 'consultants', brief, googleSearchQuery, criteria, people: [] },
      task: { kind: 'criteria', criteria, googleSearchQuery: 'site:linkedin.com/in engineer' },
    };
  };

  it('sends no more than with the longest request', async () => {
    // Of two characters each, but four bytes.
    const letter = '𠀀';
    const brief = letter.repeat(LIMITS.briefLength / 2);
    const plan = planFor({ text: letter.repeat(100), need: 'excluded' }, brief);
    const { providers, sent } = await spendOn('consultants', { plan });
    expect(providers.completions.length).toBe(25);
    expect(sent).toBeLessThanOrEqual(MAX_SPEND.inputTokens + MAX_FOR_LONG_REQUEST);
    for (const { user } of providers.completions) {
      expect(JSON.parse(user).request).toMatch(new RegExp(`^${letter}+$`, 'u'));
      expect(Object.keys(JSON.parse(user).criteria)[0]).toBe('c1');
    }
  });

  it('tells every call of all criteria if they are ordinary, and leaves room for a verdict on each', async () => {
    const { providers } = await spendOn('consultants', { plan: planFor(MET, '') });
    expect(providers.completions.length).toBe(25);
    for (const request of providers.completions) {
      expect(Object.keys(JSON.parse(request.user).criteria)).toHaveLength(LIMITS.criteria);
      const reply = LONG_REPLIES[request.task === 'assessment' ? 'assessment' : 'scoring'](request);
      expect(estimateTokens(JSON.stringify(reply))).toBeLessThanOrEqual(request.maxTokens ?? 0);
    }
  });
});
