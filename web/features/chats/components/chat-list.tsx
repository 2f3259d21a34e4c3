import type { RefObject } from 'react';
import { useState } from 'react';
import type { Chat } from '#shared/chat.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { Part } from '#web/ui/part.tsx';
import { PartMissing } from '#web/ui/part-missing.tsx';
import { useChat } from '../chat-context.ts';
import { ChatListItem } from './chat-list-item.tsx';
import { MoreChats } from './more-chats.tsx';
import { useLeavingChat } from './use-leaving-chat.ts';
import { useRowWindow } from './use-row-window.ts';

const RenameDialog = lazyComponent(
  () => import('./rename-dialog.tsx'),
  (module) => module.RenameDialog,
);
const DeleteDialog = lazyComponent(
  () => import('./delete-dialog.tsx'),
  (module) => module.DeleteDialog,
);

interface ChatListProps {
  scroller: RefObject<HTMLElement | null>;
  onSelect: () => void;
}

/** The chats, newest activity first, with what can be done to each. Of a long list only what is near the sight is drawn. */
export function ChatList({ scroller, onSelect }: ChatListProps) {
  const chat = useChat();
  const { chats, currentChatId, hasMoreChats } = chat;
  const [asked, setAsked] = useState<{ chat: Chat; dialog: 'rename' | 'delete' }>();
  /** Whatever had the focus last: it stays drawn, so that scrolling away takes no focus. */
  const [focused, setFocused] = useState<string>();
  const indexOf = (chatId: string | undefined) => {
    const index = chats.findIndex(({ id }) => id === chatId);
    return index === -1 ? undefined : index;
  };
  const { rows, heightOf, list } = useRowWindow(scroller, { count: chats.length, kept: indexOf(focused) });
  const leave = useLeavingChat({ list, scroller, isAsking: asked !== undefined });
  const close = () => setAsked(undefined);

  if (chats.length === 0) {
    return (
      <p className="px-3 py-2 text-ink-subtle text-small">No conversations yet. Start a new chat to begin.</p>
    );
  }
  return (
    <>
      <ul ref={list} className="flex flex-col gap-px">
        {rows.map((index, place) => {
          const one = chats[index];
          if (one === undefined) return null;
          return (
            <ChatListItem
              key={one.id}
              chat={one}
              position={index + 1}
              // What comes with the next page is not known yet.
              size={hasMoreChats ? -1 : chats.length}
              skipped={heightOf(index - (rows[place - 1] ?? -1) - 1)}
              isCurrent={one.id === currentChatId}
              onFocus={() => setFocused(one.id)}
              onSelect={() => {
                chat.selectChat(one.id);
                onSelect();
              }}
              onRename={() => setAsked({ chat: one, dialog: 'rename' })}
              onArchive={() => {
                leave({ chatId: one.id, index, isArchived: true });
                chat.archiveChat(one.id);
              }}
              onDelete={() => setAsked({ chat: one, dialog: 'delete' })}
            />
          );
        })}
      </ul>
      {hasMoreChats && <MoreChats scroller={scroller} list={list} />}
      <Part missing={<PartMissing floating />}>
        {asked?.dialog === 'rename' && (
          <RenameDialog
            title={asked.chat.title}
            onClose={close}
            onRename={(title) => chat.renameChat(asked.chat.id, title)}
          />
        )}
        {asked?.dialog === 'delete' && (
          <DeleteDialog
            title={asked.chat.title}
            onClose={close}
            onDelete={() => {
              leave({ chatId: asked.chat.id, index: indexOf(asked.chat.id) ?? 0, isArchived: false });
              chat.deleteChat(asked.chat.id);
            }}
          />
        )}
      </Part>
    </>
  );
}
