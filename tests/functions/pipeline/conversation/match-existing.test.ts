import { describe, expect, it } from 'vitest';
import { describeChanges } from '#functions/pipeline/conversation/changes.ts';
import { refineCriteria } from '#functions/pipeline/conversation/refine.ts';
import { readCriteria } from '#functions/pipeline/criteria/criteria.ts';
import { isNamedAlike } from '#functions/pipeline/criteria/same-criterion.ts';
import type { Criterion } from '#shared/criteria.ts';
import { queryReply } from '#tests/support/fake-providers.ts';
import { messageOf } from '#tests/support/run-pipeline.ts';
import { criterion } from '../judging.ts';
import { BASIS, inWords, refine } from './refining.ts';

describe('criteria under other names', () => {
  const EARLIER: readonly Criterion[] = [
    criterion('c1', 'profession', 'nurse'),
    criterion('c2', 'location', 'United States'),
    criterion('c3', 'education', 'PhD'),
    criterion('c4', 'experience', 'Google'),
  ];
  type Marks = { excluded?: Criterion; preferred?: string; removed?: string[]; without?: string };
  /** The refined criteria when the model repeats the earlier ones, except `without`. */
  function from(request: string, { excluded, preferred, removed = [], without }: Marks) {
    const repeated = EARLIER.filter(({ text }) => text !== without);
    const text = (subject: Criterion['subject']) => repeated.find((each) => each.subject === subject)?.text;
    const targetCriteria = {
      nationality: undefined,
      location: text('location'),
      education: text('education'),
      profession: text('profession'),
      interests: [],
      experience: repeated.flatMap((each) => (each.subject === 'experience' ? [each.text] : [])),
    };
    const marks = { preferred: preferred ? [preferred] : [], excluded: excluded ? [excluded] : [] };
    const asked = readCriteria({ targetCriteria, ...marks }, request);
    return inWords(refineCriteria({ request, earlier: EARLIER, asked, removed, isNewSearch: false }));
  }

  it.each([
    ['not in the US', 1],
    ['nicht in den USA', 1],
    ['without doctorates', 2],
    ['exclude people with a doctorate', 2],
    ['sin doctorado', 2],
    ['not Googlers', 3],
  ])('are excluded, and no longer required: %s', (request, index) => {
    const excluded = EARLIER[index];
    for (const removed of [[], excluded ? [excluded.id] : []])
      for (const without of [undefined, excluded?.text]) {
        const marks = { removed, ...(excluded && { excluded }), ...(without && { without }) };
        const refined = from(request, marks);
        expect(refined).toContain(`excluded ${excluded?.text}`);
        expect(refined.filter((each) => each.startsWith('required'))).toEqual(
          inWords(EARLIER.filter((each) => each !== excluded)),
        );
      }
  });

  it.each([
    ['no barristers', 'profession', 'lawyer', 'barrister'],
    ['no surgeons', 'profession', 'doctor', 'surgeon'],
    ['no auditors', 'profession', 'accountant', 'auditor'],
    ['not VCs', 'profession', 'investor', 'VC'],
    ['no UX', 'profession', 'designer', 'UX'],
    ['no deep learning', 'interest', 'machine learning', 'deep learning'],
    ['no computer vision', 'experience', 'AI', 'computer vision'],
    ['no MBAs', 'education', "master's degree", 'MBA'],
    ['not Lima', 'location', 'Peru', 'Lima'],
    ['not in Mexico City', 'location', 'Mexico', 'Mexico City'],
    ['not in Quebec City', 'location', 'Quebec', 'Quebec City'],
    ['not in New Mexico', 'location', 'Mexico', 'New Mexico'],
    ['not in New England', 'location', 'England', 'New England'],
    ['keine Ingenieure', 'profession', 'sales engineer', 'engineer'],
  ] as const)('stay required if only a part of them is excluded: %s', (request, subject, whole, part) => {
    const earlier = [criterion('c1', subject, whole)];
    const excluded = criterion('', subject, part, 'excluded');
    for (const asked of [[excluded], [...earlier, excluded]])
      expect(inWords(refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false }))).toEqual(
        inWords([...earlier, excluded]),
      );
  });

  it.each([
    ['not in the USA', 'location', 'United States', 'USA'],
    ['not NYC', 'location', 'New York City', 'NYC'],
    ['not NYC', 'location', 'New York', 'NYC'],
    ['not New York City', 'location', 'New York', 'New York City'],
    ['not in Berlin, Germany', 'location', 'Berlin', 'Berlin, Germany'],
    ['not in Greater London', 'location', 'London', 'Greater London'],
    ['not in the Boston area', 'location', 'Boston', 'Boston area'],
    ['not in the San Francisco Bay Area', 'location', 'San Francisco', 'San Francisco Bay Area'],
    ['no doctorates', 'education', 'PhD', 'doctorate'],
  ] as const)(
    'are excluded under the earlier name if they mean the same: %s',
    (request, subject, text, name) => {
      const earlier = [criterion('c1', subject, text)];
      const excluded = criterion('', subject, name, 'excluded');
      const asked = [excluded];
      expect(inWords(refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false }))).toEqual([
        `excluded ${text}`,
      ]);
    },
  );

  it('become nice to have', () => {
    for (const request of ['a doctorate would be nice to have', 'Doktor wünschenswert'])
      expect(from(request, { preferred: 'PhD' })).toContain('preferred PhD');
  });

  it('keep their need if the request says nothing about it', () => {
    const excluded = criterion('', 'experience', 'Google');
    for (const marks of [{}, { preferred: 'PhD' }, { excluded }])
      expect(from('with a doctorate', marks)).toEqual(inWords(EARLIER));
    const place = criterion('', 'location', 'Boston');
    expect(from('but not in Boston', { excluded: place })).toContain('required United States');
    const earlier = EARLIER.map((each) => ({ ...each, need: 'preferred' as const }));
    const refined = refineCriteria({
      request: 'with an MBA',
      earlier,
      asked: EARLIER,
      removed: [],
      isNewSearch: false,
    });
    expect(refined).toEqual(earlier);
  });
});

