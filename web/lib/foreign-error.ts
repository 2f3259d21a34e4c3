import { HTTP_ERRORS } from '#shared/http-errors.ts';

/** CloudFront adds it to all responses, its own and the firewall's included. */
const CLOUD_HEADER = 'x-amz-cf-id';

/**
 * The error for a response that is not in the contract's format: the cloud's own answer, or an intermediary's page. The cloud declines a
 * request for good, except that a 429 says that it had no free instance, which soon passes. What a proxy or a Wi-Fi network's sign-in page
 * declines has not reached the service, which may accept it later.
 */
export function foreignError({ status: answered, headers }: Pick<Response, 'status' | 'headers'>) {
  const isFinal = answered >= 500 || (headers.has(CLOUD_HEADER) && answered !== 429);
  const status = isFinal ? answered : HTTP_ERRORS.unavailable.status;
  const known = Object.entries(HTTP_ERRORS).find(([, error]) => error.status === status);
  const [code, { message }] = known ?? ['internal-error', HTTP_ERRORS['internal-error']];
  return { status, code, message };
}
