import { useEffect, useRef, useState } from 'react';
import type { Api } from '#web/lib/api.ts';
import { Alert, Button, Dialog, Spinner, useToast } from '#web/ui/index.ts';
import { accountOver, type BringReport, bringChats, declineLocalChats } from '../bring-chats.ts';
import { useChatActions } from '../chat-context.tsx';
import { localChats } from '../local-chats.ts';

interface BringChatsDialogProps {
  api: Api;
  userId: string;
  /** What else was made without an account, and goes along. `left` is how many stayed, each whole. */
  lists: { count: number; bring: () => Promise<BringReport> };
  onClose: () => void;
}

/** Offers to move what was made without an account into the account. Closing it leaves the question open. */
export function BringChatsDialog({ api, userId, lists, onClose }: BringChatsDialogProps) {
  const local = localChats();
  const [count, setCount] = useState({ chats: local.archive.read().chats.size, lists: lists.count });
  const [progress, setProgress] = useState<number>();
  const [report, setReport] = useState<{ brought: string; left: string; isOne: boolean }>();
  const { refresh } = useChatActions();
  const toast = useToast();
  const isBusy = progress !== undefined;
  const total = count.chats + count.lists;
  const accept = useRef<HTMLButtonElement>(null);
  // The dialog's first button declines for good: that is nobody's default.
  useEffect(() => accept.current?.focus(), []);

  async function bring() {
    setReport(undefined);
    setProgress(0);
    const chats = await bringChats({ local, account: accountOver(api), onProgress: setProgress });
    setProgress(count.chats);
    const withThem = await lists.bring();
    setProgress(undefined);
    await refresh();
    const left = { chats: chats.left, lists: withThem.left };
    const brought = described({ chats: chats.brought, lists: withThem.brought });
    if (left.chats + left.lists > 0) {
      setCount(left);
      return setReport({ brought, left: described(left), isOne: left.chats + left.lists === 1 });
    }
    toast({ message: `${brought} brought into your account` });
    onClose();
  }
  function keep() {
    declineLocalChats(userId);
    onClose();
  }
  return (
    <Dialog
      title={`Bring your ${count.chats > 0 ? 'chats' : 'lists'} into your account?`}
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
            {isBusy
              ? `Bringing in ${Math.min(progress + 1, total)} of ${total}...`
              : report
                ? 'Try again'
                : 'Bring them in'}
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">
        {described(count)} made without an account {total === 1 ? 'is' : 'are'} in this browser. In your
        account you have them on every device, and they leave this browser. Or keep them here, where they show
        while you are signed out.
      </p>
      {report && (
        <div className="mt-4">
          <Alert tone="error">
            {report.brought !== '' && `${report.brought} brought in. `}
            {report.left} could not be brought in and {report.isOne ? 'is' : 'are'} still here, whole.
          </Alert>
        </div>
      )}
    </Dialog>
  );
}

/** '3 chats and 1 list'; empty for neither. */
const described = ({ chats, lists }: { chats: number; lists: number }): string =>
  [counted(chats, 'chat'), counted(lists, 'list')].filter((part) => part !== '').join(' and ');

const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
