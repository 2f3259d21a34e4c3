import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { Message } from '#shared/message.ts';
import { type DisplayData, profilesIn } from '#shared/results.ts';
import type { SearchTask } from '#shared/search-request.ts';
import { knownHistory, readHistory } from '#web/features/chats/history/history.ts';
import * as chats from '#web/features/chats/index.ts';
import { shownAnswers } from '#web/features/chats/turns/basis.ts';
import { hidesSeen } from '#web/features/chats/turns/seen-people.ts';
import { type Example, useHiddenPeople } from '#web/features/lists/index.ts';
import { appliedCriteria, requestOf, useAdjustments } from '#web/features/results/adjustments.ts';
import { useAreNamesHidden } from '#web/features/results/hide-names.tsx';
import type { ResultsControls } from '#web/features/results/people-controls.tsx';
import { numbersShown, viewOf } from '#web/features/results/people-view.ts';
import { useStoredValue } from '#web/lib/stored-value.ts';
import { useMarkedExamples } from './marked-examples.tsx';

interface AnswerPeopleOptions {
  /** The answer including its continuations; undefined until there is one. */
  message: Message | undefined;
  /** The answer's people, or those found so far. */
  found: DisplayData | undefined;
  brokenOff: boolean;
}

/** The people of an answer that its reader sees, and the actions on them. */
export function useAnswerPeople({ message, found, brokenOff }: AnswerPeopleOptions) {
  const currentChatId = chats.useCurrentChatId();
  const { chatId = currentChatId, timestamp } = message ?? {};
  const areNamesHidden = useAreNamesHidden(message?.id);
  const adjustments = useAdjustments(message?.id);
  const hiddenPeople = useHiddenPeople();
  const isHidingSeen = useStoredValue(hidesSeen, (isOn) => isOn);
  const seenPeople = useSeenPeople(isHidingSeen);
  // Only people of earlier answers count as seen: of two answers with the same person, the first keeps them.
  const seen = useMemo(() => seenPeople(chatId, timestamp), [seenPeople, chatId, timestamp]);
  const { urls } = hiddenPeople;
  const view = useMemo(() => {
    const hidden = new Set(urls);
    return found && viewOf(found, { hidden, seen, adjustments, areNamesHidden, brokenOff });
  }, [found, urls, seen, adjustments, areNamesHidden, brokenOff]);

  const [showsFallen, setShowsFallen] = useState(false);
  const answerId = message?.id;
  useEffect(() => {
    if (answerId === undefined || found === undefined || view === undefined) return;
    const fallen = showsFallen ? view.fallen : [];
    shownAnswers.set(answerId, () => ({
      numbers: numbersShown(found, view, fallen, { areNamesHidden, brokenOff }),
      adjust: (criteria) => appliedCriteria(criteria, adjustments),
    }));
    return () => void shownAnswers.delete(answerId);
  }, [answerId, found, view, adjustments, showsFallen, areNamesHidden, brokenOff]);
  const actions = useAnswerActions({ message, found, hiddenPeople });
  const { chosen, choice } = useMarkedExamples(chatId ?? '');
  const isBusy = chats.useIsSending();
  const isExhausted = message?.metadata?.hasMore === false;
  const controls = useMemo((): ResultsControls | undefined => {
    if (actions === undefined || view === undefined || found === undefined) return undefined;
    const { onSearch, onMore, ...others } = actions;
    const { fallen, hidden, seen } = view;
    return {
      ...others,
      criteria: {
        answerId: actions.answerId,
        googleSearchQuery: actions.googleSearchQuery,
        cost: actions.cost,
        onSearch: isBusy ? undefined : onSearch,
      },
      adjustments,
      fallen,
      shownFallen: showsFallen ? fallen : [],
      onShowFallen: setShowsFallen,
      hidden,
      seen,
      verifiable: new Set(
        isBusy
          ? []
          : profilesIn(found)
              .filter(hasProfile)
              .map(({ id }) => id),
      ),
      onMore: isBusy || isExhausted ? undefined : () => onMore(chosen),
      examples: choice,
      hidesSeen: isHidingSeen,
      onHideSeen: (isOn) => hidesSeen.change(() => isOn),
    };
  }, [actions, view, found, adjustments, showsFallen, isBusy, isExhausted, isHidingSeen, chosen, choice]);
  const { searchQuery } = message?.metadata ?? {};
  return {
    data: view?.data,
    /** The props of the results other than their data. */
    resultsProps: { areNamesHidden, criteria: found?.criteria, brief: searchQuery?.brief, controls },
  };
}

