import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DisplayProfile } from '#shared/results.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { CRITERIA, directory, JUDGED, person } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { type Adjustments, keepAdjustments, NOTHING_ADJUSTED } from '#web/features/results/adjustments.ts';
import { Words } from '#web/features/results/criterion-fields.tsx';
import type { ResultsControls } from '#web/features/results/people-controls.tsx';
import { Results } from '#web/features/results/results.tsx';

const [ADA, INES, JUN] = ['Ada', 'Inês', 'Jun'].map((fullName) => person({ id: fullName, fullName })) as [
  DisplayProfile,
  DisplayProfile,
  DisplayProfile,
];

const nothing = () => undefined;
const CONTROLS: ResultsControls = {
  criteria: { answerId: 'msg_1', googleSearchQuery: undefined, onSearch: nothing, cost: '1 search' },
  ...{ fallen: [], hidden: [], seen: [], shownFallen: [], adjustments: NOTHING_ADJUSTED },
  ...{ onShowFallen: nothing, onHide: nothing, onShow: nothing, onVerify: nothing, onMore: nothing },
  ...{ verifiable: new Set(), hidesSeen: false, onHideSeen: nothing },
};

/** An answer with these people in sight, and what readers can do with it. */
const draw = (
  people: readonly DisplayProfile[],
  controls: Partial<ResultsControls> = {},
  props: Partial<ComponentProps<typeof Results>> = {},
): string =>
  renderToStaticMarkup(
    <Results
      data={{ ...directory(people, false), criteria: [...CRITERIA] }}
      controls={{ ...CONTROLS, ...controls }}
      {...props}
    />,
  );

describe('people who no longer match', () => {
  it('are counted, and listed after the others once they are shown', () => {
    const one = textOf(draw([ADA, INES], { fallen: [JUN] }));
    expect(one).toContain('1 of 3 no longer matches.');
    expect(one).not.toContain('No longer a match');
    const two = textOf(draw([ADA], { fallen: [INES, JUN], shownFallen: [INES, JUN] }));
    expect(two).toContain('2 of 3 no longer match.');
    expect(two).toMatch(/1 Ada .*No longer a match 2 2 Inês .*3 Jun /);
    expect(two).toContain('Showing 1 profile(s)');
  });

  it('leave a message when nobody else is in sight, until they are shown', () => {
    const message = 'No one left to show. Undo a change, or search again.';
    const hiddenOnly = textOf(draw([], { hidden: [ADA] }));
    const fallenOnly = textOf(draw([], { fallen: [ADA] }));
    for (const text of [hiddenOnly, fallenOnly]) {
      expect(text).toContain(message);
      expect(text).not.toContain('What to try next');
    }
    expect(textOf(draw([], { fallen: [ADA], shownFallen: [ADA] }))).not.toContain(message);
  });

  it('are not repeated below an alternative view, which has them', () => {
    const fallen = { fallen: [ADA], shownFallen: [ADA] };
    const text = textOf(draw([INES], fallen, { draw: () => <p>All of them in a table</p> }));
    expect(text).toContain('All of them in a table');
    expect(text).not.toContain('No longer a match');
  });
});

describe('the people of an answer', () => {
  it('can be verified if they are not yet, and nothing else is being searched for', () => {
    const verified = { ...INES, isVerified: true };
    const html = draw([ADA, verified, JUN], { verifiable: new Set([ADA.id, verified.id]) });
    expect(html.match(/Verify<span class="sr-only"> [^<]*/g)).toEqual(['Verify<span class="sr-only"> Ada']);
  });

  it('are named and counted when they are out of sight', () => {
    const text = textOf(draw([ADA], { hidden: [INES], seen: [JUN], hidesSeen: true }));
    expect(text).toMatch(/1 person hidden · Show Inês Show again/);
    expect(text).toMatch(/Hide everyone I have seen 1 person hidden$/);
    expect(textOf(draw([ADA]))).not.toContain('hidden');
  });

  it('are not all there are if more can be found', () => {
    expect(textOf(draw([ADA]))).toContain('Find more people 1 search');
    expect(textOf(draw([ADA], { onMore: undefined }))).not.toContain('Find more');
  });
});

