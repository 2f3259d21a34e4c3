const HOST = /(^|\.)linkedin\.com$/;
const PROFILE_PATH = /^\/in\/([^/]+)/;
/** Far beyond LinkedIn's own 100 characters. */
const LONGEST_SLUG = 300;

/**
 * The canonical form of a LinkedIn profile URL, `https://www.linkedin.com/in/<slug>`, or undefined when the text is not one.
 * A profile URL is parsed, never matched as text: http(s), host linkedin.com or a subdomain of it, path
 * starting `/in/`. Country subdomains, query, fragment, trailing parts, case and percent-encoding of the slug are folded, so that
 * one person has one URL.
 */
export function canonicalProfileUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  if (!HOST.test(url.hostname.replace(/\.$/, ''))) return undefined;
  const slug = PROFILE_PATH.exec(url.pathname)?.[1];
  const decoded = slug === undefined ? undefined : decodeSlug(slug);
  if (decoded === undefined) return undefined;
  return `https://www.linkedin.com/in/${encodeURIComponent(decoded)}`;
}

/** An address as people write it, with or without its scheme; not as a part of another one. */
const WRITTEN = /(?<![\w@./-])(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/in\/[^\s"'<>()[\]{},;|]+/gi;

/** The profile addresses in a text, each as it stands there and in its canonical form. */
export function profileUrlsIn(text: string): { match: string; url: string }[] {
  return (text.match(WRITTEN) ?? []).flatMap((written) => {
    const match = written.replace(/(?<![.:!?…])[.:!?…]+$/, '');
    const url = canonicalProfileUrl(/^https?:/i.test(match) ? match : `https://${match}`);
    return url === undefined ? [] : [{ match, url }];
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
