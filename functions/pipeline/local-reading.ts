import type { DisplayProfile, FoundProfile, TargetCriteria } from '#shared/results.ts';

/** What a search result itself says of a person. */
export type ReadProfile = Pick<
  DisplayProfile,
  'fullName' | 'headline' | 'location' | 'currentPosition' | 'education' | 'summary' | 'tags'
>;

const SITE_SUFFIX = /\s*[|–-]\s*LinkedIn.*$/i;
const CUT_OFF = /[\s|–—-]*(\.{3}|…)\s*$/;
const SEPARATOR = /\s+[-–—|]\s+/;
const BOILERPLATE =
  /\s*(·\s*)?[\d,.+]* (connections|followers) on LinkedIn.*$|\s*View .{1,80}profile on LinkedIn.*$/i;
const MOST_TAGS = 6;

/** The person's name: what stands before the first separator of LinkedIn's page titles ("Name - Headline | LinkedIn"). */
export function nameFromTitle(title: string): string {
  return titleParts(title)[0] ?? '';
}

/**
 * Reads a search result without a model, by LinkedIn's own conventions: the title is "Name - Headline - Company | LinkedIn", the
 * snippet holds "Experience: … · Education: … · Location: …". What is not said stays an empty string.
 */
export function readResult(
  { title, snippet }: Pick<FoundProfile, 'title' | 'snippet'>,
  criteria: TargetCriteria,
): ReadProfile {
  const [fullName = '', ...rest] = titleParts(title);
  const headline = rest.join(' - ');
  const text = snippet.replace(BOILERPLATE, '').replace(CUT_OFF, '');
  const experience = labelled(text, 'Experience');
  return {
    fullName,
    headline,
    location: labelled(text, 'Location'),
    currentPosition: readPosition(headline, experience),
    education: { school: labelled(text, 'Education'), degree: '' },
    summary: text,
    tags: matchedCriteria(`${title}\n${snippet}`, criteria),
  };
}

function titleParts(title: string): string[] {
  return title
    .replace(SITE_SUFFIX, '')
    .replace(CUT_OFF, '')
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function labelled(text: string, label: string): string {
  const match = new RegExp(`(?:^|·|\\s)${label}:\\s*([^·]+)`, 'i').exec(text);
  return match?.[1]?.replace(CUT_OFF, '').trim() ?? '';
}

function readPosition(headline: string, experience: string): DisplayProfile['currentPosition'] {
  const [, title, company] = /^(.+?)\s+(?:at|@)\s+(.+)$/i.exec(headline) ?? [];
  if (title !== undefined && company !== undefined) return { title, company };
  const [position = '', employer = experience] = headline.split(' - ');
  return { title: position, company: employer };
}

function matchedCriteria(text: string, criteria: TargetCriteria): string[] {
  const { nationality, profession, education, interests, experience } = criteria;
  const terms = [nationality, profession, education, ...interests, ...experience];
  const found = terms.filter((term) => term !== undefined).filter((term) => mentions(text, term));
  return [...new Set(found)].slice(0, MOST_TAGS);
}

const FALLBACK_SCORE = {
  base: 30,
  nationality: 20,
  location: 15,
  perInterestOrExperience: 10,
  maximum: 85,
} as const;

/** The local score of a profile no model has scored: from what its title and snippet mention. docs/behaviour.md#fallback-score */
export function fallbackScore(
  profile: Pick<FoundProfile, 'title' | 'snippet'>,
  criteria: TargetCriteria,
): number {
  const text = `${profile.title}\n${profile.snippet}`;
  const has = (term: string | undefined) => term !== undefined && mentions(text, term);
  const keywords = [...criteria.interests, ...criteria.experience].filter(has);
  const score =
    FALLBACK_SCORE.base +
    (has(criteria.nationality) ? FALLBACK_SCORE.nationality : 0) +
    (has(criteria.location) ? FALLBACK_SCORE.location : 0) +
    keywords.length * FALLBACK_SCORE.perInterestOrExperience;
  return Math.min(score, FALLBACK_SCORE.maximum);
}

/** Letter case, accents and compatibility forms folded, so that "Perú" is found as "peru". */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Scripts written without spaces: there a word has no edge to look for. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Stands between the words of a criterion that is met by any of them. */
export const EITHER = ' or ';

/** Whether the text has the term, or one of several, as whole words: "AI" is not in "Taiwan". A blank term is in nothing. */
export const mentions = (text: string, term: string): boolean =>
  term.split(EITHER).some((alternative) => hasWords(text, alternative));

function hasWords(text: string, term: string): boolean {
  const words = fold(term).trim();
  if (words === '') return false;
  if (UNSPACED.test(words)) return fold(text).includes(words);
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(fold(text));
}
