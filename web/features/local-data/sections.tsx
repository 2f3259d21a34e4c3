import { useRef, useState } from 'react';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import {
  clearLocalData,
  ImportError,
  type ImportReport,
  importLocalData,
  useChatChanges,
  useSession,
} from '#web/features/chats/index.ts';
import { importLocalLists, type ListImportReport, localLists } from '#web/features/lists/index.ts';
import { countOf, countOfPeople, listOf } from '#web/lib/format.ts';
import { Alert, Button, ConfirmDialog, Icon, Section, useToast } from '#web/ui/index.ts';
import { TRASH, UPLOAD } from '#web/ui/lazy-icons.ts';

type Result = { tone: 'notice' | 'error'; lines: readonly string[] };

/** Merges a file into the data in this browser, and reports what that did. */
export function ImportData({ onImported }: { onImported: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<Result>();
  async function importChosen(file: File) {
    setResult(await importFile(file));
    onImported();
  }
  return (
    <Section
      title="Import"
      text="Adds the chats and lists from a file that ‘Export’ above has saved, in this or another browser. Nothing that is here is overwritten."
      result={
        result && (
          <div className="mt-4">
            <Alert tone={result.tone}>
              {result.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Alert>
          </div>
        )
      }
    >
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File to import"
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Lets the same file be chosen again.
          target.value = '';
          if (file) void importChosen(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Icon name={UPLOAD} />
        Import
      </Button>
    </Section>
  );
}

/** In bytes: several times what a browser stores. A larger file is not one of our exports, and reading it could freeze the page. */
const MAX_FILE_BYTES = 20_000_000;

/** Imports a file. @returns what to report; never rejects */
export async function importFile(file: Pick<File, 'size' | 'text'>): Promise<Result> {
  if (file.size > MAX_FILE_BYTES)
    return {
      tone: 'error',
      lines: ['This file is larger than 20 MB, the most that can be imported. Nothing has changed.'],
    };
  try {
    const text = await file.text();
    const chats = importLocalData(text);
    return { tone: 'notice', lines: describeImport(chats, await importLocalLists(text)) };
  } catch (error) {
    const text = error instanceof ImportError ? error.message : 'This file could not be read.';
    return { tone: 'error', lines: [`${text} Nothing has changed.`] };
  }
}

/** The outcome of an import, one sentence per thing that happened. */
export function describeImport(report: ImportReport, lists: ListImportReport): string[] {
  const { chatsAdded, chatsCompleted, chatsCopied, chatsUnchanged, messagesAdded, unreadable } = report;
  const { listsAdded, listsUnchanged, peopleAdded, listsWithoutRoom, peopleWithoutRoom } = lists;
  const unreadableCount = unreadable + lists.unreadable;
  const withoutRoom = listOf([
    listsWithoutRoom > 0 && countOf(listsWithoutRoom, 'list'),
    peopleWithoutRoom > 0 && countOfPeople(peopleWithoutRoom),
  ]);
  const lines = [
    chatsAdded > 0 && `${countOf(chatsAdded, 'chat')} added.`,
    chatsCompleted > 0 &&
      `${countOf(chatsCompleted, 'chat')} completed with messages that were missing here.`,
    chatsCopied > 0 &&
      `${countOf(chatsCopied, 'chat differed from what is here and was added as a copy', 'chats differed from what is here and were added as copies')}.`,
    chatsUnchanged > 0 &&
      `${countOf(chatsUnchanged, 'chat already here, left as it was', 'chats already here, left as they were')}.`,
    messagesAdded > 0 && `${countOf(messagesAdded, 'message')} added in total.`,
    listsAdded > 0 && `${countOf(listsAdded, 'list')} added.`,
    listsUnchanged > 0 &&
      `${countOf(listsUnchanged, 'list already here, left as it was', 'lists already here, left as they were')}.`,
    peopleAdded > 0 && `${countOfPeople(peopleAdded)} added to lists.`,
    unreadableCount > 0 &&
      `${countOf(unreadableCount, 'entry', 'entries')} from the file could not be read and ${unreadableCount === 1 ? 'was' : 'were'} left out.`,
    withoutRoom !== '' && `There was no room for ${withoutRoom} from the file.`,
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : ['The file holds no chats or lists. Nothing has changed.'];
}

interface Clearable {
  /** Whether there is nothing that an export would contain. */
  isEmpty: boolean;
  hiddenCount: number;
}

/** Removes everything, after a confirmation. */
export function ClearData({ onCleared, ...what }: Clearable & { onCleared: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const isDisabled = what.isEmpty && what.hiddenCount === 0;
  const toast = useToast();
  const { userId, actions } = useSession();
  const { stopAll } = useChatChanges();
  const close = () => setAsking(false);
  function clear() {
    if (userId === ANONYMOUS_USER_ID) {
      stopAll();
      // The open chat is one of those cleared, and nobody needs to be told that it has gone.
      actions.newChat();
    }
    clearLocalData({ userId });
    localLists().clear();
    close();
    onCleared();
    toast({ message: 'Local data cleared' });
  }
  return (
    <Section
      title="Clear"
      text="Removes all chats, messages and lists from this browser, and forgets who is hidden. They cannot be brought back."
    >
      {/* Focus returns to it once everything is cleared. */}
      <Button aria-disabled={isDisabled} onClick={() => !isDisabled && setAsking(true)}>
        <Icon name={TRASH} />
        Clear
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Are you sure you want to clear all local data?"
          action="Clear everything"
          onConfirm={clear}
          onClose={close}
        >
          {clearWarning(what)}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** What clearing does, and what an export would keep. */
export function clearWarning({ isEmpty, hiddenCount }: Clearable): string {
  if (isEmpty) return 'The people you hid will show again.';
  const hidden =
    hiddenCount > 0 ? ' The people you hid will show again; an export does not include them.' : '';
  return `Every chat and every list in this browser will be gone for good. Export first to keep a copy.${hidden}`;
}
