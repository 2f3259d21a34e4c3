import { useState } from 'react';
import { Link } from 'wouter';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { Alert, Button, buttonClass } from '#web/ui/index.ts';
import { useRestoreChat } from '../changes.ts';
import { useChatActions, useCurrentChat, usePage, useSession } from '../chat-context.tsx';
import { askPermission, takeOffer } from '../turns/notifications.ts';
import { WaitingNote } from './waiting-request.tsx';

/** The error and the notices about the user's chats. */
export function Notices() {
  const error = usePage((page) => page.error);
  const notices = usePage((page) => page.notices);
  const { clearError, dismissNotice } = useChatActions();
  const isAnonymous = useSession().userId === ANONYMOUS_USER_ID;
  return (
    <div className="mb-2 flex flex-col gap-2">
      {notices.map((notice) => (
        <Alert key={notice} tone="notice" onDismiss={() => dismissNotice(notice)}>
          {notice}
        </Alert>
      ))}
      {error && (
        <Alert
          tone="error"
          // If the quota is larger with an account, the refusal says so.
          action={
            isAnonymous &&
            error.message.endsWith('Sign in to get more.') && (
              <Link href="/login" className={buttonClass({ size: 'small' })}>
                Sign in
              </Link>
            )
          }
          onDismiss={clearError}
        >
          {error.message}
        </Alert>
      )}
    </div>
  );
}

interface ChatNotesProps {
  /** Called when a text goes back into the input, or when a control here has been used and is gone. */
  onTakeBack: () => void;
}

/** That the current chat is archived or damaged, an offer of notifications after a long search, and the waiting request. */
export function ChatNotes({ onTakeBack }: ChatNotesProps) {
  const chat = useCurrentChat();
  const hasWaitedLong = usePage((page) => page.hasWaitedLong);
  const waiting = usePage((page) => page.waiting[page.currentChatId ?? '']);
  return (
    <>
      {chat?.isArchived && <ArchivedNote onRestored={onTakeBack} />}
      {chat?.isDamaged && <DamagedNote />}
      {hasWaitedLong && <NotificationOffer />}
      {waiting && <WaitingNote request={waiting} onTakeBack={onTakeBack} />}
    </>
  );
}

/** Says what can still be done with a damaged chat. */
const DamagedNote = () => (
  <div className="mb-2">
    <Alert tone="notice">
      This chat could not be read in full. What is left of it can be read and deleted, but nothing can be
      added.
    </Alert>
  </div>
);

/** Says that the current chat is archived, with a button to restore it. */
function ArchivedNote({ onRestored }: { onRestored: () => void }) {
  const chatId = useCurrentChat()?.id;
  const restoreChat = useRestoreChat();
  async function restore() {
    if (chatId !== undefined && (await restoreChat(chatId))) onRestored();
  }
  return (
    <div className="mb-2">
      <Alert
        tone="notice"
        action={
          <Button size="small" onClick={() => void restore()}>
            Restore
          </Button>
        }
      >
        This chat is archived: it is not in the list of chats.
      </Alert>
    </div>
  );
}

/** Offered only once, after a search that took long, even if the user does not respond. */
function NotificationOffer() {
  const [isOpen, setOpen] = useState(takeOffer);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <div className="mb-2">
      <Alert
        tone="notice"
        onDismiss={close}
        action={
          <Button
            size="small"
            onClick={() => {
              close();
              void askPermission();
            }}
          >
            Notify me
          </Button>
        }
      >
        Searches can take a while. Be notified when one has ended?
      </Alert>
    </div>
  );
}
