import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNewSearch } from '#functions/pipeline/conversation/follow-up.ts';
import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import type { Criterion } from '#shared/criteria.ts';
import { NOTHING_CHANGED } from '#shared/message.ts';
import type { Basis } from '#shared/search-request.ts';
import { queryReply } from '#tests/support/fake-providers.ts';
import { answerSloppily } from '#tests/support/models/sloppy.ts';
import { lastStep, messageOf } from '#tests/support/run-pipeline.ts';
import { basisOf, type SimulatedRun, simulatedSearches } from '#tests/support/simulated-search.ts';
import { criterion } from '../judging.ts';
import { BASIS, inWords, refine } from './refining.ts';

const REQUEST = 'Peruvian management consultants with a PhD in the United States';
const MODELS: readonly [string, ModelBehaviour][] = [
  ['careful', answerCarefully],
  ['sloppy', answerSloppily],
];

const criteriaOf = ({ answer }: SimulatedRun): readonly Criterion[] =>
  answer.metadata?.searchQuery?.criteria ?? [];

describe.each(MODELS)('a follow-up read by a %s model', (_, model) => {
  const { search, close } = simulatedSearches({ model });
  let basis: Basis;
  beforeAll(async () => {
    basis = basisOf(REQUEST, (await search(REQUEST)).answer);
  });
  afterAll(close);

  const PLACE = 'required United States';
  const REST = ['required PhD', 'required Peruvian', 'required management consultant'];

  it.each([
    ['only in Boston', ['Location: Boston instead of United States'], ['required Boston', ...REST]],
    ['drop the PhD', ['Education: PhD removed'], [PLACE, REST[1], REST[2]]],
    ['the location does not matter', ['Location: United States removed'], REST],
    [
      'more senior',
      ['Profession: senior management consultant instead of management consultant'],
      [PLACE, REST[0], REST[1], 'required senior management consultant'],
    ],
    [
      'and what about Chicago?',
      ['Location: Chicago instead of United States'],
      ['required Chicago', ...REST],
    ],
    [
      'also in Canada',
      ['Location: United States or Canada instead of United States'],
      ['required United States or Canada', ...REST],
    ],
    ['not McKinsey', ['Experience: McKinsey excluded'], ['excluded McKinsey', PLACE, ...REST]],
    ['ideally with AI interests', ['Interest: AI added as nice to have'], ['preferred AI', PLACE, ...REST]],
    [
      'a PhD is only nice to have',
      ['Education: PhD nice to have instead of required'],
      ['preferred PhD', PLACE, REST[1], REST[2]],
    ],
  ])('changes the criteria: %s', async (request, changes, criteria) => {
    const run = await search(request, { basis });
    expect(run.answer.metadata?.changes).toEqual(changes);
    expect(inWords(criteriaOf(run))).toEqual(criteria.toSorted());
    const ids = new Map(basis.criteria.map(({ id, text }) => [text, id]));
    for (const { id, text } of criteriaOf(run))
      expect(ids.get(text) ?? `new ${id}`).toBe(ids.has(text) ? id : `new ${id}`);
    expect(new Set(criteriaOf(run).map(({ id }) => id)).size).toBe(criteria.length);
    expect(run.answer.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThan(0);
  });

  it('updates the Google query to the changed criteria', async () => {
    const { answer } = await search('and what about Chicago?', { basis });
    const query = answer.metadata?.searchQuery?.googleSearchQuery ?? '';
    for (const word of ['Chicago', 'Peru', 'PhD', 'consultant']) expect(query).toContain(word);
    expect(query).not.toContain('United States');
  });

  it('starts a new search if it asks for other people', async () => {
    const run = await search('Marine biologists in Australia', { basis });
    expect(inWords(criteriaOf(run))).toEqual(['required Australia', 'required marine biologist']);
    expect(run.answer.metadata?.changes).toBeUndefined();
    const earlier = new Set(basis.people.map(({ url }) => url));
    const found = run.answer.metadata?.searchResults?.linkedinProfiles ?? [];
    expect(found.filter(({ url }) => earlier.has(url))).toEqual([]);
  });

  it('can ask for people like one of those found', async () => {
    const fifth = basis.people[4];
    const run = await search('like number 5', { basis });
    const added = criteriaOf(run).filter(({ id }) => !basis.criteria.some((known) => known.id === id));
    expect(added.length).toBeGreaterThan(0);
    for (const { need, text } of added) {
      expect(need).toBe('preferred');
      for (const word of text.toLowerCase().split(/\W+/))
        expect(`${fifth?.title} ${fifth?.snippet}`.toLowerCase()).toContain(word);
    }
    expect(inWords(criteriaOf(run))).toEqual(expect.arrayContaining([PLACE, ...REST]));
  });
});

describe.each(MODELS)('the needs of a degree and a school, read by a %s model', (_, model) => {
  const { search, close } = simulatedSearches({ model });
  afterAll(close);
  /** Sends each request as a follow-up to the one before; returns their changes. */
  async function changesOf(first: string, ...requests: string[]) {
    let request = first;
    let { answer } = await search(request);
    const changes: (readonly string[] | undefined)[] = [];
    for (const next of requests) {
      const basis = basisOf(request, answer);
      request = next;
      ({ answer } = await search(request, { basis }));
      changes.push(answer.metadata?.changes);
    }
    return { changes, criteria: inWords(answer.metadata?.searchQuery?.criteria ?? []) };
  }

  it('follow the wording of the first request and of each follow-up', async () => {
    const { changes, criteria } = await changesOf(
      'Product managers in London who studied at Oxford',
      'ideally with an MBA',
      'MBA is a must',
      'MBA would be nice to have',
      'an MBA is required',
      'MBA is only nice to have',
    );
    expect(changes).toEqual([
      ['Education: MBA added as nice to have'],
      ['Education: MBA required instead of nice to have'],
      ['Education: MBA nice to have instead of required'],
      ['Education: MBA required instead of nice to have'],
      ['Education: MBA nice to have instead of required'],
    ]);
    const expected = ['preferred MBA', 'required London', 'required University of Oxford'];
    expect(criteria).toEqual([...expected, 'required product manager'].toSorted());
    const asked = 'Product managers in London who studied at Oxford, ideally with an MBA';
    expect((await changesOf(asked)).criteria).toEqual(criteria);
  });

  it('follow German wording too', async () => {
    const { changes, criteria } = await changesOf(
      'Softwareentwickler in München mit Erfahrung in Java, keine Freelancer',
      'nur in Berlin',
      'ohne MBA',
    );
    expect(changes).toEqual([['Location: Berlin instead of Munich'], ['Education: MBA excluded']]);
    expect(criteria).toEqual([
      'excluded Freelancer',
      'excluded MBA',
      'required Berlin',
      'required Java',
      'required software engineer',
    ]);
  });

  it('change for a school named by one word of its name', async () => {
    const { changes } = await changesOf(
      'Product managers in London who studied at Oxford, ideally with an MBA',
      'London would be nice, MBA and Oxford are only nice to have',
      'but Oxford is a must',
    );
    expect(changes).toEqual([
      [
        'Location: London nice to have instead of required',
        'Education: University of Oxford nice to have instead of required',
      ],
      ['Education: University of Oxford required instead of nice to have'],
    ]);
  });
});

describe('a follow-up with unknown words', () => {
  // Only the careful model: the sloppy one skips unknown words, as real models may.
  const { search, close } = simulatedSearches({ model: answerCarefully });
  let basis: Basis;
  beforeAll(async () => {
    basis = basisOf(REQUEST, (await search(REQUEST)).answer);
  });
  afterAll(close);

  it('makes a language preferred by its name alone', async () => {
    const first = 'Product managers in London who speak Spanish';
    const after = basisOf(first, (await search(first)).answer);
    const { answer } = await search('Spanish is only nice to have', { basis: after });
    expect(answer.metadata?.changes).toEqual(['Experience: speaks Spanish nice to have instead of required']);
  });

  it.each([
    ['who of them studied at Heidelberg?', ['Education: Heidelberg added']],
    ['who of them worked at Adyen?', ['Experience: Adyen added']],
    ['who of them has an MBA from Heidelberg?', ['Education: MBA added', 'Education: Heidelberg added']],
  ])('adds a school or firm: %s', async (request, changes) => {
    expect((await search(request, { basis })).answer.metadata?.changes).toEqual(changes);
  });

  it.each(['only in Ulaanbaatar', 'what about Ulaanbaatar?'])('changes the place: %s', async (request) => {
    const run = await search(request, { basis });
    expect(run.answer.metadata?.changes).toEqual(['Location: Ulaanbaatar instead of United States']);
    expect(run.answer.metadata?.searchQuery?.googleSearchQuery).toContain('"Ulaanbaatar"');
    const earlier = new Set(basis.people.map(({ url }) => url));
    const found = run.answer.metadata?.searchResults?.linkedinProfiles ?? [];
    // Nobody lives there, so anyone new comes from the looser alternative.
    expect(found.filter(({ url, foundBy }) => !earlier.has(url) && foundBy === undefined)).toEqual([]);
  });

  it.each([
    'Beekeepers in Ulaanbaatar',
    'Yak herders in Ulaanbaatar',
    'Yak herders in Canada',
    'People who herd yaks in Canada',
  ])('starts a new search: %s', async (request) => {
    const run = await search(request, { basis });
    expect(run.answer.metadata?.changes).toBeUndefined();
    expect(inWords(criteriaOf(run))).not.toContain('required PhD');
  });

  it.each(['people in downtown Toronto', 'people who live in Toronto'])(
    'refines the answer: %s',
    async (request) => {
      const run = await search(request, { basis });
      expect(run.answer.metadata?.changes).toEqual(['Location: Toronto instead of United States']);
      expect(inWords(criteriaOf(run))).toContain('required PhD');
    },
  );
});

describe('a request after an answer', () => {
  const earlier = [
    criterion('c1', 'profession', 'engineer'),
    criterion('c2', 'location', 'United States'),
    criterion('c3', 'experience', 'Google'),
  ];
  const lawyer = criterion('', 'profession', 'lawyer');

  it.each<[request: string, isMarkedNew: boolean, place: string, expected: boolean]>([
    ['lawyers in Oslo', false, 'Oslo', true],
    ['lawyers', false, 'Oslo', false],
    ['lawyers in the US', false, 'US', false],
    ['only lawyers in Oslo', false, 'Oslo', false],
    ['lawyers in Oslo', true, 'Oslo', true],
    ['and only lawyers who are in Oslo', true, 'Oslo', true],
    ['and only lawyers living in Oslo', true, 'Oslo', false],
  ])(
    'is a new search if it has nothing in common with it: %s (%s)',
    (request, isMarkedNew, place, expected) => {
      const asked = [lawyer, criterion('', 'location', place)];
      expect(isNewSearch({ request, earlier, asked, removed: [], isNewSearch: isMarkedNew })).toBe(expected);
    },
  );
});

describe('a follow-up the model misreads', () => {
  const read = async (content: string, reply: Record<string, unknown>) => {
    const query = () => ({ ...queryReply, targetCriteria: { interests: [], experience: [] }, ...reply });
    const run = await refine({ content }, { replies: { query } });
    return messageOf(run)?.metadata;
  };

  it('refines the answer if its few words plainly do, whatever the model says', async () => {
    const metadata = await read('only in Boston', {
      targetCriteria: { location: 'Boston' },
      isNewSearch: true,
    });
    expect(metadata?.changes).toEqual(['Location: Boston added']);
    expect(metadata?.searchQuery?.criteria?.map(({ id }) => id)).toEqual(['c1', 'c4', 'c5']);
  });

  it.each([
    'también en Chile',
    '¿y en Chile?',
    '¡ahora en Chile!',
    'quita Lima, en Chile',
    'elimina Lima, en Chile',
    'auch in Chile',
    'jetzt in Chile',
    'aussi au Chili',
    'maintenant au Chili',
    'uniquement au Chili',
    'também no Chile',
    'agora no Chile',
    'apenas no Chile',
    'Y Chile?',
    'E Chile?',
  ])('refines the answer in other languages too: %s', async (request) => {
    const metadata = await read(request, { targetCriteria: { location: 'Chile' }, isNewSearch: true });
    expect(metadata?.changes).toEqual(['Location: Chile added']);
  });

  it.each([
    'Abogados en Chile',
    '¿Quién vive en Chile?',
    'Auchan en Chile',
    'In-house lawyers in Chile',
    'E-commerce managers in Chile',
    'No-code developers in Chile',
    'Make-up artists in Chile',
    'Y Combinator founders in Chile',
    'Under Armour designers in Chile',
    'In house lawyers in Chile',
    'Just Eat couriers in Chile',
    'Con Edison engineers in Chile',
    'auch Leute, die schon lange in Chile leben',
  ])('starts a new search if the model says so and the words do not overrule it: %s', async (request) => {
    const metadata = await read(request, { targetCriteria: { location: 'Chile' }, isNewSearch: true });
    expect(metadata?.changes).toBeUndefined();
  });

  it('uses the model’s query, which may exclude what was required before', async () => {
    const basis: Basis = { ...BASIS, criteria: [...BASIS.criteria, criterion('c5', 'experience', 'Google')] };
    const reply = {
      googleSearchQuery: '"Peruvian" "engineer" -"Google" mining',
      targetCriteria: { nationality: 'Peruvian', profession: 'engineer', interests: [], experience: [] },
      ...{ excluded: [{ subject: 'experience', text: 'Google' }], isNewSearch: false, removed: ['c5'] },
    };
    const run = await refine(
      { content: 'without Google', plan: { basis } },
      { replies: { query: () => ({ ...queryReply, ...reply }) } },
    );
    expect(messageOf(run)?.metadata?.searchQuery?.googleSearchQuery).toBe(
      'site:linkedin.com/in -"Google" "Peruvian" "engineer" mining',
    );
  });

  it('refines the answer if it names a new profession and otherwise only exclusions', async () => {
    const metadata = await read('Lawyers, no recruiters', {
      targetCriteria: { profession: 'lawyer' },
      excluded: [{ subject: 'profession', text: 'recruiter' }],
      isNewSearch: false,
    });
    expect(inWords(metadata?.searchQuery?.criteria ?? [])).toContain('required Peruvian');
  });

  it('keeps the need of criteria it does not mention', async () => {
    const basis: Basis = {
      ...BASIS,
      criteria: [
        criterion('c1', 'education', 'PhD', 'preferred'),
        criterion('c2', 'experience', 'Deloitte', 'excluded'),
      ],
    };
    const query = () => ({
      ...queryReply,
      targetCriteria: { education: 'PhD', location: 'Boston', experience: ['Deloitte'] },
    });
    const run = await refine({ plan: { basis } }, { replies: { query } });
    expect(messageOf(run)?.metadata?.searchQuery?.criteria).toEqual([
      ...basis.criteria,
      criterion('c3', 'location', 'Boston'),
    ]);
    expect(messageOf(run)?.metadata?.searchQuery?.googleSearchQuery).toContain('-"Deloitte"');
  });

  it('says that nothing has changed if nothing has', async () => {
    const run = await refine(
      { content: 'only the best' },
      { replies: { query: () => ({ ...queryReply, targetCriteria: {} }) } },
    );
    expect(messageOf(run)?.metadata?.changes).toEqual([]);
    expect(NOTHING_CHANGED).toMatch(/^Nothing changed: your request was not understood as a change/);
    expect(lastStep(run, 'query-generation')?.details).toContain(NOTHING_CHANGED);
    expect(messageOf(run)?.content).not.toContain('sort');
  });

  it.each(['sort them by experience', 'Can you please rank these people?'])(
    'points to the table for sorting: %s',
    async (content) => {
      const query = () => ({ ...queryReply, targetCriteria: {} });
      const run = await refine({ content }, { replies: { query } });
      expect(messageOf(run)?.content).toContain("To sort people, choose 'Table' over them");
    },
  );

  it.each(['why is number 1 first?', 'Can you compare number 1 and number 2?'])(
    'points to the evidence and the comparison: %s',
    async (content) => {
      const query = () => ({ ...queryReply, targetCriteria: {} });
      const run = await refine({ content }, { replies: { query } });
      expect(messageOf(run)?.content).toContain("'Evidence' on a card shows why its person is there");
      expect(messageOf(run)?.metadata?.changes).toEqual([]);
    },
  );

  it.each(['How do I export these people?', 'Comparable people please', 'why not in Lima'])(
    'does not point there for anything else: %s',
    async (content) => {
      const query = () => ({ ...queryReply, targetCriteria: {} });
      const run = await refine({ content }, { replies: { query } });
      expect(messageOf(run)?.content).not.toContain("'Evidence'");
    },
  );

  it('reports no change for another name of an existing criterion', async () => {
    const basis = { ...BASIS, criteria: [criterion('c1', 'location', 'United States')] };
    const query = () => ({ ...queryReply, targetCriteria: { location: 'US', education: 'MBA' } });
    const run = await refine({ content: 'with an MBA', plan: { basis } }, { replies: { query } });
    expect(messageOf(run)?.metadata?.changes).toEqual(['Education: MBA added']);
  });
});
