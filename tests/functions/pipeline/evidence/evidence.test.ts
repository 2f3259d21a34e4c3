import { describe, expect, it } from 'vitest';
import { findingsOf, joinFindings, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

const PROFILE = {
  title: 'Rumi Quispe - Senior Management Consultant - McKinsey & Company | LinkedIn',
  snippet:
    'Born in Lima, Peru. Speaks Spanish. Machine learning fan. No interest in sales. · Experience: McKinsey & Company · Education: Dartmouth College · Location: Boston, Massachusetts · 500+ connections on LinkedIn.',
};
/** Without a place. */
const RECORD = recordOf('https://www.linkedin.com/in/rumi-quispe', {
  city: null,
  state: null,
  country: null,
  education: [{ school: 'Lund University', degree_name: 'Bachelor of Science - BSc', field_of_study: 'Law' }],
});

type Row = readonly [subject: Criterion['subject'], text: string, quote: string];

const weigh = (
  [subject, text, quote]: Row,
  verdict: 'met' | 'notMet',
  need: Criterion['need'] = 'required',
  sources = sourcesOf(PROFILE, RECORD),
) => weighClaims([{ id: 'c1', verdict, quote }], [{ id: 'c1', subject, text, need }], sources);

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
    expect(weigh(row, 'met')).toMatchObject({ struck: 0, held: 1, verdicts: [{ verdict: 'met' }] });
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
      struck: 1,
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
    expect(weigh(row, 'met').struck).toBe(1);
  });

  it('holds with a quote of fifteen words and is struck with more', () => {
    const words = 'Peruvian one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    const sources = sourcesOf({ title: '', snippet: `${words} fifteen` });
    expect(weigh(['nationality', 'Peruvian', words], 'met', 'required', sources).held).toBe(1);
    expect(weigh(['nationality', 'Peruvian', `${words} fifteen`], 'met', 'required', sources).struck).toBe(1);
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

describe('a nationality', () => {
  const found = (text: string, snippet: string) => {
    const sources = sourcesOf({ title: '', snippet });
    return findingsOf([{ id: 'c1', subject: 'nationality', text, need: 'required' }], sources).verdicts[0]
      ?.verdict;
  };

  it.each([
    ['Greek', 'Greek living in Hamburg, Germany'],
    ['Peruvian', 'Lives in Lima, Peru'],
    ['Peruvian', 'Spanish teacher in Lima, Peru'],
    ['German', 'Greek, born in Hamburg, Germany'],
    ['German', 'German and Greek, living in Athens'],
  ])('is met: %s by %j', (text, snippet) => expect(found(text, snippet)).toBe('met'));

  it.each([
    ['South African', 'Born in South Africa'],
    ['South African', 'From Cape Town'],
    ['South Korean', 'From Seoul'],
    ['Korean', 'South Korean designer'],
    ['Sri Lankan', 'From Colombo, Sri Lanka'],
    ['Costa Rican', 'From San José, Costa Rica'],
    ['Puerto Rican', 'Puertorriqueña en Madrid'],
    ['New Zealander', 'Kiwi in London'],
    ['British', 'Northern Irish in Boston'],
    ['Bosnian', 'Born in Bosnia'],
    ['Ivorian', 'Born in Côte d’Ivoire'],
    ['Trinidadian', 'Born in Trinidad and Tobago'],
    ['Macedonian', 'Born in North Macedonia'],
    ['Burmese', 'Born in Myanmar'],
    ['Italian', 'Italienne à Paris'],
    ['Peruvian', 'Péruvienne à Paris'],
    ['French', 'Française à Londres'],
    ['Lebanese', 'Libanesa en São Paulo'],
    ['Venezuelan', 'Venezolano en Madrid'],
    ['Uruguayan', 'Uruguaya en Madrid'],
    ['Greek', 'Griechin in Berlin'],
    ['Turkish', 'Türkin in Köln'],
    ['Swedish', 'Schwedinnen'],
    ['South African', 'South Africans in London'],
    ['Cameroonian', 'Camerounaise à Paris'],
  ])('is met by names of two words and in other languages: %s by %j', (text, snippet) => {
    expect(found(text, snippet)).toBe('met');
  });

  it.each([
    ['Irish', 'Northern Irish in Boston'],
    ['Korean', 'North Korean defector'],
    ['Sudanese', 'South Sudanese nurse'],
    ['South Sudanese', 'Sudanese nurse'],
    ['South African', 'African nurse'],
    ['Nigerien', 'Nigerian nurse'],
    ['Kenyan', 'Films of Quentin Poma'],
    ['Qatari', 'Married to Katalin'],
    ['Singaporean', 'Singer and songwriter'],
    ['German', 'Saint-Germain fan'],
    ['Indian', 'West Indies fan'],
  ])('is not met by similar words: %s by %j', (text, snippet) => {
    expect(found(text, snippet)).not.toBe('met');
  });

  it.each([
    ['German', 'Greek living in Hamburg, Germany'],
    ['Spanish', 'Spanish teacher in Lima, Peru'],
    ['Spanish', 'Spanish-speaking nurse'],
    ['Japanese', 'Translator of Japanese literature'],
  ])('is not met by a residence or a language: %s by %j', (text, snippet) =>
    expect(found(text, snippet)).not.toBe('met'),
  );
});

describe('a school named after a town', () => {
  const school: Criterion = {
    id: 'c1',
    subject: 'education',
    text: 'University of São Paulo',
    need: 'required',
  };
  const found = (snippet: string) => {
    const sources = sourcesOf({ title: '', snippet });
    return weigh([school.subject, school.text, snippet], 'met', 'required', sources).held;
  };

  it.each(['Canadian living in São Paulo, Brazil', 'Based in São Paulo', 'Location: São Paulo'])(
    'is not shown by living there: %s',
    (snippet) => {
      expect(found(snippet)).toBe(0);
      expect(findingsOf([school], sourcesOf({ title: '', snippet })).verdicts).toMatchObject([
        { verdict: 'unclear' },
      ]);
    },
  );

  it.each([
    'Education: Universidade de São Paulo',
    'Studied law in São Paulo',
    'Lives in Lima, MBA from São Paulo',
  ])('is shown by studying there: %s', (snippet) => expect(found(snippet)).toBe(1));
});

describe('a place on its own', () => {
  const sourcesAt = (place: string) =>
    sourcesOf({ title: 'Ana Poma - Baker | LinkedIn', snippet: `Location: ${place}` });
  const claimed = (text: string, place: string, verdict: 'met' | 'notMet') =>
    weigh(['location', text, place], verdict, 'required', sourcesAt(place)).verdicts[0]?.verdict;

  it.each([
    ['Germany', 'Rosenheim'],
    ['Bavaria', 'Rosenheim'],
    ['Bavaria', 'Munich'],
    ['Rust Belt', 'Chicago, Illinois'],
    ['United States', 'Kokomo'],
    ['Chile or Peru', 'Moquegua'],
    ['London', 'London, Ontario, Canada'],
  ])('is met on the model’s word if either place is unknown: %s by %s', (text, place) => {
    expect(claimed(text, place, 'met')).toBe('met');
    expect(
      findingsOf([{ id: 'c1', subject: 'location', text, need: 'required' }], sourcesAt(place)),
    ).toMatchObject({
      verdicts: [{ verdict: 'unclear' }],
    });
  });

  it.each([
    ['Germany', 'Kokomo'],
    ['European Union', 'Kokomo'],
    ['Bavaria', 'Hamburg'],
    ['London', 'London, Ontario, Canada'],
    ['China', 'Hong Kong'],
  ])('is not met on the model’s word if the places may differ: %s by %s', (text, place) => {
    expect(claimed(text, place, 'notMet')).toBe('notMet');
  });

  it.each([
    ['Germany', 'Madrid'],
    ['Berlin', 'Germany'],
    ['Bavaria', 'Germany'],
    ['Remote', 'Madrid'],
    ['Germany', 'Remote'],
    ['Germany', 'Not in Rosenheim'],
    ['Munich', 'Hamburg'],
  ])('is not met if code knows better or the quote is no place: %s by %s', (text, place) => {
    expect(claimed(text, place, 'met')).not.toBe('met');
  });

  it('is struck if a sentence merely names it', () => {
    const sources = sourcesOf({ title: 'Ana Poma - Baker', snippet: 'Loves Rosenheim.' });
    expect(weigh(['location', 'Germany', 'Rosenheim'], 'met', 'required', sources).struck).toBe(1);
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
    expect(weigh(row, 'notMet')).toMatchObject({ struck: 0, verdicts: [{ verdict: 'notMet' }] });
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
  ])('is struck if the quote does not contradict the criterion: %s %s by %j', (...row) => {
    expect(weigh(row, 'notMet').struck).toBe(1);
  });

  it('is struck if the quoted place is only a field of study', () => {
    const degree = { school: 'Lund University', degree_name: 'MA', field_of_study: 'History of Peru' };
    const sources = sourcesOf(PROFILE, { ...RECORD, education: [degree] });
    expect(weigh(['location', 'Spain', 'History of Peru'], 'notMet', 'required', sources).struck).toBe(1);
  });
});

describe('a term that contains a negation', () => {
  const held = (text: string, quote: string, verdict: 'met' | 'notMet') =>
    weigh(
      ['profession', text, quote],
      verdict,
      'required',
      sourcesOf({ title: `Ana Poma - ${quote}`, snippet: '' }),
    ).held === 1;

  it.each([
    ['non-executive director', 'Non-Executive Director'],
    ['Non Executive Director', 'Non-executive director at Poma Bank'],
    ['Non-Executive Director', 'NED at Poma Bank'],
    ['fundraiser', 'Fundraiser for a not-for-profit'],
    ['fundraiser', 'Fundraiser, Not for Profit sector'],
    ['non-profit fundraiser', 'Nonprofit Fundraiser'],
    ['developer', 'No-code developer'],
  ])('counts as evidence for what it says: %s by %j', (text, quote) => {
    expect([held(text, quote, 'met'), held(text, quote, 'notMet')]).toEqual([true, false]);
  });

  it.each([
    ['executive director', 'Non-Executive Director'],
    ['technical founder', 'non-technical founder'],
    ['executive director', 'Non executive director'],
    ['recruiter', 'Not a recruiter'],
  ])('counts as evidence against what it negates: %s by %j', (text, quote) => {
    expect([held(text, quote, 'met'), held(text, quote, 'notMet')]).toEqual([false, true]);
  });
});

describe('an excluded criterion', () => {
  it('is not met by someone who has it, and met by someone who has another', () => {
    expect(weigh(['experience', 'McKinsey', 'McKinsey & Company'], 'notMet', 'excluded').held).toBe(1);
    expect(weigh(['experience', 'Deloitte', 'McKinsey & Company'], 'met', 'excluded').held).toBe(1);
    expect(weigh(['experience', 'Deloitte', 'McKinsey & Company'], 'notMet', 'excluded').struck).toBe(1);
  });

  it('is not met if code finds it, whatever the model says', () => {
    expect(weigh(['experience', 'McKinsey', 'Dartmouth College'], 'met', 'excluded').verdicts).toEqual([
      { criterionId: 'c1', verdict: 'notMet', quote: 'McKinsey & Company', source: 'title' },
    ]);
  });
});

describe('an excluded level', () => {
  it.each<[string, string, Verdict['verdict']]>([
    ['junior developer', 'Junior Developer', 'notMet'],
    ['junior developer', 'Developer', 'unclear'],
    ['junior developer', 'Senior Developer', 'unclear'],
    ['junior team lead', 'Team Lead', 'unclear'],
  ])('needs its word: %s in %s', (text, headline, verdict) => {
    const criteria = [{ id: 'c1', subject: 'profession', text, need: 'excluded' }] as const;
    const sources = sourcesOf({ title: `Ana Poma - ${headline}`, snippet: '' });
    expect(findingsOf(criteria, sources).verdicts).toMatchObject([{ verdict }]);
  });
});

describe('an excluded employer whose name the wanted profession contains', () => {
  it.each<[string, Verdict['verdict']]>([
    ['SAP Consultant', 'unclear'],
    ['SAP Consultant at Quipu Works', 'unclear'],
    ['SAP Consultant at SAP', 'notMet'],
    ['SAP Consultant for SAP', 'notMet'],
    ['SAP Consultant - SAP', 'notMet'],
  ])('needs words for an employer: %s', (headline, verdict) => {
    for (const text of ['SAP', 'currently at SAP']) {
      const criteria: Criterion[] = [
        { id: 'c1', subject: 'profession', text: 'SAP consultant', need: 'required' },
        { id: 'c2', subject: 'experience', text, need: 'excluded' },
      ];
      const sources = sourcesOf({ title: `Ana Poma - ${headline}`, snippet: '' });
      expect(findingsOf(criteria, sources).verdicts).toMatchObject([{ verdict: 'met' }, { verdict }]);
    }
  });

  it.each(['Google', 'formerly at Google', 'ex-Google'])('is not taken for a former one: %s', (text) => {
    const criteria: Criterion[] = [
      { id: 'c1', subject: 'experience', text, need: 'required' },
      { id: 'c2', subject: 'experience', text: 'currently at Google', need: 'excluded' },
    ];
    const sources = sourcesOf({ title: 'Ana Poma - Software Engineer, Google', snippet: '' });
    expect(findingsOf(criteria, sources).verdicts[1]).toMatchObject({ verdict: 'notMet' });
  });
});

describe('an excluded criterion and a record', () => {
  const complete = {
    experiences: [
      { title: 'Data Scientist', company: 'Fernhollow Bank', ends_at: null },
      { title: 'Nurse', company: 'Quipu Clinic', ends_at: { year: 2020, month: null, day: null } },
    ],
    education: [{ school: 'Lund University', degree_name: 'Bachelor of Science - BSc' }],
  };
  const tell = (
    subject: Criterion['subject'],
    text: string,
    record: Partial<ProfileRecord> = {},
    need: Criterion['need'] = 'excluded',
  ) =>
    findingsOf(
      [{ id: 'c1', subject, text, need }],
      sourcesOf({ title: 'Ana Poma', snippet: '' }, { ...RECORD, ...complete, ...record }),
    ).verdicts[0];

  it.each<Row>([
    ['experience', 'Google', 'Fernhollow Bank'],
    ['experience', 'Google or Meta', 'Fernhollow Bank'],
    ['experience', 'Oxford', 'Fernhollow Bank'],
    ['education', 'PhD', 'Bachelor of Science'],
    ['education', 'Harvard University', 'Lund University'],
    ['profession', 'recruiter', 'Data Scientist'],
  ])('is met if the record shows another value: %s %s, but %s', (subject, text, quote) => {
    expect(tell(subject, text)).toEqual({ criterionId: 'c1', verdict: 'met', quote, source: 'record' });
    expect(tell(subject, text, {}, 'required')).toMatchObject({ verdict: 'unclear' });
  });

  it.each<[Criterion['subject'], string, string, Partial<ProfileRecord>]>([
    ['experience', 'Google', 'has no present employer', { experiences: complete.experiences.slice(1) }],
    [
      'experience',
      'Google',
      'has one without a name',
      { experiences: [...complete.experiences, { title: 'Adviser', company: null, ends_at: null }] },
    ],
    ['experience', 'Google Cloud', 'speaks of a part of it', { summary: 'Moves banks to the cloud.' }],
    ['experience', 'Java', 'has a skill of that name nowhere', {}],
    ['experience', 'agency', 'names no kind of firm', {}],
    ['experience', 'Oxford', 'may leave a school out', { education: [] }],
    [
      'education',
      'PhD',
      'has a school without its degree',
      { education: [...complete.education, { school: 'Larkmoor Institute', degree_name: null }] },
    ],
    ['education', 'PhD', 'has no schools', { education: [] }],
    ['interest', 'sales', 'has other things', {}],
  ])('stays unclear: %s %s, if the record %s', (subject, text, _, record) => {
    expect(tell(subject, text, record)).toEqual({ criterionId: 'c1', verdict: 'unclear' });
  });

  it('is not met if a past job shows it', () => {
    expect(tell('experience', 'Quipu Clinic')).toMatchObject({ verdict: 'notMet', quote: 'Quipu Clinic' });
  });
});

describe('a claim about a place', () => {
  it.each<[...Row, texts: Partial<typeof PROFILE>, isHeld: boolean]>([
    [
      'location',
      'California',
      'Student at California',
      { title: 'Ana Poma - Student at California Institute of Technology' },
      false,
    ],
    ['location', 'California', 'California', { title: 'Ana Poma - University of California' }, false],
    ['location', 'Mexico', 'Mexico', { snippet: 'Nurse. · Location: Santa Fe, New Mexico' }, false],
    ['location', 'Colorado', 'Boulder, UT', { snippet: 'Nurse. · Location: Boulder, UT' }, false],
    ['location', 'California', 'Baja California', { snippet: 'Lives in Baja California.' }, false],
    ['nationality', 'German', 'Lecturer, German', { snippet: 'Lecturer, German University in Cairo' }, false],
    ['location', 'California', 'Student, California', { title: 'Ana Poma - Student, California' }, true],
    ['location', 'San Francisco', 'San Francisco', { snippet: 'Location: San Francisco Bay Area' }, true],
    ['location', 'Peru', 'Lives in Lima', { snippet: 'Lives in Lima Peru. College teacher.' }, true],
    ['location', 'Lima', 'lives in Lima', { snippet: 'She lives in Lima. Harvard University alumna.' }, true],
    [
      'location',
      'Germany',
      'Germany',
      { snippet: 'Location: Berlin, Germany · Education: Lund University' },
      true,
    ],
    ['location', 'Turkey', 'Turkey', { snippet: 'İİİİİİİİ. Location: Ankara, Turkey · Nurse' }, true],
    ['nationality', 'Peruvian', 'Peruvian', { snippet: 'İzmir, Peruvian nurse' }, true],
    // One of the texts has it as a place of its own.
    [
      'location',
      'Boston',
      'Boston',
      { title: 'Ana Poma - Boston University', snippet: 'Location: Boston, Massachusetts' },
      true,
    ],
    // For anything but a place, part of the name is enough.
    ['experience', 'McKinsey', 'McKinsey', { snippet: 'Experience: McKinsey & Company' }, true],
  ])('reads a name as a whole: %s %s by %j in %j', (subject, text, quote, texts, isHeld) => {
    const sources = sourcesOf({ title: 'Ana Poma', snippet: '', ...texts });
    expect(weigh([subject, text, quote], 'met', 'required', sources).held).toBe(isHeld ? 1 : 0);
  });

  it.each<[place: string, people: string, town: string, headline: string]>([
    ['Paris', 'French', 'Paris', 'Ingénieure - École des Mines de Paris'],
    ['Nantes', 'French', 'Nantes', 'Ingénieure - Ecole Centrale de Nantes'],
    ['Munich', 'German', 'München', 'Studentin, Fachhochschule München'],
    ['Madrid', 'Spanish', 'Madrid', 'Alumna, Escuela Politécnica de Madrid'],
    ['Lisbon', 'Portuguese', 'Lisboa', 'Aluna, Escola Superior de Lisboa'],
    ['Pisa', 'Italian', 'Pisa', 'Alunna, Scuola Normale di Pisa'],
    ['Milan', 'Italian', 'Milano', 'PhD Student - Politecnico di Milano'],
    ['Milan', 'Italian', 'Milano', 'PhD Student at Università degli Studi di Milano'],
    ['Lausanne', 'Swiss', 'Lausanne', 'Doctorante - École polytechnique fédérale de Lausanne'],
    ['Vienna', 'Austrian', 'Wien', 'Studentin - Wirtschaftsuniversität Wien'],
  ])(
    'is struck for a school, in whatever language: %s and %s by %j in %j',
    (place, people, town, headline) => {
      const sources = sourcesOf({ title: `Ana Poma - ${headline}`, snippet: '' });
      const criteria: Criterion[] = [
        { id: 'c1', subject: 'location', text: place, need: 'required' },
        { id: 'c2', subject: 'nationality', text: people, need: 'required' },
      ];
      const claims = criteria.map(({ id }) => ({ id, verdict: 'met' as const, quote: town }));
      expect(weighClaims(claims, criteria, sources)).toMatchObject({ held: 0, struck: 2 });
      expect(findingsOf(criteria, sources).verdicts).toMatchObject([
        { verdict: 'unclear' },
        { verdict: 'unclear' },
      ]);
    },
  );
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

  it('leaves the town to the search result if it has only the same country', () => {
    expect(weighPlace('Boston', 'Boston', { country: 'US' })).toMatchObject({
      verdict: 'met',
      source: 'snippet',
    });
  });
});

describe('claims', () => {
  it('leave exclusions and places to code, and everything else they omit unclear', () => {
    const criteria: Criterion[] = [
      { id: 'c1', subject: 'experience', text: 'McKinsey', need: 'required' },
      { id: 'c2', subject: 'location', text: 'Washington', need: 'excluded' },
      { id: 'c3', subject: 'location', text: 'Boston', need: 'required' },
      { id: 'c4', subject: 'education', text: 'Dartmouth College', need: 'required' },
    ];
    const claims = [{ id: 'c1', verdict: 'met', quote: 'McKinsey' }] as const;
    expect(weighClaims(claims, criteria, sourcesOf(PROFILE)).verdicts.map(({ verdict }) => verdict)).toEqual([
      'met',
      'met',
      'met',
      'unclear',
    ]);
  });

  it('about unknown criteria are ignored, and the first of two about the same one counts', () => {
    const criteria: Criterion[] = [{ id: 'c1', subject: 'experience', text: 'McKinsey', need: 'required' }];
    const claims = [
      { id: 'c9', verdict: 'met', quote: 'McKinsey' },
      { id: 'c1', verdict: 'met', quote: 'McKinsey' },
      { id: 'c1', verdict: 'notMet', quote: 'x' },
    ] as const;
    expect(weighClaims(claims, criteria, sourcesOf(PROFILE))).toMatchObject({
      struck: 0,
      held: 1,
      verdicts: [{ verdict: 'met' }],
    });
  });

  it('from a search result and a record are added up, and the record’s verdicts take precedence', () => {
    const said = (criterionId: string, verdict: 'met' | 'notMet', source: 'snippet' | 'record') =>
      ({ criterionId, verdict, quote: 'Lima', source }) as const;
    const found = {
      verdicts: [said('c1', 'met', 'snippet'), said('c2', 'met', 'snippet')],
      struck: 2,
      held: 2,
    };
    const read = {
      verdicts: [{ criterionId: 'c1', verdict: 'unclear' } as const, said('c2', 'notMet', 'record')],
      ...{ struck: 1, held: 1 },
    };
    expect(joinFindings(found, read)).toEqual({
      verdicts: [said('c1', 'met', 'snippet'), said('c2', 'notMet', 'record')],
      ...{ struck: 3, held: 3 },
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

  it.each([
    ['Costa Rica', 'Biologist. · Location: San José'],
    ['Lyon', 'Nurse. Lived in Lyon until 2021.'],
  ])('is unclear for an ambiguous or a former place: %s in %j', (text, snippet) => {
    const criterion = { id: 'c1', subject: 'location', text, need: 'required' } as const;
    const { verdicts } = findingsOf([criterion], sourcesOf({ title: 'Ana Poma', snippet }));
    expect(verdicts).toEqual([{ criterionId: 'c1', verdict: 'unclear' }]);
  });

  it.each<[...Row, texts: Partial<typeof PROFILE>, verdict: Verdict['verdict']]>([
    [
      'location',
      'California',
      'Student at California',
      { title: 'Ana Poma - Student at California ...' },
      'unclear',
    ],
    [
      'location',
      'California',
      'Student at California',
      { title: 'Ana Poma - Student at California …' },
      'unclear',
    ],
    [
      'location',
      'New York',
      'Analyst, New York',
      { title: 'Ana Poma - Analyst, New York ... | LinkedIn' },
      'unclear',
    ],
    [
      'nationality',
      'American',
      'Pilot at American',
      { snippet: 'Pilot at American ... · 500+ connections' },
      'unclear',
    ],
    [
      'location',
      'California',
      'Student in California',
      { title: 'Ana Poma - Student in California | bees ...' },
      'met',
    ],
    [
      'location',
      'New York',
      'Living in New York, United States',
      { snippet: 'Living in New York, United States ...' },
      'met',
    ],
    ['location', 'New York', 'New York', { snippet: 'Nurse. · Location: New York ...' }, 'met'],
    ['profession', 'Student', 'Student', { title: 'Ana Poma - Student ...' }, 'met'],
  ])(
    'rests on no place name that may be cut off, and neither does a claim: %s %s by %j in %j',
    (subject, text, quote, texts, verdict) => {
      const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
      const sources = sourcesOf({ title: 'Ana Poma', snippet: '', ...texts });
      const claim = { id: 'c1', verdict: 'met', quote } as const;
      for (const { verdicts } of [findingsOf(criteria, sources), weighClaims([claim], criteria, sources)])
        expect(verdicts[0]?.verdict).toBe(verdict);
    },
  );

  const located = (text: string, place: string) => {
    const criterion = { id: 'c1', subject: 'location', text, need: 'required' } as const;
    const sources = sourcesOf({ title: 'Ana Poma', snippet: `Nurse. · Location: ${place}` });
    return findingsOf([criterion], sources).verdicts[0]?.verdict;
  };

  it.each([
    ['California', 'San Francisco Bay Area'],
    ['Tampa', 'Greater Tampa Bay Area'],
    ['Tampa Bay Area', 'St. Petersburg, Florida'],
    ['Bay Area', 'San Jose, CA'],
    ['San Francisco Bay Area', 'San Jose, California, United States'],
    ['Bay Area', 'Oakland, California'],
    ['SF', 'San Francisco, California'],
    ['EU', 'Warsaw, Poland'],
    ['European Union', 'Madrid, Spain'],
    ['DACH', 'Zürich, Schweiz'],
    ['DACH', 'Monaco di Baviera, Germania'],
    ['United States', 'Austin, Stati Uniti'],
    ['Benelux', 'Brussels, Belgium'],
    ['EMEA', 'Dubai, United Arab Emirates'],
    ['California', 'Los Angeles Metropolitan Area'],
    ['California', 'San Diego, California'],
    ['New York', 'Brooklyn, NY'],
    ['Washington DC', 'Washington, District of Columbia, United States'],
    ['Texas', 'Plano, TX, United States'],
    ['Texas', 'Plano, TX'],
    ['Georgia', 'Atlanta'],
    ['Europe', 'Berlin, Germany'],
    ['Latin America', 'Lima, Peru'],
    ['NYC', 'New York, United States'],
    ['Munich', 'München'],
    ['Washington', 'Washington, DC'],
    ['United States', 'San Francisco, CA'],
    ['United States', 'Plano, TX'],
    ['United States', 'Chicago, IL'],
    ['India', 'Bengaluru, IN'],
    ['Canada', 'Toronto, CA'],
    ['Canada', 'Waterloo, ON'],
    ['Peru', 'Lima, PE'],
    ['Scotland', 'Glasgow, United Kingdom'],
    ['Wales', 'Cardiff'],
    ['Silicon Valley', 'Mountain View, California'],
    ['the Midwest', 'Chicago, Illinois'],
    ['West Coast', 'Portland, Oregon'],
    ['APAC', 'Sydney, Australia'],
    ['MENA', 'Casablanca, Morocco'],
    ['Congo', 'Kinshasa, DRC'],
    ['Congo', 'Brazzaville'],
    ['Cambridge, UK', 'Cambridge, England, United Kingdom'],
    ['Reading, UK', 'Reading, England'],
    ['Gothenburg', 'Göteborg, Sverige'],
  ])('is met by a place known to belong to it: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each([
    ['Peru', 'Austin, Texas'],
    ['Europe', 'Lima, Peru'],
    ['EU', 'London, United Kingdom'],
    ['DACH', 'Milan, Italy'],
    ['Bay Area', 'San José, Costa Rica'],
    ['Bay Area', 'Oakland, Maryland'],
    ['California', 'San José, Costa Rica'],
    ['Costa Rica', 'San Jose, CA'],
    ['SF', 'Santa Fe, New Mexico'],
    ['Latin America', 'Madrid, Spain'],
    ['Latin America', 'Istanbul, Turkey'],
    ['California', 'Austin, Texas'],
    ['Colorado', 'Boulder, UT'],
    ['Oregon', 'Portland Maine United States'],
    ['California', 'Greater Chicago Area'],
    ['Bay Area', 'Greater Tampa Bay Area'],
    ['Tampa Bay Area', 'San Jose, California'],
    ['California', 'Berlin, Germany'],
    ['Ontario', 'Vancouver, British Columbia, Canada'],
    ['Chicago', 'Greater Boston'],
    ['San Francisco', 'San Diego, California'],
    ['Oregon', 'Portland, Maine'],
    ['Berlin', 'Munich, Germany'],
    ['Berlin', 'Nottingham, United Kingdom'],
    ['New York', 'Boston, Massachusetts'],
    ['Canada', 'San Francisco, CA'],
    ['Germany', 'Indianapolis, IN'],
    ['Chicago or Denver', 'Austin, TX'],
    ['Scotland', 'London'],
    ['England', 'Edinburgh, Scotland'],
    ['Midwest', 'Boston, MA'],
    ['West Coast', 'Berlin, Germany'],
    ['Cambridge, UK', 'Cambridge, MA'],
  ])('is not met by another known country, state or town: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('notMet');
  });

  it.each([
    ['California', 'United States'],
    ['Canada', 'Visalia, CA'],
    ['San Francisco', 'San Jose, California'],
    ['EMEA', 'Tbilisi, Georgia'],
    ['Newport', 'New Port Richey, Florida'],
    ['Ontario', 'Waterloo, CA'],
    ['Bavaria', 'Munich, Germany'],
    ['Rust Belt', 'Chicago, Illinois'],
    ['Scotland', 'United Kingdom'],
    ['East Coast', 'East Coast Road, Chennai'],
    ['Southern Europe', 'Nice, France'],
    ['United States', 'San Juan, Puerto Rico'],
    ['China', 'Hong Kong'],
    ['London', 'London, Ontario, Canada'],
    ['Lima', 'Lima, Ohio'],
    ['Santiago', 'Santiago de Compostela, Spain'],
    ['York', 'New York'],
    ['Jersey', 'Newark, New Jersey'],
    ['Remote', 'Berlin, Germany'],
    ['Europe', 'Istanbul, Turkey'],
    ['San Francisco', 'Palo Alto, California'],
    ['Boston', 'Cambridge, Massachusetts'],
    ['Albany, New York', 'Brooklyn'],
    ['NYC', 'Albany, New York'],
    ['NYC', 'Washington Heights, New York'],
    ['Chicago or Bavaria', 'Munich, Germany'],
    ['India', 'Kokomo, IN'],
    ['Tunisia', 'Cookeville, TN'],
    ['United States', 'Savannah, Georgia'],
  ])('is unclear if a place may belong to it or is unknown: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('unclear');
  });

  it.each([
    ['London, UK', 'London, Ontario, Canada'],
    ['London, Ontario', 'London, UK'],
    ['Paris, France', 'Paris, Texas'],
    ['Paris, France', 'Paris (Texas)'],
    ['Dublin, Ireland', 'Dublin, Ohio'],
    ['Lima, Peru', 'Lima, Ohio'],
    ['Valencia, Spain', 'Valencia, Carabobo, Venezuela'],
    ['Cambridge, UK', 'Cambridge, Massachusetts, United States'],
    ['Portland, Oregon', 'Portland, Maine'],
    ['Europe', 'Dublin, Ohio, United States'],
    ['Europe', 'Paris, Texas'],
    ['Europe', 'Manchester, New Hampshire'],
    ['Europe', 'Athens, Georgia, United States'],
    ['Greece', 'Athens, Georgia'],
    ['Latin America', 'Lima, Ohio'],
    ['Canada', 'Ontario, California'],
  ])('is not met by a town of the same name elsewhere: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('notMet');
  });

  it.each([
    ['London, UK', 'London'],
    ['London, UK', 'Greater London, England, United Kingdom'],
    ['Lima, Peru', 'Lima, Lima Region, Peru'],
    ['Europe', 'London and New York'],
    ['Europe', 'Paris, Berlin, New York'],
    ['Europe', 'Paris, France and Austin, Texas'],
    ['United States', 'London and New York'],
    ['United States', 'Rome, New York, United States'],
    ['Texas', 'Paris, Texas'],
  ])('is met by a town unless something puts it elsewhere: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each([
    ['Italy', 'Rome, GA'],
    ['Europe', 'Athens, GA'],
    ['Europe', 'Paris, TX'],
    ['Italy', 'Milano, MI'],
    ['Brazil', 'Porto Alegre, RS'],
    ['Serbia', 'Porto Alegre, RS'],
    ['United Kingdom', 'London, New York'],
  ])('is unclear if an abbreviation or a second town may put a town elsewhere: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('unclear');
  });

  it.each([
    ['United States', 'Perth, WA, Australia', 'notMet'],
    ['Washington', 'Perth, WA, Australia', 'notMet'],
    ['United States', 'Florianópolis, SC, Brazil', 'notMet'],
    ['United States', 'Milano, MI, Italy', 'notMet'],
    ['Milan', 'Milano, MI, Italy', 'met'],
    ['Canada', 'Tijuana, BC, Mexico', 'notMet'],
    ['Australia', 'Perth, WA, Australia', 'met'],
    ['Canada', 'Vancouver, BC, CA', 'met'],
    ['United States', 'Fresno, CA, US', 'met'],
    ['Brazil', 'Recife, PE, BR', 'met'],
    ['Australia', 'Adelaide, SA', 'met'],
    ['Australia', 'Hobart, TAS', 'met'],
    ['Victoria', 'Melbourne, VIC', 'met'],
    ['Saudi Arabia', 'Riyadh, SA', 'met'],
    ['South Australia', 'Riyadh, SA', 'notMet'],
    ['Western Australia', 'Seattle, WA', 'notMet'],
    ['Western Australia', 'Bellevue, WA', 'unclear'],
    ['South Carolina', 'Florianópolis, SC, Brazil', 'notMet'],
    ['Santa Catarina', 'Joinville, SC, Brasil', 'met'],
    ['Tamil Nadu', 'Chennai, TN, India', 'met'],
    ['Baja California', 'Tijuana, BC, Mexico', 'met'],
    ['Baja California', 'Mexicali, B.C., México', 'met'],
    ['British Columbia', 'Tijuana, BC, Mexico', 'notMet'],
    ['Los Angeles', 'Baton Rouge, LA, USA', 'notMet'],
    ['Buenos Aires', 'Salvador, BA, Brasil', 'notMet'],
    ['United States', 'La Paz, Baja California Sur', 'notMet'],
    ['New York', 'Albany NY', 'met'],
    ['South Carolina', 'Charleston, SC', 'met'],
    ['United States', 'Charleston, SC', 'met'],
    ['Seychelles', 'Victoria, SC', 'unclear'],
    ['Canada', 'Winnipeg, MB', 'met'],
    ['Canada', 'Halifax, NS', 'met'],
    ['British Columbia', 'Victoria, BC, Canada', 'met'],
    ['United States', 'New Brunswick, New Jersey', 'met'],
    ['Canada', 'New Brunswick, New Jersey', 'notMet'],
    ['Canada', 'Charlottetown, PE', 'met'],
    ['Peru', 'Charlottetown, PE', 'notMet'],
    ['Peru', 'Lima, PE', 'met'],
    ['Canada', "St. John's, NL, Canada", 'met'],
    ['Netherlands', "St. John's, NL, Canada", 'notMet'],
    ['Netherlands', 'Haarlem, NL', 'met'],
    ['United States', 'Bellevue, WA', 'met'],
    ['Australia', 'Fremantle, WA', 'unclear'],
    ['Western Australia', 'Fremantle, WA', 'unclear'],
    ['Netherlands', 'Utrecht, NL', 'met'],
    ['Canada', 'Bratislava, SK', 'notMet'],
    ['Canada', 'Regina, SK', 'met'],
    ['Saskatchewan', 'Regina, SK', 'met'],
    ['Slovakia', 'Regina, SK', 'unclear'],
  ])('reads an abbreviation as a state only if it can be one: %s by %s', (text, place, verdict) => {
    expect(located(text, place)).toBe(verdict);
  });

  it.each([
    ['Massachusetts', 'Cambridge, MA'],
    ['United States', 'Cambridge, MA'],
    ['Massachusetts', 'Medfield, MA 02052'],
    ['Ontario', 'Waterloo, ON N2L 3G1'],
    ['Indiana', 'Kokomo, IN'],
    ['United States', 'Kokomo, IN'],
    ['United States', 'Cookeville, TN'],
    ['California', 'Visalia, CA'],
    ['Colorado', 'Boulder, CO'],
    ['Illinois', 'Urbana, IL'],
    ['Delaware', 'Smyrna, DE'],
    ['Louisiana', 'Slidell, LA'],
    ['Alabama', 'Auburn, AL'],
    ['Pennsylvania', 'State College, PA'],
    ['Georgia', 'Rome, GA'],
    ['New South Wales', 'Parramatta, NSW'],
    ['Cambridge, Massachusetts', 'Cambridge, MA'],
    ['Cambridge, MA', 'Cambridge, Massachusetts, United States'],
    ['Boulder, CO', 'Boulder, Colorado, United States'],
  ])('is met by a state’s abbreviation after a town: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each([
    ['Germany', 'Smyrna, DE', 'unclear'],
    ['Delaware', 'Kleve, DE', 'unclear'],
    ['United States', 'Kleve, DE', 'unclear'],
    ['Germany', 'Kleve, DE', 'unclear'],
    ['Germany', 'Kleve, DE, Germany', 'met'],
    ['United States', 'Kleve, DE, Germany', 'notMet'],
    ['Indiana', 'Karur, IN', 'unclear'],
    ['United States', 'Karur, IN', 'unclear'],
    ['India', 'Karur, IN', 'unclear'],
    ['Germany', 'Karur, IN', 'notMet'],
    ['Indiana', 'West Lafayette, IN', 'met'],
    ['Indiana', 'Terre Haute, IN 47803', 'met'],
    ['Colombia', 'Boulder, CO', 'unclear'],
    ['Germany', 'DE', 'unclear'],
    ['Delaware', 'DE', 'unclear'],
    ['Germany', 'Berlin, DE', 'met'],
    ['Morocco', 'Casablanca, MA', 'met'],
    ['Israel', 'Tel Aviv, IL', 'met'],
    ['Colombia', 'Bogotá, CO', 'met'],
    ['Colombia', 'Tunja, CO', 'met'],
    ['Colorado', 'Tunja, CO', 'notMet'],
    ['United States', 'Tunja, CO', 'notMet'],
    ['Colorado', 'Denver, CO', 'met'],
    ['Colorado', 'Aurora, CO', 'met'],
    ['Colombia', 'Pereira, CO', 'unclear'],
    ['Colorado', 'Pereira, CO', 'unclear'],
    ['Colombia', 'Armenia, CO', 'unclear'],
    ['Armenia', 'Armenia, CO', 'unclear'],
    ['Israel', 'Ra’anana, IL', 'met'],
    ['Illinois', 'Rishon LeZion, IL', 'notMet'],
    ['Illinois', 'Nazareth, IL', 'unclear'],
    ['Illinois', 'Skokie, IL', 'met'],
    ['Morocco', 'Kenitra, MA', 'met'],
    ['Massachusetts', 'Kenitra, MA', 'notMet'],
    ['Massachusetts', 'Lowell, MA', 'met'],
    ['Tunisia', 'Bizerte, TN', 'met'],
    ['Tennessee', 'Bizerte, TN', 'notMet'],
    ['Tunisia', 'Monastir, TN', 'unclear'],
    ['Tennessee', 'Lebanon, TN', 'met'],
    ['Lebanon', 'Lebanon, TN', 'notMet'],
    ['Peru', 'Peru, IL 61354', 'notMet'],
    ['Argentina', 'Bariloche, AR', 'met'],
    ['Indonesia', 'Cirebon, ID', 'met'],
    ['Portland, OR', 'Portland, Maine, United States', 'notMet'],
    ['Cambridge, MA', 'Cambridge, England, United Kingdom', 'notMet'],
    ['Boulder, CO', 'Denver, CO', 'unclear'],
  ])('leaves a possible country code open, or reads it as a country: %s by %s', (text, place, verdict) => {
    expect(located(text, place)).toBe(verdict);
  });

  it.each([
    ['Massachusetts', 'Nurse | Cambridge, MA | RN', 'met'],
    ['Massachusetts', 'Based in Cambridge, MA. Loves dogs.', 'met'],
    ['Oregon', 'Realtor | Bend, OR | Coach', 'met'],
    ['Oregon', 'Nurse in Bend, OR', 'met'],
    ['Oregon', 'Nurse, OR', 'unclear'],
    ['Oregon', 'NURSE, OR', 'unclear'],
    ['Oregon', 'Nurse, or clerk', 'unclear'],
    ['Indiana', 'Interested in nursing, in health', 'unclear'],
    ['Maine', 'Write to me, me alone', 'unclear'],
    ['Hawaii', 'Clerk, hi there', 'unclear'],
    ['Oklahoma', 'Clerk, ok with travel', 'unclear'],
    ['Massachusetts', 'Linguistics, MA | Teacher', 'unclear'],
    ['Maryland', 'Works with Anna Baker, MD', 'unclear'],
  ] as const)(
    'reads an abbreviation in running text as a state only after a town: %s by %s',
    (text, headline, verdict) => {
      const criterion = { id: 'c1', subject: 'location', text, need: 'required' } as const;
      const sources = [
        { title: `Ana Poma - ${headline} | LinkedIn`, snippet: '' },
        { title: '', snippet: headline },
      ].map((each) => sourcesOf(each));
      for (const each of sources) expect(findingsOf([criterion], each).verdicts).toMatchObject([{ verdict }]);
    },
  );

  it('reads a record’s country code as a country, even if a state has the same letters', () => {
    const record = { ...RECORD, city: 'Böblingen', state: null, country: 'DE' };
    const criteria = ['Germany', 'United States', 'Delaware'].map((text, index) => ({
      id: `c${index}`,
      subject: 'location' as const,
      text,
      need: 'required' as const,
    }));
    const { verdicts } = findingsOf(criteria, sourcesOf({ title: '', snippet: '' }, record));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['met', 'notMet', 'notMet']);
  });

  it.each([
    ['North America', 'Toronto, Canada', 'met'],
    ['North America', 'Chicago, Illinois', 'met'],
    ['North America', 'Mexico City, Mexico', 'met'],
    ['North America', 'San José, Costa Rica', 'unclear'],
    ['North America', 'Lima, Peru', 'notMet'],
    ['Central America', 'Guatemala', 'met'],
    ['Central America', 'Mexico City, Mexico', 'unclear'],
    ['Central America', 'Chicago, Illinois', 'notMet'],
    ['the Americas', 'Lima, Peru', 'met'],
    ['Caribbean', 'Havana, Cuba', 'met'],
    ['Caribbean', 'Belize City, Belize', 'unclear'],
    ['Africa', 'Lagos, Nigeria', 'met'],
    ['Asia', 'Tokyo, Japan', 'met'],
    ['South Asia', 'Lahore, Pakistan', 'met'],
    ['Southeast Asia', 'Hanoi, Vietnam', 'met'],
    ['South America', 'Lima, Peru', 'met'],
    ['América Latina', 'Lima, Peru', 'met'],
    ['New England', 'Boston', 'met'],
    ['New England', 'Portland, Maine', 'met'],
    ['New England', 'London, England', 'unclear'],
    ['New England', 'Omaha, NE', 'unclear'],
    ['United States', 'New England', 'met'],
    ['United Kingdom', 'New England', 'notMet'],
    ['United States', 'North America', 'unclear'],
    ['United States', 'América del Sur', 'unclear'],
    ['United Kingdom', 'New London, Connecticut', 'notMet'],
    ['United Kingdom', 'New Britain, Connecticut', 'notMet'],
    ['India', 'New Delhi', 'met'],
    ['New Zealand', 'Auckland', 'met'],
    ['United Kingdom', 'Belfast, Northern Ireland', 'met'],
    ['United Kingdom', 'South London', 'met'],
    ['Germany', 'Northern Germany', 'met'],
    ['America', 'Boston, Massachusetts', 'met'],
    ['England', 'London, England', 'met'],
  ])('reads regions and longer names as a whole: %s by %s', (text, place, verdict) => {
    expect(located(text, place)).toBe(verdict);
  });

  it.each([
    ['Born in Lima, now living in Texas', 'met'],
    ['From Lima, Texas Instruments alumna', 'met'],
    ['Born in Lima, Ohio', 'unclear'],
  ] as const)('takes a country of origin from a town in it: %s', (snippet, verdict) => {
    const criterion = { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' } as const;
    expect(findingsOf([criterion], sourcesOf({ title: '', snippet })).verdicts).toMatchObject([{ verdict }]);
  });

  it.each([
    ['Austin', 'Vienna, Austria'],
    ['Madrid', 'Madras'],
    ['Portland', 'Lisbon, Portugal'],
    ['Tampa', 'Tampere'],
    ['Los Angeles', 'Baton Rouge, LA'],
    ['Los Angeles', 'New Orleans, LA, USA'],
    ['Los Angeles', 'Lafayette LA'],
    ['Los Angeles', 'EN LA PAZ'],
    ['Los Angeles', 'LA, Peru'],
    ['Louisiana', 'LA, California'],
    ['California', 'Tijuana, Baja California, Mexico'],
    ['Palo Alto', 'Pittsburgh, PA'],
    ['Fort Lauderdale', 'Tampa, FL'],
    ['Western Australia', 'Seattle, WA'],
  ])('is not met by a place with a similar beginning or the same initials: %s by %s', (text, place) => {
    expect(located(text, place)).not.toBe('met');
  });

  it.each([
    ['San Francisco', 'SF Bay'],
    ['Los Angeles', 'LA, California'],
    ['Los Angeles', 'LA, CA'],
    ['Los Angeles', 'Greater LA Area'],
    ['Los Angeles', 'NYC / LA'],
    ['California', 'Greater LA Area'],
    ['Antwerp', 'Antwerpen, Vlaanderen, België'],
    ['Geneva', 'Genève, Suisse'],
    ['Warsaw', 'Warszawa, Mazowieckie, Polska'],
    ['Lombardy', 'Milano, Lombardia, Italia'],
    ['Catalonia', 'Barcelona, Catalunya, España'],
    ['Andalusia', 'Sevilla, Andalucía, España'],
    ['New Mexico', 'Roswell, NM'],
    ['Lyon', 'Lyons'],
  ])('is met by a place’s initials or another spelling: %s by %s', (text, place) => {
    expect(located(text, place)).toBe('met');
  });

  it.each(['Filmmaker based in LA', 'Producer in LA', 'Living in L.A. since 2015'])(
    'is met by a town’s initials in running text: %s',
    (snippet) => {
      const criterion = { id: 'c1', subject: 'location', text: 'Los Angeles', need: 'required' } as const;
      expect(findingsOf([criterion], sourcesOf({ title: '', snippet })).verdicts).toMatchObject([
        { verdict: 'met' },
      ]);
    },
  );

  it('is met by a place where someone has lived until today', () => {
    const criterion = { id: 'c1', subject: 'location', text: 'Lyon', need: 'required' } as const;
    const sources = sourcesOf({ title: 'Ana Poma', snippet: 'Has lived in Lyon since 2021.' });
    expect(findingsOf([criterion], sources).verdicts[0]).toMatchObject({ verdict: 'met' });
  });
});

