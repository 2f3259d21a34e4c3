import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface SubmitButtonProps {
  children: string;
  /** Said in place of the words while the action runs. */
  busy: string | undefined;
  disabled?: boolean;
}

/** Stays in reach while it works, so that the focus of whoever pressed it is not lost. */
export function SubmitButton({ children, busy, disabled = false }: SubmitButtonProps) {
  return (
    <Button
      variant="primary"
      type="submit"
      aria-disabled={busy !== undefined || disabled}
      className="min-h-11 text-reading"
    >
      {busy !== undefined && <Spinner />}
      {busy ?? children}
    </Button>
  );
}
