import { describe, expect, it } from 'vitest';
import { refineCriteria } from '#functions/pipeline/conversation/refine.ts';
import { readCriteria } from '#functions/pipeline/criteria/criteria.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { criterion } from '../judging.ts';
import { inWords } from './refining.ts';

describe('a follow-up that changes a need', () => {
  const PHD = criterion('c2', 'education', 'PhD');
  const EARLIER = [criterion('c1', 'profession', 'engineer'), PHD];
  const marked = (need: Criterion['need'], subject: Criterion['subject'], text: string) =>
    criterion('', subject, text, need);
  const from = (request: string, earlier: readonly Criterion[], ...asked: Criterion[]) =>
    inWords(refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false }));

  it.each([
    'no PhD required',
    'no PhD needed',
    'PhD not required',
    'a PhD is no longer necessary',
    'a PhD isn’t needed',
  ])('drops a criterion it waives: %s', (request) => {
    for (const asked of [[], [PHD], [marked('excluded', 'education', 'PhD')]])
      expect(from(request, EARLIER, ...asked)).toEqual(['required engineer']);
  });

  const FIRM = marked('preferred', 'experience', 'Uría or Garrigues');
  const CITY = marked('preferred', 'location', 'Boston');
  it.each([
    ['or Linklaters', FIRM, 'Uría or Garrigues or Linklaters', 'preferred'],
    ['Linklaters is fine too', FIRM, 'Uría or Garrigues or Linklaters', 'preferred'],
    ['ideally also Linklaters', FIRM, 'Uría or Garrigues or Linklaters', 'preferred'],
    ['or Chicago', CITY, 'Boston or Chicago', 'preferred'],
    ['also in Chicago', CITY, 'Boston or Chicago', 'preferred'],
    ['Uría or Garrigues or Linklaters', FIRM, 'Uría or Garrigues or Linklaters', 'required'],
    ['also in Chicago, Chicago or Boston is a must', CITY, 'Boston or Chicago', 'required'],
  ] as const)('widens what was nice to have without making it a must: %s', (request, soft, text, need) => {
    const earlier = [criterion('c1', 'profession', 'lawyer'), { ...soft, id: 'c2' }];
    const targetCriteria = {
      profession: 'lawyer',
      location: soft === CITY ? text : undefined,
      interests: [],
      experience: soft === FIRM ? [text] : [],
    };
    const reply = (preferred: string[]) => readCriteria({ targetCriteria, preferred, excluded: [] }, request);
    for (const asked of [reply([]), reply([text])])
      for (const removed of [[], ['c2']]) {
        const refined = refineCriteria({ request, earlier, asked, removed, isNewSearch: false });
        expect(inWords(refined)).toEqual([`${need} ${text}`, 'required lawyer'].sort());
      }
  });

  const LIMA = criterion('c5', 'location', 'Lima');
  it.each([
    ['drop the PhD and Lima', ['required engineer']],
    ['remove the PhD, Lima and the engineer requirement', []],
    ['I do not need Lima or a PhD anymore', ['required engineer']],
    ['drop the location and the PhD', ['required engineer']],
    ['drop the PhD and the location', ['required engineer']],
    ['drop the PhD and Lima is fine', ['required Lima', 'required engineer']],
    ['drop the PhD and only Lima', ['required Lima', 'required engineer']],
  ])('drops several that it names in a row, though the model forgets to say so: %s', (request, left) => {
    expect(from(request, [...EARLIER, LIMA])).toEqual(left);
  });

  it('drops nothing in a row that the model still asks for', () => {
    expect(from('drop the PhD, Lima', [...EARLIER, LIMA], LIMA)).toEqual([
      'required Lima',
      'required engineer',
    ]);
  });

  it.each([
    ['a PhD or Lima is optional', ['preferred Lima', 'preferred PhD', 'required engineer']],
    ['either a PhD or Lima is optional', ['preferred Lima', 'preferred PhD', 'required engineer']],
    ['both the PhD and Lima are optional', ['preferred Lima', 'preferred PhD', 'required engineer']],
    ['the PhD and Lima are both nice to have', ['preferred Lima', 'preferred PhD', 'required engineer']],
    ['in Lima and a PhD is optional', ['preferred PhD', 'required Lima', 'required engineer']],
    ['Lima, PhD is optional', ['preferred PhD', 'required Lima', 'required engineer']],
  ])(
    'softens each of several that it names together, and else only what is next to the verb: %s',
    (request, left) => {
      expect(from(request, [...EARLIER, LIMA], ...EARLIER, LIMA)).toEqual(left);
    },
  );

  const GOOGLE = criterion('c3', 'experience', 'Google');
  it.each([
    'no Google',
    '-Google',
    'No Google!',
    'no Google, please',
    'no "Google"',
    'sin Google',
    'ohne Google',
    'kein Google',
    'sans Google',
    'sem Google',
  ])('excludes what it negates and the model no longer asks for: %s', (request) => {
    for (const earlier of [[GOOGLE], [...EARLIER, GOOGLE]])
      expect(from(request, earlier, ...earlier.filter((each) => each !== GOOGLE))).toContain(
        'excluded Google',
      );
    expect(from(request, [marked('excluded', 'experience', 'Google')])).toEqual(['excluded Google']);
  });

  it.each([
    'no Google',
    '-Google',
    'no Google required',
    'no Google preference',
    'no Google experience needed',
    '-Google\n-Meta',
    '- Google',
    'mais gente no Google',
    'no more like this, Google',
  ])('excludes nothing if the model still asks for it or the request says more: %s', (request) => {
    expect(from(request, [GOOGLE], GOOGLE)).not.toContain('excluded Google');
    if (!/^(?:no |-)Google$/.test(request)) expect(from(request, [GOOGLE])).not.toContain('excluded Google');
  });

  const OUT = marked('excluded', 'experience', 'Google or Meta');
  it.each([
    ['Google is fine', 'excluded Meta'],
    ['Google is OK after all', 'excluded Meta'],
    ['people from Google are welcome', 'excluded Meta'],
    ['Google would be okay, but not Meta', 'excluded Meta'],
    ['Meta is also fine', 'excluded Google'],
    ['Google people are now acceptable', 'excluded Meta'],
    ['don’t exclude Google', 'excluded Meta'],
    ['stop excluding people from Google', 'excluded Meta'],
    ['I did not say to exclude Google', 'excluded Google or Meta'],
    ['Google is not fine', 'excluded Google or Meta'],
    ['not sure Google is fine', 'excluded Google or Meta'],
    ['I don’t think Google is fine', 'excluded Google or Meta'],
    ['Amazon is fine', 'excluded Google or Meta'],
    ['Google’s pace is fine', 'excluded Google or Meta'],
  ])('allows only the one it names of several exclusions: %s', (request, expected) => {
    expect(from(request, [OUT])).toContain(expected);
    expect(from(request, [OUT])).toHaveLength(1);
  });

  it('does not require what it allows again', () => {
    const google = marked('excluded', 'experience', 'Google');
    for (const asked of [[], [GOOGLE], [google]])
      expect(from('Google is fine', [google], ...asked)).toEqual([]);
    expect(from('Google is fine', [OUT], GOOGLE)).toEqual(['excluded Meta']);
    for (const request of ['Google and Meta are fine', 'Meta or Google is ok'])
      expect(from(request, [OUT])).toEqual([]);
    expect(from('only at Google', [google], GOOGLE)).toEqual(['required Google']);
    expect(from('only at Google', [OUT], GOOGLE)).toEqual(['excluded Meta', 'required Google']);
    expect(from('Google is fine', [GOOGLE], GOOGLE)).toEqual(['required Google']);
  });

  it.each([
    ['must speak Spanish', 'experience', 'speaks Spanish', 'speaks Spanish'],
    ['they have to speak Spanish', 'experience', 'speaks Spanish', 'speaks Spanish'],
    ['must have a doctorate', 'education', 'PhD', 'doctorate'],
  ] as const)('makes a preferred criterion required: %s', (request, subject, text, name) => {
    const before = [...EARLIER.slice(0, 1), marked('preferred', subject, text)];
    const asked = [...EARLIER.slice(0, 1), marked('required', subject, name)];
    expect(from(request, before, ...asked).toSorted()).toEqual(
      ['required engineer', `required ${text}`].toSorted(),
    );
    const other = marked('preferred', 'experience', 'speaks German');
    expect(from(request, [other], marked('required', 'experience', 'speaks German'))).toEqual([
      'preferred speaks German',
    ]);
    expect(from(`ideally, ${request}`, before, ...asked)).toContain(`preferred ${text}`);
  });

  it.each([
    ['not senior', 'senior data scientist', 'senior', 'data scientist'],
    ['no senior people', 'senior data scientist', 'senior', 'data scientist'],
    ['not Java', 'Java developer', 'Java', 'developer'],
    ['not Java', 'Java developer or architect', 'Java', undefined],
  ])('excludes part of a profession and keeps the rest: %s', (request, profession, out, rest) => {
    const earlier = [criterion('c1', 'profession', profession), criterion('c2', 'location', 'Peru')];
    const changed = from(request, earlier, marked('excluded', 'experience', out));
    expect(changed).toEqual(
      [...(rest === undefined ? [] : [`required ${rest}`]), `excluded ${out}`, 'required Peru'].toSorted(),
    );
  });

  it.each([
    ['less senior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['not so senior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['these are too senior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['menos sénior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['more junior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['more experienced', 'product manager', 'senior product manager', 'senior product manager'],
    ['plus expérimenté', 'product manager', 'senior product manager', 'senior product manager'],
    ['mehr Erfahrung', 'product manager', 'senior product manager', 'senior product manager'],
    ['more experienced', 'senior product manager', 'product manager', 'senior product manager'],
    ['more experienced', 'product manager', 'manager of products', 'product manager'],
    ['with an MBA', 'senior data scientist', 'data scientist', 'senior data scientist'],
    ['with an MBA', 'product manager', 'senior product manager', 'product manager'],
  ])('changes how senior a profession is only if it compares that: %s', (request, before, asked, after) => {
    const earlier = [criterion('c1', 'profession', before)];
    expect(from(request, earlier, criterion('', 'profession', asked))).toEqual([`required ${after}`]);
  });

  it('does not change a profession that is already senior', () => {
    const earlier = [criterion('c1', 'profession', 'senior data scientist')];
    expect(from('less senior', earlier, criterion('', 'profession', 'senior'))).toEqual([
      'required senior data scientist',
    ]);
  });

  it.each([
    ['MBA instead of PhD', 'PhD', 'PhD', 'MBA'],
    ['an MBA rather than a PhD', 'PhD', 'PhD', 'MBA'],
    ['Cambridge instead of Oxford', 'University of Oxford', 'Oxford', 'University of Cambridge'],
  ])('replaces one criterion with another without excluding the first: %s', (content, before, out, text) => {
    const earlier = [criterion('c1', 'education', before)];
    const asked = [criterion('', 'education', text), marked('excluded', 'experience', out)];
    const read = { request: content, earlier, asked, removed: ['c1'], isNewSearch: false };
    expect(inWords(refineCriteria(read))).toEqual([`required ${text}`]);
    expect(
      from('engineers rather than recruiters', [], marked('excluded', 'profession', 'recruiter')),
    ).toEqual(['excluded recruiter']);
  });

  it.each(['no experience required', 'don’t require experience in fintech'])(
    'does not waive an experience it does not name: %s',
    (request) => {
      const java = criterion('c1', 'experience', 'Java');
      expect(from(request, [java, criterion('c2', 'experience', 'fintech')], java)).toContain(
        'required Java',
      );
    },
  );

  it.each([
    'German is not a must',
    'German isn’t needed',
    'Deutsch ist kein Muss',
    'l’allemand n’est pas obligatoire',
  ])('makes a waived criterion preferred if the model calls it nice to have: %s', (request) => {
    const german = criterion('c2', 'experience', 'speaks German');
    const soft = marked('preferred', 'experience', 'speaks German');
    expect(from(request, [german], soft)).toEqual(['preferred speaks German']);
    expect(from('and a PhD', [german], soft)).toEqual(['required speaks German']);
  });

  it('makes a criterion preferred if it is not required but nice to have', () => {
    const soft = marked('preferred', 'education', 'PhD');
    expect(from('a PhD is not required but nice to have', EARLIER, soft)).toContain('preferred PhD');
  });

  it.each([
    ['US preferred', 'location', 'United States', 'US'],
    ['ideally in the US', 'location', 'United States', 'US'],
    ['MBA nice to have', 'education', 'Master of Business Administration', 'MBA'],
    ['a doctorate would be nice', 'education', 'PhD', 'doctorate'],
  ] as const)('makes a criterion preferred under another name: %s', (request, subject, text, name) => {
    const earlier = [criterion('c1', subject, text)];
    for (const asked of [[], earlier])
      expect(from(request, earlier, ...asked, marked('preferred', subject, name))).toEqual([
        `preferred ${text}`,
      ]);
  });

  it.each([
    ['Peru', 'Lima'],
    ['Mexico', 'Mexico City'],
    ['England', 'New England'],
  ])(
    'leaves a wider place, or one whose name the other contains, required: %s, ideally %s',
    (wide, narrow) => {
      const earlier = [criterion('c1', 'location', wide)];
      expect(from(`ideally in ${narrow}`, earlier, marked('preferred', 'location', narrow))).toEqual(
        [`preferred ${narrow}`, `required ${wide}`].sort(),
      );
    },
  );

  it('leaves an area required if only a town in it is nice to have', () => {
    const earlier = [criterion('c1', 'location', 'San Francisco Bay Area')];
    expect(
      from('ideally in San Francisco', earlier, marked('preferred', 'location', 'San Francisco')),
    ).toEqual(['required San Francisco Bay Area']);
  });
});

describe('alternatives in a follow-up', () => {
  const place = (text: string, need?: Criterion['need']) => criterion('', 'location', text, need);
  const from = (request: string, before: string, asked: readonly Criterion[], removed: string[] = []) =>
    refineCriteria({
      request,
      earlier: [criterion('c1', 'location', before)],
      asked,
      removed,
      isNewSearch: false,
    });

  it.each([
    ['not Lima', 'Lima or Cusco', 'Lima', 'Cusco'],
    ['no Lima please, at all', 'Lima or Cusco', 'Lima', 'Cusco'],
    ['without Lima', 'Lima or Cusco', 'Lima', 'Cusco'],
    ['not in Germany', 'Germany or Austria or Switzerland', 'Germany', 'Austria or Switzerland'],
    ['not in the US', 'United States or Canada', 'US', 'Canada'],
  ])('are excluded one by one: %s', (request, before, name, rest) => {
    const out = place(name, 'excluded');
    for (const removed of [[], ['c1']]) {
      const refined = from(request, before, [place(rest), out], removed);
      expect(inWords(refined)).toEqual([`excluded ${name}`, `required ${rest}`]);
      expect(refined.map(({ id, subject }) => `${id} ${subject}`)).not.toContain('c1 location');
      expect(inWords(from(request, before, [out], removed))).toEqual([
        `excluded ${name}`,
        `required ${rest}`,
      ]);
    }
  });

  it('are excluded under their own subject if only the request excludes them', () => {
    const asked = readCriteria(
      { targetCriteria: { location: 'Cusco', interests: [], experience: [] }, preferred: [], excluded: [] },
      'not Lima',
    );
    expect(from('not Lima', 'Lima or Cusco', asked)).toMatchObject([
      { subject: 'location', text: 'Cusco', need: 'required' },
      { subject: 'location', text: 'Lima', need: 'excluded' },
    ]);
  });

  it.each([
    ['not Lima or Cusco', ['Lima', 'Cusco']],
    ['neither Lima nor Cusco', ['Lima or Cusco']],
    ['ni Lima ni Cusco', ['Lima', 'Cusco']],
  ])('are excluded together: %s', (request, texts) => {
    const asked = texts.map((text) => place(text, 'excluded'));
    expect(inWords(from(request, 'Lima or Cusco', asked))).toEqual(['excluded Lima or Cusco']);
  });

  it.each([
    ['drop Lima', 'Lima or Cusco', 'Lima or Cusco', 'Cusco'],
    ['drop Lima', 'Lima or Cusco', 'Cusco', 'Cusco'],
    ['only in Canada', 'United States or Canada', 'Canada', 'Canada'],
    ['Canada only', 'United States or Canada', 'Canada', 'Canada'],
    ['only in the US', 'United States or Canada', 'United States', 'United States'],
    ['also in Canada', 'United States or Canada', 'Canada', 'United States or Canada'],
    ['with a PhD', 'United States or Canada', 'Canada', 'United States or Canada'],
  ])('are narrowed down only if the request says so: %s', (request, before, asked, expected) => {
    expect(inWords(from(request, before, [place(asked)]))).toEqual([`required ${expected}`]);
  });

  it.each([
    ['drop Lima', 'Lima or Cusco', [], ['required Cusco']],
    ['drop Germany', 'Germany or Austria or Switzerland', [], ['required Austria or Switzerland']],
    ['drop Lima and Cusco', 'Lima or Cusco', [], []],
    ['drop Lima and Cuzco', 'Lima or Cusco', [], []],
    ['drop the UK and America', 'United Kingdom or United States', [], []],
    ['drop Lima, the location no longer matters', 'Lima or Cusco', [], []],
    ['drop Lima and all other cities', 'Lima or Cusco', [], []],
    ['drop Lima, must live in Quito', 'Lima or Cusco', [place('Quito')], ['required Quito']],
    ['Quito instead of Lima', 'Lima or Cusco', [place('Quito')], ['required Quito']],
  ])('lose only what a request drops, although the model removes all: %s', (request, before, asked, left) => {
    expect(inWords(from(request, before, asked, ['c1']))).toEqual(left);
  });

  it('stay excluded no longer if the model lifts the exclusion', () => {
    const refined = refineCriteria({
      request: 'Google is OK now, stop excluding companies',
      earlier: [criterion('c1', 'experience', 'Google or Meta', 'excluded')],
      asked: [],
      removed: ['c1'],
      isNewSearch: false,
    });
    expect(refined).toEqual([]);
  });

  it('are not negated by Portuguese ‘no’', () => {
    expect(inWords(from('agora no Chile', 'Brasil', [place('Chile')]))).toEqual(['required Chile']);
    expect(inWords(from('também no Chile', 'Brasil', [place('Chile')]))).toEqual([
      'required Brasil or Chile',
    ]);
  });
});

describe('a follow-up that drops an education by its kind', () => {
  const EDUCATION = [
    criterion('c1', 'education', 'Stanford University'),
    criterion('c2', 'education', 'Physics'),
    criterion('c3', 'education', 'MBA', 'excluded'),
    criterion('c4', 'education', 'PhD'),
  ];

  it.each([
    ['remove the school', ['excluded MBA', 'required PhD']],
    ['the university does not matter', ['excluded MBA', 'required PhD']],
    ['drop the degree', ['required Stanford University']],
    ['forget about the education', []],
  ])('keeps degrees if it drops the school, and schools if it drops the degree: %s', (request, left) => {
    const asked = EDUCATION.map((each) => ({ ...each, id: '' }));
    const refined = refineCriteria({ request, earlier: EDUCATION, asked, removed: [], isNewSearch: false });
    expect(inWords(refined)).toEqual(left);
  });
});

describe('a follow-up that names a degree of any kind', () => {
  it.each([
    ['only people with a degree', ['required degree', 'required engineer']],
    ['they must have a degree', ['required degree', 'required engineer']],
    ['drop the degree', ['required engineer']],
    ['do not need a degree', ['required engineer']],
    ['5 years of experience instead of a degree', ['required engineer']],
  ])('asks for it unless it drops it: %s', (request, expected) => {
    const earlier = [criterion('c1', 'profession', 'engineer')];
    const asked = [...earlier, criterion('', 'education', 'degree')];
    const refined = refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false });
    expect(inWords(refined)).toEqual(expected);
  });
});