describe('names within other names', () => {
  const shown = (subject: Criterion['subject'], text: string, headline: string) => {
    const sources = sourcesOf({ title: `Ana Poma - ${headline} | LinkedIn`, snippet: '' });
    return findingsOf([{ id: 'c1', subject, text, need: 'required' }], sources).verdicts[0]?.verdict;
  };
  const studiedAt = (text: string, school: string) => {
    const sources = sourcesOf({ title: 'Ana Poma', snippet: `Engineer. · Education: ${school}` });
    return (verdict: 'met' | 'notMet') =>
      weigh(['education', text, school], verdict, 'required', sources).verdicts[0]?.verdict;
  };

  it.each([
    ['University of Oxford', 'Oxford Brookes University'],
    ['Columbia University', 'University of British Columbia'],
    ['University of Michigan', 'Michigan State University'],
    ['Michigan University', 'Western Michigan University'],
    ['University of Chicago', 'Loyola University Chicago'],
    ['University of Chicago', 'University of Illinois at Chicago'],
    ['University of Sydney', 'University of Technology Sydney'],
    ['University of Munich', 'Technical University of Munich'],
    ['University of Pennsylvania', 'Indiana University of Pennsylvania'],
    ['New York University', 'City University of New York'],
    ['York University', 'New York University'],
    ['University of Miami', 'Miami University'],
    ['University of Washington', 'Washington University in St. Louis'],
    ['Boston University', 'Boston College'],
    ['Brown University', 'Brown Mackie College'],
  ])('are other universities: %s is not %s', (wanted, school) => {
    const claimed = studiedAt(wanted, school);
    expect([claimed('met'), claimed('notMet')]).toEqual(['unclear', 'notMet']);
  });

  it.each([
    ['University of Oxford', 'Saïd Business School, University of Oxford'],
    ['Oxford University', 'University of Oxford'],
    ['Columbia University', 'Columbia Business School'],
    ['Harvard University', 'Harvard College'],
    ['University of California', 'University of California Berkeley'],
    ['UC Berkeley', 'University of California, Berkeley'],
    ['University of Chicago', 'The University of Chicago Booth School of Business'],
    ['University of London', 'City, University of London'],
    ['City University of New York', 'City University of New York-Baruch College'],
    ['Catholic University of Peru', 'Pontifical Catholic University of Peru'],
    ['Duke University', 'MBA Duke University'],
    ['Ohio State University', 'The Ohio State University'],
    ['Boston College', 'Boston College Carroll School of Management'],
    ['University of Lima', 'Universidad de Lima'],
    ['MIT', 'Massachusetts Institute of Technology'],
  ])('are parts or other names of one university: %s is %s', (wanted, school) => {
    expect(studiedAt(wanted, school)('met')).toBe('met');
  });

  it('leaves a name alone to the model: Oxford by Oxford Brookes University', () => {
    const claimed = studiedAt('Oxford', 'Oxford Brookes University');
    expect(claimed('met')).toBe('met');
    expect(
      findingsOf(
        [{ id: 'c1', subject: 'education', text: 'Oxford', need: 'required' }],
        sourcesOf({ title: '', snippet: 'Education: Oxford Brookes University' }),
      ).verdicts,
    ).toMatchObject([{ verdict: 'unclear' }]);
  });

  it.each([
    ['profession', 'CEO', 'Office of the CEO'],
    ['profession', 'CTO', 'CTO Office Analyst'],
    ['profession', 'partner', 'HR Business Partner'],
    ['profession', 'partner', 'Partner Success Manager'],
    ['profession', 'product manager', 'I coach product managers'],
    ['profession', 'software engineer', 'Technical Recruiter - Software Engineers'],
    ['profession', 'Head of People', 'Head of Sales'],
    ['profession', 'school nurses', 'Nurse'],
    ['profession', 'field engineer', 'Engineer'],
    ['profession', 'junior accountant', 'Senior Accountant'],
    ['profession', 'senior accountant', 'Jr. Accountant'],
    ['profession', 'senior accountant', 'Junior Accountant, sales'],
    ['profession', 'senior team lead', 'Junior Team Lead'],
    ['experience', 'React Native', 'React Developer'],
    ['profession', 'student', 'Student Advisor'],
    ['profession', 'doctor', 'Doctor of Physical Therapy'],
    ['experience', 'Google', 'Google Ads Specialist'],
    ['experience', 'Google', 'Certified Google Cloud Engineer'],
    ['experience', 'Google', 'Marketer, experienced in Google Ads, SEO'],
    ['experience', 'Microsoft', 'Skilled in Microsoft Excel, SQL'],
    ['experience', 'Microsoft', 'Accountant, proficient with Microsoft Word'],
    ['education', 'MIT', 'Manipal Institute of Technology alumna'],
    ['education', 'Stanford', 'Lives in Stanford, California'],
    ['education', 'Harvard', 'Worked at Harvard Medical School'],
    ['nationality', 'Dutch', 'Dutch native speaker'],
    ['nationality', 'Korean', 'Korean beauty expert'],
    ['nationality', 'Peruvian', 'Chef de cocina peruana'],
    ['experience', 'speaks Spanish', 'Gerente para el mercado español'],
  ] as const)('are no evidence: %s %s in %s', (subject, text, headline) => {
    expect(shown(subject, text, headline)).toBe('unclear');
  });

  it.each([
    ['profession', 'CEO', 'Founder & CEO'],
    ['profession', 'office manager', 'Office Manager'],
    ['profession', 'Head of People', 'Head of People'],
    ['profession', 'junior accountant', 'Accountant'],
    ['profession', 'senior accountant', 'Principal Accountant'],
    ['profession', 'senior accountant', 'Accountant, supervises junior staff'],
    ['profession', 'senior accountant', 'Accountant, mentors junior analysts'],
    ['profession', 'junior to senior developers', 'Senior Developer'],
    ['profession', 'junior/senior developer', 'Lead Developer'],
    ['profession', 'Junior Art Director', 'Art Director'],
    ['profession', 'junior team lead', 'Team Lead'],
    ['profession', 'junior lead generation specialist', 'Lead Generation Specialist'],
    ['profession', 'HR business partner', 'HR Business Partner'],
    ['profession', 'partner', 'Managing Partner'],
    ['profession', 'engineer', 'One of the leading engineers in Peru'],
    ['profession', 'student', 'Student at Larkmoor University'],
    ['profession', 'doctor', 'Doctor of Medicine'],
    ['profession', 'doctor', 'Cardiologist'],
    ['profession', 'real estate agent', 'Realtor'],
    ['profession', 'iOS developer', 'Senior iOS Engineer'],
    ['experience', 'Google', 'Engineer at Google Cloud'],
    ['experience', 'Google', 'Engineer - Google Cloud'],
    ['experience', 'Google', 'Engineer, Google Ads'],
    ['experience', 'Google', 'Software Engineer, Google Docs'],
    ['experience', 'Microsoft', 'Engineer at Microsoft Office'],
    ['experience', 'Microsoft', 'Principal PM, Microsoft Office'],
    ['experience', 'Google Ads', 'Google Ads Specialist'],
    ['experience', 'JP Morgan', 'Analyst at J.P. Morgan'],
    ['experience', 'J.P. Morgan', 'Analyst at JPMorgan Chase'],
    ['education', 'law degree', 'LL.B., Larkmoor University'],
    ['nationality', 'Dominican', 'Born in Santo Domingo'],
    ['nationality', 'Peruvian', 'Abogada peruana'],
    ['experience', 'speaks Spanish', 'Español nativo'],
  ] as const)('are evidence in their own sense: %s %s in %s', (subject, text, headline) => {
    expect(shown(subject, text, headline)).toBe('met');
  });
});

