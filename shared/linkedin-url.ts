import { NEEDED_JOINER } from './clean-text.ts';

const LINKEDIN_HOST = /(^|\.)linkedin\.com$/;
/** Includes the prefixes of the mobile site (`/mwlite`) and of links in LinkedIn's emails (`/comm`). */
const PROFILE_PATH = /^(?:\/(?:mwlite|comm))?\/in\/([^/]+)/;
/** A member id, which some profile URLs have in place of a name. */
const MEMBER_ID = /A[A-Za-z]{2}AA[\w-]{34}/;
const MEMBER_ID_IN_ANY_CASE = new RegExp(`^${MEMBER_ID.source}$`, 'i');
/** Well above LinkedIn's limit of 100 characters. */
const MAX_SLUG_LENGTH = 300;
/**
 * A decoded slash or control character would change the path, and format characters would make two people's addresses look alike; but
 * emoji and some scripts need joiners.
 */
const SLUG = new RegExp(`^(?:[^/\\\\?#\\p{Cc}\\p{Cf}]|${NEEDED_JOINER})+$`, 'u');
/** A joiner at either end of a slug was copied along with the address, like a space. */
const STRAY_ENDS = /^[\s\u200C\u200D]+|[\s\u200C\u200D]+$/g;
/** A dot segment would change the path as well. */
const DOT_SEGMENT = /^\.+$/;

/**
 * The canonical form of a LinkedIn profile URL, `https://www.linkedin.com/in/<slug>`, or undefined if the text is not one.
 * A profile URL is parsed, never matched as text: http(s), host linkedin.com or a subdomain of it, and a path
 * starting with `/in/`. Country subdomains, query, fragment and trailing path segments are dropped, and the slug's case and
 * percent-encoding are normalised, so that one person has one URL. For a member id the result does not lead to the profile:
 * see {@link profileAddress}.
 */
export function canonicalProfileUrl(text: string): string | undefined {
  const slug = parseSlug(text);
  return slug === undefined ? undefined : `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
}

export const isCanonical = (profileUrl: string): boolean => canonicalProfileUrl(profileUrl) === profileUrl;

/** Like {@link canonicalProfileUrl}, for a URL that was typed or pasted, which may lack its `https://`. */
export function typedProfileUrl(text: string): string | undefined {
  return canonicalProfileUrl(withScheme(text.trim()));
}

const withScheme = (address: string): string => (/^https?:/i.test(address) ? address : `https://${address}`);

/** The URL that leads to a profile: the canonical one, except for a member id, which LinkedIn treats as case-sensitive. */
export function profileAddress(text: string): string | undefined {
  const canonical = canonicalProfileUrl(text);
  if (canonical === undefined || !hasMemberId(canonical)) return canonical;
  const written = URL.parse(text)?.pathname.match(MEMBER_ID);
  return written ? `https://www.linkedin.com/in/${written[0]}` : canonical;
}

/** Whether a profile URL has a member id in place of a name, in any letter case: LinkedIn knows the member in only one of them. */
export const hasMemberId = (profileUrl: string): boolean =>
  MEMBER_ID_IN_ANY_CASE.test(profileSlug(profileUrl) ?? '');

function parseSlug(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  if (!LINKEDIN_HOST.test(url.hostname.replace(/\.$/, ''))) return undefined;
  const slug = PROFILE_PATH.exec(url.pathname)?.[1];
  return slug === undefined ? undefined : decodeSlug(slug);
}

/** A profile URL in running text, with or without a scheme, but not inside another URL. */
const PROFILE_URL_PATTERN =
  /(?<![\w@./-])(?:https?:\/\/)?(?:[a-z-]{1,9}\.)?linkedin\.com\/(?:(?:mwlite|comm)\/)?in\/[^\s"`'<>()[\]{},;|«»‘-›、。〈-】！-？]+/gi;

/** A profile URL in a text: as written (`match`), in canonical form (`url`), and as it leads to the profile (`address`). */
interface WrittenUrl {
  match: string;
  url: string;
  address: string;
}

/**
 * Follows an address without belonging to it: punctuation of any script, and the direction marks that are copied along in
 * right-to-left text.
 */
const AFTER_URL = /(?<!\p{Cf}|[^\P{Po}/])(?:\p{Cf}|[^\P{Po}/])+$/u;

function readWritten(written: string): WrittenUrl | undefined {
  const match = written.replace(AFTER_URL, '');
  const whole = withScheme(match);
  const [url, address] = [canonicalProfileUrl(whole), profileAddress(whole)];
  return url === undefined || address === undefined ? undefined : { match, url, address };
}

/** The profile URLs in a text. */
export const profileUrlsIn = (text: string): WrittenUrl[] =>
  (text.match(PROFILE_URL_PATTERN) ?? []).flatMap((written) => readWritten(written) ?? []);

/** The text with other words for a profile's URLs, given in canonical form. */
export const replaceProfileUrl = (text: string, profileUrl: string, words: string): string =>
  text.replaceAll(PROFILE_URL_PATTERN, (written) => {
    const found = readWritten(written);
    return found?.url === profileUrl ? words + written.slice(found.match.length) : written;
  });

/** The `<slug>` of a canonical profile URL, decoded. */
export function profileSlug(canonicalUrl: string): string | undefined {
  const slug = PROFILE_PATH.exec(URL.parse(canonicalUrl)?.pathname ?? '')?.[1];
  return slug === undefined ? undefined : decodeSlug(slug);
}

function decodeSlug(slug: string): string | undefined {
  try {
    const raw = decodeURIComponent(slug);
    // Normalising takes quadratic time on a run of marks; a composed character has at most four code units.
    if (raw.length > MAX_SLUG_LENGTH * 4) return undefined;
    // Normalised again after lower-casing: 'J̌' has no composed form, but its lower case does.
    const decoded = raw.normalize('NFC').toLowerCase().normalize('NFC');
    if (decoded.length > MAX_SLUG_LENGTH) return undefined;
    const trimmed = decoded.replace(STRAY_ENDS, '');
    return SLUG.test(trimmed) && !DOT_SEGMENT.test(trimmed) ? trimmed : undefined;
  } catch {
    return undefined;
  }
}
