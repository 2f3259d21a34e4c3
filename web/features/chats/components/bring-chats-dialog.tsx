import { useEffect, useRef, useState } from 'react';
import type { Api } from '#web/lib/api.ts';
import { countOf, countOfPeople, listOf } from '#web/lib/format.ts';
import { focusOnInput } from '#web/lib/page.ts';
import { Alert, Button, Dialog, Spinner, useToast } from '#web/ui/index.ts';
import { useChatActions, useSession } from '../chat-context.tsx';
import { bringChats, declineLocalChats, localSearches, receivingAccountOver } from '../stores/bring-chats.ts';
import { localChats } from '../stores/local-chats.ts';
import { announceChats } from '../stores/watch-server.ts';

/** The numbers of chats, lists and hidden people made without an account. */
export interface LocalCounts {
  chats: number;
  lists: number;
  hidden: number;
}

interface BringChatsDialogProps {
  api: Api;
  userId: string;
  /** What is in this browser now. */
  made: LocalCounts;
  /** Moves the lists and hidden people. `left` is what stayed, every list of it complete; `refusals` are sentences that say why. */
  bringOthers: () => Promise<{
    brought: Omit<LocalCounts, 'chats'>;
    left: Omit<LocalCounts, 'chats'>;
    refusals: readonly string[];
  }>;
  /** Called when only a part has been moved. */
  onMoved: () => void;
  onClose: () => void;
}

/** Offers to move what was made without an account into the account. Closing the dialog does not decline the offer. */
export function BringChatsDialog({
  api,
  userId,
  made: count,
  bringOthers,
  onMoved,
  onClose,
}: BringChatsDialogProps) {
  const local = localChats();
  const [searches] = useState(localSearches);
  const [progress, setProgress] = useState<number>();
  const [report, setReport] = useState<string>();
  const { page } = useSession();
  const { refresh, selectChat, openLast } = useChatActions();
  const toast = useToast();
  const isBusy = progress !== undefined;
  const total = totalOf(count);
  const hidesOnly = total === count.hidden;
  const [them, they, s] = total === 1 && !hidesOnly ? ['it', 'it', 's'] : ['them', 'they', ''];
  const accept = useRef<HTMLButtonElement>(null);
  // The dialog's first button declines permanently, so it must not have the initial focus.
  useEffect(() => accept.current?.focus(), []);
  // A chat may have taken the place of the start screen, whose heading the dialog gave the focus back to.
  useEffect(() => () => void (document.activeElement === document.body && focusOnInput()), []);

  async function bring() {
    setReport(undefined);
    setProgress(0);
    const chats = await bringChats({
      local,
      account: receivingAccountOver(api),
      searches,
      onProgress: setProgress,
    });
    setProgress(count.chats);
    if (chats.brought > 0) announceChats(userId);
    const others = await bringOthers();
    setProgress(undefined);
    await refresh();
    // Go back to the chat that the user has signed in for, e.g. to share it.
    const { asked } = page.getState();
    if (asked) selectChat(asked.chatId);
    else openLast();
    const left = { chats: chats.left, ...others.left };
    const brought = describeCounts({ chats: chats.brought, ...others.brought });
    if (totalOf(left) > 0) {
      onMoved();
      const message = [
        brought !== '' && `${brought} brought in.`,
        `${describeCounts(left)} could not be brought in and ${totalOf(left) === 1 ? 'is' : 'are'} still in this browser, unchanged.`,
        ...others.refusals,
      ]
        .filter(Boolean)
        .join(' ');
      // Somebody who has closed the dialog meanwhile does not see it there.
      return accept.current === null ? toast({ message }) : setReport(message);
    }
    // Another tab may have moved everything by now.
    if (brought !== '') toast({ message: `${brought} brought into your account` });
    onClose();
  }
  function keep() {
    declineLocalChats(userId);
    onClose();
  }
  return (
    <Dialog
      title={`Bring your ${kindsOf(count)} into your account?`}
      role={isBusy ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      actions={
        <>
          <Button aria-disabled={isBusy} onClick={() => !isBusy && keep()}>
            Keep here
          </Button>
          <Button
            ref={accept}
            variant="primary"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void bring()}
          >
            {isBusy && <Spinner />}
            <span>
              {isBusy
                ? `Bringing in ${Math.min(progress + 1, total)} of ${total}...`
                : report
                  ? 'Try again'
                  : 'Bring in'}
            </span>
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">
        {hidesOnly ? `${countOfPeople(total)} hidden` : `${describeCounts(count)} made`} without an account{' '}
        {total === 1 ? 'is' : 'are'} in this browser. In your account you have {them} on every device, and{' '}
        {they} leave{s} this browser. Or keep {them} here, for when you are signed out.
        {count.hidden > 0 && ' Whoever you hid is hidden only then.'}
      </p>
      {searches.hasAny() && (
        <p className="mt-2 text-ink-muted">
          A search is under way: your chats wait for its answer, which will be included.
        </p>
      )}
      {report && (
        <div className="mt-4">
          <Alert tone="error">{report}</Alert>
        </div>
      )}
    </Dialog>
  );
}

export const totalOf = ({ chats, lists, hidden }: LocalCounts): number => chats + lists + hidden;

/** 'chats and lists', without the numbers. */
const kindsOf = ({ chats, lists, hidden }: LocalCounts): string =>
  listOf([
    chats > 0 && (chats === 1 ? 'chat' : 'chats'),
    lists > 0 && (lists === 1 ? 'list' : 'lists'),
    hidden > 0 && 'hidden people',
  ]);

/** '3 chats, 1 list and 2 hidden people'; empty if there is nothing. */
const describeCounts = ({ chats, lists, hidden }: LocalCounts): string =>
  listOf([
    chats > 0 && countOf(chats, 'chat'),
    lists > 0 && countOf(lists, 'list'),
    hidden > 0 && countOf(hidden, 'hidden person', 'hidden people'),
  ]);
