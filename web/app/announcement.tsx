import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/message.ts';
import {
  useCurrentChatId,
  useIsLoading,
  useIsSending,
  useMessages,
  useSearchView,
} from '#web/features/chats/index.ts';
import type { SearchView } from '#web/features/chats/session.ts';
import { withContinuations } from '#web/features/chats/turns/continuations.ts';
import { findTurn } from '#web/features/chats/turns/turns.ts';
import { useAreNamesHidden } from '#web/features/results/hide-names.tsx';

/** What the eye sees happen, in words: each step as it starts, and the answer with the size of its directory. */
export function Announcement() {
  const view = useSearchView();
  const areNamesHidden = useAreNamesHidden(useContinuedId());
  const step = currentStep(view, areNamesHidden);
  const answer = useNewAnswer(view.isRunning, areNamesHidden);
  return view.loadingMessage ?? step ?? answer;
}

/** The answer to which the newest message adds, or asks for, more people or more of one of them. */
function useContinuedId(): string | undefined {
  const question = useMessages().findLast(({ role }) => role === 'user');
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

/** The answer that ended the search just watched; an answer of a chat that is merely opened is not spoken. */
function useNewAnswer(isRunning: boolean, areNamesHidden: boolean): string | undefined {
  const messages = useMessages();
  const isSending = useIsSending();
  const isBusy = useIsLoading() || isSending;
  const searched = useRef<string>(undefined);
  const chatId = useCurrentChatId();
  const [spoken, setSpoken] = useState<{ text: string; isAnonymous: boolean }>();
  useEffect(() => {
    if (isRunning) {
      searched.current = chatId;
      // Between its steps a new search would have the old answer spoken again.
      setSpoken(undefined);
    }
    // What was watched in another chat says nothing of this one's answer.
    if (isBusy || chatId === undefined || searched.current !== chatId) return;
    searched.current = undefined;
    const last = messages.at(-1);
    if (last?.role !== 'assistant') return setSpoken(undefined);
    const found = sizeOfDirectory(messages, last);
    // What is said of people goes by their names.
    const text = areNamesHidden ? 'The answer is there. Names are hidden.' : last.content;
    setSpoken({
      text: found === undefined ? text : `${text} ${found} profile(s) shown.`,
      isAnonymous: areNamesHidden,
    });
  }, [chatId, messages, isBusy, isRunning, areNamesHidden]);
  // It stands in the page for as long as nothing else is said: names that were hidden since are told no more.
  return areNamesHidden && spoken?.isAnonymous === false ? undefined : spoken?.text;
}

/** How many people the directory has that an answer is of, or only adds to; undefined where the answer has nobody to add. */
function sizeOfDirectory(messages: readonly Message[], added: Message): number | undefined {
  if (added.metadata?.profileDisplayData === undefined) return undefined;
  const { answer = added, continuations = [] } = findTurn(messages, added.id) ?? {};
  return withContinuations(answer, continuations).metadata?.profileDisplayData?.totalProfiles;
}
