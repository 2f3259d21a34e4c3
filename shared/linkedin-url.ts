const HOST = /(^|\.)linkedin\.com$/;
/** Also as the mobile page and LinkedIn's mails link it. */
const PROFILE_PATH = /^(?:\/(?:mwlite|comm))?\/in\/([^/]+)/;
/** The id of a member, which stands in an address in place of a name. */
const MEMBER_ID = /^A[A-Za-z]{2}AA[\w-]{34}$/;
/** Far beyond LinkedIn's own 100 characters. */
const LONGEST_SLUG = 300;

/**
 * The canonical form of a LinkedIn profile URL, `https://www.linkedin.com/in/<slug>`, or undefined when the text is not one.
 * A profile URL is parsed, never matched as text: http(s), host linkedin.com or a subdomain of it, path
 * starting `/in/`. Country subdomains, query, fragment, trailing parts, case and percent-encoding of the slug are folded, so that
 * one person has one URL. Of a member's id it is no address: see {@link profileAddress}.
 */
export function canonicalProfileUrl(text: string): string | undefined {
  const slug = slugIn(text);
  return slug === undefined ? undefined : `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
}

/** As {@link canonicalProfileUrl}, of an address as people type or paste it: browsers show and copy it without its `https://`, too. */
export function typedProfileUrl(text: string): string | undefined {
  return canonicalProfileUrl(withScheme(text.trim()));
}

const withScheme = (address: string): string => (/^https?:/i.test(address) ? address : `https://${address}`);

/** The address that leads to a profile: the canonical one, but for a member's id, of which LinkedIn tells capital letters from small ones. */
export function profileAddress(text: string): string | undefined {
  const slug = URL.parse(text)?.pathname.match(PROFILE_PATH)?.[1] ?? '';
  const canonical = canonicalProfileUrl(text);
  return canonical !== undefined && MEMBER_ID.test(slug) ? `https://www.linkedin.com/in/${slug}` : canonical;
}

function slugIn(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  if (!HOST.test(url.hostname.replace(/\.$/, ''))) return undefined;
  const slug = PROFILE_PATH.exec(url.pathname)?.[1];
  return slug === undefined ? undefined : decodeSlug(slug);
}

/** An address as people write it, with or without its scheme; not as a part of another one. */
const WRITTEN =
  /(?<![\w@./-])(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(?:(?:mwlite|comm)\/)?in\/[^\s"'<>()[\]{},;|]+/gi;

/** The profile addresses in a text, each as it stands there, in its canonical form, and as it leads to the profile. */
export function profileUrlsIn(text: string): { match: string; url: string; address: string }[] {
  return (text.match(WRITTEN) ?? []).flatMap((written) => {
    const match = written.replace(/(?<![.:!?…])[.:!?…]+$/, '');
    const whole = withScheme(match);
    const [url, address] = [canonicalProfileUrl(whole), profileAddress(whole)];
    return url === undefined || address === undefined ? [] : [{ match, url, address }];
  });
}

/** The `<slug>` of a canonical profile URL, decoded. */
export function profileSlug(canonicalUrl: string): string | undefined {
  const slug = PROFILE_PATH.exec(URL.parse(canonicalUrl)?.pathname ?? '')?.[1];
  return slug === undefined ? undefined : decodeSlug(slug);
}

function decodeSlug(slug: string): string | undefined {
  try {
    // Some letters have no small one of their own, and are put together anew: 'J̌'.
    const decoded = decodeURIComponent(slug).normalize('NFC').toLowerCase().normalize('NFC').trim();
    if (decoded.length > LONGEST_SLUG) return undefined;
    // A decoded slash, control character or dot segment would make another path of it.
    return /^[^/\\?#\p{Cc}\p{Cf}]+$/u.test(decoded) && !/^\.+$/.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}