describe('a follow-up that drops a criterion by its subject', () => {
  const EARLIER = [
    criterion('c1', 'profession', 'engineer'),
    criterion('c2', 'location', 'Peru'),
    criterion('c3', 'education', 'Stanford University'),
  ];
  const [ENGINEER, PERU, STANFORD] = ['required engineer', 'required Peru', 'required Stanford University'];

  it.each([
    ['remove job seekers', [ENGINEER, PERU, STANFORD]],
    ['remove country managers', [ENGINEER, PERU, STANFORD]],
    ['skip university professors', [ENGINEER, PERU, STANFORD]],
    ['forget about city planners', [ENGINEER, PERU, STANFORD]],
    ['drop the job', [PERU, STANFORD]],
    ['drop the job title', [PERU, STANFORD]],
    ['drop the job requirement', [PERU, STANFORD]],
    ['remove the location filter please', [ENGINEER, STANFORD]],
    ['forget the location you added', [ENGINEER, STANFORD]],
    ['remove the location and show more', [ENGINEER, STANFORD]],
    ['ignore the country they live in', [ENGINEER, STANFORD]],
    ['remove the location, job seekers are fine', [ENGINEER, STANFORD]],
    ['remove the location completely', [ENGINEER, STANFORD]],
    ['remove the location\nInclude designers', [ENGINEER, STANFORD]],
    ['skip the university name', [ENGINEER, PERU]],
    ['the job requirement is not important', [PERU, STANFORD]],
  ])('drops nothing if it names something else: %s', (request, left) => {
    const refined = refineCriteria({ request, earlier: EARLIER, asked: [], removed: [], isNewSearch: false });
    expect(inWords(refined)).toEqual(left.toSorted());
  });
});

