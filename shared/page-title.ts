import { withoutEllipsis } from './fragment.ts';

/* The title of a profile page as search engines give it: "Name - Headline | LinkedIn". */

/** Who works there has it twice: 'Engineer - LinkedIn | LinkedIn'. */
const SITE_SUFFIX = /(?<!\s)\s*[|–-]\s*LinkedIn(?:\s+\p{L}+)?[\s.…]*$/iu;
export const TITLE_SEPARATOR = /\s+([-–—|])\s+/;

/** What LinkedIn writes behind the place of somebody who has no headline: 'Ana Poma - Lima, Peru | Professional Profile'. */
const NO_HEADLINE =
  /\s*\|\s*(?:(?:Professional Profile|Perfil profesional|Perfil profissional|Profil professionnel|Profilo professionale|Berufsprofil)|Professional(?: P\p{L}*)?\s*(?:\.{3}|…))$/iu;

/** A title without the name of the site at its end, and what the site says there itself. */
export const withoutSite = (title: string): string => title.replace(SITE_SUFFIX, '').replace(NO_HEADLINE, '');

/**
 * A title's name and headline, or the place that stands where there is no headline; `isCut` says that the headline has no end. Whatever
 * stands first is the name, cut or not.
 */
export function splitTitle(title: string): {
  fullName: string;
  headline: string;
  place: string;
  isCut: boolean;
} {
  const { text, isCut } = withoutEllipsis(withoutSite(title));
  const [fullName = '', ...rest] = text.split(TITLE_SEPARATOR);
  const said = saidParts(rest);
  const name = fullName.trim();
  if (NO_HEADLINE.test(title.replace(SITE_SUFFIX, '')))
    return { fullName: name, headline: '', place: said, isCut: false };
  return { fullName: name, headline: said, place: '', isCut: isCut && said !== '' };
}

/** The parts of a headline that say something, with the separators between them: '--' is LinkedIn's own for none. */
function saidParts(rest: readonly string[]): string {
  const parts = rest.flatMap((part, index) =>
    index % 2 === 1 && !/^[\s.…–—-]*$/.test(part) ? [{ separator: rest[index - 1] ?? '', part }] : [],
  );
  return parts
    .map(({ separator, part }, index) => (index === 0 ? part : `${separator} ${part}`))
    .join(' ')
    .trim();
}

/** The person's name: what stands before the first separator. */
export const nameFromTitle = (title: string): string => splitTitle(title).fullName;

/** Letters behind a comma: with two capitals, which 'Poma, Ana' has not. */
const BEHIND_COMMA = ',\\s*(?=[^\\s,]*\\p{Lu}[^\\s,]*\\p{Lu})[\\p{L}.®-]{2,10}';
/** Letters that are nobody's name. 'MD' is Muhammad too, 'MA' a surname, and two letters may be initials. */
const BEHIND_SPACE =
  '\\s+(?:E?MBA|P[Hh]\\.?D\\.?|PharmD|EdD|[DM]Phil|[BM]\\.?Sc\\.?|LL\\.?[BM]\\.?|MPH|CPA|CFA|CFP|CAIA|FRM|[AF]CCA|CIPD|CISSP|CIS[AM]|PMP|CSM|CSPO|S?PHR|SHRM-S?CP|BSN|MSN|DDS|DVM|LCSW)®?(?=[\\s,(]|$)';
/**
 * What people put behind their name: 'Ana Poma, PhD, SHRM-SCP (She/Her)', and without a comma only behind two names, the last of them not in capitals:
 * 'Ana Poma MBA', but not 'Jean MBA', whose surname it is.
 */
const CREDENTIALS = new RegExp(
  `(?:(?<=\\p{Ll}[^,]*)${BEHIND_COMMA}|(?<=\\S\\s[^\\s,]{0,40}\\p{Ll})${BEHIND_SPACE})(?:${BEHIND_COMMA}|${BEHIND_SPACE})*(?:\\s*\\([^)]*\\))?$`,
  'u',
);

/** The name without credentials behind it. */
export const withoutCredentials = (name: string): string => name.replace(CREDENTIALS, '');
