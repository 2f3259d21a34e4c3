import { describe, expect, it } from 'vitest';
import { findingsOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { heldOf, judge, type Page, sourcesFor } from '../judging.ts';

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

  it.each([
    ['Registered Nurse - Retired', 'unclear', 0],
    ['Registered Nurse at Quipu Clinic | Retired', 'unclear', 0],
    ['Registered Nurse – now retired | Volunteer', 'unclear', 0],
    ['Retired | Registered Nurse', 'met', 1],
    ['Registered Nurse - Retired Officers Association', 'met', 1],
    ['Registered Nurse | Retired, US Army', 'met', 1],
    ['Registered Nurse | Retired - CFO', 'met', 1],
    ['Registered Nurse | LTC, US Army - Retired', 'met', 1],
    ['Registered Nurse | US Army | Retired', 'met', 1],
  ])('is not shown by what somebody has retired from: %s', (headline, verdict, held) => {
    expect(judge('profession', 'registered nurse', [headline], 'Registered Nurse')).toEqual([verdict, held]);
  });

  it.each([
    ['Registered Nurse | Retired', 'unclear'],
    ['Registered Nurse - Retired. Lives in Lima.', 'unclear'],
    ['Registered Nurse | Retired ... Location: Lima', 'unclear'],
    ['Registered Nurse | Retired, US Army', 'met'],
  ])('is not shown by what a snippet or record says that somebody has retired from: %s', (text, verdict) => {
    const criteria = [{ id: 'c1', subject: 'profession', text: 'nurse', need: 'required' }] as const;
    for (const page of [
      ['Ana', text],
      ['Ana', '', { headline: text }],
    ] satisfies Page[])
      expect(findingsOf(criteria, sourcesFor(page)).verdicts[0]?.verdict).toBe(verdict);
  });

  it('is contradicted by having retired from it', () => {
    expect(heldOf(['profession', 'nurse', 'Registered Nurse - Retired'], 'notMet')).toBe(1);
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
    expect(weighClaims([claim], criteria, sources).struck).toHaveLength(1);
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

describe('a former employer', () => {
  it.each([
    ['ex-Google', 'Product Lead @ Google, ex-Meta'],
    ['formerly at Google', 'Product Lead at Google (ex-Meta)'],
    ['former Google employee', 'Former Analyst, now Product Lead at Google'],
    ['Google alumna', 'Product Lead at Google and ex-Meta'],
  ])('is not shown by a present job there: %s in %j', (wanted, headline) => {
    for (const quote of [headline, /(?:former|ex)\b[\s-]\p{L}+/iu.exec(headline)?.[0] ?? ''])
      expect(judge('experience', wanted, [headline], quote)).toEqual(['unclear', 0]);
  });

  it.each([
    ['formerly at Google', 'ex-Meta'],
    ['ex-Google', 'Larkmoor alumna'],
    ['former Google employee', 'Former employee of Larkmoor'],
    ['Google alumna', 'Previously at Quipu Works'],
    ['previously worked at Google', 'Previously worked at Fernhollow'],
    ['ex-Google engineer', 'Former Quipu Works CFO'],
    ['ex-EY', 'ex-Deloitte'],
    ['formerly with Boston Consulting Group', 'Formerly Fernhollow Bank'],
    ['formerly at Google or Amazon', 'Ex-Meta'],
  ])('is not shown by a word for another one, on a model’s word: %s by %j', (wanted, headline) => {
    expect(judge('experience', wanted, [headline], headline)).toEqual(['unclear', 0]);
  });

  it.each([
    ['formerly at Google', 'Former Googler'],
    ['ex-IBM', 'ex-IBMer'],
    ['ex-BCG', 'Formerly at Boston Consulting Group'],
    ['formerly at JP Morgan', 'ex-J.P. Morgan'],
    ['previously worked at McKinsey & Company', 'ex-McKinsey'],
    ['YC alum', 'Y Combinator alumna'],
    ['former Tesla engineer', 'ex-Tesla'],
    ['ex-FAANG', 'ex-Netflix'],
    ['ex-Big-4', 'ex-KPMG'],
    ['formerly at Google or Amazon', 'ex-Amazon'],
    ['ex-EY', 'Formerly Ernst & Young'],
    ['ex-HP', 'Formerly at Hewlett Packard'],
    ['former Investment Banker', 'ex-Goldman Sachs analyst'],
    ['Former Management Consultant', 'ex-McKinsey'],
    ['Former Military', 'Former Army officer'],
    ['ehemalige Führungskraft', 'Ehemalige Abteilungsleiterin bei Bosch'],
    ['Alumni Relations', 'Director of Alumni Affairs'],
    ['formerly at a Big Four firm', 'ex-KPMG'],
    ['formerly at a European bank', 'Former Fernhollow Bank clerk'],
    ['formerly in Peru', 'Previously in Lima'],
    ['former COO', 'ex-Chief Operating Officer'],
    ['former startup founder', 'Previously founded Quipu Works'],
    ['ex-military', 'Former Army officer'],
  ])('is shown by a name or kind of it, on a model’s word: %s by %j', (wanted, headline) => {
    expect(judge('experience', wanted, [headline], headline)[1]).toBe(1);
  });

  it.each([
    ['ex-Meta', 'Product Lead @ Google, ex-Meta'],
    ['ex-Meta', 'Product Lead @ Google & Ex-Meta'],
    ['ex-Google', 'Google alumna'],
    ['ex-Google', 'Founder, alumna of Google'],
    ['ex-Google', 'ex-Meta, Google, Uber'],
    ['ex-Google', 'Prev @Meta, @Google'],
    ['ex-Google', 'Former VP, Product at Google'],
    ['ex-Google', 'Software Engineer at Google (former)'],
    ['formerly at Google', 'Previously Engineer at Meta, Analyst at Google'],
    ['previously at Google', 'previously Meta, Google'],
  ])('is shown by any word for the past: %s in %j', (wanted, headline) => {
    expect(judge('experience', wanted, [headline], '')[0]).toBe('met');
  });

  it.each([
    ['Worked at Google for ten years.', 1],
    ['Started his career at Google.', 1],
    ['Engineer at Google, 2012–2018.', 1],
    ['Engineer at Google from 2012 to 2018.', 1],
    ['Has worked at Google since 2015.', 0],
    ['Worked at Meta, Engineer at Google.', 0],
    ['Engineer at Google, 2012–present.', 0],
  ])('is shown by a job that is over, on a model’s word: %j', (sentence, held) => {
    expect(judge('experience', 'ex-Google', ['Economist', sentence], 'Google')).toEqual(['unclear', held]);
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
      ['experience', 'ex-Google', 1],
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

describe('an abbreviation in a place', () => {
  it('is not read as a degree', () => {
    expect(judge('education', 'master', ['Nurse', 'Location: Boston, MA'], 'Boston, MA')).toEqual([
      'unclear',
      0,
    ]);
  });

  it('is not read as a firm', () => {
    expect(judge('experience', 'European Commission', ['Judge', 'Location: Quito, EC'], 'Quito, EC')).toEqual(
      ['unclear', 0],
    );
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
    ['required education master', 'Historian, MA'],
    ['required profession SAP consultant', 'Consultant at SAP'],
    ['required interest data science', 'Aspiring Data Scientist'],
  ])('are told apart from real evidence: %s by %j, %j', (asked, ...page) => {
    expect(found(asked, page)).toBe('met');
  });

  it.each<Row>([
    ['excluded profession student', 'PhD Student'],
    ['excluded experience Meta', 'Engineer at Meta'],
    ['excluded experience C++', 'Engineer | C++'],
    ['excluded experience Nubank', 'Engenheira de Software no Nubank'],
    ['required location Spain', 'Engineer', 'Location: Port of Spain, Trinidad and Tobago'],
    ['required location Berlin', 'Engineer, open to relocate to Berlin', 'Location: Madrid, Spain'],
    ['required location Berlin', 'Author of Goodbye to Berlin', 'Location: Madrid, Spain'],
  ])('do not hide contrary evidence: %s by %j, %j', (asked, ...page) => {
    expect(found(asked, page)).toBe('notMet');
  });
});
