import { STATUS_CODES } from 'node:http';
import { ProviderError } from '../ports/provider-error.ts';
import { networkReason } from '../reason.ts';
import { readBody } from './read-body.ts';
import { retryHelps } from './retry-helps.ts';
import type { Service } from './service.ts';

/** Largest body read from a provider, in bytes after decompression. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** A provider's whole answer, whatever its status. */
export interface Answer {
  status: number;
  /** As sent, or the standard phrase. */
  statusText: string;
  ok: boolean;
  headers: Headers;
  text: string;
}

/**
 * Sends one call and reads its whole answer within the service's timeout. Redirects are not followed: none of these calls has
 * one, and following could carry a key to another host.
 * @throws ProviderError `unreachable`, `timeout` or `invalid-reply` (over 2 MB, not unpackable); the signal's reason when aborted.
 */
export async function exchange(
  service: Service,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  const deadline = AbortSignal.timeout(service.timeout);
  const either = AbortSignal.any([signal, deadline]);
  let answered = false;
  try {
    const response = await service.fetch(url, {
      ...init,
      provider: service.kind,
      redirect: 'manual',
      signal: either,
    });
    answered = true;
    const { text, overflowed } = await readBody(response, BODY_LIMIT);
    // Of an error the start is enough.
    if (overflowed && response.ok) throw overLimit(service);
    const { status, statusText, ok, headers } = response;
    return { status, statusText: statusText || (STATUS_CODES[status] ?? ''), ok, headers, text };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ProviderError) throw error;
    throw deadline.aborted ? timedOut(service, error) : unreachable(service, error, answered);
  }
}

function overLimit({ kind, name }: Service): ProviderError {
  const reason = `${name} sent more than ${BODY_LIMIT / 1024 / 1024} MB`;
  return new ProviderError({ provider: kind, code: 'invalid-reply', reason });
}

function timedOut({ kind, name, timeout }: Service, cause: unknown): ProviderError {
  const reason = `${name} did not answer within ${timeout / 1_000} s`;
  return new ProviderError({ provider: kind, code: 'timeout', reason, cause });
}

function unreachable({ kind, name }: Service, cause: unknown, answered: boolean): ProviderError {
  const why = networkReason(cause) ?? 'connection failed';
  if (why === 'answer could not be unpacked')
    return new ProviderError({ provider: kind, code: 'invalid-reply', reason: `The ${name} ${why}`, cause });
  const reason = answered ? `${name} broke off its answer: ${why}` : `${name} could not be reached: ${why}`;
  const retryable = retryHelps({ provider: kind, failure: answered ? 'cut' : 'not-connected' });
  return new ProviderError({ provider: kind, code: 'unreachable', reason, retryable, cause });
}