it.each<[request: string, earlier: Criterion, asked: Criterion, expected: string]>([
  [
    'only in the US',
    criterion('c1', 'location', 'United States', 'preferred'),
    criterion('', 'location', 'US'),
    'required US',
  ],
  [
    'more senior',
    criterion('c1', 'profession', 'senior head of sales'),
    criterion('', 'profession', 'senior'),
    'required senior head of sales',
  ],
])('what was asked for already is not asked for twice, and may become a must: %s', (...row) => {
  const [request, known, each, expected] = row;
  const followUp = { request, earlier: [known], asked: [each], removed: [], isNewSearch: false };
  expect(inWords(refineCriteria(followUp))).toEqual([expected]);
});

it('two criteria are named alike only if all of their alternatives are', () => {
  const place = (text: string) => criterion('', 'location', text);
  expect(isNamedAlike(place('US or UK'), place('United Kingdom or United States'))).toBe(true);
  expect(isNamedAlike(place('US or Canada'), place('United States'))).toBe(false);
});

describe('an alternative added by a follow-up', () => {
  const from = (request: string, known: Criterion, ...texts: string[]) =>
    refineCriteria({
      request,
      earlier: [known],
      asked: texts.map((text) => ({ ...known, id: '', text })),
      removed: [],
      isNewSearch: false,
    }).map(({ text }) => text);

  it.each([
    ['also people from Chile', 'nationality', 'Peruvian', 'Chilean'],
    ['also in the US', 'location', 'Canada', 'United States'],
    ['auch in Österreich', 'location', 'Germany', 'Austria'],
    ['in NYC too', 'location', 'Boston', 'New York'],
    ['también abogados', 'profession', 'accountant', 'lawyer'],
    ['also attorneys', 'profession', 'accountant', 'lawyer'],
    ['add MIT', 'education', 'Stanford University', 'Massachusetts Institute of Technology'],
  ] as const)('joins the existing one in the model’s words: %s', (request, subject, before, text) => {
    const known = criterion('c1', subject, before);
    expect(from(request, known, `${before} or ${text}`)).toEqual([`${before} or ${text}`]);
    if (subject !== 'education') expect(from(request, known, text)).toEqual([`${before} or ${text}`]);
  });

  it.each([
    ['also in Lyon', 'Paris or Lyon'],
    ['aussi à Lyon', 'Paris or Lyon'],
    ['Lyon instead', 'Lyon'],
    ['in Lyon', 'Lyon'],
  ])('joins one the model took for replaced, only if the request widens it: %s', (request, text) => {
    const earlier = [criterion('c1', 'location', 'Paris')];
    const asked = [criterion('', 'location', 'Lyon')];
    const refined = refineCriteria({ request, earlier, asked, removed: ['c1'], isNewSearch: false });
    expect(inWords(refined)).toEqual([`required ${text}`]);
  });

  it('does not join the existing one unless the request widens it', () => {
    const known = criterion('c1', 'nationality', 'Peruvian');
    expect(from('with an MBA', known, 'Peruvian or Chilean')).toEqual(['Peruvian']);
    expect(from('only people from Chile', known, 'Chilean')).toEqual(['Chilean']);
    expect(from('from Chile instead', known, 'Chilean')).toEqual(['Chilean']);
    expect(from('or in Lyon instead', criterion('c1', 'location', 'Paris'), 'Lyon')).toEqual(['Lyon']);
  });

  it('changes nothing if the existing one has it already', () => {
    const known = criterion('c1', 'nationality', 'Peruvian or Chilean');
    expect(from('also Chilean people', known, 'Chilean or Peruvian')).toEqual(['Peruvian or Chilean']);
  });

  it('is looked for in the longest requests too', () => {
    const known = criterion('c1', 'profession', 'nurse');
    const request = `find doctors too${' '.repeat(600_000)}x`;
    expect(from(request, known, 'nurse or physician')).toEqual(['nurse']);
  });
});

