import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import type { KnownList } from './known-lists.ts';
import { useListSession } from './list-session.ts';
import { type ListActions, listsQuery, peopleQuery, readNow } from './lists.ts';
import { type Example, examplesOf } from './people.ts';

export const useListActions = (): ListActions => useListSession().actions;

/** The lists, most recently changed first; undefined until they are loaded. */
export function useLists() {
  const { data, isError, refetch } = useQuery(listsQuery(useListSession()));
  return {
    lists: data?.lists,
    /** How many people are hidden. */
    hiddenSize: data?.hidden.size ?? 0,
    /** The hidden people may be incomplete. */
    isHiddenDamaged: data?.hidden.isDamaged === true,
    isMissing: isError && data === undefined,
    /** They could not be read: these are the lists as this browser last read them. */
    isOld: isError && data !== undefined,
    retry: () => void refetch(),
  };
}

/** The people of a list, most recently added first; undefined until they are loaded. */
export function usePeople(listId: string) {
  const { data, isError, refetch } = useQuery(peopleQuery(useListSession(), listId));
  return { people: data, isMissing: isError && data === undefined, retry: () => void refetch() };
}

/** The keys that identify people among the members of lists; undefined until they are computed. */
export function useMemberKeys(profileUrls: readonly string[]): readonly string[] | undefined {
  const { store } = useListSession();
  const [computed, setComputed] = useState<{ urls: string; keys: readonly string[] }>();
  const urls = profileUrls.join(' ');
  useEffect(() => {
    let isCurrent = true;
    const all = urls.split(' ').map((url) => store.memberKeyOf(url));
    void Promise.all(all).then((keys) => isCurrent && setComputed({ urls, keys }));
    return () => {
      isCurrent = false;
    };
  }, [store, urls]);
  return computed?.urls === urls ? computed.keys : undefined;
}

/** The lists that contain a person; none for a person without a profile URL to identify them. */
export function useListsWith(profileUrl = ''): readonly KnownList[] {
  const { data } = useQuery(listsQuery(useListSession()));
  const [key] = useMemberKeys([profileUrl]) ?? [];
  return useMemo(
    () => (key === undefined ? [] : (data?.lists.filter(({ members }) => members.has(key)) ?? [])),
    [data, key],
  );
}

/** Reads the people of some lists, unless they are cached. @returns one person's entries in them */
export function useEntriesOf(): (url: string, lists: readonly KnownList[]) => Promise<ListedPerson[]> {
  const session = useListSession();
  return async (url, lists) => {
    const all = await Promise.all(lists.map(({ id }) => readNow(session, peopleQuery(session, id))));
    return all.flat().filter(({ profile }) => profile.profileUrl === url);
  };
}

/**
 * The people from a chat's answers that the user has rated good or bad, read from the lists that contain any of them.
 * @param profileUrls canonical, of the people in the chat's answers
 */
export function useExamples(chatId: string, profileUrls: readonly string[]): readonly Example[] {
  const session = useListSession();
  const { data } = useQuery(listsQuery(session));
  const keys = useMemberKeys(profileUrls);
  const matchingLists = data?.lists.filter(({ members }) => keys?.some((key) => members.has(key))) ?? [];
  return useQueries({
    queries: matchingLists.map(({ id }) => peopleQuery(session, id)),
    combine: (results) =>
      examplesOf(
        chatId,
        results.flatMap((result) => result.data ?? []),
      ),
  });
}
