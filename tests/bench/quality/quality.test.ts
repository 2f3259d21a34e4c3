import { describe, expect, it } from 'vitest';
import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { buildDirectory, inventPerson } from '#infra/simulated/people/directory.ts';
import { fullName, type Person, type Wish } from '#infra/simulated/people/person.ts';
import { professionNamed } from '#infra/simulated/vocabulary/occupations.ts';
import { citiesOf } from '#infra/simulated/vocabulary/places.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { recordOf } from '#tests/support/fake-providers.ts';
import { answerWithInventions } from '#tests/support/models/hallucinating.ts';
import { person as card } from '#tests/web/gallery/people.ts';
import { type Figures, measureSearch, precisionAt, rankCorrelation, sumUp } from './measures.ts';
import { drawChart, faultsOf, modelTable, type Row, replaceFigures, spreadTable } from './report.ts';
import { fits, gradeOf, KINDS, makeRequests, type QualityRequest } from './requests.ts';
import { type SearchRun, searchInvented } from './search.ts';

const NURSE_IN_LYON: Wish = { profession: professionNamed('nurse'), cities: citiesOf('Lyon') };
const REQUEST: QualityRequest = {
  kind: 'preference',
  text: 'nurses in Lyon who speak Thai as a plus',
  wanted: [
    { need: 'required', holds: ({ profession }) => profession.name === 'nurse' },
    { need: 'required', holds: ({ city }) => city.name === 'Lyon' },
    { need: 'preferred', holds: ({ languages }) => languages.includes('Thai') },
    { need: 'excluded', holds: ({ stage }) => stage === 'retired' },
  ],
};

