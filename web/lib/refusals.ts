import { DeletedAnswer } from '#shared/chat-contract.ts';
import { type Api, ApiError, isMissing } from './api.ts';

/* Requests that are sent again until the service has decided. Separate from api.ts, for the sake of the first load. */

/** Whether the service, or what is in front of it, had no time or room for the request. */
export const isBusy = ({ status }: ApiError): boolean => status === 408 || status === 429;

/** Whether the service would refuse the same request again: not after an expired session, a timeout or an exceeded limit. */
export const isPermanent = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.refused && error.status !== 401 && !isBusy(error);

/** What the service says about an exceeded limit; undefined for other errors. */
export const limitTextOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 429 ? error.message : undefined;

/** Deletes the resource at a path. Succeeds if it is already gone, e.g. deleted from another device. @throws ApiError */
export async function deleteAt(api: Api, path: string): Promise<void> {
  try {
    await api.json(DeletedAnswer, { method: 'DELETE', path });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
