import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';

/** Those whom a person wants to see nowhere until they are taken back. docs/behaviour.md#people-out-of-sight */
export interface HiddenPeople {
  /** Canonical profile URLs, the newest last. */
  urls: readonly string[];
  hide(profile: DisplayProfile): void;
  show(url: string): void;
}

/** Canonical profile URLs, the newest last. No more than a search can be told of. */
const stored = new StoredValue({
  key: `${STORAGE_PREFIX}_hidden_people`,
  schema: v.array(v.string()),
  empty: [],
});

const inThisBrowser = {
  hide: ({ profileUrl }: DisplayProfile) => {
    const url = canonicalProfileUrl(profileUrl);
    if (url === undefined) return;
    stored.change((urls) => [...urls.filter((other) => other !== url), url].slice(-LIMITS.peopleLeftOut));
  },
  show: (url: string) => stored.change((urls) => urls.filter((other) => other !== url)),
};

/** Takes back everybody whom this browser hides, or one of them. */
export const forgetHidden = (url?: string): void =>
  stored.change((urls) => (url === undefined ? [] : urls.filter((other) => other !== url)));

const Given = createContext<HiddenPeople | undefined>(undefined);
/** The same for what is no part of the page's tree. */
let given: HiddenPeople | undefined;

/** Keeps the hidden people of everything below it elsewhere than in this browser. */
export function HiddenPeopleProvider({ value, children }: { value: HiddenPeople; children: ReactNode }) {
  useEffect(() => {
    given = value;
    return () => {
      given = undefined;
    };
  }, [value]);
  return <Given value={value}>{children}</Given>;
}

export function useHiddenPeople(): HiddenPeople {
  const urls = useStoredValue(stored, (all) => all);
  const here = useMemo(() => ({ urls, ...inThisBrowser }), [urls]);
  return useContext(Given) ?? here;
}

/**
 * Whom a new search is not to find: those who are hidden, the newest first, then everybody in `others`, as many as a request may name.
 * @param others canonical profile URLs
 */
export const leftOut = (
  others: Iterable<string> = [],
  { urls }: Pick<HiddenPeople, 'urls'> = given ?? { urls: stored.read() },
): string[] => [...new Set([...urls.toReversed(), ...others])].slice(0, LIMITS.peopleLeftOut);

/**
 * Who stood in an answer of another chat before a time (ISO, UTC), as canonical profile URLs. Of two answers that show the same person only
 * the later one can be without them.
 */
export type SeenPeople = (exceptChatId: string, before: string) => ReadonlySet<string>;

/** Whether people of other chats' answers are hidden in this browser. */
export const hidesSeen = new StoredValue({
  key: `${STORAGE_PREFIX}_seen_hidden`,
  schema: v.boolean(),
  empty: false,
});
