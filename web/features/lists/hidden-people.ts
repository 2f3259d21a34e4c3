import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import type { DisplayProfile } from '#shared/results.ts';
import type { ChatSession } from '#web/features/chats/index.ts';
import type { KnownLists } from './known-lists.ts';
import { listSessionOf, useListSession } from './list-session.ts';
import { listsQuery, peopleQuery, readNow } from './lists.ts';

/** People the user wants to see nowhere until they are shown again. docs/behaviour.md#hidden-people */
interface HiddenPeople {
  /** Canonical profile URLs, the newest last. */
  urls: readonly string[];
  hide: (profile: DisplayProfile) => void;
  show: (profileUrl: string) => void;
}

/** The hidden people of the account, or of this browser if nobody is signed in. */
export function useHiddenPeople(): HiddenPeople {
  const session = useListSession();
  const hasAny = ({ hidden }: KnownLists) => hidden.size > 0;
  const { data: isWanted = false } = useQuery({ ...listsQuery(session), select: hasAny });
  const { data } = useQuery({ ...peopleQuery(session, HIDDEN_LIST_ID), enabled: isWanted });
  const { save, remove } = session.actions;
  return useMemo(
    () => ({
      urls: newestLast(data ?? []),
      hide: (profile) => {
        const url = canonicalProfileUrl(profile.profileUrl);
        if (url !== undefined)
          void save(HIDDEN_LIST_ID, [{ profile: { ...profile, profileUrl: url }, origins: [] }]);
      },
      show: (url) => void remove(HIDDEN_LIST_ID, [url]),
    }),
    [data, save, remove],
  );
}

const newestLast = (people: readonly ListedPerson[]): string[] =>
  people.map(({ profile }) => profile.profileUrl).toReversed();

/**
 * Reads who is hidden, unless it is cached. A single attempt, since a search is waiting for it.
 * @returns canonical profile URLs, the newest last
 */
export async function readHidden(chatSession: ChatSession): Promise<readonly string[]> {
  const session = listSessionOf(chatSession);
  // Without a network too: what the browser has stored is available, and the rest is not waited for.
  const options = { retry: false, networkMode: 'always' } as const;
  const { hidden } = await readNow(session, { ...listsQuery(session), ...options });
  if (hidden.size === 0) return [];
  return newestLast(await readNow(session, { ...peopleQuery(session, HIDDEN_LIST_ID), ...options }));
}
