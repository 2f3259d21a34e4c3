import { Alert, Button, useToast } from '#web/ui/index.ts';
import { useChatChanges } from '../changes.ts';
import { useCurrentChatId } from '../chat-context.tsx';

/** Says of the current chat that it is out of the list, and brings it back. */
export function ArchivedNote({ onRestored }: { onRestored: () => void }) {
  const chatId = useCurrentChatId();
  const { unarchiveChat } = useChatChanges();
  const toast = useToast();
  async function restore() {
    if (chatId === undefined || !(await unarchiveChat(chatId))) return;
    toast({ message: 'Chat restored' });
    onRestored();
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
