import { describe, expect, it } from 'vitest';
import { judge, type Page } from '../judging.ts';

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
    ['University of Oxford', 'University of Oxford', 'University of Oxford - Professor of Law'],
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
    ['INSEAD', 'INSEAD', 'Lecturer with a PhD from INSEAD'],
    ['University of Oxford', 'University of Oxford', 'Writer who majored in Law at University of Oxford'],
    ['University of Oxford', 'Oxford ’24', 'Analyst | Oxford ’24'],
    ['Oxford', 'Philosophy @ Oxford', 'Philosophy @ Oxford | Writer'],
    ['Ashdown University', 'PhD, Ashdown University', 'PhD, Ashdown University. Postdoc @ INSEAD'],
    ['computer science', 'Informatik', 'Clerk', 'Studentin der Informatik.'],
    ['PhD', 'Doutorado', 'Research Engineer - Doutorado em Física'],
    ['University of Oxford', 'University of Oxford', 'University of Oxford'],
    ['University of Oxford', 'University of Oxford', 'Partner at Fernhollow Bank | University of Oxford'],
    ['Hochschule Hannover', 'Hochschule Hannover', 'Consultant | MBA, Hochschule Hannover'],
    ['Berner Fachhochschule', 'Berner Fachhochschule', 'Consultant | BSc, Berner Fachhochschule'],
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
    ['Teachers College', 'Teachers College', 'Economist', 'Education: Teachers College'],
    [
      'teaching',
      'Teaching',
      'Economist',
      '',
      { education: [{ school: 'Lund University', degree_name: 'Bachelor', field_of_study: 'Teaching' }] },
    ],
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

describe('a degree', () => {
  const inRecord = (degree_name: string): Page => [
    'Economist',
    '',
    { education: [{ school: 'Lund University', degree_name }] },
  ];

  it.each([
    'PhD candidate',
    'Doctoral candidate',
    'PhD (ongoing)',
    'PhD in Economics (in progress)',
    'PhD, ABD',
    'PhD (expected 2027)',
  ])('that somebody has yet to earn is not one they have, not in a record either: %s', (degree) => {
    expect(judge('education', 'PhD', [degree], degree)).toEqual(['unclear', 0]);
    expect(judge('education', 'PhD', inRecord(degree), degree)).toEqual(['unclear', 0]);
  });

  it.each([
    ['PhD', 'PhD'],
    ['PhD', 'PhD in Economics'],
    ['PhD candidate', 'PhD candidate'],
  ])('counts in a record: %s by %s', (wanted, degree) => {
    expect(judge('education', wanted, inRecord(degree), degree)).toEqual(['met', 1]);
  });
});
