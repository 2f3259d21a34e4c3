import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

/* Criteria, and how they are judged by the words of a profile: by code alone, and after a model's claim. */

export const criterion = (
  id: string,
  subject: Criterion['subject'],
  text: string,
  need: Criterion['need'] = 'required',
): Criterion => ({ id, subject, text, need });

export type Row = readonly [subject: Criterion['subject'], text: string, quote: string];

export const PROFILE = {
  title: 'Rumi Quispe - Senior Management Consultant - McKinsey & Company | LinkedIn',
  snippet:
    'Born in Lima, Peru. Speaks Spanish. Machine learning fan. No interest in sales. · Experience: McKinsey & Company · Education: Dartmouth College · Location: Boston, Massachusetts · 500+ connections on LinkedIn.',
};
/** Without a place. */
export const RECORD = recordOf('https://www.linkedin.com/in/rumi-quispe', {
  city: null,
  state: null,
  country: null,
  education: [{ school: 'Lund University', degree_name: 'Bachelor of Science - BSc', field_of_study: 'Law' }],
});

/** The findings after a model’s claim with this quote. */
export const weigh = (
  [subject, text, quote]: Row,
  verdict: 'met' | 'notMet',
  need: Criterion['need'] = 'required',
  sources = sourcesOf(PROFILE, RECORD),
) => weighClaims([{ id: 'c1', verdict, quote }], [criterion('c1', subject, text, need)], sources);

export type Page = readonly [headline: string, snippet?: string, record?: Partial<ProfileRecord>];

export const sourcesFor = ([headline, snippet = '', record]: Page) =>
  sourcesOf(
    { title: `Ana Poma - ${headline} | LinkedIn`, snippet },
    record && recordOf('https://www.linkedin.com/in/ana-poma', { experiences: [], education: [], ...record }),
  );

/** The verdict by code alone, and whether a model’s claim with this quote holds. */
export const judge = (subject: Criterion['subject'], text: string, page: Page, quote: string) => {
  const criteria = [criterion('c1', subject, text)];
  const sources = sourcesFor(page);
  return [
    findingsOf(criteria, sources).verdicts[0]?.verdict,
    weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources).held,
  ];
};

/** The verdict by code alone on a page with this headline. */
export const verdictOf = ([subject, text, headline]: Row, need: Criterion['need'] = 'required') =>
  findingsOf([criterion('c1', subject, text, need)], sourcesFor([headline])).verdicts[0]?.verdict;

/** 1 if a claim holds whose quote is the whole headline, 0 if it is struck. */
export const heldOf = (row: Row, verdict: 'met' | 'notMet') =>
  weigh(row, verdict, 'required', sourcesOf({ title: `Ana - ${row[2]}`, snippet: '' })).held;

/** The verdict by code alone on a place, by a location. */
export const located = (text: string, place: string) => {
  const sources = sourcesOf({ title: 'Ana Poma', snippet: `Nurse. · Location: ${place}` });
  return findingsOf([criterion('c1', 'location', text)], sources).verdicts[0]?.verdict;
};
