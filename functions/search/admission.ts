import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Quota } from '#functions/store/limits.ts';
import type { Identity } from '#functions/store/users.ts';
import { unlessAborted } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';
import type { Search } from '#shared/search.ts';
import { toTimestamp } from '#shared/time.ts';
import { isUnreachable } from './log.ts';
import type { SearchSettings } from './settings.ts';

const DAY = 86_400_000;
/** A slot is free so long after its search's deadline, in milliseconds, whatever has happened to the search. */
const SLOT_MARGIN = 30_000;
/** Stands in a quota's name for all people together. */
const EVERYBODY = 'everybody';
/** So many groups of an IPv6 address (64 bits) belong to one household or firm. */
const IPV6_GROUPS = 4;

/** A search that may run. Neither method fails; what is not done when the signal is aborted is left undone. */
export interface Admission {
  /** Frees the search's slot among those the person runs at once. */
  release(signal: AbortSignal): Promise<void>;
  /** Instead, when the search could not start after all: it is not counted either. */
  undo(signal: AbortSignal): Promise<void>;
}

interface AdmitOptions {
  search: Search;
  /** The person it is counted for, from {@link personOf}. */
  person: string;
  /** Aborted with a TimeoutError when it is time to go on without an answer from the database. */
  signal: AbortSignal;
}

/**
 * Takes one of the slots for the searches a person runs at once, and counts the search against the day's quotas (docs/behaviour.md#quotas).
 * A database that is down or does not answer lets searches through: nobody is refused for what cannot be counted, and the number of
 * searches at once is bounded by the functions themselves.
 * @throws HttpProblem 429 that says when there is room again.
 */
export async function admitSearch(options: AdmitOptions, deps: SearchSettings): Promise<Admission> {
  const release = releaseOf(options, deps);
  try {
    await takeSlot(options, deps);
    return await count(options, deps, release);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    deps.log('a search could not be counted', error);
    // The slot may have been taken though the answer never came.
    return { release, undo: release };
  }
}

function releaseOf({ search: { searchId }, person }: AdmitOptions, { runningSlots, log }: SearchSettings) {
  return (signal: AbortSignal) =>
    unlessAborted(signal, runningSlots.release({ person, searchId, signal })).catch((error) =>
      log('a slot could not be released', error),
    );
}

async function takeSlot({ search, person, signal }: AdmitOptions, deps: SearchSettings): Promise<void> {
  const { runningSlots, limits, clock, deadline } = deps;
  const slot = { person, searchId: search.searchId, slots: limits.atOnce };
  const until = clock() + deadline + SLOT_MARGIN;
  if (await unlessAborted(signal, runningSlots.take({ ...slot, until, signal }))) return;
  throw new HttpProblem('quota-exceeded', {
    message: `You already have ${limits.atOnce} searches running. Wait for one to end, or stop it.`,
    headers: { 'retry-after': '10' },
  });
}

async function count(
  { search, person, signal }: AdmitOptions,
  deps: SearchSettings,
  release: Admission['release'],
): Promise<Admission> {
  const now = deps.clock();
  const quotas = quotasOf(search, person, now, deps);
  const taking = deps.quotas.take({ quotas, expiresAt: now + 2 * DAY, signal });
  const counted = await unlessAborted(signal, taking).catch(async (error) => {
    if (!isUnreachable(error)) await release(signal);
    throw error;
  });
  if (!counted.taken) {
    await release(signal);
    throw quotaExceeded(counted.full, search, now);
  }
  const giveBack = (until: AbortSignal) =>
    unlessAborted(until, deps.quotas.giveBack({ quotas, signal: until })).catch((error) =>
      deps.log('a search that did not start is still counted', error),
    );
  return {
    release,
    undo: async (until) => {
      await Promise.all([release(until), giveBack(until)]);
    },
  };
}

function quotasOf({ deepResearch, userId }: Search, person: string, now: number, { limits }: SearchSettings) {
  const mode = deepResearch ? 'deep' : 'standard';
  const day = toTimestamp(now).slice(0, 10);
  const own = userId === ANONYMOUS_USER_ID ? limits.anonymous : limits.signedIn;
  const counted = [
    { name: `${mode}:${person}:${day}`, limit: own[mode] },
    { name: `${mode}:${EVERYBODY}:${day}`, limit: limits.everybody[mode] },
  ];
  return counted.flatMap(({ name, limit }) => (limit === undefined ? [] : [{ name, limit }]));
}

function quotaExceeded({ name, limit }: Quota, { deepResearch, userId }: Search, now: number): HttpProblem {
  const left = DAY - (now % DAY);
  const kind = deepResearch ? 'Deep Research searches' : 'searches';
  const isEverybodys = name.includes(`:${EVERYBODY}:`);
  const whose = isEverybodys ? `All ${limit} ${kind} of this site` : `All your ${limit} ${kind}`;
  const signIn = userId === ANONYMOUS_USER_ID && !isEverybodys ? ' Sign in to get more.' : '';
  return new HttpProblem('quota-exceeded', {
    message: `${whose} for today are used up. The count starts again at 00:00 UTC, in ${describe(left)}.${signIn}`,
    headers: { 'retry-after': String(Math.ceil(left / 1_000)) },
  });
}

function describe(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/**
 * The person quotas are counted for: the account, or a hash of the address that the edge saw. The edge overwrites that header, so no
 * caller can choose it. The address itself is not stored.
 */
export function personOf(identity: Identity | undefined, headers: Headers): string {
  if (identity !== undefined) return `account:${identity.userId}`;
  const address = networkOf(headers.get(VIEWER_ADDRESS_HEADER) ?? 'unknown');
  return `address:${createHash('sha256').update(address).digest('hex').slice(0, 32)}`;
}

/** The part of an address that one person cannot choose freely: an IPv4 address whole, of an IPv6 address its network. */
function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  return mappedIPv4(groups) ?? groups.slice(0, IPV6_GROUPS).join(':');
}

/** All eight groups of an IPv6 address, however it was shortened, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  // URL knows every way to write one and returns the only canonical one (RFC 5952), in brackets.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  if (after === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** The IPv4 address in `::ffff:a.b.c.d`: the same person as without the prefix. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}