describe('years of experience in a follow-up', () => {
  const years = (text: string) => criterion('c3', 'experience', text);
  const EARLIER = [
    criterion('c1', 'profession', 'engineer'),
    years('5+ years of experience'),
    criterion('c4', 'experience', 'Java'),
  ];

  it.each([
    ['at least 8 years', '8+ years of experience'],
    ['make that 3 years', '3+ years of experience'],
    ['up to 10 years is fine', '5-10 years'],
    ['more than eight years please', '8+ years'],
  ])('replace the earlier number of years: %s', (request, text) => {
    for (const asked of [[years(text)], EARLIER.toSpliced(1, 1, years(text))]) {
      const refined = refineCriteria({ request, earlier: EARLIER, asked, removed: [], isNewSearch: false });
      expect(refined.map((each) => each.text)).toEqual(['engineer', text, 'Java']);
      expect(describeChanges(EARLIER, refined)).toEqual([
        `Experience: ${text} instead of 5+ years of experience`,
      ]);
    }
  });

  it.each([
    ['with an MBA', '8+ years of experience', ['engineer', '5+ years of experience', 'Java']],
    [
      '3 years of Python',
      '3+ years of Python',
      ['engineer', '5+ years of experience', 'Java', '3+ years of Python'],
    ],
  ])('stay if the request does not mention them, or means years of something else: %s', (...row) => {
    const [request, text, expected] = row;
    const asked = [years(text)];
    const refined = refineCriteria({ request, earlier: EARLIER, asked, removed: [], isNewSearch: false });
    expect(refined.map((each) => each.text)).toEqual(expected);
  });

  it('leave the model’s query unchanged, since no page has those words', async () => {
    const googleSearchQuery = 'site:linkedin.com/in "engineer" "Java" "Boston" "Spanish"';
    const experience = ['5+ years of experience', 'Java', 'speaks Spanish'];
    const query = () => ({
      ...queryReply,
      googleSearchQuery,
      targetCriteria: { profession: 'engineer', location: 'Boston', interests: [], experience },
      isNewSearch: false,
      removed: [],
    });
    const criteria = [...EARLIER, criterion('c5', 'experience', 'speaks Spanish')];
    const run = await refine({ plan: { basis: { ...BASIS, criteria } } }, { replies: { query } });
    expect(messageOf(run)?.metadata?.searchQuery?.googleSearchQuery).toBe(googleSearchQuery);
  });
});

