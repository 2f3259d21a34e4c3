import { useState } from 'react';
import type { Chat } from '#shared/chat.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useChat } from '../chat-context.ts';
import { ChatListItem } from './chat-list-item.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** The chats, newest activity first, with what can be done to each. */
export function ChatList({ onSelect }: { onSelect: () => void }) {
  const { chats, currentChatId, selectChat, renameChat, archiveChat, unarchiveChat, deleteChat } = useChat();
  const [asked, setAsked] = useState<{ chat: Chat; dialog: 'rename' | 'delete' }>();
  const toast = useToast();
  const close = () => setAsked(undefined);

  function archive(chat: Chat) {
    archiveChat(chat.id);
    toast({ message: 'Chat archived', action: { label: 'Undo', onSelect: () => unarchiveChat(chat.id) } });
  }

  if (chats.length === 0) {
    return (
      <p className="px-3 py-2 text-ink-subtle text-small">No conversations yet. Start a new chat to begin.</p>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-px">
        {chats.map((chat) => (
          <ChatListItem
            key={chat.id}
            chat={chat}
            isCurrent={chat.id === currentChatId}
            onSelect={() => {
              selectChat(chat.id);
              onSelect();
            }}
            onRename={() => setAsked({ chat, dialog: 'rename' })}
            onArchive={() => archive(chat)}
            onDelete={() => setAsked({ chat, dialog: 'delete' })}
          />
        ))}
      </ul>
      {asked?.dialog === 'rename' && (
        <RenameDialog
          title={asked.chat.title}
          onClose={close}
          onRename={(title) => renameChat(asked.chat.id, title)}
        />
      )}
      {asked?.dialog === 'delete' && (
        <DeleteDialog title={asked.chat.title} onClose={close} onDelete={() => deleteChat(asked.chat.id)} />
      )}
    </>
  );
}
