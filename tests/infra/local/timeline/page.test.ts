import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { readRecording } from '#infra/local/recording/files.ts';
import type { Recording } from '#infra/local/recording/format.ts';
import { readTimeline } from '#infra/local/timeline/calls.ts';
import { renderPage } from '#infra/local/timeline/page.ts';

const { prices } = readConfig({}).providers;
const LABELS = { 'web-search': 'SerpApi', 'profile-data': 'Enrich Layer' };

const draw = (recording: Recording): Promise<string> =>
  renderPage({
    recording,
    timeline: readTimeline(recording, { pricesOf: () => prices, chargesForUnknown: false }),
    labels: LABELS,
  });

/** Appends `hostile` to every text in a JSON value, including field names. */
function poison(value: unknown, hostile: string): unknown {
  if (typeof value === 'string') return value + hostile;
  if (Array.isArray(value)) return value.map((each) => poison(each, hostile));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner, hostile)]));
}

/** A page’s tags, without its style and texts. */
const tagsOf = (page: string): string[] =>
  [...page.replace(/<style>.*?<\/style>/s, '').matchAll(/<(\/?[a-z][\w-]*)/g)].map(([, name = '']) => name);

describe('a recording’s page', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await readRecording('tests/recordings/faults', 'fault-query-throttled-once');
  });

  it('has a bar per attempt, the step, the retry, the request and the answer', async () => {
    const page = await draw(recording);
    expect(page.match(/<rect class="[\w-]+( failed)?" x=/g)).toHaveLength(recording.calls.length);
    for (const text of [
      'Profile Verification',
      '1 retry',
      'Attempt 1 of 2: 429 Too Many Requests',
      'Rate limit reached',
    ])
      expect(page).toContain(text);
    expect(page).toContain('Peruvians in the US studying computer science with AI interests');
    expect(page).not.toContain('This recording has no times');
  });

  it('loads no resources and runs no scripts', async () => {
    const page = await draw(recording);
    expect(new Set(tagsOf(page))).not.toContain('script');
    expect(page).not.toMatch(/<[^>]*\s(src|href|style|on\w+)=/i);
    expect(page.replace(/url\(data:font\/woff2;/g, '')).not.toMatch(/url\(|@import/);
    expect(page.includes('default-src &#39;none&#39;; style-src &#39;sha256-')).toBe(true);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</pre></details></main><h1>Owned</h1>',
    '</style><style>*{display:none}</style>',
    '<!--',
    '&lt;b&gt;&#0;',
  ])('shows %s as text, wherever it was recorded', async (hostile) => {
    const { calls, search, ...rest } = recording;
    const poisoned: Recording = {
      ...rest,
      name: `name${hostile}`,
      recordedAt: `2026${hostile}`,
      search: { content: `${search?.content}${hostile}`, deepResearch: true },
      calls: calls.map(({ request, at, outcome }) => ({
        at,
        request: {
          ...request,
          method: `GET${hostile}`,
          endpoint: `end${hostile}`,
          query: Object.fromEntries(
            Object.entries(request.query).map(([name, value]) => [name + hostile, value + hostile]),
          ),
          body: poison(request.body, hostile),
        },
        outcome:
          'failed' in outcome
            ? { ...outcome, failed: outcome.failed + hostile }
            : {
                ...outcome,
                statusText: `OK${hostile}`,
                headers: { [`x-odd${hostile}`]: hostile },
                json: poison(outcome.json, hostile),
              },
      })),
    };
    const escaped = hostile
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
    const page = await draw(poisoned);
    expect(page).toContain(escaped);
    if (hostile !== escaped) expect(page).not.toContain(hostile);
    // Exactly the elements that harmless text of the same shape produces.
    expect(tagsOf(page)).toEqual(
      tagsOf(
        await draw(
          JSON.parse(JSON.stringify(poisoned).replaceAll(JSON.stringify(hostile).slice(1, -1), 'harmless')),
        ),
      ),
    );
  });

  it('spells out invisible characters', async () => {
    const content = 'Ana\u202Eevil\u200B\u00AD\u{E0041}\u0007\u2028 and\nall';
    const page = await draw({ ...recording, search: { content, deepResearch: false } });
    expect(page).toContain('Ana‹U+202E›evil‹U+200B›‹U+00AD›‹U+E0041›‹U+0007›‹U+2028› and\nall');
    for (const hidden of ['\u202E', '\u200B', '\u00AD', '\u{E0041}', '\u0007', '\u2028'])
      expect(page.includes(hidden)).toBe(false);
  });

  it('says that it shows the order if the recording has no times', async () => {
    const untimed: Recording = {
      ...recording,
      calls: recording.calls.map(({ request, outcome }) => ({
        request,
        at: 0,
        outcome: 'failed' in outcome ? { ...outcome, after: 0 } : { ...outcome, after: 0, chunks: [] },
      })),
    };
    const page = await draw(untimed);
    expect(page).toContain('This recording has no times: the bars are in the order');
    expect(page).toContain('>call 1</text>');
    expect(page).not.toMatch(/\d ms|Took/);
  });

  it('shows costs only if the recording says that real providers were used', async () => {
    const asked = { webSearch: 'serpapi', profileData: 'enrichlayer' } as const;
    const { providers: _, ...unsaid } = recording;
    const pages = await Promise.all([
      draw(unsaid),
      draw({ ...recording, providers: { ...asked, simulated: true } }),
      draw({ ...recording, providers: { ...asked, simulated: false } }),
    ]);
    expect(pages.map((page) => page.includes('does not say which providers were called'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(pages.map((page) => page.includes('nothing was paid.</p>'))).toEqual([false, true, false]);
    expect(pages.map((page) => page.includes('<dt>Cost</dt>'))).toEqual([false, false, true]);
  });

  it('says when no provider was called', async () => {
    expect(await draw({ ...recording, calls: [] })).toContain('No provider was called.');
  });
});
