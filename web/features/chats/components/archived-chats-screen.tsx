import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import { countOf } from '#web/lib/format.ts';
import { Alert, Button, Icon, LoadingAbove, Screen, Spinner, useToast } from '#web/ui/index.ts';
import { besideAccount, useArchivedChats } from '../archived-chats.ts';
import { SessionProvider, useChatActions, usePage, useSession } from '../chat-context.tsx';
import { handleStoreNews } from '../create-session.ts';
import { localChats } from '../stores/local-chats.ts';
import { DeleteDialog } from './chat-dialogs.tsx';
import { RelativeDate } from './chat-list-item.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The archived chats, to restore or delete: this browser's or, for signed-in users, the account's and then this browser's. */
export function ArchivedChatsScreen({ notice }: { notice?: ReactNode }) {
  const isAnonymous = useSession().userId === ANONYMOUS_USER_ID;
  const home = isAnonymous ? 'this browser' : 'your account';
  return (
    <Screen
      title="Archived chats"
      text={`Kept in ${home}, out of the list of chats, until you restore or delete them.`}
    >
      {notice && <div className="mt-4">{notice}</div>}
      <ArchivedChats empty={<NoChats />} />
      {!isAnonymous && <BrowserArchive />}
    </Screen>
  );
}

function NoChats() {
  return (
    <div className="mt-6 flex items-start gap-3 rounded-large border border-line border-dashed px-4 py-5">
      <Icon name="archive" size={18} className="mt-0.5 text-ink-subtle" />
      <div>
        <p className="font-medium">No archived chats.</p>
        <p className="text-ink-muted">
          To archive a chat, choose ‘Archive’ from its menu in the list of chats.
        </p>
      </div>
    </div>
  );
}

/** The chats that a signed-in user has archived in this browser without an account, if any. */
function BrowserArchive() {
  const account = useSession();
  const [browser] = useState(() => besideAccount(account));
  useEffect(() => localChats().subscribe((news) => handleStoreNews(browser, news)), [browser]);
  return (
    <SessionProvider session={browser}>
      <ArchivedChats>
        <h2 className="mt-10 font-semibold text-title">In this browser</h2>
        <p className="mt-1 text-ink-muted">
          Made without an account. Once restored, they are in the list of chats while nobody is signed in.
        </p>
      </ArchivedChats>
    </SessionProvider>
  );
}

interface ArchivedChatsProps {
  /** Shown if there are none; if omitted, the whole section is hidden then. */
  empty?: ReactNode;
  /** Shown above the list. */
  children?: ReactNode;
}

/** The archived chats of one session. */
function ArchivedChats({ empty, children }: ArchivedChatsProps) {
  const { chats, missing, hasMore, isLoadingMore, loadMore, retry, ...actions } = useArchivedChats();
  const notices = usePage((page) => page.notices);
  const { dismissNotice } = useChatActions();
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useKeptFocus(list);
  const isEmpty = chats?.length === 0 && !hasMore;
  const loadNext = useEffectEvent(loadMore);
  // When all loaded chats have gone, load the next page.
  useEffect(() => {
    if (chats?.length === 0 && hasMore) loadNext();
  }, [chats?.length, hasMore]);

  if (empty === undefined && (chats === undefined || isEmpty) && notices.length === 0) return null;
  return (
    <section {...keepFocus}>
      {children}
      {notices.map((text) => (
        <div key={text} className="mt-4">
          <Alert tone="notice" onDismiss={() => dismissNotice(text)}>
            {text}
          </Alert>
        </div>
      ))}
      {missing === 'all' ? (
        <div className="mt-6">
          <Alert tone="error" onRetry={retry}>
            The archived chats could not be loaded.
          </Alert>
        </div>
      ) : (
        chats === undefined && <LoadingAbove>Loading archived chats…</LoadingAbove>
      )}
      {isEmpty ? (
        empty
      ) : (
        <ul ref={list} className="mt-6 divide-y divide-line border-line border-y empty:hidden">
          {chats?.map((chat) => (
            <ArchivedChat key={chat.id} chat={chat} {...actions} />
          ))}
        </ul>
      )}
      {missing === 'more' && (
        <div className="mt-4">
          <Alert tone="error">Older archived chats could not be loaded.</Alert>
        </div>
      )}
      {hasMore && (
        <Button
          variant="quiet"
          size="small"
          className="mt-3 -ms-2"
          aria-disabled={isLoadingMore}
          onClick={loadMore}
        >
          {isLoadingMore && <Spinner />}
          <span>{isLoadingMore ? 'Loading older chats…' : 'Show older chats'}</span>
        </Button>
      )}
    </section>
  );
}

interface ArchivedChatProps extends Pick<ReturnType<typeof useArchivedChats>, 'restore' | 'remove'> {
  chat: Chat;
}

function ArchivedChat({ chat, restore, remove }: ArchivedChatProps) {
  const { title, lastMessageAt, messageCount, isDamaged } = chat;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toast = useToast();
  async function run(change: typeof restore, done: string) {
    setBusy(true);
    setFailure(undefined);
    const reason = await change(chat);
    if (reason === undefined) return toast({ message: `Chat ${done}` });
    setBusy(false);
    setFailure(`This chat could not be ${done}. ${reason}`);
  }
  return (
    <li className="flex flex-wrap items-center justify-end gap-2 py-3">
      <div className="min-w-0 flex-1 basis-30">
        <p dir="auto" className="wrap-anywhere line-clamp-2 text-left">
          {title}
        </p>
        <p className="text-caption text-ink-subtle tabular-nums">
          <RelativeDate
            of={lastMessageAt}
            more={` · ${isDamaged ? 'Damaged' : countOf(messageCount, 'message')}`}
          />
        </p>
        {failure && (
          <p role="alert" className="mt-1 text-poor text-small">
            {failure}
          </p>
        )}
      </div>
      <Button
        size="small"
        aria-label={`Restore ${title}`}
        aria-disabled={isBusy}
        onClick={() => !isBusy && void run(restore, 'restored')}
      >
        Restore
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Delete ${title}`}
        aria-disabled={isBusy}
        onClick={() => !isBusy && setAsking(true)}
      >
        Delete
      </Button>
      {isAsking && (
        <DeleteDialog
          title={title}
          onClose={() => setAsking(false)}
          onDelete={() => void run(remove, 'deleted')}
        />
      )}
    </li>
  );
}
