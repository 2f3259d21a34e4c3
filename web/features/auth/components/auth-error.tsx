import { useEffect } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { clearError } from '../model/clear-error.ts';

/** The auth error, until a field is edited or the screen is left. What a field says itself is not said twice. */
export function AuthError() {
  const { error } = useAuth();
  const desk = useAuthDesk();
  useEffect(() => () => clearError(desk), [desk]);
  if (error === undefined || error.field !== undefined) return null;
  return <Alert tone="error">{error.message}</Alert>;
}
