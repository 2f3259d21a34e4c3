import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

type Page = readonly [headline: string, snippet?: string, record?: Partial<ProfileRecord>];

const sourcesFor = ([headline, snippet = '', record]: Page) =>
  sourcesOf(
    { title: `Ana Poma - ${headline} | LinkedIn`, snippet },
    record && recordOf('https://www.linkedin.com/in/ana-poma', { experiences: [], education: [], ...record }),
  );

/** The verdict by code alone, and whether a model’s claim with this quote holds. */
const judge = (subject: Criterion['subject'], text: string, page: Page, quote: string) => {
  const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
  const sources = sourcesFor(page);
  return [
    findingsOf(criteria, sources).verdicts[0]?.verdict,
    weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources).held,
  ];
};

describe('a school', () => {
  it.each<[school: string, quote: string, ...page: Page]>([
    ['University of Oxford', 'University of Oxford', 'Data Scientist at University of Oxford'],
    ['University of Oxford', 'University of Oxford', 'Data Scientist - University of Oxford'],
    ['Oxford', 'Oxford', 'Data Scientist, University of Oxford', 'Education: INSEAD'],
    ['University of Oxford', 'Professor at University of Oxford', 'Professor at University of Oxford, PhD'],
    ['INSEAD', 'INSEAD', 'Data Scientist at INSEAD'],
    ['INSEAD', 'INSEAD', 'Data Scientist - INSEAD'],
    ['INSEAD', 'MBA admissions at INSEAD', 'Head of MBA admissions at INSEAD'],
    ['INSEAD or MBA', 'INSEAD', 'Lecturer at INSEAD'],
    ['INSEAD', 'INSEAD', 'Assistant Professor of Economics - INSEAD'],
    ['INSEAD', 'INSEAD', 'Professor of Law, INSEAD'],
    ['INSEAD', 'INSEAD', 'PhD, Ashdown University. Postdoc @ INSEAD'],
    ['University of Oxford', 'University of Oxford', 'Alumni relations at University of Oxford'],
    ['Universidad de Chile', 'Universidad de Chile', 'Profesora en Universidad de Chile'],
    ['Oxford', 'Oxford, UK', 'Baker | Oxford, UK'],
    ['master', 'Boston, MA', 'Baker | Boston, MA'],
    ['Oxford', 'based in Oxford', 'Baker', 'Based in Oxford.'],
    [
      'University of Oxford',
      'University of Oxford',
      'Economist',
      'Guest lecturer at University of Oxford. · Education: London Business School',
    ],
    ['Georgetown Law', 'Georgetown Law', 'Lawyer', 'Guest lecturer at Georgetown Law.'],
    ['University of Oxford', 'University of Oxford', 'Economist', 'Experience: University of Oxford'],
    [
      'University of Oxford',
      'University of Oxford',
      'Economist',
      '',
      {
        experiences: [{ title: 'Research Fellow', company: 'University of Oxford', ends_at: null }],
        education: [{ school: 'Bocconi University', degree_name: 'MSc' }],
      },
    ],
    ['Columbia University', 'Columbia University', 'Columbia University Researcher'],
    ['Hochschule Luzern', 'Hochschule Luzern', 'Projektleiter Hochschule Luzern'],
    ['Scuola Normale Superiore', 'Scuola Normale Superiore', 'Scuola Normale Superiore Researcher'],
  ])('is not shown by working or teaching there: %s by %j in %j', (school, quote, ...page) => {
    expect(judge('education', school, page, quote)).toEqual(['unclear', 0]);
  });

  it.each<[school: string, quote: string, ...page: Page]>([
    ['Georgetown Law', 'Georgetown Law', 'Lawyer and Georgetown Law alumna'],
    ['Oxford', 'Oxford', 'Management consultant, ex-Oxford'],
    ['University of Oxford', 'University of Oxford', 'PhD Student at University of Oxford'],
    ['University of Manchester', 'University of Manchester', 'Consultant | MBA, University of Manchester'],
    ['INSEAD', 'INSEAD', 'Engineering Manager with an MBA from INSEAD'],
    ['University of Oxford', 'Oxford ’24', 'Analyst | Oxford ’24'],
    ['Oxford', 'Philosophy @ Oxford', 'Philosophy @ Oxford | Writer'],
    ['Ashdown University', 'PhD, Ashdown University', 'PhD, Ashdown University. Postdoc @ INSEAD'],
    ['computer science', 'Informatik', 'Clerk', 'Studentin der Informatik.'],
    ['PhD', 'Doutorado', 'Research Engineer - Doutorado em Física'],
    ['University of Oxford', 'University of Oxford', 'University of Oxford'],
    ['University of Oxford', 'University of Oxford', 'Partner at Fernhollow Bank | University of Oxford'],
    ['escola superior de educação', 'Escola Superior de Educação', 'Poeta | Escola Superior de Educação'],
    ['Escuela Politécnica', 'Escuela Politécnica', 'Poeta | Escuela Politécnica Superior'],
    [
      'University of Oxford',
      'University of Oxford',
      'Economist',
      'Guest lecturer at University of Oxford. · Education: University of Oxford',
    ],
    ['Computer Science', 'Computer Science', 'Software Engineer | Computer Science'],
    ['Oxford or MBA', 'MBA', 'Lecturer at University of Oxford, MBA'],
    [
      'University of Oxford',
      'University of Oxford',
      'Economist',
      '',
      { experiences: [{ title: 'Student', company: 'University of Oxford', ends_at: null }] },
    ],
  ])('is shown by studying there: %s by %j in %j', (school, quote, ...page) => {
    expect(judge('education', school, page, quote)).toEqual(['met', 1]);
  });
});

