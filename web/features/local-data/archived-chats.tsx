import type { Chat } from '#shared/chat.ts';
import { Button } from '#web/ui/button.tsx';

interface ArchivedChatsProps {
  chats: readonly Chat[];
  onUnarchive: (chatId: string) => void;
}

/** The way back for chats that were archived. */
export function ArchivedChats({ chats, onUnarchive }: ArchivedChatsProps) {
  if (chats.length === 0) return null;
  return (
    <section className="border-line border-b py-5">
      <h2 className="font-medium text-reading">Archived chats</h2>
      <ul className="mt-2">
        {chats.map(({ id, title }) => (
          <li key={id} className="flex min-h-10 items-center justify-between gap-4">
            <span dir="auto" className="min-w-0 truncate text-left">
              {title}
            </span>
            <Button size="small" aria-label={`Restore ${title}`} onClick={() => onUnarchive(id)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
