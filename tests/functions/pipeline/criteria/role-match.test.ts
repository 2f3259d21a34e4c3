import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import type { Verdict } from '#shared/criteria.ts';
import { heldOf, judge, type Page, sourcesFor } from '../judging.ts';

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
    ['senior software engineer', 'Senior Software Sales Engineer'],
    ['senior product manager', 'Senior Product Marketing Manager'],
    ['senior developer', 'Senior Real Estate Developer'],
    ['senior lawyer', 'Senior Legal Operations Manager'],
    ['head chef', 'Head Pastry Chef'],
    ['head of product', 'Head of Product Design at Quipu Works'],
    ['VP Sales', 'VP Sales Operations'],
    ['VP Marketing', 'VP Product Marketing'],
    ['director of marketing', 'Director of Product Marketing Operations'],
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
    ['lawyer', 'Clerk', 'Je suis ancienne avocate.'],
    ['CFO', 'Consultant mais ancien directeur financier'],
    ['engineer', 'Chef, prev. Engineer at Quipu Works'],
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

  it.each<[wanted: string, headline: string, verdict: Verdict['verdict']]>([
    ['retired nurse', 'Retired Nurse', 'met'],
    ['retired nurse', 'Nurse | Retired', 'met'],
    ['retired nurse', 'Nurse (retired)', 'met'],
    ['former CEO', 'Former CEO of Quipu Works', 'met'],
    ['retired nurse', 'Nurse', 'unclear'],
    ['retired nurse', 'Retired Teacher', 'unclear'],
    ['retired nurse', 'Nurse, retired soldier', 'unclear'],
    ['former CEO', 'CEO, former CFO', 'unclear'],
  ])(
    'that somebody no longer has is shown if that is wanted: %s by %j is %s',
    (wanted, headline, verdict) => {
      expect(judge('profession', wanted, [headline], '')[0]).toBe(verdict);
    },
  );

  it('that somebody no longer has is no contradiction if that is wanted', () => {
    expect(heldOf(['profession', 'retired nurse', 'Retired Nurse'], 'notMet')).toBe(0);
    expect(heldOf(['profession', 'retired nurse', 'Retired Nurse'], 'met')).toBe(1);
    expect(heldOf(['profession', 'CEO or former CEO', 'Former CEO'], 'notMet')).toBe(0);
    expect(heldOf(['profession', 'nurse', 'Retired Nurse'], 'notMet')).toBe(1);
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
    [
      'senior software engineer',
      'Senior Software Development Engineer',
      'Senior Software Development Engineer',
    ],
    ['senior developer', 'Senior Python Developer', 'Senior Python Developer'],
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
    ['head of product', 'Head of Product', 'Head of Product & Product Design'],
    ['head of product design', 'Head of Product Design', 'Head of Product Design'],
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

describe('a role in a text that was written to take long', () => {
  it('is found', () => {
    const texts = sourcesOf({ title: 'Ana Poma - Engineer', snippet: `Work ${'&'.repeat(600_000)}` });
    const criteria = [{ id: 'c1', subject: 'profession', text: 'lawyer', need: 'required' }] as const;
    expect(findingsOf(criteria, texts).verdicts).toMatchObject([{ verdict: 'unclear' }]);
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
