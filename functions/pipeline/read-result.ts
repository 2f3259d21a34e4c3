import type { DisplayProfile } from '#shared/display.ts';
import type { TargetCriteria } from '#shared/search-query.ts';
import type { FoundProfile } from '#shared/search-results.ts';
import { mentions } from './mentions.ts';

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
