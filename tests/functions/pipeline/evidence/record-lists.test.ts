import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import { recordOf } from '#tests/support/fake-providers.ts';
import { criterion, type Row } from '../judging.ts';

const RECORD = recordOf('https://www.linkedin.com/in/rumi-quispe', {
  headline: null,
  languages: ['Spanish', 'German', 'Quechua', 'Italian'],
  languages_and_proficiencies: [
    { name: 'Spanish', proficiency: 'NATIVE_OR_BILINGUAL' },
    { name: 'German', proficiency: 'ELEMENTARY' },
    { name: 'Italian', proficiency: 'LIMITED_WORKING' },
  ],
  certifications: [
    { name: 'Certified Public Accountant (CPA)', ends_at: null },
    { name: 'Project Management Professional (PMP)®', ends_at: { year: 2999, month: 1, day: 1 } },
    { name: 'AWS Certified Solutions Architect – Associate', ends_at: null },
    { name: 'Google Data Analytics Certificate', ends_at: null },
    { name: 'Professional Scrum Master I', ends_at: null },
    { name: 'Certified Welder', ends_at: { year: 2019, month: 1, day: 1 } },
    { name: 'PhD Preparation Course, Lund University', ends_at: null },
  ],
  skills: ['Project Management', 'Kotlin', 'Salesforce'],
  volunteer_work: [
    { title: 'Teacher', company: 'Andean Children Foundation', description: 'Taught in Lima.' },
  ],
  accomplishment_projects: [{ title: 'Amazon price tracker', description: 'An open source library.' }],
  accomplishment_publications: [{ name: 'Speech recognition for Quechua' }],
  accomplishment_patents: [{ title: 'Soil moisture probe' }],
  accomplishment_honors_awards: [{ title: 'Fulbright Scholar' }],
});
const SOURCES = sourcesOf({ title: 'Rumi Quispe', snippet: '' }, RECORD);

const found = (subject: Criterion['subject'], text: string) =>
  findingsOf([criterion('c1', subject, text)], SOURCES).verdicts[0];

const claimed = ([subject, text, quote]: Row) =>
  weighClaims([{ id: 'c1', verdict: 'met', quote }], [criterion('c1', subject, text)], SOURCES).verdicts[0]
    ?.verdict;

describe('lists in a record other than jobs and schools', () => {
  it.each<Row>([
    ['interest', 'speaks Spanish', 'Spanish (native or bilingual)'],
    ['experience', 'fluent in Spanish', 'Spanish (native or bilingual)'],
    ['experience', 'native Spanish speaker', 'Spanish (native or bilingual)'],
    ['experience', 'speaks Quechua', 'Quechua'],
    ['experience', 'Quechua', 'Quechua'],
    ['experience', 'Italian', 'Italian (limited working)'],
    ['experience', 'conversational Italian', 'Italian (limited working)'],
    ['experience', 'basic German', 'German (elementary)'],
    ['education', 'CPA', 'Certified Public Accountant (CPA)'],
    ['profession', 'CPA', 'Certified Public Accountant (CPA)'],
    ['experience', 'CPA', 'Certified Public Accountant (CPA)'],
    ['experience', 'PMP', 'Project Management Professional (PMP)®'],
    ['experience', 'PMP certification', 'Project Management Professional (PMP)®'],
    ['experience', 'AWS certified', 'AWS Certified Solutions Architect'],
    ['experience', 'AWS certification', 'AWS Certified Solutions Architect'],
    ['experience', 'AWS', 'AWS Certified Solutions Architect'],
    ['experience', 'project management', 'Project Management'],
    ['interest', 'open source', 'An open source library.'],
    ['experience', 'speech recognition', 'Speech recognition for Quechua'],
    ['interest', 'Fulbright', 'Fulbright Scholar'],
    ['interest', 'soil moisture', 'Soil moisture probe'],
    ['interest', 'Andean Children Foundation', 'Teacher at Andean Children Foundation'],
  ])('show %s %s by %j', (...row) => {
    const [subject, text, quote] = row;
    expect(found(subject, text)).toMatchObject({ verdict: 'met', source: 'record' });
    expect(claimed(row)).toBe('met');
    expect(JSON.stringify(SOURCES)).toContain(quote);
  });

  it.each<Row>([
    ['nationality', 'Spanish', 'Spanish'],
    ['nationality', 'German', 'German (elementary)'],
    ['location', 'Spain', 'Spanish'],
    ['location', 'Peru', 'Taught in Lima.'],
    ['experience', 'speaks German', 'German'],
    ['experience', 'fluent in German', 'German (elementary)'],
    ['experience', 'fluent in Italian', 'Italian'],
    ['profession', 'accountant', 'Certified Public Accountant'],
    ['profession', 'architect', 'AWS Certified Solutions Architect'],
    ['profession', 'project manager', 'Project Management'],
    ['profession', 'teacher', 'Teacher at Andean Children Foundation'],
    ['education', 'master', 'Professional Scrum Master I'],
    ['education', 'PhD', 'PhD Preparation Course'],
    ['education', 'Lund University', 'Lund University'],
    ['experience', 'works at Google', 'Google Data Analytics Certificate'],
    ['experience', 'currently at Andean Children Foundation', 'Teacher at Andean Children Foundation'],
    ['experience', 'certified welder', 'Certified Welder'],
  ])('do not show %s %s by %j', (...row) => {
    const record = { ...RECORD, education: [] };
    const [subject, text, quote] = row;
    const sources = sourcesOf({ title: 'Rumi Quispe', snippet: '' }, record);
    const claims = [{ id: 'c1', verdict: 'met', quote }] as const;
    const criteria = [criterion('c1', subject, text)];
    expect(findingsOf(criteria, sources).verdicts[0]?.verdict).not.toBe('met');
    expect(weighClaims(claims, criteria, sources).verdicts[0]?.verdict).not.toBe('met');
  });

  it('leave it to the model whether a name is a firm or a tool', () => {
    expect(found('experience', 'Google')).toMatchObject({ verdict: 'unclear' });
    expect(found('experience', 'Amazon')).toMatchObject({ verdict: 'unclear' });
    expect(claimed(['experience', 'Amazon', 'Amazon price tracker'])).toBe('met');
  });

  it.each([
    ['Google', 'Google Data Analytics Certificate', 'unclear'],
    ['Amazon', 'Amazon price tracker', 'unclear'],
    ['Salesforce', 'Salesforce', 'notMet'],
    ['Kotlin', 'Kotlin', 'notMet'],
    ['AWS', 'AWS Certified Solutions Architect', 'notMet'],
  ])('exclude nobody for a firm that an entry is named after: not %s, by %j', (text, quote, verdict) => {
    const excluded = criterion('c1', 'experience', text, 'excluded');
    const claims = [{ id: 'c1', verdict: 'notMet', quote }] as const;
    expect(weighClaims(claims, [excluded], SOURCES).verdicts[0]).toMatchObject({ verdict });
  });
});