describe('required years', () => {
  const held = (text: string, quote: string, verdict: 'met' | 'notMet') =>
    weigh(['experience', text, quote], verdict, 'required', sourcesOf({ title: 'Ana Poma', snippet: quote }))
      .held;

  it.each([
    ['5+ years of experience', '7 years of experience'],
    ['between 5 and 10 years of experience', '7 years of experience'],
    ['entre 5 y 10 años de experiencia', '7 años de experiencia'],
    ['at least 5 years', '10 Jahre Berufserfahrung'],
    ['más de 5 años de experiencia', '5+ years in data'],
    ['3-5 years', 'Engineer with 4 years at Quipu Works'],
    ['minimum of 5 years', '6 years in banking'],
    ['min. 5 years', '6 years in banking'],
    ['not less than 5 years', '9 years of experience'],
    ['no menos de 5 años', '9 años de experiencia'],
    ['plus de 5 ans', '7 ans d’expérience'],
    ['up to 3 years of experience', '2 ans d’expérience'],
    ['at most 3 years', '3 years of experience'],
    ['less than 5 years of experience', '3 años de experiencia'],
    ['max 2 years', '1 year of experience'],
    ['<3 years', '2 years of experience'],
    ['3 years max', '2 years of experience'],
    ['3 years of experience at most', '2 years of experience'],
    ['2-3 years or less', '1 year of experience'],
    ['3-5 years max', '4 years of experience'],
    ['min 3 years, max 5 years', '4 years of experience'],
    ['3 years or fewer of Python', '2 years of Python'],
    ['nicht mehr als 3 Jahre', '2 Jahre Berufserfahrung'],
    ['bis zu 3 Jahre Berufserfahrung', '2 Jahre Berufserfahrung'],
    ['5+ years of Python', '12 years of Python'],
    ['10+ years of experience', 'Engineer with over a decade of experience'],
    ['more than a decade', 'Two decades in banking'],
    ['five years of Python', 'Seven years of Python'],
    ['3 years or more', '4 years in banking'],
    ['5 or more years of sales', '6 years of sales'],
  ])('are shown by a matching number: %s by %j', (text, quote) => {
    expect([held(text, quote, 'met'), held(text, quote, 'notMet')]).toEqual([1, 0]);
    const criterion = { id: 'c1', subject: 'experience', text, need: 'required' } as const;
    const { verdicts } = findingsOf([criterion], sourcesOf({ title: 'Ana Poma', snippet: quote }));
    expect(verdicts).toMatchObject([{ verdict: 'met' }]);
  });

  it.each([
    ['5+ years of experience', '2 years of experience'],
    ['up to 3 years of experience', '9 years of experience'],
    ['at most 3 years', '4 years of experience'],
    ['under 5 years', '9 years in banking'],
    ['≤ 3 years', '9 years in banking'],
    ['3 years, max.', '9 years in banking'],
    ['3-5 years max', '1 year in banking'],
    ['min 3 years, max. 5 years', '2 years in banking'],
    ['3 years or less', '9 years in banking'],
    ['fewer than 5 years', '9 years of experience'],
    ['no más de 5 años', '9 años de experiencia'],
    ['max. 2 years', '9 years of experience'],
    ['5+ years of Python', '3 years of Python'],
    ['at least ten years', 'Six years in banking'],
  ])('are contradicted by a number out of range, but only if a model says so: %s by %j', (text, quote) => {
    expect([held(text, quote, 'met'), held(text, quote, 'notMet')]).toEqual([0, 1]);
    const criterion = { id: 'c1', subject: 'experience', text, need: 'required' } as const;
    const { verdicts } = findingsOf([criterion], sourcesOf({ title: 'Ana Poma', snippet: quote }));
    expect(verdicts).toMatchObject([{ verdict: 'unclear' }]);
  });

  it.each([
    ['5+ years of experience', 'Data Engineer at Quipu Works'],
    ['10+ years', '30 years old'],
    ['5+ years of Python', '12 years of Java'],
  ])('are neither shown nor contradicted by something else: %s by %j', (text, quote) => {
    expect([held(text, quote, 'met'), held(text, quote, 'notMet')]).toEqual([0, 0]);
  });

  it('count as shown if a model quotes the skill alone', () => {
    expect(held('5+ years of Python', 'Python', 'met')).toBe(1);
  });
});

