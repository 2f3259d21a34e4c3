import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alternativeTermsFor,
  completeQuery,
  queryFor,
  withoutOwnExclusions,
} from '#functions/pipeline/criteria/google-query.ts';
import type { Criterion } from '#shared/criteria.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

describe('the Google query of a request', () => {
  const excluded = (text: string): Criterion => ({ id: 'c1', subject: 'experience', text, need: 'excluded' });
  const wanted = (text: string): Criterion => ({ id: 'c2', subject: 'profession', text, need: 'required' });

  it('has every exclusion exactly once, whatever the model wrote', () => {
    for (const query of [
      '("CFO" OR "Deloitte") "Peru"',
      'site:linkedin.com/in -Deloitte ("CFO") ("deloitte") "Peru"',
    ])
      expect(completeQuery(query, [wanted('CFO'), excluded('Deloitte')])).toBe(
        'site:linkedin.com/in -"Deloitte" ("CFO") "Peru"',
      );
  });

  it.each<[string, Criterion[], string]>([
    ['"lawyer" ("recruiter" OR "talent acquisition")', [excluded('recruiter')], '-"recruiter" "lawyer"'],
    [
      'lawyer "recruiter" OR "talent acquisition" OR sourcer Lima',
      [excluded('recruiter')],
      '-"recruiter" lawyer Lima',
    ],
    [
      '("United States" OR "USA" OR "US") "engineer" "USA"',
      [{ id: 'c1', subject: 'location', text: 'US', need: 'excluded' }],
      '-"US" "engineer"',
    ],
    [
      '("data scientist" OR "data analyst" OR "statistician")',
      [wanted('data scientist'), excluded('data analyst')],
      '-"data analyst" ("data scientist" OR "statistician")',
    ],
    [
      '("Europe" OR "United Kingdom" OR "Ireland") "nurse"',
      [
        { id: 'c1', subject: 'location', text: 'Europe', need: 'required' },
        { id: 'c2', subject: 'location', text: 'UK', need: 'excluded' },
      ],
      '-"UK" ("Europe" OR "Ireland") "nurse"',
    ],
    ['Lima "Google" OR "Meta"', [wanted('Meta'), excluded('Google')], '-"Google" Lima "Meta"'],
    ['"lawyer" -("recruiter" OR "sourcer")', [excluded('recruiter')], '-"recruiter" "lawyer" -"sourcer"'],
  ])('does not ask for an excluded thing under another name: %s', (query, criteria, sent) => {
    expect(completeQuery(query, criteria)).toBe(`site:linkedin.com/in ${sent}`);
    expect(completeQuery(completeQuery(query, criteria), criteria)).toBe(`site:linkedin.com/in ${sent}`);
  });

  it('does not rule out an employer whose name the wanted profession contains', () => {
    const criteria = [wanted('SAP consultant'), excluded('SAP')];
    expect(completeQuery(withoutOwnExclusions('"SAP consultant" -"SAP"', criteria), criteria)).toBe(
      'site:linkedin.com/in "SAP consultant"',
    );
  });

  it('still asks for the home country of people who are to live elsewhere', () => {
    const criteria: Criterion[] = [
      { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' },
      { id: 'c2', subject: 'location', text: 'Peru', need: 'excluded' },
    ];
    for (const query of ['("Peruvian" OR "Peru") "chef"', '("Peruvian" OR "Peru") "chef" -"Peru"'])
      expect(completeQuery(withoutOwnExclusions(query, criteria), criteria)).toBe(
        'site:linkedin.com/in ("Peruvian" OR "Peru") "chef"',
      );
  });

  it.each<[string, string, string]>([
    ['engineers in Lima, no PhD required', '"engineer" "Lima" -"PhD" -doctorate', '"engineer" "Lima"'],
    [
      'engineers in Lima, not recruiters',
      '"engineer" "Lima" -recruiter -"talent acquisition" -student -inurl:dir',
      '-"recruiter" "engineer" "Lima" -"talent acquisition" -inurl:dir',
    ],
  ])('drops exclusions that the model made up: %s', async (content, query, sent) => {
    const reply = {
      googleSearchQuery: query,
      targetCriteria: { profession: 'engineer', location: 'Lima' },
      alternativeSearchTerms: [query],
    };
    const run = await runPipeline(fakeProviders({ replies: { query: () => reply } }), {
      content,
      deepResearch: false,
    });
    const { googleSearchQuery, alternativeSearchTerms } = messageOf(run)?.metadata?.searchQuery ?? {};
    expect(googleSearchQuery).toBe(`site:linkedin.com/in ${sent}`);
    expect(alternativeSearchTerms).toEqual([expect.not.stringMatching(/PhD|doctorate|student/)]);
  });

  it.each([
    ['speaks Spanish', '"Spanish"'],
    ['fluent in German', '"German"'],
    ['German speaker', '"German"'],
    ['must speak fluent German', '"German"'],
    ['native German speaker', '"German"'],
    ['German (C1) or French', '("German" OR "French")'],
    ['ex-Google', '"Google"'],
    ['formerly with EY', '"EY"'],
    ['currently at a startup', '"startup"'],
    ['worked at Deloitte or KPMG', '("Deloitte" OR "KPMG")'],
    ['background in banking', '"banking"'],
    ['5+ years of Python', '"Python"'],
    ['5+ years’ experience in fintech', '"fintech"'],
    ['between 5 and 10 years of experience', ''],
    ['habla alemán', '"alemán"'],
    ['5+ years of experience', ''],
    ['5+ years of experience or AWS', ''],
    ['Public Speaking', '"Public Speaking"'],
    ['keynote speaker', '"keynote speaker"'],
    ['speaks Quechua', '"Quechua"'],
    ['working capital', '"working capital"'],
    ['interest rates', '"interest rates"'],
    ['of counsel', '"of counsel"'],
    ['AWS, or similar', '"AWS"'],
    ['5 or more years of sales', '"sales"'],
    ['3 years or more', ''],
    ['Python or other languages', '"Python"'],
    ['further or higher education', '("further" OR "higher education")'],
  ])('asks for words found on pages, not for level, duration or time: %s', (text, words) => {
    const criterion = { id: 'c1', subject: 'experience', text, need: 'required' } as const;
    expect(queryFor([wanted('engineer'), criterion])).toBe(`site:linkedin.com/in "engineer" ${words}`.trim());
  });

  it('asks for any of several places, each with its country', () => {
    const places = { id: 'c1', subject: 'location', text: 'Berlin, Germany or Munich, Germany' } as const;
    expect(queryFor([{ ...places, need: 'required' }])).toBe(
      'site:linkedin.com/in ("Berlin, Germany" OR "Munich, Germany")',
    );
  });

  it('asks for years if there is nothing else to ask for', () => {
    const years = { id: 'c1', subject: 'experience', text: '5+ years', need: 'required' } as const;
    expect(queryFor([years])).toBe('site:linkedin.com/in "5+ years"');
  });

  it('has shorter alternatives made of the required criteria, in words found on pages', () => {
    const worked = {
      id: 'c3',
      subject: 'experience',
      text: 'worked at Deloitte or KPMG',
      need: 'required',
    } as const;
    const lives = { id: 'c4', subject: 'location', text: 'Lima', need: 'required' } as const;
    const likes = { id: 'c5', subject: 'interest', text: 'chess', need: 'preferred' } as const;
    expect(alternativeTermsFor([wanted('CFO'), worked, lives, likes, excluded('Meta')])).toEqual([
      'CFO Deloitte KPMG Lima',
      'CFO Deloitte KPMG',
    ]);
    expect(alternativeTermsFor([wanted('CFO'), likes])).toEqual(['CFO']);
  });

  it('ignores an exclusion that is only quotation marks', () => {
    expect(completeQuery('"CFO"', [excluded('""')])).toBe('site:linkedin.com/in "CFO"');
  });

  it.each([
    ['("ML engineer" OR "data scientist)', '("ML engineer" OR "data scientist")'],
    ['("ML engineer OR "data scientist")', '("ML engineer OR " data scientist)'],
    ['intitle:"profiles ', 'intitle:"profiles"'],
    ['lawyer -"', 'lawyer'],
  ])('closes a phrase whose quotation mark is missing: %s', (query, complete) => {
    expect(completeQuery(query, [])).toBe(`site:linkedin.com/in ${complete}`);
  });

  it('is not changed by completing it again, however malformed it was', () => {
    const parts = fc.constantFrom(
      ...['"', '(', ')', '-', ' ', 'OR', ' OR ', 'Lima', '"ML engineer"', 'intitle:', '-"Deloitte"'],
      ...['site:linkedin.com/in', 'site:pe.linkedin.com/in', 'data ', '|', ':'],
    );
    const queries = fc.array(parts, { maxLength: 60, size: 'max' }).map((all) => all.join(''));
    fc.assert(
      fc.property(queries, fc.boolean(), (query, isExcluding) => {
        const criteria = isExcluding ? [wanted('ML engineer'), excluded('Deloitte')] : [];
        const once = completeQuery(query, criteria);
        expect(completeQuery(once, criteria)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('stays as the model wrote it if nothing is excluded', () => {
    const query = 'site:linkedin.com/in ("seed" OR "angel") "investor" -jobs';
    expect(completeQuery(query, [])).toBe(query);
  });

  it.each([
    ['an operator’s phrase', '("Peru" OR intitle:"Lima") -intitle:"profiles" -inurl:"dir/"'],
    ['an operator’s group', 'intitle:("lawyer" OR "attorney") -inurl:("dir" OR "jobs")'],
  ])('keeps %s with its operator', (_, query) => {
    expect(completeQuery(query, [])).toBe(`site:linkedin.com/in ${query}`);
    expect(withoutOwnExclusions(query, [])).toBe(query);
  });

  it.each([
    ['site:linkedin.com/in/ "a"', 'site:linkedin.com/in/ "a"'],
    ['"a" site:pe.linkedin.com/in', 'site:pe.linkedin.com/in "a"'],
    ['site:www.linkedin.com/in/ "a"', 'site:www.linkedin.com/in/ "a"'],
    ['"a" site:linkedin.com "b"', 'site:linkedin.com/in "a" "b"'],
    ['(site:linkedin.com/in OR site:linkedin.com/pub) "a"', 'site:linkedin.com/in "a"'],
    [
      '"a" site:pe.linkedin.com/in OR site:cl.linkedin.com/in "b" -site:linkedin.com/company',
      'site:linkedin.com/in "a" "b" -site:linkedin.com/company',
    ],
    ['site:notlinkedin.com/in "a"', 'site:linkedin.com/in site:notlinkedin.com/in "a"'],
  ])('is limited to profile pages exactly once: %s', (query, sent) => {
    expect(completeQuery(query, [])).toBe(sent);
    expect(completeQuery(sent, [])).toBe(sent);
  });

  it.each([
    ['"a") OR "b"', '"a" OR "b"'],
    [')', ''],
    ['(OR "a" OR OR "b" OR) OR', '("a" OR "b")'],
    ['(("a" OR ("b"', '(("a" OR ("b")))'],
    ['-"c" OR "a"', '-"c" "a"'],
    ['('.repeat(2_000), ''],
    ['()'.repeat(1_000), ''],
  ])('repairs malformed groups and alternatives: %.30s', (query, whole) => {
    expect(completeQuery(query, [])).toBe(`site:linkedin.com/in ${whole}`.trim());
  });

  it('stays within 500 characters and 32 words, with exclusions kept and groups closed', () => {
    for (const phrase of ['("aaaa bbbb" OR "cccc") ', `"${'x'.repeat(80)}" `]) {
      const query = completeQuery(phrase.repeat(40), [excluded('Deloitte')]);
      const words = query
        .replace(/[()"]/g, ' ')
        .split(/\s+/)
        .filter((word) => word && word !== 'OR');
      expect(query.startsWith('site:linkedin.com/in -"Deloitte" ')).toBe(true);
      expect(query.length).toBeLessThanOrEqual(500);
      expect(words.length).toBeLessThanOrEqual(32);
      expect(query.split('(').length).toBe(query.split(')').length);
    }
  });

  it('keeps the restriction to one country’s profile pages, however much is excluded', () => {
    const terms = Array.from({ length: 9 }, (_, index) => `"required term ${index}"`).join(' ');
    const firms = ['Deloitte', 'Ernst and Young', 'Bain', 'Boston Consulting Group', 'KPMG'].map(excluded);
    const query = completeQuery(`${terms} site:pe.linkedin.com/in`, firms);
    expect(query).toMatch(/^site:pe\.linkedin\.com\/in -"Deloitte" /);
    expect(query.match(/site:/g)).toHaveLength(1);
  });

  it('is also read from replies without the newer fields', async () => {
    const reply = { googleSearchQuery: '"Peru"', targetCriteria: { location: 'Peru', interests: null } };
    const run = await runPipeline(fakeProviders({ replies: { query: () => reply } }), {
      deepResearch: false,
    });
    expect(messageOf(run)?.metadata?.searchQuery).toMatchObject({
      googleSearchQuery: 'site:linkedin.com/in "Peru"',
      criteria: [{ subject: 'location', text: 'Peru', need: 'required' }],
    });
  });
});
