import { describe, expect, it } from 'vitest';
import { answerCarefully } from '#infra/simulated/model/answer.ts';
import { readJson } from '#infra/simulated/model/values.ts';

const read = (user: string) => readJson(answerCarefully('query', user, undefined, ''));

describe('the query call', () => {
  it.each([
    ['engineers in Texas', { location: 'Texas', profession: 'engineer' }],
    ['lawyers in Virginia', { location: 'Virginia', profession: 'lawyer' }],
    ['product managers in Washington State', { location: 'Washington State', profession: 'product manager' }],
    ['data scientists in Baltimore, MD', { location: 'Baltimore, Maryland', profession: 'data scientist' }],
    ['nurses in Washington, D.C.', { location: 'Washington DC', profession: 'nurse' }],
    ['Ruby developers in Portland, Oregon', { location: 'Portland, Oregon', profession: 'developer' }],
    ['engineers in Scotland', { location: 'Scotland', profession: 'engineer' }],
    ['nurses in Wales or England', { location: 'Wales or England', profession: 'nurse' }],
    ['nurses in London or Dublin', { location: 'London or Dublin', profession: 'nurse' }],
    ['engineers formerly at Google in the DACH region', { location: 'DACH', experience: ['Google'] }],
    [
      'nurses of the Peruvian diaspora in Spain',
      { nationality: 'Peruvian', location: 'Spain', experience: [] },
    ],
    ['engineers in Austin, TX or Denver, CO', { location: 'Austin, Texas or Denver, Colorado' }],
  ])('reads places, including state abbreviations: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['nurses in Toronto, Montreal, or Vancouver', { location: 'Toronto or Montreal or Vancouver' }],
    ['nurses in Rome, Oslo, Paris, Lima or Quito', { location: 'Rome or Oslo or Paris or Lima or Quito' }],
    ['data scientists at Google, at Netflix or at Amazon', { experience: ['Google or Netflix or Amazon'] }],
    ['engineers, Google, Java, Rust or Go', { experience: ['Google'], interests: ['Java or Rust or Go'] }],
    ['Peruvian, Chilean or Colombian chefs', { nationality: 'Peruvian or Chilean or Colombian' }],
    ['nurses who speak French, German or Dutch', { experience: ['speaks French or German or Dutch'] }],
    ['Quiero economistas peruanos en Nueva York', { profession: 'economist', location: 'New York' }],
    ['Ökonomen in Genf', { profession: 'economist', location: 'Geneva' }],
    ['Ingénieurs logiciel en Suisse', { profession: 'software engineer', location: 'Switzerland' }],
    ['engineers at Klarna, Monzo or Revolut', { experience: ['Klarna or Monzo or Revolut'] }],
    ['chefs, ideally ex-Klarna or ex-Monzo', { experience: ['Klarna or Monzo'] }],
    ['Dutch nurses who speak French', { nationality: 'Dutch', experience: ['speaks French'] }],
    ['Spanish, Dutch or Greek speakers', { experience: ['speaks Spanish or Dutch or Greek'] }],
    ['Danish Greek speakers', { nationality: 'Danish', experience: ['speaks Greek'] }],
    ['nurses who speak French, German', { experience: ['speaks French', 'speaks German'] }],
    ['CPAs, 5 yrs exp, leadership roles', { interests: ['leadership'], experience: ['5 yrs of experience'] }],
  ])('reads a list that ends in ‘or’ as alternatives: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['chefs in Rome, Oslo or Lima', '("Rome" OR "Oslo" OR "Lima")'],
    ['chefs in Austin, TX, Denver, CO or Miami, FL', '("Austin" OR "Denver" OR "Miami")'],
    ['chefs in Cambridge, MA', '"Cambridge" "Massachusetts"'],
    ['chefs at Klarna or Revolut', '("Klarna" OR "Revolut")'],
    ['Go or Rust', '("Go" OR "backend" OR "back-end" OR "Rust")'],
  ])('asks the web search for any of several alternatives, once each: %s', (request, group) => {
    const query = String(read(request)['googleSearchQuery']);
    expect(query.endsWith(` ${group}`), query).toBe(true);
  });

  it('neither searches for what is only preferred nor, for more people, for what is excluded', () => {
    expect(read('chefs in Rome, preferably speaking Dutch or Greek')).toMatchObject({
      googleSearchQuery:
        'site:linkedin.com/in ("chef" OR "cook" OR "head chef" OR "culinary chef" OR "sous chef") "Rome"',
      preferred: ['speaks Dutch', 'speaks Greek'],
    });
    expect(read('chefs in Rome, not at Hilton or Ritz')).toMatchObject({
      excluded: [
        { subject: 'experience', text: 'Hilton' },
        { subject: 'experience', text: 'Ritz' },
      ],
      alternativeSearchTerms: ['chef Rome'],
    });
  });

  it.each([
    ['lawyers with an LLM', { education: 'LLM', interests: [] }],
    ['tax lawyers, LLM required', { education: 'LLM', profession: 'tax lawyer', experience: [] }],
    ['LLM engineers', { profession: 'LLM engineer', interests: [] }],
    ['researchers interested in LLMs', { interests: ['LLM'] }],
    ['MDs at private equity firms', { profession: 'managing director', experience: ['private equity'] }],
    ['MD with oncology experience', { profession: 'MD' }],
    ['MDs at hospital investment funds', { profession: 'MD' }],
  ])('reads abbreviations: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['works at a biotech in Boston', { interests: [], experience: ['biotech'] }],
    ['chemists in the biotech industry', { interests: [], experience: ['biotech'] }],
    ['chemists interested in biotech', { interests: ['biotech'], experience: [] }],
    ['analysts with government experience', { experience: ['government'] }],
    ['chemists, no PhD required', { experience: [] }],
  ])('reads an industry as experience, not as an interest: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['CFO CPA', { profession: 'CFO', experience: ['CPA'] }],
    ['accountants who are CPAs', { profession: 'accountant', experience: ['CPA'] }],
    ['PMP-certified construction managers', { profession: 'construction manager', experience: ['PMP'] }],
    ['CPAs in Lima', { profession: 'CPA', experience: [] }],
  ])('reads a certificate next to a role as experience: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['chefs trained in Japan', { experience: ['trained in Japan'] }],
    ['architects educated in Italy, living in Dubai', { location: 'Dubai', education: 'educated in Italy' }],
    ['nurses who studied nursing in the Philippines', { education: 'Nursing, studied in Philippines' }],
    [
      'surgeons in Chile with a fellowship in Spain',
      { location: 'Chile', experience: ['fellowship in Spain'] },
    ],
    [
      'people with experience in both Peru and Chile',
      { experience: ['experience in Peru', 'experience in Chile'] },
    ],
    ['nurses open to relocation', { interests: [], experience: ['open to relocation'] }],
    ['nurses willing to relocate to Berlin', { experience: ['willing to relocate to Berlin'] }],
  ])('reads places of study, work or relocation as such, not as the location: %s', (request, target) => {
    const criteria = read(request)['targetCriteria'];
    expect(criteria).toMatchObject(target);
    if (!('location' in target)) expect(criteria).not.toHaveProperty('location');
  });

  it.each([
    ['Danish required, project managers in Denmark', ['speaks Danish']],
    ['nurses in Germany, B2 German', ['speaks German']],
    ['Spanish teachers in Tokyo', ['speaks Spanish']],
  ])('reads a language even if its name is also a nationality: %s', (request, experience) => {
    expect(read(request)['targetCriteria']).toMatchObject({ experience });
    expect(read(request)['targetCriteria']).not.toHaveProperty('nationality');
  });

  it.each([
    [
      'oil and gas project managers in Houston',
      { profession: 'project manager', experience: ['oil and gas'] },
    ],
    ['sales directors in Lima', { profession: 'sales director' }],
    ['regulatory affairs managers in Lima', { profession: 'regulatory affairs manager' }],
    ['heads of data in the Nordics', { profession: 'head of data', location: 'Nordics' }],
    ['lawyers at Series B startups', { interests: [], experience: ['startups', 'Series B'] }],
    ['professors at Ivy League universities', { experience: ['Ivy League'] }],
    ['Python or Go developers', { profession: 'Python or Go developer', interests: [] }],
    ['R programmers in Lima', { profession: 'programmer', experience: ['R'] }],
    ['consultants in Walldorf', { profession: 'consultant', location: 'Walldorf', experience: [] }],
    [
      'bankers with 10+ years of experience, at least 3 years in Peru',
      { experience: ['10+ years of experience', 'at least 3 years of experience'] },
    ],
  ])('reads multi-word names and roles, and years: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['engineers who never worked at Amazon', { subject: 'experience', text: 'Amazon' }],
    ['Peruvian chefs outside Peru', { subject: 'location', text: 'Peru' }],
    ['nurses anywhere in Europe except the UK', { subject: 'location', text: 'United Kingdom' }],
    ['principal engineers, not managers', { subject: 'profession', text: 'manager' }],
    ['account managers without French', { subject: 'experience', text: 'speaks French' }],
  ])('reads exclusions: %s', (request, excluded) => {
    expect(read(request)).toMatchObject({ excluded: [excluded] });
  });

  it.each([
    ['engineers in Berlin, don’t exclude Google', { location: 'Berlin', profession: 'engineer' }],
    ['engineers, dont avoid Google', { profession: 'engineer' }],
    ['engineers, an MBA is helpful', { profession: 'engineer', education: 'MBA' }],
  ])('takes neither what may stay nor the words for it as a criterion: %s', (request, target) => {
    expect(read(request)).toMatchObject({
      targetCriteria: { ...target, interests: [], experience: [] },
      excluded: [],
    });
  });

  it('reads alternatives as one criterion, and searches for either', () => {
    const reply = read('consultants from Bain or BCG in Dubai, no interns');
    expect(reply).toMatchObject({
      targetCriteria: { experience: ['Bain & Company or Boston Consulting Group'], profession: 'consultant' },
      excluded: [{ subject: 'profession', text: 'intern' }],
    });
    expect(reply['googleSearchQuery']).toContain('("Bain" OR "Bain & Company" OR "BCG" OR');
  });
});

