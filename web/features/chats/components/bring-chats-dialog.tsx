import { useEffect, useRef, useState } from 'react';
import type { Api } from '#web/lib/api.ts';
import { Alert, Button, Dialog, Spinner, useToast } from '#web/ui/index.ts';
import { accountOver, type BringReport, bringChats, declineLocalChats } from '../bring-chats.ts';
import { useChatActions } from '../chat-context.tsx';
import { localChats } from '../local-chats.ts';

interface BringChatsDialogProps {
  api: Api;
  userId: string;
  onClose: () => void;
}

/** Offers to move the chats made without an account into the account. Closing it leaves the question open. */
export function BringChatsDialog({ api, userId, onClose }: BringChatsDialogProps) {
  const local = localChats();
  const [count, setCount] = useState(local.archive.read().chats.size);
  const [progress, setProgress] = useState<number>();
  const [report, setReport] = useState<BringReport>();
  const { refresh } = useChatActions();
  const toast = useToast();
  const isBusy = progress !== undefined;
  const accept = useRef<HTMLButtonElement>(null);
  // The dialog's first button declines for good: that is nobody's default.
  useEffect(() => accept.current?.focus(), []);

  async function bring() {
    setReport(undefined);
    const result = await bringChats({ local, account: accountOver(api), onProgress: setProgress });
    setProgress(undefined);
    await refresh();
    if (result.left > 0) {
      setCount(result.left);
      return setReport(result);
    }
    toast({ message: `${chatsOf(result.brought)} brought into your account` });
    onClose();
  }
  function keep() {
    declineLocalChats(userId);
    onClose();
  }
  return (
    <Dialog
      title="Bring your chats into your account?"
      role={isBusy ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      actions={
        <>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && keep()}>
            Keep them here
          </Button>
          <Button
            ref={accept}
            variant="primary"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void bring()}
          >
            {isBusy && <Spinner />}
            {isBusy ? `Bringing in ${progress + 1} of ${count}...` : report ? 'Try again' : 'Bring them in'}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">
        {chatsOf(count)} made without an account {count === 1 ? 'is' : 'are'} in this browser. In your account
        you have them on every device, and they leave this browser. Or keep them here, where they show while
        you are signed out.
      </p>
      {report && (
        <div className="mt-4">
          <Alert tone="error">
            {report.brought > 0 && `${chatsOf(report.brought)} brought in. `}
            {chatsOf(report.left)} could not be brought in and {report.left === 1 ? 'is' : 'are'} still here,
            whole.
          </Alert>
        </div>
      )}
    </Dialog>
  );
}

const chatsOf = (count: number): string => `${count} ${count === 1 ? 'chat' : 'chats'}`;
