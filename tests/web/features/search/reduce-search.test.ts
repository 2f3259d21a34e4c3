import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchEvent } from '#shared/search.ts';
import { STEP_STATUSES, STEPS } from '#shared/steps.ts';
import type { SearchState } from '#web/features/search/index.ts';
import { reduceSearch } from '#web/features/search/reduce-search.ts';
import { endSearch, initialSearch } from '#web/features/search/search-state.ts';
import {
  answer,
  at,
  doneEvent,
  messageEvent,
  numbered,
  profilesEvent,
  runEvent,
  sampleDirectory,
  sampleMessage,
  stepEvent,
  wholeSearch,
} from './sample-events.ts';

const reduceAll = (received: readonly { id: number; event: SearchEvent }[]) =>
  received.reduce(reduceSearch, initialSearch('chat_1'));

/** Arbitrary events, in any number. */
const anyEvents = fc.array(
  fc.oneof(
    fc.constant(runEvent()),
    fc
      .tuple(
        fc.constantFrom(...STEPS.map(({ id }) => id)),
        fc.constantFrom(...STEP_STATUSES),
        fc.nat({ max: 60 }),
      )
      .map(([id, status, seconds]) => stepEvent(id, status, seconds)),
    fc.nat({ max: 20 }).map(profilesEvent),
    fc.constant(messageEvent()),
    fc.constantFrom('answered', 'apologised', 'stopped', 'failed').map((outcome) => doneEvent(outcome)),
  ),
  { maxLength: 25 },
);

describe('reduceSearch', () => {
  it('starts in the connecting phase, knowing only the chat', () => {
    expect(initialSearch('chat_7')).toMatchObject({
      phase: 'connecting',
      chatId: 'chat_7',
      lastEventId: 0,
      steps: [],
    });
  });

  it('reduces a complete search', () => {
    expect(reduceAll(numbered(wholeSearch()))).toMatchObject({
      phase: 'finished',
      searchId: 'search_1',
      lastEventId: 11,
      userMessage: sampleMessage(),
      assistantMessage: answer(),
      profiles: sampleDirectory(2),
      outcome: 'answered',
      error: undefined,
    });
  });

  it('lists steps in order of first appearance, with start and end times', () => {
    const { steps } = reduceAll(numbered(wholeSearch()).slice(0, 8));
    expect(steps.map(({ id, status, startedAt, endedAt }) => ({ id, status, startedAt, endedAt }))).toEqual([
      { id: 'query-generation', status: 'completed', startedAt: at(2), endedAt: at(3) },
      { id: 'profile-search', status: 'completed', startedAt: at(3), endedAt: at(5) },
      { id: 'formatting', status: 'active', startedAt: at(5), endedAt: undefined },
    ]);
  });

  it('never shows a pending step', () => {
    const { steps, lastEventId } = reduceAll([{ id: 4, event: stepEvent('formatting', 'pending') }]);
    expect(steps).toEqual([]);
    expect(lastEventId).toBe(4);
  });

  it('keeps the error with which a search failed', () => {
    const error = { code: 'internal-error', message: 'Something went wrong.' };
    expect(reduceAll([{ id: 1, event: doneEvent('failed', error) }])).toMatchObject({
      outcome: 'failed',
      error,
    });
  });

  it('keeps everything known when the search ends without done', () => {
    const known = reduceAll(numbered(wholeSearch()).slice(0, 6));
    expect(endSearch(known, { outcome: 'stopped' })).toEqual({
      ...known,
      phase: 'finished',
      outcome: 'stopped',
      error: undefined,
    });
  });

  it('gives the same state for any order and repetition of events', () => {
    const property = fc.property(
      anyEvents,
      fc.array(fc.nat(), { minLength: 50, maxLength: 50 }),
      (events, keys) => {
        const inOrder = numbered(events);
        const repeats = inOrder.filter((_, index) => (keys[index] ?? 0) % 2 === 0);
        const arrived = [...inOrder, ...repeats]
          .map((received, index) => ({ received, key: keys[index] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ received }) => received);
        expect(reduceAll(arrived)).toEqual(reduceAll(inOrder));
      },
    );
    fc.assert(property, { numRuns: 10_000 });
  });

  it('loses no information from any event', () => {
    const kept = (state: SearchState) => [
      ...(state.searchId === undefined ? [] : ['run']),
      ...(state.profiles === undefined ? [] : ['profiles']),
      ...(state.assistantMessage === undefined ? [] : ['message']),
      ...(state.outcome === undefined ? [] : ['done']),
      ...state.steps.map(({ id }) => id),
    ];
    const brought = (event: SearchEvent) => {
      if (event.type !== 'step') return [event.type];
      return event.data.status === 'pending' ? [] : [event.data.id];
    };
    const property = fc.property(anyEvents, (events) => {
      expect(new Set(kept(reduceAll(numbered(events))))).toEqual(new Set(events.flatMap(brought)));
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
