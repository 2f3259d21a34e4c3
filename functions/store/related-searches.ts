import * as v from 'valibot';
import { searchIdOf } from '#shared/ids.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import { markersIn } from './counting.ts';
import * as keys from './keys.ts';
import { startOfAttempt } from './lifetimes.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable } from './versioned-items.ts';

/** The age from which a message's search has no log any more, in ms. Includes an hour, since a search may start after its message. */
const MAX_LOG_AGE = SEARCH_LOG_LIFETIME.signedIn + 3_600_000;

/** The attributes of messages and chats, besides their keys, that show which searches they started. */
export const SEARCH_ATTRIBUTES = ['addedBy', 'role', 'pending'] as const;

const StoredQuestion = v.object({ sk: v.string(), addedBy: v.string(), role: v.literal('user') });
const StoredAnnouncements = v.object({ pending: v.set(v.unknown()) });

/** The messages in an item that may have started a search: the stored message itself, or those announced in a chat. */
function questionsIn(item: keys.Item): { messageId: string | undefined; attempt: string }[] {
  const question = v.safeParse(StoredQuestion, item);
  if (question.success) {
    const { sk, addedBy } = question.output;
    return [{ messageId: keys.messageIdAt({ sk }), attempt: addedBy }];
  }
  const announcements = v.safeParse(StoredAnnouncements, item);
  return announcements.success
    ? markersIn(announcements.output.pending).filter(({ kind }) => kind === 'add')
    : [];
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
  const questions = items
    .flatMap(questionsIn)
    .filter(({ attempt }) => startOfAttempt(attempt) >= table.clock() - MAX_LOG_AGE)
    .flatMap(({ messageId }) => messageId ?? []);
  const { userId, chatId } = chat;
  const ids = await Promise.all(
    [...new Set(questions)].map((messageId) => searchIdOf({ userId, chatId, messageId })),
  );
  const logged = await table.getAll(ids.map(serviceKeys.searchKey), ['pk', 'sk'], signal);
  return logged.map((item) => serviceKeys.searchIdAt(keys.toKey(item)));
}
