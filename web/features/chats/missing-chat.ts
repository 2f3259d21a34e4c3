import { LAST_USER_KEY, readText, tabStorage } from '#web/lib/storage.ts';
import { addToDraft, takeDraft } from './drafts.ts';
import type { ChatSession } from './session.ts';
import { KEYS } from './stores/remembered.ts';

/**
 * Leaves the unsent text of a missing chat, such as one that was deleted elsewhere, to the start screen. Not if the chat may belong to a user
 * whose session has ended, or is yet to be moved into the account. To be called while no input is shown, since it would not notice.
 */
export function leaveDraft({ page, searchStores, storage }: ChatSession): void {
  const { asked } = page.getState();
  if (asked?.state !== 'missing') return;
  const isElsewhere = searchStores
    ? readText(storage, KEYS.messages)?.includes(asked.chatId)
    : readText(tabStorage(), LAST_USER_KEY) !== undefined;
  if (!isElsewhere) addToDraft(undefined, takeDraft(asked.chatId));
}
