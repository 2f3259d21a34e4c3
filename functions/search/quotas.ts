import type { SearchLimits } from '#functions/config.ts';
import type { Caller } from '#functions/http/caller.ts';
import { restOfDay } from '#functions/http/daily-reset.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Quota, Quotas } from '#functions/store/quotas.ts';
import { accountName, dailyQuotaName } from '#functions/store/service-keys.ts';
import { unlessAborted } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { Search } from '#shared/search.ts';
import { DAY } from '#shared/time.ts';

/*
 * Which daily quotas a search counts against, who shares each of them, and how much is left (docs/behaviour.md#quotas). The search
 * function counts against them, and the account routes report what is left.
 */

/** Used in quota names for everybody together, everybody without an account, and everybody whose account is new. */
const EVERYBODY = 'everybody';
const ALL_ANONYMOUS = 'anonymous';
const ALL_NEW_ACCOUNTS = 'new';

/** The part of a search that decides its quota. */
type CountedSearch = Pick<Search, 'deepResearch'> & { userMessage?: Pick<Search['userMessage'], 'metadata'> };

/** Whether the deep quotas apply. Verifying one person costs about as much as a standard search, so it never counts as deep. */
export const isDeep = ({ deepResearch, userMessage }: CountedSearch): boolean =>
  deepResearch && userMessage?.metadata?.task !== 'verify';

const modeOf = (search: CountedSearch) => (isDeep(search) ? 'deep' : 'standard');

/** @param owner who shares the quota @param now in milliseconds since 1970 */
export const quotaName = (search: CountedSearch, owner: string, now: number): string =>
  dailyQuotaName({ mode: modeOf(search), owner, on: now });

/** The quotas that can be checked before the account's age is known. */
export function quotaNamesOf(search: CountedSearch, caller: Caller, now: number): string[] {
  const owners = [caller.person, caller.network, caller.browser && ALL_ANONYMOUS, EVERYBODY];
  return owners.flatMap((owner) => (owner === undefined ? [] : [quotaName(search, owner, now)]));
}

/** What decides which quotas a search counts against. */
interface QuotaOptions {
  search: CountedSearch & Pick<Search, 'userId'>;
  caller: Caller;
  /** When the account was first seen; undefined for an anonymous caller. */
  accountSince: Promise<string> | undefined;
  signal: AbortSignal;
}

/** From narrowest to widest, so that a refused search has not been counted against a quota that others share. */
export async function quotasOf(options: QuotaOptions, now: number, limits: SearchLimits): Promise<Quota[]> {
  const { search, caller } = options;
  const mode = modeOf(search);
  const own = search.userId === ANONYMOUS_USER_ID ? limits.anonymous : limits.signedIn;
  const isAgeNeeded = [limits.newAccount, limits.allNewAccounts].some((limit) => limit[mode] !== undefined);
  const isNew = isAgeNeeded && (await isInFirstDay(options, now));
  const firstDayLimit = isNew ? limits.newAccount[mode] : undefined;
  const isLowered = firstDayLimit !== undefined && firstDayLimit < (own[mode] ?? Number.POSITIVE_INFINITY);
  const counted = [
    { of: caller.person, limit: isLowered ? firstDayLimit : own[mode], isFirstDay: isLowered },
    { of: isNew ? ALL_NEW_ACCOUNTS : undefined, limit: limits.allNewAccounts[mode], isFirstDay: true },
    { of: caller.network, limit: limits.network[mode] },
    { of: caller.browser && ALL_ANONYMOUS, limit: limits.allAnonymous[mode] },
    { of: EVERYBODY, limit: limits.everybody[mode] },
  ];
  return counted.flatMap(({ of, limit, isFirstDay = false }) =>
    limit === undefined || of === undefined ? [] : [{ name: quotaName(search, of, now), limit, isFirstDay }],
  );
}

async function isInFirstDay({ accountSince, signal }: QuotaOptions, now: number): Promise<boolean> {
  if (accountSince === undefined) return false;
  return now - Date.parse(await unlessAborted(signal, accountSince)) < DAY;
}

interface RemainingQuotaOptions extends Pick<Search, 'deepResearch' | 'userId'> {
  /** When the account was first seen, a timestamp. */
  since: string;
  signal: AbortSignal;
}

/** How many searches of one kind an account has left today, by the limit with the least left; null without any limit. */
export async function remainingQuota(
  { deepResearch, userId, since, signal }: RemainingQuotaOptions,
  now: number,
  { limits, quotas }: { limits: SearchLimits; quotas: Pick<Quotas, 'read'> },
): Promise<{ left: number; limit: number } | null> {
  const search = { deepResearch, userId };
  const caller = { person: accountName(userId), browser: undefined, network: undefined };
  const options = { search, caller, accountSince: Promise.resolve(since), signal };
  const applicableQuotas = await quotasOf(options, now, limits);
  const used = await quotas.read({ quotas: applicableQuotas, signal });
  const states = applicableQuotas.map(({ name, limit }) => ({
    left: Math.max(0, limit - (used.get(name) ?? 0)),
    limit,
  }));
  return states.sort((one, other) => one.left - other.left)[0] ?? null;
}

/** The refusal of a search whose quota is used up. It says when the quota resets, or that no such search is ever allowed. */
export function quotaExceeded({ name, limit, isFirstDay }: Quota, search: Search, now: number): HttpProblem {
  const [, owner = ''] = name.split(':');
  const { startsAgain, headers } = restOfDay(now);
  const isAnonymous = search.userId === ANONYMOUS_USER_ID && owner !== EVERYBODY;
  const kind = isDeep(search) ? 'Deep Research search' : 'search';
  const sentence =
    limit === 0
      ? `No ${kind} can be made here${isFirstDay ? ' in the first day of an account' : isAnonymous ? ' without an account' : ''}.`
      : `${describeQuota(limit, kind, OWNER_PHRASES[owner])} used up. ${startsAgain}`;
  const message = isAnonymous ? `${sentence} Sign in to get more.` : sentence;
  return new HttpProblem('quota-exceeded', { message, headers });
}

/** The owners of quotas that are shared. */
const OWNER_PHRASES: Readonly<Record<string, string>> = {
  [EVERYBODY]: 'of this site',
  [ALL_NEW_ACCOUNTS]: 'of accounts in their first day',
  [ALL_ANONYMOUS]: 'of people without an account',
  network: 'of your network',
};

/** 'All your 20 searches for today are', 'The one Deep Research search of this site for today is'. */
function describeQuota(limit: number, kind: string, owner: string | undefined): string {
  const ownerPhrase = owner === undefined ? '' : ` ${owner}`;
  if (limit === 1) return `${owner === undefined ? 'Your' : 'The'} one ${kind}${ownerPhrase} for today is`;
  return `All ${owner === undefined ? 'your ' : ''}${limit} ${kind}es${ownerPhrase} for today are`;
}
