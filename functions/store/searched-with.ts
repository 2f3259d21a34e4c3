import * as v from 'valibot';
import { searchIdOf } from '#shared/ids.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import { markersIn } from './counting.ts';
import * as keys from './keys.ts';
import { beginningOf } from './lifetimes.ts';
import type { Cancellable, Table } from './requests.ts';
import * as serviceKeys from './service-keys.ts';

/** The age from which a message's search has no log any more, in ms. Includes an hour, since a search may start after its message. */
const LONGEST_LOG = SEARCH_LOG_LIFETIME.signedIn + 3_600_000;

/** The attributes of messages and chats, besides their keys, that show which searches they started. */
export const ATTRIBUTES = ['addedBy', 'role', 'pending'] as const;

const Asking = v.object({ sk: v.string(), addedBy: v.string(), role: v.literal('user') });
const Announcing = v.object({ pending: v.set(v.unknown()) });

/** The messages in an item that may have started a search: the stored message itself, or those announced in a chat. */
function askingIn(item: keys.Item): { messageId: string | undefined; attempt: string }[] {
  const asking = v.safeParse(Asking, item);
  if (asking.success) {
    const { sk, addedBy } = asking.output;
    return [{ messageId: keys.messageIdAt({ sk }), attempt: addedBy }];
  }
  const announcing = v.safeParse(Announcing, item);
  return announcing.success ? markersIn(announcing.output.pending).filter(({ kind }) => kind === 'add') : [];
}

/**
 * The ids of the searches in the log that were started by the given items: a chat, or items from its partition. A search's id follows from
 * its message's id, so the tombstone of a deleted message, or the marker of one not stored yet, is enough.
 */
export async function searchesOf(
  table: Table,
  items: readonly keys.Item[],
  { signal, ...chat }: keys.ChatAddress & Cancellable,
): Promise<string[]> {
  const asking = items
    .flatMap(askingIn)
    .filter(({ attempt }) => beginningOf(attempt) >= table.clock() - LONGEST_LOG)
    .flatMap(({ messageId }) => messageId ?? []);
  const { userId, chatId } = chat;
  const ids = await Promise.all(
    [...new Set(asking)].map((messageId) => searchIdOf({ userId, chatId, messageId })),
  );
  const logged = await table.getAll(ids.map(serviceKeys.searchKey), ['pk', 'sk'], signal);
  return logged.map((item) => serviceKeys.searchIdAt(keys.toKey(item)));
}
