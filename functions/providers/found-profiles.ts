import * as v from 'valibot';
import { cleanText, hasHiddenText } from '#shared/clean-text.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { FoundProfile } from '#shared/results.ts';

/* The results on the pages of a web search, and the people among them. */

/** Far more than any honest page has: results, and facts about one person. Longer lists are cut before they are read. */
const MAX_RESULTS = 100;
const MAX_FACTS_READ = 10;

const text = v.fallback(v.string(), '');
const isText = (value: unknown): value is string => typeof value === 'string';
const Facts = v.pipe(
  v.array(v.unknown()),
  v.transform((all) => all.slice(0, MAX_FACTS_READ).filter(isText)),
);
const OrganicResult = v.object({
  link: v.string(),
  title: text,
  snippet: text,
  /** What the search engine shows about the person besides the snippet: place, role and employer, in this order, or some of them. */
  facts: v.fallback(Facts, []),
});
/** One result on a page. */
export type OrganicResult = v.InferOutput<typeof OrganicResult>;

/**
 * The results of a page, in order. Malformed entries are skipped, so that one of them does not lose the others.
 * @param adapt turns a provider's result into one with `facts`
 */
export const organicResults = (adapt: (entry: unknown) => unknown = (entry) => entry) =>
  v.pipe(
    v.optional(v.nullable(v.array(v.unknown())), null),
    v.transform((list): OrganicResult[] =>
      (list ?? []).slice(0, MAX_RESULTS).flatMap((entry) => {
        const result = v.safeParse(OrganicResult, adapt(entry));
        return result.success ? [result.output] : [];
      }),
    ),
  );

/** A page of a query's results. */
interface ResultsPage {
  query: string;
  number: number;
  page: { results: readonly OrganicResult[] };
}

/** In characters (code points). */
const MAX_TITLE_LENGTH = 300;
const MAX_SNIPPET_LENGTH = 1_000;

const MAX_FACT_LENGTH = 120;
/** Place, role and employer. */
const MAX_FACTS = 3;

/** Counts such as '8.2K+ followers' say nothing about the person. */
const isAboutPerson = (fact: string): boolean =>
  /\p{L}/u.test(fact) && !/\d\s*[KMB]?\+?\s+(?:followers?|connections?)\b/i.test(fact);

/** Checks only the part that the cleaned text is made from. */
const containsHiddenText = (text: string): boolean => hasHiddenText(text.slice(0, MAX_SNIPPET_LENGTH * 2));

/**
 * The distinct profiles among search results, in order, with positions counted from 1. Results that are not profile pages are left out.
 * A person found twice keeps the first position, with a missing title or snippet filled in from the later result. `foundBy` is set for
 * people found by a query other than the search's own.
 */
export function profilesIn(pages: readonly ResultsPage[], ownQuery: string): FoundProfile[] {
  const results = pages.flatMap(({ query, number, page }) =>
    page.results.map((result) => ({
      ...result,
      ...(query !== ownQuery && { foundBy: { query, page: number } }),
    })),
  );
  const byUrl = new Map<string, Omit<FoundProfile, 'url' | 'position'> & { facts: readonly string[] }>();
  for (const result of results) {
    const url = canonicalProfileUrl(result.link);
    if (url === undefined) continue;
    const title = cleanText(result.title, MAX_TITLE_LENGTH);
    const snippet = cleanText(result.snippet, MAX_SNIPPET_LENGTH);
    const known = byUrl.get(url);
    const facts = result.facts.map((fact) => cleanText(fact, MAX_FACT_LENGTH)).filter(isAboutPerson);
    const hidesText =
      known?.hasHiddenText || [result.title, result.snippet, ...result.facts].some(containsHiddenText);
    const { foundBy } = known ?? result;
    byUrl.set(url, {
      title: known?.title || title,
      snippet: known?.snippet || snippet,
      facts: known?.facts.length ? known.facts : facts.slice(0, MAX_FACTS),
      ...(hidesText && { hasHiddenText: true }),
      ...(foundBy && { foundBy }),
    });
  }
  return Array.from(byUrl, ([url, { facts, ...texts }], index) => ({
    url,
    ...texts,
    snippet: withFacts(texts, facts),
    position: index + 1,
  }));
}

/** 'Boston, Massachusetts', 'Greater Munich', 'San Francisco Bay Area'. */
const PLACE_PATTERN = /,|^Greater\s|\s(?:Area|Region|Metroplex)$/;

/** The words of a text, between spaces. */
const spacedWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * The snippet with the facts in front of it, labelled as LinkedIn labels them in snippets, so that both are read alike. Facts that the
 * title or snippet already contain are left out.
 */
function withFacts(
  { title, snippet }: Pick<FoundProfile, 'title' | 'snippet'>,
  facts: readonly string[],
): string {
  // Whole words: 'EY' is not in 'Meyer', nor 'Peru' in 'Peruvian'.
  const shownWords = spacedWords(`${title} · ${snippet}`);
  const isComplete = facts.length === MAX_FACTS;
  const labelled = facts.map((fact, index) => {
    if (index === 0 && (isComplete || PLACE_PATTERN.test(fact))) return { fact, text: `Location: ${fact}` };
    return { fact, text: index === MAX_FACTS - 1 ? `Experience: ${fact}` : fact };
  });
  const missing = labelled
    .filter(({ fact }) => !shownWords.includes(spacedWords(fact)))
    .map(({ text }) => text);
  return [...missing, snippet].filter((part) => part !== '').join(' · ');
}
