import { describe, expect, it, vi } from 'vitest';
import {
  findingsOf,
  joinFindings,
  sourcesOf,
  unsupported,
  weighClaims,
} from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { criterion, PROFILE, RECORD, type Row, weigh } from '../judging.ts';

it('a sentence is read once for a claim, however often it repeats the quote', () => {
  const criteria = [
    criterion('c1', 'location', 'Berlin or Paris'),
    criterion('c2', 'location', 'Delhi', 'excluded'),
  ];
  const sources = [
    { source: 'title', text: 'Ana Poma - Nurse' },
    { source: 'record', text: 'Lima, Peru, '.repeat(20) },
  ] as const;
  const replaced = vi.spyOn(String.prototype, 'replaceAll');
  /** How often a sentence was prepared for reading, by blanking the person's name. */
  const readsFor = (claims: Parameters<typeof weighClaims>[0]) => {
    replaced.mockClear();
    expect(weighClaims(claims, criteria, sources).struck).toEqual(claims);
    return replaced.mock.calls.filter(([name]) => name === 'Ana Poma').length;
  };
  const claims = [
    { id: 'c1', verdict: 'met', quote: 'Lima' },
    { id: 'c2', verdict: 'notMet', quote: 'Lima' },
  ] as const;
  expect(readsFor(claims) - readsFor([])).toBe(claims.length);
  replaced.mockRestore();
});

describe('a page with more words or parts than genuine ones have', () => {
  const place = criterion('c1', 'location', 'Lima');
  const verdictOn = (snippet: string) =>
    findingsOf([place], sourcesOf({ title: 'Ana Poma - Nurse', snippet })).verdicts[0]?.verdict;

  it.each([
    ['words', 'a '.repeat(100), 'a '.repeat(130)],
    ['parts', 'a · '.repeat(20), 'a · '.repeat(40)],
  ])('is read only up to so many %s', (_, genuine, more) => {
    expect(verdictOn(`${genuine}· Location: Lima`)).toBe('met');
    expect(verdictOn(`${more}· Location: Lima`)).toBe('unclear');
  });
});

it('a record is read in full, however many parts its summary has', () => {
  const criteria = [criterion('c1', 'experience', 'Kotlin')];
  const record = { ...RECORD, summary: `${'a · '.repeat(40)}Kotlin` };
  expect(findingsOf(criteria, sourcesOf(PROFILE, record)).verdicts[0]).toMatchObject({ quote: 'Kotlin' });
});

describe('a sentence with more words than a quote may have', () => {
  const letters = (count: number) =>
    Array.from({ length: count }, (_, at) => 'abcdefghij'[at % 10]).join(' ');

  it.each([
    [14, 20],
    [14, 0],
    [22, 20],
    [22, 0],
    [40, 0],
  ])('is read wherever the words are: %i before and %i after them', (before, after) => {
    const criteria = [criterion('c1', 'interest', 'data science')];
    const snippet = `${letters(before)} data science ${letters(after)}`;
    const [found] = findingsOf(criteria, sourcesOf({ title: 'Ana Poma', snippet })).verdicts;
    expect(found).toMatchObject({ verdict: 'met', quote: expect.stringContaining('data science') });
  });
});

describe('an abbreviation', () => {
  it.each([
    'Prof. of Economics',
    'Hons. Economics',
    'Dept. of Economics',
    'Univ. of Economics',
    'B.Arch. Economics',
  ])('ends no sentence: %s', (snippet) => {
    const criteria = [criterion('c1', 'interest', 'economics')];
    const { verdicts } = findingsOf(criteria, sourcesOf({ title: 'Ana Poma', snippet }));
    expect(verdicts[0]).toMatchObject({ quote: snippet });
  });
});

