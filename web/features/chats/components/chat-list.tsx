import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Chat } from '#shared/chat.ts';
import { Button, FloatingPart, lazyComponent, Spinner } from '#web/ui/index.ts';
import { useChatChanges } from '../changes.ts';
import {
  useChatActions,
  useChatList,
  useCurrentChatId,
  usePage,
  useSearchedChats,
} from '../chat-context.tsx';
import { ChatListItem } from './chat-list-item.tsx';
import { useChatRows } from './use-chat-rows.ts';
import { useLeavingChat } from './use-leaving-chat.ts';

const loadDialogs = () => import('./chat-dialogs.tsx');
const RenameDialog = lazyComponent(loadDialogs, 'RenameDialog');
const DeleteDialog = lazyComponent(loadDialogs, 'DeleteDialog');

export interface ChatListProps {
  scroller: HTMLElement | null;
  onSelect: () => void;
}

/** The chats, newest activity first, each with a menu of actions. Only the rows near the visible part of the list are rendered. */
export function ChatList({ scroller, onSelect }: ChatListProps) {
  const { chats, isMissing, hasMoreChats, isLoadingMoreChats } = useChatList();
  const currentChatId = useCurrentChatId();
  const { refresh, selectChat, stopIn } = useChatActions();
  const { renameChat } = useChatChanges();
  const searched = useSearchedChats();
  const answered = usePage((page) => page.answered);
  const list = useRef<HTMLUListElement>(null);
  const [openDialog, setOpenDialog] = useState<{ chat: Chat; dialog: 'rename' | 'delete' }>();
  /** The chat that had the focus last. It stays rendered, so that scrolling away does not lose the focus. */
  const [focused, setFocused] = useState<string>();
  const indexOf = (chatId: string | undefined) => {
    const index = chats.findIndex(({ id }) => id === chatId);
    return index === -1 ? undefined : index;
  };
  const { rows, measure } = useChatRows(scroller, { chats, kept: indexOf(focused) });
  const leaving = useLeavingChat({ chats, list, scroller, isAsking: openDialog !== undefined });
  const close = () => setOpenDialog(undefined);
  return (
    <>
      {chats.length === 0 && (
        <div className="flex flex-col items-start gap-2 px-3 py-2 text-ink-subtle text-small">
          {isMissing ? (
            <>
              Your chats could not be loaded.
              <Button size="small" onClick={() => void refresh()}>
                Try again
              </Button>
            </>
          ) : (
            'No conversations yet. Start a new chat to begin.'
          )}
        </div>
      )}
      <ul ref={list} hidden={chats.length === 0} className="flex flex-col gap-px">
        {rows.map(({ index, skipped }) => {
          const chat = chats[index];
          if (chat === undefined) return null;
          return (
            <ChatListItem
              key={chat.id}
              ref={measure}
              chat={chat}
              index={index}
              // The total is unknown until the last page has been loaded.
              size={hasMoreChats ? -1 : chats.length}
              skipped={skipped}
              isCurrent={chat.id === currentChatId}
              isSearching={searched.includes(chat.id)}
              isAnswered={answered.has(chat.id)}
              onStop={() => stopIn(chat.id)}
              onFocus={() => setFocused(chat.id)}
              onSelect={() => {
                // The address does not change; messages that could not be read are read again.
                if (chat.id === currentChatId) selectChat(chat.id);
                onSelect();
              }}
              onRename={() => setOpenDialog({ chat, dialog: 'rename' })}
              onArchive={() => void leaving.archive(chat.id, index)}
              onDelete={() => setOpenDialog({ chat, dialog: 'delete' })}
            />
          );
        })}
      </ul>
      {hasMoreChats && (
        <MoreChats scroller={scroller} list={list} count={chats.length} isLoading={isLoadingMoreChats} />
      )}
      {openDialog && (
        <FloatingPart onClose={close}>
          {openDialog.dialog === 'rename' ? (
            <RenameDialog
              chatId={openDialog.chat.id}
              title={openDialog.chat.title}
              onClose={close}
              onRename={(title) => renameChat(openDialog.chat.id, title)}
            />
          ) : (
            <DeleteDialog
              title={openDialog.chat.title}
              onClose={close}
              onDelete={() => leaving.remove(openDialog.chat.id, indexOf(openDialog.chat.id) ?? 0)}
            />
          )}
        </FloatingPart>
      )}
    </>
  );
}

interface MoreChatsProps {
  scroller: HTMLElement | null;
  list: RefObject<HTMLElement | null>;
  count: number;
  isLoading: boolean;
}

/** The end of the loaded list: scrolling near it loads more, and so does its button, e.g. after a failure. */
function MoreChats({ scroller, list, count, isLoading }: MoreChatsProps) {
  const { loadMoreChats } = useChatActions();
  const button = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => void loadMoreChats());

  // Observed again only when the list has grown: a failure is not retried by itself.
  useEffect(() => {
    if (button.current === null || count === 0) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: scroller,
      rootMargin: '0px 0px 400px',
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [scroller, count]);

  // When the last page has loaded, the button goes; the focus must not be lost with it.
  useLayoutEffect(() => {
    const own = button.current;
    const rows = list.current;
    return () => {
      if (document.activeElement === own) rows?.querySelector<HTMLElement>('li:last-child a')?.focus();
    };
  }, [list]);

  return (
    <div className="pt-1">
      <Button ref={button} wide variant="quiet" size="small" aria-disabled={isLoading} onClick={() => load()}>
        {isLoading && <Spinner />}
        <span>{isLoading ? 'Loading older chats…' : 'Show older chats'}</span>
      </Button>
    </div>
  );
}
