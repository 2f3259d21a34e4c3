import * as v from 'valibot';
import { cleanText, hasHiddenText, said } from '#shared/clean-text.ts';
import { canonicalProfileUrl, profileSlug } from '#shared/linkedin-url.ts';
import { isIdentifierField, ProfileRecord } from '#shared/profile-record.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { invalidReply, statusError } from './failures.ts';
import * as http from './http.ts';
import type { ProfileData } from './ports.ts';

/** The documented path of Enrich Layer's API, used if the base URL is only an origin. */
const ENRICH_LAYER_PATH = '/api/v2';

/** Enrich Layer v2 (`GET {base}/profile?profile_url=…`). */
export function createEnrichLayer(options: http.AdapterOptions): ProfileData {
  const path = new URL(options.baseUrl).pathname === '/' ? `${ENRICH_LAYER_PATH}/profile` : '/profile';
  return createProfileLookup({ ...options, name: 'Enrich Layer', path, urlField: 'profile_url' });
}

/** Proxycurl v2 (`GET {base}/linkedin?url=…`), for compatible hosts; Proxycurl itself closed in July 2025. */
export function createProxycurl(options: http.AdapterOptions): ProfileData {
  return createProfileLookup({ ...options, name: 'Proxycurl', path: '/linkedin', urlField: 'url' });
}

/** Data that is never requested, and how caches are used (docs/behaviour.md#profile-lookup). */
const LOOKUP_FLAGS = {
  extra: 'exclude',
  github_profile_id: 'exclude',
  facebook_profile_id: 'exclude',
  twitter_profile_id: 'exclude',
  personal_contact_number: 'exclude',
  personal_email: 'exclude',
  inferred_salary: 'exclude',
  skills: 'exclude',
  use_cache: 'if-recent',
  fallback_to_cache: 'on-error',
} as const;

interface ProfileLookupOptions extends http.AdapterOptions {
  name: string;
  /** Path of the lookup below the base URL. */
  path: string;
  /** The query parameter for the profile's URL. */
  urlField: string;
}

/** The lookup that Proxycurl introduced and its successors kept: one GET with a bearer key, answered with the record or a 404. */
function createProfileLookup(options: ProfileLookupOptions): ProfileData {
  const { name, baseUrl, path, urlField } = options;
  const keyMissing = SEARCH_ERRORS.profileKeyMissing(name);
  return {
    label: name,
    async lookUp(profileUrl, signal) {
      const service = http.openService(options, { kind: 'profile-data', name, keyMissing });
      const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
      const ask = (asked: string) => {
        const url = http.buildUrl(baseUrl, path, { [urlField]: asked, ...LOOKUP_FLAGS });
        return http.request(service, url, { headers }, signal);
      };
      const first = await ask(profileUrl);
      const newUrl = readNewUrl(first, { baseUrl, path, urlField });
      const answer = newUrl === undefined ? first : await ask(newUrl);
      if (!answer.ok) {
        const summary = http.readErrorSummary(service, answer) ?? '';
        if (answer.status === 404 && PERSON_NOT_FOUND.test(summary)) return undefined;
        const reason = SEARCH_ERRORS.profileStatus(name, answer.status, answer.statusText, summary);
        throw statusError(service, answer, { reason: reason.replace(/ - $/, '') });
      }
      const sent = http.readJson(service, answer);
      const record = v.safeParse(ProfileRecord, withShortLists(sent));
      if (!record.success || !isRecord(sent)) throw invalidReply(service, `${name} sent no profile record`);
      const cleaned = cleanRecord(withDate(withCountry(record.output, sent), sent));
      return newUrl === undefined ? cleaned : withFormerName(cleaned, profileUrl);
    },
  };
}

/** The provider's own 404 mentions the person. One from a gateway, or for a wrong path, says nothing about them. */
const PERSON_NOT_FOUND = /\b(?:profile|person|people|member)\b/i;

/** Notices, such as one that the lookup is still in progress, are objects too, and may have their own `state` or `summary`. */
const isRecord = (sent: object): boolean => RECORD_FIELDS.some((field) => field in sent);
const RECORD_FIELDS = [
  'public_identifier',
  'full_name',
  'first_name',
  'last_name',
  'headline',
  'experiences',
  'education',
];

/**
 * The new URL of a renamed profile, if the provider redirects to the same call for it. Any other redirect is treated as an error,
 * like any unsuccessful status, since following it might send the key elsewhere.
 */
function readNewUrl(
  { status, headers }: http.Answer,
  { baseUrl, path, urlField }: { baseUrl: string; path: string; urlField: string },
): string | undefined {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return undefined;
  const asked = http.buildUrl(baseUrl, path);
  if (!URL.canParse(location, asked)) return undefined;
  const { origin, pathname, searchParams } = new URL(location, asked);
  const isSameCall = origin === new URL(asked).origin && pathname === new URL(asked).pathname;
  return isSameCall ? canonicalProfileUrl(searchParams.get(urlField) ?? '') : undefined;
}

const withFormerName = (record: ProfileRecord, profileUrl: string): ProfileRecord => ({
  ...record,
  former_public_identifiers: [...(record.former_public_identifiers ?? []), profileSlug(profileUrl) ?? ''],
});

/**
 * Far more than any honest profile has: characters in one text, in a name, in all descriptions together and again in all other texts; jobs
 * or schools. An answer contains up to five records twice, and the page reads at most four million characters of it.
 */
const MAX_TEXT_LENGTH = 3_000;
const MAX_NAME_LENGTH = 300;
/** A hundred characters, percent-encoded. */
const MAX_IDENTIFIER_LENGTH = 900;
const MAX_LENGTH_TOGETHER = 60_000;
const MAX_ENTRIES = 50;