describe('a claim that a criterion is met', () => {
  it.each<Row>([
    ['nationality', 'Peruvian', 'Lima, Peru'],
    ['nationality', 'Chilean or Peruvian', 'Born in Lima, Peru'],
    ['nationality', 'Latin American', 'Born in Lima, Peru'],
    ['location', 'North America', 'Boston, Massachusetts'],
    ['location', 'New England', 'Boston, Massachusetts'],
    ['location', 'United States', 'Boston, Massachusetts'],
    ['location', 'Boston', 'Boston'],
    ['location', 'New England or Massachusetts', 'Boston, Massachusetts'],
    ['education', 'Dartmouth College', 'Dartmouth College'],
    ['education', 'bachelor', 'BSc'],
    ['education', 'law', 'Law'],
    ['profession', 'management consultant', 'SENIOR  management\nconsultant'],
    ['profession', 'consulting', 'Consultant'],
    ['interest', 'AI', 'Machine learning'],
    ['interest', 'ML', 'Machine learning fan'],
    ['experience', 'McKinsey & Company', 'McKinsey'],
    ['experience', 'McKinsey & Company', 'ＭｃＫｉｎｓｅｙ'],
  ])('holds: %s %s by %j', (...row) => {
    expect(weigh(row, 'met')).toMatchObject({ struck: [], held: 1, verdicts: [{ verdict: 'met' }] });
  });

  it.each<Row>([
    ['nationality', 'Peruvian', 'Boston, Massachusetts'],
    ['nationality', 'Spanish', 'Speaks Spanish'],
    ['location', 'Peru', 'Born in Lima, Peru'],
    ['location', 'Germany', 'Boston, Massachusetts'],
    ['education', 'Harvard University', 'Lund University'],
    ['profession', 'lawyer', '500+ connections on LinkedIn'],
    ['profession', 'lawyer', 'Senior Management Consultant'],
    ['interest', 'sales', 'No interest in sales'],
    ['experience', 'Deloitte', 'McKinsey & Company'],
  ])('is struck if the quote does not support it: %s %s by %j', (...row) => {
    expect(weigh(row, 'met')).toEqual({
      struck: [{ id: 'c1', verdict: 'met', quote: row[2] }],
      held: 0,
      verdicts: [{ criterionId: 'c1', verdict: 'unclear' }],
    });
  });

  it.each<Row>([
    ['experience', 'McKinsey', 'Partner at McKinsey'],
    ['experience', 'McKinsey', 'cKinsey'],
    ['experience', 'McKinsey', 'McKinse'],
    ['experience', 'McKinsey', ''],
    ['experience', 'McKinsey', ' '],
    ['experience', 'McKinsey', '·'],
    ['experience', 'McKinsey', 'McKinsey and Company'],
    ['nationality', 'Peruvian', 'Lima, Perú'],
  ])('is struck if the quote is not in the sources: %s %s by %j', (...row) => {
    expect(weigh(row, 'met').struck).toHaveLength(1);
  });

  it('holds with a quote of fifteen words and is struck with more', () => {
    const words = 'Peruvian one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    const sources = sourcesOf({ title: '', snippet: `${words} fifteen` });
    expect(weigh(['nationality', 'Peruvian', words], 'met', 'required', sources).held).toBe(1);
    expect(
      weigh(['nationality', 'Peruvian', `${words} fifteen`], 'met', 'required', sources).struck,
    ).toHaveLength(1);
  });

  it('keeps the quote on one line', () => {
    expect(
      weigh(['profession', 'management consultant', ' SENIOR  management\nconsultant '], 'met').verdicts[0],
    ).toMatchObject({ quote: 'SENIOR management consultant' });
  });

  it('names the source of the quote', () => {
    expect(weigh(['experience', 'McKinsey', 'McKinsey'], 'met').verdicts[0]).toMatchObject({
      source: 'title',
    });
    expect(weigh(['nationality', 'Peruvian', 'Peru'], 'met').verdicts[0]).toMatchObject({
      source: 'snippet',
    });
    expect(weigh(['education', 'Lund University', 'Lund University'], 'met').verdicts[0]).toMatchObject({
      source: 'record',
    });
  });
});

describe('words that say nothing about the person', () => {
  const ENDING =
    ' · 500+ connections on LinkedIn. View Austin Poma’s profile on LinkedIn, a professional community of 1 billion members.';
  const page = (headline: string, text: string) =>
    sourcesOf({ title: `Austin Poma - ${headline}`, snippet: text + ENDING });
  const both = (row: Row, sources: ReturnType<typeof page>) => {
    const [subject, text] = row;
    const { verdicts } = findingsOf([{ id: 'c1', subject, text, need: 'required' }], sources);
    return [verdicts[0]?.verdict, weigh(row, 'met', 'required', sources).verdicts[0]?.verdict];
  };

  it.each<[...Row, headline: string, text: string]>([
    ['experience', 'LinkedIn', 'LinkedIn', 'Baker | LinkedIn', 'Bakes.'],
    ['experience', 'LinkedIn', 'connections on LinkedIn', 'Baker | LinkedIn', 'Bakes.'],
    ['interest', 'community', 'a professional community', 'Baker | LinkedIn', 'Bakes.'],
    ['location', 'United States', 'View Austin Poma’s profile', 'Baker | LinkedIn', 'Bakes.'],
    ['location', 'United States', 'Austin Poma is a baker', 'Baker | LinkedIn', 'Austin Poma is a baker.'],
    ['location', 'Texas', 'Austin', 'Baker | LinkedIn', 'Austin Poma is a baker.'],
  ])(
    'include LinkedIn’s boilerplate and the person’s own name: %s %s by %j',
    (subject, text, quote, ...of) => {
      expect(both([subject, text, quote], page(...of))).toEqual(['unclear', 'unclear']);
    },
  );

  it.each<[...Row, headline: string, text: string]>([
    ['experience', 'LinkedIn', 'LinkedIn', 'Engineer - LinkedIn | LinkedIn', 'Builds.'],
    ['experience', 'LinkedIn', 'Engineer at LinkedIn', 'Engineer at LinkedIn', 'Builds.'],
    ['experience', 'LinkedIn', 'LinkedIn', 'Engineer | LinkedIn', 'Worked at LinkedIn.'],
    ['location', 'Texas', 'Austin', 'Baker | LinkedIn', 'Location: Austin'],
    ['location', 'Texas', 'Austin', 'Baker | LinkedIn', 'Austin Poma lives in Austin.'],
  ])('do not include the same words in the person’s own text: %s %s by %j', (subject, text, quote, ...of) => {
    expect(both([subject, text, quote], page(...of))).toEqual(['met', 'met']);
  });
});

