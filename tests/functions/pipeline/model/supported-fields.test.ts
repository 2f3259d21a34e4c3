import { describe, expect, it } from 'vitest';
import { readResult } from '#functions/pipeline/evidence/local-reading.ts';
import type { FormattedProfile } from '#functions/pipeline/model/prompts/formatting.ts';
import { shownFields, supportedFields } from '#functions/pipeline/model/supported-fields.ts';
import type { Criterion } from '#shared/criteria.ts';

const criteria = { interests: [], experience: [] };
const NOTHING: FormattedProfile = {
  location: '',
  currentPosition: undefined,
  education: undefined,
  tags: [],
  summary: '',
  relevanceScore: undefined,
  fullName: '',
  headline: '',
};

/** The fields shown for a search result after a model has read it. */
const show = (headline: string, snippet: string, model: Partial<FormattedProfile>) => {
  const found = { title: `Ada Quispe - ${headline}`, snippet };
  return supportedFields({ ...NOTHING, ...model }, found, readResult(found, criteria));
};

describe('a company named by a model', () => {
  const company = (headline: string, snippet: string, name: string) =>
    show(headline, snippet, { currentPosition: { title: 'Engineer', company: name } }).currentPosition
      .company;

  it.each([
    ['Engineer at Quipu Works', '', 'Quipu Works'],
    ['Engineer', 'She builds bridges at Quipu Works.', 'Quipu Works'],
    ['Engineer | jazz', 'Experience: Quipu Works Education: Larkmoor Institute', 'Quipu Works'],
    ['Ingeniera en Perú Minero', '', 'Peru Minero'],
    ['Amministratore Delegato di Quipu Works', '', 'Quipu Works'],
    ['Directrice du Crédit Quipu', '', 'Crédit Quipu'],
  ])('is shown if "%s", "%s" mentions it: %s', (headline, snippet, name) => {
    expect(company(headline, snippet, name)).toBe(name);
  });

  it.each([
    ['Engineer at California ...', 'Peruvian', 'California', ''],
    ['Engineer at California ...', 'Location: Los Angeles, California, United States', 'California', ''],
    [
      'Engineer at California Institute of Technology ("Caltech")',
      '',
      'California',
      'California Institute of Technology ("Caltech")',
    ],
    ['Engineer at California ...', 'Experience: California Bakers', 'California', 'California Bakers'],
    ['Engineer | fintech and ...', '', 'fintech and', ''],
    ['Engineer', 'Peruvian', 'Quipu Works', ''],
    ['Engineer', 'Education: Larkmoor Institute', 'Larkmoor Institute', ''],
    ['Engineer at University of Kiel', '', 'University', 'University of Kiel'],
    ['Engineer at Quipu Works', '', 'Unknown', 'Quipu Works'],
    ['Engineer at Quipu Works | LinkedIn', '7 connections on LinkedIn.', 'LinkedIn', 'Quipu Works'],
  ])('from "%s", "%s" is not shown as "%s" but as "%s"', (headline, snippet, name, shown) => {
    expect(company(headline, snippet, name)).toBe(shown);
  });
});

describe('a role named by a model', () => {
  it.each([
    ['Engineer and poet', 'Engineer', 'Engineer'],
    ['Poet, engineer', 'Engineer', 'Engineer'],
    ['Former Engineer', 'Engineer', ''],
    ['Poet', 'Former poet', 'Poet'],
    ['Poet', 'Astronaut', 'Poet'],
    ['Software ...', 'Software', ''],
  ])('in "%s": "%s" is shown as "%s"', (headline, title, shown) => {
    const position = { title, company: '' };
    expect(show(headline, '', { currentPosition: position }).currentPosition.title).toBe(shown);
  });
});

