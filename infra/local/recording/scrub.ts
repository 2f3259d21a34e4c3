import { isIdentifierField } from '#shared/profile-record.ts';

const SCRUBBED = '[scrubbed]';
/** A configured key shorter than this is a placeholder; replacing it everywhere would garble the text. */
const MIN_SECRET_LENGTH = 4;

/** Fields, query parameters and headers that contain credentials, whatever their value. */
const SECRET_NAME_PATTERN =
  /^(?:x-)?(?:api[-_]?key|key|token|access[-_]?token|auth|authorization|cookie|set-cookie|secret|password)$/i;
/** Credentials recognised by their format, in the text of URLs, headers and messages. */
const SECRET_PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Not in a profile's address: a name can look like a key ('sk-mohammad-abdullah-al-mamun-0b1234567'), but has at most 100 characters.
  [
    /(?<!linkedin\.com(?:\/|%2F)(?:(?:mwlite|comm)(?:\/|%2F))?in(?:\/|%2F)[\w%-]{0,100})\b(sk|pk|rk)-[\w-]{32,}/g,
    SCRUBBED,
  ],
  [/\b(Bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${SCRUBBED}`],
  [/([?&](?:api_?key|key|token|access_token)=)[^&\s"'<>]+/gi, `$1${SCRUBBED}`],
];

export type Scrubber = ReturnType<typeof createScrubber>;

/**
 * Removes credentials from what is recorded.
 * @param secrets the keys in use, removed in every encoding in which they may occur.
 */
export function createScrubber(secrets: readonly string[]) {
  const forms = secretForms(secrets);
  const withoutSecrets = (input: string): string =>
    forms.reduce((rest, form) => rest.replaceAll(form, SCRUBBED), input);
  const text = (input: string): string =>
    SECRET_PATTERNS.reduce(
      (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
      withoutSecrets(input),
    );
  const json = (value: unknown, scrub = text): unknown => {
    if (typeof value === 'string') return scrub(value);
    if (Array.isArray(value)) return value.map((each) => json(each, scrub));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name),
        SECRET_NAME_PATTERN.test(name) && typeof inner === 'string'
          ? SCRUBBED
          : json(inner, isIdentifierField(name) ? withoutSecrets : text),
      ]),
    );
  };
  return {
    text,
    /** A copy of a JSON value with every text in it scrubbed, including field names. */
    json: (value: unknown) => json(value),
    /** Whether a field, query parameter or header of this name is dropped. */
    isSecretName: (name: string) => SECRET_NAME_PATTERN.test(name),
    /** Scrubs text that broke off, including what may be the start of a key at its end. */
    cutText: (input: string) => text(scrubPartialSecret(input, forms)),
  };
}

/** Every form in which a key may occur, longest first, since one form can contain another. */
function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH).flatMap(encodings);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** A key unchanged, percent-encoded (two ways, in both cases), in JSON, in HTML and in base64. */
function encodings(secret: string): string[] {
  const percent = [
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
  ];
  return [
    secret,
    ...percent,
    ...percent.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ];
}

function scrubPartialSecret(text: string, forms: readonly string[]): string {
  for (const form of forms)
    for (let length = form.length - 1; length >= MIN_SECRET_LENGTH; length -= 1)
      if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + SCRUBBED;
  return text;
}
