import { describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import { readRecording } from '#infra/local/recording/files.ts';
import { openRecording, recordingFetch } from '#infra/local/recording/record.ts';
import { replayFetch } from '#infra/local/recording/replay.ts';
import { simulateProviders } from '#infra/simulated/app.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { SearchTask } from '#shared/search-request.ts';
import { CASES, folderOf } from '#tests/recordings/cases.ts';
import { collectSearch } from '#tests/support/collect-search.ts';
import { basisOf, SIMULATED_CONFIG } from '#tests/support/simulated-search.ts';

const { providers: config } = readConfig({ PROVIDERS: 'replay', RECORDING: 'tests/recordings' });
const SET = {
  kind: 'criteria',
  criteria: [{ id: 'c1', subject: 'profession', text: 'lawyer', need: 'required' }],
} as const satisfies SearchTask;
const folders = new Map(CASES.map((each) => [each.name, folderOf(each)]));

async function replay(name: string): Promise<{ events: SearchEvent[]; missing: number }> {
  const recording = await readRecording(folders.get(name) ?? '', name);
  let missing = 0;
  const fetch = replayFetch(recording, { onMissing: () => (missing += 1) });
  const providers = createProviders(config, { fetch, delay: async () => undefined }).open();
  const { content = '', deepResearch = false } = recording.search ?? {};
  return { events: await collectSearch({ providers, content, deepResearch }), missing };
}

const answerOf = (events: readonly SearchEvent[]) =>
  events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
const outcomeOf = (events: readonly SearchEvent[]) =>
  events.flatMap((event) => (event.type === 'done' ? [event.data.outcome] : []));

describe('the shipped recordings', () => {
  it.each(CASES.map(({ name }) => name))(
    '%s replays without a missing call and ends exactly once',
    async (name) => {
      const { events, missing } = await replay(name);
      expect(missing).toBe(0);
      expect(outcomeOf(events)).toHaveLength(1);
    },
  );

  it.each(CASES.filter(({ faults }) => faults === undefined).map(({ name }) => name))(
    '%s finds at least ten people',
    async (name) => {
      const { events } = await replay(name);
      expect(answerOf(events)?.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThanOrEqual(10);
      expect(answerOf(events)?.metadata?.profileDisplayData?.verifiedProfiles.length).toBe(
        name.endsWith('-deep')
          ? answerOf(events)?.metadata?.deepResearchResults?.verifiedProfiles.filter(
              (each) => each.proxycurlData,
            ).length
          : 0,
      );
    },
  );

  it.each([
    ['fault-query-throttled-once', 'answered', 'I found 14 profiles'],
    [
      'fault-query-quota-used-up',
      'apologised',
      'Failed to generate search query: OpenAI error: 429 Too Many Requests',
    ],
    ['fault-query-without-criteria', 'apologised', 'Invalid search query structure generated'],
    [
      'fault-search-down',
      'apologised',
      'Failed to search LinkedIn profiles: SerpAPI error: 503 Service Unavailable',
    ],
    [
      'fault-search-key-refused',
      'apologised',
      'Failed to search LinkedIn profiles: SerpAPI error: 401 Unauthorized',
    ],
    ['fault-search-empty', 'answered', 'No profiles found matching your criteria.'],
    ['fault-scoring-down', 'answered', 'Deep research failed: Failed to filter profiles: OpenAI error: 500'],
    ['fault-scoring-call-truncated', 'answered', '1 profile could not be scored by the AI'],
    [
      'fault-scoring-in-prose',
      'answered',
      'Deep research failed: Failed to filter profiles: Failed to parse AI response as JSON',
    ],
    ['fault-lookups-unknown', 'answered', '5 profiles could not be verified'],
    ['fault-lookups-of-somebody-else', 'answered', '5 profiles could not be verified'],
    ['fault-lookups-cut-off', 'answered', '5 profiles could not be verified'],
    ['fault-assessments-unreadable', 'answered', 'The records of 5 profiles could not be assessed by the AI'],
    ['fault-formatting-down', 'answered', 'Failed to format profiles: OpenAI error: 500'],
    ['fault-formatting-no-array', 'answered', 'The AI said nothing usable on 14 profiles; their cards show'],
  ])('%s ends %s and says: %s', async (name, outcome, text) => {
    const { events } = await replay(name);
    expect(outcomeOf(events)).toEqual([outcome]);
    expect(answerOf(events)?.content).toContain(text);
  });

  it.each(CASES.map(({ name }) => name))('%s stays within the spending limits', async (name) => {
    const { events } = await replay(name);
    const spend = answerOf(events)?.metadata?.spend;
    expect(spend).toMatchObject({ tokensEstimated: false, unpaid: 'replayed' });
    expect(spend?.searchPages).toBeLessThanOrEqual(2);
    expect(spend?.lookups).toBeLessThanOrEqual(5);
    expect(spend?.inputTokens).toBeLessThanOrEqual(24_000);
    expect(spend?.outputTokens).toBeLessThanOrEqual(8_000);
    expect(spend?.modelCalls).toBeLessThanOrEqual(30);
  });
});

describe('a follow-up search', () => {
  const REQUEST = 'Peruvian management consultants in the United States';
  it.each([
    ['by words', 'only in Boston', {}],
    ['by criteria that were set', 'Search again', { task: SET }],
    ['for people like a profile', 'people like {address}', {}],
  ] as const)('replays as it was recorded: %s', async (_, content, more) => {
    const { app, close } = simulateProviders({ latency: 'none', people: 1_000 });
    const session = openRecording('unused', 'follow-up', { secrets: [] });
    const send = recordingFetch(session, async (url, init) => await app.request(url, init));
    const wait = async () => undefined;
    const recorded = createProviders(SIMULATED_CONFIG, { fetch: send, delay: wait }).open();
    const first = await collectSearch({ providers: recorded, content: REQUEST, deepResearch: true });
    const answer = answerOf(first);
    if (answer === undefined) throw new Error('no answer');
    const basis = basisOf(REQUEST, answer);
    const asked = {
      content: content.replace('{address}', basis.people[0]?.url ?? ''),
      deepResearch: true,
      plan: { basis, ...more },
    };
    const before = await collectSearch({ providers: recorded, ...asked });
    close();
    let missing = 0;
    const calls = session.calls.flatMap(({ outcome, ...call }) => (outcome ? [{ ...call, outcome }] : []));
    const fetch = replayFetch({ calls }, { onMissing: () => (missing += 1) });
    const replayed = createProviders(SIMULATED_CONFIG, { fetch, delay: wait }).open();
    const after = await collectSearch({ providers: replayed, ...asked });
    expect(missing).toBe(0);
    expect(outcomeOf(after)).toEqual(['answered']);
    const shown = (events: readonly SearchEvent[]) => answerOf(events)?.metadata?.profileDisplayData;
    expect(shown(after)).toEqual(shown(before));
  });
});