describe('a criterion with an open end', () => {
  it.each<Row>([
    ['education', 'degree in Computer Science or related field', 'Sharing content related to dance'],
    ['education', 'Bachelor’s degree or higher', 'Aiming higher'],
    ['experience', '3 years or more', 'See more posts'],
    ['experience', 'AWS or similar', 'Baker and similar things'],
    ['experience', 'Python or other languages', 'Other languages'],
  ])('is not met by the words of that end: %s %s by %j', (subject, text, quote) => {
    const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
    const sources = sourcesOf({ title: 'Ana Poma', snippet: quote });
    expect(findingsOf(criteria, sources).verdicts).toMatchObject([{ verdict: 'unclear' }]);
    expect(weigh([subject, text, quote], 'met', 'required', sources).held).toBe(0);
  });

  it.each<Row>([
    ['education', 'degree in Computer Science or related field', 'BSc Mathematics'],
    ['education', 'Bachelor’s degree or higher', 'MSc Data Science'],
    ['education', 'Master’s degree or higher', 'PhD, Data Science'],
    ['experience', 'AWS or similar', 'AWS'],
  ])('is met if a model says so: %s %s by %j', (subject, text, quote) => {
    const sources = sourcesOf({ title: 'Ana Poma', snippet: quote });
    expect(weigh([subject, text, quote], 'met', 'required', sources).held).toBe(1);
    expect(weigh([subject, text, quote], 'notMet', 'required', sources).held).toBe(0);
  });
});