const hasProfile = ({ profileUrl }: { profileUrl: string }): boolean =>
  canonicalProfileUrl(profileUrl) !== undefined;

type AnswerActionsOptions = Pick<AnswerPeopleOptions, 'message' | 'found'> & {
  hiddenPeople: ReturnType<typeof useHiddenPeople>;
};

/** Actions on the people of a finished answer. The object keeps its identity while more people arrive. */
function useAnswerActions({ message, found, hiddenPeople }: AnswerActionsOptions) {
  const { ask } = chats.useChatActions();
  const people = useRef(found);
  useLayoutEffect(() => {
    people.current = found;
  });
  const { id: refines, metadata } = message ?? {};
  const deepResearch = metadata?.useDeepResearch ?? false;
  const googleSearchQuery =
    metadata?.searchQuery?.googleSearchQuery ?? metadata?.profileDisplayData?.searchQuery;
  return useMemo(() => {
    if (refines === undefined) return undefined;
    const profileOf = (id: string) =>
      people.current && profilesIn(people.current).find((profile) => profile.id === id);
    const urlOf = (id: string) => canonicalProfileUrl(profileOf(id)?.profileUrl ?? '');
    const send = (content: string, task: SearchTask, examples: readonly Example[] = []) =>
      void ask({
        content,
        deepResearch,
        refines,
        task,
        ...(examples.length > 0 && { examples: [...examples] }),
      });
    return {
      answerId: refines,
      googleSearchQuery,
      cost: deepResearch ? '1 Deep Research search' : '1 search',
      onHide: (id: string) => {
        const profile = profileOf(id);
        if (profile) hiddenPeople.hide(profile);
      },
      onShow: (id: string) => {
        const url = urlOf(id);
        if (url !== undefined) hiddenPeople.show(url);
      },
      onVerify: (id: string) => {
        const url = urlOf(id);
        if (url !== undefined) send(`Verify ${profileOf(id)?.fullName ?? url}`, { kind: 'verify', url });
      },
      onMore: (examples: readonly Example[]) => send('Find more people', { kind: 'more' }, examples),
      onSearch: (task: Parameters<typeof requestOf>[0]) => send(requestOf(task), task),
    };
  }, [refines, deepResearch, googleSearchQuery, hiddenPeople, ask]);
}

/** The canonical profile URLs of the people in other chats' answers, optionally only from before a time (ISO, UTC). */
type SeenPeople = (exceptChatId?: string, before?: string) => ReadonlySet<string>;

const NOBODY: SeenPeople = () => new Set();

/** People seen in other chats; nobody unless `isWanted`. Limited to what this page has loaded until the whole history has been read. */
function useSeenPeople(isWanted: boolean): SeenPeople {
  const session = chats.useSession();
  const list = chats.useChatList();
  const [seen, setSeen] = useState<SeenPeople>(() => NOBODY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list depends on the chats and on what is added to them
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    const show = (history: ReturnType<typeof knownHistory>) => {
      if (isShown)
        setSeen(
          (): SeenPeople =>
            (...asked) =>
              history.seenPeople(...asked),
        );
    };
    show(knownHistory(session));
    readHistory(session).then(show, () => undefined);
    return () => {
      isShown = false;
    };
  }, [session, list.chats, isWanted]);
  return isWanted ? seen : NOBODY;
}
