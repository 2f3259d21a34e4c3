import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import { judge, type Row, verdictOf, weigh } from '../judging.ts';

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

describe('words within longer names', () => {
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
    ['experience', 'Series A', 'Led a Series C startup'],
    ['experience', 'people management', 'Risk Management'],
    ['experience', 'managing people', 'Managing risk'],
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
    expect(verdictOf([subject, text, headline])).toBe('unclear');
  });

  it.each([
    ['profession', 'CEO', 'Founder & CEO'],
    ['experience', 'Series A', 'Raised pre-Series A at Quipu Works'],
    ['experience', 'Series A startups', 'Advisor to startups (series A)'],
    ['experience', 'Series A', 'Raised Series A–C'],
    ['experience', 'Series B', 'Raised Series A and B'],
    ['experience', 'Series A+', 'Led sales at a Series A fintech'],
    ['experience', 'Series A', 'Raised a series a'],
    ['experience', 'people management', 'People Manager'],
    ['experience', 'managing people', 'Managing twelve people'],
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
    expect(verdictOf([subject, text, headline])).toBe('met');
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

describe('a country where someone has studied or worked', () => {
  it.each<[subject: Criterion['subject'], text: string, snippet: string, quote: string, held: number]>([
    ['education', 'studied in Japan', 'Education: University of Tokyo', 'University of Tokyo', 1],
    ['education', 'Italy', 'Education: Politecnico di Milano', 'Politecnico di Milano', 1],
    ['experience', 'experience in the United States', 'Built mills in Boston.', 'Built mills in Boston', 1],
    ['education', 'studied in Japan', 'Education: University of Lima', 'University of Lima', 0],
    ['education', 'studied in Japan', 'Location: Tokyo, Japan', 'Tokyo, Japan', 0],
    ['experience', 'experience in Japan', 'Location: Tokyo, Japan', 'Tokyo, Japan', 0],
  ])(
    'is shown on a model’s word only by study or work there: %s %s by %j',
    (subject, text, snippet, quote, held) => {
      expect(judge(subject, text, ['Engineer', snippet], quote)[1]).toBe(held);
    },
  );
});
