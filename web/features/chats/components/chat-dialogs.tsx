import { LIMITS } from '#shared/limits.ts';
import { ConfirmDialog, NameDialog } from '#web/ui/index.ts';

interface RenameDialogProps {
  title: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

export const RenameDialog = ({ title, onRename, onClose }: RenameDialogProps) => (
  <NameDialog
    title="Enter new chat title:"
    name={title}
    action="Rename"
    maxLength={LIMITS.titleLength}
    onName={onRename}
    onClose={onClose}
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
