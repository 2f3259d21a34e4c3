import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useIsOffline } from '#web/lib/network.ts';
import { lazyComponent, Part } from '#web/ui/index.ts';
import { useChatActions, useCurrentChat, useMessages, usePage } from '../chat-context.tsx';

const Notices = lazyComponent(() => import('./notices.tsx'), 'Notices');
const ChatNotes = lazyComponent(() => import('./notices.tsx'), 'ChatNotes');

/** Fetches the notes' code, so that what is drawn afterwards has them at once. */
export const fetchChatNotes = ChatNotes.fetch;

interface NoticeAreaProps {
  /** What there is to know about the session. */
  children: ReactNode;
  /** Called when the request that waits is taken back, or another control here has gone with what it was for. */
  onTakeBack: () => void;
}

/**
 * What there is to know over the input: that the browser is offline, what went wrong with the chats, that this one is archived, and what
 * is sent next. The session's own notice goes before the chats'. Back online, what could not be read meanwhile is taken in.
 */
export function NoticeArea({ children, onTakeBack }: NoticeAreaProps) {
  const isOffline = useIsOffline();
  const wasOffline = useRef(isOffline);
  const error = usePage((page) => page.error);
  const hasNotices = usePage((page) => page.notices.length > 0);
  const hasNotes = usePage(
    ({ hasWaitedLong, waiting, currentChatId = '' }) => hasWaitedLong || currentChatId in waiting,
  );
  const { isArchived, isDamaged } = useCurrentChat() ?? {};
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
        <div className="mb-2">
          <OfflineNotice />
        </div>
      )}
      {children ||
        ((hasNotices || error !== undefined) && (
          <Part missing={error?.message}>
            <Notices />
          </Part>
        ))}
      <Part missing={null}>
        {(hasNotes || isArchived || isDamaged) && <ChatNotes onTakeBack={onTakeBack} />}
      </Part>
    </>
  );
}

// Drawn here: what would have to be fetched cannot be.
export const OfflineNotice = () => (
  <p role="status" className="rounded-medium border border-line bg-raised px-3.5 py-2.5 text-body">
    You are offline. This page continues by itself once you are back online.
  </p>
);

/** Speaks what the eye sees happen. Nothing does before a chat has messages. */
export function Announcer({ children }: { children: ReactNode }) {
  const hasMessages = useMessages().length > 0;
  return (
    <p role="status" className="sr-only">
      {hasMessages && <Part missing={null}>{children}</Part>}
    </p>
  );
}
