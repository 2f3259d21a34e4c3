import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf } from '#functions/pipeline/evidence/evidence.ts';
import { verdictOf, weigh } from '../judging.ts';

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
    ['min 3 years, max. 5 years', '9 years in banking'],
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
    ['5+ years of Java or CFA', '2 years of Java'],
  ])('are neither shown nor contradicted by something else: %s by %j', (text, quote) => {
    expect([held(text, quote, 'met'), held(text, quote, 'notMet')]).toEqual([0, 0]);
  });

  it('count as shown if a model quotes the skill alone, but not by code', () => {
    expect(held('5+ years of Python', 'Python', 'met')).toBe(1);
    expect(verdictOf(['experience', '5+ years of Python', 'Python Developer'])).toBe('unclear');
  });

  it('are no number to count by where they are excluded: a page may state only some of them', () => {
    const quote = '2 years at Fernhollow Bank';
    const sources = sourcesOf({ title: 'Ana Poma', snippet: quote });
    const row = ['experience', '5+ years at Fernhollow Bank', quote] as const;
    expect(weigh(row, 'notMet', 'excluded', sources).held).toBe(1);
  });
});
