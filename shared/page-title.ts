import { withoutEllipsis } from './fragment.ts';

/* The title of a profile page as search engines give it: "Name - Headline | LinkedIn". */

/** Who works there has it twice: 'Engineer - LinkedIn | LinkedIn'. */
const SITE_SUFFIX = /(?<!\s)\s*[|–-]\s*LinkedIn(?:\s+\p{L}+)?[\s.…]*$/iu;
export const TITLE_SEPARATOR = /\s+([-–—|])\s+/;

/** A title without the name of the site at its end. */
export const withoutSite = (title: string): string => title.replace(SITE_SUFFIX, '');

/** A title's name and headline; `isCut` says that the headline has no end. Whatever stands first is the name, cut or not. */
export function splitTitle(title: string): { fullName: string; headline: string; isCut: boolean } {
  const { text, isCut } = withoutEllipsis(withoutSite(title));
  const [fullName = '', ...rest] = text.split(TITLE_SEPARATOR);
  const headline = rest.slice(1).join(' ').trim();
  return { fullName: fullName.trim(), headline, isCut: isCut && headline !== '' };
}

/** The person's name: what stands before the first separator. */
export const nameFromTitle = (title: string): string => splitTitle(title).fullName;

/** What people put behind their name: 'Ana Poma, PhD, SHRM-SCP (She/Her)', with two capitals each, which 'Poma, Ana' has not. */
const CREDENTIALS =
  /(?<=\p{Ll}[^,]*)(?:,\s*(?=[^\s,]*\p{Lu}[^\s,]*\p{Lu})[\p{L}.®-]{2,10})+(?:\s*\([^)]*\))?$/u;

/** The name without credentials behind it. */
export const withoutCredentials = (name: string): string => name.replace(CREDENTIALS, '');
