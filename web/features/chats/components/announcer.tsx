import { useEffect, useRef, useState } from 'react';
import type { ChatState } from '../chat-context.ts';
import { useChat } from '../chat-context.ts';

/** Speaks what the eye sees happen: each step as it starts, and the answer with the size of its directory. */
export function Announcer() {
  const chat = useChat();
  const step = currentStep(chat);
  const answer = useNewAnswer(chat);
  return (
    <p role="status" className="sr-only">
      {chat.loadingMessage ?? step ?? answer}
    </p>
  );
}

function currentStep({ search }: ChatState): string | undefined {
  if (search === undefined || search.phase === 'finished') return undefined;
  const step = search.steps.findLast(({ status }) => status === 'active' || status === 'error');
  return (
    step &&
    `${step.title}: ${step.status === 'error' ? (step.details?.at(-1) ?? 'failed') : step.description}`
  );
}

/** The answer that ended the search just watched; an answer of a chat that is merely opened is not spoken. */
function useNewAnswer({ messages, isLoading, loadingMessage, search }: ChatState): string | undefined {
  const wasSearching = useRef(false);
  const [spoken, setSpoken] = useState<string>();
  useEffect(() => {
    if (loadingMessage !== undefined || (search !== undefined && search.phase !== 'finished'))
      wasSearching.current = true;
    if (isLoading || !wasSearching.current) return;
    wasSearching.current = false;
    const last = messages.at(-1);
    if (last?.role !== 'assistant') return setSpoken(undefined);
    const found = last.metadata?.profileDisplayData?.totalProfiles;
    setSpoken(found === undefined ? last.content : `${last.content} ${found} profile(s) shown.`);
  }, [messages, isLoading, loadingMessage, search]);
  return spoken;
}
