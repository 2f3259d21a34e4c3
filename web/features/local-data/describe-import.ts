import type { ImportReport } from '#web/features/chats/index.ts';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const chats = (number: number) => count(number, 'chat', 'chats');

/** What an import did, one sentence per thing that happened. */
export function describeImport(report: ImportReport): string[] {
  const { chatsAdded, chatsCompleted, chatsCopied, chatsUnchanged, messagesAdded, unreadable } = report;
  const lines = [
    chatsAdded > 0 && `${chats(chatsAdded)} added.`,
    chatsCompleted > 0 && `${chats(chatsCompleted)} completed with messages that were missing here.`,
    chatsCopied > 0 && `${chats(chatsCopied)} differed from what is here and came in beside it.`,
    chatsUnchanged > 0 && `${chats(chatsUnchanged)} already here, left as they were.`,
    messagesAdded > 0 && `${count(messagesAdded, 'message', 'messages')} added in all.`,
    unreadable > 0 &&
      `${count(unreadable, 'entry', 'entries')} of the file could not be read and ${unreadable === 1 ? 'was' : 'were'} left out.`,
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : ['The file holds no chats. Nothing has changed.'];
}
