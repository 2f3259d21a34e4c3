import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { FoundProfile } from '#shared/results.ts';
import { wordsOf } from '../language/words.ts';

/** Whose record it is; 'unknown' if it does not say. */
export type Whose = 'same' | 'other' | 'unknown';

/**
 * Whether a record belongs to the person found: its public identifier, or a former one that it lists, is the one in the profile's URL, and
 * the two names do not conflict. Providers sometimes return somebody else; a namesake has another identifier, and a record without one
 * proves nothing.
 */
export function whoseRecord(
  record: ProfileRecord,
  { url, title }: Pick<FoundProfile, 'url' | 'title'>,
): Whose {
  if (!record.public_identifier) return 'unknown';
  if (!addressesOf(record).includes(url)) return 'other';
  return namesAgree(record, nameFromTitle(title)) ? 'same' : 'other';
}

/** The canonical URLs that a record says the person has or had. */
export const addressesOf = ({ public_identifier, former_public_identifiers = [] }: ProfileRecord): string[] =>
  [public_identifier, ...former_public_identifiers].flatMap((identifier) =>
    identifier ? (urlOf(identifier) ?? []) : [],
  );

const urlOf = (identifier: string): string | undefined =>
  canonicalProfileUrl(`https://www.linkedin.com/in/${encodeURIComponent(decoded(identifier))}`);

/** An identifier that may have been copied from an address: 'jos%C3%A9' is 'josé'. */
function decoded(identifier: string): string {
  try {
    return decodeURIComponent(identifier);
  } catch {
    return identifier;
  }
}

/**
 * A test for people who are somebody before them, or somebody unwanted, under another address, as the records say.
 * @param records of the people found, best first
 */
export function repeatedPeople(
  records: readonly { url: string; record: ProfileRecord }[],
  unwanted: readonly string[],
): (url: string) => boolean {
  /** The URL of whoever has an address; '' for unwanted people. */
  const owners = new Map(unwanted.map((url) => [url, '']));
  for (const { url, record } of records) {
    const addresses = addressesOf(record);
    const owner = addresses.map((each) => owners.get(each)).find((each) => each !== undefined) ?? url;
    for (const each of addresses) if (!owners.has(each)) owners.set(each, owner);
  }
  return (url) => (owners.get(url) ?? url) !== url;
}

/**
 * One name in common is enough, since people marry and shorten their names. Names that cannot be compared, such as those in two scripts, do
 * not conflict.
 */
function namesAgree({ full_name, first_name, last_name }: ProfileRecord, name: string): boolean {
  const recorded = wordsOf(full_name || [first_name, last_name].filter(Boolean).join(' '));
  const found = wordsOf(name);
  if (recorded.length === 0 || found.length === 0 || isLatin(recorded) !== isLatin(found)) return true;
  return recorded.some((one) => found.some((other) => isSameName(one, other)));
}

const isLatin = (words: readonly string[]): boolean => /\p{Script=Latin}/u.test(words.join(''));

/** Also if one is truncated, or shortened to its first letter. */
const isSameName = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