describe('a claim that a criterion is not met', () => {
  it.each<Row>([
    ['nationality', 'Chilean', 'Born in Lima, Peru'],
    ['nationality', 'Scandinavian', 'Born in Lima, Peru'],
    ['location', 'Peru', 'Boston, Massachusetts'],
    ['location', 'Chicago', 'Boston, Massachusetts'],
    ['location', 'Nottingham', 'Boston, Massachusetts'],
    ['education', 'Harvard University', 'Dartmouth College'],
    ['education', 'PhD', 'Bachelor of Science - BSc'],
    ['education', 'computer science', 'Law'],
    ['profession', 'lawyer', 'Senior Management Consultant'],
    ['experience', 'Deloitte', 'McKinsey & Company'],
    ['interest', 'sales', 'No interest in sales'],
  ])('holds if the quote shows another value: %s %s by %j', (...row) => {
    expect(weigh(row, 'notMet')).toMatchObject({ struck: [], verdicts: [{ verdict: 'notMet' }] });
  });

  it.each<Row>([
    ['nationality', 'Peruvian', 'Boston, Massachusetts'],
    ['nationality', 'Chilean', 'Speaks Spanish'],
    ['location', 'United States', 'Boston, Massachusetts'],
    ['location', 'Boston', 'US'],
    ['location', 'Massachusetts', 'Boston'],
    ['education', 'PhD', 'Dartmouth College'],
    ['education', 'Dartmouth College', 'Dartmouth College'],
    ['profession', 'lawyer', 'Rumi Quispe'],
    ['profession', 'lawyer', 'Machine learning fan'],
    ['interest', 'biology', 'Machine learning fan'],
    ['location', 'Chile or Boston', 'Boston, Massachusetts'],
    ['experience', 'Deloitte or McKinsey', 'McKinsey & Company'],
  ])('is struck if the quote does not contradict the criterion: %s %s by %j', (...row) => {
    expect(weigh(row, 'notMet').struck).toHaveLength(1);
  });

  it('is struck if the quote is a job that the person no longer has', () => {
    const experiences = [
      { title: 'Lawyer', company: 'Fernhollow Bank', ends_at: { year: 2020, month: null, day: null } },
      { title: 'Baker', company: 'Marlowe', ends_at: null },
    ];
    const sources = sourcesOf(
      { title: 'Rumi Quispe', snippet: '' },
      { ...RECORD, headline: null, experiences },
    );
    const held = (quote: string) => weigh(['profession', 'nurse', quote], 'notMet', 'required', sources).held;
    expect(['Lawyer', 'Baker'].map(held)).toEqual([0, 1]);
  });

  it('is struck if the quoted place is only a field of study', () => {
    const degree = { school: 'Lund University', degree_name: 'MA', field_of_study: 'History of Peru' };
    const sources = sourcesOf(PROFILE, { ...RECORD, education: [degree] });
    expect(
      weigh(['location', 'Spain', 'History of Peru'], 'notMet', 'required', sources).struck,
    ).toHaveLength(1);
  });
});

