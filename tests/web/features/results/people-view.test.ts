import { describe, expect, it } from 'vitest';
import { LIMITS } from '#shared/limits.ts';
import { profilesIn } from '#shared/results.ts';
import { CRITERIA, directory, JUDGED, person } from '#tests/web/gallery/people.ts';
import { leftOut } from '#web/features/chats/turns/seen-people.ts';
import { NOTHING_ADJUSTED } from '#web/features/results/adjustments.ts';
import { numbersShown, viewOf } from '#web/features/results/people-view.ts';

const found = { ...directory(JUDGED, true), criteria: [...CRITERIA] };
const options = {
  hidden: new Set<string>(),
  seen: new Set<string>(),
  adjustments: NOTHING_ADJUSTED,
  areNamesHidden: false,
  brokenOff: false,
};
const urlOf = (id: string) => `https://www.linkedin.com/in/${id}-invented`;
const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id);

describe('the people of an answer', () => {
  it('are all included when nobody is hidden', () => {
    expect(viewOf(found, options)).toEqual({ data: found, fallen: [], hidden: [], seen: [] });
  });

  it('exclude hidden people and people seen before, counting each once', () => {
    const view = viewOf(found, {
      ...options,
      hidden: new Set([urlOf('jun-takemura')]),
      seen: new Set([urlOf('jun-takemura'), urlOf('noah-feldgren'), urlOf('somebody-else')]),
    });
    expect(idsOf(view.hidden)).toEqual(['jun-takemura']);
    expect(idsOf(view.seen)).toEqual(['noah-feldgren']);
    expect(view.data.totalProfiles).toBe(JUDGED.length - 2);
    expect(idsOf(profilesIn(view.data))).not.toContain('jun-takemura');
  });

  it('keep the query that found them only if it is not the answer’s own', () => {
    const queries = [found.searchQuery, 'site:linkedin.com/in food law'];
    const people = queries.map((query, index) =>
      person({ id: `id-${index}`, fullName: `Ines ${index}`, foundBy: { query, page: 3 } }),
    );
    for (const areNamesHidden of [false, true]) {
      const { data } = viewOf(directory(people, false), { ...options, areNamesHidden });
      expect(profilesIn(data).map(({ foundBy }) => foundBy)).toEqual([
        { query: '', page: 3 },
        { query: queries[1], page: 3 },
      ]);
    }
  });

  it('match hidden people by any form of their URL', () => {
    const [first, ...others] = JUDGED;
    const data = directory(
      first === undefined
        ? []
        : [{ ...first, profileUrl: 'https://pe.linkedin.com/in/Marisol?x=1' }, ...others],
      true,
    );
    const view = viewOf(data, { ...options, hidden: new Set(['https://www.linkedin.com/in/marisol']) });
    expect(idsOf(view.hidden)).toEqual(['marisol-etcheverry']);
  });

  it('keep their numbers when names are hidden, and reveal no name of those out of sight', () => {
    const view = viewOf(found, {
      ...options,
      areNamesHidden: true,
      hidden: new Set([urlOf('marisol-etcheverry')]),
      adjustments: { ...NOTHING_ADJUSTED, changes: { c4: { need: 'required' } } },
    });
    expect(view.hidden.map(({ fullName }) => fullName)).toEqual(['Person 1']);
    expect(view.fallen.map(({ fullName }) => fullName)).toContain('Person 2');
    expect(JSON.stringify(view)).not.toMatch(/Etcheverry|Lindqvist|Okonjo/);
  });

  it('keep their numbers while more people are being found, who come after them', () => {
    const added = person({ id: 'added', fullName: 'Ada', relevanceScore: 99, scoreSource: 'fallback' });
    const hidden = { ...options, areNamesHidden: true, brokenOff: true };
    const numbers = ({ data }: ReturnType<typeof viewOf>) =>
      Object.fromEntries(profilesIn(data).map(({ id, fullName }) => [id, fullName]));
    const more = { ...found, otherProfiles: [added, ...found.otherProfiles] };
    expect(numbers(viewOf(more, hidden))).toEqual({
      ...numbers(viewOf(found, hidden)),
      added: `Person ${JUDGED.length + 1}`,
    });
  });
});

describe('the people a new search leaves out', () => {
  it('are hidden people, newest first, then others, deduplicated up to the limit', () => {
    const urls = [urlOf('one'), urlOf('two')];
    expect(leftOut(urls, [urlOf('one'), urlOf('three')])).toEqual([
      urlOf('two'),
      urlOf('one'),
      urlOf('three'),
    ]);
    const many = Array.from({ length: LIMITS.peopleLeftOut + 10 }, (_, index) => urlOf(`${index}`));
    const list = leftOut(many, [urlOf('other')]);
    expect(list).toHaveLength(LIMITS.peopleLeftOut);
    expect(list[0]).toBe(many.at(-1));
  });
});

describe('the numbers people are shown under', () => {
  const DATA = {
    ...directory(
      [79, 78, 77, 76].map((relevanceScore, index) =>
        person({
          id: `p${index + 1}`,
          fullName: ['Ada', 'Bo', 'Cy', 'Dee'][index] ?? '',
          relevanceScore,
          verdicts: [
            { criterionId: 'c1', verdict: index < 2 ? 'met' : 'notMet', quote: 'x', source: 'snippet' },
            { criterionId: 'c2', verdict: index < 2 ? 'notMet' : 'met', quote: 'x', source: 'snippet' },
          ],
        }),
      ),
      false,
    ),
    criteria: [
      { id: 'c1', subject: 'profession', text: 'diver', need: 'required' },
      { id: 'c2', subject: 'location', text: 'Kiel', need: 'required' },
    ] as const,
  };
  const data = { ...DATA, criteria: [...DATA.criteria] };
  const numbers = (change: Partial<typeof options>, showsFallen = false) => {
    const set = { ...options, ...change };
    const view = viewOf(data, set);
    const shown = numbersShown(data, view, showsFallen ? view.fallen : [], set);
    return Object.fromEntries(
      profilesIn(data).flatMap(({ id, profileUrl }) => {
        const number = shown.get(profileUrl);
        return number === undefined ? [] : [[id, number]];
      }),
    );
  };
  const weighted = {
    ...NOTHING_ADJUSTED,
    changes: { c1: { weight: 'less' }, c2: { weight: 'more' } },
  } as const;

  it('follow the adjusted scores', () => {
    expect(numbers({})).toEqual({ p1: 1, p2: 2, p3: 3, p4: 4 });
    expect(numbers({ adjustments: weighted })).toEqual({ p3: 1, p4: 2, p1: 3, p2: 4 });
  });

  it('leave out those out of sight, and those who no longer match unless they are shown', () => {
    expect(numbers({ hidden: new Set([urlOf('p2')]) })).toEqual({ p1: 1, p3: 2, p4: 3 });
    const adjustments = { ...NOTHING_ADJUSTED, changes: { c2: { need: 'excluded' } } } as const;
    expect(numbers({ adjustments })).toEqual({ p1: 1, p2: 2 });
    expect(numbers({ adjustments }, true)).toEqual({ p1: 1, p2: 2, p3: 3, p4: 4 });
  });

  it('are those in place of the names while these are hidden, whoever is out of sight', () => {
    const hidden = { areNamesHidden: true, hidden: new Set([urlOf('p2')]), adjustments: weighted };
    expect(numbers(hidden)).toEqual({ p1: 1, p3: 3, p4: 4 });
  });
});
