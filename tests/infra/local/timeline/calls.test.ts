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

/** A model call of a task, answered unless told otherwise. */
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
  it('has the steps of a search in their order, with the calls that served each', async () => {
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

  it('keeps a call whose task nobody knows', () => {
    const [step] = read([modelCall('constructor')]).steps;
    expect(step).toMatchObject({ id: undefined, calls: [{ task: 'constructor' }] });
  });

  it('says when each attempt began and when the last of its answer had come', () => {
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

  it('joins a failed call and the same one sent again', () => {
    const { steps } = read([modelCall('query', {}, THROTTLED), modelCall('query', { at: 1_300 })]);
    const [call, ...others] = steps.flatMap((step) => step.calls);
    expect(others).toEqual([]);
    expect(call?.attempts.map(({ failure }) => failure)).toEqual(['429 Too Many Requests', undefined]);
  });

  it('keeps the same call apart where it is sent beside a first one or after an answer', () => {
    const beside = read([modelCall('query', {}, THROTTLED), modelCall('query', { at: 100 })]);
    const afterwards = read([modelCall('query'), modelCall('query', { at: 1_000 })]);
    expect(beside.steps[0]?.calls).toHaveLength(2);
    expect(afterwards.steps[0]?.calls).toHaveLength(2);
  });

  it('says what was wrong with an attempt', () => {
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
      'stopped before an answer',
      'no answer: ECONNREFUSED',
      'broke off in mid-answer',
      'stopped in mid-answer',
      'could not be unpacked',
      '401 Unauthorized',
      'cut off at its length limit',
    ]);
  });

  it('takes the place in the order for the time where a recording has none', () => {
    const untimed = { at: 0, after: 0, chunks: [] };
    const { scale, end, steps } = read([modelCall('query', untimed), modelCall('scoring', untimed)]);
    expect({ scale, end }).toEqual({ scale: 'order', end: 2 });
    expect(
      steps.flatMap(({ calls }) => calls.flatMap(({ attempts }) => attempts.map(({ start }) => start))),
    ).toEqual([0, 1]);
  });

  it('has the tokens and dollars of every call and of all together', () => {
    const { steps, total } = read([modelCall('query'), modelCall('scoring', { at: 400 })]);
    expect(steps[0]?.calls[0]?.total).toMatchObject({ inputTokens: 1_000_000, outputTokens: 500_000 });
    // $0.40 a million in, $1.60 a million out.
    expect(steps[0]?.calls[0]?.total.dollars).toBeCloseTo(1.2);
    expect(total.dollars).toBeCloseTo(2.4);
  });

  it('has no dollars where something has no price', () => {
    const timeline = readTimeline(
      { calls: [modelCall('query')] },
      { pricesOf: () => ({ ...config.prices, perMillionInputTokens: undefined }), chargesForUnknown },
    );
    expect(timeline.total.dollars).toBeUndefined();
  });

  it.each([
    ['stopped', 200, 1],
    ['Z_DATA_ERROR', 200, 1],
    ['UND_ERR_SOCKET', 200, 1],
    ['Z_DATA_ERROR', 500, 0],
    ['UND_ERR_SOCKET', 500, 0],
  ])('of a page cut off by %s under status %i counts %i, as a search does', (cutBy, status, searchPages) => {
    const page: RecordedCall = {
      request: { provider: 'web-search', method: 'GET', endpoint: 'search.json', query: {} },
      at: 0,
      outcome: { ...SENT, status, statusText: '', headers: {}, text: '', ended: 'cut', cutBy },
    };
    expect(read([page]).total).toMatchObject({ searchPages });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('where a lookup of somebody unknown is charged for (%s), counts %i', (isCharged, lookups) => {
    const unknown: RecordedCall = {
      request: { provider: 'profile-data', method: 'GET', endpoint: 'profile', query: {} },
      at: 0,
      outcome: { ...SENT, status: 404, statusText: 'Not Found', headers: {}, json: {}, ended: 'complete' },
    };
    const options = { pricesOf: () => config.prices, chargesForUnknown: isCharged };
    const { total } = readTimeline({ calls: [unknown] }, options);
    expect(total).toMatchObject({ lookups, dollars: lookups * 0.04 });
  });

  it('estimates tokens that a server did not count', () => {
    const { total } = read([
      modelCall('query', {}, { json: { choices: [{ message: { content: 'four words of text' } }] } }),
    ]);
    expect(total).toMatchObject({ tokensEstimated: true, inputTokens: 6, outputTokens: 6 });
  });

  it.each(CASES.map((each) => [each.name, each] as const))(
    'of %s counts what its search counted',
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
