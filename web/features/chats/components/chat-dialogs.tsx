import { LIMITS } from '#shared/limits.ts';
import { ConfirmDialog, NameDialog } from '#web/ui/index.ts';
import { readDraft, takeDraft } from '../drafts.ts';
import { titleDraftOf } from '../edits.ts';

interface RenameDialogProps {
  chatId: string;
  title: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** Asks for a title. One that could not be stored is offered once more. */
export const RenameDialog = ({ chatId, title, onRename, onClose }: RenameDialogProps) => (
  <NameDialog
    title="Enter new chat title:"
    name={title}
    unstored={readDraft(titleDraftOf(chatId))}
    action="Rename"
    maxLength={LIMITS.titleLength}
    onName={onRename}
    onClose={() => {
      takeDraft(titleDraftOf(chatId));
      onClose();
    }}
  />
);

interface DeleteDialogProps {
  title: string;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteDialog({ title, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Are you sure you want to delete this chat?"
      action="Delete"
      onConfirm={() => {
        onDelete();
        onClose();
      }}
      onClose={onClose}
    >
      “<bdi>{title}</bdi>” and its messages will be gone for good.
    </ConfirmDialog>
  );
}