describe('the labels of a page in another language', () => {
  const German: Page = [
    'Research Fellow',
    'Berufserfahrung: University of Oxford · Ausbildung: Larkmoor Institute · Ort: Madrid, Spanien',
  ];
  const French: Page = [
    'Avocate au barreau de Paris',
    'Expérience : Quipu Works · Formation : Larkmoor Institute · Lieu : Lyon',
  ];

  it.each<[subject: Criterion['subject'], text: string, page: Page, quote: string, expected: object]>([
    ['education', 'University of Oxford', German, 'University of Oxford', ['unclear', 0]],
    ['education', 'Larkmoor Institute', German, 'Larkmoor Institute', ['met', 1]],
    ['location', 'Madrid', German, 'Madrid', ['met', 1]],
    ['location', 'Berlin', [German[0], `Berlin, ${German[1]}`], 'Berlin', ['notMet', 1]],
    ['location', 'Paris', French, 'Paris', ['notMet', 1]],
    ['location', 'Lyon', French, 'Lyon', ['met', 1]],
    ['location', 'Netherlands', ['Clerk', 'Locatie: Zaandam, Nederland'], 'Zaandam, Nederland', ['met', 1]],
    ['location', 'Tokyo', ['Clerk', '所在地：東京都, 日本'], '東京都', ['met', 1]],
    ['location', 'Japan', ['Clerk', '学歴: 東京大学'], '東京大学', ['unclear', 0]],
    ['location', 'Seoul', ['Clerk', '지역: 서울특별시, 대한민국'], '서울특별시', ['met', 1]],
    ['location', 'Sweden', ['Clerk', 'Plats: Nacka, Sverige'], 'Nacka, Sverige', ['met', 1]],
    ['education', 'Malmö högskola', ['Clerk', 'Utbildning: Malmö högskola'], 'Malmö högskola', ['met', 1]],
  ])('identify what follows them: %s %s', (subject, text, page, quote, expected) => {
    expect(judge(subject, text, page, quote)).toEqual(expected);
  });
});