describe('a degree or a higher one', () => {
  it.each<Row>([
    ['education', 'Master’s degree or higher', 'BSc Data Science'],
    ['education', 'PhD or equivalent', 'MSc Data Science'],
    ['education', 'Master’s degree in Data Science or a related field', 'BSc Mathematics'],
  ])('is not met by a lower one: %s %s by %j', (subject, text, quote) => {
    const sources = sourcesOf({ title: 'Ana Poma', snippet: quote });
    expect(weigh([subject, text, quote], 'met', 'required', sources).held).toBe(0);
    expect(weigh([subject, text, quote], 'notMet', 'required', sources).held).toBe(1);
  });
});

describe('forms of a word', () => {
  const verdictOf = ([subject, text, headline]: Row, need: Criterion['need'] = 'required') =>
    findingsOf(
      [{ id: 'c1', subject, text, need }],
      sourcesOf({ title: `Ana Poma - ${headline} | LinkedIn`, snippet: '' }),
    ).verdicts[0]?.verdict;

  it.each<Row>([
    ['profession', 'engineer', 'Software Engineering'],
    ['profession', 'economist', 'Economics'],
    ['profession', 'psychologist', 'Clinical Psychology'],
    ['profession', 'lawyer', 'Law'],
    ['profession', 'managers', 'Management'],
    ['profession', 'investor', 'Investments'],
    ['profession', 'photographers', 'Photography'],
    ['profession', 'translator', 'Translation'],
    ['profession', 'analyst', 'Analytics'],
    ['profession', 'physicist', 'Physics'],
    ['profession', 'statistician', 'Statistics'],
    ['profession', 'consultants', 'Consulting'],
    ['profession', 'architect', 'Architecture'],
    ['profession', 'arquitecto', 'Arquitecta'],
    ['profession', 'Entwickler', 'Entwicklerin'],
    ['profession', 'psicóloga', 'Psicólogo clínico'],
    ['profession', 'traductora', 'Traductores'],
    ['profession', 'traducteur', 'Traductrice'],
    ['profession', 'Redakteurin', 'Redakteure'],
    ['experience', 'EV', 'EVs and batteries'],
    ['experience', 'agency', 'Agencies'],
    ['profession', 'coaches', 'Leadership coaching'],
    ['profession', 'mentor', 'Mentoring startups'],
    ['profession', 'freelancer', 'Freelance designer'],
    ['profession', 'content creator', 'Content Creation'],
    ['profession', 'nutritionist', 'Clinical Nutrition'],
    ['profession', 'pediatrician', 'Pediatrics'],
    ['experience', 'tutoring', 'Math tutor'],
    ['experience', 'dance', 'Dancer'],
    ['education', 'biology', 'Biological Sciences'],
    ['education', 'history', 'Historical Studies'],
    ['education', 'agriculture', 'Agricultural Sciences'],
    ['education', 'statistics', 'Statistical Science'],
    ['education', 'mathematics', 'Mathematical Sciences'],
    ['interest', 'machine learning', 'Machine learner'],
    ['profession', 'frontend developer', 'Front-End Developer'],
    ['profession', 'full stack developer', 'Fullstack Developer'],
    ['experience', 'healthcare', 'Health Care Consultant'],
    ['experience', 'e-commerce', 'Head of Ecommerce'],
    ['profession', 'ecommerce manager', 'E-Commerce Manager'],
    ['experience', 'cyber security', 'Cybersecurity Lead'],
    ['experience', 'startups', 'Start-up advisor'],
    ['experience', 'PricewaterhouseCoopers', 'Pricewaterhouse Coopers'],
    ['experience', 'Target', 'Cashier at target'],
    ['experience', 'Visa', 'VISA analyst'],
    ['experience', 'Indeed', 'Writes for indeed.com'],
    ['experience', 'Shell', 'Bash, shell, python'],
    ['experience', 'Excel', 'SQL, excel'],
    ['experience', 'Go', 'Go and Kafka'],
    ['experience', 'C', 'C/C++ developer'],
    ['experience', 'R', 'Python and R.'],
    ['experience', 'Go', 'Golang developer'],
    ['experience', 'Golang', 'Go developer'],
    ['profession', 'VP Engineering', 'Vice President, Engineering'],
    ['experience', '.NET', 'ASP.NET developer'],
    ['education', 'PhD', 'Doutorado em Direito'],
    ['nationality', 'Brazilian', 'Brasileira em Lisboa'],
  ])('mean the same: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(verdictOf(row, 'excluded')).toBe('notMet');
  });

  it.each<Row>([
    ['education', 'Harvard', 'Harvey Mudd'],
    ['experience', 'Ford', 'Fordham University'],
    ['experience', 'Unity', 'United States'],
    ['experience', 'Apple', 'Applied Scientist'],
    ['experience', 'Target', 'Targeting new markets'],
    ['interest', 'Excel', 'Excellent communicator'],
    ['interest', 'Scala', 'Scaling companies'],
    ['profession', 'accountant', 'Account Executive'],
    ['profession', 'physicist', 'Physician'],
    ['profession', 'partner', 'Part-time'],
    ['profession', 'founder', 'Gates Foundation'],
    ['profession', 'professor', 'Professional'],
    ['profession', 'intern', 'Internal Audit Manager'],
    ['profession', 'interns', 'Interim CFO'],
    ['profession', 'student', 'Studio Manager'],
    ['profession', 'executive', 'Execution'],
    ['profession', 'accounting', 'Account Executive'],
    ['profession', 'partner', 'Partnerships Manager'],
    ['profession', 'officer', 'Office Manager'],
    ['profession', 'banker', 'Engineer at Deutsche Bank'],
    ['education', 'physics', 'Physical Therapy'],
    ['education', 'classics', 'Classical music'],
    ['education', 'chemistry', 'Chemical Engineering'],
    ['experience', 'e-commerce', 'Chamber of Commerce'],
    ['profession', 'therapist', 'Author of Against the rapist'],
    ['experience', 'healthcare', 'Care home'],
    ['experience', 'C', 'CS student'],
    ['experience', 'Visa', 'Vis a vis teacher'],
    ['experience', 'Target', 'Exceeded sales targets'],
    ['experience', 'worked at Target', 'Exceeded Sales Targets'],
    ['experience', 'Gap', 'Bridging the gap'],
    ['experience', 'Visa', 'Needs visa sponsorship'],
    ['interest', 'Excel', 'I excel at numbers'],
    ['experience', 'Go', 'Head of Go-to-Market'],
    ['experience', 'Go', 'Let us go'],
    ['experience', 'Golang', 'Let us go'],
    ['experience', 'C', 'C-level search'],
    ['experience', 'R', 'Works with Ana R. Poma'],
    ['experience', '.NET', 'Net revenue'],
    ['interest', 'कल', 'कला'],
    ['interest', 'कल कथा', 'कला कथा'],
  ])('do not match words that only look alike: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('unclear');
    expect(verdictOf(row, 'excluded')).toBe('unclear');
  });

  const heldOf = (row: Row, verdict: 'met' | 'notMet') =>
    weigh(row, verdict, 'required', sourcesOf({ title: `Ana - ${row[2]}`, snippet: '' })).held;

  it.each<Row>([
    ['profession', 'surgeon', 'Orthopaedic Surgery'],
    ['profession', 'Entrepreneur', 'Entrepreneurship'],
    ['interest', 'politics', 'political campaigns'],
    ['experience', 'leadership', 'Team Leader'],
    ['experience', 'entrepreneurship', 'Serial Entrepreneur'],
    ['experience', 'banking', 'Relationship Manager at Deutsche Bank'],
    ['education', 'economics', 'Economía'],
    ['education', 'University of Milan', 'Università degli Studi di Milano'],
    ['education', 'University of Lisbon', 'Universidade de Lisboa'],
    ['education', 'University of Seville', 'Universidad de Sevilla'],
    ['education', 'University of Geneva', 'Université de Genève'],
    ['profession', 'director', 'Direktor Vertrieb'],
    ['experience', 'biotech', 'Biotechnology researcher'],
  ])('match on a model’s word, though code leaves them unclear: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('unclear');
    expect([heldOf(row, 'met'), heldOf(row, 'notMet')]).toEqual([1, 0]);
  });

  it.each<Row>([
    ['education', 'master’s degree', 'MBA'],
    ['education', 'master', 'MSc in Biology'],
    ['education', 'bachelor’s degree', 'BBA'],
    ['profession', 'lawyer', 'Barrister'],
    ['profession', 'physician', 'Surgeon'],
    ['profession', 'accountant', 'CPA'],
    ['profession', 'nurse', 'RN'],
    ['profession', 'investor', 'Venture Capitalist'],
    ['profession', 'academic', 'Professor'],
    ['profession', 'designer', 'UX'],
    ['interest', 'AI', 'Computer Vision'],
  ])('match a more specific term, but not the other way round: %s %s in %j', (subject, text, kind) => {
    expect(verdictOf([subject, text, kind])).toBe('met');
    expect(verdictOf([subject, kind, text])).toBe('unclear');
    expect(heldOf([subject, kind, text], 'met')).toBe(0);
  });

  it.each<Row>([
    ['profession', 'developer', 'Softwareentwicklerin'],
    ['profession', 'developer', 'Développeur PHP'],
    ['profession', 'developer', 'Sviluppatrice Java'],
    ['profession', 'lawyer', 'Rechtsanwältin'],
    ['profession', 'lawyer', 'Avocate au barreau de Lyon'],
    ['profession', 'lawyer', 'Advogada'],
    ['profession', 'lawyer', 'Avvocato'],
    ['profession', 'physician', 'Ärztin'],
    ['profession', 'physician', 'Médecin'],
    ['profession', 'consultant', 'Unternehmensberater'],
    ['profession', 'founder', 'Gründerin'],
    ['profession', 'founder', 'Cofundadora'],
    ['profession', 'founder', 'Fondatrice'],
    ['profession', 'teacher', 'Lehrerin'],
    ['profession', 'researcher', 'Chercheuse'],
    ['profession', 'CEO', 'Geschäftsführerin'],
    ['profession', 'CFO', 'Diretora Financeira'],
    ['profession', 'accountant', 'Comptable'],
    ['profession', 'engineer', 'Ingénieure'],
    ['profession', 'engineer', 'Engenheira civil'],
    ['profession', 'architect', 'Architektin'],
    ['profession', 'nurse', 'Enfermeira'],
    ['profession', 'nurse', 'Infirmier'],
    ['profession', 'journalist', 'Giornalista'],
    ['profession', 'student', 'Étudiante'],
    ['profession', 'pastry chef', 'Chef Pâtissier'],
    ['profession', 'pastry chef', 'Konditorin'],
    ['profession', 'electrician', 'Elektriker'],
    ['profession', 'Elektriker', 'Electrician'],
    ['profession', 'electrician', 'Électricien'],
    ['profession', 'plumber', 'Gasfitero'],
    ['profession', 'carpenter', 'Tischlermeister / Tischler'],
    ['profession', 'welder', 'Schweißer'],
    ['profession', 'mechanic', 'Kfz-Mechatroniker'],
    ['profession', 'hairdresser', 'Coiffeuse'],
    ['profession', 'driver', 'LKW-Fahrer'],
    ['profession', 'midwife', 'Sage-femme'],
    ['profession', 'dentist', 'Zahnärztin'],
    ['profession', 'veterinarian', 'Médico Veterinario'],
    ['profession', 'engineer', 'Ingeniero Electricista'],
    ['profession', 'social worker', 'Trabajadora Social'],
    ['profession', 'translator', 'Übersetzerin'],
    ['profession', 'photographer', 'Photographe'],
  ])('match a profession in another language: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(verdictOf(row, 'excluded')).toBe('notMet');
  });

  it.each<Row>([
    ['experience', 'speaks German', 'Alemán e inglés'],
    ['experience', 'habla alemán', 'Alemán e inglés'],
    ['experience', 'inglés avanzado', 'English'],
    ['experience', 'German', 'Deutsch C1'],
    ['experience', 'fluent in Spanish', 'Fala espanhol e francês'],
    ['experience', 'English', 'Englisch verhandlungssicher'],
    ['experience', 'French', 'Inglese e francese fluente'],
    ['experience', 'Portuguese', 'Portugais courant'],
    ['experience', 'Chinese', 'Mandarin'],
    ['experience', 'Spanish', 'Castellano nativo'],
  ])('match a language named in another language: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(heldOf(row, 'met')).toBe(1);
  });

  it.each<Row>([
    ['experience', 'German', 'Inglés y francés'],
    ['experience', 'Mandarin', 'Chinese cuisine'],
    ['nationality', 'German', 'Spricht Deutsch'],
  ])('match no other language and no nationality: %s %s in %j', (...row) => {
    expect(verdictOf(row)).not.toBe('met');
  });

  it.each<Row>([
    ['experience', 'speaks German', 'Based in Berlin, Germany'],
    ['experience', 'must speak fluent German', 'Munich, Germany'],
    ['experience', 'native German speaker', 'Works for Germany'],
    ['experience', 'business-level German', 'Business Analyst'],
    ['experience', 'German (C1)', 'Sales for the German market'],
    ['interest', 'German', 'Engineer at a German company'],
    ['experience', 'German or French', 'Chef, French cuisine'],
    ['experience', 'German fluency', 'Head of German Desk'],
    ['experience', 'knowledge of German', 'Expert in German law'],
    ['experience', 'fluent in German', 'Basic German'],
    ['experience', 'speaks German', 'German (A2)'],
    ['experience', 'speaks German', 'Deutsch A1'],
    ['experience', 'speaks German', 'Speaks English and basic German'],
    ['experience', 'fluent in English', 'Inglés básico'],
    ['experience', 'habla alemán', 'Berlín, Alemania'],
    ['experience', 'speaks Spanish', 'Grew up in Spain'],
    ['experience', 'speaks Chinese', 'Researcher, Chinese Academy of Sciences'],
    ['experience', 'speaks Arabic', 'Riyadh, Saudi Arabia'],
    ['experience', 'speaks Thai', 'Lived in Thailand'],
    ['experience', 'speaks Indonesian', 'Indonesia'],
    ['experience', 'speaks Turkish', 'Pilot, Turkish Airlines'],
    ['experience', 'fluent in Swiss German', 'Zurich, Switzerland'],
    ['profession', 'German teacher', 'Moved to Germany'],
  ])('do not match a language with its country or other uses of its name: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('unclear');
    expect(heldOf(row, 'met')).toBe(0);
  });

  it('do not read “public speaking” as a language', () => {
    expect(verdictOf(['interest', 'public speaking', 'Public Affairs'])).toBe('unclear');
    expect(verdictOf(['interest', 'public speaking', 'Loves public speaking'])).toBe('met');
  });

  it.each<Row>([
    ['experience', 'speaks German', 'Native German'],
    ['experience', 'must speak fluent German', 'German (C1)'],
    ['experience', 'native German speaker', 'Languages: English, German'],
    ['experience', 'German fluency', 'Fluent in German'],
    ['experience', 'German (C1)', 'Deutsch verhandlungssicher'],
    ['experience', 'business-level German', 'Support for German-speaking clients'],
    ['experience', 'knowledge of German', 'German teacher in Lima'],
    ['experience', 'basic German', 'Basic German'],
    ['experience', 'Deutsch', 'Spricht Deutsch und Englisch'],
    ['experience', 'speaks Thai', 'Thai and English'],
    ['experience', 'speaks Brazilian Portuguese', 'Speaks Brazilian Portuguese'],
    ['interest', 'French', 'French literature'],
  ])('match a language with its name: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
    expect(heldOf(row, 'met')).toBe(1);
  });

  it.each<Row>([
    ['education', 'MBA', 'Master of Arts'],
    ['education', 'MSc', 'MBA'],
    ['education', 'LLB', 'Bachelor of Science'],
    ['education', 'JD', 'LLM'],
    ['education', 'MD', 'Juris Doctor'],
    ['education', 'computer vision', 'NLP'],
    ['profession', 'physician', 'Doctor of Philosophy'],
    ['profession', 'UX designer', 'Graphic Designer'],
    ['profession', 'angel investor', 'Investor'],
    ['profession', 'professor', 'Lecturer'],
    ['profession', 'CEO', 'General Manager'],
    ['experience', 'food law', 'Food and Beverage'],
    ['profession', 'pastry chef', 'Chef de cuisine'],
    ['profession', 'electrician', 'Ingeniero Electricista'],
    ['profession', 'electrician', 'Electrical Engineer'],
    ['profession', 'mechanic', 'Ingeniero mecánico'],
    ['profession', 'plumber', 'Ingegnere idraulico'],
    ['profession', 'baker', 'Backer of startups'],
    ['profession', 'gardener', 'Gartner analyst'],
    ['profession', 'chef', 'Koch Industries'],
    ['profession', 'driver', 'Autista'],
    ['profession', 'waiter', 'Administrateur serveur'],
    ['profession', 'pharmacist', 'Ventas, sector farmacéutico'],
    ['profession', 'physician', 'Médico Veterinario'],
    ['profession', 'physician', 'Tree Surgeon'],
    ['profession', 'dentist', 'Arzt'],
  ])('do not match a related but different term: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('unclear');
  });

  it.each<Row>([
    ['education', 'Master of Science', 'MSc'],
    ['education', 'MSc', 'Master of Science'],
    ['education', 'LLM', 'Master of Laws'],
    ['education', 'JD', 'Juris Doctor'],
    ['profession', 'CPA', 'Certified Public Accountant'],
    ['experience', 'food and beverage', 'F&B'],
  ])('match a name in full and in short: %s %s in %j', (...row) => {
    expect(verdictOf(row)).toBe('met');
  });

  it.each<Row>([
    ['education', 'Harvard', 'Harvey Mudd College'],
    ['education', 'University of Milan', 'Università degli Studi di Torino'],
    ['experience', 'Ford', 'Fordham University'],
    ['experience', 'Apple', 'Applied Scientist'],
    ['interest', 'Scala', 'Scaling companies'],
    ['profession', 'founder', 'Gates Foundation'],
    ['profession', 'student', 'Studio Manager'],
    ['profession', 'professor', 'Professional'],
    ['profession', 'intern', 'International politics'],
  ])('do not match other words, even on a model’s word: %s %s in %j', (...row) => {
    expect(heldOf(row, 'met')).toBe(0);
  });
});