describe('an excluded criterion', () => {
  it('is not met by someone who has it, and met by someone who has another', () => {
    expect(weigh(['experience', 'McKinsey', 'McKinsey & Company'], 'notMet', 'excluded').held).toBe(1);
    expect(weigh(['experience', 'Deloitte', 'McKinsey & Company'], 'met', 'excluded').held).toBe(1);
    expect(weigh(['experience', 'Deloitte', 'McKinsey & Company'], 'notMet', 'excluded').struck).toHaveLength(
      1,
    );
  });

  it('is not met if code finds it, whatever the model says', () => {
    expect(weigh(['experience', 'McKinsey', 'Dartmouth College'], 'met', 'excluded').verdicts).toEqual([
      { criterionId: 'c1', verdict: 'notMet', quote: 'McKinsey & Company', source: 'title' },
    ]);
  });
});

describe('an excluded employer whose name the wanted profession contains', () => {
  it.each<[headline: string, Verdict['verdict'], snippet?: string]>([
    ['SAP Consultant', 'unclear'],
    ['SAP Consultant at Quipu Works', 'unclear'],
    ['SAP Consultant at SAP', 'notMet'],
    ['SAP Consultant for SAP', 'notMet'],
    ['SAP Consultant @ SAP', 'notMet'],
    ['SAP Consultant bei SAP', 'notMet'],
    ['SAP Consultant na SAP', 'notMet'],
    ['SAP Consultant - SAP', 'notMet'],
    ['SAP Consultant', 'notMet', 'Experience: SAP Deutschland SE'],
  ])('needs words for an employer: %s is %s %s', (headline, verdict, snippet = '') => {
    for (const text of ['SAP', 'currently at SAP']) {
      const criteria = [
        criterion('c1', 'profession', 'SAP consultant'),
        criterion('c2', 'experience', text, 'excluded'),
      ];
      const sources = sourcesOf({ title: `Ana Poma - ${headline}`, snippet });
      expect(findingsOf(criteria, sources).verdicts).toMatchObject([{ verdict: 'met' }, { verdict }]);
    }
  });

  it('needs none if the profession is excluded too', () => {
    const criteria = [
      criterion('c1', 'profession', 'SAP consultant', 'excluded'),
      criterion('c2', 'experience', 'SAP', 'excluded'),
    ];
    const sources = sourcesOf({ title: 'Ana Poma - SAP Consultant', snippet: '' });
    expect(findingsOf(criteria, sources).verdicts).toMatchObject([
      { verdict: 'notMet' },
      { verdict: 'notMet' },
    ]);
  });

  it.each(['Google', 'formerly at Google', 'ex-Google'])('is not taken for a former one: %s', (text) => {
    const criteria = [
      criterion('c1', 'experience', text),
      criterion('c2', 'experience', 'currently at Google', 'excluded'),
    ];
    const sources = sourcesOf({ title: 'Ana Poma - Software Engineer, Google', snippet: '' });
    expect(findingsOf(criteria, sources).verdicts[1]).toMatchObject({ verdict: 'notMet' });
  });
});

describe('the place in a record', () => {
  const weighPlace = (
    text: string,
    quote: string,
    recorded: Partial<ProfileRecord>,
    need: Criterion['need'] = 'required',
  ) => {
    const record = { ...RECORD, ...recorded };
    return weigh(['location', text, quote], 'met', need, sourcesOf(PROFILE, record)).verdicts[0];
  };

  it('can be quoted as recorded or with its country’s name', () => {
    const texas = { city: 'Austin', state: 'Texas', country: 'US' };
    for (const quote of ['Austin, Texas, US', 'Austin, Texas, United States'])
      expect(weighPlace('US', quote, texas)).toMatchObject({ verdict: 'met', source: 'record' });
  });

  it('overrides the search result and the model’s quote', () => {
    const slovakia = { country: 'SK' };
    expect(weighPlace('Boston', 'Boston', slovakia)).toMatchObject({
      verdict: 'notMet',
      quote: 'Slovakia',
      source: 'record',
    });
    expect(weighPlace('Boston', 'Location: Boston', slovakia, 'excluded')).toMatchObject({ verdict: 'met' });
  });

  it('overrides the search result if there is no model’s quote', () => {
    const place = (text: string) =>
      findingsOf(
        [criterion('c1', 'location', text)],
        sourcesOf(PROFILE, { ...RECORD, city: 'Lima', country: 'PE' }),
      ).verdicts[0];
    expect(place('Boston')).toMatchObject({ verdict: 'notMet', quote: 'Lima, Peru', source: 'record' });
    expect(place('Peru')).toMatchObject({ verdict: 'met', source: 'record' });
  });

  it('leaves the town to the search result if it has only the same country', () => {
    expect(weighPlace('Boston', 'Boston', { country: 'US' })).toMatchObject({
      verdict: 'met',
      source: 'snippet',
    });
  });
});

