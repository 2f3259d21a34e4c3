import { useState } from 'react';
import { clearDrafts, clearLocalData } from '#web/features/chats/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { Section } from './section.tsx';

/** Removes everything, after asking. */
export function ClearData({ isEmpty, onCleared }: { isEmpty: boolean; onCleared: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const close = () => setAsking(false);
  function clear() {
    clearLocalData();
    clearDrafts();
    close();
    onCleared();
    toast({ message: 'Local data cleared' });
  }
  return (
    <Section
      title="Clear"
      text="Removes all chats and messages from this browser. They cannot be brought back."
    >
      <Button disabled={isEmpty} onClick={() => setAsking(true)}>
        <Icon name="trash" />
        Clear
      </Button>
      {isAsking && (
        <Dialog
          role="alertdialog"
          title="Are you sure you want to clear all local data?"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="danger" onClick={clear}>
                Clear everything
              </Button>
            </>
          }
        >
          <p className="mt-2 text-ink-muted">
            Every chat in this browser will be gone for good. Export first to keep a copy.
          </p>
        </Dialog>
      )}
    </Section>
  );
}
