import { type ReactNode, useEffect, useRef } from 'react';
import { useIsOffline } from '#web/lib/network.ts';
import { lazyComponent, Part } from '#web/ui/index.ts';
import { useChatActions, useCurrentChat, useMessages, usePage } from '../chat-context.tsx';

const Notices = lazyComponent(() => import('./notices.tsx'), 'Notices');
const ChatNotes = lazyComponent(() => import('./notices.tsx'), 'ChatNotes');

/** Loads the notes' code, so that a later render has them at once. */
export const fetchChatNotes = ChatNotes.fetch;

interface NoticeAreaProps {
  /** A notice about the session. */
  children: ReactNode;
  /** Called when the waiting request is taken back, or when another control here has been used and is gone. */
  onTakeBack: () => void;
}

/**
 * The notices above the input: that the browser is offline, what went wrong with the chats, that this chat is archived, and what is sent
 * next. A notice about the session replaces those about the chats. Back online, the chats are refreshed.
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
  const { refresh } = useChatActions();
  useEffect(() => {
    if (wasOffline.current && !isOffline) void refresh();
    wasOffline.current = isOffline;
  }, [isOffline, refresh]);
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

// In this chunk, because nothing can be loaded while offline.
export const OfflineNotice = () => (
  <p role="status" className="rounded-medium border border-line bg-raised px-3.5 py-2.5 text-body">
    You are offline. This page continues by itself once you are back online.
  </p>
);

/** Tells screen readers what happens. Nothing does before a chat has messages. */
export function Announcer({ children }: { children: ReactNode }) {
  const hasMessages = useMessages().length > 0;
  return (
    <p role="status" className="sr-only">
      {hasMessages && <Part missing={null}>{children}</Part>}
    </p>
  );
}