describe('a follow-up request', () => {
  const follow = (request: string, criteria: Record<string, string>) =>
    read(JSON.stringify({ request, earlier: { request: 'x', criteria, googleSearchQuery: 'x' } }));

  it.each([
    ['what about Barcelona or Valencia?', 'Barcelona or Valencia'],
    ['or in Valencia', 'Madrid or Valencia'],
    ['aussi à Lyon', 'Madrid or Lyon'],
  ])('adds or replaces alternatives: %s', (request, location) => {
    const reply = follow(request, { c1: 'location: Madrid', c2: 'profession: doctor' });
    expect(reply['targetCriteria']).toMatchObject({ location, profession: 'doctor' });
  });

  const EARLIER = {
    c1: 'location: Berlin',
    c2: 'profession: software engineer',
    c3: 'experience: speaks German',
    c4: 'experience: 3 years of experience',
  };
  const WANTED = {
    location: 'Berlin',
    profession: 'software engineer',
    experience: ['speaks German', '3 years of experience'],
  };
  it.each<[request: string, changed: object]>([
    ['Only those who studied in Munich', { education: 'studied in Munich' }],
    ['and now in Hamburg instead of Berlin', { location: 'Hamburg' }],
    ['in Hamburg rather than Berlin', { location: 'Hamburg' }],
    ['statt Berlin lieber Hamburg', { location: 'Hamburg' }],
    ['en vez de Berlin, Madrid', { location: 'Madrid' }],
    ['change the city to Cologne', { location: 'Cologne' }],
    ['both Berlin and Munich', { location: 'Berlin or Munich' }],
    ['No, Munich', { location: 'Munich' }],
    ['and Munich', { location: 'Berlin or Munich' }],
    ['from Spain', { nationality: 'Spanish' }],
    ['who grew up in Poland', { nationality: 'Polish' }],
    ['Only Germans', { nationality: 'German' }],
    ['less senior please', { profession: 'junior software engineer' }],
    ['more experienced', { profession: 'senior software engineer' }],
    ['at least 5 years of experience', { experience: ['speaks German', 'at least 5 years of experience'] }],
    ['with 10+ years', { experience: ['speaks German', '10+ years of experience'] }],
    ['French instead of German', { experience: ['3 years of experience', 'speaks French'] }],
    ['drop the language', { experience: ['3 years of experience'] }],
    ['any profession', { profession: undefined }],
    ['with experience in mining', { experience: [...WANTED.experience, 'mining'] }],
    ['con más de 5 años de experiencia', { experience: ['speaks German', '5+ years of experience'] }],
    ['höchstens 5 Jahre Erfahrung', { experience: ['speaks German', 'up to 5 years of experience'] }],
    ['quita Berlin', { location: undefined }],
    ['ahora abogados', { profession: 'abogado' }],
    ['include Vienna', { location: 'Berlin or Vienna' }],
    ['at any of the Big 4', {}],
    ['menores de 40 años', {}],
  ])('changes one criterion and keeps the rest: %s', (request, changed) => {
    const { interests: _, ...wanted } = follow(request, EARLIER)['targetCriteria'] as Record<string, unknown>;
    expect(wanted).toEqual({ ...WANTED, ...changed });
  });

  it('lowers the seniority of the previous request', () => {
    const reply = follow('less senior', { c1: 'profession: senior software engineer' });
    expect(reply['targetCriteria']).toMatchObject({ profession: 'junior software engineer' });
  });

  it('combines a repeated value with its alternative', () => {
    const reply = follow('MBA or PhD', { c1: 'education: MBA', c2: 'profession: engineer' });
    expect(reply['targetCriteria']).toMatchObject({ education: 'MBA or PhD' });
  });

  it('keeps what an earlier request asked for when only the present is excluded', () => {
    const asked = { c1: 'location: Berlin', c2: 'experience: SAP or EY' };
    for (const request of ['not currently at SAP', 'nobody who still works at SAP'])
      expect(follow(request, asked), request).toMatchObject({
        targetCriteria: { experience: ['SAP or EY'] },
        excluded: [{ subject: 'experience', text: 'currently at SAP' }],
      });
  });

  it('adds an alternative of the same kind, which is only preferred if that was', () => {
    const asked = (need: string) =>
      follow('or KPMG', { c1: 'location: Berlin', c2: `${need}experience: EY` });
    const experience = ['EY or KPMG'];
    const required = { targetCriteria: { location: 'Berlin', experience }, preferred: [] };
    expect(asked('')).toMatchObject(required);
    expect(asked('preferred ')).toMatchObject({ ...required, preferred: experience });
  });

  it('excludes people, and prefers a place besides the required one', () => {
    expect(follow('hide SAP people', EARLIER)['excluded']).toEqual([{ subject: 'experience', text: 'SAP' }]);
    const reply = follow('preferably in Munich', EARLIER);
    expect(reply).toMatchObject({
      targetCriteria: { location: 'Munich' },
      preferred: ['Munich'],
      removed: [],
    });
    expect(reply['googleSearchQuery']).toContain('"Berlin"');
  });

  it('drops the school but not the degree or what is excluded', () => {
    const criteria = {
      c1: 'education: Stanford University',
      c2: 'excluded education: MBA',
      c3: 'education: PhD',
    };
    expect(follow('remove the school', criteria)['removed']).toEqual(['c1']);
    expect(follow('remove the degree', criteria)['removed']).toEqual(['c2', 'c3']);
  });
});

