import { joinTexts, takeDraft } from './drafts.ts';
import { shownMessages } from './messages.ts';
import type { ChatSession } from './session.ts';

/* Unfinished edits of questions, and titles that could not be stored: drafts that the first load does not need, unlike those of drafts.ts. */

/** The draft of an unfinished edit of a question, as `useDraft` names it. */
export const editDraftOf = (messageId: string | undefined): string => `edit_${messageId}`;

/** The draft of a title that a chat should have, until it has been stored. */
export const titleDraftOf = (chatId: string): string => `title_${chatId}`;

/**
 * Removes the unfinished edits of the loaded questions of a chat that is gone, and returns their texts, one below the other. A title that
 * could not be stored goes with its chat.
 */
export function takeEdits(session: ChatSession, chatId: string): string {
  takeDraft(titleDraftOf(chatId));
  return joinTexts(...shownMessages(session, chatId).map(({ id }) => takeDraft(editDraftOf(id))));
}