describe('a profession', () => {
  it.each<[profession: string, quote: string, ...page: Page]>([
    [
      'product manager',
      'product manager',
      'Senior Recruiter at EY',
      'Hiring for roles such as product manager.',
    ],
    ['lawyer', 'such as lawyer', 'Recruiter', 'Hiring for roles such as data engineer, nurse and lawyer.'],
    ['nurse', 'nurses', 'Recruiter of nurses'],
    ['lawyer', 'Legal', 'Legal Recruiter'],
    ['developer', 'developers', 'Head of Talent', 'I am looking for developers in Lima.'],
  ])('is not shown by hiring for it: %s by %j in %j', (profession, quote, ...page) => {
    expect(judge('profession', profession, page, quote)).toEqual(['unclear', 0]);
  });

  it.each<[profession: string, quote: string, ...page: Page]>([
    ['recruiter', 'Senior Recruiter', 'Senior Recruiter at EY', 'Hiring for roles such as lawyer.'],
    ['recruiter', 'Recruiting', 'Recruiting lawyers for EY'],
    ['product manager', 'Product Manager', 'Product Manager at EY, hiring engineers'],
    ['manager', 'Hiring Manager', 'Hiring Manager'],
    ['lawyer', 'Lawyer', 'Lawyer turned recruiter'],
  ])('is shown by the person’s own role: %s by %j in %j', (profession, quote, ...page) => {
    expect(judge('profession', profession, page, quote)).toEqual(['met', 1]);
  });

  it.each<[profession: string, quote: string, ...page: Page]>([
    ['CFO', 'CFO', 'Assistant to the CFO at Quipu Works'],
    ['CEO', 'the CEO', 'Chief of Staff to the CEO'],
    ['CEO', 'CEOs', 'Coach for CEOs'],
    ['founder', 'founders', 'Marketer', 'I help early-stage founders raise money.'],
    ['nurse', 'nurses', 'Trainer', 'Coaching nurses at Quipu Clinic.'],
  ])('is not shown by working for people who have it: %s by %j in %j', (profession, quote, ...page) => {
    expect(judge('profession', profession, page, quote)).toEqual(['unclear', 0]);
  });

  it.each<[profession: string, quote: string, ...page: Page]>([
    ['assistant', 'Assistant', 'Assistant to the CFO'],
    ['CTO', 'CTO', 'Helping banks grow as CTO'],
    ['founder', 'Founder', 'Founder helping nurses'],
    ['CFO', 'CFO', 'Advisor to startups, CFO at Quipu Works'],
    ['actor', 'Supporting Actor', 'Supporting Actor'],
  ])(
    'is shown by the person’s own role next to such people: %s by %j in %j',
    (profession, quote, ...page) => {
      expect(judge('profession', profession, page, quote)).toEqual(['met', 1]);
    },
  );

  it('is not contradicted by a role that someone hires for', () => {
    const criteria = [{ id: 'c1', subject: 'profession', text: 'nurse', need: 'required' }] as const;
    const sources = sourcesFor(['', 'Hiring for roles such as product manager.']);
    const claim = { id: 'c1', verdict: 'notMet', quote: 'product manager' } as const;
    expect(weighClaims([claim], criteria, sources).struck).toBe(1);
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

describe('a role', () => {
  it.each<[profession: string, ...page: Page]>([
    ['software engineer', 'Real Estate Developer'],
    ['software engineer', 'Business developer at Quipu Works'],
    ['software engineer', 'Desarrollador de negocios'],
    ['software engineer', 'Developer Relations at Quipu Works'],
    ['software engineer', 'Medical Coder'],
    ['physician', 'Doctor of Education'],
    ['engineer', 'Accountant, B.Eng.'],
    ['product manager', 'Product Marketing Manager'],
    ['software engineer', 'Software Sales Engineer'],
    ['data analyst', 'Data Entry Analyst'],
    ['physician', 'Physician Assistant'],
    ['nurse', 'Nursing assistant at Quipu Clinic'],
    ['lawyer', 'Law Student at Larkmoor'],
    ['data scientist', 'Aspiring Data Scientist'],
    ['software engineer', 'Clerk', 'Incoming SWE intern @ Quipu Works.'],
    ['product manager', 'Clerk', 'Open to remote product manager roles.'],
    ['physician', 'Future Doctor'],
    ['founder', 'Founding Engineer'],
    ['analyst', 'Former Analyst, now Product Lead at Quipu Works'],
    ['software engineer', 'Tech Recruiter (ex-Software Engineer)'],
    ['student', 'Former student, now lawyer'],
    ['engineer', 'Engineer (retired)'],
    ['engineer', 'Engineer, retired'],
    ['founder', 'Founder’s Associate at Quipu Works'],
    ['investor', 'Investor Relations Manager'],
    ['CTO', 'Coach', 'I help founders & CTOs grow.'],
    ['consultant', 'Clerk at Larkmoor Consulting Group'],
    ['consultant', 'Clerk', 'Experience: Larkmoor Consulting'],
    ['manager', 'Management Consultant'],
    ['manager', 'Consultant in Supply Chain Management'],
    ['manager', 'Professor of Management'],
    ['product manager', 'Product Management Trainee'],
    ['operator', 'Operations Manager'],
    ['operator', 'Head of Operations'],
    ['operations manager', 'Crane operator and shift manager'],
    ['investor', 'Investment Banker'],
    ['lawyer', 'Legal Operations Manager'],
    ['physicist', 'Physics Teacher'],
    ['analyst', 'Analytics Engineer'],
    ['planner', 'Financial Planning Analyst'],
    ['president', 'Senior Vice President at Quipu Bank'],
    ['chair', 'Vice Chair of the Board'],
    ['physician', 'Physician Associate'],
    ['physician', 'Nurse | Baltimore, MD'],
    ['physician', 'MD & CEO at Quipu Works'],
    ['chef', 'Chef des ventes'],
    ['chef', 'Chef du département'],
    ['CFO', 'Consultant, ancien directeur financier'],
    ['CFO', 'Consultant et ancien directeur financier'],
    ['lawyer', 'Clerk', 'Je suis une ancienne avocate.'],
    ['student', 'US Senate Candidate'],
    ['student', 'Candidate Attorney at Larkmoor'],
    ['lawyer', 'Store Manager at JD Sports'],
    ['CFO', 'Ancien Directeur financier'],
    ['CEO', 'Ehemaliger Geschäftsführer'],
    ['CFO', 'Antigua directora financiera'],
    ['architect', 'Estudiante de Arquitectura'],
    ['architect', 'Étudiante en architecture'],
    ['student', 'Analyst | CFA Level II Candidate'],
    ['student', 'Candidate Experience Manager'],
    ['student', 'Professor of Gender Studies'],
    ['student', 'Clinical Studies Manager'],
    ['student', 'Clerk', 'Education: School of Oriental and African Studies'],
  ])('is not shown by a different one: %s by %j, %j', (profession, ...page) => {
    expect(judge('profession', profession, page, '')[0]).toBe('unclear');
  });

  it('counts as excluded if the firm’s name says so', () => {
    const criteria = [{ id: 'c1', subject: 'profession', text: 'consultant', need: 'excluded' }] as const;
    const pages: Page[] = [
      ['Associate at Larkmoor Consulting Group'],
      ['Associate', 'Experience: Larkmoor Consulting'],
    ];
    for (const page of pages)
      expect(findingsOf(criteria, sourcesFor(page)).verdicts[0]?.verdict).toBe('notMet');
  });

  it('is not shown by a different one even if a model quotes it', () => {
    for (const quote of ['Real estate developer', 'Business developer'])
      expect(judge('profession', 'software engineer', [quote], quote)).toEqual(['unclear', 0]);
    for (const [role, quote] of [
      ['manager', 'Management Consultant'],
      ['product manager', 'Product Management Consultant'],
      ['HR manager', 'Consultant for HR Management'],
      ['data scientist', 'Data Science Teacher'],
      ['operator', 'Operations Manager'],
      ['vice president of engineering', 'VP Sales'],
      ['chief executive officer', 'Managing Director'],
    ] as const)
      expect(judge('profession', role, [quote], quote)).toEqual(['unclear', 0]);
  });

  it.each([
    ['manager', 'Management', 'Management Consultant'],
    ['product manager', 'Product Management', 'Product Management Consultant'],
    ['product manager', 'Product', 'Product Management Consultant'],
    ['lawyer', 'Legal', 'Legal Operations Manager'],
  ])('is not shown by part of a different one either: %s by %j in %s', (role, quote, headline) => {
    expect(judge('profession', role, [headline], quote)).toEqual(['unclear', 0]);
  });

  it.each([
    ['product manager', 'Product Management', 'Product Management - Consultant for years'],
    ['product manager', 'Product Lead', 'Product Lead'],
    ['lawyer', 'Legal', 'Legal | Operations Manager'],
  ])('may be shown by part of a title that is no different one: %s by %j of %s', (role, quote, headline) => {
    expect(judge('profession', role, [headline], quote)[1]).toBe(1);
  });

  it.each<[profession: string, quote: string, ...page: Page]>([
    ['software engineer', 'Frontend Developer', 'Frontend Developer'],
    ['software engineer', 'SDE', 'SDE II @ Quipu Works'],
    ['developer', 'Real Estate Developer', 'Real Estate Developer'],
    ['product manager', 'Product & Growth Manager', 'Product & Growth Manager'],
    ['product manager', 'Manager, Product', 'Senior Manager, Product'],
    ['software engineer', 'Software Senior Engineer', 'Software Senior Engineer'],
    ['product manager', 'Product Manager', 'Product Manager and Product Marketing Manager'],
    ['product manager', 'Product Manager', 'Product Manager and Product Management Consultant'],
    ['Vice President of Engineering', 'VP Eng', 'VP Eng at Quipu Works'],
    ['VP Engineering', 'Vice President, Engineering', 'Vice President, Engineering'],
    ['machine learning engineer', 'ML Engineer', 'ML Engineer'],
    ['PM', 'Product Manager', 'Product Manager at Quipu Works'],
    ['EM', 'Engineering Manager', 'Engineering Manager'],
    ['product manager', 'PM', 'PM @ Quipu Works'],
    ['research assistant', 'Research Assistant', 'Research Assistant'],
    ['teacher', 'Teacher', 'Teacher and teaching assistant'],
    ['lawyer', 'Lawyer', 'Lawyer | Law Student mentor'],
    ['data scientist', 'Data Scientist', 'Data Scientist, aspiring author'],
    ['founder', 'Founding Partner', 'Founding Partner'],
    ['software engineer', 'Software Engineer', 'Software Engineer & PhD Student'],
    ['founder', 'Founder', 'Ex-Google → Founder of Luma'],
    ['early-stage investor', 'Early-stage tech investor', 'Early-stage tech investor'],
    ['associate', 'Senior Associate', 'Senior Associate at Quipu Works'],
    ['engineer', 'Engineer', 'Engineer @ Quipu Works, ex-Google'],
    ['product lead', 'Product Lead', 'Former Analyst, now Product Lead at Quipu Works'],
    ['recruiter', 'Recruiter', 'Tech Recruiter (ex-Software Engineer)'],
    ['lawyer', 'Lawyer', 'Former student and now Lawyer'],
    ['founding engineer', 'Founding Engineer', 'Founding Engineer'],
    ['software engineer', 'Engenheiro de Software', 'Engenheiro de Software'],
    ['consultant', 'Consultant', 'Consultant at Larkmoor Consulting Group'],
    ['engineer at Quipu Works', 'Engineer at Quipu Works', 'Engineer at Quipu Works'],
    ['engineer', 'Engineering Manager', 'Engineering Manager'],
    ['engineer', 'Engineering Team Lead', 'Engineering Team Lead'],
    ['engineer', 'Head of Engineering', 'Head of Engineering'],
    ['accountant', 'Accounting & Finance Manager', 'Accounting & Finance Manager'],
    ['physicist', 'Professor of Physics', 'Professor of Physics'],
    ['recruiter', 'Recruitment Consultant', 'Recruitment Consultant'],
    ['lawyer', 'Legal Adviser', 'Legal Adviser'],
    ['management consultant', 'Management Consultant', 'Management Consultant'],
    ['president', 'President', 'President of Quipu Bank'],
    ['vice president', 'Senior Vice President', 'Senior Vice President'],
    ['VP', 'Vice President', 'Vice President at Quipu Bank'],
    ['SVP', 'Senior Vice President', 'Senior Vice President'],
    ['physician', 'MD', 'Ana Poma, MD'],
    ['physician', 'MD', 'MD at Quipu Clinic'],
    ['student', 'PhD candidate', 'PhD candidate in Physics'],
    ['software engineer', 'Engenheira de Software', 'Engenheira de Software no Nubank'],
    ['student', 'LL.M. Candidate', 'LL.M. Candidate at Larkmoor Law School'],
    ['student', 'J.D. Candidate', 'J.D. Candidate'],
    ['developer', 'Desarrollador', 'Estudiante de Ingeniería y Desarrollador en Globant'],
    ['teacher', 'Profesora', 'Profesora de Historia Antigua'],
    ['chef', 'Chef', 'Chef du restaurant Le Larkmoor'],
    ['chef', 'Chef', 'Chef at Hotel Larkmoor, Antigua'],
  ])('is shown by all its words or by a synonym: %s by %j in %j', (profession, quote, ...page) => {
    expect(judge('profession', profession, page, quote)).toEqual(['met', 1]);
  });
});

describe('the person’s own name', () => {
  const found = (subject: Criterion['subject'], text: string, title: string, snippet: string) => {
    const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
    return findingsOf(criteria, sourcesOf({ title: `${title} | LinkedIn`, snippet })).verdicts[0];
  };

  it('does not show a profession', () => {
    expect(found('profession', 'baker', 'Ana Baker - Lawyer', 'Ana Baker is a lawyer.')?.verdict).toBe(
      'unclear',
    );
    expect(found('profession', 'investor', 'Angel Poma - Nurse', 'Angel Poma is a nurse.')?.verdict).toBe(
      'unclear',
    );
    expect(found('profession', 'lawyer', 'Ana Baker - Lawyer', 'Ana Baker is a lawyer.')?.verdict).toBe(
      'met',
    );
  });

  it.each<[subject: Criterion['subject'], text: string, title: string]>([
    ['education', 'PhD', 'Dr. Ana Poma, PhD, CFA - Portfolio Manager'],
    ['experience', 'CFA', 'Dr. Ana Poma, PhD, CFA - Portfolio Manager'],
    ['profession', 'physician', 'Ana Poma, MD'],
    ['education', 'MBA holder', 'Ana Poma, MBA - Manager'],
    ['education', 'MBA', 'Ana Poma MBA - Manager'],
    ['education', 'MBA', 'Ana Poma MBA, PMP (She/Her) - Manager'],
    ['experience', 'PMP', 'Ana Poma, MBA PMP® - Manager'],
    ['education', 'doctorate', 'Dr. Ana María de la Cruz Ph.D. | Chemist'],
    ['experience', 'PMP certified', 'Ana Poma, PMP'],
    ['experience', 'PMP certification', 'Ana Poma, MBA, PMP® - Planner'],
    ['experience', 'certified PMP', 'Ana Poma - Planner, PMP'],
    ['experience', 'CFA charterholder', 'Ana Poma, CFA - Analyst'],
    ['profession', 'licensed CPA', 'Ana Poma - Controller | CPA'],
    ['profession', 'manager', 'Ana Poma (she/her) - Manager'],
  ])('ends before the credentials that follow it: %s %s in %j', (subject, text, title) => {
    expect(found(subject, text, title, '')).toMatchObject({
      verdict: 'met',
      quote: expect.stringMatching(/^\p{L}/u),
    });
  });

  it.each(['Jean MBA - Manager', 'Jean Mba - Manager', 'ANA POMA MBA - Manager', 'Ana MBA Poma - Manager'])(
    'may itself look like credentials, which then show nothing: %s',
    (title) => {
      expect(found('education', 'MBA', title, '')?.verdict).toBe('unclear');
    },
  );

  it.each([
    ['Chad Miller', 'location', 'Chad', 'Chad works at Quipu Works. Write to Chad today.'],
    ['Chad A. Miller', 'nationality', 'Chadian', 'Chad Miller is a clerk.'],
    ['Jordan Smith, MBA', 'nationality', 'Jordanian', 'Jordan has worked here for years.'],
    ['Jordan Smith (He/Him)', 'location', 'Jordan', 'I worked with Jordan. Jordan’s work was great.'],
    ['Georgia Brown', 'location', 'Georgia', 'Meet Georgia!'],
    ['Israel Garcia', 'nationality', 'Israeli', 'Israel is a clerk at Quipu Works.'],
    ['Paris Jones', 'nationality', 'French', 'Paris leads a team of ten.'],
    ['German Lopez', 'nationality', 'German', 'German is a clerk.'],
    ['Jack M. London', 'location', 'London', 'Jack London is a clerk.'],
    ['Ana Poma', 'location', 'Chad', 'Reports to Chad Miller.'],
    ['Ana Poma', 'nationality', 'Chadian', 'Reports to Chad Miller.'],
  ] as const)(
    'shows no place or nationality, nor does part of it or another name: %s, %s %s by %s',
    (name, subject, text, snippet) => {
      expect(found(subject, text, `${name} - Clerk`, snippet)?.verdict).toBe('unclear');
    },
  );

  it.each([
    ['Jordan Smith', 'location', 'Jordan', 'Location: Amman, Jordan'],
    ['Jordan Smith', 'location', 'Jordan', 'Location: Jordan'],
    ['Jordan Smith', 'location', 'Jordan', 'Clerk based in Jordan.'],
    ['Jordan Smith', 'nationality', 'Jordanian', 'Jordanian clerk.'],
    ['Jack London', 'location', 'London', 'Clerk · London · Loves dogs'],
    ['Paris Jones', 'location', 'Paris', 'Lives in Paris, France.'],
    ['German Lopez', 'nationality', 'German', 'I am German.'],
    ['Ana Poma', 'location', 'Paris', 'Paris Office Manager'],
    ['Ana Poma', 'location', 'Charlotte', 'Charlotte Metro'],
  ] as const)(
    'does not hide a real place or nationality of that name: %s, %s %s by %s',
    (name, subject, text, snippet) => {
      expect(found(subject, text, `${name} - Clerk`, snippet)?.verdict).toBe('met');
    },
  );

  it('is told apart from a place even if credentials follow it', () => {
    const criterion = ['Ana Lima, MD - Nurse', 'Ana Lima is a nurse in Quito.'] as const;
    expect(found('location', 'Lima', ...criterion)?.verdict).not.toBe('met');
    expect(found('location', 'Quito', ...criterion)?.verdict).toBe('met');
  });
});

describe('a place', () => {
  it.each<[subject: 'location' | 'nationality', place: string, quote: string, ...page: Page]>([
    ['location', 'New York', 'New York', 'Senior Justice at City of New York', 'Location: Alexandria'],
    ['location', 'New York', 'City of New York', 'Senior Justice - City of New York'],
    ['location', 'New York', 'New York', 'Reporter at The New York Times'],
    ['location', 'Peru', 'Peru', 'Engineer', 'Works with partners in Peru.'],
    ['nationality', 'Peruvian', 'Peru', 'Engineer', 'Works with partners in Peru.'],
    ['nationality', 'American', 'America', 'Analyst at Bank of America'],
    ['location', 'Rome', 'Roma', 'Analyst at Banca di Roma'],
    ['location', 'Milan', 'Milano', 'PhD Student at Politecnico di Milano'],
    ['nationality', 'Italian', 'Politecnico di Milano', 'PhD Student at Politecnico di Milano'],
  ])(
    'is not shown by a company’s name or by other people there: %s %s by %j in %j',
    (subject, place, quote, ...page) => {
      const [found, held] = judge(subject, place, page, quote);
      expect(found).not.toBe('met');
      expect(held).toBe(0);
    },
  );

  it.each<[place: string, quote: string, ...page: Page]>([
    ['New York', 'New York City, NY', 'Lawyer', 'Location: New York City, NY'],
    ['New York', 'New York', 'Reporter at Fernhollow Post, New York'],
    ['New York', 'New York', 'Reporter at Fernhollow Post in New York'],
    ['New York', 'New York', 'Lawyer', 'Lives in the City of New York.'],
    ['London', 'City of London', 'Lawyer', 'Location: City of London, England'],
    ['Peru', 'based in Peru', 'Engineer', 'Works with partners in Chile, based in Peru.'],
  ])('is shown by the person’s location: %s by %j in %j', (place, quote, ...page) => {
    expect(judge('location', place, page, quote)).toEqual(['met', 1]);
  });

  it('does not name a firm by its abbreviation', () => {
    expect(judge('experience', 'European Commission', ['Judge', 'Location: Quito, EC'], 'Quito, EC')).toEqual(
      ['unclear', 0],
    );
  });
});

describe('a nationality', () => {
  it.each<[people: string, quote: string, ...page: Page]>([
    ['French', 'French cuisine chef', 'French cuisine chef'],
    ['German', 'German market', 'Sales lead', 'Responsible for the German market.'],
    ['German', 'German automotive market', 'Sales lead', 'Knows the German automotive market.'],
    ['French', 'French law', 'Lawyer', 'Expert in French law and tax.'],
    ['Brazilian', 'Brazilian jiu-jitsu black belt', 'Coach', 'Brazilian jiu-jitsu black belt.'],
    ['Mexican', 'New Mexican', 'Chef', 'New Mexican pottery.'],
    ['Swiss', 'Swiss Re', 'Actuary - Swiss Re'],
    ['Finnish', 'Finn Larsen', 'Assistant', 'Worked with Finn Larsen.'],
    ['Chadian', 'Chad Smith', 'Assistant', 'Worked with Chad Smith.'],
    ['Qatari', 'Katarina', 'Assistant', 'Worked with Katarina.'],
    ['Georgian', 'Georgina', 'Assistant', 'Worked with Georgina.'],
    ['Romanian', 'Roman history', 'Archivist', 'Loves Roman history.'],
    ['German', 'Teaches German', 'Teacher', 'Teaches German in Lima.'],
    ['Serbian', 'Server', 'SQL Server administrator'],
    ['Barbadian', 'Barber', 'Barber'],
  ])(
    'is not shown by a thing, a firm or another person of that name: %s by %j in %j',
    (people, quote, ...page) => {
      expect(judge('nationality', people, page, quote)).toEqual(['unclear', 0]);
    },
  );

  it.each<[people: string, quote: string, ...page: Page]>([
    ['French', 'French chef', 'French chef in Boston'],
    ['German', 'German Software Engineer', 'German Software Engineer'],
    ['Peruvian', 'Peruvian Data', 'Peruvian Data scientist'],
    ['Peruvian', 'Peruvian law student', 'Peruvian law student in Boston'],
    ['Italian', 'Italian art director', 'Italian art director'],
    ['Swiss', 'Swiss National', 'Engineer | Swiss National'],
    ['Peruvian', 'Proud Peruvian Mom', 'Proud Peruvian Mom'],
    ['Mexican', 'Mexican', 'Chef', 'A new Mexican in Boston.'],
    ['Slovak', 'Slovak', 'Slovak living in Vienna'],
    ['Danish', 'Danes', 'One of two Danes in the team'],
    ['Peruvian', 'Lima Metropolitan Area', 'Engineer', 'Lives in the Lima Metropolitan Area.'],
  ])('is shown by what the person is: %s by %j in %j', (people, quote, ...page) => {
    expect(judge('nationality', people, page, quote)).toEqual(['met', 1]);
  });
});

describe('a present employer', () => {
  it.each<[wanted: string, quote: string, ...page: Page]>([
    ['works at Google', 'Google', 'Economist', 'Formerly at Google.'],
    ['works at Google', 'ex-Google', 'Economist, ex-Google'],
    ['working at Google', 'Google', 'Former Google Engineer'],
    ['working at Google', 'Engineer at Google', 'Former Software Engineer at Google'],
    [
      'currently at Google',
      'Google',
      'Economist',
      'Previously at Meta, Google and Uber, now at Quipu Works.',
    ],
    ['employed by Google', 'Google', 'Economist', 'Worked at Google for ten years.'],
    ['works at Google', 'Google', 'Economist | Google alumna'],
    ['works at Google', 'Google', 'prev. Google, Meta | Economist'],
    ['works at Google', 'Google', 'Economist', 'Prev. Google and Meta.'],
    ['works at Google', 'Google', 'Economist', 'Engineer at Google until 2019.'],
  ])('is not shown by a past job there: %s by %j in %j', (wanted, quote, ...page) => {
    expect(judge('experience', wanted, page, quote)).toEqual(['unclear', 0]);
  });

  it.each<[wanted: string, quote: string, ...page: Page]>([
    ['works at Google', 'Google', 'Engineer at Google'],
    ['currently at Google', 'Google', 'Economist', 'Experience: Google'],
    ['works at Google', 'Google', 'Engineer at Google, ex-Meta'],
    ['works at Google', 'Google', 'Ex-Meta Engineer at Google'],
    ['works at Google', 'Google', 'Economist', 'Formerly at Meta, now at Google.'],
    ['works at Google', 'Google', 'Economist', 'Previously at Meta and Uber, Engineer at Google.'],
    ['works at Google', 'Google', 'Economist', 'Has worked at Google since 2015.'],
  ])('is shown by a present job there: %s by %j in %j', (wanted, quote, ...page) => {
    expect(judge('experience', wanted, page, quote)).toEqual(['met', 1]);
  });

  it.each([
    'Google',
    'worked at Google',
    'experience at Google',
    'experience working at Google',
    'ex-Google',
  ])('is not required by %j', (wanted) => {
    expect(judge('experience', wanted, ['Economist, ex-Google'], 'ex-Google')).toEqual(['met', 1]);
  });
});

describe('a job that has ended', () => {
  const past = { title: 'Lawyer', company: 'Google', ends_at: { year: 2020, month: null, day: null } };
  const present = { title: 'Baker', company: 'Quipu Works', ends_at: null };
  const found = (subject: Criterion['subject'], text: string, need: Criterion['need'], ...jobs: object[]) => {
    const criteria = [{ id: 'c1', subject, text, need }] as const;
    const experiences = jobs as ProfileRecord['experiences'];
    return findingsOf(criteria, sourcesFor(['', '', { experiences }])).verdicts[0]?.verdict;
  };

  it('does not count as present if there is a present one', () => {
    expect(found('experience', 'currently at Google', 'required', past, present)).toBe('unclear');
    expect(found('experience', 'currently at Google', 'excluded', past, present)).toBe('met');
    expect(found('profession', 'lawyer', 'required', past, present)).toBe('unclear');
    expect(found('profession', 'lawyer', 'excluded', past, present)).toBe('met');
    const claim = { id: 'c1', verdict: 'met', quote: 'Lawyer at Google' } as const;
    const sources = sourcesFor(['', '', { experiences: [past, present] as ProfileRecord['experiences'] }]);
    for (const [subject, text, held] of [
      ['profession', 'lawyer', 0],
      ['experience', 'works at Google', 0],
      ['experience', 'Google', 1],
    ] as const) {
      const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
      expect(weighClaims([claim], criteria, sources).held).toBe(held);
    }
  });

  it('counts as experience, and as the profession if there is no other job', () => {
    expect(found('experience', 'Google', 'required', past, present)).toBe('met');
    expect(found('experience', 'Google', 'excluded', past, present)).toBe('notMet');
    expect(found('profession', 'lawyer', 'required', past)).toBe('met');
  });
});

describe('an excluded country', () => {
  const isLeftOut = (subject: Criterion['subject'], text: string, page: Page) => {
    const criteria = [{ id: 'c1', subject, text, need: 'excluded' }] as const;
    return findingsOf(criteria, sourcesFor(page)).verdicts[0]?.verdict === 'notMet';
  };
  const abroad: Page = ['American designer living in Berlin, Germany'];
  const there: Page = ['Designer', 'Location: Boston'];
  const born: Page = ['Designer', 'Born in Boston, living in Berlin.'];

  it.each(['U.S.', 'United States', 'American', 'Americans'])(
    'as a place excludes people who live there: %s',
    (text) => {
      expect([abroad, there, born].map((page) => isLeftOut('location', text, page))).toEqual([
        false,
        true,
        false,
      ]);
    },
  );

  it.each(['American', 'Americans', 'US'])(
    'as a nationality excludes people who come from there: %s',
    (text) => {
      expect([abroad, there, born].map((page) => isLeftOut('nationality', text, page))).toEqual([
        true,
        false,
        true,
      ]);
    },
  );

  it.each<[headline: string, snippet?: string]>([
    ['Pilot - American Airlines'],
    ['Pilot', 'Experience: American Airlines'],
    ['US Army veteran'],
    ['American Express | Director'],
    ['Lawyer', 'Member of the American Bar Association.'],
    ['Professor - American University'],
  ])('is not shown by the name of an employer or school: %j', (headline, snippet = '') => {
    for (const text of ['US', 'American'])
      for (const subject of ['location', 'nationality'] as const)
        expect(isLeftOut(subject, text, [headline, snippet])).toBe(false);
  });
});

describe('a state’s abbreviation in a place', () => {
  it('is not read as a degree', () => {
    expect(judge('education', 'master', ['Nurse', 'Location: Boston, MA'], 'Boston, MA')).toEqual([
      'unclear',
      0,
    ]);
  });
});

describe('words about something else', () => {
  type Row = [asked: string, ...page: Page];
  const found = (asked: string, page: Page) => {
    const [, need = '', subject = '', text = ''] = /^(\S+) (\S+) (.+)$/.exec(asked) ?? [];
    const criterion = { id: 'c1', subject, text, need } as Criterion;
    return findingsOf([criterion], sourcesFor(page)).verdicts[0]?.verdict;
  };

  it.each<Row>([
    ['required location Spain', 'Engineer', 'Trinidadian, based in Port of Spain.'],
    ['required location Virginia', 'Engineer', 'Location: Charleston, West Virginia'],
    ['required location Kansas', 'Engineer', 'Location: Kansas City, Missouri'],
    ['required location Panama', 'Engineer', 'Location: Panama City, Florida, United States'],
    ['required location Peru', 'Engineer', 'Location: Peru, Illinois, United States'],
    ['required location Berlin', 'Engineer', 'Moving to Berlin next year.'],
    ['required location Berlin', 'Engineer open to roles in Berlin'],
    ['required location Spain', 'Engineer', 'Moved from Spain to Argentina in 2020.'],
    ['required location Berlin', 'Engineer', 'Relocated from Berlin to Lisbon.'],
    ['required location Lima', 'Engineer', 'From Lima to Berlin by way of Quito.'],
    ['required location Berlin', 'Engineer, formerly in Berlin'],
    ['required location Berlin', 'Engineer', 'Previously Berlin, now Lisbon.'],
    ['required location Berlin', 'Engineer', 'Worked in Berlin for five years.'],
    ['required location Berlin', 'Engineer', 'Studied in Berlin and Lima.'],
    ['required location Berlin', 'Engineer | Berlin → Lisbon'],
    ['required location Lima', 'Engineer', 'Lima -> Madrid -> Berlin.'],
    ['required location Cambridge', 'Engineer', 'Education: Cambridge'],
    ['required location Italy', 'Head of Finance, IT'],
    ['required nationality Italian', 'Consultant | IT'],
    ['required location Croatia', 'Manager, HR'],
    ['required nationality Malian', 'AI | ML'],
    ['required location Peru', 'Structural Engineer, PE'],
    ['required location Qatar', 'Clerk', 'Web and mobile, QA · Fernhollow Bank'],
    ['required experience German', 'Engineer', 'Experience: German University of Cairo'],
    ['required experience German', 'Engineer', 'Education: German University of Cairo'],
    ['required interest German', 'Engineer at German University of Cairo'],
    ['required experience Google', 'Clerk', 'Incoming engineer @ Google.'],
    ['required experience engineer', 'Recruiter', 'Hiring for roles such as software engineer.'],
    ['required interest robotics', 'Recruiter', 'Recruiting for positions in robotics.'],
    ['required profession architect', 'Data Analyst', 'Studied Architecture at Ashdown.'],
    ['required profession lawyer', 'Barista', 'Bachelor of Laws from Ashdown.'],
    ['required profession lawyer', 'Barista', '', { education: [{ school: 'Ashdown', degree_name: 'Law' }] }],
    ['required profession journalist', 'Graduate Student in Journalism'],
    ['required profession studying', 'Clerk', 'Studied Architecture at Ashdown.'],
    ['required experience formerly at Google', 'Engineer at Google'],
    ['required profession developer', 'Sales Development Representative at Larkmoor'],
    ['required profession developer', 'Business Development Manager'],
    ['required profession developer', 'Head of Learning & Development'],
    ['required profession software developer', 'Sales Development Representative'],
    ['required profession engineer', 'Sales Manager', 'B.Eng. in Mechanical Engineering from Ashdown.'],
    ['required profession engineer', 'Sales Manager | B.Eng. Mechanical Engineering'],
    ['required profession engineer', 'Sales Manager', 'Education: B.Eng. in Mechanical Engineering'],
    ['required profession engineer', 'Sales Manager', 'Mechanical Engineering graduate turned salesman.'],
    ['required profession civil engineer', 'MSc Civil Engineering graduate, barista'],
    ['required profession engineer', 'Recruiter - Engineering'],
    ['required profession product manager', 'Technical Recruiter | Product'],
    ['required profession pharmacist', 'Pharmacy Technician'],
    ['required profession consultant', 'Consulting firm receptionist'],
    ['required profession pilot', 'Pilot Program Manager'],
    ['required experience PMP certified', 'PMP Trainer'],
    ['required experience PMP certified', 'Aspiring PMP'],
    ['required experience CPA license', 'Clerk at a CPA firm'],
    ['required profession chef', 'Chef de projet'],
    ['required profession driver', 'Driving growth at Larkmoor'],
    ['required education PhD', 'PhD candidate in Physics'],
    ['required education PhD', 'PhD Student'],
    ['required education PhD', 'Looking for PhD opportunities in Europe'],
    ['required education MBA', 'Aspiring MBA'],
    ['required education MBA', 'Incoming MBA at Larkmoor'],
    ['required education master', 'Analyst | MS Excel'],
    ['required education master’s degree', 'Vendeuse', 'Je partage ma passion pour la vente.'],
    ['required interest AI', 'Vendeuse', 'J’ai douze ans d’expérience en vente.'],
    ['required interest machine learning', 'Vendeuse', "J'ai douze ans d'expérience en vente."],
    ['required experience Java', 'Engineer with no Java'],
    ['required experience Java', 'Engineer', 'Has little to no Java experience.'],
    ['required experience German', 'Engineer', 'Speaks no German.'],
    ['required education PhD', 'Engineer', 'I’ve no PhD.'],
    ['required experience Java', 'Engineer', 'Python, no Java.'],
    ['excluded profession student', 'Professor', 'Supervises PhD students.'],
    ['excluded experience Meta', 'Statistician', 'Leads a meta-analysis of trials.'],
  ])('are no evidence: %s by %j, %j', (asked, ...page) => {
    expect(found(asked, page)).toBe('unclear');
  });

  it.each<Row>([
    ['required location Kansas', 'Engineer', 'Location: Kansas City, Kansas'],
    ['required location Panama', 'Engineer', 'Location: Panama City, Panama'],
    ['required location Peru', 'Engineer', 'Location: Lima, Peru'],
    ['required location Berlin', 'Engineer', 'Relocated to Berlin in 2020.'],
    ['required location Argentina', 'Engineer', 'Moved from Spain to Argentina in 2020.'],
    ['required location Lisbon', 'Engineer', 'Previously Berlin, now Lisbon.'],
    ['required location Lisbon', 'Engineer', 'Studied in Berlin, based in Lisbon.'],
    ['required location Lisbon', 'Engineer', 'Worked in Berlin and lives in Lisbon.'],
    ['required location Berlin', 'Engineer', 'Has worked in Berlin since 2015.'],
    ['required location Lisbon', 'Engineer | Berlin → Lisbon'],
    ['required location Italy', 'Head of Finance | Milan, IT'],
    ['required location Peru', 'Engineer', 'Based in Lima, PE.'],
    ['required location Italy', 'Engineer', 'Location: Larkmoor, IT'],
    ['required location Lisbon', 'Italian-born, Lisbon-based engineer'],
    ['required location Lisbon', 'Engineer', 'Born in Lima, living in Lisbon.'],
    ['required location Berlin', 'Engineer', 'Lives in Berlin -> write to me.'],
    ['required experience German', 'Engineer', 'German (fluent), at Larkmoor University.'],
    ['required nationality Spanish', 'Engineer', 'Moved from Spain to Argentina in 2020.'],
    ['required experience recruiting', 'Recruiter', 'Recruiting for positions in robotics.'],
    ['required profession architect', 'Architect', 'Studied Architecture at Ashdown.'],
    ['required profession architecture student', 'Student of Architecture'],
    ['required profession studying', 'Graduate Student in Computer Science'],
    ['required profession studying', 'Clerk', 'Studying Computer Science at Ashdown.'],
    ['required profession PhD candidate', 'PhD student in Biology'],
    ['required profession undergraduate', 'Undergraduate', 'Majoring in History.'],
    ['required profession estudiante', 'Student of Law'],
    ['required experience Y Combinator', 'Founder @ Larkmoor (YC W21)'],
    ['required experience formerly at Google', 'Founder | ex-Google'],
    ['required experience former Google', 'Founder', 'Previously at Google.'],
    ['required experience open to work', 'Engineer | #OpenToWork'],
    ['required experience open to work', 'Engineer | Open to work'],
    ['required interest women in tech', 'Engineer | #WomenInTech'],
    ['required education UPenn', 'Analyst', 'Education: University of Pennsylvania'],
    ['required profession math teacher', 'Teacher of Mathematics'],
    ['required profession frontend engineer', 'Front End Developer'],
    ['required profession full stack developer', 'Full-Stack Engineer'],
    ['required profession developer', 'Director of Software Development'],
    ['required profession developer', 'Head of Web and Mobile Development'],
    ['required profession developer', 'Software Development Engineer'],
    ['required profession software engineer', 'Software Development Engineer II'],
    ['required profession business developer', 'Business Development Manager'],
    ['required profession engineer', 'VP Engineering'],
    ['required profession engineer', 'Structural Graduate Engineer'],
    ['required profession engineer', 'Software Engineer and Ashdown graduate'],
    ['required profession civil engineer', 'MSc Civil Engineer'],
    ['required profession engineer', 'Electrical Engineer, B.Tech Mechanical Engineering'],
    ['required profession nurse', 'BSc Nursing, RN'],
    ['required profession engineer', 'Recruiter, Engineer'],
    ['required profession lab technician', 'Lab Technician'],
    ['required profession chef', 'Chef de cuisine'],
    ['required profession chef de projet', 'Chef de projet'],
    ['required profession driving instructor', 'Driving Instructor'],
    ['required experience Nubank', 'Data Scientist no Nubank'],
    ['required experience Doctors Without Borders', 'Nurse', 'Worked at Doctors Without Borders in Lima.'],
    ['required location Berlin', 'React Native Developer in Berlin'],
    ['required location Berlin', 'Clerk', 'Native speaker of German in Berlin.'],
    ['required education PhD', 'PhD in Physics'],
    ['required education Stanford University', 'Product Manager | MBA Candidate at Stanford University'],
    ['required education Stanford University', 'Assistant and PhD Candidate at Stanford University'],
    ['required education master', 'Aspiring Data Scientist with a Master’s in Statistics'],
    ['required experience MS Excel', 'Analyst | MS Excel'],
    ['required education MSc', 'Incoming SWE at Larkmoor and currently MSc in Physics'],
    ['required experience JD.com', 'Engineer at JD.com'],
    ['required education PhD candidate', 'PhD candidate in Physics'],
    ['required education MS', 'MS in Statistics'],
    ['required education master', 'MS Project Management'],
  ])('are told apart from real evidence: %s by %j, %j', (asked, ...page) => {
    expect(found(asked, page)).toBe('met');
  });

  it.each<Row>([
    ['excluded profession student', 'PhD Student'],
    ['excluded experience Meta', 'Engineer at Meta'],
    ['excluded experience Nubank', 'Engenheira de Software no Nubank'],
    ['required location Spain', 'Engineer', 'Location: Port of Spain, Trinidad and Tobago'],
    ['required location Berlin', 'Engineer, open to relocate to Berlin', 'Location: Madrid, Spain'],
    ['required location Berlin', 'Author of Goodbye to Berlin', 'Location: Madrid, Spain'],
  ])('do not hide contrary evidence: %s by %j, %j', (asked, ...page) => {
    expect(found(asked, page)).toBe('notMet');
  });
});