it('a follow-up that excludes current employees still requires the former employer', () => {
  const out = criterion('', 'experience', 'currently at Google', 'excluded');
  for (const text of ['Google', 'ex-Google']) {
    const earlier = [criterion('c1', 'experience', text)];
    for (const request of ['they should not currently be at Google', 'but not at Google anymore']) {
      const read = { request, earlier, asked: [...earlier, out], removed: [], isNewSearch: false };
      expect(inWords(refineCriteria(read))).toEqual(['excluded currently at Google', `required ${text}`]);
    }
  }
});

describe('criteria after a follow-up', () => {
  const from = (
    request: string,
    earlier: readonly Criterion[],
    asked: readonly Criterion[],
    removed: readonly string[] = [],
  ) => refineCriteria({ request, earlier, asked, removed, isNewSearch: false });
  const firm = (text: string, need: Criterion['need'] = 'required') =>
    criterion('c3', 'experience', text, need);

  it('exclude each of the alternatives that are excluded', () => {
    expect(
      inWords(from('not Google or Meta', [firm('Google')], [firm('Google or Meta', 'excluded')])),
    ).toEqual(['excluded Google', 'excluded Meta']);
  });

  it('keep an exclusion next to another place that is asked for', () => {
    const chile = criterion('c1', 'location', 'Chile', 'excluded');
    expect(inWords(from('in Peru', [chile], [criterion('', 'location', 'Peru')]))).toEqual([
      'excluded Chile',
      'required Peru',
    ]);
  });

  it('may be nice to have once they are no longer excluded, but are not asked for', () => {
    for (const [need, expected] of [
      ['preferred', ['preferred Google']],
      ['required', []],
    ] as const)
      expect(inWords(from('Google is fine', [firm('Google', 'excluded')], [firm('Google', need)]))).toEqual(
        expected,
      );
  });

  it('become a must only if the request names them', () => {
    const earlier = [criterion('c1', 'education', 'PhD', 'preferred')];
    const spanish = criterion('', 'experience', 'Spanish');
    expect(inWords(from('they must speak Spanish', earlier, [...earlier, spanish]))).toEqual([
      'preferred PhD',
      'required Spanish',
    ]);
  });

  it('keep a word, although all of theirs are excluded', () => {
    const out = ['sales', 'engineer'].map((text) => criterion('', 'profession', text, 'excluded'));
    const earlier = [criterion('c1', 'profession', 'sales engineer')];
    for (const { text } of from('no sales and no engineers', earlier, out)) expect(text).not.toBe('');
  });

  it('keep their ids if the model removes what it still asks for', () => {
    const earlier = [firm('Google')];
    expect(from('in Peru too', earlier, [firm('Google')], ['c3'])).toEqual(earlier);
  });

  it('lose all alternatives if the model removes them and asks for something else', () => {
    expect(inWords(from('drop Java, use Scala', [firm('Java or Kotlin')], [firm('Scala')], ['c3']))).toEqual([
      'required Scala',
    ]);
  });

  it('are no more than the next follow-up may send', () => {
    const earlier = Array.from({ length: LIMITS.criteria }, (_, index) =>
      criterion(`c${index + 1}`, 'experience', `skill${index}`),
    );
    expect(from('with Rust', earlier, [firm('Rust')])).toEqual(earlier);
  });
});
