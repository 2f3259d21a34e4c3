import { describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import { PROFILE_SOURCES } from '#functions/providers/registry.ts';
import { readRecording } from '#infra/local/recording/files.ts';
import type { RecordedCall } from '#infra/local/recording/format.ts';
import { replayFetch } from '#infra/local/recording/replay.ts';
import { readTimeline } from '#infra/local/timeline/calls.ts';
import { CASES, folderOf } from '#tests/recordings/cases.ts';
import { collectSearch } from '#tests/support/collect-search.ts';

const { providers: config } = readConfig({ PROVIDERS: 'replay', RECORDING: 'tests/recordings' });
const { chargesForUnknown } = PROFILE_SOURCES[config.profile.provider];
const read = (calls: readonly RecordedCall[]) =>
  readTimeline({ calls: [...calls] }, { pricesOf: () => config.prices, chargesForUnknown });

const SENT = { at: 0, after: 300, chunks: [[300, 900]] as [number, number][] };

/** A model call of a task, successful by default. */
function modelCall(task: string, times: Partial<typeof SENT> = {}, outcome: object = {}): RecordedCall {
  const { at, after, chunks } = { ...SENT, ...times };
  return {
    request: {
      provider: 'language-model',
      method: 'POST',
      endpoint: 'completions',
      query: {},
      body: {
        model: 'gpt-4.1-mini',
        messages: [
          { role: 'system', content: `Task: ${task}\nDo it.` },
          { role: 'user', content: '{}' },
        ],
      },
    },
    at,
    outcome: {
      after,
      status: 200,
      statusText: 'OK',
      headers: {},
      json: {
        model: 'gpt-4.1-mini-2025-04-14',
        choices: [{ finish_reason: 'stop', message: { content: 'done' } }],
        usage: { prompt_tokens: 1_000_000, completion_tokens: 500_000 },
      },
      chunks,
      ended: 'complete',
      ...outcome,
    },
  };
}

const THROTTLED = { status: 429, statusText: 'Too Many Requests', json: { error: {} } };

describe('a timeline', () => {
  it('has a search’s steps in order, each with its calls', async () => {
    const timeline = read((await readRecording('tests/recordings', 'students-deep')).calls);
    expect(timeline.steps.map(({ id }) => id)).toEqual([
      'query-generation',
      'profile-search',
      'ai-filtering',
      'deep-verification',
    ]);
    const verification = timeline.steps.find(({ id }) => id === 'deep-verification');
    expect(verification?.calls.filter(({ kind }) => kind === 'profile-data')).toHaveLength(5);
    expect(verification?.calls.filter(({ task }) => task === 'assessment')).toHaveLength(5);
  });

  it('keeps a call with an unknown task', () => {
    const [step] = read([modelCall('constructor')]).steps;
    expect(step).toMatchObject({ id: undefined, calls: [{ task: 'constructor' }] });
  });

  it('states when each attempt started and when its answer was complete', () => {
    const { scale, end, steps } = read([
      modelCall('query', {
        at: 20,
        chunks: [
          [310, 5],
          [480, 5],
        ],
      }),
    ]);
    expect({ scale, end }).toEqual({ scale: 'time', end: 500 });
    expect(steps[0]?.calls[0]?.attempts[0]).toMatchObject({ start: 20, end: 500 });
  });

  it('joins a failed call and its retry', () => {
    const { steps } = read([modelCall('query', {}, THROTTLED), modelCall('query', { at: 1_300 })]);
    const [call, ...others] = steps.flatMap((step) => step.calls);
    expect(others).toEqual([]);
    expect(call?.attempts.map(({ failure }) => failure)).toEqual(['429 Too Many Requests', undefined]);
  });

  it('keeps identical calls apart if they overlap or follow an answer', () => {
    const beside = read([modelCall('query', {}, THROTTLED), modelCall('query', { at: 100 })]);
    const afterwards = read([modelCall('query'), modelCall('query', { at: 1_000 })]);
    expect(beside.steps[0]?.calls).toHaveLength(2);
    expect(afterwards.steps[0]?.calls).toHaveLength(2);
  });

  it('describes why an attempt failed', () => {
    const stopped = { ...modelCall('query'), outcome: { after: 30_000, failed: 'stopped' } };
    const refused = { ...modelCall('query'), outcome: { after: 1, failed: 'ECONNREFUSED' } };
    const cut = modelCall('query', {}, { ended: 'cut', json: undefined, text: '{"choi' });
    const left = modelCall('query', {}, { ended: 'cut', cutBy: 'stopped', json: undefined, text: '{"choi' });
    const broken = modelCall('query', {}, { ended: 'cut', cutBy: 'Z_DATA_ERROR', json: undefined, text: '' });
    const refusal = modelCall('query', {}, { status: 401, statusText: '', ended: 'cut', text: '{"err' });
    const long = modelCall(
      'query',
      {},
      {
        json: { choices: [{ finish_reason: 'length', message: { content: '[' } }] },
      },
    );
    const failures = [stopped, refused, cut, left, broken, refusal, long].map(
      (call) => read([call]).steps[0]?.calls[0]?.attempts[0]?.failure,
    );
    expect(failures).toEqual([
      'stopped before a response',
      'no response: ECONNREFUSED',
      'broke off mid-response',
      'stopped mid-response',
      'could not be decompressed',
      '401 Unauthorized',
      'cut off at its length limit',
    ]);
  });

  it('uses the order instead if a recording has no times', () => {
    const untimed = { at: 0, after: 0, chunks: [] };
    const { scale, end, steps } = read([modelCall('query', untimed), modelCall('scoring', untimed)]);
    expect({ scale, end }).toEqual({ scale: 'order', end: 2 });
    expect(
      steps.flatMap(({ calls }) => calls.flatMap(({ attempts }) => attempts.map(({ start }) => start))),
    ).toEqual([0, 1]);
  });

  it('has tokens and dollars per call and in total', () => {
    const { steps, total } = read([modelCall('query'), modelCall('scoring', { at: 400 })]);
    expect(steps[0]?.calls[0]?.total).toMatchObject({ inputTokens: 1_000_000, outputTokens: 500_000 });
    // $0.40 per million in, $1.60 per million out.
    expect(steps[0]?.calls[0]?.total.dollars).toBeCloseTo(1.2);
    expect(total.dollars).toBeCloseTo(2.4);
  });

  it('has no dollars if a price is missing', () => {
    const timeline = readTimeline(
      { calls: [modelCall('query')] },
      { pricesOf: () => ({ ...config.prices, perMillionInputTokens: undefined }), chargesForUnknown },
    );
    expect(timeline.total.dollars).toBeUndefined();
  });

  it.each([
    ['stopped', 200, 1],
    ['stopped', 500, 1],
    ['Z_DATA_ERROR', 200, 1],
    ['UND_ERR_SOCKET', 200, 1],
    ['Z_DATA_ERROR', 500, 0],
    ['UND_ERR_SOCKET', 500, 0],
  ])('counts a page cut off by %s with status %i as %i, as a search does', (cutBy, status, searchPages) => {
    const page: RecordedCall = {
      request: { provider: 'web-search', method: 'GET', endpoint: 'search.json', query: {} },
      at: 0,
      outcome: { ...SENT, status, statusText: '', headers: {}, text: '', ended: 'cut', cutBy },
    };
    expect(read([page]).total).toMatchObject({ searchPages });
  });

  it.each([
    ['stopped', 1],
    ['ECONNREFUSED', 0],
  ])('counts a page without a response because of %s as %i, as a search does', (failed, searchPages) => {
    const page: RecordedCall = {
      request: { provider: 'web-search', method: 'GET', endpoint: 'search.json', query: {} },
      at: 0,
      outcome: { after: 300, failed },
    };
    expect(read([page]).total).toMatchObject({ searchPages });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('with lookups of unknown people charged (%s), counts %i', (isCharged, lookups) => {
    const unknown: RecordedCall = {
      request: { provider: 'profile-data', method: 'GET', endpoint: 'profile', query: {} },
      at: 0,
      outcome: { ...SENT, status: 404, statusText: 'Not Found', headers: {}, json: {}, ended: 'complete' },
    };
    const options = { pricesOf: () => config.prices, chargesForUnknown: isCharged };
    const { total } = readTimeline({ calls: [unknown] }, options);
    expect(total).toMatchObject({ lookups, dollars: lookups * 0.04 });
  });

  it('estimates tokens that the server did not count', () => {
    const { total } = read([
      modelCall('query', {}, { json: { choices: [{ message: { content: 'four words of text' } }] } }),
    ]);
    expect(total).toMatchObject({ tokensEstimated: true, inputTokens: 6, outputTokens: 6 });
  });

  it.each(CASES.map((each) => [each.name, each] as const))(
    'for %s counts the same as its search',
    async (name, each) => {
      const recording = await readRecording(folderOf(each), name);
      const providers = createProviders(config, {
        fetch: replayFetch(recording),
        delay: async () => undefined,
      }).open();
      await collectSearch({ providers, ...each });
      const { unpaid: _, ...counted } = providers.spend?.() ?? {};
      expect(read(recording.calls).total).toMatchObject(counted);
    },
  );
});
