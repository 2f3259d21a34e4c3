import { cleanText, hasHiddenText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { FoundProfile, PageRead, SearchQuery, TargetCriteria } from '#shared/results.ts';
import type { Basis } from '#shared/search-request.ts';
import type { SearchDeps } from './context.ts';
import { completeQuery } from './criteria.ts';
import { applySensitivity } from './sensitive.ts';
import { EITHER } from './words.ts';

/*
 * An answer that is gone on from, read back from what a page says of it. The page may say anything: texts are cleaned and bounded like
 * those of the web, and the query stays one for profile pages.
 */

/** In characters. */
const LONGEST_CRITERION = 200;
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1_000;

/** The query of the answer, with its criteria as the deployment counts them. */
export function queryOf(
  { request, brief, googleSearchQuery, criteria: told, alternativeSearchTerms }: Basis,
  { sensitiveCriteria = 'score' }: Pick<SearchDeps, 'sensitiveCriteria'>,
): SearchQuery {
  const cleaned = told
    .map((each) => ({ ...each, text: cleanText(each.text, LONGEST_CRITERION) }))
    .filter(({ text }) => text !== '');
  const { criteria, sensitive } = applySensitivity(cleaned, request, sensitiveCriteria);
  return {
    googleSearchQuery: completeQuery(googleSearchQuery, cleaned),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    ...(alternativeSearchTerms && { alternativeSearchTerms }),
    ...(brief !== undefined && { brief }),
  };
}

function targetOf(criteria: readonly Criterion[]): TargetCriteria {
  const texts = (wanted: Criterion['subject']): string[] =>
    criteria
      .filter(({ subject, need, isUnscored }) => subject === wanted && need !== 'excluded' && !isUnscored)
      .map(({ text }) => text);
  const field = (subject: Criterion['subject']) => texts(subject).join(EITHER) || undefined;
  return {
    nationality: field('nationality'),
    location: field('location'),
    education: field('education'),
    profession: field('profession'),
    interests: texts('interest'),
    experience: texts('experience'),
  };
}

/** The pages behind the answer; where the page does not know them, the first two of its query, and those that somebody was found on. */
export function pagesReadOf({ pagesRead, people }: Basis, { googleSearchQuery }: SearchQuery): PageRead[] {
  if (pagesRead !== undefined) return pagesRead;
  const found = people.flatMap(({ foundBy }) => foundBy ?? []);
  const first = [1, 2].map((page) => ({ query: googleSearchQuery, page }));
  return [...first, ...found].map((each) => ({ ...each, isLast: false }));
}

/** Somebody of the answer, by the canonical URL of their profile. */
export function personOf({ people }: Basis, url: string): Basis['people'][number] | undefined {
  const person = people.find((each) => each.url === url);
  return person && { ...person, ...cleanTexts(person) };
}

const cleanTexts = ({ title, snippet, hasHiddenText: isHiding }: FoundProfile) => ({
  title: cleanText(title, LONGEST_TITLE),
  snippet: cleanText(snippet, LONGEST_SNIPPET),
  ...((isHiding || [title, snippet].some((text) => hasHiddenText(text.slice(0, LONGEST_SNIPPET * 2)))) && {
    hasHiddenText: true,
  }),
});