describe('claims', () => {
  it('leave exclusions and places to code, and everything else they omit unclear', () => {
    const criteria = [
      criterion('c1', 'experience', 'McKinsey'),
      criterion('c2', 'location', 'Washington', 'excluded'),
      criterion('c3', 'location', 'Boston'),
      criterion('c4', 'education', 'Dartmouth College'),
      criterion('c5', 'education', 'PhD', 'excluded'),
    ];
    const claims = [{ id: 'c1', verdict: 'met', quote: 'McKinsey' }] as const;
    const { verdicts } = weighClaims(claims, criteria, sourcesOf(PROFILE, RECORD));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['met', 'met', 'met', 'unclear', 'met']);
  });

  it('about unknown criteria are ignored, and the first of two about the same one counts', () => {
    const criteria = [criterion('c1', 'experience', 'McKinsey')];
    const claims = [
      { id: 'c9', verdict: 'met', quote: 'McKinsey' },
      { id: 'c1', verdict: 'met', quote: 'McKinsey' },
      { id: 'c1', verdict: 'notMet', quote: 'x' },
    ] as const;
    expect(weighClaims(claims, criteria, sourcesOf(PROFILE))).toMatchObject({
      struck: [],
      held: 1,
      verdicts: [{ verdict: 'met' }],
    });
  });

  describe('from a search result and a record', () => {
    const said = (criterionId: string, verdict: 'met' | 'notMet', source: 'snippet' | 'record') =>
      ({ criterionId, verdict, quote: 'Lima', source }) as const;
    const unclear = (criterionId: string) => ({ criterionId, verdict: 'unclear' }) as const;
    const claim = (id: string, verdict: 'met' | 'notMet', quote: string) => ({ id, verdict, quote });

    it('are joined, and the record’s verdicts take precedence', () => {
      const found = {
        verdicts: [said('c1', 'met', 'snippet'), said('c2', 'met', 'snippet'), unclear('c3'), unclear('c4')],
        struck: [claim('c3', 'met', 'Cusco'), claim('c4', 'met', 'Cusco')],
        held: 2,
      };
      const read = {
        verdicts: [unclear('c1'), said('c2', 'notMet', 'record'), unclear('c3'), unclear('c4')],
        struck: [claim('c1', 'met', 'Puno'), claim('c3', 'met', 'Puno')],
        held: 1,
      };
      expect(joinFindings(found, read)).toEqual({
        verdicts: [
          said('c1', 'met', 'snippet'),
          said('c2', 'notMet', 'record'),
          unclear('c3'),
          unclear('c4'),
        ],
        struck: [claim('c4', 'met', 'Cusco'), claim('c1', 'met', 'Puno'), claim('c3', 'met', 'Puno')],
        held: 3,
      });
    });

    it('are unsupported if struck, unless another quote shows the same', () => {
      const struck = [claim('c1', 'met', 'Puno'), claim('c2', 'met', 'Puno'), claim('c3', 'met', 'Puno')];
      const verdicts = [said('c1', 'met', 'record'), said('c2', 'notMet', 'record'), unclear('c3')];
      expect(unsupported({ verdicts, struck, held: 2 })).toEqual(struck.slice(1));
    });
  });
});

describe('a verdict by code alone', () => {
  const find = (subject: Criterion['subject'], text: string, need: Criterion['need'] = 'required') =>
    findingsOf([{ id: 'c1', subject, text, need }], sourcesOf(PROFILE)).verdicts[0];

  it('follows what the texts say in full, and quotes them', () => {
    expect(find('nationality', 'Peruvian')).toMatchObject({ verdict: 'met', quote: 'Born in Lima, Peru.' });
    expect(find('location', 'United States')).toMatchObject({
      verdict: 'met',
      quote: 'Boston, Massachusetts',
    });
    expect(find('education', 'Dartmouth College')).toMatchObject({ verdict: 'met', source: 'snippet' });
    expect(find('profession', 'management consultant')).toMatchObject({ verdict: 'met', source: 'title' });
    expect(find('experience', 'McKinsey', 'excluded')).toMatchObject({ verdict: 'notMet' });
  });

  it('is unclear if the texts say only part of it, or nothing', () => {
    expect(find('profession', 'risk consultant')).toEqual({ criterionId: 'c1', verdict: 'unclear' });
    expect(find('education', 'PhD')).toEqual({ criterionId: 'c1', verdict: 'unclear' });
    expect(find('experience', 'Deloitte', 'excluded')).toEqual({ criterionId: 'c1', verdict: 'unclear' });
  });

  it('is not met if the text shows another place', () => {
    expect(find('location', 'Peru')).toMatchObject({ verdict: 'notMet', quote: 'Boston, Massachusetts' });
  });
});
