import { joinTexts, takeDraft } from './drafts.ts';
import { shownMessages } from './messages.ts';
import type { ChatSession } from './session.ts';

/* Unfinished edits of questions: drafts that the first load does not need, unlike those of drafts.ts. */

/** The draft of an unfinished edit of a question, as `useDraft` names it. */
export const editDraftOf = (messageId: string | undefined): string => `edit_${messageId}`;

/** Removes the unfinished edits of the loaded questions of a chat that is gone, and returns their texts, one below the other. */
export const takeEdits = (session: ChatSession, chatId: string): string =>
  joinTexts(...shownMessages(session, chatId).map(({ id }) => takeDraft(editDraftOf(id))));
