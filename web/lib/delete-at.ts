import { DeletedAnswer } from '#shared/chat-contract.ts';
import { type Api, ApiError } from './api.ts';

/* Separate from api.ts, since the first load does not include the schemas of chats and messages. */

/** Deletes the resource at a path. Succeeds if it is already gone, e.g. deleted from another device. @throws ApiError */
export async function deleteAt(api: Api, path: string): Promise<void> {
  try {
    await api.json(DeletedAnswer, { method: 'DELETE', path });
  } catch (error) {
    if (!(error instanceof ApiError && error.missing)) throw error;
  }
}
