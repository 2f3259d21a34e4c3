import { describe, expect, it } from 'vitest';
import type { RecordedRequest } from '#infra/local/recording/format.ts';
import { nearestCall, normaliseRequest, requestKey } from '#infra/local/recording/requests.ts';
import { createScrubber } from '#infra/local/recording/scrub.ts';

const request = (change: Partial<RecordedRequest> = {}): RecordedRequest => ({
  provider: 'web-search',
  method: 'POST',
  endpoint: 'search',
  query: { a: '1', b: '2' },
  body: { q: 'x', nested: { one: 1, two: [1, 2] } },
  ...change,
});

describe('two requests', () => {
  it('are equal when only the order of their fields differs', () => {
    const other = request({ query: { b: '2', a: '1' }, body: { nested: { two: [1, 2], one: 1 }, q: 'x' } });
    expect(requestKey(other)).toBe(requestKey(request()));
  });

  it.each([
    ['the provider', { provider: 'profile-data' }],
    ['the method', { method: 'GET' }],
    ['the endpoint', { endpoint: 'other' }],
    ['a query field', { query: { a: '1', b: '3' } }],
    ['a further query field', { query: { a: '1', b: '2', c: '' } }],
    ['the type of a value', { body: { q: 'x', nested: { one: '1', two: [1, 2] } } }],
    ['the order of a list', { body: { q: 'x', nested: { one: 1, two: [2, 1] } } }],
    ['a body', { body: undefined }],
  ] as const)('are not equal when %s differs', (_, change) => {
    expect(requestKey({ ...request(), ...change })).not.toBe(requestKey(request()));
  });
});

describe('the nearest recorded call', () => {
  const recorded = (change: Partial<RecordedRequest>) => ({
    request: request(change),
    at: 0,
    outcome: { after: 0, failed: 'x' },
  });

  it('is the one that differs in the fewest fields', () => {
    const far = recorded({ endpoint: 'other', query: {} });
    const near = recorded({ query: { a: '1', b: '3' } });
    expect(nearestCall(request(), [far, near])).toEqual({
      call: near,
      differences: [{ field: 'query.b', recorded: '"3"', asked: '"2"' }],
    });
  });

  it('is the one whose values are most alike, among those that differ in equally many fields', () => {
    const about = (name: string, title: string) => ({ body: { q: `the profile of ${name}: ${title}` } });
    const recordedCalls = [
      recorded({ query: { a: 'another', b: '2' }, ...about('Inti Quispe', 'Nurse') }),
      recorded(about('Inti Quispe', 'Nurse')),
      recorded(about('Wayra Mamani', 'Head of the laboratory of a hospital in Lima')),
      recorded(about('Killa Condori', 'Nurse')),
    ];
    for (const title of ['', 'Nurse in Lima', 'Head nurse'])
      expect(nearestCall(request(about('Wayra Mamani', title)), recordedCalls)?.call).toBe(recordedCalls[2]);
  });

  it('comes from the same provider', () => {
    expect(nearestCall(request(), [recorded({ provider: 'language-model' })])).toBeUndefined();
  });
});

describe('a request’s keys', () => {
  it('are not recorded, even in its path, or if one begins like another, or is short', () => {
    const scrub = createScrubber(['abcd', 'abcd-efgh', 'k-123']);
    const { endpoint, query } = normaliseRequest(
      'https://search.example/v1/k-123?q=abcd-efgh',
      { provider: 'web-search' },
      scrub,
    );
    expect([endpoint, query]).toEqual(['[scrubbed]', { q: '[scrubbed]' }]);
  });
});
