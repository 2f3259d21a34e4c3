import { describe, expect, it } from 'vitest';
import { measureSearch, type SearchMeasure } from '#functions/search/measure.ts';
import type { Search, SearchEvent } from '#shared/search.ts';
import type { ProgressStep } from '#shared/steps.ts';
import { basisOf } from '#tests/support/basis.ts';
import { foundProfile } from '#tests/support/fake-providers.ts';
import { memoryQuotas } from '#tests/support/memory-stores.ts';
import { bodyOf, postSearch, searchApp, UNLIMITED } from '#tests/support/search-app.ts';

const SEARCH: Search = {
  searchId: `search_${'0'.repeat(64)}`,
  userId: 'ana',
  chatId: 'chat_1_a',
  userMessage: {
    id: 'msg_1_a',
    chatId: 'chat_1_a',
    userId: 'ana',
    role: 'user',
    content: 'Peruvian lawyers',
    timestamp: '2026-11-22T09:00:00.000Z',
  },
  assistantMessageId: 'msg_2_a',
  deepResearch: true,
};

const stepEvent = ({ id, status }: Pick<ProgressStep, 'id' | 'status'>): SearchEvent => ({
  type: 'step',
  data: { id, title: id, description: '', status, timestamp: '2026-11-22T09:00:00.000Z' },
});

describe('measurements of a search', () => {
  it('give the duration of each step since it began, and of the whole', () => {
    let now = 1_000;
    const lines: SearchMeasure[] = [];
    const measure = measureSearch(SEARCH, { clock: () => now, measure: (line) => lines.push(line) });
    const pass = (milliseconds: number, event: SearchEvent) => {
      now += milliseconds;
      measure(event);
    };
    pass(5, stepEvent({ id: 'query-generation', status: 'active' }));
    pass(20, stepEvent({ id: 'profile-search', status: 'active' }));
    // A step reports its progress more than once.
    pass(300, stepEvent({ id: 'query-generation', status: 'active' }));
    pass(1, stepEvent({ id: 'query-generation', status: 'completed' }));
    expect(lines).toEqual([{ event: 'step', step: 'query-generation', status: 'completed', duration: 321 }]);
    pass(10, stepEvent({ id: 'profile-search', status: 'error' }));
    pass(7, { type: 'done', data: { outcome: 'apologised' } });
    expect(lines.slice(1)).toEqual([
      { event: 'step', step: 'profile-search', status: 'error', duration: 311 },
      { event: 'search', outcome: 'apologised', deepResearch: true, duration: 343 },
    ]);
  });

  it.each([
    ['a standard search', bodyOf('plain'), false],
    ['a deep one', bodyOf('deep', true), true],
    ['finding more in a deep answer', { ...going(true), task: { kind: 'more' } }, true],
    ['verifying in a standard answer', verifying(false), false],
    ['verifying in a deep answer', verifying(true), false],
  ])('name the quota that counts %s', async (_, body, deepResearch) => {
    const lines: SearchMeasure[] = [];
    const counted: string[] = [];
    const quotas = memoryQuotas();
    const app = searchApp({
      limits: { ...UNLIMITED, everybody: { standard: 1, deep: 1 } },
      quotas: {
        ...quotas,
        take(options) {
          counted.push(...options.quotas.map(({ name }) => name.split(':')[0] ?? ''));
          return quotas.take(options);
        },
      },
      measure: (line) => lines.push(line),
    });
    await (await app.fetch(postSearch(body))).text();
    expect(counted).toEqual([deepResearch ? 'deep' : 'standard']);
    expect(lines.filter(({ event }) => event === 'search')).toMatchObject([{ deepResearch }]);
  });
});

function going(deepResearch: boolean) {
  return { ...bodyOf('going', deepResearch), refines: 'msg_1_answer', basis: basisOf() };
}

function verifying(deepResearch: boolean) {
  return { ...going(deepResearch), task: { kind: 'verify', url: foundProfile(3).url } };
}
