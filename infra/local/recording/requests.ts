import type { ProviderRequestInit } from '#functions/providers/http.ts';
import type { RecordedCall, RecordedRequest, RecordedSearch } from './format.ts';
import type { Scrubber } from './scrub.ts';

/**
 * A call in recorded form: without host, base path, headers and credentials, so that it matches wherever and with whatever key it is sent.
 */
export function normaliseRequest(url: string, init: ProviderRequestInit, scrub: Scrubber): RecordedRequest {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].filter(([name]) => !scrub.isSecretName(name));
  const body = typeof init.body === 'string' ? { body: scrub.json(parseJson(init.body)) } : {};
  return {
    provider: init.provider,
    method: (init.method ?? 'GET').toUpperCase(),
    endpoint: scrub.text(pathname.split('/').at(-1) ?? ''),
    query: Object.fromEntries(query.map(([name, value]) => [name, scrub.text(value)])),
    ...body,
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** A key that is equal for equal requests or searches, whatever the order of their fields. */
export function requestKey(request: RecordedRequest | RecordedSearch): string {
  return JSON.stringify([...flatten(request)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A field in which a request differs from a recorded one; undefined where it is absent. */
export interface Difference {
  field: string;
  recorded: string | undefined;
  asked: string | undefined;
}

/**
 * The recorded call of the same provider that differs in the fewest fields, with those fields; undefined if there is none. Calls about
 * different people differ in the same field: of these, it is the one with most of the asked text, which is about the same person.
 */
export function nearestCall(
  asked: RecordedRequest,
  calls: readonly RecordedCall[],
): { call: RecordedCall; differences: Difference[] } | undefined {
  return calls
    .filter((call) => call.request.provider === asked.provider)
    .map((call) => ({ call, differences: compare(call.request, asked) }))
    .sort(
      (a, b) =>
        a.differences.length - b.differences.length ||
        countChanged(a.differences) - countChanged(b.differences),
    )[0];
}

/** How many characters of the asked values are neither in the beginning nor in the end that they share with the recorded ones. */
const countChanged = (differences: readonly Difference[]): number =>
  differences.reduce((sum, { recorded = '', asked = '' }) => {
    const shorter = Math.min(recorded.length, asked.length);
    let start = 0;
    while (start < shorter && recorded[start] === asked[start]) start += 1;
    let end = 0;
    while (end < shorter - start && recorded.at(-1 - end) === asked.at(-1 - end)) end += 1;
    return sum + asked.length - start - end;
  }, 0);

function compare(recorded: RecordedRequest, asked: RecordedRequest): Difference[] {
  const left = flatten(recorded);
  const right = flatten(asked);
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((field) => left.get(field) !== right.get(field))
    .map((field) => ({ field, recorded: left.get(field), asked: right.get(field) }));
}

/** Every leaf of a JSON value by its path, such as `body.messages.1.content`; empty objects and lists are leaves. */
function flatten(value: unknown, path: readonly string[] = []): Map<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const leaves = new Map<string, string>();
  if (entries.length === 0) return leaves.set(path.join('.'), JSON.stringify(value) ?? '');
  for (const [name, inner] of entries)
    for (const [field, leaf] of flatten(inner, [...path, name])) leaves.set(field, leaf);
  return leaves;
}
