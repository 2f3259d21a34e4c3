import { useState } from 'react';
import { Link } from 'wouter';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { Alert, Button, buttonClass } from '#web/ui/index.ts';
import { useRestoreChat } from '../changes.ts';
import { useChatActions, useCurrentChat, usePage, useSession } from '../chat-context.tsx';
import { askPermission, takeOffer } from '../turns/notifications.ts';
import { WaitingNote } from './waiting-request.tsx';

/** What went wrong with the chats, and what the person should know about them. */
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
          // A quota is larger with an account, where its refusal says so.
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
  /** Called when a text is on its way back into the input, or a control here has gone with what it was for. */
  onTakeBack: () => void;
}

/** That the current chat is archived or damaged, that its search takes long, and what is sent when that has ended. */
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

/** Says of the current chat what can still be done with it. */
const DamagedNote = () => (
  <div className="mb-2">
    <Alert tone="notice">
      This chat could not be read in full. What is left of it can be read and deleted; it takes nothing new.
    </Alert>
  </div>
);

/** Says of the current chat that it is out of the list, and brings it back. */
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

/** Offered once, after a search that took long. Whoever does not answer is not asked again. */
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
        Searches can take a while. Be told when one has ended?
      </Alert>
    </div>
  );
}