describe('a place named by a model', () => {
  it.each([
    ['Peruvian living in Boston, United States.', 'Boston, United States', 'Boston, United States'],
    ['Location: Lima, Peru', 'Lima', 'Lima'],
    ['Originally from Lima, Peru, now living in Boston.', 'Boston', 'Boston'],
    ['Originally from Lima, Peru, now living in Boston.', 'Lima, Peru', 'Boston'],
    ['Born and raised in Lima, Peru.', 'Peru', ''],
    ['Lives in Boston', 'Boston, Massachusetts', 'Boston'],
    ['Education: University of California', 'California', ''],
    ['Studied at Politecnico di Milano', 'Milano', ''],
    ['Studied at California Institute of Technology', 'California', ''],
    ['Greater Boston Area. Location: Greater Boston Area', 'Boston', 'Greater Boston Area'],
  ])('in "%s": "%s" is shown as "%s"', (snippet, location, shown) => {
    expect(show('Poet', snippet, { location }).location).toBe(shown);
  });
});

describe('an education named by a model', () => {
  it.each([
    [
      'Studied Chemistry at Larkmoor Institute (MS).',
      { school: 'Larkmoor Institute', degree: 'MS, Chemistry' },
      { school: 'Larkmoor Institute', degree: 'MS, Chemistry' },
    ],
    ['Experience: Quipu Works', { school: 'Quipu Works', degree: 'PhD' }, { school: '', degree: '' }],
    [
      'Education: Larkmoor Institute',
      { school: 'Larkmoor', degree: 'Unknown' },
      { school: 'Larkmoor Institute', degree: '' },
    ],
  ])('is shown only as far as the result supports it: "%s"', (snippet, education, shown) => {
    expect(show('Poet', snippet, { education }).education).toEqual(shown);
  });
});

it('shows the model’s own keywords, but no fragments or labels', () => {
  const tags = ['fintech and', 'artificial', 'Education', 'Mentoring', 'LinkedIn profile'];
  expect(show('Poet | artificial ...', 'Education: Larkmoor Institute', { tags }).tags).toEqual([
    'Mentoring',
  ]);
});

it('shows neither alternatives nor the person’s names as keywords', () => {
  const tags = ['University of Oxford or MBA', 'Quispe', 'ada quispe', 'Trial law'];
  expect(show('Poet', '', { tags }).tags).toEqual(['Trial law']);
});

describe('a missing place and school', () => {
  const criteria: Criterion[] = [
    { id: 'c1', subject: 'location', text: 'Boston or United States', need: 'required' },
    { id: 'c2', subject: 'education', text: 'Dartmouth College or MBA', need: 'required' },
    { id: 'c3', subject: 'location', text: 'Lima', need: 'excluded' },
  ];
  const fill = (fields: Parameters<typeof shownFields>[0], place: string, study: string) =>
    shownFields(fields, criteria, [
      { criterionId: 'c1', verdict: 'met', quote: place, source: 'title' },
      { criterionId: 'c2', verdict: 'met', quote: study, source: 'title' },
      { criterionId: 'c3', verdict: 'met', quote: 'not in Lima', source: 'title' },
    ]);

  it('are filled in from the words of a quote', () => {
    expect(fill({}, 'Nurse in the United States', 'Dartmouth College alumna')).toEqual({
      location: 'United States',
      education: { school: 'Dartmouth College', degree: '' },
    });
  });

  it('are not filled in from other words, and never replace known ones', () => {
    expect(fill({}, 'Nurse in Chicago', 'MBA')).toEqual({
      location: '',
      education: { school: '', degree: '' },
    });
    const known = { location: 'Cusco', education: { school: 'Larkmoor Institute', degree: 'PhD' } };
    expect(fill(known, 'Boston', 'Dartmouth College')).toEqual(known);
  });
});

it('shows the model’s headline only if it uses the result’s own words', () => {
  expect(show('Poet and engineer', '', { headline: 'Engineer and poet' }).headline).toBe('Engineer and poet');
  expect(show('Poet and engineer', '', { headline: 'Astronaut' }).headline).toBe('Poet and engineer');
});