/** Lists are cut before they are read: the body of a hostile record has room for a million entries. */
const withShortLists = (sent: object): object =>
  Object.fromEntries(
    Object.entries(sent).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : value,
    ]),
  );

/** People write these texts themselves, so each is limited in length and stripped of invisible characters. */
function cleanRecord(record: ProfileRecord): ProfileRecord {
  const room = { description: MAX_LENGTH_TOGETHER, others: MAX_LENGTH_TOGETHER };
  const state = { foundHidden: false, room };
  const clean = v.parse(ProfileRecord, cleanValue(record, 'record', state));
  return state.foundHidden ? { ...clean, hasHiddenText: true } : clean;
}

/** Some hosts send only the country's name, or its code in lower case. */
const WithCountryName = v.object({ country_full_name: v.string() });

function withCountry(record: ProfileRecord, sent: unknown): ProfileRecord {
  const named = v.safeParse(WithCountryName, sent);
  const country = record.country || (named.success ? named.output.country_full_name : '');
  return country === ''
    ? record
    : { ...record, country: country.replace(/^[a-z]{2}$/, (code) => code.toUpperCase()) };
}

/** Some hosts send the date in a `meta` object. An invalid date is dropped. */
const WithDate = v.object({ meta: v.object({ last_updated: v.string() }) });

function withDate({ last_updated, ...record }: ProfileRecord, sent: unknown): ProfileRecord {
  const dated = v.safeParse(WithDate, sent);
  const date = last_updated ?? (dated.success ? dated.output.meta.last_updated : undefined);
  const isDate = date !== undefined && /^\d{4}-\d{2}-\d{2}/.test(date) && !Number.isNaN(Date.parse(date));
  return isDate ? { ...record, last_updated: date } : record;
}

/** Some hosts send HTML-escaped texts. Escaped angle brackets stay as they are. */
const HTML_ENTITY = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>amp|quot|apos|nbsp));/gi;
const ENTITY_NAMES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", nbsp: ' ' };

const withoutEntities = (text: string): string =>
  text.replace(HTML_ENTITY, (entity, ...parts) => {
    const { decimal, hex, name = '' }: Record<string, string | undefined> = parts.at(-1);
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const character = code <= 0x10_ff_ff ? String.fromCodePoint(code) : ENTITY_NAMES[name.toLowerCase()];
    return character === undefined || /[<>]/.test(character) ? entity : character;
  });

/** From 7 to 15 digits, as people space them. */
const NUMBER = String.raw`\(?\d(?:[ ().\-/]{0,2}\d){6,14}(?!\d)`;
const CALLED =
  'tel|telephone|phone|ph|mobile|mob|cell|cel|call|contact|whatsapp|telefon|handy|tel[eé]fono|tlf|celular|m[oó]vil';
const YEAR = String.raw`(?:\d{1,2}[./])?(?:19|20)\d\d`;
const DATE = String.raw`(?:(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d\d|\d\d))(?![./-]?\d)`;
/** '10/24/2023', '2015-2019', '7 (2010-2012)', '20.000.000', as it stands where a number could. */
const NO_NUMBER = String.raw`\(?(?:${DATE}|(?:\d{1,2}(?:\.\d)? \(?)?${YEAR} ?[-/ ] ?${YEAR}|\d{1,3}(?:[ .]\d{3})?(?:[ .]000)+)(?!\d)`;

/** Private contact details, which are never requested, are also removed from texts. Years and amounts stay: 'T-Mobile (2015-2019)'. */
const CONTACT_DETAILS = new RegExp(
  [
    // 'ana@example.com'
    String.raw`[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}`,
    // '+51 999 888 777', but not '+20.000.000 users'
    String.raw`(?<![\p{L}\p{N}+])\+(?!${NO_NUMBER})\d(?:[ ().\-/]{0,2}\d){7,14}(?!\d)`,
    // 'Mobile no. 98765 43210', 'Call me at 415 555 0132'
    String.raw`(?<=\b(?:${CALLED})\b(?:[ .]{1,2}(?:no|nr|number|me|us|at|on|is)\b){0,3}[ .:]{0,3})(?!${NO_NUMBER})${NUMBER}`,
    // '(415) 555-0132', '1-415-555-0132'
    String.raw`(?<![\d-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\d-])`,
    String.raw`(?<=\bwa\.me/|\bphone=)${NUMBER}`,
  ].join('|'),
  'giu',
);

/** Format characters other than joiners, which may belong to an address. */
const STRAY_FORMAT_CHARACTERS = /[^\P{Cf}\u200C\u200D]/gu;

/** State of cleaning one record. */
interface CleaningState {
  foundHidden: boolean;
  /** Characters left; the last texts may get none. */
  room: { description: number; others: number };
}

function cleanValue(value: unknown, field: string, state: CleaningState): unknown {
  if (typeof value === 'string') {
    const sent = withoutEntities(value.slice(0, MAX_TEXT_LENGTH * 2));
    // A joiner or a number in it may belong to the address.
    if (isIdentifierField(field))
      return sent.slice(0, MAX_IDENTIFIER_LENGTH).replace(STRAY_FORMAT_CHARACTERS, '').trim();
    state.foundHidden ||= hasHiddenText(sent);
    // Before the text is cut: half a contact would not be recognised.
    const text = cleanText(sent, sent.length).replace(CONTACT_DETAILS, '[contact left out]');
    const isName = !/^(?:description|summary|headline)$/.test(field);
    const kind = field === 'description' ? field : 'others';
    const kept = cleanText(text, Math.min(isName ? MAX_NAME_LENGTH : MAX_TEXT_LENGTH, state.room[kind]));
    state.room[kind] -= kept.length;
    return said(kept) ?? '';
  }
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, field, state));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cleanValue(inner, name, state)]),
  );
}