describe('a simulated model’s verdict', () => {
  const judged = (title: string, snippet: string, criteria: Record<string, string>) => {
    const profiles = [{ index: 0, url: 'u', title, snippet }];
    const reply = readJson(
      answerCarefully(
        'scoring',
        JSON.stringify({ request: 'x', criteria, profiles }),
        { type: 'json_object' },
        '',
      ),
    );
    return JSON.stringify(reply['profiles']);
  };

  it('accepts either of two alternatives', () => {
    const criteria = { c1: 'experience: Bain & Company or Boston Consulting Group' };
    expect(judged('Ana Poma - Consultant - BCG', 'Experience: BCG', criteria)).toContain('"verdict":"met"');
    expect(judged('Ana Poma - Consultant - EY', 'Experience: EY', criteria)).not.toContain('"verdict":"met"');
  });

  it('recognises a language by its own name, not by its country’s', () => {
    const criteria = { c1: 'experience: speaks German' };
    expect(judged('Ana Poma - Nurse', 'Speaks English and German.', criteria)).toContain('"met"');
    expect(judged('Ana Poma - Nurse', 'Based in Berlin, Germany.', criteria)).not.toContain('"met"');
  });

  it('does not mistake a school’s name for a profession', () => {
    const criteria = { c1: 'profession: chef' };
    expect(judged('Ana Poma - Cleaner', 'Education: James Cook University', criteria)).not.toContain('"met"');
  });
});
