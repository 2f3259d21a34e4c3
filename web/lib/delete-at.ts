import { DeletedAnswer } from '#shared/chat-contract.ts';
import { type Api, ApiError } from './api.ts';

/* Apart from the API, since the first load is without the shapes of chats and messages. */

/** Deletes what is at a path. Where it is gone already, from another device too, that has been done. @throws ApiError */
export async function deleteAt(api: Api, path: string): Promise<void> {
  try {
    await api.json(DeletedAnswer, { method: 'DELETE', path });
  } catch (error) {
    if (!(error instanceof ApiError && error.missing)) throw error;
  }
}
