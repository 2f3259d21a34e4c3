import * as v from 'valibot';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import { ProfileRecord } from '#shared/profile-record.ts';
import { cleanText } from './clean-text.ts';
import { exchange } from './http/exchange.ts';
import { readErrorBody } from './http/read-error-body.ts';
import { readJson } from './http/read-json.ts';
import type { AdapterOptions } from './http/service.ts';
import { openService } from './http/service.ts';
import { statusError } from './http/status-error.ts';
import type { ProfileData } from './ports/profile-data.ts';
import { ProviderError } from './ports/provider-error.ts';

/** What is never asked for, and how caches are to be used (specification §7, call 4). */
export const LOOKUP_FLAGS = {
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

/** No honest profile is near these: characters of one text, jobs or schools. */
const LONGEST_TEXT = 3_000;
const MOST_ENTRIES = 50;

export interface ProfileLookupOptions extends AdapterOptions {
  name: string;
  /** The address that answers with the record of a profile URL. */
  lookupUrl: (profileUrl: string) => string;
}

/** The lookup that Proxycurl introduced and its successors kept: one GET, a bearer key, the record or a 404. */
export function createProfileLookup(options: ProfileLookupOptions): ProfileData {
  const { name } = options;
  const keyMissing = SEARCH_ERRORS.profileKeyMissing(name);
  return {
    label: name,
    async lookUp(profileUrl, signal) {
      const service = openService(options, { kind: 'profile-data', name, keyMissing });
      const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
      const answer = await exchange(service, options.lookupUrl(profileUrl), { headers }, signal);
      if (answer.status === 404) return undefined;
      if (!answer.ok) {
        const { summary = '' } = readErrorBody(service, answer);
        const text = SEARCH_ERRORS.profileStatus(name, answer.status, answer.statusText, summary);
        throw statusError(service, answer, { reason: text.replace(/ - $/, '') });
      }
      const record = v.safeParse(ProfileRecord, readJson(service, answer, `${name} sent an empty answer`));
      if (record.success) return cleanRecord(record.output);
      const reason = `${name} sent no profile record`;
      throw new ProviderError({ provider: 'profile-data', code: 'invalid-reply', reason });
    },
  };
}

/** People write these texts themselves: every one is bounded, and without characters that change how others are read. */
function cleanRecord(record: ProfileRecord): ProfileRecord {
  return v.parse(ProfileRecord, cleanValue(record));
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, LONGEST_TEXT);
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}
