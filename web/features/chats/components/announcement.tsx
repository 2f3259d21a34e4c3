import { useEffect, useRef, useState } from 'react';
import {
  useCurrentChatId,
  useIsLoading,
  useIsSending,
  useMessages,
  useSearchView,
} from '../chat-context.tsx';
import type { SearchView } from '../session.ts';

/** What the eye sees happen, in words: each step as it starts, and the answer with the size of its directory. */
export function Announcement() {
  const view = useSearchView();
  const step = currentStep(view);
  const answer = useNewAnswer(view.isRunning);
  return view.loadingMessage ?? step ?? answer;
}

function currentStep({ search }: SearchView): string | undefined {
  if (search === undefined || search.phase === 'finished') return undefined;
  const step = search.steps.findLast(({ status }) => status === 'active' || status === 'error');
  return (
    step &&
    `${step.title}: ${step.status === 'error' ? (step.details?.at(-1) ?? 'failed') : step.description}`
  );
}

/** The answer that ended the search just watched; an answer of a chat that is merely opened is not spoken. */
function useNewAnswer(isRunning: boolean): string | undefined {
  const messages = useMessages();
  const isSending = useIsSending();
  const isBusy = useIsLoading() || isSending;
  const searched = useRef<string>(undefined);
  const chatId = useCurrentChatId();
  const [spoken, setSpoken] = useState<string>();
  useEffect(() => {
    if (isRunning) searched.current = chatId;
    // What was watched in another chat says nothing of this one's answer.
    if (isBusy || chatId === undefined || searched.current !== chatId) return;
    searched.current = undefined;
    const last = messages.at(-1);
    if (last?.role !== 'assistant') return setSpoken(undefined);
    const found = last.metadata?.profileDisplayData?.totalProfiles;
    setSpoken(found === undefined ? last.content : `${last.content} ${found} profile(s) shown.`);
  }, [chatId, messages, isBusy, isRunning]);
  return spoken;
}
