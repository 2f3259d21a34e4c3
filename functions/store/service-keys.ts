import * as v from 'valibot';
import { SearchId } from '#shared/ids.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { type Key, type KeyRange, padPart } from './keys.ts';

/*
 * Keys of what is in no person's partition: the log of searches, counters, remembered lookups, and who is suppressed. All of it but the last
 * expires.
 */

/** Digits in the number of an event, so that events sort as text. */
const EVENT_DIGITS = 6;
export const LAST_EVENT = 10 ** EVENT_DIGITS - 1;
const EventNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LAST_EVENT));
const padEvent = (id: number): string => `EVENT#${String(id).padStart(EVENT_DIGITS, '0')}`;

const SEARCH_PREFIX = 'SEARCH#';

/** The search, its events and their parts live in this partition. */
export const searchPartition = (searchId: string): string => `${SEARCH_PREFIX}${v.parse(SearchId, searchId)}`;

/** Of which search the item at the key is a part. */
export const searchIdAt = ({ pk }: Key): string => pk.slice(SEARCH_PREFIX.length);

export const searchKey = (searchId: string): Key => ({ pk: searchPartition(searchId), sk: 'META' });

interface EventAddress {
  searchId: string;
  /** The event's number in its search, from 1. */
  id: number;
}

export const eventKey = ({ searchId, id }: EventAddress): Key => ({
  pk: searchPartition(searchId),
  sk: padEvent(v.parse(EventNumber, id)),
});

/** Key of one part of an event too large for one item; the digest of the event keeps two that claim one number apart. */
export const eventPartKey = (part: EventAddress & { digest: string; number: number }): Key => {
  const { pk, sk } = eventKey(part);
  return { pk, sk: `${sk}#${part.digest}#${padPart(part.number)}` };
};

export interface EventsAfter {
  searchId: string;
  after: number;
  limit?: number;
}

/** Where the events after that number, or the first of them, and their parts are: '$' follows '#'. */
export const eventsAfter = ({ searchId, after, limit = LAST_EVENT }: EventsAfter): KeyRange => ({
  partition: searchPartition(searchId),
  from: `${padEvent(after)}$`,
  to: after + limit < LAST_EVENT ? `${padEvent(after + limit)}$` : 'EVENT$',
});

/** What is counted of an account, by this name. */
export const accountName = (userId: string): string => `account:${userId}`;

const CountedName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:._-]{1,256}$/));

export const quotaKey = (name: string): Key => ({ pk: `QUOTA#${v.parse(CountedName, name)}`, sk: 'COUNT' });

export const slotsKey = (name: string): Key => ({
  pk: `RUNNING#${v.parse(CountedName, name)}`,
  sk: 'SLOTS',
});

const ProfileUrl = v.pipe(v.string(), v.transform(canonicalProfileUrl), v.string('is not a profile URL'));
const ProviderName = v.pipe(v.string(), v.regex(/^[^#]{1,100}$/));

export const LOOKUP_PREFIX = 'LOOKUP#';

/** What all providers said of one person lives in this partition. */
const lookupsPartition = (profileUrl: string): string => `${LOOKUP_PREFIX}${v.parse(ProfileUrl, profileUrl)}`;

export interface LookupAddress {
  profileUrl: string;
  provider: string;
}

export const lookupKey = ({ profileUrl, provider }: LookupAddress): Key => ({
  pk: lookupsPartition(profileUrl),
  sk: `PROVIDER#${v.parse(ProviderName, provider)}`,
});

/** Key of one part of a record too large for one item; the attempt keeps two writers apart. */
export const lookupPartKey = (part: LookupAddress & { attempt: string; number: number }): Key => {
  const { pk, sk } = lookupKey(part);
  return { pk, sk: `${sk}#${part.attempt}#${padPart(part.number)}` };
};

/** Whom the item at the key is about, and who said it. */
export const lookupAddressAt = ({ pk, sk }: Key): LookupAddress => ({
  profileUrl: pk.slice(LOOKUP_PREFIX.length),
  provider: sk.split('#')[1] ?? '',
});

/** Where all of one person's lookups and their parts are. */
export const lookupsOf = (profileUrl: string): KeyRange => ({
  partition: lookupsPartition(profileUrl),
  from: 'PROVIDER#',
  to: 'PROVIDER$',
});

/** Everybody who is not to be found is in this partition, as a hash, with the key it was made with. */
export const SUPPRESSED_PARTITION = 'SUPPRESSED#all';

export const suppressionKeyKey: Key = { pk: SUPPRESSED_PARTITION, sk: 'KEY' };

const SUPPRESSED_PREFIX = 'PERSON#';
const Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const suppressedKey = (digest: string): Key => ({
  pk: SUPPRESSED_PARTITION,
  sk: `${SUPPRESSED_PREFIX}${v.parse(Digest, digest)}`,
});

/** Whose item is at the key; undefined for what is none. */
export const suppressedAt = ({ sk }: Key): string | undefined =>
  sk.startsWith(SUPPRESSED_PREFIX) ? sk.slice(SUPPRESSED_PREFIX.length) : undefined;