describe('a person’s name', () => {
  const verdictOf = (
    title: string,
    snippet: string,
    subject: Criterion['subject'],
    text: string,
    quote?: string,
  ) => {
    const criteria: Criterion[] = [{ id: 'c1', subject, text, need: 'required' }];
    const sources = sourcesOf({ title, snippet });
    const found = quote
      ? weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources)
      : findingsOf(criteria, sources);
    return found.verdicts[0]?.verdict;
  };

  it.each([
    'Austin Smith, PhD',
    'Austin Smith, MBA, SHRM-SCP',
    'Austin Smith (He/Him)',
    'Austin Smith, P.E. (He/Him)',
  ])('is no place, whatever follows it: %s', (name) => {
    const said = [
      `${name} - Engineer | LinkedIn`,
      'Austin Smith is an engineer.',
      'location',
      'Austin',
    ] as const;
    expect(verdictOf(...said)).toBe('unclear');
    expect(verdictOf(...said, 'Austin Smith')).toBe('unclear');
  });

  it.each([
    ['Ana Poma, PhD', 'education', 'PhD', 'PhD'],
    ['Ana Poma, Ph.D., CFA', 'education', 'doctorate', 'Ph.D.'],
    ['Ana Poma, MBA, CPA (She/Her)', 'experience', 'CPA', 'CPA'],
  ] as const)('can be followed by titles that count as evidence: %s', (name, subject, text, quote) => {
    const said = [`${name} - Baker | LinkedIn`, 'Bakes.', subject, text] as const;
    expect(verdictOf(...said)).toBe('met');
    expect(verdictOf(...said, quote)).toBe('met');
  });

  it.each(['Poma, Austin - Baker', 'POMA, AUSTIN - Baker', 'Ana Poma, Austin - Baker'])(
    'may contain a comma: %s',
    (title) => {
      expect(verdictOf(title, '', 'location', 'Austin')).toBe('unclear');
    },
  );
});

describe('a quote', () => {
  const snippet = 'Master’s degree in “deep” learning, 2019–2023 · machine‑learning engineer';
  it.each([
    "Master's degree",
    'Master‘s degree in "deep" learning',
    'Master’s degree in «deep» learning, 2019-2023',
  ])('may use other punctuation marks than the page: %s', (quote) => {
    const criteria: Criterion[] = [
      { id: 'c1', subject: 'education', text: 'master’s degree', need: 'required' },
    ];
    const sources = sourcesOf({ title: 'Ana Poma | LinkedIn', snippet });
    expect(weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources)).toMatchObject({ held: 1 });
  });

  it.each(['Masters degree', 'Master"s degree', 'Master s degree'])(
    'is struck if a mark is missing or of another kind: %s',
    (quote) => {
      const criteria: Criterion[] = [
        { id: 'c1', subject: 'education', text: 'master’s degree', need: 'required' },
      ];
      const sources = sourcesOf({ title: 'Ana Poma | LinkedIn', snippet });
      expect(weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources)).toMatchObject({
        struck: 1,
      });
    },
  );
});
