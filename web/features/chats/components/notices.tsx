import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsOffline } from '#web/lib/page.ts';
import { Alert } from '#web/ui/index.ts';
import { useChatActions, useIsLoading, useMessages, usePage, useSearchView } from '../chat-context.tsx';
import type { SearchView } from '../session.ts';

/** What went wrong with the chats, and what the person should know about them. */
export function Notices() {
  const error = usePage((page) => page.error);
  const notices = usePage((page) => page.notices);
  const { clearError, dismissNotice } = useChatActions();
  if (error === undefined && notices.length === 0) return null;
  return (
    <div className="mb-2 flex flex-col gap-2">
      {notices.map((notice) => (
        <Alert key={notice} tone="notice" onDismiss={() => dismissNotice(notice)}>
          {notice}
        </Alert>
      ))}
      {error && (
        <Alert tone="error" onDismiss={clearError}>
          {error.message}
        </Alert>
      )}
    </div>
  );
}

/** Says so while the browser is offline; when it is back, takes in what could not be read meanwhile. */
export function OfflineNotice() {
  const isOffline = useIsOffline();
  const wasOffline = useRef(isOffline);
  const error = usePage((page) => page.error);
  const { clearError, refresh } = useChatActions();
  const goOn = useEffectEvent(() => {
    if (error?.code === 'chat-error') clearError();
    void refresh();
  });
  useEffect(() => {
    if (wasOffline.current && !isOffline) goOn();
    wasOffline.current = isOffline;
  }, [isOffline]);
  return (
    isOffline && (
      <div className="mb-2">
        <Alert tone="notice">You are offline. This page goes on by itself when you are back online.</Alert>
      </div>
    )
  );
}

/** Speaks what the eye sees happen: each step as it starts, and the answer with the size of its directory. */
export function Announcer() {
  const view = useSearchView();
  const step = currentStep(view);
  const answer = useNewAnswer(view.isRunning);
  return (
    <p role="status" className="sr-only">
      {view.loadingMessage ?? step ?? answer}
    </p>
  );
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
  const isLoading = useIsLoading();
  const wasSearching = useRef(false);
  const [spoken, setSpoken] = useState<string>();
  useEffect(() => {
    if (isRunning) wasSearching.current = true;
    if (isLoading || !wasSearching.current) return;
    wasSearching.current = false;
    const last = messages.at(-1);
    if (last?.role !== 'assistant') return setSpoken(undefined);
    const found = last.metadata?.profileDisplayData?.totalProfiles;
    setSpoken(found === undefined ? last.content : `${last.content} ${found} profile(s) shown.`);
  }, [messages, isLoading, isRunning]);
  return spoken;
}
