import { describe, expect, it } from 'vitest';
import { answerCarefully } from '#infra/simulated/model/answer.ts';
import { readJson } from '#infra/simulated/model/values.ts';

const read = (user: string) => readJson(answerCarefully('query', user, undefined, ''));

describe('the query call reads', () => {
  it.each([
    ['engineers in Texas', { location: 'Texas', profession: 'engineer' }],
    ['lawyers in Virginia', { location: 'Virginia', profession: 'lawyer' }],
    ['product managers in Washington State', { location: 'Washington State', profession: 'product manager' }],
    ['data scientists in Baltimore, MD', { location: 'Baltimore, Maryland', profession: 'data scientist' }],
    ['nurses in Washington, D.C.', { location: 'Washington DC', profession: 'nurse' }],
    ['Ruby developers in Portland, Oregon', { location: 'Portland, Oregon', profession: 'developer' }],
    ['nurses in London or Dublin', { location: 'London or Dublin', profession: 'nurse' }],
    ['engineers formerly at Google in the DACH region', { location: 'DACH', experience: ['Google'] }],
    [
      'nurses of the Peruvian diaspora in Spain',
      { nationality: 'Peruvian', location: 'Spain', experience: [] },
    ],
  ])('places, also by the letters of a state: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['lawyers with an LLM', { education: 'LLM', interests: [] }],
    ['tax lawyers, LLM required', { education: 'LLM', profession: 'tax lawyer', experience: [] }],
    ['LLM engineers', { profession: 'LLM engineer', interests: [] }],
    ['researchers interested in LLMs', { interests: ['LLM'] }],
    ['MDs at private equity firms', { profession: 'managing director', experience: ['private equity'] }],
    ['MD with oncology experience', { profession: 'MD' }],
    ['MDs at hospital investment funds', { profession: 'MD' }],
  ])('what an abbreviation stands for: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it.each([
    ['works at a biotech in Boston', { interests: [], experience: ['biotech'] }],
    ['chemists in the biotech industry', { interests: [], experience: ['biotech'] }],
    ['chemists interested in biotech', { interests: ['biotech'], experience: [] }],
    ['analysts with government experience', { experience: ['government'] }],
    ['chemists, no PhD required', { experience: [] }],
  ])('where somebody works as no interest: %s', (request, target) => {
    expect(read(request)['targetCriteria']).toMatchObject(target);
  });

  it('alternatives as one, and asks the web for either', () => {
    const reply = read('consultants from Bain or BCG in Dubai, no interns');
    expect(reply).toMatchObject({
      targetCriteria: { experience: ['Bain & Company or Boston Consulting Group'], profession: 'consultant' },
      excluded: [{ subject: 'profession', text: 'intern' }],
    });
    expect(reply['googleSearchQuery']).toContain('("Bain" OR "Bain & Company" OR "BCG" OR');
  });
});

describe('a request that follows another is read', () => {
  const follow = (request: string, criteria: Record<string, string>) =>
    read(JSON.stringify({ request, earlier: { request: 'x', criteria, googleSearchQuery: 'x' } }));

  it.each([
    ['what about Barcelona or Valencia?', 'Barcelona or Valencia'],
    ['or in Valencia', 'Madrid or Valencia'],
    ['aussi à Lyon', 'Madrid or Lyon'],
  ])('as alternatives of its own or to what was before: %s', (request, location) => {
    const reply = follow(request, { c1: 'location: Madrid', c2: 'profession: doctor' });
    expect(reply['targetCriteria']).toMatchObject({ location, profession: 'doctor' });
  });

  it('as dropping the school, and not what is excluded or the degree', () => {
    const criteria = {
      c1: 'education: Stanford University',
      c2: 'excluded education: MBA',
      c3: 'education: PhD',
    };
    expect(follow('remove the school', criteria)['removed']).toEqual(['c1']);
    expect(follow('remove the degree', criteria)['removed']).toEqual(['c2', 'c3']);
  });
});

describe('somebody is judged by a simulated model', () => {
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

  it('by either of two alternatives', () => {
    const criteria = { c1: 'experience: Bain & Company or Boston Consulting Group' };
    expect(judged('Ana Poma - Consultant - BCG', 'Experience: BCG', criteria)).toContain('"verdict":"met"');
    expect(judged('Ana Poma - Consultant - EY', 'Experience: EY', criteria)).not.toContain('"verdict":"met"');
  });

  it('as no cook for a school that is called so', () => {
    const criteria = { c1: 'profession: chef' };
    expect(judged('Ana Poma - Cleaner', 'Education: James Cook University', criteria)).not.toContain('"met"');
  });
});
