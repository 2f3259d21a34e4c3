import * as v from 'valibot';
import { searchIdOf } from '#shared/ids.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import { markersIn } from './counting.ts';
import * as keys from './keys.ts';
import { beginningOf } from './lifetimes.ts';
import type { Cancellable, Table } from './requests.ts';
import * as serviceKeys from './service-keys.ts';

/** Of messages older than this, in milliseconds, there is no log any more: the search may have begun a little after its message. */
const LONGEST_LOG = SEARCH_LOG_LIFETIME.signedIn + 3_600_000;

/** What is read of messages and of chats, beside their keys, to tell which searches they have asked for. */
export const ATTRIBUTES = ['addedBy', 'role', 'pending'] as const;

const Asking = v.object({ sk: v.string(), addedBy: v.string(), role: v.literal('user') });
const Announcing = v.object({ pending: v.set(v.unknown()) });

/** The messages that an item says may have asked for a search: one that is stored, or those that are announced in a chat. */
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
 * The ids of the searches that are in the log, from a chat and the items in its partition, or some of them: a search is named after the message
 * that asked for it. What is left of a deleted one tells it too, and so does the marker of one that is not stored yet.
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
