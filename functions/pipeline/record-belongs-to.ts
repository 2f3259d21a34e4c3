import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';

/**
 * Whether a record is of the person asked for: its public identifier is the slug of the canonical profile URL. Providers now and
 * then answer with somebody else, and a record without an identifier proves nothing.
 */
export function recordBelongsTo(record: ProfileRecord, profileUrl: string): boolean {
  const slug = record.public_identifier;
  if (!slug) return false;
  return canonicalProfileUrl(`https://www.linkedin.com/in/${encodeURIComponent(slug)}`) === profileUrl;
}
