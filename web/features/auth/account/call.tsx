import { type ReactNode, useState } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { Alert, Button, CancelButton, Spinner } from '#web/ui/index.ts';
import { toAuthFailure } from '../errors.ts';

/** Runs one call at a time, and provides the error if it fails. */
export function useCall() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function run(call: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await call();
      return true;
    } catch (reason) {
      setError(reason);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, error, run };
}

export const errorMessageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : toAuthFailure(error).message;

export function Failure({ error }: { error: unknown }) {
  if (error === undefined) return null;
  return (
    <div className="mt-4">
      <Alert tone="error">{errorMessageOf(error)}</Alert>
    </div>
  );
}

/** The two buttons of a dialog with a single form. */
export function FormActions(props: { isBusy: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <CancelButton onClose={props.onClose} />
      <Button variant="primary" type="submit" aria-disabled={props.isBusy}>
        {props.isBusy && <Spinner />}
        <span>{props.children}</span>
      </Button>
    </div>
  );
}
