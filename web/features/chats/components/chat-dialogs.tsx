import { useId, useState } from 'react';
import { LIMITS } from '#shared/limits.ts';
import { Button, Dialog } from '#web/ui/index.ts';

interface RenameDialogProps {
  title: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** A blank title closes the dialog and changes nothing. */
export function RenameDialog({ title, onRename, onClose }: RenameDialogProps) {
  const [text, setText] = useState(title);
  const formId = useId();
  return (
    <Dialog
      title="Enter new chat title:"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onRename(text);
          onClose();
        }}
      >
        <input
          type="text"
          dir="auto"
          aria-label="Enter new chat title:"
          autoComplete="off"
          maxLength={LIMITS.titleLength}
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          className="mt-3 h-10 w-full rounded-medium border border-line-strong bg-surface px-3 text-body"
        />
      </form>
    </Dialog>
  );
}

interface DeleteDialogProps {
  title: string;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteDialog({ title, onDelete, onClose }: DeleteDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Are you sure you want to delete this chat?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              onDelete();
              onClose();
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">
        “<bdi>{title}</bdi>” and its messages will be gone for good.
      </p>
    </Dialog>
  );
}