describe('a place in a follow-up', () => {
  const place = (text: string, need?: Criterion['need']) => criterion('', 'location', text, need);
  const from = (request: string, before: string, ...asked: Criterion[]) =>
    inWords(
      refineCriteria({
        request,
        earlier: [criterion('c1', 'location', before)],
        asked,
        removed: [],
        isNewSearch: false,
      }),
    );

  it.each([
    ['only those in Lima or Cusco', 'Lima or Cusco', 'Lima or Cusco'],
    ['either in Lima or Cusco', 'Lima or Cusco', 'Lima or Cusco'],
    ['only in Lima, and also with an MBA', 'Lima', 'Lima'],
    ['in Chile, or with an MBA', 'Chile', 'Chile'],
    ['also in Chile', 'Chile', 'Peru or Chile'],
    ['or Chile', 'Chile', 'Peru or Chile'],
    ['also people from Chile', 'Chile', 'Peru or Chile'],
    ['in Chile too', 'Chile', 'Peru or Chile'],
    ['also in Chile or Spain', 'Chile or Spain', 'Peru or Chile or Spain'],
    ['Chile or Spain as well', 'Chile or Spain', 'Peru or Chile or Spain'],
    ['auch in Chile', 'Chile', 'Peru or Chile'],
    ['también en Chile', 'Chile', 'Peru or Chile'],
    ['Chile também', 'Chile', 'Peru or Chile'],
    ['Also open to Chile', 'Chile', 'Peru or Chile'],
    ['Also consider Chile', 'Chile', 'Peru or Chile'],
    ['They can also be based in Chile', 'Chile', 'Peru or Chile'],
    ['auch Leute aus Chile', 'Chile', 'Peru or Chile'],
    ['Chile is fine too', 'Chile', 'Peru or Chile'],
    ['Chile would also work', 'Chile', 'Peru or Chile'],
    ['Chile geht auch', 'Chile', 'Peru or Chile'],
    ['in Chile, too', 'Chile', 'Peru or Chile'],
    ['and in Chile, as well', 'Chile', 'Peru or Chile'],
    ['also, in Chile', 'Chile', 'Peru or Chile'],
    ['Also: Chile', 'Chile', 'Peru or Chile'],
    ['I’d also like to see people based in Chile', 'Chile', 'Peru or Chile'],
    ['also people that live in Chile', 'Chile', 'Peru or Chile'],
    ['auch solche, die in Chile leben', 'Chile', 'Peru or Chile'],
    ['Chile is acceptable too', 'Chile', 'Peru or Chile'],
    ['Chile works for me too', 'Chile', 'Peru or Chile'],
    ['Chile as well as Peru', 'Chile', 'Peru or Chile'],
    ['in addition to Peru, Chile', 'Chile', 'Peru or Chile'],
    ['Chile ist auch in Ordnung', 'Chile', 'Peru or Chile'],
    ['Chile passt auch', 'Chile', 'Peru or Chile'],
    ['oder in der Schweiz', 'Schweiz', 'Peru or Schweiz'],
    ['o Chile', 'Chile', 'Peru or Chile'],
    ['o en Chile', 'Chile', 'Peru or Chile'],
    ['Perú o Chile', 'Chile', 'Peru or Chile'],
    ['en Lima, o los de Chile', 'Chile', 'Peru or Chile'],
    ['para o Chile', 'Chile', 'Chile'],
    ['agora para o Chile', 'Chile', 'Chile'],
    ['mude para o Chile', 'Chile', 'Chile'],
    ['todo o Chile', 'Chile', 'Chile'],
    ['prefiro o Chile', 'Chile', 'Chile'],
    ['troque o Peru para o Chile', 'Chile', 'Chile'],
    ['in Chile as well as with an MBA', 'Chile', 'Chile'],
    ['in Chile and speaking German too', 'Chile', 'Chile'],
    ['in Chile who speak German, too', 'Chile', 'Chile'],
    ['Chile is required too', 'Chile', 'Chile'],
    ['also, only in Chile', 'Chile', 'Chile'],
    ['Chile, also German speakers', 'Chile', 'Chile'],
    ['only in Chile also with an MBA', 'Chile', 'Chile'],
    ['they must also be in Chile', 'Chile', 'Chile'],
    ['those who also live in Chile', 'Chile', 'Chile'],
    ['also only in Chile', 'Chile', 'Chile'],
    ['also with an MBA in Chile', 'Chile', 'Chile'],
    ['in Chile who also speak German', 'Chile', 'Chile'],
    ['Chile is also required', 'Chile', 'Chile'],
  ])('joins the earlier one only if the request says so: %s', (request, asked, expected) => {
    expect(from(request, 'Peru', place(asked))).toEqual([`required ${expected}`]);
  });

  it.each([
    ['only in the UK', 'Europe', 'United Kingdom', 'United Kingdom'],
    ['only NYC', 'United States', 'New York City', 'New York City'],
    ['nur in Köln', 'Germany', 'Cologne', 'Cologne'],
    ['make it the whole UK', 'London', 'United Kingdom', 'United Kingdom'],
    ['and the UK', 'Ireland', 'Ireland or United Kingdom', 'Ireland or United Kingdom'],
    ['Ireland and the UK', 'Ireland', 'Ireland or United Kingdom', 'Ireland or United Kingdom'],
    ['only in London', 'United Kingdom', 'London', 'London'],
    ['only in Lima', 'Lima', 'Peru', 'Lima'],
    ['only in Lima with an MBA', 'Lima', 'Lima, Peru', 'Lima'],
    ['nur in Köln', 'Cologne', 'Germany', 'Cologne'],
    ['only in NYC', 'New York City', 'New York', 'New York City'],
    ['only in NYC', 'New York City', 'United States', 'New York City'],
    ['with an MBA', 'Europe', 'United Kingdom', 'Europe'],
    ['with an MBA', 'London', 'United Kingdom', 'London'],
    ['in the USA with an MBA', 'US', 'United States', 'US'],
  ])('replaces or joins the earlier one if the request names it in other words: %s', (...row) => {
    const [request, before, asked, expected] = row;
    expect(from(request, before, place(asked))).toEqual([`required ${expected}`]);
  });

  it('is dropped by ‘anywhere’, while the wider place around it stays', () => {
    const country = 'United States';
    const both = [place(country), place('California', 'excluded')];
    const bound = ['excluded California', `required ${country}`];
    expect(from('Anywhere but California', country, ...both)).toEqual(bound);
    expect(from('Anywhere in the United States except California', country, ...both)).toEqual(bound);
    expect(from('anywhere', country, place(country))).toEqual([]);
    for (const where of ['in the world', 'on earth', 'across the whole globe', 'around the planet', 'at all'])
      expect(from(`anywhere ${where}`, country, place(country))).toEqual([]);
    expect(from('they can live anywhere', country, place(country))).toEqual([]);
    for (const request of ['anywhere, not just Berlin', 'they need not be only in Berlin, anywhere'])
      expect(from(request, 'Berlin', place('Berlin'))).toEqual([]);
    expect(from('anywhere in Berlin', 'Berlin', place('Berlin'))).toEqual(['required Berlin']);
    for (const need of ['required', 'preferred'] as const)
      expect(from('anywhere, ideally Berlin', 'Berlin', place('Berlin', need))).toEqual(
        need === 'preferred' ? ['preferred Berlin'] : [],
      );
  });

  it.each([
    ['anywhere in the US is fine', 'United States', 'United States', 'United States'],
    ['anywhere in the US is fine', 'United States', 'US', 'United States'],
    ['anywhere in the UK', 'United Kingdom', 'United Kingdom', 'United Kingdom'],
    ['anywhere in the USA', 'US', 'USA', 'US'],
    ['anywhere in the US', 'Boston', 'United States', 'United States'],
    ['worked anywhere in fintech', 'Berlin', 'Berlin', 'Berlin'],
    ['with worldwide sales experience', 'Berlin', 'Berlin', 'Berlin'],
  ])('is kept as the model says if ‘anywhere’ is bounded: %s', (request, before, asked, expected) => {
    expect(from(request, before, place(asked))).toEqual([`required ${expected}`]);
  });

  it('stays if ‘anywhere’ is not about places and the model forgets it', () => {
    expect(from('worked anywhere in fintech', 'Berlin')).toEqual(['required Berlin']);
  });

  it.each([
    ['anywhere but Berlin', 'Berlin'],
    ['anywhere except Germany', 'Germany'],
    ['outside Germany please', 'Germany'],
  ])('is excluded even if it was required before: %s', (request, text) => {
    expect(from(request, text, place(text, 'excluded'))).toEqual([`excluded ${text}`]);
  });
});
