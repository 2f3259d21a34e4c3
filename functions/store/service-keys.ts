import * as v from 'valibot';
import { SearchId } from '#shared/ids.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { toTimestamp } from '#shared/time.ts';
import { type Key, type KeyRange, padPart } from './keys.ts';

/*
 * Keys of items that are in no person's partition: search logs, counters, cached lookups and suppressed people. All but the last expire.
 */

/** Digits in an event number, zero-padded so that events sort as text. */
const EVENT_DIGITS = 6;
export const MAX_EVENT_NUMBER = 10 ** EVENT_DIGITS - 1;
const EventNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_EVENT_NUMBER));
const padEvent = (id: number): string => `EVENT#${String(id).padStart(EVENT_DIGITS, '0')}`;

const SEARCH_PREFIX = 'SEARCH#';

/** The partition with the search, its events and their parts. */
export const searchPartition = (searchId: string): string => `${SEARCH_PREFIX}${v.parse(SearchId, searchId)}`;

/** The search id in the key. */
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

/** The key of one part of an event too large for one item. The event's digest separates two events that compete for the same number. */
export const eventPartKey = (part: EventAddress & { digest: string; number: number }): Key => {
  const { pk, sk } = eventKey(part);
  return { pk, sk: `${sk}#${part.digest}#${padPart(part.number)}` };
};

export interface EventsAfter {
  searchId: string;
  after: number;
  limit?: number;
}

/** The events after that number, or the first `limit` of them, with their parts: '$' sorts right after '#'. */
export const eventsAfter = ({ searchId, after, limit = MAX_EVENT_NUMBER }: EventsAfter): KeyRange => ({
  partition: searchPartition(searchId),
  from: `${padEvent(after)}$`,
  to: after + limit < MAX_EVENT_NUMBER ? `${padEvent(after + limit)}$` : 'EVENT$',
});

/*
 * The names of what is counted. All are made here, since exporting and erasing an account find its counters by their names.
 */

/** The name under which an account's quotas and slots are counted. */
export const accountName = (userId: string): string => `account:${userId}`;

interface DailyQuota {
  mode: 'standard' | 'deep';
  /** Whoever the searches are counted for: an account, an address, a network, or a group that shares the quota. */
  owner: string;
  /** In milliseconds since 1970. */
  on: number;
}

/** The name of the count of a UTC day's searches. */
export const dailyQuotaName = ({ mode, owner, on }: DailyQuota): string =>
  `${mode}:${owner}:${toTimestamp(on).slice(0, 10)}`;

/** The name of the slots for everybody who follows a search. */
export const searchReaders = (searchId: string): string => `reading:${searchId}`;

/** The name of the slots for all searches that one account or browser follows. */
export const readersOf = (owner: string): string => `readers:${owner}`;

/**
 * The names of the slots that limit how many jobs run on a whole account at once. Erasing has its own slots, which are kept until it is
 * done, so that it never has to wait for another job that has died.
 */
export const accountJobs = (userId: string): string => `whole:${accountName(userId)}`;
export const accountErasures = (userId: string): string => `erasing:${accountName(userId)}`;

const CountedName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:._-]{1,256}$/));

export const quotaKey = (name: string): Key => ({ pk: `QUOTA#${v.parse(CountedName, name)}`, sk: 'COUNT' });

export const slotsKey = (name: string): Key => ({
  pk: `RUNNING#${v.parse(CountedName, name)}`,
  sk: 'SLOTS',
});

const ProfileUrl = v.pipe(v.string(), v.transform(canonicalProfileUrl), v.string('is not a profile URL'));
const ProviderName = v.pipe(v.string(), v.regex(/^[^#]{1,100}$/));

export const LOOKUP_PREFIX = 'LOOKUP#';

/** The partition with one person's lookups at all providers. */
const lookupsPartition = (profileUrl: string): string => `${LOOKUP_PREFIX}${v.parse(ProfileUrl, profileUrl)}`;

export interface LookupAddress {
  profileUrl: string;
  provider: string;
}

export const lookupKey = ({ profileUrl, provider }: LookupAddress): Key => ({
  pk: lookupsPartition(profileUrl),
  sk: `PROVIDER#${v.parse(ProviderName, provider)}`,
});

/** The key of one part of a record too large for one item. The attempt separates two writers. */
export const lookupPartKey = (part: LookupAddress & { attempt: string; number: number }): Key => {
  const { pk, sk } = lookupKey(part);
  return { pk, sk: `${sk}#${part.attempt}#${padPart(part.number)}` };
};

/** The person and the provider in the key. */
export const lookupAddressAt = ({ pk, sk }: Key): LookupAddress => ({
  profileUrl: pk.slice(LOOKUP_PREFIX.length),
  provider: sk.split('#')[1] ?? '',
});

/** All of one person's lookups and their parts. */
export const lookupsOf = (profileUrl: string): KeyRange => ({
  partition: lookupsPartition(profileUrl),
  from: 'PROVIDER#',
  to: 'PROVIDER$',
});

/** The partition with the hashes of all suppressed people, and the key they were made with. */
export const SUPPRESSED_PARTITION = 'SUPPRESSED#all';

export const suppressionKeyKey: Key = { pk: SUPPRESSED_PARTITION, sk: 'KEY' };

const SUPPRESSED_PREFIX = 'PERSON#';
const Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const suppressedKey = (digest: string): Key => ({
  pk: SUPPRESSED_PARTITION,
  sk: `${SUPPRESSED_PREFIX}${v.parse(Digest, digest)}`,
});

/** The hash of the suppressed person in the key; undefined for other keys. */
export const suppressedAt = ({ sk }: Key): string | undefined =>
  sk.startsWith(SUPPRESSED_PREFIX) ? sk.slice(SUPPRESSED_PREFIX.length) : undefined;