describe('the criteria as the reader has adjusted them', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new MemoryStorage());
    onTestFinished(() => void vi.unstubAllGlobals());
  });

  const drawAdjusted = (adjustments: Partial<Adjustments>, controls?: Partial<ResultsControls>): string => {
    keepAdjustments('msg_1', { ...NOTHING_ADJUSTED, ...adjustments });
    return draw(JUDGED, controls);
  };

  it('are grouped by their new needs, with what counts more or less, is new, or was removed', () => {
    const html = drawAdjusted({
      changes: {
        c1: { text: 'attorney' },
        c2: { weight: 'more' },
        c3: { isRemoved: true },
        c4: { need: 'excluded', weight: 'less' },
      },
      added: [{ id: 'c6', subject: 'location', text: 'Boston', need: 'preferred' }],
    });
    expect(textOf(html)).toMatch(
      new RegExp(
        [
          '^Criteria Required attorney \\(not searched for yet\\) food and beverage \\(counts more\\)',
          'Nice to have Boston \\(not searched for yet\\)',
          'Excluded Washington, D\\.C\\. \\(counts less\\) Northgate Spirits',
          'Removed Georgetown Law Add',
        ].join(' '),
      ),
    );
    expect(html).toMatch(/data-print="hide"[^>]*><dt[^>]*>Removed</);
  });

  it.each<[Partial<Adjustments>, string, boolean]>([
    [{ changes: { c1: { weight: 'more' } } }, 'Scores and order reflect your changes. Reset', false],
    [
      { changes: { c1: { isRemoved: true } } },
      'Scores and order reflect your changes. Search again 1 search Reset',
      true,
    ],
    [
      { changes: { c1: { text: 'attorney' } } },
      'Search again to apply new wording. Search again 1 search Reset',
      true,
    ],
    [
      { googleSearchQuery: 'lawyers' },
      'Search again to apply new wording. Search again 1 search Reset',
      true,
    ],
  ])('say what has happened, and what can be done: %j', (adjustments, text, canSearch) => {
    const html = drawAdjusted(adjustments);
    expect(textOf(html)).toMatch(new RegExp(`Criteria .* Add ${text} Top Matches`));
    expect(html.includes('aria-disabled="false"')).toBe(canSearch);
  });

  it('are searched for again neither during a search nor if nothing is left of them', () => {
    const isRemoved = { isRemoved: true } as const;
    const removed = { changes: Object.fromEntries(CRITERIA.map(({ id }) => [id, isRemoved])) };
    const { criteria } = CONTROLS;
    expect(drawAdjusted(removed)).toContain('aria-disabled="true"');
    expect(drawAdjusted({ ...removed, googleSearchQuery: 'lawyers' })).not.toContain('aria-disabled="true"');
    const busy = { criteria: { ...criteria, onSearch: undefined } };
    expect(drawAdjusted({ changes: { c1: isRemoved } }, busy)).toContain('aria-disabled="true"');
  });

  it.each([
    ['x'.repeat(118), ''],
    ['x'.repeat(120), 'No more than 120 characters fit here.'],
    // A character of two units is dropped whole.
    ['x'.repeat(119), 'No more than 120 characters fit here.'],
  ])('say when the field for their words is full: %s', (words, said) => {
    const html = renderToStaticMarkup(<Words value={words} onChange={nothing} />);
    expect(textOf(html)).toBe(`Words ${said}`.trim());
  });

  it('have their query and their brief next to them, if there are any', () => {
    const { criteria } = CONTROLS;
    const queried = { criteria: { ...criteria, googleSearchQuery: 'lawyers' } };
    expect(textOf(draw(JUDGED, queried, { brief: 'A lawyer.' }))).toContain('Add Google query Brief Top');
    expect(textOf(draw(JUDGED))).toContain('Add Top');
    expect(textOf(drawAdjusted({ googleSearchQuery: 'attorneys' }, queried))).toContain(
      'Add Google query (edited)',
    );
  });
});
