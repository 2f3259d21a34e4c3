import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { type ChatSession, hear, useChatActions, usePage, useSession } from '#web/features/chats/index.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { useToast } from '#web/ui/index.ts';
import type { KnownList, KnownLists, ListNews, ListStore } from './list-store.ts';
import {
  type ListActions,
  type ListHome,
  listActionsOn,
  listsQuery,
  peopleQuery,
  readNow,
  refreshLists,
} from './lists.ts';
import { localLists } from './local-lists.ts';
import { type Example, examplesOf } from './people.ts';
import { RemoteLists } from './remote-lists.ts';

interface Said {
  /** Changes that have not reached where they are to be kept. */
  unsaved: number;
  /** What has been told of the lists. It stands among the page's notices until it is dismissed, beside the chats too. */
  notices: readonly string[];
  /** What was refused, until it has been said. */
  refusals: readonly string[];
}

interface OpenHome extends ListHome {
  actions: ListActions;
  said: ReturnType<typeof createSaid>;
}

const createSaid = () => createStore<Said>(() => ({ unsaved: 0, notices: [], refusals: [] }));

/** By the cache of the session they belong to: the lists last as long as it does. */
const homes = new WeakMap<object, OpenHome>();

function homeOf(session: ChatSession): OpenHome {
  const known = homes.get(session.queries);
  if (known !== undefined) return known;
  const said = createSaid();
  const tell: ListHome['tell'] = (news) => {
    said.setState((now) => afterNews(now, news));
    // Lists can be opened, and what they have to tell come, while something is drawn that shows it.
    if (news.type === 'notice') queueMicrotask(() => hear(session, news));
  };
  const store = storeOf(session);
  const home: ListHome = { store, queries: session.queries, storage: session.storage, now: Date.now, tell };
  const opened = { ...home, said, actions: listActionsOn(home) };
  homes.set(session.queries, opened);
  const stop = store.subscribe((news) => {
    if (news.type !== 'changed') return tell(news);
    if (session.isOpen()) void refreshLists(home);
    else leave();
  });
  // Whoever was at the page and has left it hears nothing more of their lists.
  function leave() {
    stop();
    homes.delete(session.queries);
  }
  return opened;
}

function storeOf({ userId, api }: ChatSession): ListStore {
  if (userId === ANONYMOUS_USER_ID || api === undefined) return localLists();
  return new RemoteLists({ api, userId, drafts: tabStorage() });
}

function tabStorage(): KeyValueStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

function afterNews(now: Said, news: Exclude<ListNews, { type: 'changed' }>): Said {
  if (news.type === 'unsaved') return { ...now, unsaved: news.count };
  if (news.type === 'refused') return { ...now, refusals: [...now.refusals, news.text] };
  return { ...now, notices: [...new Set([...now.notices, news.text])] };
}

const useHome = (): OpenHome => homeOf(useSession());

export const useListActions = (): ListActions => useHome().actions;

/** The lists, changed last first; undefined until they are there. */
export function useLists() {
  const { data, isError, refetch } = useQuery(listsQuery(useHome()));
  return {
    lists: data?.lists,
    /** How many people are hidden. */
    hiddenSize: data?.hidden.size ?? 0,
    isMissing: isError && data === undefined,
    /** They could not be read: they are as this browser read them last. */
    isOld: isError && data !== undefined,
    retry: () => void refetch(),
  };
}

/** The people of a list, added last first; undefined until they are there. */
export function usePeople(listId: string) {
  const { data, isError, refetch } = useQuery(peopleQuery(useHome(), listId));
  return { people: data, isMissing: isError && data === undefined, retry: () => void refetch() };
}

/** What names people among the members of lists; undefined until it is known. */
export function useMemberKeys(profileUrls: readonly string[]): readonly string[] | undefined {
  const { store } = useHome();
  const [named, setNamed] = useState<{ urls: string; keys: readonly string[] }>();
  const urls = profileUrls.join(' ');
  useEffect(() => {
    let isWanted = true;
    const all = urls.split(' ').map((url) => store.memberKeyOf(url));
    void Promise.all(all).then((keys) => isWanted && setNamed({ urls, keys }));
    return () => {
      isWanted = false;
    };
  }, [store, urls]);
  return named?.urls === urls ? named.keys : undefined;
}

