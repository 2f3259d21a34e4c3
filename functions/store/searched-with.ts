import * as v from 'valibot';
import { searchIdOf } from '#shared/ids.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import * as keys from './keys.ts';
import { beginningOf } from './lifetimes.ts';
import type { Cancellable, Table } from './requests.ts';
import * as serviceKeys from './service-keys.ts';

/** Of messages older than this, in milliseconds, there is no log any more: the search may have begun a little after its message. */
const LONGEST_LOG = SEARCH_LOG_LIFETIME.signedIn + 3_600_000;

/** What is read of messages, beside their keys, to tell which searches they have asked for. */
export const ATTRIBUTES = ['addedBy', 'role'] as const;

const Asking = v.object({ sk: v.string(), addedBy: v.string(), role: v.literal('user') });

/**
 * The ids of the searches that are in the log, from the items in a chat's partition: a search is named after the message that asked
 * for it, which is told also by what is left of a deleted one.
 */
export async function searchesOf(
  table: Table,
  items: readonly keys.Item[],
  { signal, ...chat }: keys.ChatAddress & Cancellable,
): Promise<string[]> {
  const asking = items.flatMap((item) => {
    const read = v.safeParse(Asking, item);
    if (!read.success || beginningOf(read.output.addedBy) < table.clock() - LONGEST_LOG) return [];
    return keys.messageIdAt(read.output) ?? [];
  });
  const { userId, chatId } = chat;
  const ids = await Promise.all(asking.map((messageId) => searchIdOf({ userId, chatId, messageId })));
  const logged = await table.getAll(ids.map(serviceKeys.searchKey), ['pk', 'sk'], signal);
  return logged.map((item) => serviceKeys.searchIdAt(keys.toKey(item)));
}