const fit = inventPerson({ wish: NURSE_IN_LYON, variant: 0 });
const best = inventPerson({ wish: { ...NURSE_IN_LYON, languages: ['Thai'] }, variant: 1 });
const moved = inventPerson({ wish: { ...NURSE_IN_LYON, nearMiss: 'moved' }, variant: 2 });
const retired = inventPerson({ wish: { ...NURSE_IN_LYON, stage: 'retired' }, variant: 3 });
const urlOf = ({ slug }: Person): string => `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
const WHO_IS = new Map([fit, best, moved, retired].map((person) => [person.slug, person]));

const cardOf = (person: Person, relevanceScore: number, more: Partial<DisplayProfile> = {}) =>
  card({
    id: person.slug,
    fullName: fullName(person),
    profileUrl: urlOf(person),
    relevanceScore,
    ...more,
  });

const SPEND = { modelCalls: 9, inputTokens: 4_000, outputTokens: 700, searchPages: 2, lookups: 2 };

/** A search that showed these cards, each with the snippet 'Nurse in Lyon.'. */
function runWith(cards: readonly DisplayProfile[], records: SearchRun['records'] = new Map()): SearchRun {
  const found = cards.map(({ profileUrl: url, fullName: title }, position) => ({
    url,
    title,
    snippet: 'Nurse in Lyon.',
    position,
  }));
  return {
    answer: {
      id: 'msg_2',
      chatId: 'chat_1',
      userId: 'anonymous',
      role: 'assistant',
      content: '',
      timestamp: '2026-11-22T09:00:00.000Z',
      metadata: {
        useDeepResearch: true,
        spend: { ...SPEND, tokensEstimated: false },
        profileDisplayData: {
          verifiedProfiles: cards.filter(({ isVerified }) => isVerified),
          otherProfiles: cards.filter(({ isVerified }) => !isVerified),
          totalProfiles: cards.length,
          searchQuery: '',
          useDeepResearch: true,
        },
      },
    },
    found: new Map(found.map((profile) => [profile.url, profile])),
    records,
    quotes: { given: 4, held: 3 },
  };
}

describe('an invented person', () => {
  it('fits if all required criteria hold and no excluded one does', () => {
    expect([fit, best, moved, retired].map((person) => fits(REQUEST, person))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is graded by the share of criteria that hold, with preferred ones at half weight', () => {
    expect([fit, best, moved, retired].map((person) => gradeOf(REQUEST, person))).toEqual([
      2 / 2.5,
      1,
      1 / 2.5,
      0,
    ]);
  });
});

describe('generated requests', async () => {
  const { people } = await buildDirectory({ seed: 11, people: 1_000 });
  const requests = makeRequests({ count: 80, seed: 11, people });
  const textOf = (kind: string) => requests.filter((request) => request.kind === kind);

  it('are of eight kinds in equal shares, without duplicates, and depend only on the seed', () => {
    expect(KINDS.map((kind) => textOf(kind).length)).toEqual(KINDS.map(() => 10));
    const texts = (seed: number) => makeRequests({ count: 80, seed, people }).map(({ text }) => text);
    expect(new Set(texts(11)).size).toBe(80);
    expect(texts(11)).toEqual(requests.map(({ text }) => text));
    expect(texts(12)).not.toEqual(texts(11));
  });

  it('match someone, at least before exclusions, and fewer than a tenth of the directory', () => {
    for (const request of requests) {
      const fitting = people.filter((person) => fits(request, person));
      const { wanted } = request;
      const meet = people.filter((person) =>
        wanted.every(({ need, holds }) => need === 'preferred' || holds(person)),
      );
      expect(fitting.length + meet.length, request.text).toBeGreaterThanOrEqual(1);
      expect(fitting.length, request.text).toBeLessThan(people.length / 10);
      for (const person of fitting) expect(gradeOf(request, person)).toBeGreaterThanOrEqual(0.8);
    }
  });

  it('only match people who fit the wording', () => {
    const wanted = (request: QualityRequest, words: RegExp) => words.exec(request.text)?.[1] ?? '';
    for (const request of textOf('school')) {
      const school = wanted(request, / studied at (.+)$/);
      const fitting = people.filter((person) => fits(request, person));
      expect(fitting.every(({ studies }) => studies.some((each) => each.school.name === school))).toBe(true);
    }
    for (const request of textOf('place')) {
      const city = wanted(request, / in (.+)$/);
      const fitting = people.filter((person) => fits(request, person));
      expect(fitting.every((person) => person.city.name === city && person.stage === 'working')).toBe(true);
    }
    for (const request of textOf('employer')) {
      const firm = wanted(request, / work at (.+) in /);
      const fitting = people.filter((person) => fits(request, person));
      expect(fitting.every(({ jobs }) => jobs[0]?.firm.name === firm)).toBe(true);
    }
  });
});

describe('the measures of a search', () => {
  const cards = [
    cardOf(moved, 80),
    cardOf(best, 95, {
      isVerified: true,
      verdicts: [{ criterionId: 'c1', verdict: 'met', quote: 'nurse in  LYON', source: 'snippet' }],
    }),
    cardOf(fit, 70, {
      isVerified: true,
      verdicts: [
        { criterionId: 'c1', verdict: 'met', quote: 'Head nurse', source: 'snippet' },
        { criterionId: 'c2', verdict: 'unclear' },
      ],
    }),
    cardOf(retired, 20),
  ];
  const records = new Map([
    [urlOf(best), recordOf(urlOf(best), { public_identifier: best.slug, full_name: fullName(best) })],
    [urlOf(fit), recordOf(urlOf(fit), { public_identifier: moved.slug, full_name: fullName(moved) })],
  ]);
  const measures = measureSearch(REQUEST, runWith(cards, records), WHO_IS);

  it('count fitting people in display order', () => {
    expect(measures).toMatchObject({
      shown: 4,
      fitting: { of: 4, are: 2 },
      precisionAt5: 2 / 4,
      bestAt5: 2 / 4,
      verified: { of: 2, are: 2 },
    });
    expect(precisionAt(2, [true, false, true])).toBe(1 / 2);
    expect(precisionAt(10, [true, false, true])).toBe(2 / 3);
    expect(precisionAt(5, [])).toBeUndefined();
  });

  it('detect a card based on another person’s record and an invented quote', () => {
    expect(measures).toMatchObject({
      wrongPerson: { of: 2, are: 1 },
      otherPerson: { of: 2, are: 1 },
      shownQuotes: { of: 2, are: 1 },
      givenQuotes: { of: 4, are: 3 },
    });
  });

  it('recognise a person whose name has a joiner that the record lacks', () => {
    const person = { ...best, firstName: 'شیروانه\u{200C}' };
    const record = recordOf(urlOf(best), {
      public_identifier: best.slug,
      full_name: `شیروانه ${best.lastName}`,
    });
    const run = runWith([cardOf(best, 95, { isVerified: true })], new Map([[urlOf(best), record]]));
    expect(measureSearch(REQUEST, run, new Map([[best.slug, person]])).wrongPerson).toEqual({
      of: 1,
      are: 0,
    });
  });

  it('correlate scores with grades', () => {
    // Scores 80, 95, 70, 20 rank as 3, 4, 2, 1; grades 0.4, 1, 0.8, 0 as 2, 4, 3, 1.
    expect(measures.rankCorrelation).toBeCloseTo(1 - (6 * (1 + 0 + 1 + 0)) / (4 * 15));
    expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    // Ties share the middle rank: 1.5, 1.5, 3 against 1, 2, 3.
    expect(rankCorrelation([5, 5, 9], [1, 2, 3])).toBeCloseTo(Math.sqrt(3) / 2);
    expect(rankCorrelation([1, 1], [1, 2])).toBeUndefined();
  });

  it('add up over searches: counts are summed, the rest are means of searches that have a value', () => {
    const nobody = measureSearch(REQUEST, runWith([]), WHO_IS);
    expect(sumUp([measures, nobody])).toMatchObject({
      searches: 2,
      empty: 1,
      shares: { fitting: { of: 4, are: 2 }, wrongPerson: { of: 2, are: 1 } },
      means: { precisionAt5: 1 / 2, modelCalls: 9, inputTokens: 4_000, outputTokens: 700 },
    });
  });

  it('report a wrong person and an invented quote as faults', () => {
    const row: Row = { model: 'careful', mode: 'deep', figures: sumUp([measures]), byKind: new Map() };
    expect(faultsOf([row])).toEqual([
      "careful, deep: 1 verified cards rest on somebody else's record",
      "careful, deep: 1 quotes on cards stand in none of the person's texts",
    ]);
  });
});

describe('searches on the invented directory', async () => {
  const run = async (model: ModelBehaviour): Promise<Figures> => {
    const web = searchInvented({ seed: 23, people: 1_000, model });
    const directory = await web.directory;
    const requests = makeRequests({ count: 24, seed: 23, people: directory.people });
    const measured = await Promise.all(
      requests.map(async (request) =>
        measureSearch(request, await web.search(request.text, true), directory.bySlug),
      ),
    );
    return sumUp(measured);
  };
  const [careful, hallucinating] = [await run(answerCarefully), await run(answerWithInventions)];

  it('return fitting and non-fitting people in realistic shares', () => {
    const { are, of } = careful.shares.fitting;
    expect(careful.empty).toBe(0);
    expect(are / of).toBeGreaterThan(0.35);
    expect(are / of).toBeLessThan(0.65);
  });

  it('never confuse people and never show an invented quote', () => {
    for (const figures of [careful, hallucinating]) {
      expect(figures.shares.wrongPerson.are).toBe(0);
      expect(figures.shares.shownQuotes.are).toBe(figures.shares.shownQuotes.of);
    }
    expect(careful.shares.wrongPerson.of).toBeGreaterThan(50);
    expect(hallucinating.shares.givenQuotes).toMatchObject({ are: 0, of: expect.any(Number) });
  });

  it('are better with a careful model than with a hallucinating one, but not perfect', () => {
    expect(careful.means.precisionAt5).toBeGreaterThan(hallucinating.means.precisionAt5);
    expect(careful.means.precisionAt10).toBeGreaterThanOrEqual(hallucinating.means.precisionAt10);
    expect(careful.means.precisionAt5).toBeLessThanOrEqual(careful.means.bestAt5);
    expect(careful.means.rankCorrelation).toBeGreaterThan(0.4);
  });

  it('are reported in a table, a chart and a document whose prose is kept', () => {
    const row = (model: string, figures: Figures): Row => ({
      model,
      mode: 'deep',
      figures,
      byKind: new Map(),
    });
    const rows = [row('careful', careful), row('hallucinating', hallucinating)];
    const table = modelTable(rows);
    const precision = `${(100 * careful.means.precisionAt5).toFixed(1)} %`;
    expect(table.split('\n').map((line) => line.split('|').length)).toEqual([12, 12, 12, 12]);
    expect(table).toContain(precision);
    expect(drawChart(rows)).toContain(`>${precision}</text>`);
    expect(drawChart(rows)).not.toContain('NaN');
    expect(spreadTable([rows, rows])).toContain(precision);
    const document = 'Before.\n<!-- figures -->\nold\n<!-- end of figures -->\nAfter.';
    expect(replaceFigures(document, 'new')).toBe(
      'Before.\n<!-- figures -->\n\nnew\n\n<!-- end of figures -->\nAfter.',
    );
  });
});