/** In which lists somebody is. None for whoever has no profile that could name them. */
export function useListsWith(profileUrl = ''): readonly KnownList[] {
  const { data } = useQuery(listsQuery(useHome()));
  const [key] = useMemberKeys([profileUrl]) ?? [];
  return useMemo(
    () => (key === undefined ? [] : (data?.lists.filter(({ members }) => members.has(key)) ?? [])),
    [data, key],
  );
}

/** Reads who is in some lists, where the page has not. @returns the entries of one person in them */
export function useEntriesOf(): (url: string, lists: readonly KnownList[]) => Promise<ListedPerson[]> {
  const home = useHome();
  return async (url, lists) => {
    const all = await Promise.all(lists.map(({ id }) => readNow(home, peopleQuery(home, id))));
    return all.flat().filter(({ profile }) => profile.profileUrl === url);
  };
}

/** What is to be known of the lists: that changes are not saved yet, and what storage has to say. */
export const useListNotices = (): Pick<Said, 'unsaved' | 'notices'> & {
  dismiss: (notice: string) => void;
} => {
  const { unsaved, notices: told } = useStore(useHome().said);
  const notices = usePage((page) => page.notices).filter((text) => told.includes(text));
  return { unsaved, notices, dismiss: useChatActions().dismissNotice };
};

const UNSAVED =
  'Your lists cannot be reached just now. Your changes are kept, and saved as soon as they can be reached.';

/** Says in passing what was refused, and that something could not be saved yet. Drawn once by each screen that has to do with lists. */
export function ListNewsToasts() {
  const { said } = useHome();
  const toast = useToast();
  const refusal = useStore(said, ({ refusals }) => refusals[0]);
  const isUnsaved = useStore(said, ({ unsaved }) => unsaved > 0);
  useEffect(() => {
    if (refusal === undefined) return;
    toast({ message: refusal });
    said.setState(({ refusals }) => ({ refusals: refusals.slice(1) }));
  }, [refusal, said, toast]);
  useEffect(() => {
    if (isUnsaved) toast({ message: UNSAVED });
  }, [isUnsaved, toast]);
  return null;
}

/**
 * Whom the person has marked good or bad of a chat's answers, read from the lists that have somebody of them.
 * @param profileUrls canonical, of those who stand in the chat's answers
 */
export function useExamples(chatId: string, profileUrls: readonly string[]): readonly Example[] {
  const home = useHome();
  const { data } = useQuery(listsQuery(home));
  const keys = useMemberKeys(profileUrls);
  const having = data?.lists.filter(({ members }) => keys?.some((key) => members.has(key))) ?? [];
  return useQueries({
    queries: having.map(({ id }) => peopleQuery(home, id)),
    combine: (results) =>
      examplesOf(
        chatId,
        results.flatMap((result) => result.data ?? []),
      ),
  });
}

/** Whom a person wants to see nowhere until they are taken back. docs/behaviour.md#people-out-of-sight */
interface HiddenPeople {
  /** Canonical profile URLs, the newest last. */
  urls: readonly string[];
  hide: (profile: DisplayProfile) => void;
  show: (profileUrl: string) => void;
}

/** Those of the account, or of this browser where nobody is signed in. */
export function useHiddenPeople(): HiddenPeople {
  const home = useHome();
  const hasAny = ({ hidden }: KnownLists) => hidden.size > 0;
  const { data: isWanted = false } = useQuery({ ...listsQuery(home), select: hasAny });
  const { data } = useQuery({ ...peopleQuery(home, HIDDEN_LIST_ID), enabled: isWanted });
  const { save, remove } = home.actions;
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
 * Reads, where the page has not, who is hidden. One try: a search waits for it.
 * @returns canonical profile URLs, the newest last
 */
export async function readHidden(session: ChatSession): Promise<readonly string[]> {
  const home = homeOf(session);
  // Without a network too: what the browser holds is there, and what it does not hold is not waited for.
  const options = { retry: false, networkMode: 'always' } as const;
  const { hidden } = await readNow(home, { ...listsQuery(home), ...options });
  if (hidden.size === 0) return [];
  return newestLast(await readNow(home, { ...peopleQuery(home, HIDDEN_LIST_ID), ...options }));
}
