import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsOffline } from '#web/lib/page.ts';
import { lazyComponent, Part } from '#web/ui/index.ts';
import {
  useChatActions,
  useCurrentChatId,
  useIsLoading,
  useIsSending,
  useMessages,
  usePage,
  useSearchView,
} from '../chat-context.tsx';
import type { SearchView } from '../session.ts';

const Notices = lazyComponent(() => import('./notices.tsx'), 'Notices');
const NotificationOffer = lazyComponent(() => import('./notification-offer.tsx'), 'NotificationOffer');
const WaitingNote = lazyComponent(() => import('./waiting-request.tsx'), 'WaitingNote');

interface NoticeAreaProps {
  /** What there is to know about the session. */
  children: ReactNode;
  /** Takes back the request that waits. */
  onTakeBack: () => void;
}

/**
 * What there is to know over the input: that the browser is offline, what went wrong with the chats, and what is sent next. The session's
 * own notice goes before the chats'. Back online, what could not be read meanwhile is taken in.
 */
export function NoticeArea({ children, onTakeBack }: NoticeAreaProps) {
  const isOffline = useIsOffline();
  const wasOffline = useRef(isOffline);
  const error = usePage((page) => page.error);
  const hasNotices = usePage((page) => page.notices.length > 0);
  const hasWaitedLong = usePage((page) => page.hasWaitedLong);
  const waiting = usePage((page) => page.waiting[page.currentChatId ?? '']);
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
    <>
      {isOffline && (
        // Drawn here: what would have to be fetched cannot be.
        <p role="status" className="mb-2 rounded-medium border border-line bg-raised px-3.5 py-2.5 text-body">
          You are offline. This page goes on by itself when you are back online.
        </p>
      )}
      {children ||
        ((hasNotices || error !== undefined) && (
          <Part missing={error?.message}>
            <Notices />
          </Part>
        ))}
      <Part missing={null}>
        {hasWaitedLong && <NotificationOffer />}
        {waiting && <WaitingNote request={waiting} onTakeBack={onTakeBack} />}
      </Part>
    </>
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
