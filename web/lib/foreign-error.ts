import { HTTP_ERRORS } from '#shared/http-errors.ts';

/** The error for a status whose response is not in the contract's format: an intermediary's page, or the cloud's own answer. */
export function foreignError(status: number) {
  const known = Object.entries(HTTP_ERRORS).find(([, error]) => error.status === status);
  const [code, { message }] = known ?? ['internal-error', HTTP_ERRORS['internal-error']];
  return { code, message };
}
