import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/message.ts';
import * as chats from '#web/features/chats/index.ts';
import type { SearchView } from '#web/features/chats/search-view.ts';
import { withContinuations } from '#web/features/chats/turns/continuations.ts';
import { findTurn } from '#web/features/chats/turns/turns.ts';
import { useAreNamesHidden } from '#web/features/results/hide-names.tsx';

/** Text for screen readers: each step as it starts, then the answer with the size of its directory. */
export function Announcement() {
  const view = chats.useSearchView();
  const areNamesHidden = useAreNamesHidden(useContinuedId());
  const step = currentStep(view, areNamesHidden);
  const answer = useNewAnswer(view.isRunning, areNamesHidden);
  return <span>{view.loadingMessage ?? step ?? answer}</span>;
}

/** The answer that the newest question continues, with more people or the verification of one. */
function useContinuedId(): string | undefined {
  const question = chats.useMessages().findLast(({ role }) => role === 'user');
  const { task, refines } = question?.metadata ?? {};
  return task === 'more' || task === 'verify' ? (refines ?? undefined) : undefined;
}

function currentStep({ search }: SearchView, areNamesHidden: boolean): string | undefined {
  if (search === undefined || search.phase === 'finished') return undefined;
  const step = search.steps.findLast(({ status }) => status === 'active' || status === 'error');
  if (step === undefined) return undefined;
  const why = areNamesHidden ? undefined : step.details?.at(-1);
  return `${step.title}: ${step.status === 'error' ? (why ?? 'failed') : step.description}`;
}

/** The answer to the search just watched. When a chat is merely opened, its last answer is not announced. */
function useNewAnswer(isRunning: boolean, areNamesHidden: boolean): string | undefined {
  const messages = chats.useMessages();
  const isSending = chats.useIsSending();
  const isBusy = chats.useIsLoading() || isSending;
  const searchedChatId = useRef<string>(undefined);
  const chatId = chats.useCurrentChatId();
  const [spoken, setSpoken] = useState<{ text: string; isAnonymous: boolean }>();
  useEffect(() => {
    if (isRunning) {
      searchedChatId.current = chatId;
      // Otherwise the old answer would be announced again between the steps of a new search.
      setSpoken(undefined);
    }
    // A search watched in another chat does not make this chat's answer new.
    if (isBusy || chatId === undefined || searchedChatId.current !== chatId) return;
    searchedChatId.current = undefined;
    const last = messages.at(-1);
    if (last?.role !== 'assistant') return setSpoken(undefined);
    const found = sizeOfDirectory(messages, last);
    // The answer's text mentions people by name.
    const text = areNamesHidden ? 'The answer is there. Names are hidden.' : last.content;
    setSpoken({
      text: found === undefined ? text : `${text} ${found} profile(s) shown.`,
      isAnonymous: areNamesHidden,
    });
  }, [chatId, messages, isBusy, isRunning, areNamesHidden]);
  // The text stays in the page until the next announcement: drop it if its names have been hidden since.
  return areNamesHidden && spoken?.isAnonymous === false ? undefined : spoken?.text;
}

/** The number of people in the directory an answer has or adds to; undefined if the answer itself brings nobody. */
function sizeOfDirectory(messages: readonly Message[], added: Message): number | undefined {
  if (added.metadata?.profileDisplayData === undefined) return undefined;
  const { answer = added, continuations = [] } = findTurn(messages, added.id) ?? {};
  return withContinuations(answer, continuations).metadata?.profileDisplayData?.totalProfiles;
}
