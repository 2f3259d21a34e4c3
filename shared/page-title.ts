import { withoutEllipsis } from './fragment.ts';

/* The title of a profile page as search engines give it: "Name - Headline | LinkedIn". */

/** Matches only once, at the end: for people who work there, the title has it twice, as in 'Engineer - LinkedIn | LinkedIn'. */
const SITE_SUFFIX = /(?<!\s)\s*[|–-]\s*LinkedIn(?:\s+\p{L}+)?[\s.…]*$/iu;
export const TITLE_SEPARATOR = /(?<!\s)\s+([-–—|])\s+/;

/** What LinkedIn adds after the location of a person without a headline: 'Ana Poma - Lima, Peru | Professional Profile'. */
const NO_HEADLINE_SUFFIX =
  /(?<!\s)\s*\|\s*(?:(?:Professional Profile|Perfil profesional|Perfil profissional|Profil professionnel|Profilo professionale|Berufsprofil|Professioneel profiel|Profil zawodowy)|Professional(?: P\p{L}*)?\s*(?:\.{3}|…))$/iu;

/** A title without the site's name at its end, and without LinkedIn's text for a missing headline. */
export const withoutSite = (title: string): string =>
  title.replace(SITE_SUFFIX, '').replace(NO_HEADLINE_SUFFIX, '');

/**
 * Splits a title into name and headline, or into name and place, which LinkedIn shows if there is no headline. `isCut` says that the
 * headline is truncated. The first part is always taken as the name, even if it is truncated.
 */
export function splitTitle(title: string): {
  fullName: string;
  headline: string;
  place: string;
  isCut: boolean;
} {
  const { text, isCut } = withoutEllipsis(withoutSite(title));
  const [fullName = '', ...rest] = text.split(TITLE_SEPARATOR);
  const remainder = joinHeadlineParts(rest);
  const name = fullName.trim();
  if (NO_HEADLINE_SUFFIX.test(title.replace(SITE_SUFFIX, '')))
    return { fullName: name, headline: '', place: remainder, isCut: false };
  return { fullName: name, headline: remainder, place: '', isCut: isCut && remainder !== '' };
}

/** The non-empty parts of a headline, with the separators between them. LinkedIn uses '--' for a missing headline. */
function joinHeadlineParts(rest: readonly string[]): string {
  const parts = rest.flatMap((part, index) =>
    index % 2 === 1 && !/^[\s.…–—-]*$/.test(part) ? [{ separator: rest[index - 1] ?? '', part }] : [],
  );
  return parts
    .map(({ separator, part }, index) => (index === 0 ? part : `${separator} ${part}`))
    .join(' ')
    .trim();
}

/** The person's name: the text before the first separator. */
export const nameFromTitle = (title: string): string => splitTitle(title).fullName;

/** Credentials after a comma: at least two capitals, which 'Poma, Ana' does not have. */
const CREDENTIALS_AFTER_COMMA = ',\\s*(?=[^\\s,]*\\p{Lu}[^\\s,]*\\p{Lu})[\\p{L}.®-]{2,10}';
/** Credentials after a space, only those that cannot be a name: 'MD' may be Muhammad, 'MA' a surname, and two letters may be initials. */
const CREDENTIALS_AFTER_SPACE =
  '\\s+(?:E?MBA|P[Hh]\\.?D\\.?|PharmD|EdD|[DM]Phil|[BM]\\.?Sc\\.?|LL\\.?[BM]\\.?|MPH|CPA|CFA|CFP|CAIA|FRM|[AF]CCA|CIPD|CISSP|CIS[AM]|PMP|CSM|CSPO|S?PHR|SHRM-S?CP|BSN|MSN|DDS|DVM|LCSW)®?(?=[\\s,(]|$)';
/**
 * Credentials after a name: 'Ana Poma, PhD, SHRM-SCP (She/Her)'. Without a comma, only after at least two names, the last of them not in
 * capitals: 'Ana Poma MBA', but not 'Jean MBA', where it is the surname.
 */
const CREDENTIALS = new RegExp(
  `(?:(?<=\\p{Ll}[^,]*)${CREDENTIALS_AFTER_COMMA}|(?<=\\S\\s[^\\s,]{0,40}\\p{Ll})${CREDENTIALS_AFTER_SPACE})(?:${CREDENTIALS_AFTER_COMMA}|${CREDENTIALS_AFTER_SPACE})*(?:\\s*\\([^)]*\\))?$`,
  'u',
);

/** The name without trailing credentials. */
export const withoutCredentials = (name: string): string => name.replace(CREDENTIALS, '');
