import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface DeleteDialogProps {
  /** Of the chat that would go. */
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
